"""The priors of Thebes actions: rules of thumb, set by hand and cheap to compute."""

from digsite.core.fields import Numbers, Reals
from digsite.core.jit import compiled, outlined
from digsite.games.thebes.evaluation.static import token_worth
from digsite.games.thebes.rules.actions import DIG, EXCHANGE, EXHIBIT, OPTIONS, STOP, TAKE
from digsite.games.thebes.rules.cards import owned
from digsite.games.thebes.rules.data import ASSISTANT, BOOK, CONGRESS, GENERAL, PERMIT, RUMOUR, SHOVEL, Tables
from digsite.games.thebes.rules.knowledge import (
    USE_ASSISTANT,
    USE_RUMOUR,
    USE_SHOVEL,
    USE_ZEPPELIN,
    journey_weeks,
    site_place,
    specialised_knowledge,
    total_knowledge,
    weeks_left,
)
from digsite.games.thebes.rules.state import MOST_WEEKS, SITES, State

EXPENSE = 0.6  # points that a week must bring
BRIEF = 8.0  # weeks left with which that is half as much
EAGER = 45.0  # weeks left with which a card is worth as much as noted here; at most it is worth twice that
ASSISTANTS = (1.5, 4.0, 4.5, 0.3)  # points that the first, second, third … assistant promises
SHOVELS = (1.5, 4.5, 4.5, 0.3)
PERMITTED = 2.5  # a special permit
RIDE = 1.5  # the first car or zeppelin
NO_NEED = 0.5  # another one
BOOKISH, DEEPER = 1.0, 0.15  # a point of a book, and more for each one has of the site …
DEEP = 6  # … up to so many
LEARNED, BROADER = 0.8, 0.5  # a point of general knowledge, and more for each site that can use it
HEARSAY, BELIEVED = 1.0, 0.3  # a rumour, and more for each point one has of the site …
CREDULOUS = 4  # … up to so many
TALKS = 60.0  # weeks left with which a congress promises one point more
FAME = 1.0  # an exhibition, beyond its points
GLORY = 3.0  # factor on the prior of an exhibition
TAKE_OFF = 2.0  # weeks that a zeppelin counts as, for a card or an exhibition …
LIFT = 1  # … and for a dig
PATIENCE = 0.8  # points that a dig must bring at the end beyond the price of its weeks …
AMBITION = 0.02  # … and more for every week left
SPARED = 0.8  # points that a lone assistant or shovel may bring another time …
FORGOTTEN = 0.5  # … and a rumour
FRESH_CARDS = 0.3  # prior of an exchange
HARDLY = 0.02  # prior of what promises nothing …
FOOLISH = 0.004  # … and of a dig that loses by it


@compiled
def card_promise(state: State, data: Tables, player: int, card: int) -> float:
    """Points that a researcher card promises at first sight."""
    left = weeks_left(state, data, player)
    kind, value = data.kind[card], data.value[card]
    if kind == CONGRESS:
        cards = owned(state, data, player, CONGRESS)
        return data.congress[cards + 1] - data.congress[cards] + left / TALKS
    useful = 2.0 * left / (left + EAGER)
    if kind == BOOK:
        return useful * value * (BOOKISH + DEEPER * min(state.books[player, data.site[card]], DEEP))
    if kind == GENERAL:
        sites = 0
        for site in range(SITES):
            sites += state.books[player, site] > state.general[player]
        return useful * value * (LEARNED + BROADER * sites)
    if kind == RUMOUR:
        return useful * (HEARSAY + BELIEVED * min(state.books[player, data.site[card]], CREDULOUS))
    if kind == ASSISTANT:
        return useful * ASSISTANTS[min(owned(state, data, player, ASSISTANT), 3)]
    if kind == SHOVEL:
        return useful * SHOVELS[min(owned(state, data, player, SHOVEL), 3)]
    if kind == PERMIT:
        return useful * PERMITTED
    return useful * (NO_NEED if owned(state, data, player, kind) else RIDE)


@compiled
def errand_prior(promise: float) -> float:
    """Return the prior of an action that promises so many points beyond the price of its weeks."""
    return HARDLY + max(promise + 1.0, 0.0) ** 2


@compiled
def errand_weeks(state: State, data: Tables, player: int, card: int, flight: int) -> float:
    """Weeks for an open card, a flight not being free."""
    way = TAKE_OFF if flight else float(journey_weeks(state, data, player, data.city[card]))
    return way + data.weeks[card]


@compiled
def dig_extras(state: State, data: Tables, player: int, site: int, options: int, worth: float) -> float:
    """Points of a dig apart from the wheel's tokens: shovels and bonus, less what is used up or better kept."""
    extras = worth * data.sets[owned(state, data, player, SHOVEL)]
    extras -= PATIENCE + AMBITION * weeks_left(state, data, player)
    if options & USE_SHOVEL:
        extras += worth * data.single - SPARED
    if options & USE_ASSISTANT:
        extras -= SPARED
    if options & USE_RUMOUR:
        extras -= FORGOTTEN
    if (state.bonus >> site) & 1:
        extras += data.worth[site, 0]
    return extras


@outlined
def priors(state: State, data: Tables, actions: Numbers, n: int, weights: Reals) -> None:
    """Fill in the prior of each legal action: a positive weight, on no particular scale."""
    player = state.order[0]
    left = weeks_left(state, data, player)
    price = EXPENSE * left / (left + BRIEF)
    block, worth, extras, knowledge, journey = -1, 0.0, 0.0, 0, 0
    for i in range(n):
        action = actions[i]
        if action < EXCHANGE:
            card = state.display[(action - TAKE) >> 1]
            weeks = errand_weeks(state, data, player, card, action & 1)
            weights[i] = errand_prior(card_promise(state, data, player, card) - price * weeks)
        elif action < EXHIBIT:
            weights[i] = HARDLY if action & 1 else FRESH_CARDS
        elif action < DIG:
            card = state.hall[(action - EXHIBIT) >> 1]
            weeks = errand_weeks(state, data, player, card, action & 1)
            weights[i] = GLORY * errand_prior(data.value[card] + FAME - price * weeks)
        elif action < STOP:
            if (action - DIG) // MOST_WEEKS != block:  # the same for all weeks
                block = (action - DIG) // MOST_WEEKS
                site, options = block // OPTIONS, block % OPTIONS
                worth = token_worth(state, data, site)
                assistants = owned(state, data, player, ASSISTANT)
                special = specialised_knowledge(state, data, player, site, assistants, options)
                knowledge = total_knowledge(special, state.general[player])
                journey = LIFT if options & USE_ZEPPELIN else journey_weeks(state, data, player, site_place(site))
                extras = dig_extras(state, data, player, site, options, worth)
            spent = (action - DIG) % MOST_WEEKS + 1
            promise = extras + worth * data.wheel[knowledge, spent] - price * (spent + journey)
            weights[i] = promise * promise if promise > 0 else FOOLISH
        else:
            weights[i] = HARDLY
