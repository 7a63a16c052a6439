"""Compile what a table needs before anybody waits for it."""

from threading import Event

from digsite.analysis.hints import find_hint
from digsite.bots import OWN, entrant
from digsite.bots.player import Budget
from digsite.core.game import Game
from digsite.core.rng import stream


def warm_bots(game: Game) -> None:
    """Compile, or load from the cache, the rules as a table needs them, every bot, and hints."""
    at_once = Event()
    at_once.set()
    state = game.settle(game.new(game.seats[0]), stream(0))
    game.chance(game.new(game.seats[0]))
    game.view(game.apply(state, int(game.legal(state)[0])))
    for name in OWN:
        player = entrant(name).player(game, int(state[0]), 0)
        player.observe(state, player.choose(state, Budget(simulations=2)))
    find_hint(game, state, at_once)
