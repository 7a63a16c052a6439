"""The position before anything is drawn: M1.1 to M1.3."""

import numpy as np

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from digsite.games.mykerinos.rules.data import Facts
from digsite.games.mykerinos.rules.state import FIRST, NEUTRAL, NO_FIELD, NO_TILE, NO_ZONE, STATE, TILES


def start(facts: Facts, seats: int) -> Bytes:
    position = np.zeros(1, STATE)
    state = position[0]
    state["actor"], state["phase"], state["seats"] = CHANCE, FIRST, seats
    state["common"][:seats] = facts.archaeologists
    state["common"][NEUTRAL] = facts.archaeologists if seats == 2 else 0
    state["slot"], state["last"], state["zone"] = NO_TILE, NO_FIELD, NO_ZONE
    state["deck"] = (1 << TILES) - 1
    return position.view(np.uint8)
