"""The exact odds of a position as data, ready for JSON. A game brings them in its plug-in's `odds`."""

from collections.abc import Callable

from digsite.core.errors import DigsiteError
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.plugin import load_part
from digsite.core.registry import game_names, plugin

OddsData = Callable[[Game, Bytes], dict[str, object]]


class NoOdds(DigsiteError, LookupError):
    """The game computes no odds."""


def has_odds(game: Game) -> bool:
    """Return whether a game computes odds."""
    return game.name in game_names() and bool(plugin(game.name).odds)


def odds(game: Game, state: Bytes) -> dict[str, object]:
    """Return everything the game knows about the odds of a position. Raises NoOdds."""
    if not has_odds(game):
        raise NoOdds(f"{game.name} computes no odds")
    odds_data: OddsData = load_part(plugin(game.name).odds)
    return odds_data(game, state)
