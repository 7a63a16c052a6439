"""Threads for bots and hints: another's short task is not kept waiting by one person's long ones."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from digsite.analysis.hints import HintSearch
from digsite.bots.master import Master
from digsite.bots.player import Budget
from digsite.core.registry import load
from digsite.core.rng import stream
from digsite.server.bot_runner import _rest, task_of
from digsite.server.fair_queue import Task, Urgency
from digsite.server.service import Service
from digsite.server.settings import Settings
from digsite.server.thinking import Thinking
from digsite.tables import commands
from digsite.tables.table import Seat, Table, Terms
from tests.server.databases import new_database, url
from tests.server.service_helpers import acting, begin, run, until_over
from tests.server.tabletop import ANN, person

__all__ = ["url"]
LONG, SHORT = 3.0, 0.01


async def think(thinking: Thinking, task: Task, name: str, log: list[str]) -> None:
    """Think as long as the task costs, in as many turns as it takes."""
    left, again = task.cost, False
    while left > 0.001:
        async with thinking.turn(task, again) as turn:
            begun = time.monotonic()
            await thinking.run(partial(turn.cancel.wait, left))
            left -= time.monotonic() - begun
        task.cost, again = left, True
    log.append(name)


def test_a_short_task_of_another_comes_between_and_the_long_one_goes_on() -> None:
    async def scenario() -> None:
        thinking, log = Thinking(1), list[str]()
        long = [Task("eve", Urgency.WAITED_FOR, LONG / 2) for _ in range(2)]
        tasks = [asyncio.create_task(think(thinking, each, f"long {n}", log)) for n, each in enumerate(long)]
        await asyncio.sleep(0.05)
        begun = time.monotonic()
        await think(thinking, Task("ann", Urgency.WAITED_FOR, SHORT), "short", log)
        waited = time.monotonic() - begun
        await asyncio.gather(*tasks)
        assert log == ["short", "long 0", "long 1"]
        assert waited < 1
        assert not thinking.queue._accounts
        thinking.close()

    run(scenario())


def test_what_is_quick_waits_for_no_thread() -> None:
    async def scenario() -> None:
        thinking, log = Thinking(1), list[str]()
        long = asyncio.create_task(think(thinking, Task("eve", Urgency.WAITED_FOR, 0.5), "long", log))
        await asyncio.sleep(0)
        for _ in range(3):
            task = Task("ann", Urgency.CORRESPONDENCE, SHORT)
            async with thinking.turn(task) as turn:
                assert [turn.task.payer for turn in thinking._turns if not turn.stopped] != ["ann"]
                assert turn.task is task
        assert log == []  # the long one was never stopped for it
        await long
        thinking.close()

    run(scenario())


def test_whoever_gives_up_waiting_leaves_no_gap() -> None:
    async def scenario() -> None:
        thinking, log = Thinking(1), list[str]()
        first = asyncio.create_task(think(thinking, Task("eve", Urgency.WAITED_FOR, 0.2), "first", log))
        gone = asyncio.create_task(think(thinking, Task("ann", Urgency.WAITED_FOR, 0.2), "gone", log))
        last = asyncio.create_task(think(thinking, Task("bo", Urgency.WAITED_FOR, 0.2), "last", log))
        await asyncio.sleep(0.05)
        gone.cancel()
        await asyncio.gather(first, last)
        assert log == ["first", "last"]
        assert len(thinking.queue) == 0
        thinking.close()

    run(scenario())


def a_table(*seats: Seat, **terms: object) -> Table:
    state = load("mykerinos").new(2).tobytes()
    return Table("t", b"", Terms("mykerinos", **terms), ANN, seats, status="playing", state=b"\0" + state[1:])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("table", "urgency", "cost"),
    [
        (a_table(Seat("bot", bot="master:10s"), person(ANN)), Urgency.WAITED_FOR, 10.0),
        (a_table(Seat("bot", bot="master:500ms"), Seat("bot", bot="novice")), Urgency.WATCHED, 0.5),
        (a_table(Seat("bot", bot="master"), person(ANN), pace="correspondence"), Urgency.CORRESPONDENCE, 1.0),
    ],
)
def test_a_bots_turn_is_as_urgent_as_who_waits_for_it(table: Table, urgency: Urgency, cost: float) -> None:
    task = task_of(table)
    assert (task.payer, task.urgency, task.cost) == (ANN, urgency, cost)
    quick = a_table(Seat("bot", bot="novice"), person(ANN))
    assert task_of(quick).cost < 0.1


def test_a_search_that_is_stopped_goes_on_to_the_same_choice() -> None:
    """A budget of simulations is exact, however often it is divided."""
    game = load("mykerinos")
    state = game.settle(game.new(2), stream(1, 0))
    whole, divided = Master(game, 0, 7), Master(game, 0, 7)
    whole.choose(state, Budget(simulations=3000))
    left: Budget | None = Budget(simulations=3000)
    turns = 0
    while left:
        cancel = Event()
        cancel.set()
        divided.choose(state, left, cancel)  # a few simulations, then it stops
        left, turns = _rest(divided, left, 0.0), turns + 1
    assert turns > 1
    assert divided.search.options(state) == whole.search.options(state)


def test_a_hint_that_is_stopped_goes_on() -> None:
    game = load("mykerinos")
    search = HintSearch(game, game.settle(game.new(2), stream(1, 0)))
    cancel = Event()
    cancel.set()
    assert search.run(cancel) is False
    assert 0 < search.left < 1
    first = search.simulations
    assert search.run(Event()) is True
    assert search.hint().simulations == search.simulations > first


async def with_crowd(
    url: str, masters: int, check: Callable[[Service], Awaitable[None]], bot: str = "master:10s"
) -> None:
    """A guest with so many tables at which a bot thinks long, before anybody else comes."""
    service = Service(Settings(db=url, bot_threads=2, open_tables=1000, tables_per_hour=1000))
    await service.start()
    try:
        for _ in range(masters):
            seats = [Seat("bot", bot="master:10s"), Seat("bot", bot="master:10s"), person("eve")]
            table = await service.table_service.open(Terms("mykerinos"), seats, "eve")
            await service.table_service.change(table.id, lambda t, now: commands.start(t, "eve", now.at), person="eve")
        await asyncio.sleep(1)
        await check(service)
    finally:
        await service.stop()


async def novice_waits(service: Service, moves: int) -> list[float]:
    """How long a novice takes for each of its first moves at Ann's table."""
    table = await begin(service.table_service, seats=[person(ANN), Seat("bot", bot="novice")])
    waits = list[float]()
    while len(waits) < moves:
        if table.actor and table.actor.kind == "bot":
            begun = time.monotonic()
            while table.actor and table.actor.kind == "bot":
                await asyncio.sleep(0.002)
                table = await service.table_service.table(table.id)
            waits.append(time.monotonic() - begun)
        elif table.status == "over":
            table = await begin(service.table_service, seats=[person(ANN), Seat("bot", bot="novice")])
        else:
            action = table.legal(ANN)[-1]
            _, table = await service.table_service.change(table.id, acting(ANN, action), person=ANN)
    return waits


def test_anothers_novice_hardly_waits_for_a_guests_masters(url: str) -> None:
    async def check(service: Service) -> None:
        assert max(await novice_waits(service, 10)) < 5  # less than one of the masters takes

    run(with_crowd(url, 6, check))


@pytest.mark.long
def test_anothers_novice_hardly_waits_for_a_hundred_masters_of_one_guest(tmp_path: Path) -> None:
    async def check(service: Service) -> None:
        waits = sorted(await novice_waits(service, 100))
        print(f"novice p50 {waits[50]:.3f} s, p95 {waits[95]:.3f} s, longest {waits[-1]:.3f} s")  # noqa: T201
        assert waits[95] < 1.0

    asyncio.run(with_crowd(new_database("sqlite", tmp_path), 100, check))


def test_bots_among_themselves_and_correspondence_end_their_games_too(url: str) -> None:
    async def scenario() -> None:
        service = Service(Settings(db=url, bot_threads=1))
        await service.start()
        try:
            bots = [Seat("bot", bot="master:5ms"), Seat("bot", bot="novice")]
            tables = [await begin(service.table_service, seats=bots) for _ in range(3)]
            letters = await begin(service.table_service, seats=[person(ANN), bots[0]], pace="correspondence")
            for table in tables:
                await until_over(service.table_service, table.id)
            while letters.actor and letters.actor.kind == "bot":
                letters = await service.table_service.table(letters.id)
                await asyncio.sleep(0.01)
        finally:
            await service.stop()

    run(scenario())
