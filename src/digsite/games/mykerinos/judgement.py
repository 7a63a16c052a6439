"""How a Mykerinos player judges: what a position promises, what an action is worth a thought, where to stop thinking.

Bots read these; nothing here decides what is allowed.
"""

from typing import Any

from digsite.core.fields import Numbers
from digsite.core.jit import compiled, outlined
from digsite.games.mykerinos.actions import ACTIONS
from digsite.games.mykerinos.data import Tables
from digsite.games.mykerinos.scoring import plot_points, tiles_of
from digsite.games.mykerinos.museum import highest_room
from digsite.games.mykerinos.state import DEAL, NEUTRAL_THEN, THEN, VIOLET, State

KEYS = ACTIONS


@outlined
def estimate(state: State, data: Tables, totals: Any) -> float:
    """The points each seat may expect at the end, and by how much that may be wrong (one standard deviation)."""
    for player in range(state.seats):
        points = plot_points(state, data, player)
        for wing in range(state.wings):
            points += tiles_of(state, data, player, state.wing[wing]) * highest_room(state, data, player, wing)
        totals[player] = points
    return 10.0


@outlined
def urges(state: State, data: Tables, actions: Numbers, n: int, weights: Any) -> None:
    """How much each of these legal actions appeals at first sight: any positive numbers, quickly found."""
    for i in range(n):
        weights[i] = 1.0


@compiled
def key_of(state: State, data: Tables, action: int) -> int:
    """The same number for the same deed, wherever it may be done."""
    return action


@compiled
def is_rest(state: State) -> bool:
    """Whether a search should judge here rather than look further: nobody can foresee the next round's tiles."""
    return state.phase == DEAL and state.dealt == 0


@compiled
def in_chain(state: State) -> bool:
    """Whether the decision at hand completes an action begun before; the neutral follow-up is one of its own."""
    return VIOLET <= state.phase <= THEN or state.phase == NEUTRAL_THEN
