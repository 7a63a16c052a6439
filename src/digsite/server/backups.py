"""Backups: every row of a database as a line of JSON. Either kind of database can read them."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import Connection, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import StatementError

from digsite.server import schema as s
from digsite.server.backup_files import FORMAT, BackupWriter, BadBackup, read_lines
from digsite.server.checksums import as_it_is, is_sound
from digsite.server.migrations import check_known, current, is_known, migrate
from digsite.server.store import BadStore, Store

ROWS = 500  # written at once
VERSION_TABLE = "alembic_version"  # not part of a backup, whose head says the schema
Row: TypeAlias = Mapping[str, object]  # by the columns' names in the database


@dataclass(frozen=True)
class Written:
    """A backup that was written; as text, a sentence about it."""

    file: Path
    rows: int
    damaged: int  # rows whose checksums are wrong

    def __str__(self) -> str:
        return f"{self.rows} rows written to {self.file}; keep it safe, it contains the seeds of games under way"

    @property
    def warning(self) -> str:
        rows = "1 row is" if self.damaged == 1 else f"{self.damaged} rows are"
        return f"digsite: {rows} damaged, in the backup, too: keep older ones, and see digsite admin verify"


def backup(store: Store, file: Path) -> Written:
    """Write a backup, with damaged rows as they are."""
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
        check_known(head["schema"])
        try:
            rows, damaged = _write(connection, head, part)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    part.chmod(0o600)  # it holds the seeds of games under way
    part.replace(file)
    return Written(file, rows, damaged)


def _write(connection: Connection, head: Row, file: Path) -> tuple[int, int]:
    """Write the rows of all tables, in whatever schema the database is, and return how many there are, and damaged."""
    damaged = 0
    with BackupWriter(file) as out:
        out.write([json.dumps(head)])
        for table in _tables_of(connection).values():
            found = connection.execution_options(yield_per=ROWS).execute(as_it_is(table)).mappings()
            for some in found.partitions(ROWS):
                out.write([json.dumps([table.name, _packed(dict(row))]) for row in some])
                damaged += sum(_is_damaged(table, dict(row)) for row in some)
    return out.lines - 1, damaged


def _is_damaged(found: Table, row: Row) -> bool:
    """Return whether a row's checksum is wrong. Those of an older schema are not known here."""
    table = s.metadata.tables.get(found.name)
    if table is None or {column.name for column in table.columns} != set(row):
        return False
    return not is_sound(table, {column.key: row[column.name] for column in table.columns})


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
    return {name: _value(value) for name, value in row.items()}


def _value(value: object) -> object:
    """Return a value for the database. Bytes that were no text are replaced in it: its row stays damaged."""
    if isinstance(value, dict):
        return b64decode(value["bytes"])
    return value.encode(errors="surrogateescape").decode(errors="replace") if isinstance(value, str) else value


def restore(store: Store, file: Path) -> str:
    """Restore a backup into an empty database, everything or nothing, and return a sentence about it.

    A backup of an older schema is restored in that schema, and then upgraded.
    """
    _schema_of(file, next(read_lines(file)))
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
    lines = read_lines(file)
    migrate(store.engine, _schema_of(file, next(lines)))
    rows = 0
    try:
        with store.engine.begin() as connection:
            tables = _tables_of(connection)
            for name, batch in _batches(file, lines):
                if name not in tables:
                    raise BadBackup(f"{file}: has rows of an unknown table {name!r}")
                connection.execute(insert(tables[name]), batch)
                rows += len(batch)
            if connection.dialect.name == "postgresql":
                for name in ("chat", "outages"):  # their numbers go on from the last
                    serial = f"pg_get_serial_sequence('{name}', 'id')"
                    connection.execute(text(f"SELECT setval({serial}, max(id)) FROM {name} HAVING max(id) > 0"))
    except StatementError as error:
        raise BadBackup(f"{file}: has rows that cannot be restored: {str(error.orig).splitlines()[0]}") from None
    finally:
        migrate(store.engine)
    return rows


def _schema_of(file: Path, line: str) -> str:
    """Return the schema a backup was made with, from its first line. Raises BadBackup."""
    schema = str(json.loads(line).get("schema"))
    if not is_known(schema):
        raise BadBackup(f"{file}: was made by a later version of Digsite (schema {schema}): upgrade Digsite")
    return schema


def _batches(file: Path, lines: Iterator[str]) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of a backup, table by table, some at once. Raises BadBackup."""
    batch: list[Row] = []
    name = ""
    for number, line in enumerate(lines, 2):
        try:
            own, row = json.loads(line)
            unpacked = _unpacked(row)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadBackup(f"{file}: line {number} cannot be read: {error}") from None
        if own != name or len(batch) >= ROWS:
            if batch:
                yield name, batch
            name, batch = own, []
        batch.append(unpacked)
    if batch:
        yield name, batch


def check(file: Path) -> str:
    """Check a backup without restoring it, and return a sentence about it. Raises BadBackup."""
    lines = read_lines(file)
    schema = _schema_of(file, next(lines))
    return f"{sum(1 for _ in lines)} rows of schema {schema} in {file}, none damaged"
