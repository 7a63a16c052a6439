"""Simulate many games on all cores: statistics of each seat, and records of the games if wanted."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from digsite.bots.workers import GameResult, Lineup, WorkerPool
from digsite.core.game import Game
from digsite.core.history import History
from digsite.core.record import Record, write

CHUNK, CHUNK_WITH_RECORDS = 1000, 50
LOG = 4096
Integers = npt.NDArray[np.integer]


@dataclass
class Seat:
    """Sums over games, exact, so that the order in which chunks come in does not matter."""

    games: int = 0
    points: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None
    shares: list[int] = field(default_factory=lambda: [0] * 5)  # wins, by how many shared them

    def add(self, totals: Integers, won: npt.NDArray[np.bool_], sharing: Integers) -> None:
        """Add games: the points in each, whether this seat won it, and how many shared the win."""
        self.games += len(totals)
        self.points += int(totals.sum())
        self.squares += int((totals * totals).sum())
        self.least = min(int(totals.min()), self.least if self.least is not None else int(totals.min()))
        self.most = max(int(totals.max()), self.most if self.most is not None else int(totals.max()))
        for k in range(1, 5):
            self.shares[k] += int((won & (sharing == k)).sum())

    def to_json(self, number: int) -> dict[str, Any]:
        mean = self.points / self.games
        spread = self.squares - self.points * self.points / self.games
        sd = sqrt(max(spread, 0.0) / (self.games - 1)) if self.games > 1 else 0.0
        return {
            "seat": number,
            "mean": mean,
            "sd": sd,
            "se": sd / sqrt(self.games),
            "min": self.least,
            "max": self.most,
            "win_share": sum(wins / k for k, wins in enumerate(self.shares) if k) / self.games,
        }


@dataclass
class Result:
    game: str
    seats: int
    seed: int
    bot: str
    players: list[Seat]
    games: int = 0
    moves: int = 0
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
            "bot": self.bot,
            "players": [seat.to_json(number) for number, seat in enumerate(self.players)] if self.games else [],
            "moves": self.moves,
            "moves_per_second": self.moves / self.seconds if self.seconds else 0.0,
        }


@dataclass
class Chunk:
    totals: Integers  # a row for each game, a column for each seat
    winners: Integers  # a bit for each seat
    decisions: Integers


def play_chunk(game: Game, seats: int, seed: int, first: int, count: int) -> Chunk:
    """Play games `first` to `first + count - 1` in one compiled call without the GIL."""
    totals = np.zeros((count, game.seats[-1]), np.int32)
    winners, decisions = np.zeros(count, np.int32), np.zeros(count, np.int32)
    start, log = game.new(seats), np.empty(0, np.int32)
    game.kernel.simulate(start, game.tables, np.uint64(seed), first, totals, winners, decisions, log)
    return Chunk(totals, winners, decisions)


def play_record(game: Game, seats: int, seed: int, number: int) -> Record:
    """Return random game `number` of a simulation as a record: the same game that `play_chunk` plays."""
    totals, one, log = np.zeros((1, game.seats[-1]), np.int32), np.zeros(1, np.int32), np.empty(LOG, np.int32)
    history = History.start(game, seats)
    run = partial(game.kernel.simulate, history.state, game.tables, np.uint64(seed), number, totals, one, one)
    while (plies := run(log)) > log.size:
        log = np.empty(plies, np.int32)
    for action in log[:plies].tolist():
        history.play(action)
    return history.record(meta={"seed": seed, "number": number, "bots": ["random"] * seats})


def record_path(directory: Path, game: str, seats: int, seed: int, number: int) -> Path:
    return directory / f"{game}-{seats}-{seed}-{number}.json"


def chunks(games: int, most: int) -> Iterator[tuple[int, int]]:
    for first in range(0, games, most):
        yield first, min(most, games - first)


def simulate_random(
    game: Game,
    seats: int,
    games: int,
    seed: int,
    *,
    threads: int | None = None,
    records: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[Result]:
    """Play random games. Yield the same result as it grows; the caller may stop at any time."""
    result = Result(game.name, seats, seed, "random", [Seat() for _ in range(seats)])
    workers = threads or os.cpu_count() or 1

    def work(first: int, count: int) -> Chunk:
        if records:
            for number in range(first, first + count):
                write(play_record(game, seats, seed, number), record_path(records, game.name, seats, seed, number))
        return play_chunk(game, seats, seed, first, count)

    play_chunk(game, seats, seed, 0, 1)  # compile before the clock runs
    waiting = chunks(games, CHUNK_WITH_RECORDS if records else CHUNK)
    running: set[Future[Chunk]] = set()
    started = time.perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        try:
            while True:
                while len(running) < 2 * workers and (chunk := next(waiting, None)):
                    running.add(pool.submit(work, *chunk))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    played = future.result()
                    _count(result, played)
                    progress(len(played.decisions))
                result.seconds = time.perf_counter() - started
                yield result
        finally:
            for future in running:
                future.cancel()


def simulate_bots(
    lineup: Lineup,
    games: int,
    pool: WorkerPool,
    *,
    records: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[Result]:
    """Play games in which one bot has every seat. Yield the same result as it grows."""
    game = lineup.load()
    result = Result(lineup.game, lineup.seats, lineup.seed, lineup.bots[0], [Seat() for _ in lineup.bots])
    started = time.perf_counter()
    for played in pool.play(lineup, range(games)):
        if records:
            path = record_path(records, lineup.game, lineup.seats, lineup.seed, played.number)
            write(played.record(lineup, game), path)
        _count(result, _as_chunk(played))
        progress(1)
        result.seconds = time.perf_counter() - started
        yield result


def _as_chunk(played: GameResult) -> Chunk:
    winners = sum(1 << seat for seat in played.ranking[0])
    return Chunk(np.array([played.scores]), np.array([winners]), np.array([played.moves]))


def _count(result: Result, chunk: Chunk) -> None:
    sharing = np.bitwise_count(chunk.winners)
    for number, seat in enumerate(result.players):
        seat.add(chunk.totals[:, number].astype(np.int64), chunk.winners >> number & 1 == 1, sharing)
    result.games += len(chunk.decisions)
    result.moves += int(chunk.decisions.sum())
