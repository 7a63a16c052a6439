"""The match service on both databases: kept before it is told, once and for all, and told to everybody."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import aclosing
from functools import partial
from typing import Any

import pytest
from sqlalchemy import text

from digsite.core.verify import verify
from digsite.server import commands, live, thinking
from digsite.server import store as kept
from digsite.server.admin import table_fault
from digsite.server.clock import GAP, Clock, pulse
from digsite.server.desk import Command, Desk, Moment, Outrun
from digsite.server.service import Service
from digsite.server.table import Refused, Seat, Table, Terms
from tests.server.databases import new_postgres, serving, url
from tests.server.tabletop import ANN, BO, person

__all__ = ["url"]


def run(story: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await story

    asyncio.run(bounded())


def acting(person: str, text: str, request: str | None = None) -> Command:
    def command(table: Table, now: Moment) -> Any:
        return commands.act(table, person, text, now.thinking, now.at, request)

    return command


def undoing(person: str) -> Command:
    return lambda table, now: commands.undo(table, person, None, now.thinking, now.at)


async def begin(desk: Desk, game: str = "mykerinos", seats: list[Seat] | None = None, **terms: Any) -> Table:
    table = await desk.open(Terms(game, **terms), seats or [person(ANN), person(BO)], ANN)
    return (await desk.change(table.id, lambda t, now: commands.start(t, ANN, now.at), person=ANN))[1]


async def act(desk: Desk, table: Table, place: int = 0, request: str | None = None) -> tuple[dict[str, Any], Table]:
    assert table.actor
    who = table.actor.person
    command = acting(who, table.legal(who)[place], request)
    return await desk.change(table.id, command, person=who, version=table.version, request=request)


async def taken_back(desk: Desk, table: Table) -> Table:
    who = table.seats[table.loose_seat].person
    return (await desk.change(table.id, undoing(who), person=who, with_line=True))[1]


class Listener:
    """Reads a stream as a browser does."""

    def __init__(self, stream: AsyncIterator[bytes]) -> None:
        self.stream = stream

    async def next(self) -> tuple[int | None, str | None, dict[str, Any]]:
        while True:
            lines = (await anext(self.stream)).decode().splitlines()
            told = dict(line.split(": ", 1) for line in lines if line and not line.startswith(":"))
            if "data" in told:
                return int(told["id"]) if "id" in told else None, told.get("event"), json.loads(told["data"])

    async def until(self, version: int) -> list[int]:
        """The ids that come, up to a version."""
        ids = list[int]()
        while not ids or ids[-1] < version:
            id, _, _ = await self.next()
            if id is not None:
                ids.append(id)
        return ids


def listening(service: Service, table: Table, person: str | None = None, last: int | None = None) -> Any:
    return aclosing(service.desk.stream(table.id, person, last))


# Keeping


def test_a_table_opened_again_is_the_table_that_was_left(url: str) -> None:
    async def story() -> None:
        async with serving(url) as service:
            table = await begin(service.desk, "thebes")
            for _ in range(20):
                table = (await act(service.desk, table))[1]
        async with serving(url) as service:
            assert await service.desk.table(table.id) == table
            assert service.store.now(lambda c: table_fault(c, table.id)) is None
            table = (await act(service.desk, table))[1]
            line = await service.desk.line(table.id)
            verify(table.game, table.drawn_record(line))  # type: ignore[arg-type]

    run(story())


def test_of_two_who_race_one_wins_and_the_other_is_told_how_it_stands(url: str) -> None:
    async def story() -> None:
        async with serving(url) as service:
            table = await begin(service.desk)
            done = await asyncio.gather(
                *(act(service.desk, table, i, f"r{i}") for i in range(2)), return_exceptions=True
            )
            lost = [each for each in done if isinstance(each, Outrun)]
            assert len(lost) == 1
            assert lost[0].table.version == table.version + 1

    run(story())


def test_a_repeated_request_is_answered_as_the_first_was(url: str) -> None:
    async def story() -> None:
        async with serving(url) as service:
            table = await begin(service.desk)
            first, after = await act(service.desk, table, request="r")
            await act(service.desk, after)
            again, _ = await act(service.desk, table, request="r")
            assert again == first
            service.desk.forget(table.id)
            assert (await act(service.desk, table, request="r"))[0] == first

    run(story())


def test_an_id_used_for_something_else_does_nothing_again(url: str) -> None:
    async def story() -> None:
        async with serving(url) as service:
            table = await begin(service.desk, seats=[person(ANN), person(ANN)])
            first, after = await act(service.desk, table, request="r")
            again, _ = await act(service.desk, after, request="r")
            assert again == first
            assert (await service.desk.table(table.id)).version == after.version

    run(story())


def test_one_job_that_fails_takes_no_other_with_it(url: str) -> None:
    def fails(connection: Any) -> None:
        connection.execute(text("INSERT INTO nowhere VALUES (1)"))

    async def story() -> None:
        async with serving(url) as service:
            tables = [await begin(service.desk) for _ in range(20)]
            jobs = [act(service.desk, table) for table in tables]
            bad = [service.store.write(fails) for _ in range(5)]
            done = await asyncio.gather(*jobs, *bad, return_exceptions=True)
            assert all(isinstance(each, tuple) for each in done[:20])
            assert all(isinstance(each, kept.StoreDown) for each in done[20:])
            for table in tables:
                service.desk.forget(table.id)
                assert (await service.desk.table(table.id)).version == table.version + 1

    run(story())


def test_what_is_refused_leaves_nothing_behind(url: str) -> None:
    async def story() -> None:
        async with serving(url) as service:
            table = await begin(service.desk)
            with pytest.raises(Refused):
                await service.desk.change(table.id, acting("nobody", "pass"), person="nobody")
            assert service.store.now(lambda c: len(list(kept.entries(c, table.id)))) == table.version
            with pytest.raises(Refused, match="no such table"):
                await service.desk.table("nothere")

    run(story())


# Telling


def test_who_listens_hears_everything_once_and_in_order_across_undo(url: str) -> None:
    async def story() -> None:
        async with serving(url) as service:
            table = await begin(service.desk)
            async with listening(service, table) as stream:
                listener = Listener(stream)
                assert (await listener.next())[0] == table.version
                start = table.version
                for _ in range(5):
                    table = (await act(service.desk, table))[1]
                    if table.loose:
                        table = await taken_back(service.desk, table)
                    table = (await act(service.desk, table))[1]
                heard = await listener.until(table.version)
            assert heard == list(range(start + 1, table.version + 1))
            for last in (1, start, table.version - 1):
                async with listening(service, table, last=last) as stream:
                    assert await Listener(stream).until(table.version) == list(range(last + 1, table.version + 1))

    run(story())


def test_who_is_far_behind_reads_the_log_and_misses_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_WAITING", 3)

    async def story() -> None:
        async with serving(url) as service:
            table = await begin(service.desk, "thebes")
            async with listening(service, table) as stream:
                listener = Listener(stream)
                start = (await listener.next())[0]
                assert start is not None
                for _ in range(12):
                    table = (await act(service.desk, table))[1]
                assert await listener.until(table.version) == list(range(start + 1, table.version + 1))

    run(story())


def test_one_stream_carries_the_chat_and_the_persons_other_tables(url: str) -> None:
    async def story() -> None:
        async with serving(url) as service:
            here = await begin(service.desk, seats=[person(ANN), person(ANN)])
            other = await begin(service.desk)
            while other.actor and other.actor.person == ANN:
                other = (await act(service.desk, other))[1]
            await service.desk.say(here.id, BO, "Bo", "good luck")
            async with listening(service, here, ANN) as stream:
                listener = Listener(stream)
                assert (await listener.next())[:2] == (here.version, None)
                id, event, said = await listener.next()
                assert (id, event, said["text"]) == (None, "chat", "good luck")
                await service.desk.say(here.id, BO, "Bo", "again")
                assert (await listener.next())[2]["text"] == "again"
                while other.actor and other.actor.person == BO:
                    other = (await act(service.desk, other))[1]
                assert await listener.next() == (
                    None,
                    "turn",
                    {"table": other.id, "game": "mykerinos", "name": "", "version": other.version},
                )
            async with listening(service, here, ANN) as stream:
                listener = Listener(stream)
                events = [(await listener.next())[1] for _ in range(4)]
                assert events == [None, "chat", "chat", "turn"]

    run(story())


def test_a_stream_ends_when_the_server_stops(url: str) -> None:
    async def story() -> None:
        async with serving(url) as service:
            table = await begin(service.desk)
            stream = service.desk.stream(table.id, None, None)
            await anext(stream)
            service.hub.close()
            with pytest.raises(StopAsyncIteration):
                await anext(stream)
            assert service.hub.count == 0

    run(story())


# Bots


async def until_over(desk: Desk, id: str) -> Table:
    while (table := await desk.table(id)).status != "over":
        await asyncio.sleep(0.02)
    return table


@pytest.mark.parametrize("game", ["thebes", "mykerinos"])
def test_a_table_of_bots_plays_by_itself(url: str, game: str) -> None:
    async def story() -> None:
        async with serving(url) as service:
            bots = [Seat("bot", bot=name) for name in ("novice", "random", "scholar", "novice")]
            table = await begin(service.desk, game, bots)
            table = await until_over(service.desk, table.id)
            verify(table.game, table.record(await service.desk.line(table.id)))
            assert service.bots.waiting == 0

    run(story())


def test_after_a_restart_bots_go_on(url: str) -> None:
    async def story() -> None:
        async with serving(url) as service:
            table = await begin(service.desk, seats=[Seat("bot", bot="novice"), Seat("bot", bot="novice")], pause=20)
            await asyncio.sleep(0.2)
        async with serving(url, Clock(wall=lambda: 4e9)) as service:
            await until_over(service.desk, table.id)

    run(story())


def test_a_search_is_cancelled_when_the_game_ends(url: str) -> None:
    async def story() -> None:
        async with serving(url) as service:
            table = await begin(service.desk, seats=[person(ANN), Seat("bot", bot="master:10s")])
            while table.to_act == 0:
                table = (await act(service.desk, table))[1]
            while not service.bots._cancels:
                await asyncio.sleep(0.01)
            resign = partial(commands.resign, person=ANN, seat=None)
            await service.desk.change(table.id, lambda t, now: resign(t, at=now.at), person=ANN)
            while service.bots.waiting:
                await asyncio.sleep(0.01)
            assert (await service.desk.table(table.id)).status == "over"

    run(story())


def test_a_bot_that_fails_gives_its_seat_to_another_and_holds_up_nobody(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = thinking._choose

    def choose(seated: Any, *rest: Any) -> int:
        if type(seated.player).__name__ == "Scholar":
            raise RuntimeError("no idea")
        return real(seated, *rest)

    monkeypatch.setattr(thinking, "_choose", choose)

    async def story() -> None:
        async with serving(url) as service:
            broken = await begin(service.desk, seats=[Seat("bot", bot="scholar"), Seat("bot", bot="scholar")])
            sound = await begin(service.desk, seats=[Seat("bot", bot="random"), Seat("bot", bot="random")])
            await until_over(service.desk, sound.id)
            table = await until_over(service.desk, broken.id)
            assert [seat.bot for seat in table.seats] == ["novice", "novice"]

    run(story())


# Time


class Hands:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


def test_who_runs_out_of_time_is_gone(url: str) -> None:
    hands = Hands()

    async def story() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            table = await begin(service.desk, bank=60_000, on_timeout="end")
            for _ in range(59):
                hands.seconds += 1
                service.desk.clock.outages = []
            await service.desk.run_out()
            assert (await service.desk.table(table.id)).status == "playing"
            hands.seconds += 1
            await service.desk.run_out()
            assert (await service.desk.table(table.id)).status == "over"

    run(story())


def test_a_restart_eats_nobodys_time(url: str) -> None:
    hands = Hands()

    async def story() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            table = await begin(service.desk, bank=60_000)
            hands.seconds += 1
            await service.desk.stop()
        hands.seconds += 3_600
        async with serving(url, Clock(hands, hands)) as service:
            await service.desk.run_out()
            table = await service.desk.table(table.id)
            assert table.status == "playing"
            assert service.desk.thinking(table) <= 1_000
            told = service.desk.told(table, None)
            assert told["clock"]["left"][table.to_act] >= 59_000

    run(story())


def test_a_clock_set_back_charges_nobody_and_goes_on(url: str) -> None:
    hands = Hands()

    async def story() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            table = await begin(service.desk, bank=60_000)
            before = service.desk.clock.now()
        hands.seconds -= 10_000
        async with serving(url, Clock(hands, hands)) as service:
            assert service.desk.clock.now() >= before
            assert service.desk.thinking(await service.desk.table(table.id)) == 0
            await act(service.desk, table)

    run(story())


def test_time_between_leaves_outages_out() -> None:
    clock = Clock(lambda: 0.0, lambda: 0.0, outages=[(100, 200), (300, 1_000)])
    assert clock.between(0, 50) == 50
    assert clock.between(150, 250) == 50
    assert clock.between(0, 2_000) == 2_000 - 100 - 700
    assert clock.between(400, 500) == 0


def test_only_a_gap_is_an_outage(url: str) -> None:
    hands = Hands()

    async def story() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            hands.seconds += (GAP - 1) / 1000
            assert await service.store.write(lambda c: pulse(c, service.desk.clock.now())) == []
            hands.seconds += (GAP + 1) / 1000
            assert len(await service.store.write(lambda c: pulse(c, service.desk.clock.now()))) == 1

    run(story())


# Several servers


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
