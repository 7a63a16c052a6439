"""`novice`: draws an action by the game's priors: good-looking ones are likelier, so it errs as people do."""

from threading import Event

import numpy as np

from digsite.bots.compiled_bots import FINE, compiled_bots_of
from digsite.bots.player import Budget, NobodyToAct
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.rng import below, stream


class Novice:
    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.tables = game, game.tables
        self.list_priors = compiled_bots_of(game).list_priors
        self.rng = stream(seed, seat)
        self.actions = np.empty(game.actions, np.int32)
        self.weights = np.empty(game.actions)

    def observe(self, state: Bytes, action: int) -> None: ...

    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        if not state.flags.carray:
            state = self.game.as_state(state)
        n = self.list_priors(state, self.tables, self.actions, self.weights)
        if not n:
            raise NobodyToAct
        running = self.weights[:n].cumsum()
        return int(self.actions[running.searchsorted(below(self.rng, FINE) / FINE * running[-1])])
