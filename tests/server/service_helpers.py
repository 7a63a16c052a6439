"""Commands for the service of tables, and somebody who listens to it, for tests without HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import aclosing
from typing import Any

from digsite.server.service import Service
from digsite.server.table_service import Command, Moment, TableService
from digsite.server.table_stream import table_stream
from digsite.tables import commands
from digsite.tables.serializers import Event
from digsite.tables.table import Seat, Table, Terms
from tests.server.tabletop import ANN, BO, person


def run(scenario: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await scenario

    asyncio.run(bounded())


def acting(person: str, text: str, request: str | None = None) -> Command:
    def command(table: Table, now: Moment) -> Any:
        return commands.act(table, person, text, now.thinking, now.at, request)

    return command


def undoing(person: str) -> Command:
    return lambda table, now: commands.undo(table, person, None, now.thinking, now.at)


async def begin(
    table_service: TableService, game: str = "mykerinos", seats: list[Seat] | None = None, **terms: Any
) -> Table:
    table = await table_service.open(Terms(game, **terms), seats or [person(ANN), person(BO)], ANN)
    return (await table_service.change(table.id, lambda t, now: commands.start(t, ANN, now.at), person=ANN))[1]


async def act(
    table_service: TableService, table: Table, place: int = 0, request: str | None = None
) -> tuple[Event, Table]:
    assert table.actor
    who = table.actor.person
    command = acting(who, table.legal(who)[place], request)
    return await table_service.change(table.id, command, person=who, version=table.version, request=request)


async def taken_back(table_service: TableService, table: Table) -> Table:
    who = table.seats[table.undo_seat].person
    return (await table_service.change(table.id, undoing(who), person=who, with_moves=True))[1]


class Listener:
    """Reads a stream as a browser does."""

    def __init__(self, stream: AsyncIterator[bytes]) -> None:
        self.stream = stream

    async def next(self) -> tuple[int | None, str | None, dict[str, Any]]:
        while True:
            lines = (await anext(self.stream)).decode().splitlines()
            fields = dict(line.split(": ", 1) for line in lines if line and not line.startswith(":"))
            if "data" in fields:
                return int(fields["id"]) if "id" in fields else None, fields.get("event"), json.loads(fields["data"])

    async def until(self, version: int) -> list[int]:
        """The ids that come, up to a version."""
        ids = list[int]()
        while not ids or ids[-1] < version:
            id, _, _ = await self.next()
            if id is not None:
                ids.append(id)
        return ids


def listening(service: Service, table: Table, person: str | None = None, last: int | None = None) -> Any:
    return aclosing(table_stream(service, table.id, person, last))


async def until_over(table_service: TableService, id: str) -> Table:
    while (table := await table_service.table(id)).status != "over":
        await asyncio.sleep(0.02)
    return table


class Hands:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds
