"""How a Thebes player judges: what a position promises, what an action is worth a thought, which actions are the same.

Bots read these three; nothing here decides what is allowed.
"""

from math import sqrt
from typing import Any

from digsite.core.bits import popcount
from digsite.core.fields import Numbers
from digsite.core.jit import compiled, outlined
from digsite.games.thebes.actions import ACTIONS, DIG, EXCHANGE, EXHIBIT, OPTIONS, STOP, TAKE
from digsite.games.thebes.cards import owned
from digsite.games.thebes.data import (
    ASSISTANT,
    BOOK,
    CAR,
    CONGRESS,
    GENERAL,
    PERMIT,
    RUMOUR,
    SHOVEL,
    ZEPPELIN,
    Tables,
)
from digsite.games.thebes.knowledge import (
    USE_ASSISTANT,
    USE_RUMOUR,
    USE_SHOVEL,
    USE_ZEPPELIN,
    has_rumour,
    journey_weeks,
    site_place,
    specialised_knowledge,
    total_knowledge,
    weeks_left,
    year_of,
)
from digsite.games.thebes.rules import bag_size
from digsite.games.thebes.scoring import artifact_points, exhibition_points
from digsite.games.thebes.state import (
    ARTIFACTS,
    CARDS,
    FIND,
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

ON_CARDS = 2 * CARDS  # actions on cards lying open, by card and not by place
KEYS = ON_CARDS + ACTIONS
ALL_ARTIFACTS = (1 << ARTIFACTS) - 1

# Time, in points a week
WEEK = 0.6  # what a week is worth at least, spent on anything
STEEPER = 1.45  # by how much the price of weeks rises while more is planned than can be done
PRICES = 6  # prices tried
RUSH = 12.0  # weeks before the end from which the least price falls
# Digs
JOURNEY = 1.8  # weeks on the way to a dig, usually
NEARNESS = 0.5  # how much of the way to this year's digs is the way from here
LATE = 10.0  # weeks left in the year when half of its digs will still be done
DRAIN = 0.9  # what a bag is worth a year later
FOUND_SPECIAL = 1.0  # points that a book in a bag is worth
FOUND_WIDE = 1.5  # … and a general one
FIRST = 0.6  # of the first-dig bonus, while it lies there
# Learning still to come, in points of knowledge of every site
SOON = 0.5  # for digs of this year
NEXT = 2.2  # for those of each year after
WIDER = 0.5  # general knowledge a year
# Cards
HELPER = 0.8  # of a point of knowledge: a lone assistant
SPADE = 0.8  # of a token: a lone shovel
THIRD = 0.5  # of either: two, for the third to come
FLIGHT = 1.0  # a zeppelin
CAR_WEEKS = 0.25  # weeks that a car saves on the way to a dig
AGAIN = 0.5  # a special permit, of the best dig of a year
USEFUL = 20.0  # weeks left with which cards are worth half as much
PROMISE = 1.5  # points to come for every congress card a year before the end
# Exhibitions
EXHIBITED = 0.8  # chance to be the one who shows what one could show now
LACKING = 0.45  # factor for every artifact that is missing
ERRAND = 1.0  # weeks on the way to an exhibition
# Majorities
DOUBT = 0.6  # points of knowledge by which a lead may change, at the end
LATER = 0.03  # … and more for every week left
# How wrong all this may be
SPREAD = 3.0  # points at the end
WIDENING = 0.9  # more for the square root of weeks left


@compiled
def bag_worth(state: State, data: Tables, site: int) -> float:
    """The points of all that is in a bag."""
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
def best_dig(
    data: Tables, knowledge: float, worth: float, shovels: float, price: float, journey: float, longest: int
) -> tuple[float, float]:
    """What the best dig brings beyond the price of its weeks, and these weeks; knowledge may lie between two rows."""
    knowledge = min(knowledge, float(MOST_KNOWLEDGE))
    low = int(knowledge)
    part = knowledge - low
    high = min(low + 1, MOST_KNOWLEDGE)
    gain, cost = 0.0, 0.0
    for weeks in range(1, longest + 1):
        tokens = (1.0 - part) * data.wheel[low, weeks] + part * data.wheel[high, weeks]
        tokens += shovels * min(tokens, 1.0)
        brings = worth * tokens - price * (weeks + journey)
        if brings > gain:
            gain, cost = brings, weeks + journey
    return gain, cost


@compiled
def whole_knowledge(special: float, general: float) -> float:
    return special + min(special, general)


@compiled
def set_worth(data: Tables, cards: int, lone: float, pair: float) -> float:
    """What a set of assistants or shovels adds to a dig, with those that may still join it."""
    worth = float(data.sets[cards])
    if cards == 1:
        worth += lone
    elif cards == 2:
        worth += pair
    return worth


@compiled
def dig_plans(state: State, data: Tables, player: int, price: float, worths: Any) -> tuple[float, float]:
    """What the digs of all years left bring beyond the price of their weeks, and these weeks."""
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
            way = (1.0 - NEARNESS) * usual + NEARNESS * journey_weeks(state, data, player, site_place(site))
            longest = min(MOST_WEEKS, left - int(way))
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
            worth *= DRAIN
            knowledge = whole_knowledge(known + rumour + NEXT * later, general + WIDER * later)
            gain, cost = best_dig(data, knowledge, worth, shovels, price, usual, MOST_WEEKS)
            best = max(best, gain)
            gains += gain
            weeks += cost
            rumour = 0.0
    gains += AGAIN * best * owned(state, data, player, PERMIT)
    return gains, weeks


@compiled
def time_worth(state: State, data: Tables, player: int, worths: Any) -> float:
    """What the weeks left will bring, at the price at which all that is planned can just be done."""
    left = weeks_left(state, data, player)
    price = WEEK * left / (left + RUSH)
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
    """What cards will still bring that are used once, or with others like them."""
    left = weeks_left(state, data, player)
    worth = FLIGHT * owned(state, data, player, ZEPPELIN)
    return worth * left / (left + USEFUL)


@compiled
def congress_worth(state: State, data: Tables, player: int) -> float:
    cards = owned(state, data, player, CONGRESS)
    return data.congress[cards] + PROMISE * min(cards, 6) * weeks_left(state, data, player) / data.year


@compiled
def show_worth(state: State, data: Tables, player: int, price: float, site_now: int, more: float) -> float:
    """What the open exhibitions will bring."""
    worth = 0.0
    left = weeks_left(state, data, player)
    for hall in range(HALLS):
        card = state.hall[hall]
        if card == NO_CARD or data.weeks[card] > left:
            continue
        chance = EXHIBITED
        for site in range(SITES):
            need = data.needs[card - RESEARCHERS, site]
            if need:
                lacking = float(need - popcount(state.finds[player, site] & ALL_ARTIFACTS))
                if site == site_now:
                    lacking -= more
                if lacking > 0:
                    chance *= LACKING**lacking
        worth += chance * max(data.value[card] - price * (data.weeks[card] + ERRAND), 0.0)
    return worth


@compiled
def majority_worth(state: State, data: Tables, player: int) -> float:
    """Each site's majority by the lead in books, more doubtful while there is time to learn."""
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


@outlined
def estimate(state: State, data: Tables, totals: Any) -> float:
    """The points each seat may expect at the end, and by how much that may be wrong."""
    worths = (
        bag_worth(state, data, 0) / bag_size(state, data, 0),
        bag_worth(state, data, 1) / bag_size(state, data, 1),
        bag_worth(state, data, 2) / bag_size(state, data, 2),
        bag_worth(state, data, 3) / bag_size(state, data, 3),
        bag_worth(state, data, 4) / bag_size(state, data, 4),
    )
    most = 0
    for player in range(state.seats):
        left = weeks_left(state, data, player)
        most = max(most, left)
        site, more = -1, 0.0
        points = float(artifact_points(state, data, player) + exhibition_points(state, data, player))
        if state.phase == FIND and state.digger == player:
            site = state.dig_site
            size = bag_size(state, data, site)
            drawn = min(state.dig_left, size)
            points += drawn * worths[site]
            more = drawn * popcount(state.bag[site] & ALL_ARTIFACTS) / size
        points += time_worth(state, data, player, worths) + kit_worth(state, data, player)
        points += congress_worth(state, data, player) + majority_worth(state, data, player)
        points += show_worth(state, data, player, WEEK * left / (left + RUSH), site, more)
        totals[player] = points
    return SPREAD + WIDENING * sqrt(float(most))


# First sight
EXPENSE = 0.6  # points that a week must bring
SECOND_NATURE = (1.5, 4.0, 4.5, 0.3)  # points that the first, second, third … assistant promises
SPADES = (1.5, 4.5, 4.5, 0.3)  # … or shovel
EAGER = 45.0  # weeks left with which learning is worth half as much
HARDLY = 0.02  # appeal of what promises nothing


@compiled
def card_promise(state: State, data: Tables, player: int, card: int) -> float:
    """Points that a researcher card promises at first sight."""
    left = weeks_left(state, data, player)
    kind, value = data.kind[card], data.value[card]
    if kind == CONGRESS:
        cards = owned(state, data, player, CONGRESS)
        return data.congress[cards + 1] - data.congress[cards] + left / 60.0
    useful = 2.0 * left / (left + EAGER)
    if kind == BOOK:
        return useful * value * (1.0 + 0.15 * min(state.books[player, data.site[card]], 6))
    if kind == GENERAL:
        sites = 0
        for site in range(SITES):
            sites += state.books[player, site] > state.general[player]
        return useful * value * (0.8 + 0.5 * sites)
    if kind == RUMOUR:
        return useful * (1.0 + 0.3 * min(state.books[player, data.site[card]], 4))
    if kind == ASSISTANT:
        return useful * SECOND_NATURE[min(owned(state, data, player, ASSISTANT), 3)]
    if kind == SHOVEL:
        return useful * SPADES[min(owned(state, data, player, SHOVEL), 3)]
    if kind == PERMIT:
        return useful * 2.5
    return useful * (1.5 if owned(state, data, player, kind) == 0 else 0.5)


@compiled
def fancy(promise: float) -> float:
    """How much something appeals that promises so many points beyond the price of its weeks."""
    return HARDLY + max(promise + 1.0, 0.0) ** 2


@outlined
def urges(state: State, data: Tables, actions: Numbers, n: int, weights: Any) -> None:
    """How much each of these legal actions appeals at first sight."""
    player = state.order[0]
    left = weeks_left(state, data, player)
    price = EXPENSE * left / (left + 8.0)
    block, worth, base, row, journey = -1, 0.0, 0.0, 0, 0
    for i in range(n):
        action = actions[i]
        if action < EXCHANGE:
            card = state.display[(action - TAKE) >> 1]
            way = 2.0 if action & 1 else journey_weeks(state, data, player, data.city[card])
            weights[i] = fancy(card_promise(state, data, player, card) - price * (data.weeks[card] + way))
        elif action < EXHIBIT:
            weights[i] = 0.3 if action & 1 == 0 else HARDLY
        elif action < DIG:
            card = state.hall[(action - EXHIBIT) >> 1]
            way = 2.0 if action & 1 else journey_weeks(state, data, player, data.city[card])
            weights[i] = 3.0 * fancy(data.value[card] + 1.0 - price * (data.weeks[card] + way))
        elif action < STOP:
            if (action - DIG) // MOST_WEEKS != block:
                block = (action - DIG) // MOST_WEEKS
                site, options = block // OPTIONS, block % OPTIONS
                worth = bag_worth(state, data, site) / bag_size(state, data, site)
                assistants = owned(state, data, player, ASSISTANT)
                special = specialised_knowledge(state, data, player, site, assistants, options)
                row = total_knowledge(special, state.general[player])
                journey = 1 if options & USE_ZEPPELIN else journey_weeks(state, data, player, site_place(site))
                base = worth * data.sets[owned(state, data, player, SHOVEL)]
                if options & USE_SHOVEL:
                    base += worth - 0.8
                if options & USE_ASSISTANT:
                    base -= 0.8
                if options & USE_RUMOUR:
                    base -= 0.5
                if (state.bonus >> site) & 1:
                    base += 1.0
                base -= 1.0 + 3.0 * (left - 10) / 150
            weeks = (action - DIG) % MOST_WEEKS + 1
            promise = base + worth * data.wheel[row, weeks] - price * (weeks + journey)
            weights[i] = HARDLY * 0.2 if promise <= 0 else promise * promise
        else:
            weights[i] = HARDLY


@compiled
def key_of(state: State, data: Tables, action: int) -> int:
    """The same number for the same deed: a card keeps its key wherever it lies."""
    if action < EXCHANGE:
        return 2 * state.display[(action - TAKE) >> 1] + (action & 1)
    if EXHIBIT <= action < EXHIBIT + 6:
        return 2 * state.hall[(action - EXHIBIT) >> 1] + (action & 1)
    return ON_CARDS + action


@compiled
def is_rest(state: State) -> bool:
    """Whether a search should judge here rather than look further."""
    return False


@compiled
def in_chain(state: State) -> bool:
    """Whether the decision at hand completes an action begun before: never in Thebes."""
    return False
