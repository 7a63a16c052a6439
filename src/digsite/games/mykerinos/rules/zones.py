"""Scoring the zones: who ranks where, what each may take, what becomes of the rest (M4.1 to M4.7, M7.4 to M7.7)."""

from digsite.core.jit import compiled, outlined
from digsite.games.mykerinos.rules.data import Tables
from digsite.games.mykerinos.rules.desert import in_zone, zone_fields, zone_word
from digsite.games.mykerinos.rules.museum import open_rooms
from digsite.games.mykerinos.rules.state import CLAIM, COLOURS, NEUTRAL, NO_TILE, REMOVE, State

NEUTRAL_SPACE = 2  # of the pass track (M7.2)


@compiled
def space_of(state: State, colour: int) -> int:
    return NEUTRAL_SPACE if colour == NEUTRAL else state.track[colour]


@compiled
def ranks_before(state: State, zone: int, one: int, other: int) -> bool:
    """M4.2: more archaeologists, or as many and an earlier pass."""
    mine, theirs = in_zone(state, one, zone), in_zone(state, other, zone)
    return mine > theirs or (mine == theirs and space_of(state, one) < space_of(state, other))


@outlined
def rank_zone(state: State) -> None:
    state.rank = state.ranked = 0
    for colour in range(COLOURS):
        if in_zone(state, colour, state.zone) == 0:
            continue
        place = state.ranked
        while place > 0 and ranks_before(state, state.zone, colour, state.ranking[place - 1]):
            state.ranking[place] = state.ranking[place - 1]
            place -= 1
        state.ranking[place] = colour
        state.ranked += 1


@compiled
def tiles_left(state: State) -> int:
    """The tiles of the zone that nobody has taken yet, as bits: left, right."""
    left = state.slot[2 * state.zone] != NO_TILE
    right = state.slot[2 * state.zone + 1] != NO_TILE
    return left + 2 * right


@outlined
def claimable_rooms(state: State, data: Tables) -> int:
    """M4.3 to M4.5: the first two may go to the museum, with an archaeologist from the common pool."""
    player = state.ranking[state.rank]
    if state.rank > 1 or state.common[player] == 0:
        return 0
    return open_rooms(state, data, player)


@compiled
def who_names_the_tile(state: State) -> int:
    """M7.5, M7.6: the first where the neutral player is second; else the third, or else the one who is not there."""
    if state.rank == 1:
        return state.ranking[0]
    return state.ranking[2] if state.ranked == 3 else 1 - state.ranking[1]


@outlined
def offer(state: State, data: Tables) -> bool:
    """Ask whoever has a choice at this rank; False where there is none."""
    colour = state.ranking[state.rank]
    if colour == NEUTRAL:
        if state.rank > 1 or state.ranked == 1 or tiles_left(state) == 0:
            return False
        state.actor, state.phase = who_names_the_tile(state), REMOVE
        return True
    if tiles_left(state) == 0 and claimable_rooms(state, data) == 0:
        return False
    state.actor, state.phase = colour, CLAIM
    return True


@outlined
def score_zones(state: State, data: Tables) -> bool:
    """Go on until somebody has a choice; False when all zones are scored."""
    while state.zone < data.zones[state.round]:
        while state.rank < state.ranked:
            if offer(state, data):
                return True
            state.rank += 1
        if state.zone >= 0:
            end_zone(state)
        state.zone += 1
        if state.zone < data.zones[state.round]:
            rank_zone(state)
    return False


@outlined
def end_zone(state: State) -> None:
    """M4.7."""
    state.slot[2 * state.zone] = state.slot[2 * state.zone + 1] = NO_TILE
    word = zone_word(state.zone)
    for colour in range(COLOURS):
        state.common[colour] += in_zone(state, colour, state.zone)
        state.cubes[colour, word] &= ~zone_fields(state.zone)


@compiled
def claim_tile(state: State, side: int) -> None:
    """M4.6."""
    slot = 2 * state.zone + side
    state.owned[state.ranking[state.rank]] |= 1 << state.slot[slot]
    state.slot[slot] = NO_TILE
    state.rank += 1


@compiled
def may_decline(state: State, data: Tables) -> bool:
    """M4.9: only who comes third or fourth."""
    return data.may_decline != 0 and state.rank > 1


@compiled
def claim_room(state: State, room: int) -> None:
    player = state.ranking[state.rank]
    state.common[player] -= 1
    state.rooms[player] |= 1 << room
    state.rank += 1


@compiled
def remove_tile(state: State, side: int) -> None:
    state.slot[2 * state.zone + side] = NO_TILE
    state.rank += 1
