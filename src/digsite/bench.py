"""Measure rules and bots: what `digsite bench` prints and `docs/performance.md` quotes."""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from digsite.analysis.warmup import warm_bots
from digsite.bots.measure import measure as measure_bots
from digsite.bots.simulation import play_chunk
from digsite.core.batch import advance_all, choose_all
from digsite.core.english import plural
from digsite.core.game import OVER, Game
from digsite.core.rng import stream

STEPS = 21
BATCH = 4096
COLUMNS = 3  # numbers of players in one table
START = "from digsite.bench import warm; from digsite.core.registry import load; warm(load({name!r}), {what!r})"
FIRST_MOVE = "a first move"
FIRST_GAME = "a first game"
ALL = "all"


def warm(game: Game, what: str = ALL) -> None:
    """Compile, or load from the cache, what a first move needs, what a first game needs, or everything."""
    rng = stream(0)
    state = game.settle(game.new(game.seats[0]), rng)
    state = game.settle(game.apply(state, int(game.legal(state)[0])), rng)
    if what != FIRST_MOVE:
        game.chance(game.new(game.seats[0]))
        game.score(state)
        play_chunk(game, game.seats[0], 0, 0, 1)
    if what == ALL:
        game.check(state)
        game.kernel.check_walk(game.new(game.seats[0]), game.tables, np.uint64(0), 0, 1)
        positions, rngs = batch(game, game.seats[0], 2)
        chosen = choose_all(game, positions, rngs)
        game.kernel.branch(positions, game.tables, chosen, positions.copy())
        advance_all(game, positions, rngs, chosen)  # checked and unchecked
        advance_all(game, positions, rngs, choose_all(game, positions, rngs), checked=False)
        warm_bots(game)


def batch(game: Game, seats: int, size: int) -> tuple[Any, Any]:
    """Return the openings of many games, and a random stream for each."""
    rngs = np.array([stream(1, number) for number in range(size)])
    return np.array([game.settle(game.new(seats), rng) for rng in rngs]), rngs


def rate(seconds: float, work: Callable[[], int]) -> float:
    """Return the units of work a second, over at least this time."""
    work()
    done, started = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - started) < seconds:
        done += work()
    return done / elapsed


def random_moves(game: Game, seats: int, seconds: float) -> tuple[float, float]:
    """Return decisions and games a second in random play on one core. Draws take time but do not count."""
    games = moves = 0

    def work() -> int:
        nonlocal games, moves
        played = play_chunk(game, seats, 1, games, 500)
        games += 500
        moves += int(played.decisions.sum())
        return int(played.decisions.sum())

    per_second = rate(seconds, work)
    return per_second, per_second * games / moves


def copies_and_moves(game: Game, seats: int, seconds: float) -> float:
    """Return how many positions, from all parts of games, can be copied and moved on a second, on one core."""
    positions, rngs = batch(game, seats, BATCH)
    for number in range(60):
        part = positions[: BATCH - number * BATCH // 60]
        advance_all(game, part, rngs[: len(part)], choose_all(game, part, rngs[: len(part)]), checked=False)
    positions, rngs = positions[positions[:, 0] != OVER], rngs[positions[:, 0] != OVER]
    chosen, after = choose_all(game, positions, rngs), positions.copy()

    def work() -> int:
        game.kernel.branch(positions, game.tables, chosen, after)
        return len(positions)

    return rate(seconds, work)


def python_moves(game: Game, seats: int, seconds: float) -> float:
    """Return the decisions a second through `legal`, `apply` and `settle`."""
    rng, chance = stream(2), random.Random(2).random

    def work() -> int:
        state, moves = game.settle(game.new(seats), rng), 0
        while count := len(actions := game.legal(state)):
            state = game.settle(game.apply(state, actions[int(chance() * count)]), rng)
            moves += 1
        return moves

    return rate(seconds, work)


def batch_moves(game: Game, seats: int, seconds: float, threads: int) -> float:
    """Return the decisions a second of a batch of games, with unchecked actions."""
    positions, rngs = batch(game, seats, BATCH)
    fresh = positions.copy()

    def work() -> int:
        chosen = choose_all(game, positions, rngs, threads)
        advance_all(game, positions, rngs, chosen, threads, checked=False)
        over = positions[:, 0] == OVER
        positions[over] = fresh[over]
        return BATCH

    return rate(seconds, work)


def start_seconds(game: Game, what: str, cache: str) -> float:
    """Return how long a new process takes to import, compile or load, and make a first move."""
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", START.format(name=game.name, what=what)],
        check=True,
        env={**os.environ, "DIGSITE_CACHE_DIR": cache},
    )
    return time.perf_counter() - started


def measure(game: Game, seconds: float, progress: Callable[[int], None]) -> list[dict[str, Any]]:
    """Return a row of figures for each number of players."""
    with tempfile.TemporaryDirectory() as cache:
        compiling = start_seconds(game, ALL, cache)
        progress(1)
        starting = start_seconds(game, FIRST_MOVE, cache)
        progress(1)
    with tempfile.TemporaryDirectory() as cache:
        first = start_seconds(game, FIRST_GAME, cache)
        progress(1)
    cores = os.cpu_count() or 1
    rows = []
    for seats in game.seats:
        moves, games = random_moves(game, seats, seconds)
        progress(1)
        row = {"game": game.name, "seats": seats, "moves_per_second": moves, "games_per_second": games}
        row["copy_and_move_per_second"] = copies_and_moves(game, seats, seconds)
        progress(1)
        row["python_api_moves_per_second"] = python_moves(game, seats, seconds)
        progress(1)
        row["batch_moves_per_second"] = batch_moves(game, seats, seconds, 1)
        progress(1)
        row["batch_moves_per_second_all_cores"] = batch_moves(game, seats, seconds, cores)
        progress(1)
        row |= measure_bots(game, seats, seconds)
        progress(1)
        rows.append(
            row
            | {
                "cores": cores,
                "state_bytes": game.state_bytes,
                "compile_seconds": compiling,
                "first_game_seconds": first,
                "start_seconds_cached": starting,
            }
        )
    return rows


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def show(rows: list[dict[str, Any]]) -> None:
    """Print the figures, a table for each game, and for as many numbers of players as are read at 80 columns."""
    from rich.console import Console
    from rich.table import Table

    for game in dict.fromkeys(row["game"] for row in rows):
        own = [row for row in rows if row["game"] == game]
        for part in (own[first : first + COLUMNS] for first in range(0, len(own), COLUMNS)):
            table = Table(title=f"Speed of {game}", title_justify="left")
            table.add_column("")
            for row in part:
                table.add_column(plural(row["seats"], "player"), justify="right", no_wrap=True)
            for name in part[0]:
                if name not in ("game", "seats"):
                    table.add_row(name.replace("_", " "), *(number(row[name]) for row in part))
            Console().print(table)
