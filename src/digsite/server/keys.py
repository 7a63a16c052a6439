"""The keys people hold: tokens of programs, links to another device, devices. Jobs for a Store, and queries."""

from typing import Literal, TypedDict

from sqlalchemy import Connection, Row, Select, delete, func, insert, literal, null, select, update

from digsite.server import schema as s
from digsite.tables.refused import Refused

Kind = Literal["token", "link", "device"]
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


def holder(kind: Kind, person: str = "", *, id: str = "", digest: str = "") -> Select[tuple[object, ...]]:
    """Return the query of the person who holds a key, with the key's id and when it was used last."""
    own = c.digest == digest if digest else (c.id == id) & (c.person == person)
    query = select(s.people, c.id.label("key"), c.used).join(s.tokens, c.person == s.people.c.id)
    return query.where(own, c.kind == kind)


def person(id: str, signed_out_by: int) -> Select[tuple[object, ...]]:
    """Return the query of a person who has not signed out everywhere since a moment."""
    query = select(s.people, null().label("key"), literal(0).label("used"))
    return query.where(s.people.c.id == id, s.people.c.signed_out <= signed_out_by)


def note_use(connection: Connection, id: str, now: int) -> None:
    connection.execute(update(s.tokens).where(c.id == id).values(used=now))


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
    query = select(c.id, c.label, c.created, c.used).where(c.person == person, c.kind == kind).order_by(c.created)
    rows = connection.execute(query).all()
    return [{"id": row.id, "label": row.label, "created": row.created, "used": row.used} for row in rows]


def end(connection: Connection, person: str, kind: Kind, id: str) -> int:
    """Delete a key, and return how many there were: one, or none."""
    return connection.execute(delete(s.tokens).where(c.person == person, c.id == id, c.kind == kind)).rowcount


def end_all(connection: Connection, person: str, but: str, now: int) -> int:
    """Delete all keys of a person but one, and let no older cookie count."""
    connection.execute(update(s.people).where(s.people.c.id == person).values(signed_out=now))
    return connection.execute(delete(s.tokens).where(c.person == person, c.id != but)).rowcount


def use_link(connection: Connection, digest: str, now: int) -> Row[tuple[object, ...]] | None:
    """Delete a link that is used, and return the row of its person; None where it is not good any more."""
    own = (c.digest == digest) & (c.kind == "link")
    person = connection.scalar(select(c.person).where(own, c.expires > now))
    connection.execute(delete(s.tokens).where(own))
    return connection.execute(select(s.people).where(s.people.c.id == person)).first()
