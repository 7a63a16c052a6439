"""The order of bots and hints: fair by person, by the time they take. Nothing waits for ever."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from digsite.server.fair_queue import OVERDUE_TURN, PATIENCE, SHARE, FairQueue, Task, Urgency

WAITED_FOR, WATCHED, CORRESPONDENCE = Urgency
NOVICE, LONG = 0.02, 10.0
urgencies, costs = st.sampled_from(list(Urgency)), st.floats(0.001, 10)


def queue_of(*tasks: Task) -> FairQueue:
    queue = FairQueue()
    for task in tasks:
        queue.add(task, 0.0)
    return queue


def order(queue: FairQueue, seconds: float | None = None) -> list[Task]:
    """What runs one after the other, each as long as it says or so many seconds."""
    done = []
    while task := queue.take(1.0):
        queue.finish(task, task.cost if seconds is None else seconds)
        done.append(task)
    return done


def test_anothers_novice_comes_before_the_second_of_a_hundred_masters() -> None:
    queue = queue_of(*[Task("guest", WAITED_FOR, LONG) for _ in range(100)])
    first = queue.take(0.0)
    assert first
    novice = Task("ann", WAITED_FOR, NOVICE)
    queue.add(novice, 1.0)
    assert queue.should_yield(first, 1.0)
    assert queue.take(1.0) is novice


def test_what_people_wait_for_comes_before_bots_among_themselves_and_both_before_correspondence() -> None:
    letter, watched, waited = (Task(urgency.name, urgency, 1.0) for urgency in reversed(Urgency))
    assert order(queue_of(letter, watched, waited)) == [waited, watched, letter]


def test_what_comes_next_is_known_to_be_quick_or_not() -> None:
    queue = queue_of(Task("ann", WAITED_FOR, LONG), Task("ann", WAITED_FOR, NOVICE))
    assert not queue.has_quick(0.0)
    queue.add(Task("bo", CORRESPONDENCE, NOVICE), 0.0)
    assert not queue.has_quick(0.0)
    assert order(queue, 0.01)
    assert not queue.has_quick(0.0)
    queue.add(Task("bo", CORRESPONDENCE, NOVICE), 0.0)
    assert queue.has_quick(0.0)


def test_what_runs_is_charged_while_it_runs() -> None:
    """Eve's masters have run for five seconds; thirty short tasks of Ann's are less than that."""
    queue = queue_of(*[Task("eve", WAITED_FOR, LONG) for _ in range(3)])
    assert queue.take(0.0)
    assert queue.take(0.0)
    for _ in range(30):
        novice = Task("ann", WAITED_FOR, NOVICE)
        queue.add(novice, 5.0)
        assert queue.has_quick(5.0)
        assert queue.take(5.0, in_order=True) is novice
        queue.finish(novice, NOVICE)


def test_ones_own_tasks_come_in_the_order_in_which_they_were_asked_for() -> None:
    tasks = [Task("ann", WAITED_FOR, cost) for cost in (3.0, 1.0, 2.0)]
    assert order(queue_of(*tasks)) == tasks


def test_who_asks_for_a_tenth_of_the_time_gets_ten_times_as_many_tasks() -> None:
    queue = queue_of(*[Task("long", WAITED_FOR, 1.0) for _ in range(20)] + [Task("short", WAITED_FOR, 0.1)] * 0)
    for _ in range(100):
        queue.add(Task("short", WAITED_FOR, 0.1), 0.0)
    counts = Counter(task.payer for task in order(queue)[:110])
    assert abs(counts["short"] - 100) <= 1
    assert abs(counts["long"] - 10) <= 1


def test_nobody_saves_up_time_by_waiting() -> None:
    """Ann comes after Bo has had a hundred seconds: from then on they take turns."""
    queue = queue_of(*[Task("bo", WAITED_FOR, 10.0) for _ in range(20)])
    for _ in range(10):
        task = queue.take(0.0)
        assert task
        queue.finish(task, 10.0)
    for _ in range(10):
        queue.add(Task("ann", WAITED_FOR, 10.0), 0.0)
    assert abs(Counter(task.payer for task in order(queue)[:10])["ann"] - 5) <= 1


def test_a_task_that_was_stopped_goes_on_before_its_payers_others() -> None:
    first, second = Task("ann", WAITED_FOR, LONG), Task("ann", WAITED_FOR, LONG)
    queue = queue_of(first, second)
    assert queue.take(0.0) is first
    queue.finish(first, 0.5)
    queue.put_back(first)
    assert queue.take(1.0) is first


def test_a_thread_is_not_taken_for_ones_own_nor_for_what_takes_longer() -> None:
    running = Task("ann", WAITED_FOR, 1.0)
    queue = queue_of(running)
    queue.take(0.0)
    assert not queue.should_yield(running, 0.5)  # nobody waits
    queue.add(Task("ann", WAITED_FOR, NOVICE), 0.0)
    assert not queue.should_yield(running, 0.5)
    queue.add(Task("bo", WAITED_FOR, LONG), 0.0)
    assert not queue.should_yield(running, 0.5)
    queue.add(Task("cy", WAITED_FOR, NOVICE), 0.0)
    assert not queue.should_yield(running, 0.99)  # nearly done


def test_correspondence_gives_way_to_whatever_comes() -> None:
    letter = Task("ann", CORRESPONDENCE, 1.0)
    queue = queue_of(letter)
    queue.take(0.0)
    queue.add(Task("ann", WATCHED, LONG), 0.0)
    assert queue.should_yield(letter, 0.3)


@given(st.lists(st.tuples(st.sampled_from("abc"), costs), min_size=30, max_size=60))
def test_two_who_both_wait_have_had_the_same_up_to_one_task_each(asked: list[tuple[str, float]]) -> None:
    queue = queue_of(*[Task(payer, WAITED_FOR, cost) for payer, cost in asked])
    waiting, had = Counter(payer for payer, _ in asked), Counter[str]()
    while task := queue.take(0.0):
        queue.finish(task, task.cost)
        waiting[task.payer] -= 1
        had[task.payer] += task.cost  # type: ignore[assignment]  # seconds, not a count
        still = [had[payer] for payer in waiting if waiting[payer]]
        assert not still or max(still) - min(still) <= max(cost for _, cost in asked) + 1e-6


@given(urgencies, st.integers(0, 10), st.data())
def test_nothing_waits_for_ever(urgency: Urgency, before: int, data: st.DataObject) -> None:
    """Though something more urgent of somebody new comes with every turn."""
    queue = FairQueue()
    for number in range(before):
        queue.add(Task(f"before {number}", urgency, 1.0), 0.0)
    task = Task("ann", urgency, 1.0)
    queue.add(task, 0.0)
    overdue = PATIENCE[CORRESPONDENCE] + 1
    for turn in range(OVERDUE_TURN * (before + 1)):
        queue.add(Task(f"new {turn}", WAITED_FOR, data.draw(costs)), overdue)
        taken = queue.take(overdue)
        assert taken
        if taken is task:
            return
        queue.finish(taken, taken.cost)
    raise AssertionError("it still waits")


class Threads(RuleBasedStateMachine):
    """Threads take tasks, end them, stop them and put them back, and some are dropped."""

    def __init__(self) -> None:
        super().__init__()
        self.queue, self.now = FairQueue(), 0.0
        self.waiting, self.running = list[Task](), list[Task]()

    @rule(payer=st.sampled_from("abcd"), urgency=urgencies, cost=costs, threads=st.integers(1, 2))
    def ask(self, payer: str, urgency: Urgency, cost: float, threads: int) -> None:
        self.waiting.append(Task(payer, urgency, cost, threads))
        self.queue.add(self.waiting[-1], self.now)

    @rule(seconds=st.floats(0, 400))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def take(self) -> None:
        task = self.queue.take(self.now)
        assert (task is None) == (not self.waiting)  # work conserving
        if task:
            self.waiting.remove(task)
            self.running.append(task)

    @precondition(lambda self: self.running)
    @rule(data=st.data(), seconds=st.floats(0, 10), again=st.booleans())
    def end(self, data: st.DataObject, seconds: float, again: bool) -> None:
        task = self.running.pop(data.draw(st.integers(0, len(self.running) - 1)))
        self.now += seconds
        self.queue.should_yield(task, self.now)
        self.queue.finish(task, seconds)
        if again:
            self.queue.put_back(task)
            self.waiting.append(task)

    @precondition(lambda self: self.waiting)
    @rule(data=st.data())
    def drop(self, data: st.DataObject) -> None:
        self.queue.drop(self.waiting.pop(data.draw(st.integers(0, len(self.waiting) - 1))))

    @invariant()
    def counts_all(self) -> None:
        assert len(self.queue) == len(self.waiting)
        if not self.waiting and not self.running:
            assert not self.queue._accounts  # nothing is kept of those who have gone


TestThreads = Threads.TestCase


def test_the_first_share_is_charged_at_once() -> None:
    """Else one payer would get all threads at the same moment."""
    queue = queue_of(Task("ann", WAITED_FOR, LONG), Task("ann", WAITED_FOR, LONG), Task("bo", WAITED_FOR, LONG))
    assert [task.payer for task in (queue.take(0.0), queue.take(0.0)) if task] == ["ann", "bo"]
    assert SHARE > 0
