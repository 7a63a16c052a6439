"""`novice`: goes by what appeals at first sight: the more it appeals, the likelier; so it errs, as people do."""

from threading import Event
from typing import Any

import numpy as np

from digsite.bots.mind import FINE, mind_of
from digsite.bots.player import Budget
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.rng import below, stream


class Novice:
    def __init__(self, game: CompiledGame[Any], seat: int, seed: int) -> None:
        self.tables = game.tables
        self.wishes = mind_of(game).wishes
        self.rng = stream(seed, seat)
        self.actions = np.empty(game.actions, np.int32)
        self.weights = np.empty(game.actions)

    def observe(self, state: Bytes, action: int) -> None: ...

    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        n = self.wishes(state, self.tables, self.actions, self.weights)
        running = self.weights[:n].cumsum()
        return int(self.actions[running.searchsorted(below(self.rng, FINE) / FINE * running[-1])])
