"""Everything a server imports and compiles, for the process that others are forked from."""

from digsite.bench import warm_bots
from digsite.cli import main
from digsite.games import GAMES, load
from digsite.server import running

__all__ = ["main", "running"]

for name in GAMES:
    warm_bots(load(name))
