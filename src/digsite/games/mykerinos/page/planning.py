"""Planning while others dig: the viewer's own turn, as it would be in the position looked at."""

from dataclasses import replace

from digsite.games.mykerinos.rules.planning import in_turn
from digsite.games.mykerinos.rules.state import CLAIM, DEAL, STATE
from digsite.web.viewer import Viewer


def planning(viewer: Viewer) -> Viewer:
    """Return the viewer as if it were their turn, where they wait for it; else the viewer as they are."""
    return viewer.once(_planning)


def _planning(viewer: Viewer) -> Viewer:
    planned = viewer.once_per_position(_in_turn)
    return viewer if planned is None else planned.asking(viewer.query)


def _in_turn(viewer: Viewer) -> Viewer | None:
    state = viewer.state.view(STATE)[0]
    if viewer.you is None or not viewer.may_plan or not DEAL < state["phase"] < CLAIM or state["track"][viewer.you]:
        return None
    planned = replace(viewer, table=replace(viewer.table, state=in_turn(viewer.state, viewer.you).tobytes()))
    planned.note_news(viewer.news)
    return planned
