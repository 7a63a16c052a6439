"""How a Thebes player judges: what a position promises, what an action is worth a thought, which actions are the same.

Bots read these three; nothing here decides what is allowed.
"""

from typing import Any

from digsite.core.fields import Numbers
from digsite.core.jit import compiled, outlined
from digsite.games.thebes.actions import ACTIONS, EXCHANGE, EXHIBIT, TAKE
from digsite.games.thebes.cards import owned
from digsite.games.thebes.data import CONGRESS, Tables
from digsite.games.thebes.scoring import artifact_points, exhibition_points, majority_points
from digsite.games.thebes.state import CARDS, SITES, State

ON_CARDS = 2 * CARDS  # actions on cards lying open, by card and not by place
KEYS = ON_CARDS + ACTIONS


@outlined
def estimate(state: State, data: Tables, totals: Any) -> float:
    """The points each seat may expect at the end, and by how much that may be wrong (one standard deviation)."""
    for player in range(state.seats):
        points = artifact_points(state, data, player) + exhibition_points(state, data, player)
        points += data.congress[owned(state, data, player, CONGRESS)]
        for site in range(SITES):
            points += majority_points(state, data, player, site)
        totals[player] = points
    return 10.0


@outlined
def urges(state: State, data: Tables, actions: Numbers, n: int, weights: Any) -> None:
    """How much each of these legal actions appeals at first sight: any positive numbers, quickly found."""
    for i in range(n):
        weights[i] = 1.0


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
