"""Looking after a database: backups, checking every table, deleting old ones."""

import gzip
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from sqlalchemy import Connection, Table, delete, func, insert, select, text

from digsite.core.errors import DigsiteError, UntrueRecord
from digsite.core.verify import verify as verify_record
from digsite.server import schema as s
from digsite.server import store as kept
from digsite.server.migrations import current, upgrade
from digsite.server.store import BadStore, Store
from digsite.server.table import DAY, snapshot

FORMAT = "digsite-backup/1"
ROWS = 500  # written at once


class BadBackup(DigsiteError):
    """A file that is no backup."""


def backup(store: Store, file: Path) -> str:
    """Every row as a line of JSON, gzipped: small, and readable by either kind of database."""
    if file.exists():
        raise BadBackup(f"{file}: is there already")
    if not file.absolute().parent.is_dir():
        raise BadBackup(f"{file.parent}: there is no such folder")
    part = file.with_name(file.name + ".part")
    rows = 0
    with store.engine.begin() as connection:
        _only_one_moment(connection)
        head = {"format": FORMAT, "schema": current(connection), "at": datetime.now(UTC).isoformat()}
        if head["schema"] is None:
            raise BadStore("there is no database yet")
        with gzip.open(part, "wt", encoding="utf-8") as out:
            out.write(json.dumps(head) + "\n")
            for table in s.metadata.sorted_tables:
                for row in connection.execution_options(yield_per=ROWS).execute(select(table)):
                    out.write(json.dumps([table.name, _packed(dict(row._mapping))]) + "\n")
                    rows += 1
            out.write(json.dumps({"rows": rows}) + "\n")
    part.chmod(0o600)  # it holds the seeds of games under way
    part.replace(file)
    return f"{rows} rows written to {file}; keep it safe, the seeds of games under way are in it"


def _only_one_moment(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
    else:
        connection.execute(text("BEGIN"))


def _packed(row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: {"bytes": b64encode(value).decode()} if isinstance(value, bytes) else value for key, value in row.items()
    }


def _unpacked(row: dict[str, Any]) -> dict[str, Any]:
    return {key: b64decode(value["bytes"]) if isinstance(value, dict) else value for key, value in row.items()}


def restore(store: Store, file: Path) -> str:
    """Everything or nothing; into an empty database only."""
    if not file.is_file():
        raise BadBackup(f"{file}: is not there")
    store.open()
    try:
        rows = _fill(store, file)
    finally:
        store.close()
    return f"{rows} rows restored from {file}"


def _fill(store: Store, file: Path) -> int:
    with store.engine.begin() as connection:
        if any(connection.scalar(select(func.count()).select_from(table)) for table in s.metadata.sorted_tables):
            raise BadBackup("the database is not empty")
        rows = 0
        for table, batch in _batches(file, current(connection)):
            connection.execute(insert(table), batch)
            rows += len(batch)
        if connection.dialect.name == "postgresql":
            for name in ("chat", "outages"):  # whose numbers go on from the last
                connection.execute(
                    text(
                        f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name} HAVING max(id) > 0"
                    )
                )
    return rows


def _batches(file: Path, schema: str | None) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """The rows of a backup, table by table. Raises BadBackup, also at its end if something is missing."""
    batch: list[dict[str, Any]] = []
    name, rows, told = "", 0, None
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines))
            if not isinstance(head, dict) or head.get("format") != FORMAT:
                raise BadBackup(f"{file}: is no backup")
            if head["schema"] != schema:
                raise BadBackup(f"{file}: was made with schema {head['schema']}, this is {schema}")
            for line in lines:
                told = json.loads(line)
                if isinstance(told, dict):
                    break
                if told[0] != name or len(batch) >= ROWS:
                    if batch:
                        yield s.metadata.tables[name], batch
                    name, batch = told[0], []
                batch.append(_unpacked(told[1]))
                rows += 1
    except (OSError, EOFError, ValueError, KeyError, StopIteration) as error:
        raise BadBackup(f"{file}: cannot be read: {error}") from None
    if batch:
        yield s.metadata.tables[name], batch
    if not isinstance(told, dict) or told.get("rows") != rows:
        raise BadBackup(f"{file}: is not complete")


def verify(store: Store, console: Console | None = None) -> int:
    """How many tables have a fault; each is named."""
    console = console or Console()
    upgrade(store.engine)
    ids = store.now(lambda c: c.scalars(select(s.tables.c.id).order_by(s.tables.c.id)).all())
    bad = 0
    for id in track(ids, "Checking", console=Console(stderr=True), transient=True):
        fault = store.now(lambda c, id=id: table_fault(c, id))  # type: ignore[misc]
        if fault:
            bad += 1
            console.print(f"{id}: {fault}", markup=False, highlight=False, soft_wrap=True)
    console.print(f"{len(ids)} tables checked, {bad or 'none'} with a fault", highlight=False)
    return bad


def table_fault(connection: Connection, id: str) -> str | None:
    """What is wrong with a table's log: a hole, an impossible action, an unfair draw, another position than kept."""
    table = kept.load(connection, id)
    if table is None:
        return "is not there"
    versions = connection.scalars(
        select(s.entries.c.version).where(s.entries.c.table_id == id).order_by(s.entries.c.version)
    ).all()
    if list(versions) != list(range(1, table.version + 1)):
        return f"its log has {len(versions)} entries for version {table.version}"
    if table.outdated:
        return None
    try:
        folded, line = kept.refold(connection, id, table.seed)
        if snapshot(folded) != snapshot(table) or (folded.state, folded.status) != (table.state, table.status):
            return "its log makes another position than was kept"
        record = table.drawn_record(line)
        if record is not None:
            verify_record(table.game, record)
    except UntrueRecord as error:
        return str(error)
    except (DigsiteError, LookupError, ValueError, AssertionError) as error:
        return f"its log cannot be replayed: {error}"
    return None


def prune(store: Store, days: int, status: str, now: int | None = None) -> str:
    upgrade(store.engine)
    before = (int(datetime.now(UTC).timestamp() * 1000) if now is None else now) - days * DAY

    def job(connection: Connection) -> int:
        where = s.tables.c.changed < before
        if status != "all":
            where &= s.tables.c.status == status
        ids = connection.scalars(select(s.tables.c.id).where(where)).all()
        for start in range(0, len(ids), ROWS):
            some = ids[start : start + ROWS]
            for table in (s.entries, s.chat, s.places):
                connection.execute(delete(table).where(table.c.table_id.in_(some)))
            connection.execute(delete(s.tables).where(s.tables.c.id.in_(some)))
        return len(ids)

    return f"{store.now(job)} tables deleted"
