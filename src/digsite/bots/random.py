"""`random`: any legal action, all equally likely."""

from threading import Event

from digsite.bots.player import Budget, NobodyToAct
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.rng import below, stream


class Random:
    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game = game
        self.rng = stream(seed, seat)

    def observe(self, state: Bytes, action: int) -> None: ...

    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        actions = self.game.legal(state)
        if not len(actions):
            raise NobodyToAct
        return int(actions[below(self.rng, len(actions))])
