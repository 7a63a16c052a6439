"""What `digsite odds` prints. A game brings it in `odds.py` and `terminal/odds.py`; without these it has no odds."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rich.console import Console

from digsite.core.company import company
from digsite.core.errors import DigsiteError
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.games import GAMES


def room(game: Game) -> Any:
    """The module of a game that tells its odds: `told` for programs, `shown` for people."""
    name = f"{GAMES[game.name]}.terminal.odds"
    if find_spec(f"{GAMES[game.name]}.terminal") is None or find_spec(name) is None:
        raise DigsiteError(f"{game.name}: nothing is known about its odds")
    return import_module(name)


def told(game: Game, state: Bytes) -> dict[str, Any]:
    """Everything that is known about the odds, ready for JSON."""
    odds: dict[str, Any] = room(game).told(game, state)
    return odds


def show(game: Game, state: Bytes, names: Sequence[str] | None, every: bool) -> None:
    console = Console()
    seats = company(["human"] * int(state[1]), names)
    console.print(room(game).shown(game, state, seats, console.width, every), highlight=False)
