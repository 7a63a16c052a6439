"""What may be done now, and what chance may bring: the one source of legality."""

from digsite.core.bits import lowest
from digsite.core.fields import Numbers
from digsite.core.jit import compiled, outlined
from digsite.games.mykerinos.rules.actions import (
    DEAL_TILE,
    DECLINE,
    EXTEND,
    FIRST_PLAYER,
    NEUTRAL_EXTEND,
    NEUTRAL_START,
    PASS,
    REMOVE_TILE,
    ROOM,
    SKIP,
    START,
    THEN_ON,
    TILE,
    TURN_TILE,
    USE,
    WING_OF,
)
from digsite.games.mykerinos.rules.data import Tables
from digsite.games.mykerinos.rules.desert import (
    crowded_high,
    crowded_low,
    field_high,
    field_low,
    free,
    free_pyramids,
    near_high,
    near_low,
)
from digsite.games.mykerinos.rules.museum import open_rooms
from digsite.games.mykerinos.rules.perform import patrons_left, turn_awaited
from digsite.games.mykerinos.rules.scoring import tiles_of
from digsite.games.mykerinos.rules.state import (
    BLACKMORE,
    BROWN,
    CLAIM,
    FIRST,
    FOLLOW,
    LEMON,
    NEUTRAL,
    NEUTRAL_THEN,
    PATRONS,
    REMOVE,
    TANGERINE,
    THEN,
    TURN,
    VIOLET,
    WING,
    WORD,
    State,
)
from digsite.games.mykerinos.rules.zones import claimable_rooms, may_decline, tiles_left

Set = tuple[int, int]  # of fields, in two words


@compiled
def list_bits(bits: int, action: int, out: Numbers, n: int) -> int:
    while bits:
        out[n] = action + lowest(bits)
        bits &= bits - 1
        n += 1
    return n


@compiled
def list_fields(fields: Set, action: int, out: Numbers, n: int) -> int:
    n = list_bits(fields[0], action, out, n)
    return list_bits(fields[1], action + WORD, out, n)


@compiled
def near(fields: Set) -> Set:
    return near_low(fields[0], fields[1]), near_high(fields[0], fields[1])


@compiled
def both(one: Set, other: Set) -> Set:
    return one[0] & other[0], one[1] & other[1]


@compiled
def either(one: Set, other: Set) -> Set:
    return one[0] | other[0], one[1] | other[1]


@compiled
def plain(state: State) -> Set:
    return free(state, 0), free(state, 1)


@compiled
def pyramids(state: State) -> Set:
    return free_pyramids(state, 0), free_pyramids(state, 1)


@compiled
def beside(state: State, colour: int) -> Set:
    """The fields next to a colour's archaeologists."""
    return near((state.cubes[colour, 0], state.cubes[colour, 1]))


@outlined
def starts(state: State, phase: int) -> Set:
    """M3.2; on pyramids with Lemon (M3.7); with room for a second one with Blackmore (M3.9)."""
    pool = state.pool[state.player]
    if phase == LEMON:
        return pyramids(state) if pool >= 1 else (0, 0)
    if phase == BLACKMORE:
        return both(plain(state), near(plain(state))) if pool >= 2 else (0, 0)
    if phase == TANGERINE or pool < 1:
        return 0, 0
    return plain(state)


@outlined
def extensions(state: State, phase: int, colour: int, pool: int) -> Set:
    """The first steps of M3.3, M3.7 and M3.10 from which the rest can be placed."""
    if phase == BLACKMORE or pool < (3 if phase == TANGERINE else 2):
        return 0, 0
    fields = plain(state)
    if phase == LEMON:
        others = pyramids(state)
        firsts = either(both(others, near(fields)), both(fields, near(others)))
    elif phase == TANGERINE:
        crowded = crowded_low(fields[0], fields[1]), crowded_high(fields[0], fields[1])
        firsts = both(fields, near(both(fields, crowded)))
    else:
        firsts = both(fields, near(fields))
    return both(firsts, beside(state, colour))


@outlined
def next_steps(state: State) -> Set:
    """The fields next to the last one: on a pyramid if Lemon owes one, and with a way on if one more must follow."""
    fields = pyramids(state) if state.pyramid else plain(state)
    if state.steps > 1:
        fields = both(fields, near(fields))
    return both(fields, near((field_low(state.last), field_high(state.last))))


@compiled
def any_field(fields: Set) -> bool:
    return (fields[0] | fields[1]) != 0


@outlined
def may_use(state: State, data: Tables, patron: int) -> bool:
    """M3.5 to M3.10: an unturned tile, and a way to do all of it."""
    player, phase = state.player, VIOLET + patron
    if tiles_of(state, data, player, patron) <= state.turned[player, patron]:
        return False
    if phase == BROWN:
        return open_rooms(state, data, player) != 0
    if phase == VIOLET:
        return state.common[player] > 0 and any_field(plain(state))
    if any_field(starts(state, phase)):
        return True
    return any_field(extensions(state, phase, player, state.pool[player]))


@outlined
def list_turn(state: State, data: Tables, out: Numbers, n: int) -> int:
    """M3.1, M3.4: without an own archaeologist at hand one can only pass."""
    player = state.player
    if state.pool[player] == 0:
        out[n] = PASS
        return n + 1
    n = list_digging(state, TURN, out, n)
    out[n] = PASS
    n += 1
    for patron in range(PATRONS):
        if may_use(state, data, patron):
            out[n] = USE + patron
            n += 1
    return n


@outlined
def list_digging(state: State, phase: int, out: Numbers, n: int) -> int:
    n = list_fields(starts(state, phase), START, out, n)
    return list_fields(extensions(state, phase, state.player, state.pool[state.player]), EXTEND, out, n)


@outlined
def list_follow_up(state: State, out: Numbers, n: int) -> int:
    """M7.3."""
    n = list_fields(plain(state), NEUTRAL_START, out, n)
    n = list_fields(extensions(state, TURN, NEUTRAL, state.neutral[state.player]), NEUTRAL_EXTEND, out, n)
    out[n] = SKIP
    return n + 1


@outlined
def list_claims(state: State, data: Tables, out: Numbers, n: int) -> int:
    """M4.3 to M4.5, M4.9."""
    n = list_bits(tiles_left(state), TILE, out, n)
    n = list_bits(claimable_rooms(state, data), ROOM, out, n)
    if may_decline(state, data):
        out[n] = DECLINE
        n += 1
    return n


@compiled
def list_actions(state: State, data: Tables, out: Numbers) -> int:
    """The legal actions of the player to act, ascending."""
    phase = state.phase
    if phase == TURN:
        return list_turn(state, data, out, 0)
    if phase == BROWN:
        return list_bits(open_rooms(state, data, state.player), ROOM, out, 0)
    if phase in (THEN, NEUTRAL_THEN):
        return list_fields(next_steps(state), THEN_ON, out, 0)
    if phase == FOLLOW:
        return list_follow_up(state, out, 0)
    if phase == CLAIM:
        return list_claims(state, data, out, 0)
    if phase == REMOVE:
        return list_bits(tiles_left(state), REMOVE_TILE, out, 0)
    return list_digging(state, phase, out, 0)


@compiled
def list_chance(state: State, data: Tables, ids: Numbers, weights: Numbers) -> int:
    """What can be drawn, ascending; all of it is equally likely."""
    if state.phase == FIRST:
        n = list_bits((1 << state.seats) - 1, FIRST_PLAYER, ids, 0)
    elif state.phase == WING:
        n = list_bits(patrons_left(state), WING_OF, ids, 0)
    elif turn_awaited(state):
        n = list_bits(0b11, TURN_TILE, ids, 0)
    else:
        n = list_bits(state.deck, DEAL_TILE, ids, 0)
    for i in range(n):
        weights[i] = 1
    return n
