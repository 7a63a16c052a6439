"""Clocks that run out: whoever has no time left loses the seat or the game, as the table's terms say."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import Connection, select

from digsite.server import schema as s
from digsite.server import table_store
from digsite.server.background import repeat_every
from digsite.server.damage import Damaged, alter
from digsite.server.table_service import MOST_ROWS, Moment, TableService
from digsite.tables import commands
from digsite.tables.entries import Entry, PlayerLeft
from digsite.tables.refused import Refused
from digsite.tables.table import Table

INTERVAL = 0.5  # seconds between two looks


class Timeouts:
    """Looks regularly for players whose time has run out."""

    def __init__(self, table_service: TableService) -> None:
        self.table_service = table_service
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(repeat_every(INTERVAL, self.run_out))

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def run_out(self) -> None:
        """Take the seat of every player whose time has run out."""
        service = self.table_service

        def job(connection: Connection) -> Sequence[str]:
            late = s.tables.c.deadline <= service.clock.now()
            query = select(s.tables.c.id).where(late, table_store.not_damaged(connection)).limit(MOST_ROWS)
            return connection.scalars(query).all()

        for id in await service.store.read(job):
            try:
                await service.change(id, _run_out)
            except Damaged:
                pass
            except Refused:
                await self._postpone(id)

    async def _postpone(self, id: str) -> None:
        """Move a deadline: there is time left, as the time the server was away does not count."""
        service = self.table_service
        table, now = await service.table(id), service.clock.now()
        left = table.time_left()
        deadline = None if left is None else now + max(left - service.thinking(table, now), 1)
        same = (s.tables.c.id == id) & (s.tables.c.version == table.version)
        if not await service.store.write(lambda c: alter(c, s.tables, same, deadline=deadline)):
            service.forget(id)  # it has changed, or is to be mended


def _run_out(table: Table, moment: Moment) -> Entry[PlayerLeft]:
    left = table.time_left()
    if left is None or moment.thinking < left:
        raise Refused(409, "time left", "There is time left")
    return commands.run_out(table, moment.at)
