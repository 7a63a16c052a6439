"""The rule options of games, for tests that play every reading."""

from itertools import product

from digsite.core.registry import plugin


def all_setups(game: str) -> list[dict[str, str]]:
    """Return every combination of a game's rule options, first the one with all defaults."""
    options = plugin(game).options
    readings = [[(option.name, reading.value) for reading in option.readings] for option in options]
    return [dict(chosen) for chosen in product(*readings)]
