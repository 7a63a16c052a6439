"""How a Mykerinos player judges: what a position promises, what an action is worth a thought, where to stop thinking.

Bots read these; nothing here decides what is allowed.
"""

from math import exp, sqrt
from typing import Any

import numpy as np

from digsite.core.bits import lowest, popcount
from digsite.core.fields import Numbers
from digsite.core.jit import compiled, outlined
from digsite.games.mykerinos.actions import (
    ACTIONS,
    EXTEND,
    NEUTRAL_EXTEND,
    NEUTRAL_START,
    PASS,
    REMOVE_TILE,
    ROOM,
    SKIP,
    START,
    THEN_ON,
    TILE,
)
from digsite.games.mykerinos.data import NO_PATRON, Tables
from digsite.games.mykerinos.desert import free, in_zone, zone_fields
from digsite.games.mykerinos.museum import highest_room
from digsite.games.mykerinos.scoring import tiles_of
from digsite.games.mykerinos.state import (
    BROWN,
    CLAIM,
    COLOURS,
    COLUMNS,
    DEAL,
    FOLLOW,
    NEUTRAL,
    NEUTRAL_THEN,
    PATRONS,
    PLAYERS,
    REMOVE,
    ROOMS,
    ROUNDS,
    THEN,
    TILES,
    TURN,
    VIOLET,
    ZONES,
    State,
)

KEYS = ACTIONS
BEST, REACH, TOP, HEIGHT, HELD, WORTH = 0, 5, 10, 15, 20, 25
MUSEUM = 31
COME = 32
POWER, THERE = 33, 39
WIDTH = 45
FAINT = 0.01

# Weights
NEAR = 0.696
NEAR_TIME = 1.18
FAR = 0.35
FAR_TIME = 4.03
SET_HOPE = 0.615
SET_TIME = 0.188
LATER_SHARE = (0.0, 0.0, 0.233, 0.205, 0.112)
KEEN = 0.0683
HELP = (0.662, 0.411, 1.62, 0.622, 0.11)
HELP_NOW = (0.139, 0.075, 0.441, 0.486, -0.0412)
CUBE = (0.734, 0.455, 0.537, 0.0352)
CUBE_OUT = 0.105
STARTER = 0.3
ENTER = 2.69
ENTER_STRENGTH = 0.066
GATHER = 0.605
GATHER_NEUTRAL = -0.667
SURE = 0.324
DOUBT = 0.591
TIE = 0.337
OWED = 0.434
MUSEUM_TRUST = 0.817
SPREAD = (3.0, 2.0)
TEMPO = 0.606
LATER = (4.0, 4.0, 3.0)
EXTEND_URGE = 2.5
PASS_URGE = 2.0
USE_URGE = 1500.0
SKIP_URGE = 10.0
ROOM_HOPE = 0.6
# End


@compiled
def rounds_left(state: State, data: Tables) -> float:
    """Rounds to come and the part of this one that is not scored yet."""
    left = ROUNDS - 1.0 - state.round
    if state.phase <= DEAL or state.zone < 0:
        return left + 1.0
    return left + (data.zones[state.round] - state.zone - 0.5) / data.zones[state.round]


@outlined
def survey_museum(state: State, data: Tables, player: int, left: float, notes: Any) -> None:
    """What a tile of each patron will be worth to a player in the museum, and what the best room would add."""
    row = notes[player]
    near, far = NEAR * left / (left + NEAR_TIME), FAR * left / (left + FAR_TIME)
    for wing in range(PATRONS):
        row[BEST + wing] = data.no_room
    rooms = state.rooms[player] + 0
    while rooms:
        room = lowest(rooms)
        rooms &= rooms - 1
        wings = data.room_wings[room] + 0
        while wings:
            wing = lowest(wings)
            wings &= wings - 1
            row[BEST + wing] = max(row[BEST + wing], data.room_value[room])
    taken = 0
    for other in range(PLAYERS):
        taken |= state.rooms[other]
    for wing in range(PATRONS):
        row[REACH + wing] = row[TOP + wing] = row[BEST + wing]
    rooms = ((1 << ROOMS) - 1) & ~taken
    openings = 0
    while rooms:
        room = lowest(rooms)
        rooms &= rooms - 1
        may = data.doors[room] == 0 or (data.doors[room] & state.rooms[player]) != 0
        openings |= may << room
        wings = data.room_wings[room] + 0
        while wings:
            wing = lowest(wings)
            wings &= wings - 1
            if may:
                row[REACH + wing] = max(row[REACH + wing], data.room_value[room])
            row[TOP + wing] = max(row[TOP + wing], data.room_value[room])
    share = LATER_SHARE[state.seats]
    sets, missing = TILES, 0
    for wing in range(state.wings):
        patron = state.wing[wing]
        best, reach, top = row[BEST + wing], row[REACH + wing], row[TOP + wing]
        height = best + near * (reach - best) + far * (top - reach)
        held = tiles_of(state, data, player, patron)
        if held < sets:
            sets, missing = held, 0
        missing += held == sets
        row[HELD + wing] = held + share * popcount(state.deck & data.of_patron[patron]) * (1 + KEEN * (height - 2.0))
        row[HEIGHT + wing] = height
    hope = SET_HOPE * left / (left + SET_TIME)
    promise = 1.0
    for _ in range(missing):
        promise *= hope
    total = data.set_of_five * (sets + promise)
    advance = data.set_of_five * promise * (1.0 / hope - 1.0)
    later = ROUNDS - 1.0 - state.round
    row[WORTH + NO_PATRON] = 0.0
    for wing in range(state.wings):
        patron = state.wing[wing]
        held = tiles_of(state, data, player, patron)
        total += row[HELD + wing] * row[HEIGHT + wing] + HELP[patron] * later * held
        row[WORTH + patron] = row[HEIGHT + wing] + HELP[patron] * later + (advance if held == sets else 0.0)
    gain = 0.0
    if state.common[player] > 0:
        while openings:
            room = lowest(openings)
            openings &= openings - 1
            more = 0.0
            wings = data.room_wings[room] + 0
            value = data.room_value[room]
            while wings:
                wing = lowest(wings)
                wings &= wings - 1
                best = max(row[BEST + wing], value)
                top = row[TOP + wing]
                reach = max(best, top)
                more += row[HELD + wing] * (best + near * (reach - best) - row[HEIGHT + wing])
            gain = max(gain, more)
    row[MUSEUM] = gain
    owned = state.owned[player] + 0
    while owned:
        total += data.points[lowest(owned)]
        owned &= owned - 1
    row[COME] = total


@compiled
def tie_edge(state: State, colour: int, waiting: int) -> float:
    """How early a colour passes, in parts of an archaeologist: M4.2, M7.2."""
    if state.seats == 2:
        if colour == NEUTRAL:
            return 0.0
        if state.track[colour]:
            return 2.0 - state.track[colour]
        return 0.0 if waiting == 2 else -1.0
    if state.track[colour]:
        return 0.5 * (state.seats + 1.0) - state.track[colour]
    return 0.5 * (waiting - state.seats)


@outlined
def survey_zones(state: State, data: Tables, notes: Any) -> int:
    """How strong each colour will be in each zone, and how likely it is there at all; the first zone of these."""
    seats = state.seats
    zones = data.zones[state.round]
    digging = state.zone < 0
    first = 0 if digging else state.zone + 1
    waiting = 0
    for player in range(seats):
        waiting += state.track[player] == 0
    chain = -1
    if digging and state.steps and state.last >= 0:
        chain = state.last // (3 * COLUMNS) * 2 + state.last % COLUMNS // 4
    owner = NEUTRAL if state.phase == NEUTRAL_THEN else state.player
    hands = 0.0
    for colour in range(COLOURS):
        hand = 0.0
        if digging:
            if colour < seats:
                hand = state.pool[colour] if state.track[colour] == 0 else 0.0
            elif colour == NEUTRAL and seats == 2:
                hand = 0.0
                for player in range(2):
                    hand += state.neutral[player] if state.track[player] == 0 else 0
            if chain >= 0 and colour == owner:
                hand -= state.steps
            if state.final:
                hand = min(hand, 2.0)
        notes[colour, COME] = hand
        hands += hand
    spare0, spare1 = (free(state, 0), free(state, 1)) if digging else (0, 0)
    for zone in range(first, zones):
        spare = popcount((spare0 if zone < 4 else spare1) & zone_fields(zone))
        coming = min(hands / zones, spare + 0.0)
        scale = 1.0 / (SURE + DOUBT * sqrt(coming))
        full = coming * zones / hands if hands > 0 else 0.0
        whole = 0.0
        for colour in range(COLOURS):
            if colour >= seats and (colour < NEUTRAL or seats > 2):
                continue
            count = in_zone(state, colour, zone) + 0.0
            if zone == chain and colour == owner:
                count += OWED * state.steps
            hand = notes[colour, COME]
            there = 1.0
            if count == 0.0:
                there = hand / (hand + ENTER) if spare else 0.0
                count = ENTER_STRENGTH
            power = 0.0
            if there > 0.0:
                count += (GATHER_NEUTRAL if colour == NEUTRAL else GATHER) * hand / zones * full
                count += TIE * tie_edge(state, colour, waiting)
                power = there * exp(min(count * scale, 100.0))
            notes[colour, POWER + zone] = power
            notes[colour, THERE + zone] = there
            whole += power
        if whole > 0.0:
            for colour in range(COLOURS):
                if colour >= seats and (colour < NEUTRAL or seats > 2):
                    continue
                notes[colour, POWER + zone] /= whole
    return first


@compiled
def tile_worth(state: State, data: Tables, player: int, slot: int, notes: Any) -> float:
    tile = state.slot[slot]
    worth: float = notes[player, WORTH + data.patron[tile]]
    return worth + data.points[tile]


@compiled
def choice(one: float, other: float, museum: float) -> int:
    """Which of two tiles (0, 1) or the museum (2) is worth most."""
    if museum > one and museum > other:
        return 2
    return 0 if one >= other else 1


@outlined
def promise_zone(state: State, data: Tables, zone: int, notes: Any, totals: Any) -> None:
    """Add what each player may expect of a zone, over all ways the first two places may come out."""
    seats = state.seats
    slot = 2 * zone
    nobody = 1.0
    colours = 3 if seats == 2 else seats
    for i in range(colours):
        nobody *= 1.0 - notes[NEUTRAL if i == 2 and seats == 2 else i, THERE + zone]
    for i in range(colours):
        one = NEUTRAL if i == 2 and seats == 2 else i
        first = notes[one, POWER + zone] * (1.0 - nobody)
        if first < FAINT:
            continue
        taken = 3
        if one != NEUTRAL:
            left, right = tile_worth(state, data, one, slot, notes), tile_worth(state, data, one, slot + 1, notes)
            museum = MUSEUM_TRUST * notes[one, MUSEUM]
            taken = choice(left, right, museum)
            totals[one] += first * max(left, right, museum)
        whole, lonely = 0.0, 1.0
        for j in range(colours):
            if j != i:
                two = NEUTRAL if j == 2 and seats == 2 else j
                whole += notes[two, POWER + zone]
                lonely *= 1.0 - notes[two, THERE + zone]
        if whole <= 0.0:
            continue
        for j in range(colours):
            two = NEUTRAL if j == 2 and seats == 2 else j
            second = first * notes[two, POWER + zone] / whole * (1.0 - lonely)
            if j == i or second < FAINT:
                continue
            if two == NEUTRAL:  # M7.6
                if taken == 2:
                    third = 1 - one
                    left, right = (
                        tile_worth(state, data, third, slot, notes),
                        tile_worth(state, data, third, slot + 1, notes),
                    )
                    totals[third] += second * notes[third, THERE + zone] * min(left, right)
                continue
            left, right = tile_worth(state, data, two, slot, notes), tile_worth(state, data, two, slot + 1, notes)
            museum = MUSEUM_TRUST * notes[two, MUSEUM]
            gone = taken
            if one == NEUTRAL:  # M7.5
                gone = 0 if left >= right else 1
            if gone == 0:
                left = -1.0
            if gone == 1:
                right = -1.0
            took = choice(left, right, museum)
            totals[two] += second * max(left, right, museum)
            for k in range(seats):
                if k in (one, two):
                    continue
                later = second * notes[k, THERE + zone]
                if later < FAINT:
                    continue
                if seats == 4:
                    other = 6 - one - two - k
                    rival = notes[k, POWER + zone] + notes[other, POWER + zone]
                    ahead = notes[k, POWER + zone] / rival if rival > 0.0 else 0.0
                    later *= ahead if gone < 2 or took < 2 else 1.0
                if gone == 2 and took == 2:
                    totals[k] += later * max(
                        tile_worth(state, data, k, slot, notes), tile_worth(state, data, k, slot + 1, notes)
                    )
                elif gone == 2:
                    totals[k] += later * tile_worth(state, data, k, slot + 1 - took, notes)
                elif took == 2:
                    totals[k] += later * tile_worth(state, data, k, slot + 1 - gone, notes)


@outlined
def finish_zone(state: State, data: Tables, notes: Any, totals: Any) -> None:
    """Add what those who still choose in the zone being scored will take."""
    slot = 2 * state.zone
    here = (state.slot[slot] >= 0) + 2 * (state.slot[slot + 1] >= 0)
    for rank in range(state.rank, state.ranked):
        colour = state.ranking[rank]
        if colour == NEUTRAL:
            if rank > 1 or here == 0:
                continue
            if here < 3:
                here = 0
                continue
            spited = state.ranking[1] if rank == 0 else 1 - state.ranking[0]
            left, right = tile_worth(state, data, spited, slot, notes), tile_worth(state, data, spited, slot + 1, notes)
            here = 2 if left >= right else 1
            continue
        left = tile_worth(state, data, colour, slot, notes) if here & 1 else -1.0
        right = tile_worth(state, data, colour, slot + 1, notes) if here & 2 else -1.0
        museum = MUSEUM_TRUST * notes[colour, MUSEUM] if rank < 2 else 0.0
        if here == 0 and museum <= 0.0:
            continue
        took = choice(left, right, museum)
        totals[colour] += max(left, right, museum)
        if took < 2:
            here &= ~(1 << took)


@outlined
def estimate(state: State, data: Tables, totals: Any) -> float:
    """The points each seat may expect at the end, and by how much the difference may still change."""
    notes = np.empty((COLOURS, WIDTH))
    left = rounds_left(state, data)
    seats = state.seats
    playing = state.phase > DEAL
    if playing:
        first = survey_zones(state, data, notes)
    for player in range(seats):
        survey_museum(state, data, player, left, notes)
        totals[player] = (
            notes[player, COME]
            + CUBE[state.round if playing else state.round - 1] * state.pool[player]
            + LATER[seats - 2] * left
        )
    if not playing:
        if state.round:
            totals[state.start] += STARTER
        return SPREAD[0] + SPREAD[1] * left
    if state.zone < 0:
        for player in range(seats):
            if state.track[player]:
                totals[player] += CUBE_OUT * state.pool[player]
            elif state.round and state.pool[player]:
                for patron in range(PATRONS):
                    unused = (
                        tiles_of(state, data, player, patron)
                        - state.turned[player, patron]
                        + (state.phase == VIOLET + patron and player == state.player)
                    )
                    totals[player] += HELP_NOW[patron] * unused
        if state.phase == TURN:
            totals[state.player] += TEMPO
    else:
        finish_zone(state, data, notes, totals)
    for zone in range(first, data.zones[state.round]):
        promise_zone(state, data, zone, notes, totals)
    return SPREAD[0] + SPREAD[1] * left


@outlined
def room_urge(state: State, data: Tables, player: int, room: int) -> float:
    """A museum room at first sight: what it adds to the tiles held, and a little for those to come."""
    urge = 1.0
    for wing in range(state.wings):
        if (data.room_wings[room] >> wing) & 1:
            more = data.room_value[room] - highest_room(state, data, player, wing)
            if more > 0:
                urge += more * (ROOM_HOPE * (ROUNDS - state.round) + tiles_of(state, data, player, state.wing[wing]))
    return urge


@compiled
def zone_of(field: int) -> int:
    return field // (3 * COLUMNS) * 2 + field % COLUMNS // 4


@outlined
def first_worth(state: State, data: Tables, player: int, tile: int) -> float:
    """A tile at first sight: its points, its patron's room, and whether the patron is new."""
    patron = data.patron[tile]
    worth = 1.0 + data.points[tile]
    if patron < PATRONS:
        worth += 2.0 if tiles_of(state, data, player, patron) == 0 else 1.0
        for wing in range(state.wings):
            if state.wing[wing] == patron:
                worth += highest_room(state, data, player, wing)
    return worth


@outlined
def zone_urge(state: State, data: Tables, player: int, zone: int) -> float:
    """How much one more archaeologist in a zone appeals: its tiles, and whether it changes who is first or second."""
    mine, most, neutral = in_zone(state, player, zone), 0, in_zone(state, NEUTRAL, zone)
    for other in range(state.seats):
        if other != player:
            most = max(most, in_zone(state, other, zone))
    lead = mine - max(most, neutral)
    worth = 0.0
    for side in range(2):
        worth += first_worth(state, data, player, state.slot[2 * zone + side])
    if mine == 0:
        return worth * (1.5 if most < 4 else 0.6)
    if lead > 2:
        return 0.1 * worth
    if lead > 0:
        return 0.7 * worth
    return worth * (2.0 if lead > -3 else 0.5)


@outlined
def neutral_urge(state: State, data: Tables, player: int, zone: int) -> float:
    """How much a neutral archaeologist in a zone appeals: where the other leads, not where one leads oneself."""
    mine, theirs, neutral = (
        in_zone(state, player, zone),
        in_zone(state, 1 - player, zone),
        in_zone(state, NEUTRAL, zone),
    )
    if theirs > mine and neutral <= theirs + 1:
        return 3.0
    if mine > theirs + 1 and theirs > 0 and neutral <= theirs and mine > neutral + 1:
        return 2.0
    return 0.1


@outlined
def urges(state: State, data: Tables, actions: Numbers, n: int, weights: Any) -> None:
    """How much each of these legal actions appeals at first sight: any positive numbers, quickly found."""
    player = state.actor
    phase = state.phase
    if phase in (CLAIM, BROWN):
        for i in range(n):
            action = actions[i]
            if action < ROOM:
                worth = first_worth(state, data, player, state.slot[2 * state.zone + action - TILE])
            else:
                worth = room_urge(state, data, player, action - ROOM)
            weights[i] = worth * worth
        return
    if phase == REMOVE:
        for i in range(n):
            weights[i] = first_worth(state, data, 1 - player, state.slot[2 * state.zone + actions[i] - REMOVE_TILE])
        return
    zones = np.empty(ZONES)
    neutral = phase in (FOLLOW, NEUTRAL_THEN)
    for zone in range(data.zones[state.round]):
        zones[zone] = neutral_urge(state, data, player, zone) if neutral else zone_urge(state, data, player, zone)
        zones[zone] *= zones[zone]
    for i in range(n):
        action = actions[i]
        if action < EXTEND:
            weights[i] = zones[zone_of(action - START)]
        elif action < THEN_ON:
            weights[i] = EXTEND_URGE * zones[zone_of(action - EXTEND)]
        elif action < PASS:
            weights[i] = zones[zone_of(action - THEN_ON)]
        elif action == PASS:
            weights[i] = PASS_URGE if state.pool[player] > 2 else 20 * PASS_URGE
        elif action < NEUTRAL_START:
            weights[i] = USE_URGE
        elif action < NEUTRAL_EXTEND:
            weights[i] = zones[zone_of(action - NEUTRAL_START)]
        elif action < SKIP:
            weights[i] = EXTEND_URGE * zones[zone_of(action - NEUTRAL_EXTEND)]
        else:
            weights[i] = SKIP_URGE


@compiled
def key_of(state: State, data: Tables, action: int) -> int:
    """The same number for the same deed, wherever it may be done."""
    return action


@compiled
def is_rest(state: State) -> bool:
    """Whether a search should judge here rather than look further: nobody can foresee the next round's tiles."""
    return state.phase == DEAL and state.dealt == 0


@compiled
def in_chain(state: State) -> bool:
    """Whether the decision at hand completes an action begun before; the neutral follow-up is one of its own."""
    return VIOLET <= state.phase <= THEN or state.phase == NEUTRAL_THEN
