"""Who is told what as it happens: server-sent events.

A reader subscribes to topics: a table, a person. What is published is rendered once and handed to every reader of the
topic by reference. A reader who does not keep up is not waited for: it is marked as behind, and reads from the log what
it has missed.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Iterable
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Send

MOST_WAITING = 64  # events a reader may be behind before it reads the log instead
HEARTBEAT = 15.0  # seconds
PATIENCE = 30.0  # seconds a client may let a full connection stand


def frame(data: str, *, id: int | None = None, event: str | None = None) -> bytes:
    """One event as it is sent; `data` is a single line, as JSON is."""
    head = ("" if id is None else f"id: {id}\n") + ("" if event is None else f"event: {event}\n")
    return f"{head}data: {data}\n\n".encode()


class Reader:
    def __init__(self) -> None:
        self.waiting: deque[tuple[int | None, bytes]] = deque()
        self.behind = False
        self.woken = asyncio.Event()

    def tell(self, version: int | None, framed: bytes) -> None:
        if len(self.waiting) >= MOST_WAITING:
            self.waiting.clear()
            self.behind = True
        self.waiting.append((version, framed))
        self.woken.set()

    async def wait(self) -> bool:
        """Until there is something; False after a silence."""
        if not self.waiting:
            self.woken.clear()
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await self.woken.wait()
            except TimeoutError:
                return False
        return True


class Hub:
    """Topics are `table ID` and `person ID`."""

    def __init__(self) -> None:
        self._readers: dict[str, set[Reader]] = defaultdict(set)
        self.closing = False
        self.count = 0

    def subscribe(self, topics: Iterable[str]) -> Reader:
        reader = Reader()
        for topic in topics:
            self._readers[topic].add(reader)
        self.count += 1
        return reader

    def unsubscribe(self, reader: Reader, topics: Iterable[str]) -> None:
        for topic in topics:
            self._readers[topic].discard(reader)
            if not self._readers[topic]:
                del self._readers[topic]
        self.count -= 1

    def has(self, topic: str) -> bool:
        return topic in self._readers

    def topics(self) -> list[str]:
        return list(self._readers)

    def publish(self, topic: str, version: int | None, framed: bytes) -> None:
        for reader in self._readers.get(topic, ()):
            reader.tell(version, framed)

    def close(self) -> None:
        """Ends every stream, so that the server can stop."""
        self.closing = True
        for readers in self._readers.values():
            for reader in readers:
                reader.woken.set()


class EventStream(StreamingResponse):
    """A stream whose client must go on reading."""

    media_type = "text/event-stream"

    def __init__(self, content: AsyncIterator[bytes]) -> None:
        super().__init__(content, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})

    async def stream_response(self, send: Send) -> None:
        async def patient(message: Any) -> None:
            async with asyncio.timeout(PATIENCE):
                await send(message)

        await super().stream_response(patient)
