"""The static evaluation of Mykerinos positions: expected points, keys of actions, and where a search stops.

Bots read these; nothing here decides what is allowed. `worth` evaluates the museum, `prospects` the zones; `priors` are
rules of thumb, set by hand. The other weights were found by play: least squares against how games between scholars
ended, from some twenty thousand positions with two, three and four players; then many short matches between weights a
little higher and a little lower, all moved at once. LATER and OVERLAP bring the mean right and change no decision; the
spread is a logistic fit of who won, round by round.
"""

import numpy as np

from digsite.core.fields import Reals
from digsite.core.jit import compiled, outlined
from digsite.games.mykerinos.evaluation.priors import priors
from digsite.games.mykerinos.evaluation.prospects import finish_zone, promise_zone, survey_zones
from digsite.games.mykerinos.evaluation.worth import WIDTH, survey_museum
from digsite.games.mykerinos.rules.actions import ACTIONS
from digsite.games.mykerinos.rules.data import Tables
from digsite.games.mykerinos.rules.scoring import tiles_of
from digsite.games.mykerinos.rules.state import COLOURS, DEAL, NEUTRAL_THEN, PATRONS, ROUNDS, THEN, TURN, VIOLET, State

__all__ = ["KEYS", "evaluate", "in_chain", "is_leaf", "key_of", "priors"]

KEYS = ACTIONS
# The search parameters (see `bots.search_tree`) that play best with this evaluation, found by matches
SEARCH_PARAMS = {"exploration": 0.5, "temperature": 0.05, "prior_visits": 1, "margin": 0.2}

# Weights, in points unless noted; patrons in the order of the data
CUBE = (0.54, 0.4, 0.43, 0.06)  # an archaeologist at hand, by round
CUBE_OUT = 0.09  # more for each that is saved by having passed
HELP_NOW = (0.16, 0.07, 0.42, 0.53, 0.0)  # a patron still to be used this round
TEMPO = 0.6  # being to act
STARTER = 0.26  # beginning the next round
LATER = (0.0, 0.0, 9.3, 8.5, 7.3)  # points a player makes in a round to come beside these, by number of players
OVERLAP = (0.0, 0.0, 9.3, 5.4, 4.1)  # points that zones of a round promise together and only one of them can keep
SPREAD_END, SPREAD_ROUND = 1.0, 2.2  # at the end, and more for each round to come


@compiled
def rounds_left(state: State, data: Tables) -> float:
    """Rounds to come, with the part of this one that is not scored yet."""
    left = ROUNDS - 1.0 - state.round
    if state.zone < 0:
        return left + 1.0
    return left + (data.zones[state.round] - state.zone - 0.5) / data.zones[state.round]


@compiled
def hand_worth(state: State, data: Tables, player: int) -> float:
    """Return what archaeologists at hand and patrons still to be used this round are worth while digging."""
    if state.track[player]:
        return CUBE_OUT * state.pool[player]
    worth = 0.0
    if state.round and state.pool[player]:
        for patron in range(PATRONS):
            unused = tiles_of(state, data, player, patron) - state.turned[player, patron]
            unused += player == state.player and state.phase == VIOLET + patron
            worth += HELP_NOW[patron] * unused
    if state.phase == TURN and player == state.player:
        worth += TEMPO
    return worth


@outlined
def evaluate(state: State, data: Tables, totals: Reals) -> float:
    """Fill in the points each seat may expect at the end. Return the scale on which their differences may change."""
    notes = np.empty((COLOURS, WIDTH))
    left = rounds_left(state, data)
    dealt = state.phase > DEAL
    scored = state.round - (0 if dealt or state.round == 0 else 1)
    later = ROUNDS - 1.0 - state.round if dealt else left
    overlap = OVERLAP[state.seats] * (left - later)
    for player in range(state.seats):
        totals[player] = survey_museum(state, data, player, left, notes)
        totals[player] += CUBE[scored] * state.pool[player] + LATER[state.seats] * later - overlap
    if dealt:
        if state.zone < 0:
            for player in range(state.seats):
                totals[player] += hand_worth(state, data, player)
        else:
            finish_zone(state, data, notes, totals)
        for zone in range(survey_zones(state, data, notes), data.zones[state.round]):
            promise_zone(state, data, zone, notes, totals)
    elif state.round:
        totals[state.start] += STARTER
    return SPREAD_END + SPREAD_ROUND * left


@compiled
def key_of(state: State, data: Tables, action: int) -> int:
    """Return the key of an action in the search tree: the same number for the same action in every position."""
    return action


@compiled
def is_leaf(state: State) -> bool:
    """Return whether a search evaluates here and looks no further: the next round's tiles are unknown."""
    return state.phase == DEAL and state.dealt == 0


@compiled
def in_chain(state: State) -> bool:
    """Return whether the decision at hand completes an action begun before; the neutral follow-up is one of its own."""
    return VIOLET <= state.phase <= THEN or state.phase == NEUTRAL_THEN
