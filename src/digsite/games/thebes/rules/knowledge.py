"""Journeys, weeks and knowledge: what an action costs and what a dig brings (T3, T6.1 to T6.9, T8.1 to T8.4)."""

from digsite.core.jit import compiled
from digsite.games.thebes.rules.cards import owned
from digsite.games.thebes.rules.data import ASSISTANT, CAR, PERMIT, SHOVEL, Tables
from digsite.games.thebes.rules.state import CITIES, MOST_KNOWLEDGE, State

# Options of an action, as bits: what is used, of all that may be
USE_SHOVEL, USE_RUMOUR, USE_ASSISTANT, USE_ZEPPELIN = 1, 2, 4, 8


@compiled
def year_of(data: Tables, time: int) -> int:
    """Years gone by at a time: space 52 still belongs to the old year (T8.1)."""
    return (time - 1) // data.year if time else 0


@compiled
def weeks_left(state: State, data: Tables, player: int) -> int:
    """T8.3: how far a player's marker may go at all."""
    return data.end[state.seats] - state.time[player]


@compiled
def in_last_year(state: State, data: Tables, player: int) -> bool:
    """The end space is one week after the last year."""
    return weeks_left(state, data, player) <= data.year


@compiled
def journey_weeks(state: State, data: Tables, player: int, place: int) -> int:
    """T3.1 and T3.2, without a zeppelin."""
    steps = data.steps[state.place[player], place]
    if steps >= 3 and owned(state, data, player, CAR):
        return steps - 1
    return steps


@compiled
def has_permit(state: State, data: Tables, player: int, site: int, journey: int) -> bool:
    """T6.1, T6.12, T8.1, T8.6: a valid permit, one that the journey itself renews, or a special one."""
    if not (state.used[player] >> site) & 1 or owned(state, data, player, PERMIT) > 0:
        return True
    arrival = state.time[player] + journey
    return year_of(data, arrival) > year_of(data, state.time[player]) and not data.renew_late


@compiled
def has_rumour(state: State, data: Tables, player: int, site: int) -> bool:
    return (state.hand[player, 0] & data.rumours[site, 0]) | (state.hand[player, 1] & data.rumours[site, 1]) != 0


@compiled
def specialised_knowledge(state: State, data: Tables, player: int, site: int, assistants: int, options: int) -> int:
    """T6.2 to T6.5."""
    points = state.books[player, site] + data.sets[assistants]
    if options & USE_ASSISTANT:
        points += data.single
    if options & USE_RUMOUR:
        points += data.rumour
    return points


@compiled
def total_knowledge(specialised: int, general: int) -> int:
    """T6.6, T6.7; 0 where there is no specialised knowledge."""
    return min(specialised + min(general, specialised), MOST_KNOWLEDGE)


@compiled
def tokens_drawn(state: State, data: Tables, player: int, site: int, weeks: int, options: int) -> int:
    """T6.8 and T6.9."""
    assistants = owned(state, data, player, ASSISTANT)
    specialised = specialised_knowledge(state, data, player, site, assistants, options)
    tokens = data.wheel[total_knowledge(specialised, state.general[player]), weeks]
    tokens += data.sets[owned(state, data, player, SHOVEL)]
    if options & USE_SHOVEL:
        tokens += data.single
    return tokens


@compiled
def site_place(site: int) -> int:
    return CITIES + site
