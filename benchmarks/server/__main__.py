"""Measure a server on this machine: on SQLite, on PostgreSQL, and with two workers on PostgreSQL.

    python -m benchmarks.server [--quick] [--json]

It starts real `digsite serve` in a temporary folder, one after the other, and compares them: ratios are to SQLite in
the same run. The clients run on the same machine; their share of the processor is measured, too. With `--against`, the
server of another environment, say of an older version, is measured on SQLite in turns with this one.
"""

import asyncio
import json
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
import uvloop
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.server.figures import Advance
from benchmarks.server.hostile import measure_hostile
from benchmarks.server.load import measure_load
from benchmarks.server.process import Postgres, Server
from benchmarks.server.tables import measure_idle, measure_opening
from benchmarks.server.watchers import measure_watchers

Measured = dict[str, Any]
Part = Callable[[Server, Advance, Postgres | None], Awaitable[Measured]]
SETUPS = {"sqlite": 1, "postgresql": 1, "two_workers": 2}  # the workers of each
PARTS = ("load", "watchers", "idle", "opening", "hostile")
COMPARED = {  # the figures that ratios are made of, and where they are
    "actions_per_second": ("at_full_speed", "actions_per_second"),
    "server_ms_per_action": ("at_full_speed", "server_ms_per_action"),
    "p99_at_a_pace": ("at_a_pace", "ms", "p99"),
}


@dataclass
class Run:
    """Everything that one run measures with."""

    folder: Path
    parts: dict[str, Part]
    progress: Progress
    postgres: Postgres | None = None
    _databases: int = field(default=0)

    def measure(self, part: str, setup: str, python: str = sys.executable) -> Measured:
        """Return what a part measures at a server of its own with a new database."""
        database = self._database(part, setup)
        workers, limited = SETUPS[setup], part == "hostile"
        log = self.folder / f"{part}-{setup}.log"
        with Server(database, log, python=python, workers=workers, limited=limited) as server:
            measuring = self.parts[part](
                server, self._bar(f"{part}, {setup}"), self.postgres if setup != "sqlite" else None
            )
            figures = uvloop.run(_measured(measuring))
            server.stop()
        return figures | {"load_average": round(os.getloadavg()[0], 2)}

    def _database(self, part: str, setup: str) -> str:
        self._databases += 1
        if setup == "sqlite":
            return f"sqlite:///{self.folder / part}{self._databases}.db"
        if self.postgres is None:
            self.postgres = Postgres(self.folder / "postgres").start()
        return self.postgres.new_database(f"{part}{self._databases}")

    def _bar(self, where: str) -> Advance:
        bars: dict[str, Any] = {}

        def advance(what: str, done: float, total: float) -> None:
            if what not in bars:
                bars[what] = self.progress.add_task(f"{where}: {what}", total=total)
            self.progress.update(bars[what], completed=done)

        return advance


def main(
    tables: Annotated[int, typer.Option(help="Tables played at the same time.")] = 200,
    rate: Annotated[float, typer.Option(help="Actions a second, for the steady pace.")] = 600,
    seconds: Annotated[float, typer.Option(help="Duration of each pace, and with each hostile client.")] = 10,
    rounds: Annotated[int, typer.Option(help="How often the load is measured, in turns.")] = 2,
    watchers: Annotated[int, typer.Option(help="Watchers of one table.")] = 1000,
    actions: Annotated[int, typer.Option(help="Actions that are watched.")] = 40,
    idle: Annotated[int, typer.Option(help="Tables nobody looks at.")] = 10_000,
    long: Annotated[int, typer.Option(help="Long tables opened after a restart.")] = 20,
    only: Annotated[str, typer.Option(help=f"Some of {','.join(PARTS)}.")] = ",".join(PARTS),
    on: Annotated[str, typer.Option(help=f"Some of {','.join(SETUPS)}.")] = ",".join(SETUPS),
    against: Annotated[str, typer.Option(help="The Python of another environment to compare with.")] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Small figures, in two minutes.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Measure a server on this machine."""
    if quick:
        tables, seconds, rounds, watchers, actions, idle, long = 40, 3, 1, 200, 10, 500, 3
    parts: dict[str, Part] = {
        "load": lambda server, advance, postgres: measure_load(server, tables, rate, seconds, advance, postgres),
        "watchers": lambda server, advance, _: measure_watchers(server, watchers, actions, advance),
        "idle": lambda server, advance, _: measure_idle(server, idle, advance),
        "opening": lambda server, advance, _: measure_opening(server, long, advance),
        "hostile": lambda server, advance, _: measure_hostile(server, seconds, advance),
    }
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:.0f}/{task.total:.0f}"))
    console = Console(stderr=True)
    figures: Measured = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    with (
        tempfile.TemporaryDirectory(prefix="digsite-") as folder,
        Progress(*columns, TimeElapsedColumn(), console=console, disable=not console.is_terminal) as progress,
    ):
        run = Run(Path(folder), parts, progress)
        try:
            setups = [setup for setup in SETUPS if setup in on.split(",")]
            for part in [part for part in PARTS if part in only.split(",")]:
                if part == "load":
                    figures |= _loads(run, setups, rounds, against)
                else:
                    figures[part] = {setup: run.measure(part, setup) for setup in setups}
        finally:
            if run.postgres:
                run.postgres.stop()
    sys.stdout.write(json.dumps(figures, indent=2) + "\n" if as_json else _as_text(figures))


def _loads(run: Run, setups: list[str], rounds: int, against: str) -> Measured:
    """Return the load of each setup in the last round, and the middle of every round's ratios to SQLite."""
    ratios: dict[str, list[Measured]] = {}
    loads: Measured = {}
    for _ in range(rounds):
        for setup in setups:
            loads[setup] = run.measure("load", setup)
        for setup in setups[1:]:
            ratios.setdefault(f"{setup}_to_sqlite", []).append(_ratios(loads[setup], loads["sqlite"]))
        if against:
            loads["other"] = run.measure("load", "sqlite", against)
            ratios.setdefault("sqlite_to_other", []).append(_ratios(loads["sqlite"], loads["other"]))
    middle = {
        name: {figure: round(statistics.median(each[figure] for each in found), 2) for figure in COMPARED}
        for name, found in ratios.items()
    }
    return {"load": loads, "ratios": middle}


def _ratios(load: Measured, other: Measured) -> Measured:
    return {name: _at(load, path) / _at(other, path) for name, path in COMPARED.items()}


def _at(figures: Any, path: tuple[str, ...]) -> float:
    for name in path:
        figures = figures[name]
    return float(figures)


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
