"""`random`: any legal action, all equally likely."""

from threading import Event
from typing import Any

from digsite.bots.player import Budget
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.rng import below, stream


class Random:
    def __init__(self, game: CompiledGame[Any], seat: int, seed: int) -> None:
        self.game = game
        self.rng = stream(seed, seat)

    def observe(self, state: Bytes, action: int) -> None: ...

    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        actions = self.game.legal(state)
        return int(actions[below(self.rng, len(actions))])
