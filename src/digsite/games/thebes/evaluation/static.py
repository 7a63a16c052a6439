"""The static evaluation of Thebes positions: expected points, and which actions share a key in a search.

Bots read these; nothing here decides what is allowed. A player is expected to make the best of the weeks left: every
dig that permits allow is planned at a price of points a week, and the price rises until all that is planned can be
done.

The weights began as guesses. Scholars with all of them changed at random met in a few thousand games, weights were
moved to where points came from, and the whole was kept when it won. The spread is fitted to who won, by the expected
points and the weeks left.
"""

from digsite.core.bits import popcount
from digsite.core.fields import Reals
from digsite.core.jit import compiled, outlined
from digsite.games.thebes.rules.actions import ACTIONS, EXCHANGE, EXHIBIT, TAKE
from digsite.games.thebes.rules.cards import owned
from digsite.games.thebes.rules.data import ASSISTANT, CAR, CONGRESS, PERMIT, SHOVEL, ZEPPELIN, Tables
from digsite.games.thebes.rules.knowledge import has_rumour, journey_weeks, site_place, weeks_left, year_of
from digsite.games.thebes.rules.scoring import artifact_points, exhibition_points
from digsite.games.thebes.rules.state import (
    ARTIFACTS,
    CARDS,
    FOUND_BOOK,
    FOUND_GENERAL,
    HALLS,
    MOST_KNOWLEDGE,
    MOST_WEEKS,
    NO_CARD,
    RESEARCHERS,
    SITES,
    State,
)

TokenWorths = tuple[float, float, float, float, float]  # by site
ON_CARDS = 2 * CARDS  # actions on cards lying open, by card and not by place
KEYS = ON_CARDS + ACTIONS
# The search parameters (see `bots.search_tree`) that play best with this evaluation, found by matches
SEARCH_PARAMS = {"exploration": 0.2, "temperature": 0, "prior_visits": 200, "margin": 0.2}
ALL_ARTIFACTS = (1 << ARTIFACTS) - 1

# Time, in points a week
WEEK = 0.75  # what a week is worth at least, spent on anything
STEEPER = 1.45  # by how much the price of weeks rises while more is planned than can be done
PRICES = 6  # prices tried
RUSH = 12.0  # weeks before the end from which the least price falls
# Digs
JOURNEY = 1.5  # weeks on the way to a dig, usually
NEARNESS = 0.4  # how much of the way to this year's digs is the way from here
LATE = 11.0  # weeks left in the year when half of its digs will still be done
FOUND_SPECIAL = 1.0  # points that a book in a bag is worth
FOUND_WIDE = 1.2  # … and a general one
FIRST = 0.6  # of the first-dig bonus, while it lies there
# Learning still to come, in points of knowledge of every site
SOON = 0.6  # for digs of this year
NEXT = 2.0  # for those of each year after
WIDER = 0.5  # general knowledge a year
# Cards
HELPER = 0.9  # of a point of knowledge: a lone assistant
SPADE = 0.8  # of a token: a lone shovel
THIRD = 0.55  # of either: two, for the third to come
FLIGHT = 1.0  # a zeppelin
CAR_WEEKS = 0.25  # weeks that a car saves on the way to a dig
AGAIN = 0.3  # a special permit, of the best dig of a year
USEFUL = 24.0  # weeks left with which cards are worth half as much
PROMISE = 0.35  # points to come for every congress card one has and every one that is free, in a year
# Exhibitions
EXHIBITED = 0.5  # chance to be the one who shows what one could show now
LACKING = 0.45  # factor for every artifact that is missing
VARIETY = 0.15  # an artifact of a site, for exhibitions to come …
MOST_NEEDED = 3.0  # … which need no more of it
ERRAND = 1.2  # weeks on the way to an exhibition
# Majorities
DOUBT = 0.6  # points of knowledge by which a lead may change, at the end
LATER = 0.018  # … and more for every week left
# How wrong all this may be
SPREAD = 2.5  # points at the end
WIDENING = 0.085  # more for every week left
# By so many points plans were too high with 0, 20, 40 … weeks left; taken off all alike, so it changes no choice
OPTIMISM = (0.0, 3.0, 11.0, 22.0, 31.0, 40.0, 48.0, 41.0, 30.0)
OPTIMISM_WEEKS = 20


@compiled
def bag_worth(state: State, data: Tables, site: int) -> float:
    """Return the points of all that is in a bag."""
    worth = 0.0
    bag = state.bag[site]
    for token in range(1, ARTIFACTS):
        if (bag >> token) & 1:
            worth += data.worth[site, token]
    if (bag >> FOUND_BOOK) & 1:
        worth += FOUND_SPECIAL
    if (bag >> FOUND_GENERAL) & 1:
        worth += FOUND_WIDE
    return worth


@compiled
def tokens_in(state: State, data: Tables, site: int) -> int:
    """Return how many tokens are in a bag now."""
    tokens = popcount(state.bag[site]) + data.sand[site]
    return tokens - state.dig_sand if site == state.dig_site else tokens


@compiled
def share_drawn(state: State, data: Tables) -> float:
    """Return the part of its bag that the dig under way will still draw."""
    tokens = tokens_in(state, data, state.dig_site)
    return min(state.dig_left, tokens) / max(tokens, 1)


@compiled
def token_worth(state: State, data: Tables, site: int) -> float:
    """Return the points of a token of a bag on average, when a dig under way will have ended."""
    finds = popcount(state.bag[site])
    kept = 1.0 - share_drawn(state, data) if site == state.dig_site else 1.0
    return kept * bag_worth(state, data, site) / max(kept * finds + data.sand[site], 1.0)


@compiled
def best_dig(
    data: Tables, knowledge: float, worth: float, shovels: float, price: float, journey: float, longest: int
) -> tuple[float, float]:
    """What the best dig brings beyond the price of its weeks, and these weeks; knowledge may lie between two rows."""
    knowledge = min(knowledge, float(MOST_KNOWLEDGE))
    low = int(knowledge)
    part = knowledge - low
    high = min(low + 1, MOST_KNOWLEDGE)
    gain, cost = 0.0, 0.0
    for weeks in range(data.shortest[high], longest + 1):
        tokens = (1.0 - part) * data.wheel[low, weeks] + part * data.wheel[high, weeks]
        tokens += shovels * min(tokens, 1.0)
        brings = worth * tokens - price * (weeks + journey)
        if brings > gain:
            gain, cost = brings, weeks + journey
    return gain, cost


@compiled
def whole_knowledge(special: float, general: float) -> float:
    """T6.6, for knowledge that is only expected."""
    return special + min(special, general)


@compiled
def set_worth(data: Tables, cards: int, lone: float, pair: float) -> float:
    """Return what a set of assistants or shovels adds to a dig, with those that may still join it."""
    worth = float(data.sets[cards])
    if cards == 1:
        worth += lone
    elif cards == 2:
        worth += pair
    return worth


@compiled
def dig_plans(state: State, data: Tables, player: int, price: float, worths: TokenWorths) -> tuple[float, float]:
    """Return what the digs of all years left bring beyond the price of their weeks, and these weeks."""
    left = weeks_left(state, data, player)
    year = year_of(data, state.time[player])
    years = (data.end[state.seats] - 2) // data.year - year
    in_year = (year + 1) * data.year - state.time[player]
    still = in_year / (in_year + LATE)
    shovels = set_worth(data, owned(state, data, player, SHOVEL), SPADE, THIRD)
    special = set_worth(data, owned(state, data, player, ASSISTANT), HELPER, THIRD)
    general = float(state.general[player])
    usual = JOURNEY
    if owned(state, data, player, CAR):
        usual -= CAR_WEEKS
    gains, weeks, best = 0.0, 0.0, 0.0
    for site in range(SITES):
        known = special + state.books[player, site]
        rumour = float(data.rumour) if has_rumour(state, data, player, site) else 0.0
        worth = worths[site]
        if not (state.used[player] >> site) & 1:
            journey = journey_weeks(state, data, player, site_place(site))
            longest = min(MOST_WEEKS, left - journey)
            way = (1.0 - NEARNESS) * usual + NEARNESS * journey
            knowledge = whole_knowledge(known + rumour + SOON * still, general)
            gain, cost = best_dig(data, knowledge, worth, shovels, price, way, longest)
            best = max(best, gain)
            if (state.bonus >> site) & 1 and gain > 0:
                gain += FIRST
            gains += gain * still
            weeks += cost * still
            if still > 0.5:
                rumour = 0.0
        for later in range(1, years + 1):
            knowledge = whole_knowledge(known + rumour + NEXT * later, general + WIDER * later)
            gain, cost = best_dig(data, knowledge, worth, shovels, price, usual, MOST_WEEKS)
            best = max(best, gain)
            gains += gain
            weeks += cost
            rumour = 0.0
    gains += AGAIN * best * owned(state, data, player, PERMIT)
    return gains, weeks


@compiled
def least_price(left: int) -> float:
    """Return what a week is worth at least, in points."""
    return WEEK * left / (left + RUSH)


@compiled
def time_worth(state: State, data: Tables, player: int, worths: TokenWorths) -> float:
    """Return what the weeks left will bring, at the price at which all that is planned can just be done."""
    left = weeks_left(state, data, player)
    price = least_price(left)
    best = 1e9
    for _ in range(PRICES):
        gains, weeks = dig_plans(state, data, player, price, worths)
        best = min(best, gains + price * left)
        if weeks <= left:
            break
        price *= STEEPER
    return best


@compiled
def kit_worth(state: State, data: Tables, player: int) -> float:
    """Return what cards will still bring that are used once, or with others like them."""
    left = weeks_left(state, data, player)
    worth = FLIGHT * owned(state, data, player, ZEPPELIN)
    return worth * left / (left + USEFUL)


@compiled
def free_congresses(state: State, data: Tables) -> int:
    """Return how many congress cards nobody has."""
    free = popcount(data.of_kind[CONGRESS, 0]) + popcount(data.of_kind[CONGRESS, 1])
    for player in range(state.seats):
        free -= owned(state, data, player, CONGRESS)
    return free


@compiled
def congress_worth(state: State, data: Tables, player: int) -> float:
    """Return the congresses so far, and what others of those nobody has would add."""
    cards = owned(state, data, player, CONGRESS)
    free = free_congresses(state, data)
    return data.congress[cards] + PROMISE * cards * free * weeks_left(state, data, player) / data.year


@compiled
def artifacts_of(state: State, data: Tables, player: int, site: int) -> float:
    """Return the artifacts a player has of a site, with those that the dig under way may add."""
    artifacts = float(popcount(state.finds[player, site] & ALL_ARTIFACTS))
    if site == state.dig_site and state.digger == player:
        artifacts += share_drawn(state, data) * popcount(state.bag[site] & ALL_ARTIFACTS)
    return artifacts


@compiled
def show_worth(state: State, data: Tables, player: int) -> float:
    """Return what open exhibitions and those to come will bring."""
    worth = 0.0
    left = weeks_left(state, data, player)
    price = least_price(left)
    for hall in range(HALLS):
        card = state.hall[hall]
        if card == NO_CARD or data.weeks[card] > left:
            continue
        chance = EXHIBITED
        for site in range(SITES):
            need = data.needs[card - RESEARCHERS, site]
            if need:
                lacking = need - artifacts_of(state, data, player, site)
                if lacking > 0:
                    chance *= LACKING**lacking
        worth += chance * max(data.value[card] - price * (data.weeks[card] + ERRAND), 0.0)
    various = 0.0
    for site in range(SITES):
        various += min(artifacts_of(state, data, player, site), MOST_NEEDED)
    return worth + VARIETY * various * left / (left + USEFUL)


@compiled
def majority_worth(state: State, data: Tables, player: int) -> float:
    """Return each site's majority by the lead in books, more doubtful while there is time to learn."""
    worth = 0.0
    doubt = DOUBT + LATER * weeks_left(state, data, state.order[0])
    for site in range(SITES):
        mine, most = state.books[player, site], 0
        for other in range(state.seats):
            if other != player:
                most = max(most, state.books[other, site])
        if mine or most:
            lead = (mine - most) / doubt
            worth += data.majority * 0.5 * (1.0 + lead / (1.0 + abs(lead)))
    return worth


@compiled
def most_weeks_left(state: State, data: Tables) -> int:
    """Return the weeks left of whoever has most."""
    most = 0
    for player in range(state.seats):
        most = max(most, weeks_left(state, data, player))
    return most


@compiled
def optimism(left: int) -> float:
    """Return the points by which plans promise too much: other players take some of it first."""
    part = min(left / OPTIMISM_WEEKS, len(OPTIMISM) - 1.001)
    place = int(part)
    return OPTIMISM[place] + (part - place) * (OPTIMISM[place + 1] - OPTIMISM[place])


@compiled
def all_token_worths(state: State, data: Tables) -> TokenWorths:
    """Return the points of a token of each site's bag on average."""
    return (
        token_worth(state, data, 0),
        token_worth(state, data, 1),
        token_worth(state, data, 2),
        token_worth(state, data, 3),
        token_worth(state, data, 4),
    )


@outlined
def promises(
    state: State, data: Tables, player: int, worths: TokenWorths
) -> tuple[float, float, float, float, float, float]:
    """The points a player may expect: found and shown, weeks to come, cards, congresses, majorities, exhibitions."""
    points = float(artifact_points(state, data, player) + exhibition_points(state, data, player))
    if state.digger == player:
        points += share_drawn(state, data) * bag_worth(state, data, state.dig_site)
    return (
        points,
        time_worth(state, data, player, worths),
        kit_worth(state, data, player),
        congress_worth(state, data, player),
        majority_worth(state, data, player),
        show_worth(state, data, player),
    )


@outlined
def evaluate(state: State, data: Tables, totals: Reals) -> float:
    """Fill in the points each seat may expect at the end. Return the spread: by how much they may be wrong."""
    worths = all_token_worths(state, data)
    left = most_weeks_left(state, data)
    for player in range(state.seats):
        found, time, kit, congresses, majorities, shows = promises(state, data, player, worths)
        totals[player] = found + time + kit + congresses + majorities + shows - optimism(left)
    return SPREAD + WIDENING * left


@compiled
def key_of(state: State, data: Tables, action: int) -> int:
    """Return the key of an action in the search tree: a card keeps its key wherever it lies."""
    if action < EXCHANGE:
        return 2 * state.display[(action - TAKE) >> 1] + (action & 1)
    if EXHIBIT <= action < EXHIBIT + 6:
        return 2 * state.hall[(action - EXHIBIT) >> 1] + (action & 1)
    return ON_CARDS + action


@compiled
def is_leaf(state: State) -> bool:
    """Return whether a search evaluates here and looks no further: never in Thebes."""
    return False


@compiled
def in_chain(state: State) -> bool:
    """Return whether the decision at hand completes an action begun before: never in Thebes."""
    return False
