"""The database: one writer that commits in groups, readers beside it, SQLite or PostgreSQL.

A job is a function of a connection. Jobs that write wait in one queue. A thread takes all that wait, runs them in one
transaction and commits once, so that a thousand moves a second need far fewer syncs to disk. Nothing is published
before that. Where a job fails, its group is run again in halves, until it stands alone. `table_store` has the jobs on
tables, `appends` those that a group does together.
"""

import asyncio
import fcntl
import os
import queue
import select
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import IO, Any, Generic, TypedDict, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError, SQLAlchemyError

from digsite.core.errors import DigsiteError
from digsite.server.damage import MET, Damage

T = TypeVar("T")
Job = Callable[[Connection], T]
NO_DATABASE = "is not a database: write sqlite:///file or postgresql://user@host/name"
MOST_JOBS = 256  # of one transaction
READERS = 4
CHANNEL = "digsite"  # of PostgreSQL's notices
TEXT = partial(str, encoding="utf-8", errors="surrogateescape")  # damaged text is read, and its checksum is wrong


class StoreDown(DigsiteError):
    """The database cannot be used right now; whether the last change was written is unknown."""


class BadStore(DigsiteError):
    """A database that cannot be opened."""


class GroupJob(ABC):
    """A job that can be done with others of its kind, in fewer statements. It has no result."""

    @abstractmethod
    def __call__(self, connection: Connection) -> None: ...

    @staticmethod
    @abstractmethod
    def do_all(connection: Connection, jobs: Sequence[Any]) -> None:
        """Do all these jobs. Raises an error if one of them fails."""


class _Waiting(Generic[T]):
    """A job in the writer's queue, and the future of its result."""

    def __init__(self, job: Job[T], future: "asyncio.Future[T]") -> None:
        self.job, self.future = job, future
        self._result: T | None = None

    def run(self, connection: Connection) -> None:
        self._result = self.job(connection)

    def resolve(self, failure: Exception | None) -> None:
        """Answer whoever waits, in the event loop."""
        if self.future.done():
            return
        if failure:
            self.future.set_exception(failure)
        else:
            self.future.set_result(self._result)  # type: ignore[arg-type]  # run has set it


class Store:
    """`write` and `read` are for the event loop; `now` runs a job at once, for commands and tests."""

    def __init__(self, url: str) -> None:
        try:
            self.url = make_url(url)
        except SQLAlchemyError:
            raise BadStore(f"{url!r} {NO_DATABASE}") from None
        self.shared = self.url.get_backend_name() == "postgresql"
        if not self.shared and self.url.get_backend_name() != "sqlite":
            raise BadStore(f"{self.url.get_backend_name()} is neither sqlite nor postgresql")
        self._lock_file: IO[str] | None = None
        self.damage = Damage()
        try:
            self.engine = _engine(self.url, self.damage)
        except ArgumentError:
            raise BadStore(f"{url!r} {NO_DATABASE}") from None
        # On PostgreSQL, a reader's statement is a transaction of its own: one message to and fro instead of three
        self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.shared else self.engine
        self._queue: queue.SimpleQueue[_Waiting[Any] | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._readers = ThreadPoolExecutor(READERS, "reader")

    # Opening and closing

    def open(self) -> None:
        """Create or upgrade the schema. On SQLite, make sure that no other server has the file open."""
        from digsite.server.migrations import upgrade

        if not self.shared and self.url.database:
            folder = Path(self.url.database).parent
            if not folder.is_dir():
                raise BadStore(f"{folder}: there is no such folder")
            try:
                self._lock_file = _lock(Path(self.url.database))
                _keep_private(Path(self.url.database))
            except OSError as error:
                raise BadStore(f"{self.url.database}: cannot be opened: {error.strerror or error}") from None
        try:
            upgrade(self.engine)
        except DBAPIError as error:
            raise BadStore(f"the database cannot be opened: {_reason(error)}") from None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        # A daemon: a second Ctrl-C ends the process without `stop`. What is not committed then was never acknowledged.
        self._writer = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._writer.start()

    async def stop(self) -> None:
        """Write everything that was accepted, then stop the writer."""
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
        self._queue.put(_Waiting(job, future))
        return await future

    async def read(self, job: Job[T]) -> T:
        return await self._loop.run_in_executor(self._readers, self._in, self._reading, job)

    def now(self, job: Job[T]) -> T:
        return self._in(self.engine, job)

    def _in(self, engine: Engine, job: Job[T]) -> T:
        try:
            with engine.begin() as connection:
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

    def _commit(self, batch: list[_Waiting[Any]]) -> None:
        """Run all jobs in one transaction; where one fails, each half of them in its own, and so on."""
        failure: Exception | None = None
        try:
            with self.engine.begin() as connection:
                _run(connection, batch)
        except DBAPIError as error:
            failure = StoreDown(f"The database cannot be used: {_reason(error)}")
            if len(batch) > 1 and not error.connection_invalidated:
                return self._commit_halves(batch)
        except Exception as error:  # any error of a job is for whoever asked for it
            failure = error
            if len(batch) > 1:
                return self._commit_halves(batch)
        self._loop.call_soon_threadsafe(_resolve, batch, failure)
        return None

    def _commit_halves(self, batch: list[_Waiting[Any]]) -> None:
        self._commit(batch[: len(batch) // 2])
        self._commit(batch[len(batch) // 2 :])


def _run(connection: Connection, batch: list[_Waiting[Any]]) -> None:
    """Run jobs, first those that can be done together."""
    group = [waiting.job for waiting in batch if isinstance(waiting.job, GroupJob)]
    if len(group) > 1:
        group[0].do_all(connection, group)
    for waiting in batch:
        if len(group) < 2 or not isinstance(waiting.job, GroupJob):
            waiting.run(connection)


def _resolve(batch: list[_Waiting[Any]], failure: Exception | None) -> None:
    for waiting in batch:
        waiting.resolve(failure)


def _reason(error: DBAPIError) -> str:
    return str(error.orig).splitlines()[0] if error.orig else type(error).__name__


class _EngineOptions(TypedDict):
    pool_size: int
    hide_parameters: bool
    execution_options: dict[str, object]


def notify(connection: Connection, message: str) -> None:
    """Tell the other servers on a PostgreSQL, once this is committed. `pg_notify` listens."""
    if connection.dialect.name == "postgresql":
        connection.execute(func.pg_notify(CHANNEL, message).select())


def _engine(url: URL, damage: Damage) -> Engine:
    usual: _EngineOptions = {
        "pool_size": READERS + 2,
        "hide_parameters": True,  # there are secrets among them
        "execution_options": {MET: damage},
    }
    if url.get_backend_name() == "postgresql":
        try:
            engine = create_engine(url, connect_args={"connect_timeout": 5}, **usual)
        except ModuleNotFoundError:
            raise BadStore("PostgreSQL needs the extra: pip install 'digsite[postgres]'") from None
        event.listen(engine, "checkout", _check_open)
        return engine
    engine = create_engine(url, connect_args={"timeout": 10}, **usual)

    @event.listens_for(engine, "connect")
    def _(connection: SqliteConnection, _: object) -> None:
        connection.text_factory = TEXT
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA cache_size = -8000")

    return engine


def _check_open(connection: Any, _: object, __: object) -> None:
    """Let all connections be made anew if PostgreSQL has closed this one. Asking it would take as long as a job.

    A connection nobody uses has nothing to read, unless it was closed.
    """
    if connection.closed:
        raise InvalidatePoolError
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    if waiting.poll(0):
        raise InvalidatePoolError


def _lock(database: Path) -> IO[str]:
    lock = database.with_name(database.name + ".lock")
    file = os.fdopen(_private(lock, os.O_RDWR | os.O_CREAT), "w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BadStore(f"{database}: another server has this database open; for several, use PostgreSQL") from None
    return file


def _private(file: Path, flags: int) -> int:
    return os.open(file, flags, 0o600)


def _keep_private(database: Path) -> None:
    """Let only its owner read a database, which holds the seeds of games; SQLite's other files take over its mode."""
    os.close(_private(database, os.O_RDWR | os.O_CREAT))
    for end in ("", "-wal", "-shm", ".lock"):
        file = database.with_name(database.name + end)
        if file.exists() and file.stat().st_uid == os.getuid():
            file.chmod(0o600)
