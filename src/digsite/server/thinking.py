"""The threads in which bots and hints think, and who has them when. `fair_queue` says in which order."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from threading import Event
from typing import TypeVar

from digsite.server.fair_queue import FairQueue, Task

T = TypeVar("T")
QUANTUM = 0.1  # seconds a task may think before it is stopped for another


class Turn:
    """A task's time in a thread, until it is done or `stopped` for another. `cancel` is set to end its thinking."""

    def __init__(self, task: Task) -> None:
        self.task, self.begun = task, time.monotonic()
        self.cancel = Event()
        self.stopped = False

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.begun

    def stop(self) -> None:
        self.stopped = True
        self.cancel.set()


class Thinking:
    """Gives the threads of this process to tasks in turn; one more thread is only for those that are quick."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.queue = FairQueue()
        self._pool = ThreadPoolExecutor(threads + 1, "thinking")
        self._turns = set[Turn]()
        self._waiting: dict[Task, asyncio.Future[Turn]] = {}
        self._look: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def turn(self, task: Task, again: bool = False) -> AsyncIterator[Turn]:
        """Wait for a thread and have it: `again` after the task was stopped. Its cost is charged to its payer."""
        future = self._waiting[task] = asyncio.get_running_loop().create_future()
        if again:
            self.queue.put_back(task)
        else:
            self.queue.add(task, time.monotonic())
        self._next()
        try:
            turn = await future
        except asyncio.CancelledError:
            if self._waiting.pop(task, None):
                self.queue.drop(task)
            elif not future.cancelled():
                self._end(future.result())
            raise
        try:
            yield turn
        finally:
            self._end(turn)

    async def run(self, job: Callable[[], T]) -> T:
        """Run a job in one of the threads, within a turn."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, job)

    def stop(self) -> None:
        """Stop all thinking."""
        for turn in self._turns:
            turn.stop()

    def close(self) -> None:
        """Wait for the threads to end."""
        if self._look:
            self._look.cancel()
        self._pool.shutdown()

    def _end(self, turn: Turn) -> None:
        self._turns.discard(turn)
        self.queue.finish(turn.task, turn.seconds)
        self._next()

    def _next(self) -> None:
        """Give free threads to those who come next; where none is free, take one from somebody who has had enough."""
        while task := self._take():
            future = self._waiting.pop(task)
            if future.cancelled():
                self.queue.finish(task, 0.0)
            else:
                turn = Turn(task)
                self._turns.add(turn)
                future.set_result(turn)
        if self._look:
            self._look.cancel()
            self._look = None
        if len(self.queue) <= sum(turn.stopped for turn in self._turns):
            return
        yielding = [turn for turn in self._turns if self._should_yield(turn)]
        if yielding:
            turn = max(yielding, key=lambda turn: (turn.task.urgency, turn.seconds))
            if (left := QUANTUM - turn.seconds) > 0:
                self._look = asyncio.get_running_loop().call_later(left, self._next)
            else:
                turn.stop()
                self._next()

    def _take(self) -> Task | None:
        """Return the next task if there is a thread for it."""
        if len(self._turns) < self.threads:
            return self.queue.take(time.monotonic())
        if len(self._turns) == self.threads and self.queue.has_quick(time.monotonic()):
            return self.queue.take(time.monotonic(), in_order=True)
        return None

    def _should_yield(self, turn: Turn) -> bool:
        return not turn.stopped and self.queue.should_yield(turn.task, time.monotonic())
