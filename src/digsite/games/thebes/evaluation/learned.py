"""The learned evaluation of Thebes positions: the static one plus a correction fitted to played games.

`evaluate` is set by hand; `evaluate_learned` adds the correction, for bots that search. The correction is a small
network of one hidden layer for each number of players. It was fitted to the points that games ended with, played by
scholars first and then by scholars with the correction so far: `tools/learn.py` does that anew.
"""

from importlib.resources import files

import numpy as np
import numpy.typing as npt

from digsite.core.fields import Reals
from digsite.core.jit import compiled, outlined
from digsite.games.thebes.evaluation.priors import card_promise, errand_weeks
from digsite.games.thebes.evaluation.static import (
    JOURNEY,
    SPREAD,
    WIDENING,
    TokenWorths,
    all_token_worths,
    artifacts_of,
    best_dig,
    free_congresses,
    least_price,
    most_weeks_left,
    optimism,
    promises,
    whole_knowledge,
)
from digsite.games.thebes.rules.cards import owned
from digsite.games.thebes.rules.data import ASSISTANT, CAR, CONGRESS, PERMIT, SHOVEL, ZEPPELIN, Tables
from digsite.games.thebes.rules.knowledge import has_rumour, journey_weeks, site_place, weeks_left, year_of
from digsite.games.thebes.rules.listing import may_exhibit
from digsite.games.thebes.rules.state import HALLS, MOST_WEEKS, NO_CARD, PLAYERS, SITES, SPACES, State

Features = npt.NDArray[np.float32]
HIDDEN = 32
# The features of a player: the parts of the static evaluation, some numbers, and some for each site
PROMISES = 6
NUMBERS = 21
PER_SITE = 6
FEATURES = PROMISES + NUMBERS + SITES * PER_SITE
# … and of what all players share
SHARED = 7 + 2 * SITES
INPUTS = 2 * FEATURES + SHARED  # a player's own features, the mean of the others', the shared ones
CLOSE = 12  # weeks before the end of a year or of the game that count one by one
FAR = 20  # weeks between players beyond which more is the same

# By number of players less 2: a row of weights for each input, and one for what the hidden layer adds to the points
WEIGHTS = np.load(str(files(__package__) / "learned.npy"))


@compiled
def best_errands(state: State, data: Tables, player: int) -> tuple[float, float]:
    """Return what the two most promising open cards promise beyond the price of their weeks."""
    left = weeks_left(state, data, player)
    first, second = 0.0, 0.0
    for space in range(SPACES):
        card = state.display[space]
        if card != NO_CARD:
            weeks = errand_weeks(state, data, player, card, 0)
            if weeks <= left:
                gain = card_promise(state, data, player, card) - least_price(left) * weeks
                first, second = max(first, gain), max(second, min(first, gain))
    return first, second


@compiled
def best_show(state: State, data: Tables, player: int) -> float:
    """Return what the best exhibition that a player can show now brings beyond the price of its weeks."""
    left = weeks_left(state, data, player)
    best = 0.0
    for hall in range(HALLS):
        card = state.hall[hall]
        if card != NO_CARD and may_exhibit(state, data, player, card):
            weeks = errand_weeks(state, data, player, card, 0)
            if weeks <= left:
                best = max(best, data.value[card] - least_price(left) * weeks)
    return best


@compiled
def head_start(state: State, player: int) -> int:
    """Weeks that a player may go before the next of the others acts."""
    nearest = FAR
    for other in range(state.seats):
        if other != player:
            nearest = min(nearest, state.time[other] - state.time[player])
    return max(nearest, -FAR)


@outlined
def fill_player_features(state: State, data: Tables, player: int, worths: TokenWorths, features: Features) -> float:
    """Fill in the features of a player. Return the points the static evaluation expects."""
    promised = promises(state, data, player, worths)
    total = 0.0
    for i in range(PROMISES):
        total += promised[i]
        features[i] = promised[i]
    left = weeks_left(state, data, player)
    year = year_of(data, state.time[player])
    in_year = (year + 1) * data.year - state.time[player]
    assistants, shovels = owned(state, data, player, ASSISTANT), owned(state, data, player, SHOVEL)
    first, second = best_errands(state, data, player)
    numbers = (
        float(left),
        float(in_year),
        float(min(in_year, left, CLOSE)),
        1.0 * (year == 0),
        1.0 * (left <= data.year),
        float(state.general[player]),
        1.0 * (assistants == 1),
        1.0 * (assistants == 2),
        1.0 * (assistants >= 3),
        1.0 * (shovels == 1),
        1.0 * (shovels == 2),
        1.0 * (shovels >= 3),
        float(owned(state, data, player, CONGRESS)),
        1.0 * (owned(state, data, player, CAR) > 0),
        float(owned(state, data, player, ZEPPELIN)),
        float(owned(state, data, player, PERMIT)),
        1.0 * (state.order[0] == player),
        float(head_start(state, player)),
        first,
        second,
        best_show(state, data, player),
    )
    for i in range(NUMBERS):
        features[PROMISES + i] = numbers[i]
    for site in range(SITES):
        rumour = has_rumour(state, data, player, site)
        special = float(data.sets[assistants] + state.books[player, site] + (data.rumour if rumour else 0))
        knowledge = whole_knowledge(special, float(state.general[player]))
        longest = min(MOST_WEEKS, left)
        shovelled = float(data.sets[shovels])
        gain, _ = best_dig(data, knowledge, worths[site], shovelled, least_price(left), JOURNEY, longest)
        seen = (
            float(state.books[player, site]),
            1.0 * rumour,
            1.0 * ((state.used[player] >> site) & 1),
            artifacts_of(state, data, player, site),
            gain,
            float(journey_weeks(state, data, player, site_place(site))),
        )
        for i in range(PER_SITE):
            features[PROMISES + NUMBERS + site * PER_SITE + i] = seen[i]
    return total


@outlined
def fill_shared_features(state: State, data: Tables, worths: TokenWorths, shared: Features) -> None:
    """Fill in the features that all players share."""
    halls = 0
    for hall in range(HALLS):
        halls += state.hall[hall] != NO_CARD
    shared[0] = 1.0
    shared[1] = free_congresses(state, data)
    shared[2] = state.reshuffled
    shared[3] = halls
    shared[4] = state.shows
    shared[5] = state.first
    shared[6] = state.dig_left
    for site in range(SITES):
        shared[7 + site] = worths[site]
        shared[7 + SITES + site] = (state.bonus >> site) & 1


@compiled
def fill_features(state: State, data: Tables, features: Features, shared: Features, totals: Reals) -> int:
    """Fill in all features and the points of the static evaluation. Return the weeks left."""
    worths = all_token_worths(state, data)
    fill_shared_features(state, data, worths, shared)
    left = most_weeks_left(state, data)
    for player in range(state.seats):
        totals[player] = fill_player_features(state, data, player, worths, features[player]) - optimism(left)
    return left


@outlined
def evaluate_learned(state: State, data: Tables, totals: Reals) -> float:
    """Fill in the points each seat may expect at the end, correction included. Return the spread."""
    features, shared = np.empty((PLAYERS, FEATURES), np.float32), np.empty(SHARED, np.float32)
    hidden = np.empty(HIDDEN, np.float32)
    left = fill_features(state, data, features, shared, totals)
    weights = WEIGHTS[state.seats - 2]
    for player in range(state.seats):
        for j in range(HIDDEN):
            hidden[j] = 0.0
        for i in range(FEATURES):
            own = features[player, i]
            others = -own
            for other in range(state.seats):
                others += features[other, i]
            others /= state.seats - 1
            for j in range(HIDDEN):
                hidden[j] += own * weights[i, j] + others * weights[FEATURES + i, j]
        for i in range(SHARED):
            for j in range(HIDDEN):
                hidden[j] += shared[i] * weights[2 * FEATURES + i, j]
        for j in range(HIDDEN):
            totals[player] += weights[INPUTS, j] * max(hidden[j], np.float32(0.0))
    return SPREAD + WIDENING * left
