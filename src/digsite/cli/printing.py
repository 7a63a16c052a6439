"""What commands print: statistics, and a bar while something takes long."""

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from digsite.bots.report import duration


class ProgressBar:
    """A bar on standard error, where somebody is looking."""

    def __init__(self, total: int, what: str = "games") -> None:
        console = Console(stderr=True)
        self.what, self.total = what, total
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )

    def __enter__(self) -> Callable[..., None]:
        self.bar.start()
        task = self.bar.add_task(self.what, total=self.total, rate="")

        def advance(steps: int, text: str = "") -> None:
            """Advance the bar by some steps. The text stands beside it; without one, the speed does."""
            speed = self.bar.tasks[0].finished_speed or self.bar.tasks[0].speed
            rate = f"{speed:,.0f} games/s" if speed and self.what == "games" else ""
            self.bar.update(task, advance=steps, rate=text or rate)

        return advance

    def __exit__(self, *_: object) -> None:
        self.bar.stop()


def _games(results: dict[str, Any]) -> str:
    return f"{results['games']:,} game{'s' if results['games'] != 1 else ''}"


def print_statistics(results: dict[str, Any]) -> None:
    console = Console()
    title = f"{results['game'].title()}: {_games(results)} of {results['bot']} players, seed {results['seed']}"
    table = Table(title=title, title_justify="left")
    for column in ("seat", "mean", "± s.e.", "s.d.", "min", "max", "wins"):
        table.add_column(column, justify="right")
    for seat in results["players"]:
        table.add_row(
            str(seat["seat"]),
            f"{seat['mean']:.2f}",
            f"{seat['se']:.2f}",
            f"{seat['sd']:.2f}",
            str(seat["min"]),
            str(seat["max"]),
            f"{seat['win_share']:.1%}",
        )
    console.print(table)
    console.print(f"{results['moves']:,} moves, {results['moves_per_second']:,.0f} a second", highlight=False)


def print_arena(results: dict[str, Any], sure: float | None = None) -> None:
    """The bots of an arena, the best first."""
    console = Console()
    title = f"{results['game'].title()}, {results['seats']} players: {_games(results)}, seed {results['seed']}"
    table = Table(title=title, title_justify="left")
    table.add_column("bot", no_wrap=True)
    for column in ("win share", "95% interval", "mean score", "a move", "rating"):
        table.add_column(column, justify="right", no_wrap=True)
    for bot in sorted(results["bots"], key=lambda bot: -bot["win_share"]):
        table.add_row(
            bot["name"] + (f" ×{bot['seats']}" if bot["seats"] > 1 else ""),
            f"{bot['win_share']:.1%}",
            f"{bot['low']:.1%} – {bot['high']:.1%}",
            f"{bot['mean_score']:.1f}",
            duration(bot["seconds_per_move"]),
            f"{bot['rating']:.1f}",
        )
    console.print(table)
    if sure is not None:
        best = max(results["bots"], key=lambda bot: bot["win_share"])["name"]
        verdict = f"{best} is better, sure at {sure}." if results["sure"] else f"Not sure at {sure} who is better."
        console.print(verdict)
    console.print(
        f"Equal strength is {1 / results['seats']:.1%} for each seat. "
        f"Intervals are Wilson's, over {results['interval']}; ratings are openskill's ordinal, mu − 3 sigma.",
        highlight=False,
    )


def print_ladder(results: dict[str, Any]) -> None:
    table = Table(title="The ladder", title_justify="left")
    for column in ("game", "bots"):
        table.add_column(column, no_wrap=True)
    for column in ("games", "share", "95% interval"):
        table.add_column(column, justify="right", no_wrap=True)
    for one in results["pairings"]:
        table.add_row(
            f"{one['game']} {one['seats']}",
            f"{one['bot']} v {one['rival']}",
            str(one["games"]),
            f"{one['share']:.1%}",
            f"{one['low']:.0%} – {one['high']:.0%}",
        )
    Console().print(table)
