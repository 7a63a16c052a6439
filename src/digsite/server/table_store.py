"""Tables in the database: the head of each, and its log. Every function here is a job for a Store."""

import json
from collections.abc import Sequence
from typing import TypedDict

from pydantic_core import to_json
from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from digsite.server import schema as s
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
    row = head_row(table, entry.at, None)
    fixed = {
        "id": table.id,
        "game": table.terms.game,
        "host": table.host,
        "pairing": table.terms.pairing,
        "seed": table.seed,
        "created": entry.at,
    }
    connection.execute(insert(s.tables), {**row, **fixed})
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
    return {
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
    }


def entry_row(table: Table, entry: AnyEntry, event: Event) -> dict[str, object]:
    """Return the row of an entry, with all columns."""
    return {
        "table_id": table.id,
        "version": entry.version,
        "kind": entry.kind,
        "at": entry.at,
        "person": entry.person,
        "event": to_json(event).decode(),
        "request": entry.request,
    }


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
    """Return a table as its last entry left it. Nothing is replayed, unless the size of positions has changed since."""
    c = s.tables.c
    row = connection.execute(select(c.version, c.status, c.seed, c.state, c.snapshot).where(c.id == id)).first()
    if row is None:
        return None
    table = restore(id, row.version, row.status, row.seed, row.state, json.loads(row.snapshot))
    if table.state and not table.outdated and len(table.state) != table.game.state_bytes:
        return refold(connection, id, table.seed)[0]
    return table


def find(connection: Connection, where: ColumnElement[bool], most: int) -> list[Table]:
    """Return the tables of a condition, but not those that were closed, the latest first."""
    query = select(s.tables.c.id).where(where, NOT_CLOSED).order_by(s.tables.c.changed.desc()).limit(most)
    found = (load(connection, id) for id in connection.scalars(query).all())
    return [table for table in found if table]


def listed(connection: Connection, status: str, game: str | None, most: int) -> list[Table]:
    """Return public tables: the latest of each host, then the next of each, so that nobody fills the list alone."""
    c = s.tables.c
    where = c.public & (c.status == status) & NOT_CLOSED
    where = where & (c.game == game) if game else where
    recent = select(c.id, c.host, c.changed).where(where).order_by(c.changed.desc()).limit(MOST_LISTED).subquery()
    latest = recent.c.changed.desc()
    place = func.row_number().over(partition_by=recent.c.host, order_by=latest)
    ids = connection.scalars(select(recent.c.id).order_by(place, latest).limit(most)).all()
    found = {table.id: table for table in find(connection, c.id.in_(ids), most)}
    return [found[id] for id in ids if id in found]


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
    return [(table, row.changed) for row in rows if (table := load(connection, row.id))]


def entries(connection: Connection, id: str, since: int = 0) -> list[AnyEntry]:
    """Return the entries of a table's log after a version. Their payloads are whole events."""
    c = s.entries.c
    rows = connection.execute(select(s.entries).where(c.table_id == id, c.version > since).order_by(c.version))
    return [Entry(row.version, row.kind, json.loads(row.event), row.at, row.person, row.request) for row in rows]


def events(connection: Connection, id: str, since: int) -> list[Event]:
    """Return the events of a table after a version."""
    c = s.entries.c
    query = select(c.event).where(c.table_id == id, c.version > since).order_by(c.version)
    return [json.loads(event) for event in connection.scalars(query)]


def moves(connection: Connection, id: str, version: int) -> list[Move]:
    """Return all moves of a table's game that stand at a version."""
    return moves_of([entry for entry in entries(connection, id) if entry.version <= version])


def refold(connection: Connection, id: str, seed: bytes) -> tuple[Table, Sequence[Move]]:
    """Return the table that its whole log makes, and the moves of its game."""
    return fold_log(id, seed, entries(connection, id))


def answered(connection: Connection, id: str, person: str, request: str) -> Event | None:
    """Return the event that an earlier request of this id brought about, if there was one."""
    c = s.entries.c
    found = connection.scalar(select(c.event).where(c.table_id == id, c.person == person, c.request == request))
    event: Event | None = json.loads(found) if found else None
    return event
