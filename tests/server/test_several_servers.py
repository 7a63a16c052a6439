"""Several servers with one database: what one accepts, the others tell."""

import asyncio
import time
from contextlib import suppress
from typing import Any

import psycopg
import pytest

from digsite.server import bot_runner
from digsite.server.admin import table_fault
from digsite.server.service import Service
from digsite.server.table_service import StaleVersion
from digsite.tables import commands
from digsite.tables.refused import Refused
from digsite.tables.table import Seat, Terms
from tests.server.databases import new_postgres, serving
from tests.server.service_helpers import Listener, act, begin, listening, run, until_over
from tests.server.tabletop import ANN, BO, person


def test_what_one_server_accepts_is_heard_at_another() -> None:
    url = new_postgres()

    async def scenario() -> None:
        async with serving(url) as one, serving(url) as two:
            table = await begin(one.table_service)
            async with listening(two, table, BO) as stream:
                listener = Listener(stream)
                start = (await listener.next())[0]
                assert start == table.version
                for _ in range(6):
                    table = (await act(one.table_service, table))[1]
                    table = (await act(two.table_service, table))[1]
                assert await listener.until(table.version) == list(range(start + 1, table.version + 1))
                await one.chat.post(table.id, ANN, "Ann", "hello")
                while (heard := await listener.next())[1] != "chat":
                    pass
                assert heard[2]["text"] == "hello"
                await two.chat.post(table.id, BO, "Bo", "ho")
                assert (await listener.next())[2]["text"] == "ho"

    run(scenario())


def test_two_servers_racing_for_a_table_agree_on_one_action() -> None:
    url = new_postgres()

    async def scenario() -> None:
        async with serving(url) as one, serving(url) as two:
            table = await begin(one.table_service, "thebes")
            for turn in range(10):
                await two.table_service.table(table.id)
                races = (act(one.table_service, table, 0, f"a{turn}"), act(two.table_service, table, 1, f"b{turn}"))
                done = await asyncio.gather(*races, return_exceptions=True)
                assert sum(isinstance(each, StaleVersion) for each in done) == 1, done
                table = next(each[1] for each in done if isinstance(each, tuple))
            assert one.store.now(lambda c: table_fault(c, table.id)) is None

    run(scenario())


def test_nobody_is_refused_for_what_another_server_has_changed_since() -> None:
    url = new_postgres()

    async def scenario() -> None:
        async with serving(url) as one, serving(url) as two:
            table = await one.table_service.open(Terms("thebes"), [person(ANN), Seat("open")], ANN)
            await deafen(one)
            assert (await one.table_service.table(table.id)).seats[1].kind == "open"
            await two.table_service.change(table.id, lambda t, now: commands.sit(t, BO, "Bo", 1, "", now.at), person=BO)
            assert (await one.table_service.table(table.id)).seats[1].kind == "open"  # it has not heard of it yet
            _, table = await one.table_service.change(
                table.id, lambda t, now: commands.start(t, ANN, now.at), person=ANN
            )
            assert table.status == "playing"
            with pytest.raises(Refused, match="started"):
                await one.table_service.change(table.id, lambda t, now: commands.start(t, ANN, now.at), person=ANN)

    run(scenario())


async def deafen(service: Service) -> None:
    """Let a server go on as if it heard of the others, though it is told nothing any more."""
    assert service._listening
    service._listening.cancel()
    with suppress(asyncio.CancelledError):
        await service._listening
    service.table_service.hears_others = True


def test_a_lost_connection_for_notices_is_made_again_and_nothing_old_is_shown_meanwhile() -> None:
    url = new_postgres()

    async def scenario() -> None:
        async with serving(url) as one, serving(url) as two:
            table = await begin(one.table_service)
            async with listening(two, table, BO) as stream:
                listener = Listener(stream)
                await listener.next()
                for _ in range(3):
                    with psycopg.connect(url, autocommit=True) as connection:
                        ended = connection.execute(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                            "WHERE datname = current_database() AND query LIKE 'LISTEN %'"
                        ).fetchall()
                    assert len(ended) == 2
                    while one.table_service.hears_others or two.table_service.hears_others:
                        await asyncio.sleep(0.01)
                    table = (await act(one.table_service, table))[1]
                    assert (await two.table_service.table(table.id)).version == table.version
                    assert (await listener.until(table.version))[-1] == table.version  # told once it listens again
                    while not (one.table_service.hears_others and two.table_service.hears_others):
                        await asyncio.sleep(0.01)

    run(scenario())


def test_a_deleted_token_and_a_new_name_hold_at_every_server() -> None:
    url = new_postgres()

    async def scenario() -> None:
        async with serving(url) as one, serving(url) as two:
            ann = await one.people.new("Ann")
            id, token = await one.people.new_token(ann.id)
            assert (await two.people.by_token(token)).name == "Ann"
            await one.people.change(ann, "Anna", None)
            while (await two.people.by_token(token)).name != "Anna":
                await asyncio.sleep(0.01)
            await one.people.delete_token(ann.id, id)
            while await is_valid(two, token):
                await asyncio.sleep(0.01)

    run(scenario())


async def is_valid(service: Service, token: str) -> bool:
    try:
        await service.people.by_token(token)
    except Refused:
        return False
    return True


def test_a_reader_is_told_of_a_version_that_was_read_here_before_its_notice_came() -> None:
    url = new_postgres()

    async def scenario() -> None:
        async with serving(url) as one, serving(url) as two:
            table = await begin(one.table_service)
            async with listening(two, table, BO) as stream:
                listener = Listener(stream)
                await listener.next()
                for _ in range(5):
                    table = (await act(one.table_service, table))[1]
                    await two.table_service.current(table.id)
                    assert (await listener.until(table.version))[-1] == table.version

    run(scenario())


def test_a_bot_that_thinks_longer_than_a_lease_thinks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    url, thought = new_postgres(), list[bytes]()
    real = bot_runner._choose

    def choose(seated: Any, heard: Any, state: Any, cancel: Any) -> int:
        thought.append(state.tobytes())
        time.sleep(1.0)
        return real(seated, heard, state, cancel)

    monkeypatch.setattr(bot_runner, "_choose", choose)
    monkeypatch.setattr(bot_runner, "LEASE", 400)
    monkeypatch.setattr(bot_runner, "RENEWAL", 0.1)
    monkeypatch.setattr(bot_runner, "INTERVAL", 0.1)

    async def scenario() -> None:
        async with serving(url) as one, serving(url):
            await begin(one.table_service, "thebes", [Seat("bot", bot="novice"), Seat("bot", bot="novice")])
            await asyncio.sleep(3.5)
        assert thought
        assert len(thought) == len(set(thought))

    run(scenario())


def test_a_tables_bots_run_once_and_another_server_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    url, thought = new_postgres(), list[tuple[str, bytes]]()
    real = bot_runner._choose

    def choose(seated: Any, heard: Any, state: Any, cancel: Any) -> int:
        thought.append((type(seated.player).__name__, state.tobytes()))
        return real(seated, heard, state, cancel)

    monkeypatch.setattr(bot_runner, "_choose", choose)
    monkeypatch.setattr(bot_runner, "LEASE", 1_500)
    monkeypatch.setattr(bot_runner, "INTERVAL", 0.1)

    async def scenario() -> None:
        async with serving(url) as two:
            async with serving(url) as one:
                table = await begin(
                    one.table_service, "thebes", [Seat("bot", bot="novice"), Seat("bot", bot="novice")], pause=10
                )
                await asyncio.sleep(0.5)
            table = await until_over(two.table_service, table.id)
            log = await two.table_service.entries(table.id, 0, table.version)
            decided = sum(entry.kind == "acted" for entry in log)
        assert len(thought) <= decided + 2
        assert len(set(thought)) >= decided - 2

    run(scenario())
