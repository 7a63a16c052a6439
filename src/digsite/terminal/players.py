"""Who may sit down: a person at the keyboard, or a bot by its name."""

from collections.abc import Sequence

from digsite.bots import BOTS
from digsite.core.errors import DigsiteError

HUMAN = "human"


class UnknownPlayer(DigsiteError, LookupError):
    """Nobody of this name can sit down."""


def check_players(players: Sequence[str]) -> None:
    """Raises UnknownPlayer."""
    for player in players:
        if player != HUMAN and player not in BOTS:
            raise UnknownPlayer(f"nobody is called {player!r}; there is {', '.join([HUMAN, *BOTS])}")
