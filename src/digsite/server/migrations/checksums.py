"""The checksums of rows that are there already, for migrations."""

from collections.abc import Mapping, Sequence
from zlib import crc32

from sqlalchemy import Connection, RowMapping, text

Columns = Sequence[str]
ROWS = 1_000  # read and written at once


def reseal(
    connection: Connection,
    table: str,
    key: Columns,
    sums: Mapping[str, Columns],
    before: Mapping[str, Columns] | None = None,
) -> None:
    """Write the checksums of all rows of a table: each of `sums` with its columns.

    If they had other columns `before`, a row whose checksum was wrong stays damaged.
    """
    every = sorted({*key, *sums, *_columns(sums), *_columns(before or {})})
    names, keys = ", ".join(every), ", ".join(key)
    setting = ", ".join(f"{name} = :{name}" for name in sums)
    finding = " AND ".join(f"{name} = :key_{name}" for name in key)
    after, last = "", dict[str, object]()
    while True:
        query = f"SELECT {names} FROM {table} {after} ORDER BY {keys} LIMIT {ROWS}"
        rows = connection.execute(text(query), last).mappings().all()
        if not rows:
            return
        new = []
        for row in rows:
            last = {f"key_{name}": row[name] for name in key}
            sound = not before or all(row[name] == _sum(row, of) for name, of in before.items())
            new.append(last | {name: _sum(row, of) if sound else row[name] for name, of in sums.items()})
        connection.execute(text(f"UPDATE {table} SET {setting} WHERE {finding}"), new)
        after = f"WHERE ({keys}) > ({', '.join(f':{name}' for name in last)})"


def checksum(values: Sequence[object]) -> int:
    """Return the checksum of some values of a row: whole numbers, texts, bytes and nothing (SQLite has no booleans).

    It is on disk, and never changes.
    """
    return crc32(ascii([int(value) if value.__class__ is bool else value for value in values]).encode())


def _columns(sums: Mapping[str, Columns]) -> set[str]:
    return {name for of in sums.values() for name in of}


def _sum(row: RowMapping, of: Columns) -> int:
    return checksum([row[name] for name in of])
