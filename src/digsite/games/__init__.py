"""The games. A game is a folder and one line here."""

from functools import cache
from importlib import import_module
from typing import cast

from digsite.core.errors import UnknownGame
from digsite.core.game import Game

GAMES = {"thebes": "digsite.games.thebes"}


@cache
def load(name: str) -> Game:
    """The game of a name. Its rules are imported only now."""
    if name not in GAMES:
        raise UnknownGame(f"no game is called {name!r}; there is {', '.join(GAMES)}")
    return cast(Game, import_module(GAMES[name]).load())
