"""What one person, and one address, may have and do. `limits` has the numbers; what is too much is refused here."""

import json
from collections.abc import Callable, Mapping
from math import ceil

from sqlalchemy import Connection, func, select

from digsite.server import schema as s
from digsite.server.addresses import UNKNOWN, current_address
from digsite.server.buckets import Bucket
from digsite.server.limits import Limits
from digsite.server.live import Hub
from digsite.tables.refused import Refused

HOUR, DAY, KB, MB = 3600, 86_400, 1024, 1024 * 1024
MESSAGES_AT_ONCE = 5
LATER = 600  # seconds until somebody who has too much of something may look again


class TooMuch(Refused):
    """A request beyond a limit; asking again makes sense after `wait` seconds."""

    def __init__(self, code: str, message: str, wait: float, status: int = 429, most: int = 0) -> None:
        super().__init__(status, code, message, most=most)
        self.wait = ceil(wait)


class Rate:
    """How often one person may do something, and all of one address."""

    def __init__(self, most: float, seconds: float, people: int, burst: float | None = None) -> None:
        burst = most if burst is None else min(most, burst)
        self._person = Bucket(most / seconds, burst)
        self._address = Bucket(most * people / seconds, burst * people)

    def wait(self, person: str, cost: float = 1.0) -> float:
        """Return 0 if a person may do it now, else the seconds to wait."""
        address = current_address()
        own = self._person.take(person, cost)
        return own or (0.0 if address == UNKNOWN else self._address.take(address, cost))


class Quotas:
    """The limits of one process on what people do, and of its database on what they have."""

    def __init__(self, limits: Limits, hub: Hub) -> None:
        self.limits, self.hub = limits, hub
        people = limits.people_per_address
        self._guests = Bucket(limits.guests_per_minute / 60, limits.guests_per_minute)
        self._tables = Rate(limits.tables_per_hour, HOUR, people)
        self._messages = Rate(limits.messages_per_minute, 60, people, MESSAGES_AT_ONCE)
        self._hints = Rate(limits.hints_per_minute, 60, people)
        self._kept = Rate(limits.records_mb * MB, DAY, people)

    def guest(self) -> None:
        """Raise TooMuch if too many guests have come from an address lately."""
        if wait := self._guests.take(current_address()):
            raise TooMuch("too fast", "Too many new guests; wait a little", wait)

    def message(self, person: str) -> None:
        """Raise TooMuch if a person has sent too many messages lately."""
        if wait := self._messages.wait(person):
            raise TooMuch("too fast", "Too many messages; wait a little", wait)

    def hint(self, person: str) -> None:
        """Raise TooMuch if a person has asked for too many hints lately."""
        if wait := self._hints.wait(person):
            raise TooMuch("too fast", "Too many hints; wait a little", wait)

    def table(self, person: str) -> Callable[[Connection], None]:
        """Return a job that raises TooMuch if a person has too many tables; raise it here for too many lately."""
        if wait := self._tables.wait(person):
            raise TooMuch("too fast", "Too many new tables; wait a little", wait)
        most, c = self.limits.open_tables, s.tables.c
        query = select(func.count()).select_from(s.tables).where(c.host == person, c.status != "over")

        def job(connection: Connection) -> None:
            if (connection.scalar(query) or 0) >= most:
                raise TooMuch(
                    "too many",
                    "You have %(most)s tables that are not over: finish or close one first",
                    LATER,
                    most=most,
                )

        return job

    def record(self, person: str, record: str, meta: Mapping[str, object]) -> Callable[[Connection], None]:
        """Return a job that raises TooMuch if a person keeps too many records; raise it here for too large a one."""
        limits, size, c = self.limits, len(record.encode()), s.records.c
        if len(json.dumps(meta)) > limits.meta_kb * KB:
            raise TooMuch("too large", "The meta of a record is at most %(most)s KB", 0, 413, most=limits.meta_kb)
        if wait := self._kept.wait(person, size):
            raise TooMuch("too fast", "Too many records; wait a little", wait)
        query = select(func.count(), func.coalesce(func.sum(func.length(c.record)), 0)).where(c.person == person)

        def job(connection: Connection) -> None:
            number, had = connection.execute(query).one()
            if number >= limits.records:
                raise TooMuch("too many", "You keep %(most)s records: delete one first", LATER, most=limits.records)
            if had + size > limits.records_mb * MB:
                raise TooMuch("too large", "Your records are at most %(most)s MB", LATER, 413, most=limits.records_mb)

        return job

    def stream(self, person: str | None) -> None:
        """Raise TooMuch if a person has too many streams open."""
        if person and self.hub.count_readers(f"person {person}") >= self.limits.streams_per_person:
            raise TooMuch("too many", "Too many streams are open", 5)
