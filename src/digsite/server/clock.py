"""The server's time: it never goes backwards, and no player pays for the time the server was away."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import Connection, func, insert, select, update

from digsite.server import schema as s
from digsite.server.checksums import as_it_is, checksums
from digsite.server.damage import insert_numbered, sound_rows

PULSE = 2_000  # how often a server notes that it is alive
GAP = 3 * PULSE  # … and after how long without it was down
MEMORY = 100 * 86_400_000  # longer than anybody may think, outages aside
ALIVE = "alive"


@dataclass
class Clock:
    """Milliseconds since 1970: begins with the wall clock, then runs by itself, whatever the wall clock is set to."""

    wall: Callable[[], float] = time.time
    tick: Callable[[], float] = time.monotonic
    outages: list[tuple[int, int]] = field(default_factory=list)
    moved: dict[str, tuple[int, int]] = field(default_factory=dict)  # moments at tables: as kept, and as they count

    def __post_init__(self) -> None:
        self._begun, self._ticks = int(self.wall() * 1000), self.tick()

    def now(self) -> int:
        return self._begun + int((self.tick() - self._ticks) * 1000)

    def not_before(self, least: int) -> None:
        """Go on from `least`, if the wall clock was set back while the server was down."""
        self._begun += max(least - self.now(), 0)

    def counted(self, id: str, moment: int) -> int:
        """Return a moment kept at a table as this clock counts it: the clock may have been put back since."""
        kept, counts = self.moved.get(id, (moment, moment))
        return counts if kept == moment else moment

    def between(self, since: int, until: int) -> int:
        """Return the time between two moments, without the time the server was away."""
        away = sum(max(min(until, ended) - max(since, begun), 0) for begun, ended in self.outages)
        return max(until - since - away, 0)


def seen_alive(connection: Connection) -> int:
    """Return when a server was last seen alive, 0 where none was or where that is damaged."""
    found = sound_rows(connection, s.settings, as_it_is(s.settings).where(s.settings.c.name == ALIVE))
    return int(found[0]["value"]) if found and found[0]["value"].isdigit() else 0


def pulse(connection: Connection, now: int, gap: int | None = None) -> list[tuple[int, int]]:
    """Note that a server is alive, and an outage if none was for a while. Return all outages."""
    own = s.settings.c.name == ALIVE
    known = connection.scalar(select(s.settings.c.name).where(own).with_for_update())
    last = seen_alive(connection)
    row = {"name": ALIVE, "value": str(now)}
    if known is None:
        connection.execute(insert(s.settings), row)
    elif now > last:
        if last and now - last > (GAP if gap is None else gap):
            insert_numbered(connection, s.outages, {"begun": last, "ended": now})
        connection.execute(update(s.settings).where(own).values(**row, **checksums(s.settings, row)))
    c = s.outages.c
    away = select(func.coalesce(func.sum(c.ended - c.begun), 0))  # or a clock far ahead hides the others
    query = as_it_is(s.outages).where(c.ended > now - MEMORY - away.scalar_subquery()).order_by(c.id)
    return [(row["begun"], row["ended"]) for row in sound_rows(connection, s.outages, query)]
