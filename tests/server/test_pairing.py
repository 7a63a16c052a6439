"""Find an opponent: who waits for a game gets the next who wants the same."""

import asyncio
from collections.abc import Sequence

import pytest

from digsite.server import clock as server_clock
from digsite.server.clock import Clock
from digsite.server.pairing import PATIENCE
from digsite.server.service import Service
from digsite.tables import commands
from digsite.tables.table import Table
from tests.server.databases import new_postgres, serving, url

__all__ = ["url"]


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self.clock = Clock(wall=lambda: 1e9, tick=lambda: self.now)


async def started(service: Service, id: str) -> Table:
    while (table := await service.table_service.current(id)).status == "open":
        await asyncio.sleep(0.01)
    return table


def test_two_who_want_the_same_game_play_each_other_at_once(url: str) -> None:
    async def run() -> None:
        async with serving(url) as service:
            ann, bo, cy = [await service.people.new(name) for name in ("Ann", "Bo", "Cy")]
            waiting = await service.pairing.pair("thebes", ann)
            assert (waiting.status, waiting.terms.visibility, waiting.terms.pairing) == ("open", "public", True)
            assert (await service.pairing.pair("thebes", ann)).id == waiting.id
            assert (await service.pairing.pair("mykerinos", cy)).id != waiting.id
            assert (await service.pairing.pair("thebes", bo)).id == waiting.id
            table = await started(service, waiting.id)
            assert [seat.name for seat in table.seats] == ["Ann", "Bo"]
            assert (await service.pairing.pair("thebes", cy)).id != waiting.id

    asyncio.run(run())


async def paired(services: Sequence[Service], names: str) -> list[str]:
    """The ids of the tables of people who all ask at once, each at the next of these servers."""
    people = [await services[0].people.new(name) for name in names]
    asked = [services[i % len(services)].pairing.pair("thebes", person) for i, person in enumerate(people)]
    return [table.id for table in await asyncio.gather(*asked)]


async def waiting_tables(service: Service) -> list[Table]:
    return await service.table_service.listed_tables("open")


@pytest.mark.parametrize(("names", "tables"), [("AB", 1), ("ABCD", 2), ("ABCDE", 3)])
def test_people_who_ask_at_the_same_moment_meet(url: str, names: str, tables: int) -> None:
    async def run() -> None:
        async with serving(url) as service:
            ids = await paired([service], names)
            assert len(set(ids)) == tables
            for id in set(ids):
                if ids.count(id) == 2:
                    assert {seat.kind for seat in (await started(service, id)).seats} == {"person"}
            assert len(await waiting_tables(service)) == len(names) % 2

    asyncio.run(run())


def test_they_meet_though_different_servers_answer_them() -> None:
    async def run() -> None:
        async with serving(shared) as one, serving(shared) as two:
            ids = await paired([one, two], "AB")
            assert len(set(ids)) == 1
            assert [seat.kind for seat in (await started(two, ids[0])).seats] == ["person", "person"]
            assert await waiting_tables(one) == []

    shared = new_postgres()
    for _ in range(10):
        asyncio.run(run())


def test_who_asks_twice_at_the_same_moment_waits_at_one_table(url: str) -> None:
    async def run() -> None:
        async with serving(url) as service:
            ann = await service.people.new("Ann")
            tables = await asyncio.gather(*(service.pairing.pair("thebes", ann) for _ in range(3)))
            assert len({table.id for table in tables}) == 1

    asyncio.run(run())


def test_a_bot_instead_starts_the_game_too(url: str) -> None:
    async def run() -> None:
        async with serving(url) as service:
            ann = await service.people.new("Ann")
            id = (await service.pairing.pair("thebes", ann)).id
            await service.table_service.change(
                id, lambda t, now: commands.seat_bot(t, ann.id, 1, "novice", now.at, lambda bot: None), person=ann.id
            )
            assert (await started(service, id)).seats[1].kind == "bot"

    asyncio.run(run())


def test_a_table_whose_host_is_gone_is_closed_and_nobody_is_paired_with_it(url: str) -> None:
    async def run() -> None:
        time = Time()
        async with serving(url, time.clock) as service:
            ann, bo = await service.people.new("Ann"), await service.people.new("Bo")
            here, gone = [await service.pairing.pair(game, ann) for game in ("thebes", "mykerinos")]
            usual = await service.table_service.open(here.terms.__class__("thebes"), here.seats, ann.id)
            service.presence.come(here, ann.id)
            time.now += PATIENCE / 1000 - 1
            await service.pairing.look()
            time.now += 2
            assert (await service.pairing.pair("mykerinos", bo)).id != gone.id
            await service.pairing.look()
            assert [(await service.table_service.current(one.id)).closed for one in (here, gone, usual)] == [
                False,
                True,
                False,
            ]
            assert gone.id not in [table.id for table in await service.table_service.listed_tables("over")]
            assert gone.id not in [table.id for table in await service.table_service.seated(ann.id)]

    server_clock.GAP, kept = 10**12, server_clock.GAP  # no leap of the clock is an outage
    try:
        asyncio.run(run())
    finally:
        server_clock.GAP = kept
