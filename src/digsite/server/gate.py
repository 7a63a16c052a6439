"""Lets so many through at a time, by key; the others wait their turn."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Crowded(Exception):
    """Too many wait already."""


class Gate:
    def __init__(self, width: int, most_waiting: int) -> None:
        self.width, self.most_waiting = width, most_waiting
        self._locks: dict[str, asyncio.Semaphore] = {}
        self._count: dict[str, int] = {}

    @asynccontextmanager
    async def through(self, key: str = "") -> AsyncIterator[None]:
        """Wait until it is one's turn. Raises Crowded."""
        count = self._count.get(key, 0)
        if count >= self.width + self.most_waiting:
            raise Crowded
        self._count[key] = count + 1
        try:
            async with self._locks.setdefault(key, asyncio.Semaphore(self.width)):
                yield
        finally:
            self._count[key] -= 1
            if not self._count[key]:
                del self._count[key], self._locks[key]
