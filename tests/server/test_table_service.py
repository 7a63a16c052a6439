"""The match service on both databases: kept before it is told, once and for all."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from digsite.core.verify import verify
from digsite.server import schema, table_store
from digsite.server.admin import table_fault
from digsite.server.store import StoreDown
from digsite.server.table_service import StaleVersion
from digsite.tables.refused import Refused
from tests.server.databases import serving, url
from tests.server.service_helpers import act, acting, begin, run
from tests.server.tabletop import ANN, person

__all__ = ["url"]


def test_a_table_opened_again_is_the_table_that_was_left(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            table = await begin(service.table_service, "thebes")
            for _ in range(20):
                table = (await act(service.table_service, table))[1]
        async with serving(url) as service:
            assert await service.table_service.table(table.id) == table
            assert service.store.now(lambda c: table_fault(c, table.id)) is None
            table = (await act(service.table_service, table))[1]
            line = await service.table_service.moves(table)
            verify(table.game, table.drawn_record(line))  # type: ignore[arg-type]

    run(scenario())


def test_of_two_who_race_one_wins_and_the_other_is_told_how_it_stands(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            table = await begin(service.table_service)
            done = await asyncio.gather(
                *(act(service.table_service, table, i, f"r{i}") for i in range(2)), return_exceptions=True
            )
            lost = [each for each in done if isinstance(each, StaleVersion)]
            assert len(lost) == 1
            assert lost[0].table.version == table.version + 1

    run(scenario())


def test_a_repeated_request_is_answered_as_the_first_was(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            table = await begin(service.table_service)
            first, after = await act(service.table_service, table, request="r")
            await act(service.table_service, after)
            again, _ = await act(service.table_service, table, request="r")
            assert again == first
            service.table_service.forget(table.id)
            assert (await act(service.table_service, table, request="r"))[0] == first

    run(scenario())


def test_an_id_used_for_something_else_does_nothing_again(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            table = await begin(service.table_service, seats=[person(ANN), person(ANN)])
            first, after = await act(service.table_service, table, request="r")
            again, _ = await act(service.table_service, after, request="r")
            assert again == first
            assert (await service.table_service.table(table.id)).version == after.version

    run(scenario())


def test_one_job_that_fails_takes_no_other_with_it(url: str) -> None:
    def fails(connection: Any) -> None:
        connection.execute(text("INSERT INTO nowhere VALUES (1)"))

    async def scenario() -> None:
        async with serving(url) as service:
            tables = [await begin(service.table_service) for _ in range(20)]
            jobs = [act(service.table_service, table) for table in tables]
            bad = [service.store.write(fails) for _ in range(5)]
            done = await asyncio.gather(*jobs, *bad, return_exceptions=True)
            assert all(isinstance(each, tuple) for each in done[:20])
            assert all(isinstance(each, StoreDown) for each in done[20:])
            for table in tables:
                service.table_service.forget(table.id)
                assert (await service.table_service.table(table.id)).version == table.version + 1

    run(scenario())


def test_what_is_refused_leaves_nothing_behind(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            table = await begin(service.table_service)
            with pytest.raises(Refused):
                await service.table_service.change(table.id, acting("nobody", "pass"), person="nobody")
            assert service.store.now(lambda c: len(list(table_store.entries(c, table.id)))) == table.version
            with pytest.raises(Refused, match="no such table"):
                await service.table_service.table("nothere")

    run(scenario())


def test_every_column_of_a_table_is_fixed_leased_or_written_with_each_entry() -> None:
    fixed, leased = {"id", "game", "host", "pairing", "seed", "created"}, {"lease"}
    assert fixed | leased | set(table_store.HeadRow.__annotations__) == set(schema.tables.c.keys())
