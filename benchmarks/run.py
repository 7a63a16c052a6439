"""Measure the rules on this machine and print the table that `docs/performance.md` keeps.

    python benchmarks/run.py [SECONDS]

All figures of a run come from the same machine at the same time, so compare them as ratios.
"""

import platform
import sys
from typing import Any

import numba
import numpy as np

from digsite.bench import measure
from digsite.games import GAMES, load

NAMES = {
    "moves_per_second": "moves/s, random play, one core",
    "games_per_second": "games/s, random play, one core",
    "copy_and_move_per_second": "copy a position and move/s, one core",
    "python_api_moves_per_second": "moves/s through the Python interface",
    "batch_moves_per_second": "moves/s in a batch of 4,096 games, one core",
    "batch_moves_per_second_all_cores": "moves/s in a batch of 4,096 games, all cores",
    "state_bytes": "bytes of a position",
    "compile_seconds": "seconds to compile everything, once",
    "first_game_seconds": "seconds to a first game with nothing compiled",
    "start_seconds_cached": "seconds to a first move, compiled before",
}


def table(rows: list[dict[str, Any]]) -> str:
    heads = [f"{row['game']}, {row['seats']} players" for row in rows]
    lines = ["| | " + " | ".join(heads) + " |", "|---|" + "---:|" * len(rows)]
    for name, told in NAMES.items():
        cells = [f"{row[name]:.2f}" if "seconds" in name and "per" not in name else f"{row[name]:,.0f}" for row in rows]
        lines.append(f"| {told} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
    sys.stdout.write(f"{versions}, {platform.machine()}\n\n")
    rows = [row for name in GAMES for row in measure(load(name), seconds, lambda _: None)]
    sys.stdout.write(table(rows) + "\n")


if __name__ == "__main__":
    main()
