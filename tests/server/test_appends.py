"""Entries that are written together: each as if it were written alone."""

import asyncio
from dataclasses import replace

from sqlalchemy import delete, event

from digsite.server import schema as s
from digsite.server.admin import table_fault
from digsite.server.appends import Append
from digsite.server.service import Service
from digsite.server.table_store import Repeated, Stale, entries, load
from digsite.tables import commands
from digsite.tables.fold import fold
from digsite.tables.serializers import event_of
from digsite.tables.table import Seat, Table, Terms
from tests.server.databases import new_postgres, serving, url
from tests.server.service_helpers import begin, run
from tests.server.tabletop import ANN, BO, person

__all__ = ["url"]
AT = 2_000_000_000_000  # later than any table here was opened


def acted(table: Table, request: str | None = None) -> Append:
    """The job of a first legal action."""
    assert table.actor
    who = table.actor.person
    entry = commands.act(table, who, table.legal(who)[0], 0, AT, request)
    after = fold(table, entry)
    return Append(after, entry, event_of(after, entry), None)


async def together(service: Service, *jobs: Append) -> list[object]:
    """What comes of jobs that are all in the queue before the writer looks: None, or the failure."""
    writing = [service.store.write(job) for job in jobs]
    return await asyncio.gather(*writing, return_exceptions=True)


def outcomes(done: list[object]) -> list[object]:
    return [each if each is None else type(each) for each in done]


def check(service: Service, *jobs: Append) -> None:
    for job in jobs:
        assert service.store.now(lambda c, id=job.table.id: load(c, id)) == job.table  # type: ignore[misc]
        assert service.store.now(lambda c, id=job.table.id: table_fault(c, id)) is None  # type: ignore[misc]


def test_a_group_is_written_as_each_would_be_alone(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            tables = [await begin(service.table_service, ("thebes", "mykerinos")[i % 2]) for i in range(40)]
            for turn in range(3):
                jobs = [acted(table, f"r{turn}") for table in tables]
                assert outcomes(await together(service, *jobs)) == [None] * 40
                check(service, *jobs)
                for job in jobs:
                    last = service.store.now(lambda c, id=job.table.id: entries(c, id))[-1]  # type: ignore[misc]
                    alone = (job.entry.version, job.entry.kind, job.event, AT, job.entry.person, job.entry.request)
                    assert (last.version, last.kind, last.payload, last.at, last.person, last.request) == alone
                tables = [job.table for job in jobs]

    run(scenario())


def test_what_is_stale_or_repeated_does_not_hurt_its_neighbours(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            one, two, three, four = [await begin(service.table_service, "thebes") for _ in range(4)]
            first = acted(one, "r")
            assert outcomes(await together(service, first)) == [None]
            stale, repeated = acted(one), acted(first.table)
            repeated = replace(repeated, entry=replace(repeated.entry, request="r", person=first.entry.person))
            good = [acted(two, "r"), acted(three), acted(four)]
            done = outcomes(await together(service, good[0], stale, good[1], repeated, good[2]))
            assert done == [None, Stale, None, Repeated, None]
            check(service, first, *good)

    run(scenario())


def test_one_request_sent_again_costs_a_large_group_few_commits(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            tables = [await begin(service.table_service) for _ in range(64)]
            first = acted(tables[0], "r")
            await together(service, first)
            repeated = acted(first.table)
            repeated = replace(repeated, entry=replace(repeated.entry, request="r", person=first.entry.person))
            jobs, commits = [acted(table) for table in tables[1:]], list[object]()
            event.listen(service.store.engine, "commit", commits.append)
            assert outcomes(await together(service, repeated, *jobs)) == [Repeated] + [None] * 63
            assert len(commits) <= 6 + 2 + 2  # halves of 64, two if the writer began before all came, two of the clock
            check(service, *jobs)

    run(scenario())


def test_of_two_entries_for_one_version_in_a_group_one_is_written(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            one, two = [await begin(service.table_service) for _ in range(2)]
            jobs = [acted(one, "a"), acted(one, "b"), acted(two)]
            assert outcomes(await together(service, *jobs)) == [None, Stale, None]
            check(service, jobs[0], jobs[2])

    run(scenario())


def test_two_servers_that_write_the_same_tables_in_opposite_order_agree() -> None:
    url = new_postgres()

    async def scenario() -> None:
        async with serving(url) as here, serving(url) as there:
            tables = [await begin(here.table_service) for _ in range(30)]
            for turn in range(5):
                jobs, others = ([acted(table, f"{name}{turn}") for table in tables] for name in "ab")
                done, rest = await asyncio.gather(together(here, *jobs), together(there, *reversed(others)))
                for one, other in zip(outcomes(done), reversed(outcomes(rest)), strict=True):
                    assert {one, other} == {None, Stale}
                tables = [here.store.now(lambda c, id=table.id: load(c, id)) for table in tables]  # type: ignore[misc]
            assert all(here.store.now(lambda c, id=table.id: table_fault(c, id)) is None for table in tables)  # type: ignore[misc]

    run(scenario())


def test_two_entries_of_one_table_in_a_group_are_both_written(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            first = acted(await begin(service.table_service))
            then, other = acted(first.table), acted(await begin(service.table_service))
            assert outcomes(await together(service, first, other, then)) == [None] * 3
            check(service, then, other)

    run(scenario())


def test_a_table_that_is_gone_takes_no_entry(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            gone, stays = [await begin(service.table_service) for _ in range(2)]
            jobs = [acted(gone), acted(stays)]
            service.store.now(lambda c: c.execute(delete(s.entries).where(s.entries.c.table_id == gone.id)))
            service.store.now(lambda c: c.execute(delete(s.tables).where(s.tables.c.id == gone.id)))
            assert outcomes(await together(service, *jobs)) == [Stale, None]
            assert service.store.now(lambda c: entries(c, gone.id)) == []
            check(service, jobs[1])

    run(scenario())


def test_whoever_sits_down_in_a_group_has_the_table_in_the_list(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            tables = [
                await service.table_service.open(Terms("thebes"), [person(ANN), Seat("open")], ANN) for _ in range(3)
            ]
            jobs = []
            for table in tables:
                entry = commands.sit(table, BO, "Bo", 1, "", AT)
                after = fold(table, entry)
                jobs.append(Append(after, entry, event_of(after, entry), None))
            assert outcomes(await together(service, *jobs)) == [None] * 3
            assert {table.id for table in await service.table_service.seated(BO)} == {table.id for table in tables}

    run(scenario())
