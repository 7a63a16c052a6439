"""The games. A game is a folder and one line here; others are named by DIGSITE_GAMES, as in `cave=examples.cave`."""

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from digsite.core.errors import UnknownGame
from digsite.core.record import Record, check_fits

if TYPE_CHECKING:
    from digsite.core.compiled import CompiledGame

OWN = {"thebes": "digsite.games.thebes", "mykerinos": "digsite.games.mykerinos"}
OTHERS = [told.partition("=") for told in os.environ.get("DIGSITE_GAMES", "").split(",") if "=" in told]
GAMES = OWN | {name.strip(): module.strip() for name, _, module in OTHERS}


@cache
def load(name: str) -> "CompiledGame[Any]":
    """The game of a name. Its rules are imported only now."""
    if name not in GAMES:
        raise UnknownGame(f"no game is called {name!r}; there is {', '.join(GAMES)}")
    game: CompiledGame[Any] = import_module(GAMES[name]).load()
    return game


def of_record(record: Record, data: Mapping[str, Any] | None = None) -> "CompiledGame[Any]":
    """The game a record was made with. Raises BadRecord where it is of other rules, seats or data."""
    game = load(record.game)
    if data is not None:
        game = game.with_data(data)
    check_fits(game, record)
    return game
