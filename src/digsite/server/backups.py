"""Backups: every row of a database as a line of JSON, gzipped. Either kind of database can read them."""

import gzip
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import Connection, MetaData, Table, func, insert, select, text

from digsite.core.errors import DigsiteError
from digsite.server import schema as s
from digsite.server.migrations import current, is_known, migrate
from digsite.server.store import BadStore, Store

FORMAT = "digsite-backup/1"
ROWS = 500  # written at once
VERSION_TABLE = "alembic_version"  # not part of a backup, whose head says the schema
Row: TypeAlias = Mapping[str, object]  # by the columns' names in the database


class BadBackup(DigsiteError):
    """A file that is not a backup, or cannot be restored here."""


def backup(store: Store, file: Path) -> str:
    """Write a backup, and return a sentence about it."""
    if file.exists():
        raise BadBackup(f"{file}: already exists")
    if not file.absolute().parent.is_dir():
        raise BadBackup(f"{file.parent}: there is no such folder")
    part = file.with_name(file.name + ".part")
    with store.engine.begin() as connection:
        read_at_one_moment(connection)
        head = {"format": FORMAT, "schema": current(connection), "at": datetime.now(UTC).isoformat()}
        if head["schema"] is None:
            raise BadStore("there is no database yet")
        try:
            rows = _write(connection, head, part)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    part.chmod(0o600)  # it holds the seeds of games under way
    part.replace(file)
    return f"{rows} rows written to {file}; keep it safe, it contains the seeds of games under way"


def _write(connection: Connection, head: Row, file: Path) -> int:
    """Write the rows of all tables, in whatever schema the database is, and return how many there are."""
    rows = 0
    with gzip.open(file, "wt", encoding="utf-8") as out:
        out.write(json.dumps(head) + "\n")
        for table in _tables_of(connection).values():
            for row in connection.execution_options(yield_per=ROWS).execute(select(table)).mappings():
                out.write(json.dumps([table.name, _packed(dict(row))]) + "\n")
                rows += 1
        out.write(json.dumps({"rows": rows}) + "\n")
    return rows


def _tables_of(connection: Connection) -> Mapping[str, Table]:
    """Return the tables as they are in the database, which may be of an older schema than this version's."""
    found = MetaData()
    found.reflect(connection)
    return {table.name: table for table in found.sorted_tables if table.name != VERSION_TABLE}


def read_at_one_moment(connection: Connection) -> None:
    """Let a transaction see the database as it is now, whatever a running server writes meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
    else:
        connection.execute(text("BEGIN"))


def _packed(row: Row) -> Row:
    return {
        name: {"bytes": b64encode(value).decode()} if isinstance(value, bytes) else value for name, value in row.items()
    }


def _unpacked(row: Row) -> Row:
    return {name: b64decode(value["bytes"]) if isinstance(value, dict) else value for name, value in row.items()}


def restore(store: Store, file: Path) -> str:
    """Restore a backup into an empty database, everything or nothing, and return a sentence about it.

    A backup of an older schema is restored in that schema, and then upgraded.
    """
    if not file.is_file():
        raise BadBackup(f"{file}: there is no such file")
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
    schema = _schema_of(file)
    migrate(store.engine, schema)
    rows = 0
    try:
        with store.engine.begin() as connection:
            tables = _tables_of(connection)
            for name, batch in _batches(file):
                if name not in tables:
                    raise BadBackup(f"{file}: has rows of an unknown table {name!r}")
                connection.execute(insert(tables[name]), batch)
                rows += len(batch)
            if connection.dialect.name == "postgresql":
                for name in ("chat", "outages"):  # their numbers go on from the last
                    serial = f"pg_get_serial_sequence('{name}', 'id')"
                    connection.execute(text(f"SELECT setval({serial}, max(id)) FROM {name} HAVING max(id) > 0"))
    finally:
        migrate(store.engine)
    return rows


def _schema_of(file: Path) -> str:
    """Return the schema a backup was made with. Raises BadBackup."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines))
    except (OSError, EOFError, ValueError, StopIteration) as error:
        raise BadBackup(f"{file}: cannot be read: {error}") from None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadBackup(f"{file}: is not a backup")
    schema = str(head.get("schema"))
    if not is_known(schema):
        raise BadBackup(f"{file}: was made by a later version of Digsite (schema {schema}): upgrade Digsite")
    return schema


def _batches(file: Path) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of a backup, table by table. Raises BadBackup, also at its end if something is missing."""
    batch: list[Row] = []
    name, rows, line = "", 0, None
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            next(lines)
            for text_line in lines:
                line = json.loads(text_line)
                if isinstance(line, dict):
                    break
                if line[0] != name or len(batch) >= ROWS:
                    if batch:
                        yield name, batch
                    name, batch = line[0], []
                batch.append(_unpacked(line[1]))
                rows += 1
    except (OSError, EOFError, ValueError, KeyError, StopIteration) as error:
        raise BadBackup(f"{file}: cannot be read: {error}") from None
    if batch:
        yield name, batch
    if not isinstance(line, dict) or line.get("rows") != rows:
        raise BadBackup(f"{file}: is not complete")
