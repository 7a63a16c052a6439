"""Everything a server imports and compiles, for the process that others are forked from."""

from importlib import import_module

from digsite.analysis.warmup import warm_bots
from digsite.cli import main
from digsite.core.registry import game_names, load

__all__ = ["main"]

try:
    import_module("digsite.server.app.launcher")
except ModuleNotFoundError:  # an earlier version, to compare with
    import_module("digsite.server.launcher")
for name in game_names():
    warm_bots(load(name))
