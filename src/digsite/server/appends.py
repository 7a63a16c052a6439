"""Entries of several tables written together: one statement for all of them where each alone would need three."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Insert, bindparam, insert, select

from digsite.server import schema as s
from digsite.server import table_store
from digsite.server.store import GroupJob, notify
from digsite.server.table_store import INSERT, UPDATE, Stale, entry_row, head_row, seats_somebody, write_places
from digsite.tables.entries import AnyEntry
from digsite.tables.serializers import Event
from digsite.tables.table import Table

Row = dict[str, Any]


@dataclass(frozen=True)
class Append(GroupJob):
    """A job: write one more entry and the table after it. Alone it raises Stale or Repeated."""

    table: Table
    entry: AnyEntry
    event: Event
    deadline: int | None

    def __call__(self, connection: Connection) -> None:
        table_store.append(connection, table=self.table, entry=self.entry, event=self.event, deadline=self.deadline)

    @staticmethod
    def do_all(connection: Connection, jobs: Sequence["Append"]) -> None:
        """Write many entries. Raises an error if any of them cannot be written, without saying which.

        They are written in the order of the tables' ids, so that no two servers wait for each other.
        """
        jobs = sorted(jobs, key=lambda job: (job.table.id, job.entry.version))
        heads = [job._head() for job in jobs]
        entries = [entry_row(job.table, job.entry, job.event) for job in jobs]
        if connection.dialect.name == "postgresql":
            _write(connection, _BOTH, [head | _named(entry) for head, entry in zip(heads, entries, strict=True)])
        else:
            _write(connection, UPDATE, heads)
            connection.execute(INSERT, entries)
        for job in jobs:
            if seats_somebody(job.entry):
                write_places(connection, job.table)
        notify(connection, "\n".join(f"{job.table.id} {job.entry.version}" for job in jobs))

    def _head(self) -> Row:
        head = head_row(self.table, self.entry.at, self.deadline)
        return {**head, "own_id": self.table.id, "before": self.entry.version - 1}


def _write(connection: Connection, statement: Any, rows: list[Row]) -> None:
    if connection.execute(statement, rows).rowcount != len(rows):
        raise Stale


def _named(entry: Row) -> Row:
    """Return an entry's row as parameters of the statement for both, where a table's row has some of the same names."""
    return {f"entry_{name}": value for name, value in entry.items()}


def _head_and_entry() -> Insert:
    """Return a statement that changes a table's row and adds the entry. Its driver sends those for many rows in one go.

    SQLite does not know statements of this kind.
    """
    changed = UPDATE.returning(s.tables.c.id).cte("changed")
    values = [bindparam(f"entry_{name}", type_=column.type) for name, column in s.entries.c.items()]
    both = insert(s.entries).from_select(s.entries.c.keys(), select(*values).select_from(changed))
    return both.execution_options(preserve_rowcount=True)


_BOTH = _head_and_entry()
