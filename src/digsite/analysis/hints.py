"""Hints: the best actions of a position with win chances and points, by a master's search, and the game's reasons."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event, Timer
from time import perf_counter

from digsite.analysis.win_chances import winning_search
from digsite.bots.master import Option, Search
from digsite.bots.player import Budget
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.plugin import load_part
from digsite.core.registry import game_names, plugin

CORES = os.cpu_count() or 1
SECONDS = 1.0
LEAST = 0.01  # seconds for which a search does not go on
MOST_OPTIONS = 3
MOST_STEPS = 3  # of an action that goes on

Reason = Callable[[Game, Bytes, int], str]


@dataclass(frozen=True)
class Hint:
    """The best actions with their reasons, the best first, and the number of simulations behind them."""

    options: Sequence[tuple[Option, str]]
    simulations: int
    then: Mapping[int, Sequence[int]] = field(default_factory=dict)  # how an action best goes on, where it does


class HintSearch:
    """The search for a hint. It can be stopped, and goes on where it was."""

    def __init__(self, game: Game, state: Bytes) -> None:
        self.game, self.state = game, state
        self.search = winning_search(game)
        self.left = SECONDS
        self.simulations = 0

    def run(self, cancel: Event) -> bool:
        """Search on all cores until the time is over or `cancel` is set. Return whether the time is over."""
        if not self.simulations:
            self.search.run(self.state, Budget(simulations=CORES, threads=CORES))  # compile before the clock starts
        begun, timer = perf_counter(), Timer(self.left, cancel.set)
        timer.start()
        self.search.run(self.state, Budget(threads=CORES), cancel)  # without a budget in seconds it never stops early
        timer.cancel()
        self.simulations += self.search.simulations
        self.left -= perf_counter() - begun
        return self.left < LEAST

    def hint(self) -> Hint:
        """Return what was found so far."""
        game, state = self.game, self.state
        options = different_options(game, state, self.search.options(state))
        then = {option.action: going_on(game, self.search, state, option.action) for option, _why in options}
        return Hint(options, self.simulations, then)


def find_hint(game: Game, state: Bytes, cancel: Event) -> Hint:
    """Return the best actions of a position in which a player is to act, after a second of search on all cores.

    Set `cancel` to stop earlier.
    """
    search = HintSearch(game, state)
    search.run(cancel)
    return search.hint()


def going_on(game: Game, search: Search, state: Bytes, action: int) -> list[int]:
    """Return what a player best does right after an action, before anybody else acts, as far as the search has seen."""
    actor, found, state = game.to_act(state), list[int](), game.apply(state, action)
    while game.to_act(state) == actor and len(found) < MOST_STEPS and (options := search.options(state)):
        found.append(options[0].action)
        state = game.apply(state, found[-1])
    return found


def different_options(game: Game, state: Bytes, options: Sequence[Option]) -> list[tuple[Option, str]]:
    """Return the first few options with their reasons, leaving out those with the same reason as a better one."""
    found: list[tuple[Option, str]] = []
    for option in options:
        why = reason(game, state, option.action)
        if not why or why not in [other for _, other in found]:
            found.append((option, why))
        if len(found) == MOST_OPTIONS:
            break
    return found


def reason(game: Game, state: Bytes, action: int) -> str:
    """Return one sentence on why an action may be good, "" where the game gives no reasons."""
    own = plugin(game.name).reasons if game.name in game_names() else ""
    if not own:
        return ""
    give_reason: Reason = load_part(own)
    return give_reason(game, state, action)


def hint_data(game: Game, state: Bytes, hint: Hint) -> dict[str, object]:
    """Return a hint ready for JSON."""
    options = [
        {
            "action": game.text(state, option.action),
            "visits": option.visits,
            "win_chances": option.win_chances,
            "points": option.points,
            "reason": why,
        }
        for option, why in hint.options
    ]
    return {"simulations": hint.simulations, "options": options}
