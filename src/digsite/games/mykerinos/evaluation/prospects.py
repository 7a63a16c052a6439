"""What the zones of the desert promise each player of Mykerinos: who may rank where, and what they would take."""

from math import exp, sqrt

from digsite.core.bits import popcount
from digsite.core.fields import Reals
from digsite.core.jit import compiled, outlined
from digsite.games.mykerinos.evaluation.worth import HAND, MUSEUM, POWER, THERE, WORTH
from digsite.games.mykerinos.rules.data import Tables
from digsite.games.mykerinos.rules.desert import free, in_zone, zone_fields, zone_word
from digsite.games.mykerinos.rules.state import COLUMNS, NEUTRAL, NEUTRAL_THEN, NO_TILE, PLAYERS, State

# Weights, in archaeologists unless noted
ENTER = 1.8  # with so many at hand it is even whether somebody comes to a zone
ENTER_STRENGTH = 0.05  # archaeologists somebody will have there who comes yet
GATHER = 0.58  # how many of those at hand that a zone could take will come to it
GATHER_NEUTRAL = -0.87  # the same for the neutral colour; play found it below 0
SURE, DOUBT = 0.26, 0.35  # how far off a count of archaeologists is: always, and with those still to come
TIE = 0.18  # what one space of the pass track is worth
OWED = 0.47  # how much of an archaeologist still to be placed in a chain counts for the zone
FINAL_HAND = 2  # archaeologists that can still come with the last action

FAINT = 0.01  # chances below this are not followed
LARGEST = 100.0  # exponent
ROOM_TAKEN, NOTHING_TAKEN = 2, 3  # beside the left and the right tile, 0 and 1
GONE = -1.0  # worth of a tile that is no longer there


@compiled
def zone_of(field: int) -> int:
    """Return the zone a field lies in."""
    return field // (3 * COLUMNS) * 2 + field % COLUMNS // 4


@compiled
def colours(state: State) -> int:
    """Return how many colours take part; `colour_at` gives each."""
    return 3 if state.seats == 2 else state.seats


@compiled
def colour_at(state: State, place: int) -> int:
    return NEUTRAL if place == state.seats else place


@compiled
def tie_edge(state: State, colour: int, waiting: int) -> float:
    """Return how early a colour passes, as far as it is known: above 0 for those before the middle (M4.2, M7.2)."""
    if colour == NEUTRAL:
        return 0.0
    middle = 2.0 if state.seats == 2 else 0.5 * (state.seats + 1.0)
    if state.track[colour]:
        return middle - state.track[colour]
    return 0.5 * (waiting - state.seats) * (2.0 if state.seats == 2 else 1.0)


@compiled
def at_hand(state: State, colour: int) -> float:
    """Return archaeologists of a colour that may still come into the desert this round."""
    hand = 0
    for player in range(state.seats):
        if state.track[player] == 0:
            if colour == NEUTRAL:
                hand += state.neutral[player]
            elif colour == player:
                hand += state.pool[player]
    if state.steps and colour == chain_colour(state):
        hand -= state.steps
    return float(min(hand, FINAL_HAND) if state.final else hand)


@compiled
def chain_colour(state: State) -> int:
    return NEUTRAL if state.phase == NEUTRAL_THEN else state.player


@outlined
def survey_zones(state: State, data: Tables, notes: Reals) -> int:
    """Note each colour's chances in every zone that is not scored yet. Return the first of these zones."""
    digging = state.zone < 0
    waiting, hands = 0, 0.0
    for place in range(colours(state)):
        colour = colour_at(state, place)
        notes[colour, HAND] = at_hand(state, colour) if digging else 0.0
        hands += notes[colour, HAND]
        waiting += place < state.seats and state.track[place] == 0
    for zone in range(state.zone + 1, data.zones[state.round]):
        spare = popcount(free(state, zone_word(zone)) & zone_fields(zone)) if digging else 0
        survey_zone(state, data, zone, spare, hands, waiting, notes)
    return state.zone + 1


@compiled
def survey_zone(state: State, data: Tables, zone: int, spare: int, hands: float, waiting: int, notes: Reals) -> None:
    """Note who may be first, by archaeologists there, those to come into the free fields, and the pass track."""
    zones = data.zones[state.round]
    coming = min(hands / zones, spare + 0.0)
    scale = 1.0 / (SURE + DOUBT * sqrt(coming))
    filling = coming / hands if hands > 0.0 else 0.0
    whole = 0.0
    for place in range(colours(state)):
        colour = colour_at(state, place)
        count, hand, there = in_zone(state, colour, zone) + 0.0, notes[colour, HAND], 1.0
        if state.steps and colour == chain_colour(state) and zone == zone_of(state.last):
            count += OWED * state.steps
        if count == 0.0:
            there = hand / (hand + ENTER) if spare else 0.0
            count = ENTER_STRENGTH
        count += (GATHER_NEUTRAL if colour == NEUTRAL else GATHER) * hand * filling
        count += TIE * tie_edge(state, colour, waiting)
        notes[colour, THERE + zone] = there
        notes[colour, POWER + zone] = there * exp(min(count * scale, LARGEST)) if there > 0.0 else 0.0
        whole += notes[colour, POWER + zone]
    if whole > 0.0:
        for place in range(colours(state)):
            notes[colour_at(state, place), POWER + zone] /= whole


@compiled
def tile_worth(state: State, data: Tables, player: int, slot: int, notes: Reals) -> float:
    """Return what a tile brings a player; `GONE` where there is none."""
    tile = state.slot[slot]
    if tile == NO_TILE:
        return GONE
    worth: float = notes[player, WORTH + data.patron[tile]]
    return worth + data.points[tile]


@compiled
def choice(left: float, right: float, museum: float) -> int:
    """Return which of two tiles or the museum is worth most."""
    if museum > left and museum > right:
        return ROOM_TAKEN
    return 0 if left >= right else 1


@outlined
def promise_zone(state: State, data: Tables, zone: int, notes: Reals, totals: Reals) -> None:
    """Add what each player may expect of a zone, over all ways the first place may come out."""
    nobody = 1.0
    for place in range(colours(state)):
        nobody *= 1.0 - notes[colour_at(state, place), THERE + zone]
    for place in range(colours(state)):
        one = colour_at(state, place)
        chance = notes[one, POWER + zone] * (1.0 - nobody)
        if chance < FAINT:
            continue
        taken = NOTHING_TAKEN
        if one != NEUTRAL:
            left = tile_worth(state, data, one, 2 * zone, notes)
            right = tile_worth(state, data, one, 2 * zone + 1, notes)
            museum = notes[one, MUSEUM]
            taken = choice(left, right, museum)
            totals[one] += chance * max(left, right, museum)
        promise_second(state, data, zone, one, taken, chance, notes, totals)


@compiled
def promise_second(
    state: State, data: Tables, zone: int, one: int, taken: int, chance: float, notes: Reals, totals: Reals
) -> None:
    """Add the same for the second place and what it leaves, when the first has taken its choice."""
    whole, lonely = 0.0, 1.0
    for place in range(colours(state)):
        two = colour_at(state, place)
        if two != one:
            whole += notes[two, POWER + zone]
            lonely *= 1.0 - notes[two, THERE + zone]
    if whole <= 0.0:
        return
    for place in range(colours(state)):
        two = colour_at(state, place)
        second = chance * notes[two, POWER + zone] / whole * (1.0 - lonely)
        if two == one or second < FAINT:
            continue
        if two == NEUTRAL:  # M7.6
            if taken == ROOM_TAKEN:
                third = 1 - one
                left = tile_worth(state, data, third, 2 * zone, notes)
                right = tile_worth(state, data, third, 2 * zone + 1, notes)
                totals[third] += second * notes[third, THERE + zone] * min(left, right)
            continue
        left = tile_worth(state, data, two, 2 * zone, notes)
        right = tile_worth(state, data, two, 2 * zone + 1, notes)
        gone = taken
        if one == NEUTRAL:  # M7.5: whoever says which tile leaves the worse one
            gone = 0 if left >= right else 1
        left, right = GONE if gone == 0 else left, GONE if gone == 1 else right
        took = choice(left, right, notes[two, MUSEUM])
        totals[two] += second * max(left, right, notes[two, MUSEUM])
        if ROOM_TAKEN in (gone, took):
            promise_rest(state, data, zone, one, two, min(gone, took), second, notes, totals)


@compiled
def promise_rest(
    state: State, data: Tables, zone: int, one: int, two: int, gone: int, chance: float, notes: Reals, totals: Reals
) -> None:
    """Add the same for those behind, when at least one of the first two went to the museum (M4.5)."""
    for player in range(state.seats):
        later = chance * notes[player, THERE + zone]
        if player in (one, two) or later < FAINT:
            continue
        if state.seats == PLAYERS and gone != ROOM_TAKEN:
            rival = notes[6 - one - two - player, POWER + zone] + notes[player, POWER + zone]
            later *= notes[player, POWER + zone] / rival
        left = GONE if gone == 0 else tile_worth(state, data, player, 2 * zone, notes)
        right = GONE if gone == 1 else tile_worth(state, data, player, 2 * zone + 1, notes)
        totals[player] += later * max(left, right)


@outlined
def finish_zone(state: State, data: Tables, notes: Reals, totals: Reals) -> None:
    """Add what those who still choose in the zone being scored will take."""
    slot, gone = 2 * state.zone, 0
    for rank in range(state.rank, state.ranked):
        colour = state.ranking[rank]
        neutral = colour == NEUTRAL
        if neutral and rank > 1:
            continue
        chooser = colour
        if neutral:  # M7.5, M7.6: the tile leaves that the other player would like best
            chooser = state.ranking[1] if rank == 0 else 1 - state.ranking[0]
        left = GONE if gone & 1 else tile_worth(state, data, chooser, slot, notes)
        right = GONE if gone & 2 else tile_worth(state, data, chooser, slot + 1, notes)
        museum = 0.0 if neutral or rank > 1 else notes[colour, MUSEUM]
        best = max(left, right, museum)
        if best <= 0.0:
            continue
        if not neutral:
            totals[colour] += best
        gone |= 1 << choice(left, right, museum)
