"""Find games: those that are installed, by the entry point `digsite.games`, and those that DIGSITE_GAMES names.

`DIGSITE_GAMES=cave=examples.cave` tries out a game that is not installed: the module, which Python must find (set
PYTHONPATH), has its plug-in as `PLUGIN`.
"""

import copyreg
import os
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from digsite.core.errors import BadOptions, BadRecord, UnknownGame
from digsite.core.plugin import GamePlugin, load_part

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.core.record import Record

GROUP = "digsite.games"


@cache
def plugins() -> dict[str, GamePlugin]:
    """Return every game's plug-in by name, in the order of lists. One that cannot be imported gives a warning."""
    references = {point.name: point.value for point in entry_points(group=GROUP)}
    for entry in os.environ.get("DIGSITE_GAMES", "").split(","):
        name, equals, module = entry.partition("=")
        if not equals and entry.strip():
            warnings.warn(f"DIGSITE_GAMES: {entry.strip()!r} is left out: write NAME=MODULE", stacklevel=2)
        elif equals:
            references[name.strip()] = module.strip() if ":" in module else f"{module.strip()}:PLUGIN"
    found: dict[str, GamePlugin] = {}
    for name, reference in references.items():
        try:
            found[name] = load_part(reference)
        except Exception as error:  # whatever another package does when it is imported
            warnings.warn(f"the game {name!r} cannot be loaded from {reference}: {error}", stacklevel=2)
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))


def game_names() -> list[str]:
    """Return the names of all games."""
    return list(plugins())


def most_seats() -> int:
    """Return the most seats that any game has."""
    return max((each.seats[-1] for each in plugins().values()), default=0)


def plugin(name: str) -> GamePlugin:
    """Return the plug-in of a game. Raises UnknownGame."""
    if name not in plugins():
        raise UnknownGame(f"there is no game {name!r}; the games are {', '.join(plugins())}")
    return plugins()[name]


@cache
def load(name: str) -> "Game":
    """Return the rules of a game by its name. They are imported only now. Raises UnknownGame."""
    game: Game = load_part(plugin(name).rules)()
    copyreg.pickle(type(game), _pickled)
    return game


def _pickled(game: "Game") -> "tuple[Callable[..., Game], tuple[object, ...]]":
    """Return how a game is pickled: by its name, data and options. Its compiled functions cannot be."""
    return _unpickled, (game.name, game.data, dict(game.options))


def _unpickled(name: str, data: Mapping[str, object] | None, options: Mapping[str, str]) -> "Game":
    game = load(name)
    return game if data is None and not options else game.with_setup(data=data, options=options)


_table_games: dict[str, "Game"] = {}  # with the data that tables are played with, where they are not the game's own

_table_data: dict[str, Mapping[str, object]] = {}


def use_data(name: str, data: Mapping[str, object]) -> None:
    """Play tables of a game with other data from now on, in this process. Raises UnknownGame or BadData."""
    _table_games[name], _table_data[name] = load(name).with_data(data), data


def use_own_data() -> None:
    """Play tables of all games with the games' own data again."""
    _table_games.clear()
    _table_data.clear()


def table_game(name: str, options: Mapping[str, str]) -> "Game":
    """Return the game as a table with these rule options plays it. Raises UnknownGame or BadOptions."""
    game = _table_games.get(name) or load(name)
    return game.with_options(options) if options else game


def table_data(record: "Record") -> Mapping[str, object] | None:
    """Return the data that tables are played with, if a record was made with them; None for the game's own."""
    game = _table_games.get(record.game)
    return _table_data[record.game] if game and record.data == game.data_digest else None


def of_record(
    record: "Record", data: Mapping[str, object] | None = None, options: Mapping[str, str] | None = None
) -> "Game":
    """Return the game a record was made with: with the options that the record names, or with these.

    Raises BadRecord where it is of other rules, seats or data, or has options that the game does not have.
    """
    from digsite.core.record import check_fits  # loads NumPy, which listing the games need not

    game = load(record.game)
    if data is not None:
        game = game.with_data(data)
    try:
        game = game.with_options(record.options if options is None else options)
    except BadOptions as error:
        raise BadRecord(str(error)) from None
    for name, value in record.options.items():
        if options is None and name not in game.options:
            raise BadRecord(f"options: {name}={value} is the default: leave it out")
    check_fits(game, record)
    return game
