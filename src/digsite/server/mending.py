"""Damaged tables are mended where that can be done: the log is the truth, and a head can be made anew from it."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TypeAlias

from sqlalchemy import Connection, exists, func, select, tuple_, update

from digsite.core.compile_cache import NotCompiled
from digsite.core.errors import UntrueRecord
from digsite.core.verify import verify
from digsite.server import schema as s
from digsite.server.background import repeat_every
from digsite.server.checksums import Row, as_it_is, is_sound
from digsite.server.damage import Damaged, met
from digsite.server.store import Store, notify
from digsite.server.table_store import entries, load, row_of, whole_row
from digsite.tables.entries import AnyEntry, Move
from digsite.tables.fold import fold_log
from digsite.tables.table import Table

INTERVAL = 1.0  # seconds between two looks for heads to mend
AGAIN = 30.0  # … at closed tables, which somebody may have mended
SEARCH = 3_600.0  # … for damage that nobody has met
ROWS = 500  # read at once …
PAUSE = 0.05  # … and then the seconds until the next
Key: TypeAlias = tuple[str, int]  # of an entry: its table and version


class Mender:
    """Mends damaged heads, those that were met and those that it finds. One for each process."""

    def __init__(self, store: Store, forget: Callable[[str], None]) -> None:
        self.store, self.forget = store, forget  # … what is in memory of a table
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        jobs = [(INTERVAL, self.mend_heads), (AGAIN, self.look_at_closed), (SEARCH, self.search)]
        self._tasks = [asyncio.create_task(repeat_every(seconds, job)) for seconds, job in jobs]
        self._tasks.append(asyncio.create_task(self.search()))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def mend_heads(self) -> None:
        await self._mend(self.store.damage.heads)

    async def look_at_closed(self) -> None:
        await self._mend(self.store.damage.closed)

    async def _mend(self, ids: Iterable[str]) -> None:
        for id in list(ids):
            with suppress(Damaged, NotCompiled):
                await self.store.write(lambda c, id=id: mend(c, id))  # type: ignore[misc]
            self.forget(id)

    async def search(self) -> None:
        """Note every table with a damaged head or entry. Only some rows are read at once."""
        after: str | None = ""
        while after is not None:
            after = await self.store.read(lambda c, after=after: _search_heads(c, after))  # type: ignore[misc]
            await asyncio.sleep(PAUSE)
        entry: Key | None = ("", 0)
        while entry is not None:
            entry = await self.store.read(lambda c, entry=entry: _search_entries(c, entry))  # type: ignore[misc]
            await asyncio.sleep(PAUSE)


def _search_heads(connection: Connection, after: str) -> str | None:
    """Note the damaged heads among some tables, also those of another version than their logs, and return where to go
    on."""
    c = s.tables.c
    last = select(func.max(s.entries.c.version)).where(s.entries.c.table_id == c.id).scalar_subquery()
    query = as_it_is(s.tables).add_columns(last.label("last")).where(c.id > after).order_by(c.id).limit(ROWS)
    rows = connection.execute(query).mappings().all()
    bad = (row["id"] for row in rows if not is_sound(s.tables, row) or row["version"] != row["last"])
    met(connection).heads.update(filter(_is_id, bad))
    return next((row["id"] for row in reversed(rows) if _is_id(row["id"])), None)


def _search_entries(connection: Connection, after: Key) -> Key | None:
    """Note the tables with a damaged or missing entry among some entries, or without a head, and return where to go on.

    Whoever mends them reads their whole logs, and closes them.
    """
    c = s.entries.c
    has_head = exists().where(s.tables.c.id == c.table_id)
    query = as_it_is(s.entries).add_columns(has_head.label("has_head"))
    query = query.where(tuple_(c.table_id, c.version) > after).order_by(c.table_id, c.version).limit(ROWS)
    goes_on: Key | None = None
    for row in connection.execute(query).mappings():
        key = row["table_id"], row["version"]
        before = after[1] if after[0] == key[0] else 0
        if not (is_sound(s.entries, row) and row["has_head"] and key[1] - 1 == before) and _is_id(key[0]):
            met(connection).heads.add(key[0])
        after = key
        goes_on = key if _is_id(key[0]) else goes_on
    return goes_on


def _is_id(id: object) -> bool:
    """Return whether a table may have this id; other bytes cannot be looked for."""
    return isinstance(id, str) and id.isascii()


def mend(connection: Connection, id: str) -> Table | None:
    """Return a table that was found damaged. A damaged head is made anew from the log, if that is sound.

    So is one that is older than its log, as where somebody has copied it from a backup.

    Raises Damaged if that cannot be done; the table is closed then.
    """
    own = s.tables.c.id == id
    connection.execute(update(s.tables).where(own).values(version=s.tables.c.version))  # now nobody else changes it
    log = entries(connection, id)
    try:
        table = load(connection, id)
        if table and table.version != len(log):
            raise met(connection).note(Damaged(f"tables {id}", f"its log has {len(log)} entries", id))
    except Damaged:
        row = row_of(connection, id)
        if row is None:
            raise
        table = _made_anew(connection, row, log)
        connection.execute(update(s.tables).where(own).values(**whole_row(table, log[0].at, log[-1].at)))
        met(connection).heads.add(id)
        notify(connection, f"{id} {table.version}")
    met(connection).mended(id)
    return table


def _made_anew(connection: Connection, row: Row, log: Sequence[AnyEntry]) -> Table:
    """Return the table that a log makes. Raises Damaged if the log or the seed cannot be relied on."""
    try:
        table, moves = fold_log(row["id"], row["seed"], log)
        why = _doubt(row, table, moves, log)
    except NotCompiled:
        raise
    except Exception as error:  # of whatever is in the log
        why = f"its log cannot be replayed: {error}"
    if why:
        raise met(connection).close(Damaged(f"tables {row['id']}", why, row["id"]))
    return table


def _doubt(row: Row, table: Table, moves: Sequence[Move], log: Sequence[AnyEntry]) -> str:
    """Return why the table that a log makes cannot be relied on, "" if it can."""
    if table.outdated or (table.state and table.game.check(table.position)):
        return "its log cannot be replayed with these rules"
    is_older = is_sound(s.tables, row) and row["version"] < len(log)
    if row["version"] != len(log) and not is_older and not is_sound(s.tables, {**row, "version": len(log)}):
        return "its log is not complete"
    if whole_row(table, log[0].at, log[-1].at)["fixed_sum"] != row["fixed_sum"] and not _draws_follow(table, moves):
        return "its seed is damaged"
    return ""


def _draws_follow(table: Table, moves: Sequence[Move]) -> bool:
    """Return whether there are draws, and all follow from the seed: then it is as it was."""
    record = table.drawn_record(moves)
    try:
        return record is not None and (verify(table.game, record) or 0) > 0
    except UntrueRecord:
        return False
