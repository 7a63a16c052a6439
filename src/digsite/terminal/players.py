"""Who may sit down: a person at the keyboard, or a bot by its name."""

import os
from collections.abc import Sequence
from dataclasses import replace

from digsite.bots import Entrant, UnknownBot, entrant, names
from digsite.core.errors import DigsiteError

HUMAN = "human"
CORES = os.cpu_count() or 1


class UnknownPlayer(DigsiteError, LookupError):
    """Nobody of this name can sit down."""


def bots_among(players: Sequence[str]) -> dict[int, Entrant]:
    """The bots by seat. Raises UnknownPlayer or BadBudget."""
    return {seat: bot(player) for seat, player in enumerate(players) if player != HUMAN}


def bot(text: str) -> Entrant:
    """A bot that thinks on all cores, unless its simulations are counted: those are the same on one core only."""
    try:
        found = entrant(text)
    except UnknownBot:
        name = text.partition(":")[0]
        raise UnknownPlayer(f"nobody is called {name!r}; there is {', '.join([HUMAN, *names()])}") from None
    threads = 1 if found.budget.simulations else CORES
    return replace(found, budget=replace(found.budget, threads=threads))
