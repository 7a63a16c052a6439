"""`scholar`: tries every action to the end of its own turn and takes the one whose position promises most."""

from threading import Event
from typing import Any

import numpy as np

from digsite.bots.mind import mind_of
from digsite.bots.player import Budget
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes


class Scholar:
    def __init__(self, game: CompiledGame[Any], seat: int, seed: int) -> None:
        self.tables = game.tables
        self.look_ahead = mind_of(game).look_ahead
        self.actions = np.empty(game.actions, np.int32)
        self.values = np.empty(game.actions)

    def observe(self, state: Bytes, action: int) -> None: ...

    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        n = self.look_ahead(state, self.tables, False, self.actions, self.values)
        return int(self.actions[self.values[:n].argmax()])
