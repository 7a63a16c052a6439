"""The position before anything is drawn: T1.1 to T1.6."""

import numpy as np

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from digsite.games.thebes.rules.data import Facts
from digsite.games.thebes.rules.state import (
    CARDS,
    EXHIBITIONS,
    MARKERS,
    NO_CARD,
    NO_SEAT,
    RESEARCHERS,
    SITES,
    SPACES,
    STACK,
    STATE,
    TOKENS,
    WORD,
)


def start(facts: Facts, seats: int) -> Bytes:
    position = np.zeros(1, STATE)
    state = position[0]
    state["actor"], state["phase"], state["seats"] = CHANCE, MARKERS, seats
    state["time"][:seats] = facts.start_week[seats]
    state["place"][:seats] = facts.places.index(facts.start_city)
    state["display"] = state["hall"] = NO_CARD
    state["deck"] = (1 << WORD) - 1, (1 << CARDS - WORD) - 1
    state["first"] = SPACES + STACK  # the four open cards are the first that come
    state["second"] = STACK
    state["shows"] = EXHIBITIONS if seats == 2 else EXHIBITIONS // 2
    state["supply"] = RESEARCHERS
    state["exchanger"] = state["digger"] = NO_SEAT
    state["bonus"] = (1 << SITES) - 1
    state["bag"] = (1 << TOKENS) - 2  # all but the bonus
    return position.view(np.uint8)
