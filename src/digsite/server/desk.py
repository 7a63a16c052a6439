"""The match service: every change of a table goes through here, is kept first and told then."""

import asyncio
import json
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, func, insert, select, update

from digsite.core.chance import new_seed
from digsite.server import commands
from digsite.server import schema as s
from digsite.server import store as kept
from digsite.server.clock import PULSE, Clock, pulse, seen_alive
from digsite.server.live import Hub, frame
from digsite.server.store import Repeated, Stale, Store, StoreDown
from digsite.server.table import Entry, Move, Refused, Seat, Table, Terms, opened
from digsite.server.telling import event_of, public, row_told, table_told

log = logging.getLogger("digsite.desk")
MOST_CACHED = 1_000  # tables in memory
ID_BYTES = 9
LOOK_ROUND = 0.5  # seconds between looks for clocks that have run out
CHAT_SHOWN = 50
MOST_ROWS = 100


@dataclass(frozen=True)
class Moment:
    """When a command is given, and how long the player to act has thought by then."""

    at: int
    thinking: int


Command = Callable[[Table, Moment], Entry]
Listener = Callable[[Table | None, Entry, Table], None]


class Outrun(Refused):
    """The table has changed since the version that was answered."""

    def __init__(self, table: Table) -> None:
        super().__init__(409, "stale", f"The table is at version {table.version} by now")
        self.table = table


async def again_and_again(seconds: float, job: Callable[[], Awaitable[None]]) -> None:
    """As long as the server runs, whatever goes wrong once."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await job()
        except (StoreDown, Refused):
            pass
        except Exception:
            log.exception("went wrong, and is tried again")


def new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


class Desk:
    def __init__(self, store: Store, hub: Hub, clock: Clock) -> None:
        self.store, self.hub, self.clock = store, hub, clock
        self.process = new_id()
        self.listeners: list[Listener] = []
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self.clock.not_before(await self.store.read(seen_alive))
        gap = 2 * PULSE if self.store.shared else 0  # nobody else was there, or somebody who notes it as often
        self.clock.outages = await self.store.write(lambda c: pulse(c, self.clock.now(), gap))
        self._tasks = [
            asyncio.create_task(again_and_again(LOOK_ROUND, self.run_out)),
            asyncio.create_task(again_and_again(PULSE / 1000, self._beat)),
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        with suppress(StoreDown):
            await self.store.write(lambda c: pulse(c, self.clock.now()))

    # Looking

    async def table(self, id: str) -> Table:
        table = self._cache.get(id)
        if table is None:
            table = await self.store.read(lambda c: kept.load(c, id))
            if table is None:
                raise Refused(404, "no table", "There is no such table")
            self._remember(table)
        else:
            self._cache.move_to_end(id)
        return table

    async def current(self, id: str) -> Table:
        """As it is kept now, also where another process may have changed it a moment ago."""
        if self.store.shared:
            self.forget(id)
        return await self.table(id)

    def _remember(self, table: Table) -> None:
        known = self._cache.get(table.id)
        if known is None or known.version < table.version:
            self._cache[table.id] = table
            self._cache.move_to_end(table.id)
            if len(self._cache) > MOST_CACHED:
                self._cache.popitem(last=False)

    def forget(self, id: str) -> None:
        self._cache.pop(id, None)

    def thinking(self, table: Table, at: int | None = None) -> int:
        """How long the player to act has thought."""
        return self.clock.between(table.since, self.clock.now() if at is None else at)

    def told(self, table: Table, person: str | None) -> dict[str, Any]:
        return table_told(table, person, self.thinking(table))

    async def line(self, id: str) -> list[Move]:
        return await self.store.read(lambda c: kept.line(c, id))

    async def entries(self, id: str, since: int) -> list[Entry]:
        return await self.store.read(lambda c: list(kept.entries(c, id, since)))

    async def tables_of(self, person: str) -> list[dict[str, Any]]:
        where = s.tables.c.id.in_(select(s.places.c.table_id).where(s.places.c.person == person))
        return await self._rows(where, person)

    async def public_tables(self, person: str | None, status: str | None, game: str | None) -> list[dict[str, Any]]:
        where = s.tables.c.public & (s.tables.c.status == (status or "open"))
        return await self._rows(where & (s.tables.c.game == game) if game else where, person)

    async def _rows(self, where: Any, person: str | None) -> list[dict[str, Any]]:
        return [row_told(table, person) for table in await self._found(where)]

    async def seated(self, person: str) -> list[Table]:
        """The tables of a person, the latest first."""
        return await self._found(s.tables.c.id.in_(select(s.places.c.table_id).where(s.places.c.person == person)))

    async def on_show(self, status: str, most: int) -> list[Table]:
        """Tables that anybody may find, the latest first."""
        return await self._found(s.tables.c.public & (s.tables.c.status == status), most)

    async def _found(self, where: Any, most: int = MOST_ROWS) -> list[Table]:
        def job(connection: Connection) -> list[Table]:
            query = select(s.tables.c.id).where(where).order_by(s.tables.c.changed.desc()).limit(most)
            found = (kept.load(connection, id) for id in connection.scalars(query).all())
            return [table for table in found if table]

        return await self.store.read(job)

    # Changing

    async def open(self, terms: Terms, seats: Sequence[Seat], person: str, seed: bytes | None = None) -> Table:
        entry = commands.open_table(terms, seats, person, self.clock.now())
        table = opened(new_id(), seed or new_seed(), entry)
        event = event_of(table, entry)
        await self.store.write(lambda c: kept.save_new(c, table, entry, event))
        self._remember(table)
        return table

    async def change(
        self,
        id: str,
        command: Command,
        *,
        person: str = commands.BOT,
        version: int | None = None,
        request: str | None = None,
        with_line: bool = False,
    ) -> tuple[dict[str, Any], Table]:
        """What happened, as kept, and the table then. A request that was made before is answered as it was then."""
        lock = self._locks.setdefault(id, asyncio.Lock())
        async with lock:
            while True:
                table = await self.table(id)
                if version is not None and version != table.version:
                    table = await self.current(id)
                try:
                    if version is not None and not table.moved <= version <= table.version:
                        raise Outrun(table)
                    at = self.clock.now()
                    line = await self.line(id) if with_line else ()
                    entry = command(table, Moment(at, self.thinking(table, at)))
                    after = table.fold(entry, line)
                except Refused:
                    if event := await self._answered(id, person, request):
                        return event, table
                    raise
                event = event_of(after, entry)
                job = partial(kept.append, table=after, entry=entry, event=event, deadline=_deadline(after))
                try:
                    await self.store.write(job)
                except Repeated:
                    if event := await self._answered(id, person, request):
                        return event, await self.table(id)
                    raise
                except Stale:
                    self.forget(id)
                    continue
                except BaseException:
                    self.forget(id)
                    raise
                self._tell(table, entry, after, event)
                return event, after

    async def _answered(self, id: str, person: str, request: str | None) -> dict[str, Any] | None:
        return await self.store.read(lambda c: kept.answered(c, id, person, request)) if request else None

    def _tell(self, before: Table | None, entry: Entry, after: Table, event: dict[str, Any]) -> None:
        self._remember(after)
        topic = f"table {after.id}"
        if self.hub.has(topic):
            self.hub.publish(topic, entry.version, framed(event))
        actor = after.actor
        if actor and actor.person and (before is None or before.to_act != after.to_act):
            self._notice(actor.person, after)
        for listener in self.listeners:
            listener(before, entry, after)

    def _notice(self, person: str, table: Table) -> None:
        """Another table waits for this person."""
        if self.hub.has(f"person {person}"):
            self.hub.publish(f"person {person}", None, notice(table))

    async def catch_up(self, id: str, version: int) -> None:
        """Another process has changed a table: tell those who listen here."""
        known = self._cache.get(id)
        if known is not None and known.version >= version:
            return
        self.forget(id)
        persons = any(topic.startswith("person ") for topic in self.hub.topics())
        if not self.hub.has(f"table {id}") and not persons:
            return
        since = version - 1 if known is None else known.version
        for entry in await self.entries(id, since):
            self.hub.publish(f"table {id}", entry.version, framed(entry.told))
        table = await self.table(id)
        if table.actor and table.actor.person:
            self._notice(table.actor.person, table)

    # Chat

    async def say(self, id: str, person: str, name: str, text: str) -> dict[str, Any]:
        table = await self.table(id)
        told = {"name": name, "text": text, "at": self.clock.now(), "seats": table.seats_of(person)}
        row = {"table_id": id, "person": person, "at": told["at"], "told": json.dumps(told, ensure_ascii=False)}

        def job(connection: Connection) -> None:
            connection.execute(insert(s.chat), row)
            if self.store.shared:
                connection.execute(
                    func.pg_notify(kept.CHANNEL, f"{id} chat {self.process} {row['told']}"[:7900]).select()
                )

        await self.store.write(job)
        self.hear(id, str(row["told"]))
        return told

    def hear(self, id: str, told: str) -> None:
        self.hub.publish(f"table {id}", None, frame(told, event="chat"))

    async def chat(self, id: str) -> list[dict[str, Any]]:
        query = select(s.chat.c.told).where(s.chat.c.table_id == id).order_by(s.chat.c.id.desc()).limit(CHAT_SHOWN)
        found = await self.store.read(lambda c: c.scalars(query).all())
        return [json.loads(told) for told in reversed(found)]

    # Streams

    async def stream(self, id: str, person: str | None, last: int | None) -> AsyncIterator[bytes]:
        """A table's events after `last` (without it, how it stands), its chat, and the person's other tables."""
        topics = [f"table {id}"] + ([f"person {person}"] if person else [])
        reader = self.hub.subscribe(topics)
        try:
            table, chat, waiting = await self.current(id), await self.chat(id), await self._waiting(person)
            if last is None or last > table.version:
                last = table.version
                yield frame(json.dumps(standing(table)), id=last)
            else:
                reader.behind = True
            for told in chat:
                yield frame(json.dumps(told, ensure_ascii=False), event="chat")
            for other in waiting:
                if other.id != id:
                    yield notice(other)
            while not self.hub.closing:
                if reader.behind:
                    reader.behind = False
                    for entry in await self.entries(id, last):
                        last = entry.version
                        yield framed(entry.told)
                while reader.waiting and not reader.behind:
                    version, sent = reader.waiting.popleft()
                    if version is None:
                        yield sent
                    elif version == last + 1:
                        last = version
                        yield sent
                    elif version > last:  # one was missed
                        reader.behind = True
                if not reader.behind and not self.hub.closing and not await reader.wait():
                    yield b": still here\n\n"
        finally:
            self.hub.unsubscribe(reader, topics)

    async def _waiting(self, person: str | None) -> list[Table]:
        if person is None:
            return []
        query = select(s.tables.c.id).where(s.tables.c.waits_for == person).limit(MOST_ROWS)
        return [await self.table(id) for id in await self.store.read(lambda c: c.scalars(query).all())]

    # Clocks

    async def _beat(self) -> None:
        self.clock.outages = await self.store.write(lambda c: pulse(c, self.clock.now()))

    async def run_out(self) -> None:
        """Every player whose time is over is gone."""
        query = select(s.tables.c.id).where(s.tables.c.deadline <= self.clock.now()).limit(MOST_ROWS)
        for id in await self.store.read(lambda c: c.scalars(query).all()):
            try:
                await self.change(id, _time_is_over)
            except Refused:
                await self._put_off(id)

    async def _put_off(self, id: str) -> None:
        """The server was away meanwhile: there is time left, and so long nobody need look again."""
        table, now = await self.table(id), self.clock.now()
        left = table.time_left()
        deadline = None if left is None else now + max(left - self.thinking(table, now), 1)
        same = (s.tables.c.id == id) & (s.tables.c.version == table.version)
        await self.store.write(lambda c: c.execute(update(s.tables).where(same).values(deadline=deadline)))


def _deadline(table: Table) -> int | None:
    left = table.time_left()
    return None if left is None else table.since + left


def _time_is_over(table: Table, moment: Moment) -> Entry:
    left = table.time_left()
    if left is None or moment.thinking < left:
        raise Refused(409, "time left", "There is time left")
    return commands.run_out(table, moment.at)


def framed(event: dict[str, Any]) -> bytes:
    return frame(json.dumps(public(event), ensure_ascii=False), id=event["version"])


def standing(table: Table) -> dict[str, Any]:
    """How a table stands, for who begins to listen."""
    return {"version": table.version, "ply": table.ply, "kind": "now", "status": table.status, "to_act": table.to_act}


def notice(table: Table) -> bytes:
    told = {"table": table.id, "game": table.terms.game, "name": table.terms.name, "version": table.version}
    return frame(json.dumps(told, ensure_ascii=False), event="turn")
