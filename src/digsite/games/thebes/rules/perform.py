"""What every action of Thebes does. Nothing here asks whether an action is allowed: `listing` alone decides that."""

from digsite.core.bits import nth, popcount
from digsite.core.game import CHANCE, OVER
from digsite.core.jit import compiled
from digsite.games.thebes.rules.actions import CARD, DIG, EXCHANGE, EXHIBIT, FOUND, MARKER, OPTIONS, SAND, STOP, TAKE
from digsite.games.thebes.rules.cards import add, card_of, card_total, discard_lowest, draw_awaited, lay_out, receive
from digsite.games.thebes.rules.data import ASSISTANT, PERMIT, SHOVEL, ZEPPELIN, Tables
from digsite.games.thebes.rules.knowledge import (
    USE_ASSISTANT,
    USE_RUMOUR,
    USE_SHOVEL,
    USE_ZEPPELIN,
    journey_weeks,
    site_place,
    tokens_drawn,
    weeks_left,
    year_of,
)
from digsite.games.thebes.rules.state import (
    END,
    FIND,
    FOUND_BOOK,
    FOUND_GENERAL,
    MARKERS,
    MOST_WEEKS,
    NO_CARD,
    NO_SEAT,
    REFILL,
    SPACES,
    TURN,
    State,
)


@compiled
def next_turn(state: State, data: Tables) -> None:
    """T2.1, T8.5: the first in order moves, or all are done."""
    player = state.order[0]
    if weeks_left(state, data, player):
        state.actor, state.phase = player, TURN
    else:
        state.actor, state.phase = OVER, END


@compiled
def refill(state: State, data: Tables) -> None:
    """T4.3: as long as a space waits for a card, chance is to act."""
    if draw_awaited(state):
        state.actor, state.phase = CHANCE, REFILL
    else:
        next_turn(state, data)


@compiled
def stack_marker(state: State, data: Tables, player: int) -> None:
    """T1.2: the marker goes on top, so it is the first to move (T2.2)."""
    for place in range(state.stacked, 0, -1):
        state.order[place] = state.order[place - 1]
    state.order[0] = player
    state.stacked += 1
    if state.stacked == state.seats:
        refill(state, data)


@compiled
def spend(state: State, data: Tables, player: int, weeks: int) -> None:
    """T2.5, and the new year of T8.1."""
    before = state.time[player]
    state.time[player] += weeks
    if not data.renew_late:
        renew_permits(state, data, player, before)


@compiled
def renew_permits(state: State, data: Tables, player: int, before: int) -> None:
    """T8.1: all permits are valid again if a year has begun since a time."""
    if year_of(data, state.time[player]) > year_of(data, before):
        state.used[player] = 0


@compiled
def travel(state: State, data: Tables, player: int, place: int, zeppelin: bool) -> None:
    """T3.1 to T3.3."""
    if zeppelin:
        discard_lowest(state, player, data.of_kind[ZEPPELIN, 0], data.of_kind[ZEPPELIN, 1])
    else:
        spend(state, data, player, journey_weeks(state, data, player, place))
    state.place[player] = place


@compiled
def take_place_in_time(state: State, player: int) -> None:
    """T2.1, T2.2: behind all who are further back, on top of those on the same space."""
    place = 0
    while place + 1 < state.seats and state.time[state.order[place + 1]] < state.time[player]:
        state.order[place] = state.order[place + 1]
        place += 1
    state.order[place] = player


@compiled
def end_series(state: State) -> None:
    state.series, state.exchanger = 0, NO_SEAT


@compiled
def take(state: State, data: Tables, player: int, space: int, zeppelin: bool) -> None:
    card = state.display[space]
    travel(state, data, player, data.city[card], zeppelin)
    spend(state, data, player, data.weeks[card])
    state.display[space] = NO_CARD
    receive(state, data, player, card)
    end_series(state)
    take_place_in_time(state, player)
    refill(state, data)


@compiled
def exchange_weeks(state: State, player: int) -> int:
    """T5.2: one week more for every exchange just before."""
    return 1 + state.series if state.exchanger == player else 1


@compiled
def exchange(state: State, data: Tables, player: int, zeppelin: bool) -> None:
    weeks = exchange_weeks(state, player)
    travel(state, data, player, data.warsaw, zeppelin)
    spend(state, data, player, weeks)
    for space in range(SPACES):
        card = state.display[space]
        if card != NO_CARD:
            add(state.discards, card)
            state.supply += 1
            state.display[space] = NO_CARD
    state.series, state.exchanger = weeks, player
    take_place_in_time(state, player)
    refill(state, data)


@compiled
def exhibit(state: State, data: Tables, player: int, hall: int, zeppelin: bool) -> None:
    card = state.hall[hall]
    travel(state, data, player, data.city[card], zeppelin)
    spend(state, data, player, data.weeks[card])
    state.hall[hall] = NO_CARD
    add(state.hand[player], card)
    end_series(state)
    take_place_in_time(state, player)
    next_turn(state, data)


@compiled
def use_permit(state: State, data: Tables, player: int, site: int) -> None:
    """T6.11, T6.12."""
    if (state.used[player] >> site) & 1:
        discard_lowest(state, player, data.of_kind[PERMIT, 0], data.of_kind[PERMIT, 1])
    else:
        state.used[player] |= 1 << site


@compiled
def discard_helpers(state: State, data: Tables, player: int, site: int, options: int) -> None:
    """T6.4, T6.5, T6.9: what was used for one dig only."""
    if options & USE_ASSISTANT:
        discard_lowest(state, player, data.of_kind[ASSISTANT, 0], data.of_kind[ASSISTANT, 1])
    if options & USE_RUMOUR:
        discard_lowest(state, player, data.rumours[site, 0], data.rumours[site, 1])
    if options & USE_SHOVEL:
        discard_lowest(state, player, data.of_kind[SHOVEL, 0], data.of_kind[SHOVEL, 1])


@compiled
def dig(state: State, data: Tables, player: int, site: int, weeks: int, options: int) -> None:
    travel(state, data, player, site_place(site), options & USE_ZEPPELIN != 0)
    tokens = tokens_drawn(state, data, player, site, weeks, options)
    use_permit(state, data, player, site)
    discard_helpers(state, data, player, site, options)
    spend(state, data, player, weeks)
    if (state.bonus >> site) & 1:  # T6.13
        state.bonus &= ~(1 << site)
        state.finds[player, site] |= 1
    end_series(state)
    take_place_in_time(state, player)
    state.digger, state.dig_site, state.dig_left = player, site, tokens
    go_on_digging(state, data)


@compiled
def bag_size(state: State, data: Tables, site: int) -> int:
    """Tokens in a bag, less the sand that a dig under way has taken out."""
    return popcount(state.bag[site]) + data.sand[site] - state.dig_sand


@compiled
def go_on_digging(state: State, data: Tables) -> None:
    """T6.10: until all tokens are drawn or the bag is empty; then the sand goes back."""
    if state.dig_left and bag_size(state, data, state.dig_site):
        state.actor, state.phase = CHANCE, FIND
        return
    state.digger = NO_SEAT
    state.dig_site = state.dig_left = state.dig_sand = state.dig_found = 0
    next_turn(state, data)


@compiled
def find(state: State, data: Tables, token: int) -> None:
    player, site = state.digger, state.dig_site
    state.bag[site] &= ~(1 << token)
    state.dig_found |= 1 << token
    state.finds[player, site] |= 1 << token
    if token == FOUND_BOOK:
        state.books[player, data.book_on[site]] += 1
    elif token == FOUND_GENERAL:
        state.general[player] += data.found_general[site]


@compiled
def chance_ways(state: State, data: Tables) -> int:
    """In how many equal ways the next draw can come out."""
    if state.phase == MARKERS:
        return state.seats - state.stacked
    if state.phase == REFILL:
        return card_total(state)
    return bag_size(state, data, state.dig_site)


@compiled
def unstacked(state: State) -> int:
    """The seats whose markers are not on the stack yet, as bits."""
    waiting = (1 << state.seats) - 1
    for place in range(state.stacked):
        waiting &= ~(1 << state.order[place])
    return waiting


@compiled
def chance_action(state: State, data: Tables, way: int) -> int:
    """The draw that comes out in one of these ways."""
    if state.phase == MARKERS:
        return MARKER + nth(unstacked(state), way)
    if state.phase == REFILL:
        return CARD + card_of(state, data, way)
    left = state.bag[state.dig_site]
    if way < popcount(left):
        return FOUND - 1 + nth(left, way)
    return SAND


@compiled
def perform_chance(state: State, data: Tables, action: int) -> None:
    if action < CARD:
        stack_marker(state, data, action - MARKER)
    elif action < FOUND:
        lay_out(state, data, action - CARD)
        refill(state, data)
    else:
        state.dig_left -= 1
        if action == SAND:
            state.dig_sand += 1
        else:
            find(state, data, action - FOUND + 1)
        go_on_digging(state, data)


@compiled
def perform_turn(state: State, data: Tables, player: int, action: int) -> None:
    """One journey and one action (T2.4)."""
    if action < EXCHANGE:
        take(state, data, player, (action - TAKE) >> 1, action & 1 != 0)
    elif action < EXHIBIT:
        exchange(state, data, player, action & 1 != 0)
    elif action < DIG:
        exhibit(state, data, player, (action - EXHIBIT) >> 1, action & 1 != 0)
    elif action < STOP:
        block, weeks = (action - DIG) // MOST_WEEKS, (action - DIG) % MOST_WEEKS + 1
        dig(state, data, player, block // OPTIONS, weeks, block % OPTIONS)
    else:  # T8.4
        spend(state, data, player, weeks_left(state, data, player))
        end_series(state)
        take_place_in_time(state, player)
        next_turn(state, data)


@compiled
def perform(state: State, data: Tables, action: int) -> None:
    if action >= MARKER:
        perform_chance(state, data, action)
        return
    player = state.order[0]
    before = state.time[player]
    perform_turn(state, data, player, action)
    if data.renew_late:  # T8.6
        renew_permits(state, data, player, before)
