"""The clocks of players, as panels, chips and the header show them."""

from typing import TypedDict

from digsite.tables.serializers import clock_view
from digsite.web.viewer import Viewer

NEARLY_OUT = 30_000  # milliseconds: less than that is marked, where a game is played live


class SeatClock(TypedDict):
    left: int  # milliseconds
    running: bool
    live: bool  # whether the page warns once it is nearly out
    low: bool  # whether it is


def seat_clock(viewer: Viewer, seat: int | None) -> SeatClock | None:
    """Return the clock of a player; None where there is none, for bots, and in an earlier position."""
    if seat is None or not viewer.present or viewer.table.seats[seat].kind == "bot":
        return None
    clocks = clock_view(viewer.table, viewer.thinking)
    left = clocks["left"][seat] if clocks else None
    if clocks is None or left is None:
        return None
    live = viewer.table.terms.pace == "live"
    return {"left": left, "running": clocks["running"] == seat, "live": live, "low": live and left < NEARLY_OUT}
