"""Measure a server on this machine.

    python -m benchmarks.server [--quick] [--json]

It starts a real `digsite serve` on SQLite in a temporary folder. The clients run on the same machine; their share of
the processor is measured, too.
"""

import asyncio
import json
import os
import platform
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

import typer
import uvloop
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.server.figures import Advance
from benchmarks.server.load import measure_load
from benchmarks.server.process import Postgres, Server
from benchmarks.server.tables import measure_idle, measure_opening
from benchmarks.server.watchers import measure_watchers

Measured = dict[str, Any]


def main(
    tables: Annotated[int, typer.Option(help="Tables played at the same time.")] = 200,
    rate: Annotated[float, typer.Option(help="Actions a second, for the steady pace.")] = 600,
    seconds: Annotated[float, typer.Option(help="Duration of each of the two paces.")] = 20,
    watchers: Annotated[int, typer.Option(help="Watchers of one table.")] = 1000,
    actions: Annotated[int, typer.Option(help="Actions that are watched.")] = 40,
    idle: Annotated[int, typer.Option(help="Tables nobody looks at.")] = 10_000,
    long: Annotated[int, typer.Option(help="Long tables opened after a restart.")] = 20,
    only: Annotated[str, typer.Option(help="Some of load,watchers,idle,opening.")] = "load,watchers,idle,opening",
    postgres: Annotated[bool, typer.Option("--postgres", help="On PostgreSQL instead of SQLite.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Small figures, in half a minute.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Measure a server on this machine."""
    if quick:
        tables, seconds, watchers, actions, idle, long = 40, 4, 200, 10, 500, 3
    parts: dict[str, Callable[[Server, Advance], Awaitable[Measured]]] = {
        "load": lambda server, advance: measure_load(server, tables, rate, seconds, advance),
        "watchers": lambda server, advance: measure_watchers(server, watchers, actions, advance),
        "idle": lambda server, advance: measure_idle(server, idle, advance),
        "opening": lambda server, advance: measure_opening(server, long, advance),
    }
    chosen = [name for name in parts if name in only.split(",")]
    figures: Measured = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    figures["database"] = "postgresql" if postgres else "sqlite"
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:.0f}/{task.total:.0f}"))
    console = Console(stderr=True)
    with (
        tempfile.TemporaryDirectory(prefix="digsite-") as temporary,
        Progress(*columns, TimeElapsedColumn(), console=console, disable=not console.is_terminal) as progress,
    ):
        folder, bars = Path(temporary), {}

        def advance(what: str, done: float, total: float) -> None:
            if what not in bars:
                bars[what] = progress.add_task(what, total=total)
            progress.update(bars[what], completed=done)

        database = Postgres(folder / "postgres").start() if postgres else None
        for name in chosen:
            bars.clear()
            url = database.new_database(name) if database else f"sqlite:///{folder / name}.db"
            with Server(url, folder / f"{name}.log") as server:
                figures[name] = uvloop.run(_measured(parts[name](server, advance)))
            figures[name]["load_average"] = round(os.getloadavg()[0], 2)
        if database:
            database.stop()
    sys.stdout.write(json.dumps(figures, indent=2) + "\n" if as_json else _as_text(figures))


async def _measured(measuring: Awaitable[Measured]) -> Measured:
    return await asyncio.ensure_future(measuring)


def _as_text(figures: Measured, depth: int = 0) -> str:
    lines = []
    for name, value in figures.items():
        shown = f"\n{_as_text(value, depth + 1)}" if isinstance(value, dict) else f" {value}\n"
        lines.append("  " * depth + name.replace("_", " ") + ":" + shown)
    return "".join(lines)


if __name__ == "__main__":
    typer.run(main)
