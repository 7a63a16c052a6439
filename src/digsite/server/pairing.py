"""Find an opponent: whoever waits for a game gets the next who wants the same, and waits in the list of open tables.

A waiting table is fresh as long as its host looks at it: the process that streams to the host notes it in the database,
so that every process knows whom to pair, and which tables to close.
"""

import asyncio
from contextlib import suppress

from sqlalchemy import ColumnElement, Connection, func, select

from digsite.server import schema as s
from digsite.server import table_store
from digsite.server.background import repeat_every
from digsite.server.damage import alter
from digsite.server.live import Presence
from digsite.server.people import Person
from digsite.server.store import Job
from digsite.server.table_service import MOST_ROWS, TableService
from digsite.tables import commands
from digsite.tables.entries import AnyEntry
from digsite.tables.refused import Refused
from digsite.tables.table import Seat, Table, Terms

INTERVAL = 10.0  # seconds between two looks
PATIENCE = 60_000  # milliseconds a table waits for a host who does not look at it
PAUSE = 400  # milliseconds before a bot acts, if one is seated instead
LOCK = 0x64696770616972  # PostgreSQL's advisory lock, so that only one of several servers opens a table for pairing


class _SomebodyWaits(Exception):
    """A table that waits for somebody was opened a moment ago."""


class Pairing:
    """Pairs people, starts their tables, and closes those whose host is gone. One for each process."""

    def __init__(self, table_service: TableService, presence: Presence) -> None:
        self.table_service, self.presence = table_service, presence
        self._tasks = set[asyncio.Task[None]]()
        table_service.listeners.append(self._table_changed)

    async def start(self) -> None:
        self._keep(asyncio.create_task(repeat_every(INTERVAL, self.look)))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def pair(self, game: str, person: Person) -> Table:
        """Return a table with somebody who waits, or one where the person waits for somebody."""
        waits, tried = self._waiting(s.tables.c.game == game), set[str]()
        while True:
            waiting = await self.table_service.store.read(waits)
            for table in waiting:
                if table.host == person.id:
                    return table
            for table in reversed(waiting):  # who has waited longest
                tried.add(table.id)
                with suppress(Refused):  # somebody else was faster
                    return await self._join(table, person)
            with suppress(_SomebodyWaits):
                return await self._open(game, person, waits, tried)

    async def _open(self, game: str, person: Person, waits: Job[list[Table]], tried: set[str]) -> Table:
        """Open a table to wait at, unless another that was not tried waits already. Raises _SomebodyWaits."""

        def check(connection: Connection) -> None:
            if connection.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
            if any(table.id not in tried for table in waits(connection)):
                raise _SomebodyWaits

        terms = Terms(game, visibility="public", hints=False, pause=PAUSE, pairing=True)
        seats = [Seat("person", person.id, person.name), Seat("open")]
        return await self.table_service.open(terms, seats, person.id, check=check)

    async def _join(self, table: Table, person: Person) -> Table:
        seat = next(number for number, seat in enumerate(table.seats) if seat.kind == "open")
        _, table = await self.table_service.change(
            table.id, lambda t, now: commands.sit(t, person.id, person.name, seat, "", now.at), person=person.id
        )
        return table

    def _waiting(self, where: ColumnElement[bool], fresh: bool = True) -> Job[list[Table]]:
        """Return a job that finds the tables that wait for somebody: those whose host looks at them, or all others."""
        c, since = s.tables.c, self.table_service.clock.now() - PATIENCE
        recent = c.changed >= since if fresh else c.changed < since
        waits = where & recent & c.public & (c.status == "open") & c.pairing

        def job(connection: Connection) -> list[Table]:
            found = table_store.find(connection, waits, MOST_ROWS)
            return [table for table in found if table.terms.pairing and _has_open_seat(table)]

        return job

    async def look(self) -> None:
        """Note which hosts are here, and close the tables of those who are gone."""
        if present := self.presence.hosts():
            await self.note_present(present)
        for table in await self.table_service.store.read(self._waiting(s.tables.c.public, fresh=False)):
            with suppress(Refused):
                await self.table_service.change(table.id, lambda t, now: commands.close(t, t.host, now.at))

    async def note_present(self, ids: list[str]) -> None:
        """Note that the hosts of these tables are here."""
        now = self.table_service.clock.now()
        still = s.tables.c.id.in_(ids) & (s.tables.c.status == "open")
        await self.table_service.store.write(lambda c: alter(c, s.tables, still, changed=now))

    def _table_changed(self, _: Table, entry: AnyEntry, after: Table) -> None:
        if after.terms.pairing and after.status == "open" and not _has_open_seat(after):
            self._keep(asyncio.get_running_loop().create_task(self._begin(after, entry.person)))

    async def _begin(self, table: Table, person: str) -> None:
        with suppress(Refused):  # somebody got up again
            await self.table_service.change(table.id, lambda t, now: commands.start(t, person, now.at), person=person)

    def _keep(self, task: "asyncio.Task[None]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _has_open_seat(table: Table) -> bool:
    return any(seat.kind == "open" for seat in table.seats)
