"""Several servers with one database: what one accepts, the others tell."""

import asyncio
from typing import Any

import pytest

from digsite.server import bot_runner
from digsite.server.admin import table_fault
from digsite.server.table_service import StaleVersion
from digsite.tables.table import Seat
from tests.server.databases import new_postgres, serving
from tests.server.service_helpers import Listener, act, begin, listening, run, until_over
from tests.server.tabletop import ANN, BO


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
