"""The interface of a bot: a player object for each match, which observes every action and chooses within a budget."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Protocol

from digsite.core.errors import DigsiteError
from digsite.core.fields import Bytes
from digsite.core.game import Game

MOST_SECONDS = 3600.0
MOST_SIMULATIONS = 10**9
UNITS = {"ms": 0.001, "s": 1.0}


class BadBudget(DigsiteError, ValueError):
    """A text that is not a budget, or a budget out of range."""


@dataclass(frozen=True)
class Budget:
    """How long to think about one choice: until seconds or simulations run out. None is no limit."""

    seconds: float | None = None
    simulations: int | None = None
    threads: int = 1
    clock: Callable[[], float] = time.perf_counter

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """Return the budget of a text such as `50ms`, `2s` or `800sims`. Raises BadBudget."""
        match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,6})?)(ms|s)|([0-9]{1,9})sims", text)
        if match is None:
            raise BadBudget(f"{text!r} is not a budget; write 50ms, 2s or 800sims")
        number, unit, simulations = match.groups()
        if simulations:
            if int(simulations) < 1:
                raise BadBudget("a budget needs at least one simulation")
            return cls(simulations=int(simulations))
        seconds = float(number) * UNITS[unit]
        if not 0 < seconds <= MOST_SECONDS:
            raise BadBudget(f"a budget is more than 0 and at most {MOST_SECONDS:.0f} seconds, not {text}")
        return cls(seconds=seconds)


class NobodyToAct(DigsiteError, ValueError):
    """A bot was asked to choose where no player is to act."""

    def __init__(self) -> None:
        super().__init__(
            "no player is to act in this position: draw what chance brings by game.settle, unless it is over"
        )


class Player(Protocol):
    """One seat through one match."""

    def observe(self, state: Bytes, action: int) -> None:
        """Take note of an action that is played in this position, by chance or by any player, this one included."""

    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        """Return a legal action. Once `cancel` is set, the best found so far is returned at once.

        A server stops a bot for others, and asks it once more with what is left of the budget: best to go on where it
        was. A budget in simulations can be divided so where an attribute `simulations` says how many the last took.
        """


Maker = Callable[[Game, int, int], Player]
"""Makes a player for a match from the game, the seat and a seed. The same seed gives the same play."""
