"""How much room there is on the disk. Where there is too little, nothing new is begun; games under way go on."""

import asyncio
import shutil
from pathlib import Path

from sqlalchemy import Connection, text

from digsite.server.background import repeat_every
from digsite.server.limits import Limits
from digsite.server.quotas import LATER, MB, TooMuch
from digsite.server.store import Store

INTERVAL = 10.0  # seconds between two looks


class Space:
    """The size of the database and the free space of its disk, as last measured."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store, self.limits = store, limits
        self.database_bytes, self.free_bytes = 0, None if store.shared else 2**63
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.measure()
        self._task = asyncio.create_task(repeat_every(INTERVAL, self.measure))

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def measure(self) -> None:
        self.database_bytes = await self.store.read(database_bytes)
        if not self.store.shared:
            folder = Path(self.store.url.database or ".").absolute().parent
            self.free_bytes = (await asyncio.to_thread(shutil.disk_usage, folder)).free

    @property
    def is_full(self) -> bool:
        """Whether the database is as large as it may be, or the disk as full."""
        most = self.limits.database_mb * MB
        free = self.free_bytes is None or self.free_bytes >= self.limits.free_mb * MB
        return bool(most and self.database_bytes >= most) or not free

    def check(self) -> None:
        """Raise TooMuch where nothing new can be stored."""
        if self.is_full:
            raise TooMuch("no space", "The server has no room for anything new; games go on", LATER, 503)


def database_bytes(connection: Connection) -> int:
    """Return how much of the disk a database uses; in SQLite without the pages that are free again."""
    if connection.dialect.name == "postgresql":
        return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
    pages, free, size = (
        int(connection.scalar(text(f"PRAGMA {name}")) or 0) for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size
