"""Server-sent events: the hub that passes them on, and their format.

A reader subscribes to topics: a table, a person. What is published is rendered once and handed to every reader of the
topic by reference. Nobody waits for a slow reader: it is marked as behind, and reads from the log what it has missed.
"""

import asyncio
import json
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Iterable

from starlette.responses import StreamingResponse
from starlette.types import Message, Send

from digsite.tables.serializers import Event, public
from digsite.tables.table import Table

MOST_WAITING = 64  # events a reader may be behind before it reads the log instead
HEARTBEAT = 15.0  # seconds
PATIENCE = 30.0  # seconds a client may let a full connection stand


def frame(data: str, *, id: int | None = None, event: str | None = None) -> bytes:
    """Return a server-sent event as bytes; `data` is a single line, as JSON is."""
    head = ("" if id is None else f"id: {id}\n") + ("" if event is None else f"event: {event}\n")
    return f"{head}data: {data}\n\n".encode()


def event_frame(event: Event) -> bytes:
    """Return a table's event as everybody may see it."""
    return frame(json.dumps(public(event), ensure_ascii=False), id=event["version"])


def now_frame(table: Table) -> bytes:
    """Return how a table stands, for a reader who begins to listen."""
    now = {"version": table.version, "ply": table.ply, "kind": "now", "status": table.status, "to_act": table.to_act}
    return frame(json.dumps(now), id=table.version)


def notice(table: Table) -> bytes:
    """Return the event that tells a person of their turn at another table."""
    turn = {"table": table.id, "game": table.terms.game, "name": table.terms.name, "version": table.version}
    return frame(json.dumps(turn, ensure_ascii=False), event="turn")


class Reader:
    """One subscriber, and what waits to be sent to it."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[int | None, bytes]] = deque()
        self.behind = False
        self.woken = asyncio.Event()

    def send(self, version: int | None, framed: bytes) -> None:
        if len(self.waiting) >= MOST_WAITING:
            self.waiting.clear()
            self.behind = True
        self.waiting.append((version, framed))
        self.woken.set()

    async def wait(self) -> bool:
        """Wait until there is something to send; False after a silence."""
        if not self.waiting and not self.behind:
            self.woken.clear()
            try:
                async with asyncio.timeout(HEARTBEAT):
                    await self.woken.wait()
            except TimeoutError:
                return False
        return True


class Hub:
    """Passes on what is published. Topics are `table ID` and `person ID`."""

    def __init__(self) -> None:
        self._readers: dict[str, set[Reader]] = defaultdict(set)
        self.closing = False
        self.count = 0
        self._people = 0  # readers of a person's topic

    def subscribe(self, topics: Iterable[str]) -> Reader:
        reader = Reader()
        for topic in topics:
            self._readers[topic].add(reader)
            self._people += topic.startswith("person ")
        self.count += 1
        return reader

    def unsubscribe(self, reader: Reader, topics: Iterable[str]) -> None:
        for topic in topics:
            self._readers[topic].discard(reader)
            self._people -= topic.startswith("person ")
            if not self._readers[topic]:
                del self._readers[topic]
        self.count -= 1

    def has(self, topic: str) -> bool:
        return topic in self._readers

    @property
    def people(self) -> bool:
        """Whether anybody listens who is told of their turns elsewhere."""
        return self._people > 0

    def count_readers(self, topic: str) -> int:
        return len(self._readers.get(topic, ()))

    def publish(self, topic: str, version: int | None, framed: bytes) -> None:
        for reader in self._readers.get(topic, ()):
            reader.send(version, framed)

    def fall_behind(self) -> None:
        """Let every reader read the log: something may have been missed."""
        for readers in self._readers.values():
            for reader in readers:
                reader.behind = True
                reader.woken.set()

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        self.closing = True
        for readers in self._readers.values():
            for reader in readers:
                reader.woken.set()


class Presence:
    """The people who look at each table, as far as this process knows."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._here: dict[str, Counter[str]] = defaultdict(Counter)
        self._pairing: dict[str, str] = {}  # tables that wait for somebody: their host

    def come(self, table: Table, person: str | None) -> None:
        self._here[table.id][person or ""] += 1
        if table.terms.pairing and table.status == "open":
            self._pairing[table.id] = table.host
        self._publish(table)

    def go(self, table: Table, person: str | None) -> None:
        here = self._here[table.id]
        here[person or ""] -= 1
        if not here[person or ""]:
            del here[person or ""]
        if here:
            self._publish(table)
        else:
            del self._here[table.id]
            self._pairing.pop(table.id, None)

    def hosts(self) -> list[str]:
        """Return the tables that wait for somebody to pair with and whose host is looking."""
        return [id for id, host in self._pairing.items() if host in self._here.get(id, ())]

    def event(self, table: Table) -> bytes:
        """Return the event that says which seats are present and how many watch."""
        here = self._here[table.id]
        seats = [i for i, seat in enumerate(table.seats) if seat.kind == "person" and seat.person in here]
        others = sum(count for person, count in here.items() if person not in table.people)
        return frame(json.dumps({"seats": seats, "watching": others}), event="here")

    def _publish(self, table: Table) -> None:
        self._hub.publish(f"table {table.id}", None, self.event(table))


class EventStream(StreamingResponse):
    """A stream that ends when its client stops reading."""

    media_type = "text/event-stream"

    def __init__(self, content: AsyncIterator[bytes]) -> None:
        super().__init__(content, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})

    async def stream_response(self, send: Send) -> None:
        async def patient(message: Message) -> None:
            async with asyncio.timeout(PATIENCE):
                await send(message)

        await super().stream_response(patient)
