"""Deletes what nobody uses any more: old tables, kept records, idle guests, expired links. Jobs for a Store."""

from sqlalchemy import Connection, delete, exists, select

from digsite.server import schema as s

ROWS = 500  # deleted at once


def prune_tables(connection: Connection, before: int, *statuses: str) -> int:
    """Delete some tables of these statuses that have not changed since, with all of theirs; return how many."""
    c = s.tables.c
    ids = connection.scalars(select(c.id).where(c.changed < before, c.status.in_(statuses)).limit(ROWS)).all()
    for table in (s.entries, s.chat, s.places):
        connection.execute(delete(table).where(table.c.table_id.in_(ids)))
    connection.execute(delete(s.tables).where(c.id.in_(ids)))
    return len(ids)


def prune_records(connection: Connection, before: int) -> int:
    """Delete some records that were kept before then; return how many."""
    c = s.records.c
    old = select(c.id).where(c.at < before).limit(ROWS)
    return connection.execute(delete(s.records).where(c.id.in_(connection.scalars(old).all()))).rowcount


def prune_guests(connection: Connection, before: int) -> int:
    """Delete some guests who have not come since and have neither games nor records; return how many."""
    c = s.people.c
    needed = (
        exists().where(s.places.c.person == c.id),
        exists().where(s.tables.c.host == c.id),
        exists().where(s.records.c.person == c.id),
    )
    idle = select(c.id).where(c.seen < before, c.created < before, *(~need for need in needed)).limit(ROWS)
    ids = connection.scalars(idle).all()
    connection.execute(delete(s.tokens).where(s.tokens.c.person.in_(ids)))
    connection.execute(delete(s.people).where(c.id.in_(ids)))
    return len(ids)


def prune_links(connection: Connection, now: int) -> int:
    """Delete tokens and links that have expired; return how many."""
    return connection.execute(delete(s.tokens).where(s.tokens.c.expires <= now)).rowcount
