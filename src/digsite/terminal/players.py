"""The players of a game at the terminal: a person at the keyboard, or a bot by its name."""

import os
from collections.abc import Sequence
from dataclasses import replace

from digsite.bots import Entrant, UnknownBot, entrant, names
from digsite.core.errors import DigsiteError
from digsite.core.record import Record

HUMAN = "human"
CORES = os.cpu_count() or 1


class UnknownPlayer(DigsiteError, LookupError):
    """No player has this name."""


def saved_players(record: Record) -> list[str]:
    """Return the players of a saved game, people if it does not name them."""
    players = record.meta.get("players")
    if isinstance(players, list) and len(players) == record.seats and all(isinstance(name, str) for name in players):
        return players
    return ["human"] * record.seats


def bots_among(players: Sequence[str]) -> dict[int, Entrant]:
    """Return the bots by seat. Raises UnknownPlayer or BadBudget."""
    return {seat: bot(player) for seat, player in enumerate(players) if player != HUMAN}


def bot(text: str) -> Entrant:
    """Return a bot that uses all cores, or one if its simulations are counted: only then its play can be repeated."""
    try:
        found = entrant(text)
    except UnknownBot:
        name = text.partition(":")[0]
        raise UnknownPlayer(f"there is no player {name!r}; choose from {', '.join([HUMAN, *names()])}") from None
    threads = 1 if found.budget.simulations else CORES
    return replace(found, budget=replace(found.budget, threads=threads))
