"""Points: T9.1 to T9.4."""

from digsite.core.fields import Grid
from digsite.core.jit import compiled
from digsite.games.thebes.rules.cards import holds, owned
from digsite.games.thebes.rules.data import CONGRESS, Tables
from digsite.games.thebes.rules.state import ARTIFACTS, CARDS, RESEARCHERS, SITES, State

ARTIFACT_POINTS, EXHIBITION_POINTS, CONGRESS_POINTS, MAJORITY_POINTS = 0, 1, 2, 3  # majorities: one for each site
PARTS = MAJORITY_POINTS + SITES


@compiled
def artifact_points(state: State, data: Tables, player: int) -> int:
    points = 0
    for site in range(SITES):
        found = state.finds[player, site]
        for artifact in range(ARTIFACTS):
            if (found >> artifact) & 1:
                points += data.worth[site, artifact]
    return points


@compiled
def exhibition_points(state: State, data: Tables, player: int) -> int:
    points = 0
    for card in range(RESEARCHERS, CARDS):
        if holds(state.hand[player], card):
            points += data.value[card]
    return points


@compiled
def majority_points(state: State, data: Tables, player: int, site: int) -> int:
    """T9.4."""
    mine, tied = state.books[player, site], False
    if mine == 0:
        return 0
    for other in range(state.seats):
        if state.books[other, site] > mine:
            return 0
        tied = tied or (other != player and state.books[other, site] == mine)
    return data.majority_tie if tied else data.majority


@compiled
def score_parts(state: State, data: Tables, parts: Grid) -> None:
    """Every player's points, part by part."""
    for player in range(state.seats):
        parts[player, ARTIFACT_POINTS] = artifact_points(state, data, player)
        parts[player, EXHIBITION_POINTS] = exhibition_points(state, data, player)
        parts[player, CONGRESS_POINTS] = data.congress[owned(state, data, player, CONGRESS)]
        for site in range(SITES):
            parts[player, MAJORITY_POINTS + site] = majority_points(state, data, player, site)


@compiled
def tie_value(_state: State, _player: int) -> int:
    """T9.5: nothing parts equal points."""
    return 0
