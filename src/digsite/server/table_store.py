"""Tables in the database: the head of each, and its log. Every function here is a job for a Store.

What is damaged is noted, and raises Damaged. `mending` makes a damaged head anew from its log.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TypedDict

from pydantic_core import to_json
from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from digsite.core.compile_cache import NotCompiled
from digsite.core.errors import DigsiteError
from digsite.server import schema as s
from digsite.server.checksums import Row, as_it_is, checksums, is_sound
from digsite.server.damage import Damaged, met
from digsite.server.migrations.checksums import checksum
from digsite.server.store import notify
from digsite.tables.entries import AnyEntry, Entry, Move, moves_of
from digsite.tables.fold import fold_log
from digsite.tables.serializers import Event
from digsite.tables.snapshots import restore, snapshot
from digsite.tables.table import Status, Table


class Stale(Exception):
    """Somebody else has changed the table since."""


class Repeated(Exception):
    """This person has made a request of this id at this table before."""


class HeadRow(TypedDict):
    """The columns of a table's row that its entries change: all of them are written with every entry."""

    version: int
    status: Status
    public: bool
    state: bytes
    snapshot: str
    waits_for: str | None
    deadline: int | None
    bot_to_act: bool
    changed: int
    leased_until: int
    lease: None
    pairing: bool
    sum: int


UPDATE = (
    update(s.tables)
    .where(s.tables.c.id == bindparam("own_id"), s.tables.c.version == bindparam("before"))
    .values({name: bindparam(name) for name in HeadRow.__annotations__})
)
INSERT = insert(s.entries)
MOST_LISTED = 5_000  # public tables among which those of a list are chosen
NOT_CLOSED = (s.tables.c.status != "over") | (s.tables.c.state != b"")


def save_new(connection: Connection, table: Table, entry: AnyEntry, event: Event) -> None:
    """Write a new table and its first entry."""
    connection.execute(insert(s.tables), whole_row(table, entry.at, entry.at))
    _write_entry(connection, table, entry, event)


def append(connection: Connection, table: Table, entry: AnyEntry, event: Event, deadline: int | None) -> None:
    """Write one more entry and the table after it, both or neither. Raises Stale or Repeated."""
    row = head_row(table, entry.at, deadline)
    if connection.execute(UPDATE, {**row, "own_id": table.id, "before": entry.version - 1}).rowcount != 1:
        raise Stale
    try:
        _write_entry(connection, table, entry, event)
    except IntegrityError:
        raise Repeated from None
    if seats_somebody(entry):
        write_places(connection, table)


def seats_somebody(entry: AnyEntry) -> bool:
    """Return whether an entry of a table that is there may have given a seat to a person."""
    return entry.kind in ("sat", "gone") and bool(entry.person)


def head_row(table: Table, changed: int, deadline: int | None) -> HeadRow:
    """Return what an entry changes in its table's row; `table` is the table after it."""
    actor = table.actor
    row: HeadRow = {
        "version": table.version,
        "status": table.status,
        "public": table.terms.visibility == "public",
        "state": table.state,
        "snapshot": to_json(snapshot(table)).decode(),
        "waits_for": actor.person if actor and actor.kind == "person" else None,
        "deadline": deadline,
        "bot_to_act": actor is not None and actor.kind == "bot",
        "changed": changed,
        "leased_until": 0,
        "lease": None,
        "pairing": table.terms.pairing,
        "sum": 0,
    }
    row["sum"] = checksum([table.id, *(row[name] for name in s.HEAD)])  # type: ignore[literal-required]
    return row


def whole_row(table: Table, created: int, changed: int) -> dict[str, object]:
    """Return the row of a table, also with what its entries never change."""
    fixed = {"id": table.id, "game": table.terms.game, "host": table.host, "seed": table.seed, "created": created}
    row = {**head_row(table, changed, deadline(table)), **fixed}
    return row | checksums(s.tables, row)


def deadline(table: Table) -> int | None:
    """Return when the time of the player to act may have run out."""
    left = table.time_left()
    return None if left is None else table.since + left


def entry_row(table: Table, entry: AnyEntry, event: Event) -> dict[str, object]:
    """Return the row of an entry, with all columns."""
    row = {
        "table_id": table.id,
        "version": entry.version,
        "kind": entry.kind,
        "at": entry.at,
        "person": entry.person,
        "event": to_json(event).decode(),
        "request": entry.request,
    }
    return row | checksums(s.entries, row)


def _write_entry(connection: Connection, table: Table, entry: AnyEntry, event: Event) -> None:
    connection.execute(INSERT, entry_row(table, entry, event))
    if entry.version == 1:
        write_places(connection, table)
    notify(connection, f"{table.id} {table.version}")


def write_places(connection: Connection, table: Table) -> None:
    """Note who has a seat at a table, for their lists of tables."""
    known = set(connection.scalars(select(s.places.c.person).where(s.places.c.table_id == table.id)))
    new = [{"person": person, "table_id": table.id} for person in table.people - known]
    if new:
        connection.execute(insert(s.places), new)


def load(connection: Connection, id: str) -> Table | None:
    """Return a table as its last entry left it. Nothing is replayed, unless the size of positions has changed since.

    Raises Damaged if its head is damaged: it can perhaps be mended.
    """
    row = row_of(connection, id)
    if row is None:
        if connection.scalar(select(s.entries.c.version).where(s.entries.c.table_id == id).limit(1)):
            raise met(connection).close(Damaged(f"tables {id}", "it is missing", id))
        return None
    if not is_sound(s.tables, row):
        raise _bad_head(connection, id, "its checksum is wrong")
    try:
        table = restore(id, row["version"], row["status"], row["seed"], row["state"], json.loads(row["snapshot"]))
        if not table.state or table.outdated:
            return table
        if len(table.state) != table.game.state_bytes:
            return refold(connection, id, table.seed)[0]
        faults = table.game.check(table.position)
    except NotCompiled:  # the rules are not there yet, and nothing is wrong
        raise
    except (DigsiteError, LookupError, ValueError, TypeError) as error:
        raise _bad_head(connection, id, f"it makes no table: {error}") from None
    if faults:
        raise _bad_head(connection, id, f"its position is impossible: {faults[0]}")
    return table


def row_of(connection: Connection, id: str) -> Row | None:
    """Return a table's row as it is in the database, damaged or not."""
    return connection.execute(as_it_is(s.tables).where(s.tables.c.id == id)).mappings().first()


def _bad_head(connection: Connection, id: str, why: str) -> Damaged:
    met(connection).heads.add(id)
    return met(connection).note(Damaged(f"tables {id}", why, id))


def find(connection: Connection, where: ColumnElement[bool], most: int) -> list[Table]:
    """Return the tables of a condition, but not those that were closed or are damaged, the latest first."""
    query = select(s.tables.c.id).where(where, NOT_CLOSED, not_damaged(connection))
    ids = connection.scalars(query.order_by(s.tables.c.changed.desc()).limit(most)).all()
    found = (_usable(connection, id) for id in ids)
    return [table for table in found if table]


def listed(connection: Connection, status: str, game: str | None, most: int) -> list[Table]:
    """Return public tables: the latest of each host, then the next of each, so that nobody fills the list alone."""
    c = s.tables.c
    where = c.public & (c.status == status) & NOT_CLOSED & not_damaged(connection)
    where = where & (c.game == game) if game else where
    recent = select(c.id, c.host, c.changed).where(where).order_by(c.changed.desc()).limit(MOST_LISTED).subquery()
    latest = recent.c.changed.desc()
    place = func.row_number().over(partition_by=recent.c.host, order_by=latest)
    ids = connection.scalars(select(recent.c.id).order_by(place, latest).limit(most)).all()
    found = {table.id: table for table in find(connection, c.id.in_(ids), most)}
    return [found[id] for id in ids if id in found]


def _usable(connection: Connection, id: str) -> Table | None:
    try:
        return load(connection, id)
    except Damaged:
        return None


def not_damaged(connection: Connection) -> ColumnElement[bool]:
    """Return the condition of the tables that are not known to be damaged: these must not fill up lists."""
    return s.tables.c.id.not_in(met(connection).closed)


def has_played(person: str, game: str, status: Status | None) -> Select[tuple[str, int]]:
    """Return the query of the tables where a person has or had a seat, with when each changed last."""
    c = s.tables.c
    query = select(c.id, c.changed).join(s.places, s.places.c.table_id == c.id)
    query = query.where(s.places.c.person == person, NOT_CLOSED)
    query = query.where(c.game == game) if game else query
    return query.where(c.status == status) if status else query


def count_played(connection: Connection, person: str, game: str, status: Status | None) -> int:
    """Return how many tables a person has or had a seat at."""
    return connection.scalar(select(func.count()).select_from(has_played(person, game, status).subquery())) or 0


def played(
    connection: Connection, person: str, game: str, status: Status | None, most: int, skip: int
) -> list[tuple[Table, int]]:
    """Return some tables of a person and when each changed last, the latest first."""
    query = has_played(person, game, status).order_by(s.tables.c.changed.desc(), s.tables.c.id)
    rows = connection.execute(query.limit(most).offset(skip)).all()
    return [(table, row.changed) for row in rows if (table := _usable(connection, row.id))]


def entries(connection: Connection, id: str, since: int = 0) -> list[AnyEntry]:
    """Return the entries of a table's log after a version. Their payloads are whole events. Raises Damaged."""
    return [
        Entry(row["version"], row["kind"], event, row["at"], row["person"], row["request"])
        for row, event in _log(connection, id, since)
    ]


def _log(connection: Connection, id: str, since: int) -> Iterator[tuple[Row, Event]]:
    """Yield the rows of a table's log after a version, each with its event. Raises Damaged."""
    c = s.entries.c
    query = as_it_is(s.entries).where(c.table_id == id, c.version > since).order_by(c.version)
    for version, row in enumerate(connection.execute(query).mappings().all(), since + 1):
        if row["version"] != version:
            raise met(connection).close(Damaged(f"entries {id} {version}", "it is missing", id))
        yield row, _event(connection, row)


def _event(connection: Connection, row: Row) -> Event:
    """Return the event in a row of a log. Raises Damaged."""
    if is_sound(s.entries, row):
        with suppress(ValueError):
            event: Event = json.loads(row["event"])
            return event
    raise met(connection).close(Damaged(f"entries {row['table_id']} {row['version']}", id=row["table_id"]))


def events(connection: Connection, id: str, since: int) -> list[Event]:
    """Return the events of a table after a version. Raises Damaged."""
    return [event for _, event in _log(connection, id, since)]


def moves(connection: Connection, id: str, version: int) -> list[Move]:
    """Return all moves of a table's game that stand at a version. Raises Damaged."""
    return moves_of(entries_until(connection, id, 0, version))


def entries_until(connection: Connection, id: str, since: int, until: int) -> list[AnyEntry]:
    """Return the entries after a version up to another, which must all be there. Raises Damaged."""
    found = [entry for entry in entries(connection, id, since) if entry.version <= until]
    if len(found) != until - since:
        raise met(connection).close(Damaged(f"entries {id} {since + len(found) + 1}", "it is missing", id))
    return found


def refold(connection: Connection, id: str, seed: bytes) -> tuple[Table, Sequence[Move]]:
    """Return the table that its whole log makes, and the moves of its game."""
    return fold_log(id, seed, entries(connection, id))


def answered(connection: Connection, id: str, person: str, request: str) -> Event | None:
    """Return the event that an earlier request of this id brought about, if there was one. Raises Damaged."""
    c = s.entries.c
    query = as_it_is(s.entries).where(c.table_id == id, c.person == person, c.request == request)
    row = connection.execute(query).mappings().first()
    return _event(connection, row) if row else None
