"""`novice`: goes by what appeals at first sight, and errs as people do: the better of two things that come to mind."""

from threading import Event
from typing import Any

import numpy as np

from digsite.bots.mind import FINE, mind_of
from digsite.bots.player import Budget
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.rng import below, stream

THOUGHTS = 2


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
        thoughts = [int(running.searchsorted(self._fraction() * running[-1])) for _ in range(THOUGHTS)]
        return int(self.actions[max(thoughts, key=self.weights.__getitem__)])

    def _fraction(self) -> float:
        return below(self.rng, FINE) / FINE
