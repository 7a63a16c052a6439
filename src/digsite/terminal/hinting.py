"""Advice on what to do: a master's search says what it may lead to, the game's own `advice.py` says why."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from threading import Event, Timer
from typing import Any, cast

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from digsite.bots.master import Master, Option, Search
from digsite.bots.player import Budget
from digsite.bots.tree import MARGIN
from digsite.core.company import Company
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.games import GAMES
from digsite.terminal.players import CORES

SECONDS = 1.0
MOST = 3
FOR_POINTS = 0.02  # so little do points count beside winning that the chances told are those of winning
WIDEST = 100

Reason = Callable[[Any, Bytes, int], str]


@dataclass(frozen=True)
class Hint:
    """The best actions with their reasons, the best first, and after how many simulations."""

    options: Sequence[tuple[Option, str]]
    simulations: int


def ponder(game: Game, state: Bytes, cancel: Event) -> Hint:
    """Think for the whole time, however clear the choice is: the others' numbers are told too."""
    rules = cast(CompiledGame[Any], game)
    usual = Master.manner(rules).copy()
    usual[MARGIN] = FOR_POINTS
    search = Search(rules, 0, usual)
    search.run(state, Budget(simulations=CORES, threads=CORES))  # so that compiling takes no time from thinking
    enough = Timer(SECONDS, cancel.set)
    enough.start()
    search.run(state, Budget(threads=CORES), cancel)
    enough.cancel()
    return Hint(differing(game, state, search.options(state)), search.simulations)


def differing(game: Game, state: Bytes, options: Sequence[Option]) -> list[tuple[Option, str]]:
    """The first few, leaving out what has the same reason as a better one: of equal fields one is enough."""
    found: list[tuple[Option, str]] = []
    for option in options:
        why = reason(game, state, option.action)
        if not why or why not in [said for _, said in found]:
            found.append((option, why))
        if len(found) == MOST:
            break
    return found


def reason(game: Game, state: Bytes, action: int) -> str:
    """One sentence by the game's own advice; nothing where it has none."""
    name = f"{GAMES[game.name]}.advice" if game.name in GAMES else ""
    try:
        if not name or find_spec(name) is None:
            return ""
    except ModuleNotFoundError:  # a game in one file
        return ""
    say: Reason = import_module(name).reason
    return say(game, state, action)


def table(game: Game, state: Bytes, hint: Hint, company: Company, width: int) -> RenderableType:
    """An action a line, its reason below it; chances and points in columns of their own."""
    seat, seats = game.to_act(state), range(int(state[1]))
    lines = Table(box=None, padding=(0, 0, 0, 2), pad_edge=False, width=min(width, WIDEST), header_style="dim")
    lines.add_column(Text("Best now", style="dim"), ratio=1)
    lines.add_column(Text.assemble(company.mark(seat), " wins"), justify="right", no_wrap=True)
    for each in seats:
        lines.add_column(Text.assemble(company.mark(each), " ends"), justify="right", no_wrap=True)
    for option, why in hint.options:
        told: list[RenderableType] = [Text(game.text(state, option.action), style="cyan")]
        if why:
            told.append(Padding(Text(why), (0, 0, 0, 2)))
        wins = f"{100 * option.hopes[seat]:.0f} %"
        lines.add_row(Group(*told), wins, *(f"{option.points[each]:.1f}" for each in seats))
    tried = f"Chances and final points as the master judges them after {hint.simulations:,} simulations."
    return Group(lines, Text(tried, style="dim"))
