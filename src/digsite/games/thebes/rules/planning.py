"""A position as it would be in another player's turn."""

import numpy as np

from digsite.core.fields import Bytes
from digsite.games.thebes.rules.state import STATE


def in_turn(state: Bytes, seat: int) -> Bytes:
    """Return a position as if it were a player's turn. What may be done, what it costs and its odds follow from the
    table and from that player's time and cards, so a plan made of it holds unless others change the table first."""
    planned = np.array(state)
    row = planned.view(STATE)[0]
    order = row["order"][: row["stacked"]]
    row["actor"] = seat
    order[:] = [seat, *(each for each in order.tolist() if each != seat)]
    return planned
