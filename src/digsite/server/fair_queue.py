"""The order in which bots and hints think: fair by person, by the time they take. Pure: no threads, no clock.

Each task has a payer, the person it is done for. A payer's account grows by the seconds spent for them. Of the
most urgent tasks, the one whose payer has had the least comes next; somebody new begins where the one served last stood
(start-time fair queuing), so nobody saves up time by waiting. What has waited too long comes next now and then, however
urgent the others are, so nothing waits for ever.
"""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum


class Urgency(IntEnum):
    """Who waits for a task: a person, nobody but watchers, or somebody who does not sit there."""

    WAITED_FOR = 0
    WATCHED = 1
    CORRESPONDENCE = 2


PATIENCE = {Urgency.WAITED_FOR: 30.0, Urgency.WATCHED: 60.0, Urgency.CORRESPONDENCE: 300.0}  # seconds until overdue
OVERDUE_TURN = 4  # every so many turns an overdue task comes first
QUICK = 0.05  # seconds, at most, of a bot that does not search
SHARE = 0.1  # seconds that a task is charged when it begins; the rest when it ends


@dataclass(eq=False)
class Task:
    """Something to think about: for whom, how urgent, and how many seconds it may still take."""

    payer: str
    urgency: Urgency
    cost: float
    threads: int = 1  # at once
    since: float = field(default=0.0, init=False)  # when it was first queued

    @property
    def charged_first(self) -> float:
        return min(self.cost, SHARE) * self.threads


class FairQueue:
    """Waiting tasks, and what each payer has had. Whoever takes a task says at its end how long it took."""

    def __init__(self) -> None:
        self._lines: dict[tuple[Urgency, str], deque[Task]] = {}
        self._accounts: dict[str, float] = {}
        self._running: dict[Task, float] = {}  # since when
        self._active: Counter[str] = Counter()  # each payer's tasks that wait or run
        self._floor = 0.0  # what the payer served last had had
        self._turns = 0

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def add(self, task: Task, now: float) -> None:
        """Queue a task behind its payer's others of the same urgency."""
        task.since = now
        self._enter(task).append(task)

    def put_back(self, task: Task) -> None:
        """Queue a task that was stopped, before its payer's others."""
        self._enter(task).appendleft(task)

    def _enter(self, task: Task) -> deque[Task]:
        if not self._active[task.payer]:
            self._accounts[task.payer] = max(self._accounts.get(task.payer, 0.0), self._floor)
        self._active[task.payer] += 1
        return self._lines.setdefault((task.urgency, task.payer), deque())

    def has_quick(self, now: float) -> bool:
        """Return whether the task that comes next takes hardly any time."""
        return bool(self._lines) and self._next(now).cost <= QUICK

    def take(self, now: float, in_order: bool = False) -> Task | None:
        """Return the next task, which begins now; None only if none waits. `in_order` leaves out what is overdue."""
        if not self._lines:
            return None
        self._turns += not in_order
        task = self._overdue(now) if self._turns % OVERDUE_TURN == 0 and not in_order else None
        task = task or self._next(now)
        self._remove(task)
        self._floor = max(self._floor, self._had(task.payer, now))
        self._accounts[task.payer] += task.charged_first
        self._running[task] = now
        return task

    def finish(self, task: Task, seconds: float) -> None:
        """Note that a task has ended, or was stopped, after so many seconds."""
        del self._running[task]
        self._accounts[task.payer] += seconds * task.threads - task.charged_first
        self._leave(task.payer)

    def drop(self, task: Task) -> None:
        """Forget a task that waits."""
        self._remove(task)
        self._leave(task.payer)

    def should_yield(self, running: Task, now: float) -> bool:
        """Return whether a task that runs should be stopped for the one that comes next.

        What somebody waits for is not kept waiting by what is less urgent; of the same urgency, what is nearly done, or
        takes no longer than what waits, goes on.
        """
        if not self._lines:
            return False
        task, left = self._next(now), running.cost - (now - self._running[running])
        if task.urgency != running.urgency:
            return task.urgency < running.urgency
        is_owed = self._had(task.payer, now) < self._had(running.payer, now)
        return task.payer != running.payer and task.cost < left and is_owed

    def _heads(self) -> Iterator[Task]:
        return (line[0] for line in self._lines.values())

    def _next(self, now: float) -> Task:
        return min(self._heads(), key=lambda task: (task.urgency, self._had(task.payer, now), task.since))

    def _had(self, payer: str, now: float) -> float:
        """Return the seconds a payer has had, those of tasks that still run included."""
        running = ((task, begun) for task, begun in self._running.items() if task.payer == payer)
        more = sum(max((now - begun) * task.threads - task.charged_first, 0.0) for task, begun in running)
        return self._accounts[payer] + more

    def _overdue(self, now: float) -> Task | None:
        """Return the task that has waited longest, if that is too long."""
        overdue = (task for task in self._heads() if now - task.since > PATIENCE[task.urgency])
        return min(overdue, key=lambda task: task.since, default=None)

    def _remove(self, task: Task) -> None:
        line = self._lines[task.urgency, task.payer]
        line.remove(task)
        if not line:
            del self._lines[task.urgency, task.payer]

    def _leave(self, payer: str) -> None:
        self._active[payer] -= 1
        if self._active[payer]:
            return
        del self._active[payer]
        if not self._active:  # nobody is ahead of anybody any more
            self._accounts.clear()
            self._floor = 0.0
        elif self._accounts[payer] <= self._floor:
            del self._accounts[payer]
