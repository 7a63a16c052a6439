"""Measure the rules on this machine and print the table that `docs/performance.md` keeps.

    python benchmarks/run.py [SECONDS]

All figures of a run come from the same machine at the same time, so compare them as ratios.
"""

import platform
import sys
from typing import Any

import numba
import numpy as np

from digsite.bench import measure, number
from digsite.core.registry import game_names, load

NAMES = {
    "moves_per_second": "moves/s, random play, one core",
    "games_per_second": "games/s, random play, one core",
    "copy_and_move_per_second": "copy a position and move/s, one core",
    "python_api_moves_per_second": "moves/s through the Python interface",
    "batch_moves_per_second": "moves/s in a batch of 4,096 games, one core",
    "batch_moves_per_second_all_cores": "moves/s in a batch of 4,096 games, all cores",
    "full_playouts_per_second": "full random playouts/s of a search from the opening, one thread",
    "master_simulations_per_second": "simulations/s of master from the opening, one thread",
    "search_megabytes_at_most": "megabytes of a search at most, for each thread",
    "overrun_ms": "ms beyond a budget of 50 ms, the worst of nine (negative: the choice was clear before)",
    "stop_ms": "ms from cancelling a search to its end, the middle of nine",
    "random_move_ms": "ms for a move of random",
    "novice_move_ms": "ms for a move of novice",
    "novice_longest_ms": "… the longest of a game",
    "scholar_move_ms": "ms for a move of scholar",
    "scholar_longest_ms": "… the longest of a game",
    "state_bytes": "bytes of a position",
    "compile_seconds": "seconds to compile everything, once",
    "first_game_seconds": "seconds to a first game with nothing compiled",
    "start_seconds_cached": "seconds to a first move, compiled before",
}


def table(rows: list[dict[str, Any]]) -> str:
    heads = [f"{row['game']}, {row['seats']} players" for row in rows]
    lines = ["| | " + " | ".join(heads) + " |", "|---|" + "---:|" * len(rows)]
    for name, label in NAMES.items():
        cells = [number(row[name]) for row in rows]
        lines.append(f"| {label} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
    sys.stdout.write(f"{versions}, {platform.machine()}\n\n")
    rows = [row for name in game_names() for row in measure(load(name), seconds, lambda _: None)]
    sys.stdout.write(table(rows) + "\n")


if __name__ == "__main__":
    main()
