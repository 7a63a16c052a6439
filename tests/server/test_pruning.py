"""What nobody uses any more is deleted: old tables, records, idle guests, links that have expired."""

import asyncio

from sqlalchemy import func, select

from digsite.server import admin
from digsite.server import schema as s
from digsite.server.clock import Clock
from digsite.server.service import Service
from digsite.server.settings import Settings
from digsite.server.store import Store
from digsite.tables.table import DAY, Seat, Terms
from tests.server.databases import url
from tests.server.service_helpers import run
from tests.server.tabletop import person

__all__ = ["url"]
BEGUN = 1e9  # seconds since 1970


class Days:
    """A clock that a test sets to a day."""

    def __init__(self) -> None:
        self.day = 0.0

    def clock(self) -> Clock:
        return Clock(wall=lambda: BEGUN + self.day * 86_400, tick=lambda: self.day * 86_400)


def number(url: str, table: object) -> int:
    return Store(url).now(lambda c: c.scalar(select(func.count()).select_from(table))) or 0  # type: ignore[arg-type]


async def filled(service: Service) -> dict[str, str]:
    """Ann has a table, Bo nothing, Cy only a record, Dee only a table of bots; each has a token and a link."""
    ids = {name: (await service.people.new(name)).id for name in ("Ann", "Bo", "Cy", "Dee")}
    for id in ids.values():
        await service.people.new_token(id)
        await service.people.new_link(id)
    await service.table_service.open(Terms("thebes"), [person(ids["Ann"]), Seat("open")], ids["Ann"])
    bots = [Seat("bot", bot="novice"), Seat("bot", bot="novice")]
    await service.table_service.open(Terms("thebes"), bots, ids["Dee"])
    row = {"id": "record", "person": ids["Cy"], "record": "{}", "at": service.table_service.clock.now()}
    await service.store.write(lambda c: c.execute(s.records.insert(), row))
    return ids


def names(url: str) -> set[str]:
    return set(Store(url).now(lambda c: c.scalars(select(s.people.c.name)).all()))


def test_admin_prune_deletes_what_it_is_asked_to(url: str) -> None:
    async def fill() -> None:
        service = Service(Settings(db=url), Days().clock())
        await service.start()
        await filled(service)
        await service.stop()

    asyncio.run(fill())
    store, now = Store(url), int(BEGUN * 1000)
    assert admin.prune(store, 10, "open", now, records=True, guests=True) == "0 tables deleted"
    later = now + 11 * DAY
    assert admin.prune(store, 10, "over", later) == "0 tables deleted, 4 links"
    assert (names(url), number(url, s.tokens)) == ({"Ann", "Bo", "Cy", "Dee"}, 4)
    assert admin.prune(store, 10, "over", later, guests=True) == "0 tables deleted, 1 guests"
    assert (names(url), number(url, s.tokens)) == ({"Ann", "Cy", "Dee"}, 3)
    assert admin.prune(store, 10, "over", later, records=True, guests=True) == "0 tables deleted, 1 records, 1 guests"
    assert admin.prune(store, 10, "open", later, guests=True) == "2 tables deleted, 2 guests"
    assert [number(url, table) for table in (s.people, s.tokens, s.records, s.tables, s.entries)] == [0] * 5


def test_who_comes_again_is_not_idle(url: str) -> None:
    async def scenario() -> None:
        days = Days()
        service = Service(Settings(db=url, prune_days=10), days.clock())
        await service.start()
        ids = await filled(service)
        await service._prune()
        assert number(url, s.people) == 4
        token = (await service.people.new_token(ids["Bo"]))[1]
        days.day = 6
        assert (await service.people.by_token(token)).name == "Bo"
        days.day = 12
        await service._prune()  # tables and records are old by then
        assert names(url) == {"Bo"}
        assert (number(url, s.tables), number(url, s.records), number(url, s.tokens)) == (0, 0, 2)
        await service.stop()

    run(scenario())


def test_by_itself_a_server_deletes_only_links(url: str) -> None:
    async def scenario() -> None:
        days = Days()
        service = Service(Settings(db=url), days.clock())
        await service.start()
        await filled(service)
        days.day = 400
        await service._prune()
        assert (number(url, s.people), number(url, s.tables), number(url, s.tokens)) == (4, 2, 4)
        await service.stop()

    run(scenario())
