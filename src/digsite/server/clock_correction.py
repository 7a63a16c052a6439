"""Puts the server's time back at a start, after it ran ahead because the wall clock was wrong at an earlier one.

A start with the wall clock far ahead looks like a long outage, and the time after it is too late by as much. Once the
wall clock is right again, it is behind the moment at which a server was last seen alive. Then so much is taken out of
the longest outages, and every moment after them moves back, so that no span of time in which a server was there becomes
shorter or longer: nobody gains time, and nobody loses any. Logs stay as they are: of each game that is played, the
moment its turn began is kept beside, as it counts from then on. Without such outages (perhaps it is the wall clock that
is wrong now) the server's time goes on from where it was.
"""

import json
import logging
from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select

from digsite.server import schema as s
from digsite.server.checksums import Row, as_it_is
from digsite.server.clock import ALIVE, seen_alive
from digsite.server.damage import alter, sound_rows
from digsite.tables.table import DAY

log = logging.getLogger("digsite.clock")
MOVED = "moved moments"
SLIGHT = 60_000  # a difference that is no matter: the server's time just goes on
Outage = tuple[int, int, int]  # id, begun, ended


def correct(connection: Connection, now: int) -> int:
    """Return the server's time at a start: the wall clock's `now`, unless that is behind without an explanation."""
    own = s.settings.c.name == ALIVE
    connection.execute(select(s.settings.c.name).where(own).with_for_update())  # now nobody else does the same
    alive = seen_alive(connection)
    ahead = alive - now
    if ahead <= SLIGHT:
        return max(alive, now)
    taken = _taken([(row["id"], row["begun"], row["ended"]) for row in _outages(connection)], ahead)
    if not taken:
        log.warning(
            "the clock is behind the time at which the server was last seen; the server's time goes on from there",
            extra={"behind_seconds": ahead // 1000},
        )
        return alive
    _move_outages(connection, taken)
    _move_tables(connection, taken, now)
    expires = s.tokens.c.expires
    alter(connection, s.tokens, expires > now + DAY, expires=now + DAY)
    alter(connection, s.settings, own, value=str(now))
    log.warning("the clock was ahead at an earlier start; it is put back", extra={"ahead_seconds": ahead // 1000})
    return now


def moved_moments(connection: Connection) -> dict[str, tuple[int, int]]:
    """Return, by table, the moment its turn began: as its log has it, and as it counts since the clock was put back."""
    rows = sound_rows(connection, s.settings, as_it_is(s.settings).where(s.settings.c.name == MOVED))
    kept = json.loads(rows[0]["value"]) if rows else {}
    return {id: (moment, counts) for id, (moment, counts) in kept.items()}


def _outages(connection: Connection) -> list[Row]:
    return sound_rows(connection, s.outages, as_it_is(s.outages))


def _taken(outages: Iterable[Outage], ahead: int) -> dict[Outage, int]:
    """Return how much is taken out of which outages, the longest first; nothing where they are too short in all."""
    taken: dict[Outage, int] = {}
    for outage in sorted(outages, key=lambda outage: outage[1] - outage[2]):
        taken[outage] = min(outage[2] - outage[1], ahead - sum(taken.values()))
        if sum(taken.values()) == ahead:
            return taken
    return {}


def _moved(moment: int, taken: dict[Outage, int]) -> int:
    return moment - sum(part for (_, _, ended), part in taken.items() if ended <= moment)


def _move_outages(connection: Connection, taken: dict[Outage, int]) -> None:
    for row in _outages(connection):
        begun, ended = _moved(row["begun"], taken), _moved(row["ended"], taken)
        alter(connection, s.outages, s.outages.c.id == row["id"], begun=begun, ended=ended)


def _move_tables(connection: Connection, taken: dict[Outage, int], now: int) -> None:
    """Keep as what the turns' beginnings count, and let the next look at clocks find what has run out."""
    c, before, moved = s.tables.c, moved_moments(connection), dict[str, tuple[int, int]]()
    for row in connection.execute(select(c.id, c.snapshot).where(c.status == "playing")):
        since = _since(row.snapshot)
        if since is not None:
            kept, counts = before.get(row.id, (since, since))
            moved[row.id] = (since, _moved(counts if kept == since else since, taken))
    changed = {id: pair for id, pair in moved.items() if pair[0] != pair[1]}
    connection.execute(delete(s.settings).where(s.settings.c.name == MOVED))
    connection.execute(insert(s.settings), {"name": MOVED, "value": json.dumps(changed)})
    alter(connection, s.tables, c.changed > now, changed=now)
    alter(connection, s.tables, c.deadline > now, deadline=now)
    alter(connection, s.tables, c.leased_until > now, leased_until=0)


def _since(snapshot: str) -> int | None:
    """Return when a table's turn began; None where the row is damaged."""
    try:
        since = json.loads(snapshot)["since"]
    except (ValueError, LookupError, TypeError):
        return None
    return since if isinstance(since, int) else None
