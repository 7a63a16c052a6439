"""Whether this server can do its work: it notes that it is alive, which writes, and looks whether there is room."""

import os
import time
from pathlib import Path

from digsite.server.clock import pulse
from digsite.server.store import StoreDown
from digsite.server.table_service import TableService

LASTS = 1.0  # seconds for which an answer is good, however many ask
LEAST_FREE = 16 * 2**20  # bytes on the disk of SQLite's file


class Readiness:
    """Answers /readyz, and the figure `digsite_ready`."""

    def __init__(self, table_service: TableService) -> None:
        self.table_service = table_service
        self.ready = True
        self._asked = -LASTS

    async def check(self) -> None:
        """Raise StoreDown unless the database can be written."""
        if time.monotonic() - self._asked >= LASTS:
            self._asked = time.monotonic()
            try:
                await self._write()
                self._check_room()
                self.ready = True
            except StoreDown:
                self.ready = False
                raise
        elif not self.ready:
            raise StoreDown("The database could not be used a moment ago")

    async def _write(self) -> None:
        clock = self.table_service.clock
        clock.outages = await self.table_service.store.write(lambda c: pulse(c, clock.now()))

    def _check_room(self) -> None:
        store = self.table_service.store
        if store.shared or not store.url.database:
            return
        disk = os.statvfs(Path(store.url.database).parent)
        if disk.f_bavail * disk.f_frsize < LEAST_FREE:
            raise StoreDown("The disk is nearly full")
