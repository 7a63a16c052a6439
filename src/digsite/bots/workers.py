"""Worker processes that play games between bots. They are spawned, never forked.

The first worker compiles what the bots need before the others start, so that they load it from the cache. If a bot
fails or ends its whole process, the error names it.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from types import SimpleNamespace
from typing import Protocol

from digsite.bots import Entrant, entrant
from digsite.bots.match import BotFailed, Luck, play, seed_of, timed_by_work, warm
from digsite.core.errors import DigsiteError
from digsite.core.game import CHANCE, Game
from digsite.core.record import Record

NOBODY = -1
PATIENCE = 5.0  # seconds for a worker to end by itself


class SeatNumber(Protocol):
    """A number that another process may read: the bot that is thinking, by its place in the lineup, or NOBODY."""

    value: int


class BadLineup(DigsiteError, ValueError):
    """Too many bots for the seats."""


@dataclass(frozen=True)
class Lineup:
    """A game and the bots that play it, one for each seat in the first game of a deal."""

    game: str
    bots: tuple[str, ...]
    seed: int = 0
    data: Mapping[str, object] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    rotated: bool = True

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def name(self) -> str:
        """The game, its seats and the bots, as part of a file name."""
        return f"{self.game}-{self.seats}-{'-v-'.join(dict.fromkeys(self.bots))}".replace(":", "-")

    def load(self) -> Game:
        from digsite.core.registry import load

        return load(self.game).with_setup(options=self.options, data=self.data)

    def place(self, number: int) -> tuple[int, int]:
        """Return the deal and the rotation of a game: each deal is played once in every rotation of the seats."""
        return divmod(number, self.seats) if self.rotated else (number, 0)

    def seating(self, number: int) -> list[str]:
        """Return the bot of each seat in a game: in every further game of a deal, all move up one seat."""
        rotation = self.place(number)[1]
        return [self.bots[(seat - rotation) % self.seats] for seat in range(self.seats)]


def fill_seats(bots: Iterable[str], seats: int) -> tuple[str, ...]:
    """Return one bot for each seat, the last one repeated. Raises BadLineup, UnknownBot or BadBudget."""
    named = tuple(bots)
    if len(named) > seats:
        raise BadLineup(f"{len(named)} bots are too many for {seats} seats")
    for name in named:
        entrant(name)
    return named + named[-1:] * (seats - len(named))


@dataclass(frozen=True)
class GameResult:
    """The result of one game, by seat."""

    number: int
    bots: list[str]
    scores: list[int]
    ranking: list[list[int]]
    seconds: list[float]
    longest: list[float]
    decisions: list[int]
    actions: list[str]
    moves: int = 0  # of all seats, those without a choice too; not kept in records

    def record(self, lineup: Lineup, game: Game, **more: object) -> Record:
        deal, rotation = lineup.place(self.number)
        meta = {
            "seed": lineup.seed,
            "number": self.number,
            "deal": deal,
            "rotation": rotation,
            **{name: getattr(self, name) for name in ("bots", "ranking", "seconds", "longest", "decisions")},
            **more,
        }
        return Record(
            game.name,
            game.version,
            lineup.seats,
            self.actions,
            names=self.bots,
            scores=self.scores,
            winners=sorted(self.ranking[0]),
            data=game.data_digest,
            options=dict(game.options),
            meta=meta,
        )

    @classmethod
    def of(cls, record: Record) -> "GameResult":
        names = ("number", "bots", "ranking", "seconds", "longest", "decisions")
        return cls(**{name: record.meta[name] for name in names}, scores=record.scores or [], actions=record.actions)


class Session:
    """A lineup ready to play in one process: the game loaded, the bots found."""

    def __init__(self, lineup: Lineup) -> None:
        self.lineup = lineup
        self.game = lineup.load()
        self.entrants: dict[str, Entrant] = {name: timed_by_work(entrant(name)) for name in lineup.bots}

    def warm(self, thinking: SeatNumber) -> None:
        warm(self.game, self._seated(0), self._note_seat(0, thinking))

    def play(self, number: int, thinking: SeatNumber) -> GameResult:
        deal, _ = self.lineup.place(number)
        luck, seed = Luck(self.lineup.seed, deal), seed_of(self.lineup.seed, number)
        match = play(self.game, self._seated(number), luck, seed, asking=self._note_seat(number, thinking))
        return GameResult(
            number,
            self.lineup.seating(number),
            match.outcome.totals,
            match.outcome.ranking,
            [round(seconds, 6) for seconds in match.seconds],
            [round(seconds, 6) for seconds in match.longest],
            match.decisions,
            match.history.texts,
            sum(self.game.to_act(state) < CHANCE for state in match.history.states),
        )

    def _seated(self, number: int) -> list[Entrant]:
        return [self.entrants[name] for name in self.lineup.seating(number)]

    def _note_seat(self, number: int, thinking: SeatNumber) -> Callable[[int], None]:
        """Return a function that notes which bot is asked, by its place in the lineup."""
        rotation = self.lineup.place(number)[1]

        def note(seat: int) -> None:
            thinking.value = (seat - rotation) % self.lineup.seats

        return note


def _work(pipe: Connection, thinking: SeatNumber) -> None:
    """Play the games whose numbers come through the pipe, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    session: Session | None = None
    with suppress(EOFError, BrokenPipeError):
        while True:
            lineup, number = pipe.recv()
            answer: GameResult | DigsiteError | None = None
            try:
                if session is None or session.lineup != lineup:
                    session = Session(lineup)
                    session.warm(thinking)
                if number is not None:
                    answer = session.play(number, thinking)
            except BotFailed as error:
                answer = error
            thinking.value = NOBODY
            pipe.send(answer)


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, which reaches every process of a terminal."""
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
        self.lineup: Lineup | None = None

    def ask(self, lineup: Lineup, number: int | None) -> None:
        self.lineup = lineup
        with suppress(BrokenPipeError):  # if it has died, its answer is missing too
            self.pipe.send((lineup, number))

    def answer(self) -> GameResult | None:
        try:
            answer: GameResult | DigsiteError | None = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            raise self._died() from None
        if isinstance(answer, DigsiteError):
            raise answer
        return answer

    def _died(self) -> BotFailed:
        self.process.join()
        assert self.lineup is not None
        how = f"its process ended with status {self.process.exitcode}"
        if self.thinking.value == NOBODY:
            return BotFailed(f"a worker of {', '.join(dict.fromkeys(self.lineup.bots))} is gone: {how}")
        return BotFailed(f"{self.lineup.bots[self.thinking.value]} broke down while it was thinking: {how}")

    def end(self) -> None:
        self.process.terminate()
        self.process.join(PATIENCE)
        self.process.kill()
        self.pipe.close()


class WorkerPool:
    """Worker processes, kept from one lineup to the next. Leaving the `with` block ends them."""

    def __init__(self, workers: int | None = None) -> None:
        self.size = workers or os.cpu_count() or 1
        self.workers: list[Worker] = []

    def __enter__(self) -> "WorkerPool":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.end()
        self.workers.clear()

    def play(self, lineup: Lineup, numbers: Iterable[int]) -> Iterator[GameResult]:
        """Yield the games of these numbers, in this order. Raises BotFailed. The caller may stop at any time."""
        waiting, order, done = iter(numbers), deque[int](), dict[int, GameResult]()
        busy: dict[object, Worker] = {}

        def next_for(worker: Worker) -> None:
            if (number := next(waiting, None)) is not None:
                order.append(number)
                worker.ask(lineup, number)
                busy[worker.pipe] = worker

        try:
            for worker in self._ready(lineup):
                next_for(worker)
            while busy:
                for pipe in wait([worker.pipe for worker in busy.values()]):
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

    def _ready(self, lineup: Lineup) -> Iterator[Worker]:
        """Yield all workers. The first compiles what this lineup needs before the others begin."""
        for rank in range(self.size):
            if rank == len(self.workers):
                self.workers.append(Worker())
            if rank == 0:
                self.workers[0].ask(lineup, None)
                self.workers[0].answer()
            yield self.workers[rank]


class InProcessPool:
    """Plays like a `WorkerPool`, but in this process."""

    def __enter__(self) -> "InProcessPool":
        return self

    def __exit__(self, *_: object) -> None: ...

    def play(self, lineup: Lineup, numbers: Iterable[int]) -> Iterator[GameResult]:
        session, thinking = Session(lineup), SimpleNamespace(value=NOBODY)
        session.warm(thinking)
        for number in numbers:
            yield session.play(number, thinking)
