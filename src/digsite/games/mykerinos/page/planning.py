"""Planning while others dig: the viewer's own turn, as it would be in the position looked at."""

from dataclasses import replace

import numpy as np

from digsite.core.fields import Bytes
from digsite.games.mykerinos.rules.state import CLAIM, DEAL, NO_FIELD, STATE, TURN
from digsite.web.viewer import Viewer


def planning(viewer: Viewer) -> Viewer:
    """Return the viewer as if it were their turn, where they wait for it; else the viewer as they are."""
    return viewer.once(_planning)


def can_plan(viewer: Viewer) -> bool:
    """Return whether the viewer waits for a turn in the desert; a guide speaks of one's own turn alone."""
    if viewer.you is None or not viewer.present or viewer.my_turn or viewer.table.terms.guide:
        return False
    state = viewer.state.view(STATE)[0]
    return viewer.table.status == "playing" and DEAL < state["phase"] < CLAIM and not state["track"][viewer.you]


def in_turn(state: Bytes, seat: int) -> Bytes:
    """Return a position as if it were a player's turn to dig. What may be done there follows from the desert and from
    that player's archaeologists and plots, so a plan made of it holds unless others change the desert first."""
    planned = np.array(state)
    row = planned.view(STATE)[0]
    row["actor"] = row["player"] = seat
    row["phase"], row["last"] = TURN, NO_FIELD
    row["steps"] = row["pyramid"] = 0
    return planned


def _planning(viewer: Viewer) -> Viewer:
    if viewer.you is None or not can_plan(viewer):
        return viewer
    planned = replace(viewer, table=replace(viewer.table, state=in_turn(viewer.state, viewer.you).tobytes()))
    planned.note_news(viewer.news)
    return planned
