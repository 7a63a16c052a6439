"""Points: M4.6 and M6.1 to M6.3, and the tie-break of M6.4."""

from digsite.core.bits import popcount
from digsite.core.fields import Grid
from digsite.core.jit import compiled
from digsite.games.mykerinos.rules.data import Tables
from digsite.games.mykerinos.rules.museum import highest_room
from digsite.games.mykerinos.rules.state import PATRONS, TILES, State

PLOT_POINTS, WING_POINTS = 0, 1  # wings: one for each patron
SET_POINTS = WING_POINTS + PATRONS
PARTS = SET_POINTS + 1


@compiled
def tiles_of(state: State, data: Tables, player: int, patron: int) -> int:
    return popcount(state.owned[player] & data.of_patron[patron])


@compiled
def plot_points(state: State, data: Tables, player: int) -> int:
    points = 0
    for tile in range(TILES):
        if (state.owned[player] >> tile) & 1:
            points += data.points[tile]
    return points


@compiled
def score_parts(state: State, data: Tables, parts: Grid) -> None:
    """Every player's points, part by part, as if the game ended now."""
    for player in range(state.seats):
        parts[player, PLOT_POINTS] = plot_points(state, data, player)
        sets = TILES
        for patron in range(PATRONS):
            parts[player, WING_POINTS + patron] = 0
            sets = min(sets, tiles_of(state, data, player, patron))
        for wing in range(state.wings):
            patron = state.wing[wing]
            worth = highest_room(state, data, player, wing)
            parts[player, WING_POINTS + patron] = tiles_of(state, data, player, patron) * worth
        parts[player, SET_POINTS] = sets * data.set_of_five


@compiled
def tie_value(state: State, player: int) -> int:
    """M6.4: own archaeologists left."""
    return state.pool[player]
