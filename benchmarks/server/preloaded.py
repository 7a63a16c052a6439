"""Everything a server imports and compiles, for the process that others are forked from."""

from digsite.analysis.warmup import warm_bots
from digsite.cli import main
from digsite.core.registry import game_names, load
from digsite.server import launcher

__all__ = ["launcher", "main"]

for name in game_names():
    warm_bots(load(name))
