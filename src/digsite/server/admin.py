"""Care for a database: back it up, restore it, check every table, delete old ones. `backups` has the first two."""

from collections.abc import Collection
from datetime import UTC, datetime

from rich.console import Console
from rich.progress import track
from sqlalchemy import Connection, select, text, union

from digsite.core.errors import DigsiteError, UntrueRecord
from digsite.core.verify import verify as verify_record
from digsite.server import schema as s
from digsite.server import table_store
from digsite.server.backup_files import BadBackup
from digsite.server.backups import backup, check, read_at_one_moment, restore
from digsite.server.checksums import as_it_is, is_sound
from digsite.server.damage import Damaged, name_of
from digsite.server.migrations import current, upgrade
from digsite.server.pruning import prune_guests, prune_links, prune_records, prune_tables
from digsite.server.store import BadStore, Job, Store
from digsite.tables.fold import fold_log
from digsite.tables.snapshots import snapshot
from digsite.tables.table import DAY

__all__ = ["BadBackup", "backup", "check", "damaged_rows", "prune", "restore", "table_fault", "verify"]
ROWS = 500  # read at once


def verify(store: Store, console: Console | None = None) -> int:
    """Check every row and every table, print each that has a fault, and return how many there are."""
    console = console or Console()
    _upgrade(store)
    every = union(select(s.tables.c.id), select(s.entries.c.table_id)).subquery()  # also those whose heads are missing
    ids = store.now(lambda c: c.scalars(select(every.c.id).order_by(every.c.id)).all())
    rows = [] if store.shared else store.now(_file_faults)
    rows += store.now(lambda c: _damaged_now(c, ids))
    for row in rows:
        _print(console, row)
    bad = 0
    progress = Console(stderr=True)
    for id in track(ids, "Checking", console=progress, transient=True, disable=not progress.is_terminal):
        fault = store.now(lambda c, id=id: _fault_now(c, id))  # type: ignore[misc]
        if fault:
            bad += 1
            _print(console, f"{id}: {fault}")
    _print(console, f"{_several(len(ids), 'table')} checked, {bad or 'none'} with a fault")
    if rows:
        _print(console, f"{_several(len(rows), 'other fault')} in the database")
    return bad + len(rows)


def _several(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _upgrade(store: Store) -> None:
    """Bring a database to the latest schema. Raises BadStore where there is none, which is no place to make one."""
    if store.now(current) is None:
        raise BadStore("the database is empty, or none of Digsite's")
    upgrade(store.engine)


def _print(console: Console, line: str) -> None:
    console.print(ascii(line)[1:-1] if not line.isprintable() else line, markup=False, highlight=False, soft_wrap=True)


def _file_faults(connection: Connection) -> list[str]:
    """Return what SQLite finds wrong with its file."""
    found = connection.scalars(text("PRAGMA integrity_check")).all()
    return [f"the file: {fault}" for fault in found if fault != "ok"]


def _damaged_now(connection: Connection, ids: Collection[str]) -> list[str]:
    read_at_one_moment(connection)
    return damaged_rows(connection, ids)


def damaged_rows(connection: Connection, ids: Collection[str] = ()) -> list[str]:
    """Return the rows whose checksums are wrong, but not those of the tables in `ids`, which `table_fault` finds."""
    known = set(ids)
    found = list[str]()
    for table in s.metadata.sorted_tables:
        key = {s.tables: "id", s.entries: "table_id"}.get(table, "")
        rows = connection.execute(as_it_is(table).execution_options(yield_per=ROWS)).mappings()
        bad = (row for row in rows if not is_sound(table, row) and row.get(key) not in known)
        found += (f"{name_of(table, row)}: its checksum is wrong" for row in bad)
    return found


def _fault_now(connection: Connection, id: str) -> str | None:
    read_at_one_moment(connection)
    return table_fault(connection, id)


def table_fault(connection: Connection, id: str) -> str | None:
    """Return what is wrong with a table: a missing entry, an impossible action, an unfair draw, a wrong position."""
    try:
        return _table_fault(connection, id)
    except Damaged as error:
        return f"{error.row.removesuffix(id).strip()}: {error.why}"
    except UntrueRecord as error:
        return str(error)
    except (DigsiteError, LookupError, ValueError, AssertionError) as error:
        return f"its log cannot be replayed: {error}"


def _table_fault(connection: Connection, id: str) -> str | None:
    table = table_store.load(connection, id)
    if table is None:
        return "is missing"
    versions = connection.scalars(
        select(s.entries.c.version).where(s.entries.c.table_id == id).order_by(s.entries.c.version)
    ).all()
    if list(versions) != list(range(1, table.version + 1)):
        return f"its log has {len(versions)} entries for version {table.version}"
    log = table_store.entries(connection, id)
    if table.outdated:
        return None
    folded, moves = fold_log(id, table.seed, log)
    if snapshot(folded) != snapshot(table) or (folded.state, folded.status) != (table.state, table.status):
        return "its log leads to another position than the one stored"
    record = table.drawn_record(moves)
    if record is not None:
        verify_record(table.game, record)
    return None


def prune(
    store: Store, days: int, status: str, now: int | None = None, records: bool = False, guests: bool = False
) -> str:
    """Delete tables that have not changed for so many days, expired links, and if asked old records and idle guests."""
    _upgrade(store)
    now = int(datetime.now(UTC).timestamp() * 1000) if now is None else now
    before, statuses = now - days * DAY, ("open", "playing", "over") if status == "all" else (status,)
    jobs: dict[str, Job[int]] = {"links": lambda c: prune_links(c, now)}
    if records:
        jobs["records"] = lambda c: prune_records(c, before)
    tables = _in_parts(store, lambda c: prune_tables(c, before, *statuses))
    if guests:  # after the tables, for whoever had only old ones
        jobs["guests"] = lambda c: prune_guests(c, before)
    also = {what: _in_parts(store, job) for what, job in jobs.items()}
    return f"{tables} tables deleted" + "".join(f", {number} {what}" for what, number in also.items() if number)


def _in_parts(store: Store, job: Job[int]) -> int:
    """Run a job until it finds nothing more to delete, so that a running server can write meanwhile."""
    total = 0
    while done := store.now(job):
        total += done
    return total
