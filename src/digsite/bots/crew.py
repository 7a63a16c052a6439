"""Worker processes that play games of a table; each is started afresh, never forked.

The first compiles what the bots need before the others start, so that they find it kept. A bot that breaks off, or
takes its whole process down, is named in one line.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from types import SimpleNamespace
from typing import Any

from digsite.bots import Entrant, entrant
from digsite.bots.match import BotFailed, Luck, play, seed_of, timed_by_work, warm
from digsite.core.compiled import CompiledGame
from digsite.core.errors import DigsiteError
from digsite.core.game import CHANCE
from digsite.core.record import Record

NOBODY = -1


class BadTable(DigsiteError, ValueError):
    """Bots that cannot sit down together."""


@dataclass(frozen=True)
class Table:
    """Who plays what: one bot for each seat, as they sit in the first game of a deal."""

    game: str
    bots: tuple[str, ...]
    seed: int = 0
    data: Mapping[str, Any] | None = None
    rotated: bool = True

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def name(self) -> str:
        """For files: what is played, and by whom."""
        return f"{self.game}-{self.seats}-{'-v-'.join(dict.fromkeys(self.bots))}".replace(":", "-")

    def load(self) -> CompiledGame[Any]:
        from digsite.games import load

        game = load(self.game)
        return game if self.data is None else game.with_data(self.data)

    def place(self, number: int) -> tuple[int, int]:
        """Deal and rotation of a game: a deal is played once in every rotation, unless nobody moves."""
        return divmod(number, self.seats) if self.rotated else (number, 0)

    def seating(self, number: int) -> list[str]:
        """Who sits where: in every further game of a deal, all move up one seat."""
        rotation = self.place(number)[1]
        return [self.bots[(seat - rotation) % self.seats] for seat in range(self.seats)]


def line_up(bots: Iterable[str], seats: int) -> tuple[str, ...]:
    """One bot for each seat, the last repeated. Raises BadTable, UnknownBot or BadBudget."""
    named = tuple(bots)
    if len(named) > seats:
        raise BadTable(f"{len(named)} bots are too many for {seats} seats")
    for name in named:
        entrant(name)
    return named + named[-1:] * (seats - len(named))


@dataclass(frozen=True)
class Played:
    """A finished game, seat by seat."""

    number: int
    bots: list[str]
    scores: list[int]
    ranking: list[list[int]]
    seconds: list[float]
    longest: list[float]
    decisions: list[int]
    actions: list[str]
    moves: int = 0  # of all seats, those without a choice too; not kept in records

    def record(self, table: Table, game: CompiledGame[Any], **more: Any) -> Record:
        deal, rotation = table.place(self.number)
        meta = {
            "seed": table.seed,
            "number": self.number,
            "deal": deal,
            "rotation": rotation,
            **{name: getattr(self, name) for name in ("bots", "ranking", "seconds", "longest", "decisions")},
            **more,
        }
        return Record(
            game.name,
            game.version,
            table.seats,
            self.actions,
            names=self.bots,
            scores=self.scores,
            winners=sorted(self.ranking[0]),
            data=game.data_digest,
            meta=meta,
        )

    @classmethod
    def of(cls, record: Record) -> "Played":
        names = ("number", "bots", "ranking", "seconds", "longest", "decisions")
        return cls(**{name: record.meta[name] for name in names}, scores=record.scores or [], actions=record.actions)


class Room:
    """A table made ready in one process."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.load()
        self.entrants: dict[str, Entrant] = {name: timed_by_work(entrant(name)) for name in table.bots}

    def warm(self, thinking: Any) -> None:
        warm(self.game, self._seated(0), self._telling(0, thinking))

    def play(self, number: int, thinking: Any) -> Played:
        deal, _ = self.table.place(number)
        luck, seed = Luck(self.table.seed, deal), seed_of(self.table.seed, number)
        match = play(self.game, self._seated(number), luck, seed, asking=self._telling(number, thinking))
        return Played(
            number,
            self.table.seating(number),
            match.outcome.totals,
            match.outcome.ranking,
            [round(seconds, 6) for seconds in match.seconds],
            [round(seconds, 6) for seconds in match.longest],
            match.decisions,
            match.texts(self.game),
            sum(self.game.to_act(state) < CHANCE for state in match.states),
        )

    def _seated(self, number: int) -> list[Entrant]:
        return [self.entrants[name] for name in self.table.seating(number)]

    def _telling(self, number: int, thinking: Any) -> Any:
        """Notes who is asked, by place in the line-up."""
        rotation = self.table.place(number)[1]

        def tell(seat: int) -> None:
            thinking.value = (seat - rotation) % self.table.seats

        return tell


def _work(pipe: Connection, thinking: Any) -> None:
    """What a worker does: play the games it is told, until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    room: Room | None = None
    with suppress(EOFError, BrokenPipeError):
        while True:
            table, number = pipe.recv()
            answer: Played | DigsiteError | None = None
            try:
                if room is None or room.table != table:
                    room = Room(table)
                    room.warm(thinking)
                if number is not None:
                    answer = room.play(number, thinking)
            except BotFailed as error:
                answer = error
            thinking.value = NOBODY
            pipe.send(answer)


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal; one that is started now is not to hear it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


class Worker:
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.thinking = context.Value("i", NOBODY, lock=False)
        self.process = context.Process(target=_work, args=(theirs, self.thinking), daemon=True)
        with _ctrl_c_ignored():
            self.process.start()
        theirs.close()
        self.table: Table | None = None

    def ask(self, table: Table, number: int | None) -> None:
        self.table = table
        with suppress(BrokenPipeError):  # if it has died, its answer is missing too
            self.pipe.send((table, number))

    def answer(self) -> Played | None:
        try:
            told: Played | DigsiteError | None = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            raise self._died() from None
        if isinstance(told, DigsiteError):
            raise told
        return told

    def _died(self) -> BotFailed:
        self.process.join()
        assert self.table is not None
        how = f"its process ended with status {self.process.exitcode}"
        if self.thinking.value == NOBODY:
            return BotFailed(f"a worker of {', '.join(dict.fromkeys(self.table.bots))} is gone: {how}")
        return BotFailed(f"{self.table.bots[self.thinking.value]} broke down while it was thinking: {how}")

    def end(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()


class Crew:
    """Workers, kept from table to table; `with` ends them."""

    def __init__(self, workers: int | None = None) -> None:
        self.size = workers or os.cpu_count() or 1
        self.workers: list[Worker] = []

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.end()
        self.workers.clear()

    def play(self, table: Table, numbers: Iterable[int]) -> Iterator[Played]:
        """The games of these numbers, in this order. Raises BotFailed; whoever iterates may stop at any time."""
        waiting, order, done = iter(numbers), deque[int](), dict[int, Played]()
        busy: dict[Any, Worker] = {}

        def next_for(worker: Worker) -> None:
            if (number := next(waiting, None)) is not None:
                order.append(number)
                worker.ask(table, number)
                busy[worker.pipe] = worker

        try:
            for worker in self._ready(table):
                next_for(worker)
            while busy:
                for pipe in wait(list(busy)):
                    worker = busy.pop(pipe)
                    played = worker.answer()
                    assert played is not None
                    done[played.number] = played
                    next_for(worker)
                while order and order[0] in done:
                    yield done.pop(order.popleft())
        finally:
            for worker in busy.values():  # they would answer too late
                if worker in self.workers:
                    self.workers.remove(worker)
                    worker.end()

    def _ready(self, table: Table) -> Iterator[Worker]:
        """All workers; the first has compiled what this table needs before the others begin."""
        for rank in range(self.size):
            if rank == len(self.workers):
                self.workers.append(Worker())
            if rank == 0:
                self.workers[0].ask(table, None)
                self.workers[0].answer()
            yield self.workers[rank]


class Alone:
    """As a crew, but playing in this very process."""

    def __enter__(self) -> "Alone":
        return self

    def __exit__(self, *_: object) -> None: ...

    def play(self, table: Table, numbers: Iterable[int]) -> Iterator[Played]:
        room, thinking = Room(table), SimpleNamespace(value=NOBODY)
        room.warm(thinking)
        for number in numbers:
            yield room.play(number, thinking)
