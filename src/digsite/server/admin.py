"""Care for a database: back it up, restore it, check every table, delete old ones. `backups` has the first two."""

from datetime import UTC, datetime

from rich.console import Console
from rich.progress import track
from sqlalchemy import Connection, select

from digsite.core.errors import DigsiteError, UntrueRecord
from digsite.core.verify import verify as verify_record
from digsite.server import schema as s
from digsite.server import table_store
from digsite.server.backups import BadBackup, backup, read_at_one_moment, restore
from digsite.server.migrations import upgrade
from digsite.server.pruning import prune_guests, prune_links, prune_records, prune_tables
from digsite.server.store import Job, Store
from digsite.tables.snapshots import snapshot
from digsite.tables.table import DAY

__all__ = ["BadBackup", "backup", "prune", "restore", "table_fault", "verify"]


def verify(store: Store, console: Console | None = None) -> int:
    """Check every table, print each that has a fault, and return how many there are."""
    console = console or Console()
    upgrade(store.engine)
    ids = store.now(lambda c: c.scalars(select(s.tables.c.id).order_by(s.tables.c.id)).all())
    bad = 0
    for id in track(ids, "Checking", console=Console(stderr=True), transient=True):
        fault = store.now(lambda c, id=id: _fault_now(c, id))  # type: ignore[misc]
        if fault:
            bad += 1
            console.print(f"{id}: {fault}", markup=False, highlight=False, soft_wrap=True)
    console.print(f"{len(ids)} tables checked, {bad or 'none'} with a fault", highlight=False)
    return bad


def _fault_now(connection: Connection, id: str) -> str | None:
    read_at_one_moment(connection)
    return table_fault(connection, id)


def table_fault(connection: Connection, id: str) -> str | None:
    """Return what is wrong with a table: a missing entry, an impossible action, an unfair draw, a wrong position."""
    table = table_store.load(connection, id)
    if table is None:
        return "is missing"
    versions = connection.scalars(
        select(s.entries.c.version).where(s.entries.c.table_id == id).order_by(s.entries.c.version)
    ).all()
    if list(versions) != list(range(1, table.version + 1)):
        return f"its log has {len(versions)} entries for version {table.version}"
    if table.outdated:
        return None
    try:
        folded, moves = table_store.refold(connection, id, table.seed)
        if snapshot(folded) != snapshot(table) or (folded.state, folded.status) != (table.state, table.status):
            return "its log leads to another position than the one stored"
        record = table.drawn_record(moves)
        if record is not None:
            verify_record(table.game, record)
    except UntrueRecord as error:
        return str(error)
    except (DigsiteError, LookupError, ValueError, AssertionError) as error:
        return f"its log cannot be replayed: {error}"
    return None


def prune(
    store: Store, days: int, status: str, now: int | None = None, records: bool = False, guests: bool = False
) -> str:
    """Delete tables that have not changed for so many days, expired links, and if asked old records and idle guests."""
    upgrade(store.engine)
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
