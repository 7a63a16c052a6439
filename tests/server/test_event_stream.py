"""Whoever listens to a table hears everything, once and in order."""

import pytest

from digsite.server import live
from digsite.server.table_stream import table_stream
from tests.server.databases import serving, url
from tests.server.service_helpers import Listener, act, begin, listening, run, taken_back
from tests.server.tabletop import ANN, BO, person

__all__ = ["url"]


def test_who_listens_hears_everything_once_and_in_order_across_undo(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            table = await begin(service.table_service)
            async with listening(service, table) as stream:
                listener = Listener(stream)
                assert (await listener.next())[0] == table.version
                start = table.version
                for _ in range(5):
                    table = (await act(service.table_service, table))[1]
                    if table.undoable_plies:
                        table = await taken_back(service.table_service, table)
                    table = (await act(service.table_service, table))[1]
                heard = await listener.until(table.version)
            assert heard == list(range(start + 1, table.version + 1))
            for last in (1, start, table.version - 1):
                async with listening(service, table, last=last) as stream:
                    assert await Listener(stream).until(table.version) == list(range(last + 1, table.version + 1))

    run(scenario())


def test_who_is_far_behind_reads_the_log_and_misses_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_WAITING", 3)

    async def scenario() -> None:
        async with serving(url) as service:
            table = await begin(service.table_service, "thebes")
            async with listening(service, table) as stream:
                listener = Listener(stream)
                start = (await listener.next())[0]
                assert start is not None
                for _ in range(12):
                    table = (await act(service.table_service, table))[1]
                assert await listener.until(table.version) == list(range(start + 1, table.version + 1))

    run(scenario())


def test_one_stream_carries_the_chat_and_the_persons_other_tables(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            here = await begin(service.table_service, seats=[person(ANN), person(ANN)])
            other = await begin(service.table_service)
            while other.actor and other.actor.person == ANN:
                other = (await act(service.table_service, other))[1]
            await service.chat.post(here.id, BO, "Bo", "good luck")
            async with listening(service, here, ANN) as stream:
                listener = Listener(stream)
                assert (await listener.next())[:2] == (here.version, None)
                id, event, said = await listener.next()
                assert (id, event, said["text"]) == (None, "chat", "good luck")
                await service.chat.post(here.id, BO, "Bo", "again")
                assert (await listener.next())[2]["text"] == "again"
                while other.actor and other.actor.person == BO:
                    other = (await act(service.table_service, other))[1]
                while (last := await listener.next())[2]["table"] == here.id:
                    """A turn here may be told late, from another process."""
                turn = {"table": other.id, "game": "mykerinos", "name": "", "version": other.version}
                assert last == (None, "turn", turn)
            async with listening(service, here, ANN) as stream:
                listener = Listener(stream)
                events = [(await listener.next())[1] for _ in range(4)]
                assert events == [None, "chat", "chat", "turn"]

    run(scenario())


def test_a_stream_ends_when_the_server_stops(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            table = await begin(service.table_service)
            stream = table_stream(service, table.id, None, None)
            await anext(stream)
            service.hub.close()
            with pytest.raises(StopAsyncIteration):
                await anext(stream)
            assert service.hub.count == 0

    run(scenario())
