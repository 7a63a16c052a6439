"""A checksum in every row of the database, so that a changed byte is noticed when the row is read.

A row keeps the CRC-32 of its other columns. Every insert makes it; whoever updates a row uses `alter` in `damage`, or
writes the checksum along, as `table_store.append` does.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, TypeAlias

from sqlalchemy import BigInteger, Column, RowMapping, Select, Table, select, type_coerce
from sqlalchemy.engine.default import DefaultExecutionContext
from sqlalchemy.types import NullType

from digsite.server.migrations.checksums import checksum

Row: TypeAlias = Mapping[str, Any] | RowMapping  # by the keys of its columns
OF = "checksum of"  # in a column's info: the columns it is the checksum of


def checksum_column(name: str, *columns: str) -> Column[int]:
    """Return the column with the checksum of others, by their keys. Each insert fills it in."""

    def made(context: DefaultExecutionContext) -> int:
        row = context.get_current_parameters()  # type: ignore[no-untyped-call]
        return checksum([row.get(column) for column in columns])

    return Column(name, BigInteger, nullable=False, default=made, info={OF: columns})


@cache
def checksum_columns(table: Table) -> Mapping[str, tuple[str, ...]]:
    """Return the checksums of a table and the columns of each."""
    return {column.key: column.info[OF] for column in table.columns if OF in column.info}


def checksums(table: Table, row: Row) -> dict[str, int]:
    """Return the checksums that a whole row must have."""
    return {name: checksum([row[column] for column in of]) for name, of in checksum_columns(table).items()}


def is_sound(table: Table, row: Row) -> bool:
    """Return whether a row, as it is in the database, has the checksums it must have."""
    return all(row[name] == made for name, made in checksums(table, row).items())


@lru_cache(maxsize=64)
def as_it_is(table: Table) -> Select[*tuple[Any, ...]]:
    """Return the query of a table's rows with the values as the database has them, whatever their type should be."""
    return select(*(type_coerce(column, NullType()).label(column.key) for column in table.columns))
