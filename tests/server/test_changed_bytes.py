"""`digsite admin verify` finds every changed byte: in any column of any row, and anywhere in SQLite's file."""

import random
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from sqlalchemy import ColumnElement, Connection, insert, literal_column, select, text, update
from sqlalchemy.exc import DatabaseError

from digsite.server import admin
from digsite.server import schema as s
from digsite.server.checksums import as_it_is, checksum_columns
from digsite.server.damage import insert_numbered
from digsite.server.store import Store, StoreDown
from tests.server.databases import new_database, url
from tests.server.test_admin import filled
from tests.server.test_old_database import OLD

__all__ = ["url"]
SMALL = {"version": 31, "id": 31}  # bits of a number that PostgreSQL keeps in four bytes


@pytest.fixture
def database(url: str) -> str:
    """Real games of this version and of the first, and a row in every table."""
    store = Store(url)
    admin.restore(store, OLD / "old.backup.gz")
    filled(url)
    store.now(lambda c: insert_numbered(c, s.outages, {"begun": 1_000, "ended": 2_000}))
    record = {"id": "kept", "person": "ann", "record": '{"format": "digsite-record/1"}', "at": 1_000}
    store.now(lambda c: c.execute(insert(s.records), record))
    return url


class Flipper:
    """Changes single bytes at random."""

    def __init__(self, connection: Connection, seed: int) -> None:
        self.random, self.rows = random.Random(seed), list[tuple[Any, Any]]()
        for table in s.metadata.sorted_tables:
            found = connection.execute(as_it_is(table)).mappings().all()
            assert found, table.name
            self.rows += [(table, row) for row in found]
        self.of_table = {table: [row for own, row in self.rows if own is table] for table in s.metadata.sorted_tables}

    def one(self, connection: Connection) -> str:
        """Change a byte of some row, and return where. Each table is chosen equally often."""
        while True:
            table = self.random.choice(list(self.of_table))
            row = self.random.choice(self.of_table[table])
            column = self.random.choice(list(table.c))
            value = row[column.key]
            if value in (None, "", b""):
                continue
            here = [own == literal_column(_sql(connection, row[own.key])) for own in table.primary_key]
            new: ColumnElement[Any] = literal_column(_sql(connection, self._changed(connection, column.key, value)))
            point = connection.begin_nested()
            try:
                assert connection.execute(update(table).where(*here).values({column: new})).rowcount == 1
                point.commit()
            except DatabaseError:  # a key that is there already, or no text in PostgreSQL
                point.rollback()
                continue
            return f"{table.name}.{column.name} of {row[next(iter(table.primary_key)).key]}: {value!r}"

    def _changed(self, connection: Connection, name: str, value: Any) -> Any:
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value ^ (1 << self.random.randrange(SMALL.get(name, 50)))
        data = bytearray(value.encode() if isinstance(value, str) else value)
        data[self.random.randrange(len(data))] ^= self.random.randrange(1, 256)
        return bytes(data) if isinstance(value, bytes) else _text(connection, bytes(data))


class _Text(bytes):
    """The bytes of a text, valid or not."""


def _text(connection: Connection, data: bytes) -> Any:
    return _Text(data) if connection.dialect.name == "sqlite" else data.decode("latin-1")


def _sql(connection: Connection, value: Any) -> str:
    """A value as SQL has it, whatever its column should hold."""
    if isinstance(value, _Text):
        return f"CAST(x'{value.hex()}' AS TEXT)"
    if isinstance(value, bytes):
        return f"x'{value.hex()}'" if connection.dialect.name == "sqlite" else f"'\\x{value.hex()}'::bytea"
    if isinstance(value, str):
        return "'" + value.replace("'", "''").replace(":", "\\:") + "'"
    return str(value)


def verified(url: str) -> int:
    return admin.verify(Store(url), Console(file=StringIO()))


def test_each_of_some_hundred_changed_bytes_is_found(database: str) -> None:
    store = Store(database)
    with store.engine.connect() as connection:
        assert admin.damaged_rows(connection) == []
        flipper = Flipper(connection, 4)
        for _ in range(400 if connection.dialect.name == "sqlite" else 40):  # PostgreSQL takes its time
            with connection.begin_nested() as point:
                where = flipper.one(connection)
                assert len(admin.damaged_rows(connection)) == 1, where
                point.rollback()


def test_verify_finds_some_changed_bytes(database: str) -> None:
    store = Store(database)
    assert verified(database) == 0
    with store.engine.connect() as connection:
        flipper = Flipper(connection, 5)
    for _ in range(6):
        with changed(store, flipper) as where:
            assert verified(database) > 0, where
    assert verified(database) == 0


@contextmanager
def changed(store: Store, flipper: Flipper) -> Iterator[str]:
    """A byte is different within the `with` block."""
    before = store.now(_everything)
    where = store.now(flipper.one)
    try:
        yield where
    finally:
        store.now(lambda c: _put_back(c, before))


def _everything(connection: Connection) -> dict[Any, Sequence[Any]]:
    found = {}
    for table in s.metadata.sorted_tables:
        query = select(*(column.label(column.key) for column in table.columns))
        found[table] = connection.execute(query).mappings().all()
    return found


def _put_back(connection: Connection, before: dict[Any, Sequence[Any]]) -> None:
    for table, rows in before.items():
        connection.execute(table.delete())
        connection.execute(insert(table), [dict(row) for row in rows])


@pytest.mark.long
def test_verify_finds_thousands_of_changed_bytes(database: str) -> None:
    store = Store(database)
    with store.engine.connect() as connection:
        flipper = Flipper(connection, 6)
    for _ in range(200 if store.shared else 2_000):
        with changed(store, flipper) as where:
            assert verified(database) > 0, where


def flipped_file(database: Path, copy: Path, place: int, bit: int) -> str:
    """Copy SQLite's file with a bit changed, and return what `verify` makes of it."""
    data = bytearray(database.read_bytes())
    data[place] ^= 1 << bit
    copy.write_bytes(data)
    try:
        return "found" if verified(f"sqlite:///{copy}") else "not found"
    except (DatabaseError, StoreDown):
        return "found"


@pytest.mark.parametrize("times", [pytest.param(30), pytest.param(2_000, marks=pytest.mark.long)])
def test_a_changed_bit_in_sqlites_file_is_found_or_changes_no_row(tmp_path: Path, times: int) -> None:
    url = new_database("sqlite", tmp_path)
    admin.restore(Store(url), OLD / "old.backup.gz")
    database, copy = tmp_path / "one.db", tmp_path / "copy.db"
    store = Store(url)
    store.now(lambda c: c.execute(text("SELECT 1")))
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    shutil.copy(url.removeprefix("sqlite:///"), database)
    rows = Store(f"sqlite:///{database}").now(_everything)
    chance = random.Random(times)
    for _ in range(times):
        place, bit = chance.randrange(database.stat().st_size), chance.randrange(8)
        for left in tmp_path.glob("copy.db*"):
            left.unlink()
        if flipped_file(database, copy, place, bit) == "not found":
            assert Store(f"sqlite:///{copy}").now(_everything) == rows, (place, bit)


def test_every_column_but_the_checksums_is_in_a_checksum() -> None:
    for table in s.metadata.sorted_tables:
        sums = checksum_columns(table)
        assert {*sums, *(name for of in sums.values() for name in of)} == set(table.c.keys())
