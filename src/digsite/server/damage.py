"""Damaged rows. Damage stays where it is: what needs the row is refused, and everything else goes on.

A row is damaged if its checksum is wrong. Each is logged once by a process.
"""

import logging
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, insert, update

from digsite.server.checksums import Row, as_it_is, checksums, is_sound
from digsite.tables.refused import Refused
from digsite.web.i18n import later

log = logging.getLogger("digsite.damage")
MET = "damage met"  # the engine's option with its Damage
CLOSED = later(
    "This table is damaged in the database. It stays closed until whoever runs the server has mended it; "
    "all other tables go on."
)
UNREADABLE = later("What this needs is damaged in the database. Whoever runs the server has to mend it.")


class Damaged(Refused):
    """A row that is needed is damaged; `id` is the table for playing it belongs to, "" where there is none."""

    def __init__(self, row: str, why: str = "its checksum is wrong", id: str = "") -> None:
        super().__init__(503, "damaged", CLOSED if id else UNREADABLE)
        self.row, self.why, self.id = row, why, id


class Damage:
    """What a process has met of damage in a database."""

    def __init__(self) -> None:
        self._met: set[str] = set()
        self.heads: set[str] = set()  # tables whose heads are to be made anew from their logs
        self.closed: dict[str, Damaged] = {}  # tables whose logs are damaged, too

    def note(self, error: Damaged) -> Damaged:
        """Log a damaged row, once."""
        if error.row not in self._met:
            self._met.add(error.row)
            log.error("damaged", extra={"row": error.row, "reason": error.why})
        return error

    def close(self, error: Damaged) -> Damaged:
        """Note that nothing can be done at a table until its log was mended."""
        self.heads.discard(error.id)
        self.closed[error.id] = self.note(error)
        return error

    def check(self, id: str) -> None:
        """Raise Damaged if a table is closed."""
        if error := self.closed.get(id):
            raise Damaged(error.row, error.why, id)

    def mended(self, id: str) -> None:
        """Note that a table is sound again."""
        if id in self.heads or id in self.closed:
            self.heads.discard(id)
            self.closed.pop(id, None)
            self._met = {row for row in self._met if id not in row.split()}
            log.warning("mended", extra={"table": id})


_OF_OTHERS = Damage()


def met(connection: Connection) -> Damage:
    """Return what the process has met in a database."""
    found: Damage = connection.get_execution_options().get(MET, _OF_OTHERS)
    return found


def name_of(table: Table, row: Row) -> str:
    """Return what a row is called in the log; never by the digest of a token."""
    keys = ["id"] if "id" in table.c else [column.key for column in table.primary_key]
    return " ".join([table.name, *(str(row[key]) for key in keys)])


def sound_rows(connection: Connection, table: Table, query: Select[*tuple[Any, ...]]) -> list[Row]:
    """Return the sound rows of a query made of `as_it_is`. Damaged ones are logged and left out."""
    found = list[Row]()
    for row in connection.execute(query).mappings():
        if is_sound(table, row):
            found.append(row)
        else:
            met(connection).note(Damaged(name_of(table, row)))
    return found


def sound_row(connection: Connection, table: Table, where: ColumnElement[bool]) -> Row | None:
    """Return the row of a condition, if there is one. Raises Damaged if it is damaged."""
    row = connection.execute(as_it_is(table).where(where)).mappings().first()
    if row is not None and not is_sound(table, row):
        raise met(connection).note(Damaged(name_of(table, row)))
    return row


def alter(connection: Connection, table: Table, where: ColumnElement[bool], **values: object) -> int:
    """Change some rows with their checksums, and return how many. Damaged rows are left as they are."""
    rows = sound_rows(connection, table, as_it_is(table).where(where).with_for_update())
    for row in rows:
        key = and_(*(column == row[column.key] for column in table.primary_key))
        new = checksums(table, {**row, **values})
        connection.execute(update(table).where(key).values(**values, **new))
    return len(rows)


def insert_numbered(connection: Connection, table: Table, row: Row) -> None:
    """Insert a row whose id the database gives, which is part of its checksum."""
    made = connection.execute(insert(table), dict(row)).inserted_primary_key
    assert made is not None
    new = checksums(table, {**row, "id": made[0]})
    connection.execute(update(table).where(table.c.id == made[0]).values(**new))
