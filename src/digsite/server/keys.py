"""The keys people hold: tokens of programs, links to another device, devices. Jobs for a Store, and queries."""

from typing import Literal, TypeAlias, TypedDict

from sqlalchemy import Connection, delete, func, insert, select

from digsite.server import schema as s
from digsite.server.checksums import Row, as_it_is
from digsite.server.damage import alter, sound_row, sound_rows
from digsite.tables.refused import Refused

Kind = Literal["token", "link", "device"]
Holder: TypeAlias = tuple[Row, Row | None]  # a person, and the key they came with
c = s.tokens.c


class KeyRow(TypedDict):
    """A row of the database: a secret only as its digest."""

    digest: str
    id: str
    person: str
    kind: Kind
    label: str
    created: int
    expires: int | None
    used: int | None


class Key(TypedDict):
    """A key as its owner sees it."""

    id: str
    label: str
    created: int
    used: int | None


def holder(connection: Connection, kind: Kind, person: str = "", *, id: str = "", digest: str = "") -> Holder | None:
    """Return the person who holds a key, and the key. Raises Damaged."""
    own = c.digest == digest if digest else (c.id == id) & (c.person == person)
    key = sound_row(connection, s.tokens, own & (c.kind == kind))
    row = sound_row(connection, s.people, s.people.c.id == key["person"]) if key else None
    return (row, key) if row else None


def person(connection: Connection, id: str, signed_out_by: int) -> Holder | None:
    """Return a person who has not signed out everywhere since a moment. Raises Damaged."""
    row = sound_row(connection, s.people, s.people.c.id == id)
    return (row, None) if row and row["signed_out"] <= signed_out_by else None


def note_use(connection: Connection, id: str, now: int) -> None:
    alter(connection, s.tokens, c.id == id, used=now)


def add(connection: Connection, row: KeyRow, most: int) -> None:
    """Write a new key. Old links and devices make room for it; tokens do not, and Refused is raised."""
    held = select(c.id).where(c.person == row["person"], c.kind == row["kind"])
    held = held.order_by(func.coalesce(c.used, c.created).desc(), c.id)
    old = connection.scalars(held).all()[most - 1 :]
    if old and row["kind"] == "token":
        raise Refused(409, "too many", "You can have at most %(most)s tokens; delete one first", most=most)
    if old:
        connection.execute(delete(s.tokens).where(c.id.in_(old)))
    connection.execute(insert(s.tokens), row)


def held(connection: Connection, person: str, kind: Kind) -> list[Key]:
    """Return a person's keys of a kind, oldest first."""
    query = as_it_is(s.tokens).where(c.person == person, c.kind == kind).order_by(c.created)
    rows = sound_rows(connection, s.tokens, query)
    return [{"id": row["id"], "label": row["label"], "created": row["created"], "used": row["used"]} for row in rows]


def end(connection: Connection, person: str, kind: Kind, id: str) -> int:
    """Delete a key, and return how many there were: one, or none."""
    return connection.execute(delete(s.tokens).where(c.person == person, c.id == id, c.kind == kind)).rowcount


def end_all(connection: Connection, person: str, but: str, now: int) -> int:
    """Delete all keys of a person but one, and let no older cookie count."""
    alter(connection, s.people, s.people.c.id == person, signed_out=now)
    return connection.execute(delete(s.tokens).where(c.person == person, c.id != but)).rowcount


def use_link(connection: Connection, digest: str, now: int) -> Row | None:
    """Delete a link that is used, and return the row of its person; None where it is not good any more."""
    own = (c.digest == digest) & (c.kind == "link")
    link = sound_row(connection, s.tokens, own)
    connection.execute(delete(s.tokens).where(own))
    if link is None or link["expires"] <= now:
        return None
    return sound_row(connection, s.people, s.people.c.id == link["person"])
