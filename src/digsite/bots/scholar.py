"""`scholar`: tries every action to the end of its turn and takes the one with the best evaluated position."""

from threading import Event

import numpy as np

from digsite.bots.compiled_bots import compiled_bots_of
from digsite.bots.player import Budget, NobodyToAct
from digsite.core.fields import Bytes
from digsite.core.game import Game


class Scholar:
    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.tables = game, game.tables
        self.look_ahead = compiled_bots_of(game).look_ahead
        self.actions = np.empty(game.actions, np.int32)
        self.values = np.empty(game.actions)

    def observe(self, state: Bytes, action: int) -> None: ...

    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        n = self.look_ahead(self.game.as_state(state), self.tables, False, self.actions, self.values)
        if not n:
            raise NobodyToAct
        return int(self.actions[self.values[:n].argmax()])
