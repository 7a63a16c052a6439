"""What every action of Mykerinos does. Nothing here asks whether an action is allowed: `listing` alone decides that."""

from digsite.core.bits import nth, popcount
from digsite.core.game import CHANCE, OVER
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
from digsite.games.mykerinos.rules.desert import field_high, field_low, free, half_turn, on_desert, zone_word
from digsite.games.mykerinos.rules.state import (
    BLACKMORE,
    COLOURS,
    DEAL,
    END,
    FIRST,
    FOLLOW,
    LEMON,
    NEUTRAL,
    NEUTRAL_THEN,
    NO_FIELD,
    NO_TILE,
    NO_ZONE,
    PATRONS,
    PLAYERS,
    ROUNDS,
    TANGERINE,
    THEN,
    TURN,
    VIOLET,
    WING,
    State,
)
from digsite.games.mykerinos.rules.zones import claim_room, claim_tile, remove_tile, score_zones


@outlined
def take_archaeologists(state: State, data: Tables) -> None:
    """M2.1, M7.1: as many as there are; where the neutral ones run short the start player takes first."""
    for turn in range(state.seats):
        player = (state.start + turn) % state.seats
        taken = min(data.per_round[state.seats], state.common[player])
        state.common[player] -= taken
        state.pool[player] += taken
        if state.seats == 2:
            taken = min(data.neutral_per_round, state.common[NEUTRAL])
            state.common[NEUTRAL] -= taken
            state.neutral[player] += taken


@compiled
def begin_round(state: State, data: Tables) -> None:
    """Phase 1: new archaeologists, then tiles (M2.3)."""
    take_archaeologists(state, data)
    state.dealt = 0
    state.pyramids[0] = state.pyramids[1] = 0
    state.actor, state.phase = CHANCE, DEAL


@compiled
def turn_awaited(state: State) -> bool:
    """M2.5: a tile is dealt, and chance has not turned it yet."""
    return state.phase == DEAL and state.slot[state.dealt] != NO_TILE


@outlined
def deal_tile(state: State, data: Tables, tile: int) -> None:
    state.deck &= ~(1 << tile)
    state.slot[state.dealt] = tile
    if not data.random_turns:
        lay_tile(state, data, 0)


@outlined
def lay_tile(state: State, data: Tables, half_turns: int) -> None:
    """The tile dealt last lies as printed or turned by half (M2.5), and the next one is dealt."""
    places = data.pyramids[state.slot[state.dealt]]
    if half_turns:
        places = half_turn(places)
    state.pyramids[zone_word(state.dealt // 2)] |= on_desert(places, state.dealt)
    state.dealt += 1
    if state.dealt == 2 * data.zones[state.round]:
        begin_turn(state, state.start)


@compiled
def begin_turn(state: State, player: int) -> None:
    state.player = player
    state.actor, state.phase = player, TURN
    state.last, state.steps, state.pyramid = NO_FIELD, 0, 0


@compiled
def still_in(state: State) -> int:
    """Players who have not passed this round."""
    count = 0
    for player in range(state.seats):
        count += state.track[player] == 0
    return count


@compiled
def take_space(state: State, player: int) -> None:
    """M3.4, M7.2: the lowest free space of the pass track; with two players the neutral marker is on 2."""
    passed = state.seats - still_in(state)
    state.track[player] = passed + 1 + (state.seats == 2 and passed == 1)


@outlined
def end_turn(state: State, data: Tables) -> None:
    """M3.1, M3.11: the next one who is still in; after the last one's last action the zones are scored."""
    if state.final:
        if state.track[state.player] == 0:
            take_space(state, state.player)
        state.final = 0
        go_on_scoring(state, data)
        return
    player = (state.player + 1) % state.seats
    while state.track[player]:
        player = (player + 1) % state.seats
    state.final = still_in(state) == 1
    begin_turn(state, player)


@outlined
def go_on_scoring(state: State, data: Tables) -> None:
    """Score zone after zone until somebody has a choice, or the round is over."""
    if not score_zones(state, data):
        end_round(state, data)


@outlined
def end_round(state: State, data: Tables) -> None:
    """M4.8, and the end of the game after the last round."""
    for player in range(state.seats):
        if state.track[player] > state.track[state.start]:
            state.start = player
    for player in range(PLAYERS):
        state.track[player] = 0
        for patron in range(PATRONS):
            state.turned[player, patron] = 0
    state.zone, state.rank, state.ranked = NO_ZONE, 0, 0
    for place in range(COLOURS):
        state.ranking[place] = 0
    state.player = 0
    if state.round + 1 == ROUNDS:
        state.pyramids[0] = state.pyramids[1] = 0
        state.last, state.steps, state.pyramid = NO_FIELD, 0, 0
        state.actor, state.phase = OVER, END
    else:
        state.round += 1
        begin_round(state, data)


@outlined
def place(state: State, colour: int, field: int) -> None:
    """One archaeologist from the hand of the player whose turn it is."""
    if colour == NEUTRAL:
        state.neutral[state.player] -= 1
    else:
        state.pool[colour] -= 1
    state.cubes[colour, 0] |= field_low(field)
    state.cubes[colour, 1] |= field_high(field)
    state.last = field


@outlined
def follow_up(state: State, data: Tables) -> None:
    """M7.3: after an own action with two players, neutral ones may be placed if there is a place for them."""
    if state.seats == 2 and neutral_possible(state):
        state.phase = FOLLOW
    else:
        end_turn(state, data)


@compiled
def neutral_possible(state: State) -> bool:
    """A start is possible wherever an extension is."""
    return state.neutral[state.player] > 0 and (free(state, 0) | free(state, 1)) != 0


@compiled
def go_on(state: State, data: Tables, steps: int, phase: int) -> None:
    """More archaeologists of the same action, or its end."""
    state.steps = steps
    if steps:
        state.phase = phase
    elif phase == NEUTRAL_THEN:
        end_turn(state, data)
    else:
        follow_up(state, data)


@compiled
def on_pyramid(state: State, field: int) -> bool:
    return (state.pyramids[0] & field_low(field)) | (state.pyramids[1] & field_high(field)) != 0


@compiled
def start(state: State, data: Tables, field: int) -> None:
    """M3.2, and with Blackmore M3.9."""
    steps = 1 if state.phase == BLACKMORE else 0
    place(state, state.player, field)
    go_on(state, data, steps, THEN)


@compiled
def extend(state: State, data: Tables, field: int) -> None:
    """M3.3, with Lemon M3.7 (exactly one of the two on a pyramid), with Tangerine M3.10."""
    steps = 2 if state.phase == TANGERINE else 1
    state.pyramid = state.phase == LEMON and not on_pyramid(state, field)
    place(state, state.player, field)
    go_on(state, data, steps, THEN)


@compiled
def then(state: State, data: Tables, field: int) -> None:
    phase = state.phase
    place(state, NEUTRAL if phase == NEUTRAL_THEN else state.player, field)
    state.pyramid = 0
    go_on(state, data, state.steps - 1, phase)


@compiled
def use(state: State, patron: int) -> None:
    """M3.5, M3.6: one tile of the patron is turned; Violet brings an archaeologist."""
    player = state.player
    state.turned[player, patron] += 1
    state.phase = VIOLET + patron
    if state.phase == VIOLET:
        state.common[player] -= 1
        state.pool[player] += 1


@compiled
def reserve(state: State, data: Tables, room: int) -> None:
    """M3.8 with Brown from the own pool, else M4.3 from the common one."""
    if state.zone == NO_ZONE:
        state.pool[state.player] -= 1
        state.rooms[state.player] |= 1 << room
        follow_up(state, data)
    else:
        claim_room(state, room)
        go_on_scoring(state, data)


@compiled
def chance_ways(state: State, data: Tables) -> int:
    """In how many equal ways the next draw can come out."""
    if state.phase == FIRST:
        return state.seats
    if state.phase == WING:
        return PATRONS - state.wings
    return 2 if turn_awaited(state) else popcount(state.deck)


@compiled
def patrons_left(state: State) -> int:
    """Patrons without a wing yet, as bits."""
    left = (1 << PATRONS) - 1
    for wing in range(state.wings):
        left &= ~(1 << state.wing[wing])
    return left


@compiled
def chance_action(state: State, data: Tables, way: int) -> int:
    """The draw that comes out in one of these ways."""
    if state.phase == FIRST:
        return FIRST_PLAYER + way
    if state.phase == WING:
        return WING_OF + nth(patrons_left(state), way)
    if turn_awaited(state):
        return TURN_TILE + way
    return DEAL_TILE + nth(state.deck, way)


@compiled
def perform_chance(state: State, data: Tables, action: int) -> None:
    if action < WING_OF:  # M1.2
        state.start = action - FIRST_PLAYER
        state.phase = WING
    elif action < DEAL_TILE:
        state.wing[state.wings] = action - WING_OF
        state.wings += 1
        if state.wings == PATRONS:
            begin_round(state, data)
    elif action < DECLINE:
        deal_tile(state, data, action - DEAL_TILE)
    else:
        lay_tile(state, data, action - TURN_TILE)


@compiled
def perform(state: State, data: Tables, action: int) -> None:  # noqa: C901  compiled; one branch for each kind of action
    if action < EXTEND:
        start(state, data, action - START)
    elif action < THEN_ON:
        extend(state, data, action - EXTEND)
    elif action < PASS:
        then(state, data, action - THEN_ON)
    elif action == PASS:
        take_space(state, state.player)
        end_turn(state, data)
    elif action < NEUTRAL_START:
        use(state, action - USE)
    elif action < NEUTRAL_EXTEND:
        place(state, NEUTRAL, action - NEUTRAL_START)
        end_turn(state, data)
    elif action < SKIP:
        place(state, NEUTRAL, action - NEUTRAL_EXTEND)
        go_on(state, data, 1, NEUTRAL_THEN)
    elif action == SKIP:
        end_turn(state, data)
    elif action < ROOM:
        claim_tile(state, action - TILE)
        go_on_scoring(state, data)
    elif action < REMOVE_TILE:
        reserve(state, data, action - ROOM)
    elif action < FIRST_PLAYER:
        remove_tile(state, action - REMOVE_TILE)
        go_on_scoring(state, data)
    elif action == DECLINE:  # M4.9
        state.rank += 1
        go_on_scoring(state, data)
    else:
        perform_chance(state, data, action)
