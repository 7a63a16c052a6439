"""Compare the speed of two versions of Digsite on this machine, side by side.

    python benchmarks/compare.py OLD/.venv/bin/python [NEW/.venv/bin/python]

Every round starts one process of each version. They measure each figure by turns, so that both meet the same load of
the machine, and the best of several short measurements counts, as other load can only slow them down. It prints the
median of new/old over all rounds; above 1 the new version is faster.
"""

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

FIGURES = ("random play", "copy and move", "Python interface", "batch", "batch, all cores", "full playouts", "master")
TRIES = 6  # measurements of one figure by each version, in each round
Ratios = dict[str, dict[str, list[float]]]  # of each figure, for each game and number of players, one a round


def measure(game: Any, figure: str, seats: int, seconds: float) -> float:
    """Return how often a second the installed version does what a figure counts."""
    from digsite import bench
    from digsite.bots.master import Master, Plain
    from digsite.bots.measure import simulations_per_second

    work: dict[str, Callable[[], float]] = {
        "random play": lambda: bench.random_moves(game, seats, seconds)[0],
        "copy and move": lambda: bench.copies_and_moves(game, seats, seconds),
        "Python interface": lambda: bench.python_moves(game, seats, seconds),
        "batch": lambda: bench.batch_moves(game, seats, seconds, 1),
        "batch, all cores": lambda: bench.batch_moves(game, seats, seconds, 2),
        "full playouts": lambda: simulations_per_second(game, seats, Plain, seconds),
        "master": lambda: simulations_per_second(game, seats, Master, seconds),
    }
    return work[figure]()


def serve() -> None:
    """Measure what each line of stdin asks for, and answer on stdout: what a process of either version does."""
    for line in sys.stdin:
        asked = json.loads(line)
        found = measure(load(asked["game"]), asked["figure"], asked["seats"], asked["seconds"])
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


@cache
def load(name: str) -> Any:
    """Return a game, also of a version in which `digsite.load` was elsewhere."""
    import digsite

    if hasattr(digsite, "load"):
        return digsite.load(name)
    from digsite.games import load as load_game  # type: ignore[attr-defined]

    return load_game(name)


class Version:
    """A process of one version that measures on request."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **asked: object) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        return float(json.loads(self.process.stdout.readline()))

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


def one_round(
    old_python: str, new_python: str, games: list[str], figures: list[str], seconds: float
) -> Iterator[tuple[str, str, float]]:
    """Yield each figure, the game and seats it is of, and new/old."""
    old, new = Version(old_python), Version(new_python)
    try:
        for game in games:
            for seats in (2, 3, 4):
                for figure in figures:
                    asked = {"game": game, "figure": figure, "seats": seats, "seconds": seconds}
                    found = [(old.ask(**asked), new.ask(**asked)) for _ in range(TRIES)]
                    best_old, best_new = map(max, zip(*found, strict=True))
                    yield figure, f"{game}, {seats}", best_new / best_old
    finally:
        old.close()
        new.close()


def main(
    old: Annotated[str, typer.Argument(help="The Python of the old version's environment.")],
    new: Annotated[str, typer.Argument(help="The Python of the new version's.")] = sys.executable,
    rounds: Annotated[int, typer.Option(help="Of new processes each.")] = 7,
    seconds: Annotated[
        float, typer.Option(help=f"For each measurement; there are {TRIES} of each figure a round.")
    ] = 0.05,
    games: Annotated[str, typer.Option(help="Separated by commas.")] = "thebes,mykerinos",
    figures: Annotated[str, typer.Option(help="Separated by semicolons.")] = ";".join(FIGURES),
) -> None:
    """Compare the speed of two versions of Digsite on this machine, side by side."""
    ratios: Ratios = defaultdict(lambda: defaultdict(list))
    console = Console(stderr=True)
    for _ in track(range(rounds), "Rounds", console=console):
        for figure, setting, ratio in one_round(old, new, games.split(","), figures.split(";"), seconds):
            ratios[figure][setting].append(ratio)
    Console(width=200).print(table(ratios, rounds))


def table(ratios: Ratios, rounds: int) -> Table:
    settings = list(next(iter(ratios.values())))
    shown = Table(title=f"new/old, median of {rounds} rounds (lowest to highest)", title_justify="left")
    for head in ("", *settings):
        shown.add_column(head)
    for figure, found in ratios.items():
        shown.add_row(figure, *(f"{median(f):.2f} ({min(f):.2f}-{max(f):.2f})" for f in map(found.get, settings) if f))
    return shown


if __name__ == "__main__":
    if "--serve" in sys.argv:
        serve()
    else:
        typer.run(main)
