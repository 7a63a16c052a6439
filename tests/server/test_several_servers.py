"""Several servers with one database: what one accepts, the others tell."""

import asyncio
from typing import Any

import pytest

from digsite.server import thinking
from digsite.server.admin import table_fault
from digsite.server.desk import Outrun
from digsite.server.table import Seat
from tests.server.databases import new_postgres, serving
from tests.server.desks import Listener, act, begin, listening, run, until_over
from tests.server.tabletop import ANN, BO


def test_what_one_server_accepts_is_heard_at_another() -> None:
    url = new_postgres()

    async def story() -> None:
        async with serving(url) as one, serving(url) as two:
            table = await begin(one.desk)
            async with listening(two, table, BO) as stream:
                listener = Listener(stream)
                start = (await listener.next())[0]
                assert start == table.version
                for _ in range(6):
                    table = (await act(one.desk, table))[1]
                    table = (await act(two.desk, table))[1]
                assert await listener.until(table.version) == list(range(start + 1, table.version + 1))
                await one.desk.say(table.id, ANN, "Ann", "hello")
                while (heard := await listener.next())[1] != "chat":
                    pass
                assert heard[2]["text"] == "hello"
                await two.desk.say(table.id, BO, "Bo", "ho")
                assert (await listener.next())[2]["text"] == "ho"

    run(story())


def test_two_servers_racing_for_a_table_agree_on_one_action() -> None:
    url = new_postgres()

    async def story() -> None:
        async with serving(url) as one, serving(url) as two:
            table = await begin(one.desk, "thebes")
            for turn in range(10):
                await two.desk.table(table.id)
                races = (act(one.desk, table, 0, f"a{turn}"), act(two.desk, table, 1, f"b{turn}"))
                done = await asyncio.gather(*races, return_exceptions=True)
                assert sum(isinstance(each, Outrun) for each in done) == 1, done
                table = next(each[1] for each in done if isinstance(each, tuple))
            assert one.store.now(lambda c: table_fault(c, table.id)) is None

    run(story())


def test_a_tables_bots_run_once_and_another_server_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    url, thought = new_postgres(), list[tuple[str, bytes]]()
    real = thinking._choose

    def choose(seated: Any, heard: Any, state: Any, cancel: Any) -> int:
        thought.append((type(seated.player).__name__, state.tobytes()))
        return real(seated, heard, state, cancel)

    monkeypatch.setattr(thinking, "_choose", choose)
    monkeypatch.setattr(thinking, "LEASE", 1_500)
    monkeypatch.setattr(thinking, "LOOK_ROUND", 0.1)

    async def story() -> None:
        async with serving(url) as two:
            async with serving(url) as one:
                table = await begin(
                    one.desk, "thebes", [Seat("bot", bot="novice"), Seat("bot", bot="novice")], pause=10
                )
                await asyncio.sleep(0.5)
            await until_over(two.desk, table.id)
            decided = sum(entry.kind == "acted" for entry in await two.desk.entries(table.id, 0))
        assert len(thought) <= decided + 2
        assert len(set(thought)) >= decided - 2

    run(story())
