"""Estimates of what tiles and rooms are worth to each player of Mykerinos at the end.

All of it goes into one small table, `notes`: a row for each colour, columns as named below.
"""

from digsite.core.bits import lowest, popcount
from digsite.core.fields import Reals
from digsite.core.jit import compiled, outlined
from digsite.games.mykerinos.rules.data import NO_PATRON, Tables
from digsite.games.mykerinos.rules.scoring import tiles_of
from digsite.games.mykerinos.rules.state import PATRONS, PLAYERS, ROOMS, ROUNDS, TILES, ZONES, State

# Columns of the notes: by wing, from WORTH on by patron, from POWER on by zone
BEST = 0  # the best room held
REACH = BEST + PATRONS  # the best that is held or may be reserved now
TOP = REACH + PATRONS  # the best that is held or free
HEIGHT = TOP + PATRONS  # what a tile will be worth at the end
HELD = HEIGHT + PATRONS  # tiles, with those expected from later rounds
WORTH = HELD + PATRONS  # what one more tile of a patron brings, or of none
MUSEUM = WORTH + PATRONS + 1  # what the best room brings
HAND = MUSEUM + 1  # archaeologists that may still come
POWER = HAND + 1  # the chance of being first
THERE = POWER + ZONES  # the chance of being there at all
WIDTH = THERE + ZONES

# Weights, in points unless noted; patrons in the order of the data
NEAR, NEAR_TIME = 0.85, 1.2  # how surely the best room in reach will be had, see `fading`
FAR, FAR_TIME = 0.48, 3.7  # how surely the best free room will be had that is not in reach yet
SET_CHANCE, SET_TIME = 0.69, 0.17  # how surely a patron lacking for a set will be had
LATER_SHARE = (0.0, 0.0, 0.2, 0.22, 0.1)  # of the tiles not dealt yet that a player will have, by number of players
HELP = (0.75, 0.5, 1.7, 0.8, 0.2)  # what each patron's help is worth in a round to come
MUSEUM_TRUST = 0.8  # how much of a room's worth is counted where others may come first


@compiled
def fading(most: float, time: float, left: float) -> float:
    """Return a chance that shrinks towards the end of the game; half of the most when `time` rounds are left."""
    return most * left / (left + time)


@outlined
def survey_rooms(state: State, data: Tables, player: int, notes: Reals) -> int:
    """Note the best rooms held, in reach and free in each wing. Return the rooms that may be reserved now, as bits."""
    row = notes[player]
    for wing in range(PATRONS):
        row[BEST + wing] = row[REACH + wing] = row[TOP + wing] = data.no_room
    mine, taken, openings = state.rooms[player], 0, 0
    for other in range(PLAYERS):
        taken |= state.rooms[other]
    rooms = ((1 << ROOMS) - 1) & (~taken | mine)
    while rooms:
        room = lowest(rooms)
        rooms &= rooms - 1
        value, held = data.room_value[room], (mine >> room) & 1
        may = data.doors[room] == 0 or data.doors[room] & mine != 0
        if may and not held:
            openings |= 1 << room
        wings = data.room_wings[room] + 0
        while wings:
            wing = lowest(wings)
            wings &= wings - 1
            if held:
                row[BEST + wing] = max(row[BEST + wing], value)
            if held or may:
                row[REACH + wing] = max(row[REACH + wing], value)
            row[TOP + wing] = max(row[TOP + wing], value)
    return openings


@compiled
def best_room(data: Tables, openings: int, near: float, row: Reals) -> float:
    """Return what the best of these rooms would add to a player's tiles. Any room leads on to the wing's top."""
    gain = 0.0
    while openings:
        room = lowest(openings)
        openings &= openings - 1
        more = 0.0
        wings = data.room_wings[room] + 0
        while wings:
            wing = lowest(wings)
            wings &= wings - 1
            best = max(row[BEST + wing], data.room_value[room])
            height = best + near * (max(best, row[TOP + wing]) - best)
            more += row[HELD + wing] * (height - row[HEIGHT + wing])
        gain = max(gain, more)
    return gain


@compiled
def points_of(data: Tables, tiles: int) -> int:
    points = 0
    while tiles:
        points += data.points[lowest(tiles)]
        tiles &= tiles - 1
    return points


@outlined
def survey_museum(state: State, data: Tables, player: int, left: float, notes: Reals) -> float:
    """Note what a tile of each patron and the best room bring a player. Return the points of what they own."""
    row = notes[player]
    openings = survey_rooms(state, data, player, notes)
    near, far = fading(NEAR, NEAR_TIME, left), fading(FAR, FAR_TIME, left)
    later = ROUNDS - 1.0 - state.round
    total = points_of(data, state.owned[player] + 0) + 0.0
    for wing in range(state.wings):
        patron = state.wing[wing]
        best, reach, top = row[BEST + wing], row[REACH + wing], row[TOP + wing]
        height = best + near * (reach - best) + far * (top - reach)
        held = tiles_of(state, data, player, patron)
        row[HEIGHT + wing] = height
        row[HELD + wing] = held + LATER_SHARE[state.seats] * popcount(state.deck & data.of_patron[patron])
        row[WORTH + patron] = height + HELP[patron] * later
        total += row[HELD + wing] * height + HELP[patron] * later * held
    row[WORTH + NO_PATRON] = 0.0
    row[MUSEUM] = MUSEUM_TRUST * best_room(data, openings, near, row) if state.common[player] > 0 else 0.0
    return total + survey_sets(state, data, player, left, row)


@compiled
def survey_sets(state: State, data: Tables, player: int, left: float, row: Reals) -> float:
    """Add to the worth of the patrons that a set lacks. Return what complete sets and the next one are worth."""
    sets, missing = TILES, 0
    for patron in range(PATRONS):
        held = tiles_of(state, data, player, patron)
        if held < sets:
            sets, missing = held, 0
        missing += held == sets
    evaluation = fading(SET_CHANCE, SET_TIME, left)
    promise = data.set_of_five * evaluation**missing
    for patron in range(PATRONS):
        if tiles_of(state, data, player, patron) == sets:
            row[WORTH + patron] += promise * (1.0 / evaluation - 1.0)
    return data.set_of_five * sets + promise
