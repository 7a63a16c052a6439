"""The table service: every change of a table goes through here, is written to the database first and published then."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement, Connection, select

from digsite.core.chance import new_seed
from digsite.server import schema as s
from digsite.server import table_store
from digsite.server.appends import Append
from digsite.server.background import repeat_every
from digsite.server.clock import PULSE, Clock, pulse, seen_alive
from digsite.server.clock_correction import SLIGHT, correct, moved_moments
from digsite.server.damage import Damaged
from digsite.server.ids import new_id
from digsite.server.live import Hub, event_frame, notice
from digsite.server.mending import mend
from digsite.server.naming import check_bot
from digsite.server.store import Job, Store, StoreDown
from digsite.server.table_store import Repeated, Stale
from digsite.tables import commands
from digsite.tables.entries import AnyEntry, Move
from digsite.tables.fold import fold, open_from
from digsite.tables.refused import Refused
from digsite.tables.serializers import Event, TableRow, TableView, event_of, table_row, table_view
from digsite.tables.table import Seat, Status, Table, Terms

MOST_CACHED = 1_000  # tables in memory
MOST_RECENT = 8  # entries of a table in memory
MOST_ROWS = 100
MOST_ENTRIES = 5_000  # of a table's log, unless the game goes on
SHOWN = ("started", "sat")  # kinds of entries that are answered with the whole table
GOES_ON = ("started", "acted", "gone", "closed")  # kinds of entries that bring a game to its end


@dataclass(frozen=True)
class Moment:
    """When a command is given, how long the player to act has thought by then, and for going back the moves so far."""

    at: int
    thinking: int
    moves: Sequence[Move] = ()


Command = Callable[[Table, Moment], AnyEntry]
Listener = Callable[[Table, AnyEntry, Table], None]


class StaleVersion(Refused):
    """The table has changed since the version that was answered."""

    def __init__(self, table: Table) -> None:
        super().__init__(409, "stale", f"The table is now at version {table.version}")
        self.table = table


class TableService:
    """Looks tables up, changes them and publishes the changes. One for each process."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        clock: Clock,
        check_new: Callable[[str], Job[None]] = lambda _: lambda _: None,
        most_entries: int = MOST_ENTRIES,
        check_rules: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.store, self.hub, self.clock = store, hub, clock
        self.check_new, self.most_entries, self.check_rules = check_new, most_entries, check_rules
        self.process = new_id()
        self.listeners: list[Listener] = []
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._recent: OrderedDict[str, deque[AnyEntry]] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._beating: asyncio.Task[None] | None = None
        self.hears_others = not store.shared  # else what is in memory may be older than what is in the database

    async def start(self) -> None:
        await self._set_clock()
        gap = 2 * PULSE if self.store.shared else 0  # alone, any time without a pulse was an outage
        self.clock.outages = await self.store.write(lambda c: pulse(c, self.clock.now(), gap))
        self._beating = asyncio.create_task(repeat_every(PULSE / 1000, self._beat))

    async def _set_clock(self) -> None:
        """Begin with the wall clock's time, or with that of servers that are there already."""
        alive = await self.store.read(seen_alive)
        if self.store.shared and alive - self.clock.now() > SLIGHT:
            await asyncio.sleep(1.5 * PULSE / 1000)
            if await self.store.read(seen_alive) > alive:
                self.clock.not_before(await self.store.read(seen_alive))
        self.clock.not_before(await self.store.write(lambda c: correct(c, self.clock.now())))
        self.clock.moved = await self.store.read(moved_moments)

    async def stop(self) -> None:
        if self._beating:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating
        with suppress(StoreDown):
            await self._beat()

    async def _beat(self) -> None:
        """Note in the database that this server is alive."""
        self.clock.outages = await self.store.write(lambda c: pulse(c, self.clock.now()))

    # Reading

    async def table(self, id: str) -> Table:
        """Return a table, from memory where it is there. Raises Refused if there is none, or if it is damaged."""
        self.store.damage.check(id)
        table = self._cache.get(id) if self.hears_others else None
        if table is None:
            try:
                table = await self.store.read(lambda c: table_store.load(c, id))
            except Damaged:
                table = await self.store.write(lambda c: mend(c, id))
            if table is None:
                raise Refused(404, "no table", "There is no such table")
            self._remember(table)
        else:
            self._cache.move_to_end(id)
        return table

    async def current(self, id: str) -> Table:
        """Return a table as it is in the database, where another process may have changed it a moment ago."""
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
        """Read the table from the database next time."""
        self._cache.pop(id, None)

    def set_hearing(self, hears_others: bool) -> None:
        """Note whether this server is told what others do. While it is not, nothing in memory is relied on.

        Once it is told again, every reader reads what was missed.
        """
        self._cache.clear()
        self.hears_others = hears_others
        if hears_others:
            self.hub.fall_behind()

    def thinking(self, table: Table, at: int | None = None) -> int:
        """Return how long the player to act has thought."""
        return self.clock.between(self._since(table), self.clock.now() if at is None else at)

    def _since(self, table: Table) -> int:
        """Return when the player to act began to think, by this server's clock."""
        return self.clock.counted(table.id, table.since)

    def view(self, table: Table, person: str | None) -> TableView:
        """Return a table as the API answers it to a person."""
        return table_view(table, person, self.thinking(table))

    async def moves(self, table: Table) -> list[Move]:
        """Return all moves of a table's game that stand at its version."""
        return await self.store.read(lambda c: table_store.moves(c, table.id, table.version))

    async def entries(self, id: str, since: int, until: int) -> Sequence[AnyEntry]:
        """Return the entries after version `since` up to `until`; those just made carry the positions they led to."""
        recent = [entry for entry in self._recent.get(id, ()) if since < entry.version <= until]
        if len(recent) == until - since:
            return recent
        return await self.store.read(lambda c: table_store.entries_until(c, id, since, until))

    async def events(self, id: str, since: int) -> list[Event]:
        """Return the events after a version."""
        return await self.store.read(lambda c: table_store.events(c, id, since))

    async def tables_of(self, person: str) -> list[TableRow]:
        return [table_row(table, person) for table in await self.seated(person)]

    async def seated(self, person: str) -> list[Table]:
        """Return the tables where a person has or had a seat, the latest first."""
        return await self.find(s.tables.c.id.in_(select(s.places.c.table_id).where(s.places.c.person == person)))

    async def count_played(self, person: str, game: str, status: Status | None) -> int:
        """Return at how many tables a person has or had a seat: of one game and status where these are given."""
        return await self.store.read(lambda c: table_store.count_played(c, person, game, status))

    async def played(
        self, person: str, game: str, status: Status | None, most: int, skip: int
    ) -> list[tuple[Table, int]]:
        """Return some of these tables, the latest first, and when each changed last."""
        return await self.store.read(lambda c: table_store.played(c, person, game, status, most, skip))

    async def listed_tables(self, status: str, game: str | None = None, most: int = MOST_ROWS) -> list[Table]:
        """Return tables that anybody may find: the latest of each host, then the next of each, and so on."""
        return await self.store.read(lambda c: table_store.listed(c, status, game, most))

    async def waiting_for(self, person: str) -> list[Table]:
        """Return the tables where it is a person's turn."""
        query = select(s.tables.c.id).where(s.tables.c.waits_for == person).limit(MOST_ROWS)
        return await self.usable(await self.store.read(lambda c: c.scalars(query).all()))

    async def usable(self, ids: Iterable[str]) -> list[Table]:
        """Return tables without those that are damaged or gone."""
        found = []
        for id in ids:
            with suppress(Refused):
                found.append(await self.table(id))
        return found

    async def find(self, where: ColumnElement[bool], most: int = MOST_ROWS) -> list[Table]:
        """Return the tables of a condition, but not those that were closed, the latest first."""
        return await self.store.read(lambda c: table_store.find(c, where, most))

    # Changing

    async def open(
        self,
        terms: Terms,
        seats: Sequence[Seat],
        person: str,
        seed: bytes | None = None,
        check: Job[None] = lambda _: None,
    ) -> Table:
        """Open a table with a new seed, or for practice with a given one. What `check` raises in the same transaction
        keeps it from being opened."""
        entry = commands.open_table(terms, seats, person, self.clock.now(), check_bot)
        table = open_from(new_id(), seed or new_seed(), entry)
        event = event_of(table, entry)
        check_new = self.check_new(person)

        def save(connection: Connection) -> None:
            check_new(connection)
            check(connection)
            table_store.save_new(connection, table, entry, event)

        await self.store.write(save)
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
        with_moves: bool = False,
    ) -> tuple[Event, Table]:
        """Give a command; return the event it brings about and the table then. Going back needs `with_moves`.

        A request that was made before is answered as it was then.
        """
        lock = self._locks.setdefault(id, asyncio.Lock())
        async with lock:
            while True:
                table = await self.table(id)
                if version is not None and version != table.version:
                    table = await self.current(id)
                try:
                    entry, after = self._done(table, command, version, await self.moves(table) if with_moves else ())
                except Refused:
                    if event := await self._answered(id, person, request):
                        return event, table
                    if (await self.current(id)).version == table.version:
                        raise
                    continue  # another process has changed what it was refused for
                event = event_of(after, entry)
                job = Append(after, entry, event, self._deadline(after))
                try:
                    await self.store.write(job)
                except Repeated:
                    if event := await self._answered(id, person, request):
                        return event, await self.table(id)
                    await self._mend_head(id, table)
                    continue
                except Stale:
                    self.forget(id)
                    continue
                except BaseException:
                    self.forget(id)
                    raise
                self._publish(table, entry, after, event)
                return event, after

    async def _mend_head(self, id: str, table: Table) -> None:
        """Mend a head that is older than its log: an entry was in the way, and nobody had asked for it before."""
        self.forget(id)
        mended = await self.store.write(lambda c: mend(c, id))
        if mended and mended.version == table.version:
            raise self.store.damage.note(Damaged(f"tables {id}", "it takes no entry", id))

    def _done(
        self, table: Table, command: Command, version: int | None, moves: Sequence[Move]
    ) -> tuple[AnyEntry, Table]:
        """Return the entry that a command to a version of a table makes, and the table after it."""
        if version is not None and not table.position_version <= version <= table.version:
            raise StaleVersion(table)
        at = self.clock.now()
        entry = command(table, Moment(at, self.thinking(table, at), moves))
        if entry.version > self.most_entries and entry.person and entry.kind not in GOES_ON:
            raise Refused(409, "full", "The log of this table is full: play on, or open another table")
        after = fold(table, entry, moves)
        if after.state and entry.kind in SHOWN:
            self.check_rules(after.terms.game)  # now, so that nothing is written that could not be answered
        return entry, after

    def _deadline(self, table: Table) -> int | None:
        left = table.time_left()
        return None if left is None else self._since(table) + left

    async def _answered(self, id: str, person: str, request: str | None) -> Event | None:
        return await self.store.read(lambda c: table_store.answered(c, id, person, request)) if request else None

    def _publish(self, before: Table, entry: AnyEntry, after: Table, event: Event) -> None:
        self._remember(after)
        self._remember_entry(after.id, entry)
        topic = f"table {after.id}"
        if self.hub.has(topic):
            self.hub.publish(topic, entry.version, event_frame(event))
        actor = after.actor
        if actor and actor.person and before.to_act != after.to_act:
            self._notify(actor.person, after)
        for listener in self.listeners:
            listener(before, entry, after)

    def _remember_entry(self, id: str, entry: AnyEntry) -> None:
        if id not in self._recent:
            self._recent[id] = deque(maxlen=MOST_RECENT)
        self._recent[id].append(entry)
        self._recent.move_to_end(id)
        if len(self._recent) > MOST_CACHED:
            self._recent.popitem(last=False)

    def _notify(self, person: str, table: Table) -> None:
        """Tell a person at other tables that it is their turn at this one."""
        if self.hub.has(f"person {person}"):
            self.hub.publish(f"person {person}", None, notice(table))

    async def catch_up(self, id: str, version: int) -> None:
        """Publish here that another process has brought a table to a version. It may have been read before."""
        own, known = self._recent.get(id), self._cache.get(id)
        if own and own[-1].version >= version:
            return
        if known is None or known.version < version:
            self.forget(id)
        if self.hub.has(f"table {id}"):
            for event in await self.events(id, version - 1):
                self.hub.publish(f"table {id}", event["version"], event_frame(event))
        if self.hub.people:
            table = await self.table(id)
            if table.actor and table.actor.person:
                self._notify(table.actor.person, table)
