"""What may be done now, and what chance may bring: the one source of legality."""

from digsite.core.bits import popcount
from digsite.core.fields import Numbers
from digsite.core.jit import compiled
from digsite.games.thebes.rules.actions import CARD, DIG, EXCHANGE, EXHIBIT, FOUND, MARKER, OPTIONS, SAND, STOP, TAKE
from digsite.games.thebes.rules.cards import card_weights, drawable_shows, owned
from digsite.games.thebes.rules.data import ASSISTANT, SHOVEL, ZEPPELIN, Tables
from digsite.games.thebes.rules.knowledge import (
    USE_ASSISTANT,
    USE_RUMOUR,
    USE_ZEPPELIN,
    has_permit,
    has_rumour,
    in_last_year,
    journey_weeks,
    site_place,
    specialised_knowledge,
    total_knowledge,
    weeks_left,
)
from digsite.games.thebes.rules.perform import exchange_weeks, unstacked
from digsite.games.thebes.rules.state import (
    ARTIFACTS,
    CARDS,
    HALLS,
    MARKERS,
    MOST_WEEKS,
    NO_CARD,
    REFILL,
    RESEARCHERS,
    SITES,
    SPACES,
    TOKENS,
    WORD,
    State,
)


@compiled
def may_exhibit(state: State, data: Tables, player: int, card: int) -> bool:
    """T7.2: enough artifacts, site by site; books are none."""
    for site in range(SITES):
        artifacts = popcount(state.finds[player, site] & ((1 << ARTIFACTS) - 1))
        if artifacts < data.needs[card - RESEARCHERS, site]:
            return False
    return True


@compiled
def list_errand(
    state: State, data: Tables, place: int, weeks: int, zeppelins: int, action: int, out: Numbers, n: int
) -> int:
    """An action at a place, on foot if time allows (T8.3) and by zeppelin if there is a way to go (T3.3)."""
    player = state.order[0]
    spare = weeks_left(state, data, player) - weeks
    if spare < 0:
        return n
    journey = journey_weeks(state, data, player, place)
    if journey <= spare:
        out[n] = action
        n += 1
    if zeppelins and journey:
        out[n] = action + 1
        n += 1
    return n


@compiled
def list_dig(
    data: Tables, site: int, options: int, knowledge: int, left: int, shovels: int, out: Numbers, n: int
) -> int:
    """All weeks that draw a token (T6.8) and end in time (T8.3), without and with a lone shovel (T6.9)."""
    shortest, longest = data.shortest[knowledge], min(MOST_WEEKS, left)
    for shovel in range(2 if shovels == 1 else 1):
        action = DIG + (site * OPTIONS + options + shovel) * MOST_WEEKS - 1
        for weeks in range(shortest, longest + 1):
            out[n] = action + weeks
            n += 1
    return n


@compiled
def list_digs(state: State, data: Tables, zeppelins: int, out: Numbers, n: int) -> int:
    player = state.order[0]
    left = weeks_left(state, data, player)
    assistants = owned(state, data, player, ASSISTANT)
    shovels = owned(state, data, player, SHOVEL)
    for site in range(SITES):
        rumour = has_rumour(state, data, player, site)
        if not (state.books[player, site] or assistants or rumour):
            continue
        walk = journey_weeks(state, data, player, site_place(site))
        for flight in range(0, USE_ZEPPELIN + 1 if zeppelins and walk else 1, USE_ZEPPELIN):
            journey = 0 if flight else walk
            if not has_permit(state, data, player, site, journey):
                continue
            for helper in range(0, USE_ASSISTANT + 1 if assistants == 1 else 1, USE_ASSISTANT):
                for rumoured in range(0, USE_RUMOUR + 1 if rumour else 1, USE_RUMOUR):
                    options = flight + helper + rumoured
                    specialised = specialised_knowledge(state, data, player, site, assistants, options)
                    knowledge = total_knowledge(specialised, state.general[player])
                    n = list_dig(data, site, options, knowledge, left - journey, shovels, out, n)
    return n


@compiled
def list_actions(state: State, data: Tables, out: Numbers) -> int:
    """The legal actions of the player to act, ascending."""
    player = state.order[0]
    zeppelins = owned(state, data, player, ZEPPELIN)
    n = 0
    for space in range(SPACES):
        card = state.display[space]
        if card != NO_CARD:
            n = list_errand(state, data, data.city[card], data.weeks[card], zeppelins, TAKE + 2 * space, out, n)
    n = list_errand(state, data, data.warsaw, exchange_weeks(state, player), zeppelins, EXCHANGE, out, n)
    for hall in range(HALLS):
        card = state.hall[hall]
        if card != NO_CARD and may_exhibit(state, data, player, card):
            n = list_errand(state, data, data.city[card], data.weeks[card], zeppelins, EXHIBIT + 2 * hall, out, n)
    n = list_digs(state, data, zeppelins, out, n)
    if in_last_year(state, data, player):  # T8.4
        out[n] = STOP
        n += 1
    return n


@compiled
def list_markers(state: State, ids: Numbers, weights: Numbers) -> int:
    n = 0
    for seat in range(state.seats):
        if (unstacked(state) >> seat) & 1:
            ids[n], weights[n] = MARKER + seat, 1
            n += 1
    return n


@compiled
def list_cards(state: State, data: Tables, ids: Numbers, weights: Numbers) -> int:
    researcher, show = card_weights(state)
    n = 0
    for card in range(CARDS):
        word, bit = card // WORD, card % WORD
        cards = state.deck[word] if card < RESEARCHERS else drawable_shows(state, data, word)
        weight = researcher if card < RESEARCHERS else show
        if (cards >> bit) & 1 and weight:
            ids[n], weights[n] = CARD + card, weight
            n += 1
    return n


@compiled
def list_tokens(state: State, data: Tables, ids: Numbers, weights: Numbers) -> int:
    site = state.dig_site
    n = 0
    for token in range(1, TOKENS):
        if (state.bag[site] >> token) & 1:
            ids[n], weights[n] = FOUND + token - 1, 1
            n += 1
    if data.sand[site] > state.dig_sand:
        ids[n], weights[n] = SAND, data.sand[site] - state.dig_sand
        n += 1
    return n


@compiled
def list_chance(state: State, data: Tables, ids: Numbers, weights: Numbers) -> int:
    """What can be drawn, ascending, with weights (not yet without a common divisor)."""
    if state.phase == MARKERS:
        return list_markers(state, ids, weights)
    if state.phase == REFILL:
        return list_cards(state, data, ids, weights)
    return list_tokens(state, data, ids, weights)
