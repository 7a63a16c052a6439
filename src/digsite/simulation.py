"""Many games at once, on all cores: statistics per seat, and records of the games if wanted."""

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

from digsite.bots import Entrant, entrant
from digsite.bots.match import Luck, Match, play, seed_of, timed_by_work, warm
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from digsite.core.record import Record, finished, write

CHUNK = 1000
LOG = 4096


@dataclass
class Seat:
    """Sums over games, exact, so that the order in which chunks come in does not matter."""

    games: int = 0
    points: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None
    shares: list[int] = field(default_factory=lambda: [0] * 5)  # wins, by how many shared them

    def add(self, totals: "np.ndarray[Any, np.dtype[np.int64]]", won: "np.ndarray[Any, Any]", sharing: Any) -> None:
        self.games += len(totals)
        self.points += int(totals.sum())
        self.squares += int((totals * totals).sum())
        self.least = min(int(totals.min()), self.least if self.least is not None else int(totals.min()))
        self.most = max(int(totals.max()), self.most if self.most is not None else int(totals.max()))
        for k in range(1, 5):
            self.shares[k] += int((won & (sharing == k)).sum())

    def told(self, number: int) -> dict[str, Any]:
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
    players: list[Seat]
    games: int = 0
    moves: int = 0
    seconds: float = 0.0

    def told(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
            "players": [seat.told(number) for number, seat in enumerate(self.players)] if self.games else [],
            "moves": self.moves,
            "moves_per_second": self.moves / self.seconds if self.seconds else 0.0,
        }


@dataclass
class Chunk:
    totals: Any
    winners: Any
    decisions: Any


def play_chunk(game: CompiledGame[Any], seats: int, seed: int, first: int, count: int) -> Chunk:
    """Games `first` to `first + count - 1`, in one compiled call without the GIL."""
    totals = np.zeros((count, game.seats[-1]), np.int32)
    winners, decisions = np.zeros(count, np.int32), np.zeros(count, np.int32)
    start, log = game.new(seats), np.empty(0, np.int32)
    game.kernel.simulate(start, game.tables, np.uint64(seed), first, totals, winners, decisions, log)
    return Chunk(totals, winners, decisions)


def play_record(game: CompiledGame[Any], seats: int, seed: int, number: int) -> Record:
    """Random game `number` of a simulation, action by action: the same that `play_chunk` plays."""
    totals, one, log = np.zeros((1, game.seats[-1]), np.int32), np.zeros(1, np.int32), np.empty(LOG, np.int32)
    state = game.new(seats)
    run = partial(game.kernel.simulate, state, game.tables, np.uint64(seed), number, totals, one, one)
    while (plies := run(log)) > log.size:
        log = np.empty(plies, np.int32)
    texts = []
    for action in log[:plies].tolist():
        texts.append(game.text(state, action))
        state = game.apply(state, action)
    return _record(game, state, texts, seed, number, "random")


def _record(game: CompiledGame[Any], state: Bytes, texts: list[str], seed: int, number: int, bot: str) -> Record:
    return finished(game, state, texts, meta={"seed": seed, "number": number, "bots": [bot] * int(state[1])})


def bot_game(game: CompiledGame[Any], seats: int, seed: int, number: int, bot: Entrant) -> Match:
    """A game in which one bot plays every seat."""
    return play(game, [bot] * seats, Luck(seed, number), seed_of(seed, number))


def bot_chunk(game: CompiledGame[Any], matches: list[Match], seats: int) -> Chunk:
    """As `play_chunk`, of games that bots have played."""
    totals = np.zeros((len(matches), game.seats[-1]), np.int32)
    totals[:, :seats] = [match.outcome.totals for match in matches]
    winners = np.array([sum(1 << seat for seat in match.outcome.winners) for match in matches], np.int32)
    decisions = [sum(game.to_act(state) < CHANCE for state in match.states) for match in matches]
    return Chunk(totals, winners, np.array(decisions, np.int32))


def record_path(directory: Path, game: str, seats: int, seed: int, number: int) -> Path:
    return directory / f"{game}-{seats}-{seed}-{number}.json"


def chunks(games: int, most: int) -> Iterator[tuple[int, int]]:
    for first in range(0, games, most):
        yield first, min(most, games - first)


def simulate(
    game: CompiledGame[Any],
    seats: int,
    games: int,
    seed: int,
    *,
    bot: str = "random",
    threads: int | None = None,
    records: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[Result]:
    """Yields the one result as it grows, last when all games are played; whoever iterates may stop at any time."""
    result = Result(game.name, seats, seed, [Seat() for _ in range(seats)])
    workers = threads or os.cpu_count() or 1

    def work_at_random(first: int, count: int) -> Chunk:
        if records:
            for number in range(first, first + count):
                write(play_record(game, seats, seed, number), record_path(records, game.name, seats, seed, number))
        return play_chunk(game, seats, seed, first, count)

    def work_with_bots(first: int, count: int) -> Chunk:
        matches = [bot_game(game, seats, seed, number, player) for number in range(first, first + count)]
        if records:
            for number, match in enumerate(matches, first):
                record = _record(game, match.states[-1], match.texts(game), seed, number, bot)
                write(record, record_path(records, game.name, seats, seed, number))
        return bot_chunk(game, matches, seats)

    if bot == "random":
        work, size = work_at_random, 50 if records else CHUNK
        play_chunk(game, seats, seed, 0, 1)  # compile before the clock runs
    else:
        player = timed_by_work(entrant(bot))
        work, size = work_with_bots, 1
        warm(game, [player] * seats)
    waiting = chunks(games, size)
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


def _count(result: Result, chunk: Chunk) -> None:
    sharing = np.bitwise_count(chunk.winners)
    for number, seat in enumerate(result.players):
        seat.add(chunk.totals[:, number].astype(np.int64), chunk.winners >> number & 1 == 1, sharing)
    result.games += len(chunk.decisions)
    result.moves += int(chunk.decisions.sum())
