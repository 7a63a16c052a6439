"""Compile what a table needs before anybody waits for it, in stages: what a first game needs comes first."""

import os
import signal
from threading import Event

from digsite.analysis.hints import find_hint
from digsite.bots import OWN, entrant
from digsite.bots.player import Budget
from digsite.core.game import Game
from digsite.core.registry import load
from digsite.core.rng import stream

STAGES = ("rules", "scholar", "master")
RULES, SCHOLAR, MASTER = range(len(STAGES))  # a stage by its place; masters are followed by hints
STAGE_OF_BOT = {"random": RULES, "novice": RULES, "scholar": SCHOLAR}
NICENESS = 5  # of a process that compiles: whoever answers goes first


def warm(game: Game, stage: int) -> None:
    """Compile, or load from the cache, one stage: the rules, or the bots it is named for and what comes with them."""
    state = game.settle(game.new(game.seats[0]), stream(0))
    if stage == RULES:
        game.chance(game.new(game.seats[0]))
        game.view(game.apply(state, int(game.legal(state)[0])))
        game.check(state)
    for name in OWN:
        if STAGE_OF_BOT.get(name, MASTER) == stage:
            player = entrant(name).player(game, int(state[0]), 0)
            player.observe(state, player.choose(state, Budget(simulations=2)))
    if stage == MASTER:
        at_once = Event()
        at_once.set()
        find_hint(game, state, at_once)


def warm_bots(game: Game) -> None:
    """Compile, or load from the cache, the rules as a table needs them, every bot, and hints."""
    for stage in range(len(STAGES)):
        warm(game, stage)


def compile_stages(name: str) -> None:
    """Compile a game, and print each stage that is ready: for a process of its own (see `server.preparation`)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    os.nice(NICENESS)
    for stage in range(len(STAGES)):
        warm(load(name), stage)
        print(STAGES[stage], flush=True)  # noqa: T201
