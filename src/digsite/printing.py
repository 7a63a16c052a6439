"""What commands print: the result of a record, statistics, and a bar while something takes long."""

from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from digsite.core.record import Record


def result_line(record: Record) -> str:
    if record.scores is None:
        return "the game is not over"
    names = [name or f"seat {seat}" for seat, name in enumerate(record.names or [""] * record.seats)]
    points = ", ".join(f"{name} {score}" for name, score in zip(names, record.scores, strict=True))
    ended = f" ({record.end.reason})" if record.end else ""
    won = " and ".join(names[seat] for seat in record.winners or []) or "nobody"
    return f"{points}; won by {won}{ended}"


def draws_line(record: Record, draws: int | None) -> str:
    if draws is not None:
        return f"All {draws} draws are those of the seed, and the seed is the one committed to."
    if record.chance:
        return "The seed is not told yet, so the draws could not be checked."
    return "There is no seed in it, so the draws could not be checked."


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

    def __enter__(self) -> Any:
        self.bar.start()
        task = self.bar.add_task(self.what, total=self.total, rate="")

        def advance(steps: int, said: str = "") -> None:
            """So many more, and what is said beside the bar (how quick it is if nothing)."""
            speed = self.bar.tasks[0].finished_speed or self.bar.tasks[0].speed
            rate = f"{speed:,.0f} games/s" if speed and self.what == "games" else ""
            self.bar.update(task, advance=steps, rate=said or rate)

        return advance

    def __exit__(self, *_: object) -> None:
        self.bar.stop()


def print_statistics(told: dict[str, Any]) -> None:
    console = Console()
    title = f"{told['game'].title()}: {told['games']:,} games of {told['bot']} players, seed {told['seed']}"
    table = Table(title=title, title_justify="left")
    for column in ("seat", "mean", "± s.e.", "s.d.", "min", "max", "wins"):
        table.add_column(column, justify="right")
    for seat in told["players"]:
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
    console.print(f"{told['moves']:,} moves, {told['moves_per_second']:,.0f} a second", highlight=False)


def print_standing(told: dict[str, Any], sure: float | None = None) -> None:
    """The bots of an arena, the best first."""
    console = Console()
    title = f"{told['game'].title()}, {told['seats']} players: {told['games']:,} games, seed {told['seed']}"
    table = Table(title=title, title_justify="left")
    table.add_column("bot", no_wrap=True)
    for column in ("win share", "95 % interval", "mean score", "a move", "rating"):
        table.add_column(column, justify="right", no_wrap=True)
    for bot in sorted(told["bots"], key=lambda bot: -bot["win_share"]):
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
        best = max(told["bots"], key=lambda bot: bot["win_share"])["name"]
        console.print(f"{best} is better, sure at {sure}." if told["sure"] else f"Not sure at {sure} who is better.")
    console.print(
        f"Equal strength is {1 / told['seats']:.1%} for each seat. Intervals are Wilson's, over {told['interval']}; "
        "ratings are openskill's ordinal, mu − 3 sigma.",
        highlight=False,
    )


def duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"


def print_ladder(results: dict[str, Any]) -> None:
    table = Table(title="The ladder", title_justify="left")
    for column in ("game", "bots"):
        table.add_column(column, no_wrap=True)
    for column in ("games", "share", "95 % interval"):
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
