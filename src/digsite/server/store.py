"""What is kept, and how: one writer that commits in groups, readers beside it, SQLite or PostgreSQL.

A job is a function of a connection. Those that write wait in one queue; a thread takes all that wait, runs them in one
transaction and commits once, so that a thousand moves a second need far fewer syncs to disk. Nobody is told of
anything before that. Where a job fails, the others of its group are run again one by one.
"""

import asyncio
import fcntl
import json
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, TypeVar

from sqlalchemy import Connection, Engine, bindparam, create_engine, event, func, insert, make_url, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from digsite.core.errors import DigsiteError
from digsite.server import schema as s
from digsite.server.table import Entry, Move, Table, extend, opened, restore, snapshot

T = TypeVar("T")
Job = Callable[[Connection], T]
MOST_JOBS = 256  # of one transaction
READERS = 4
CHANNEL = "digsite"  # of PostgreSQL's notices


class StoreDown(DigsiteError):
    """The database cannot be used just now; whether the last change was kept is not known."""


class BadStore(DigsiteError):
    """A database that cannot be opened."""


class Stale(Exception):
    """Somebody else has changed the table since."""


class Repeated(Exception):
    """This person has made a request of this id at this table before."""


class Store:
    """`write` and `read` are for the event loop; `now` runs a job at once, for commands and tests."""

    def __init__(self, url: str) -> None:
        try:
            self.url = make_url(url)
        except SQLAlchemyError:
            raise BadStore(f"{url!r} is no database: write sqlite:///file or postgresql://user@host/name") from None
        self.shared = self.url.get_backend_name() == "postgresql"
        if not self.shared and self.url.get_backend_name() != "sqlite":
            raise BadStore(f"{self.url.get_backend_name()} is neither sqlite nor postgresql")
        self._lock_file: IO[str] | None = None
        self.engine = _engine(self.url)
        self._queue: queue.SimpleQueue[tuple[Job[Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._readers = ThreadPoolExecutor(READERS, "reader")

    # Opening and closing

    def open(self) -> None:
        """Make or upgrade the schema; on SQLite, make sure that no other server has the file."""
        from digsite.server.migrations import upgrade

        if not self.shared and self.url.database:
            folder = Path(self.url.database).parent
            if not folder.is_dir():
                raise BadStore(f"{folder}: there is no such folder")
            self._lock_file = _lock(Path(self.url.database))
        try:
            upgrade(self.engine)
        except DBAPIError as error:
            raise BadStore(f"the database cannot be opened: {_reason(error)}") from None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._writer = threading.Thread(target=self._write_on, name="writer")
        self._writer.start()

    async def stop(self) -> None:
        """Everything that was accepted is written first."""
        if self._writer:
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None

    def close(self) -> None:
        self._readers.shutdown()
        self.engine.dispose()
        if self._lock_file:
            self._lock_file.close()

    # Jobs

    async def write(self, job: Job[T]) -> T:
        future: asyncio.Future[T] = self._loop.create_future()
        self._queue.put((job, future))
        return await future

    async def read(self, job: Job[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.now, job)

    def now(self, job: Job[T]) -> T:
        try:
            with self.engine.begin() as connection:
                return job(connection)
        except DBAPIError as error:
            raise StoreDown(f"The database cannot be used: {_reason(error)}") from error

    def _write_on(self) -> None:
        going = True
        while going:
            batch = [self._queue.get()]
            while len(batch) < MOST_JOBS and not self._queue.empty():
                batch.append(self._queue.get())
            going = None not in batch
            self._commit([job for job in batch if job is not None])

    def _commit(self, batch: list[tuple[Job[Any], asyncio.Future[Any]]]) -> None:
        """One transaction for all; where one fails, one for each."""
        results: list[Any] = []
        failure: Exception | None = None
        try:
            with self.engine.begin() as connection:
                results.extend(job(connection) for job, _ in batch)
        except DBAPIError as error:
            failure = StoreDown(f"The database cannot be used: {_reason(error)}")
            if len(batch) > 1 and not error.connection_invalidated:
                return self._one_by_one(batch)
        except Exception as error:  # of one job, whatever it is: it belongs to who asked for it
            failure = error
            if len(batch) > 1:
                return self._one_by_one(batch)
        futures = [future for _, future in batch]
        self._loop.call_soon_threadsafe(_resolve, futures, results, failure)
        return None

    def _one_by_one(self, batch: list[tuple[Job[Any], asyncio.Future[Any]]]) -> None:
        for one in batch:
            self._commit([one])


def _resolve(futures: list[asyncio.Future[Any]], results: list[Any], failure: Exception | None) -> None:
    for i, future in enumerate(futures):
        if future.done():
            continue
        if failure:
            future.set_exception(failure)
        else:
            future.set_result(results[i])


def _reason(error: DBAPIError) -> str:
    return str(error.orig).splitlines()[0] if error.orig else type(error).__name__


def _engine(url: Any) -> Engine:
    usual: dict[str, Any] = {"pool_size": READERS + 2, "hide_parameters": True}  # there are secrets among them
    if url.get_backend_name() == "postgresql":
        try:
            return create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 5}, **usual)
        except ModuleNotFoundError:
            raise BadStore("PostgreSQL needs the extra: pip install 'digsite[postgres]'") from None
    engine = create_engine(url, connect_args={"timeout": 10}, **usual)

    @event.listens_for(engine, "connect")
    def _(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA cache_size = -8000")

    return engine


def _lock(database: Path) -> IO[str]:
    file = database.with_name(database.name + ".lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BadStore(f"{database}: another server has this database open; for several, use PostgreSQL") from None
    return file


# Jobs on tables


def save_new(connection: Connection, table: Table, entry: Entry, event: dict[str, Any]) -> None:
    row = _head(table, entry.at, None) | {"id": table.id, "game": table.terms.game, "seed": table.seed}
    row |= {"public": table.terms.visibility == "public", "created": entry.at}
    connection.execute(insert(s.tables), row)
    _note(connection, table, entry, event)


def append(connection: Connection, table: Table, entry: Entry, event: dict[str, Any], deadline: int | None) -> None:
    """One more entry and what it made of the table, both or neither. Raises Stale or Repeated."""
    row = _head(table, entry.at, deadline) | {"own_id": table.id, "before": entry.version - 1}
    done = connection.execute(_UPDATE, row)
    if done.rowcount != 1:
        raise Stale
    try:
        _note(connection, table, entry, event)
    except IntegrityError:
        raise Repeated from None
    if entry.kind in ("sat", "gone") and entry.person:
        _place(connection, table)


def _head(table: Table, changed: int, deadline: int | None) -> dict[str, Any]:
    actor = table.actor
    return {
        "version": table.version,
        "status": table.status,
        "state": table.state,
        "told": json.dumps(snapshot(table), ensure_ascii=False),
        "waits_for": actor.person if actor and actor.kind == "person" else None,
        "deadline": deadline,
        "bot_to_act": actor is not None and actor.kind == "bot",
        "changed": changed,
        "leased_until": 0,
    }


CHANGING = ("version", "status", "state", "told", "waits_for", "deadline", "bot_to_act", "changed", "leased_until")
_UPDATE = (
    update(s.tables)
    .where(s.tables.c.id == bindparam("own_id"), s.tables.c.version == bindparam("before"))
    .values({name: bindparam(name) for name in CHANGING})
)
_INSERT = insert(s.entries)


def _note(connection: Connection, table: Table, entry: Entry, event: dict[str, Any]) -> None:
    row = {"table_id": table.id, "version": entry.version, "kind": entry.kind, "at": entry.at, "person": entry.person}
    row |= {"told": json.dumps(event, ensure_ascii=False, separators=(",", ":")), "request": entry.request}
    connection.execute(_INSERT, row)
    if entry.version == 1:
        _place(connection, table)
    if connection.dialect.name == "postgresql":
        connection.execute(func.pg_notify(CHANNEL, f"{table.id} {table.version}").select())


def _place(connection: Connection, table: Table) -> None:
    known = set(connection.scalars(select(s.places.c.person).where(s.places.c.table_id == table.id)))
    new = [{"person": person, "table_id": table.id} for person in table.people - known]
    if new:
        connection.execute(insert(s.places), new)


def load(connection: Connection, id: str) -> Table | None:
    """A table as its last entry left it; nothing is replayed, unless positions are written in another way now."""
    c = s.tables.c
    row = connection.execute(select(c.version, c.status, c.seed, c.state, c.told).where(c.id == id)).first()
    if row is None:
        return None
    table = restore(id, row.version, row.status, row.seed, row.state, json.loads(row.told))
    if table.state and not table.outdated and len(table.state) != table.game.state_bytes:
        return refold(connection, id, table.seed)[0]
    return table


def entries(connection: Connection, id: str, since: int = 0) -> Iterator[Entry]:
    c = s.entries.c
    rows = connection.execute(select(s.entries).where(c.table_id == id, c.version > since).order_by(c.version))
    for row in rows:
        yield Entry(row.version, row.kind, json.loads(row.told), row.at, row.person, row.request)


def line(connection: Connection, id: str) -> list[Move]:
    """All moves of a game that stand."""
    moves: list[Move] = []
    for entry in entries(connection, id):
        extend(moves, entry)
    return moves


def refold(connection: Connection, id: str, seed: bytes) -> tuple[Table, list[Move]]:
    """A table made anew from its whole log."""
    log = entries(connection, id)
    table, moves = opened(id, seed, next(log)), list[Move]()
    for entry in log:
        table = table.fold(entry, moves)
        extend(moves, entry)
    return table, moves


def answered(connection: Connection, id: str, person: str, request: str) -> dict[str, Any] | None:
    """What a request brought about before, if it did."""
    c = s.entries.c
    found = connection.scalar(select(c.told).where(c.table_id == id, c.person == person, c.request == request))
    return json.loads(found) if found else None
