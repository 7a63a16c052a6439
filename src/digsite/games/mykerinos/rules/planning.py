"""A position as it would be in another player's turn."""

import numpy as np

from digsite.core.fields import Bytes
from digsite.games.mykerinos.rules.state import NO_FIELD, STATE, TURN


def in_turn(state: Bytes, seat: int) -> Bytes:
    """Return a position in the desert as if it were a player's turn to dig. What may be done there follows from the
    desert and from that player's archaeologists and plots, so a plan made of it holds unless others change the desert.
    """
    planned = np.array(state)
    row = planned.view(STATE)[0]
    row["actor"] = row["player"] = seat
    row["phase"], row["last"] = TURN, NO_FIELD
    row["steps"] = row["pyramid"] = 0
    return planned
