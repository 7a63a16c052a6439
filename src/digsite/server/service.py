"""All parts of a running server, put together; one for each process."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from dataclasses import replace
from threading import Event

from digsite.bench import warm_bots
from digsite.core.chance import MOST_LETTERS, word_fault
from digsite.games import GAMES, load
from digsite.server import commands
from digsite.server.clock import Clock
from digsite.server.desk import Desk
from digsite.server.guard import Bucket, Metrics
from digsite.server.live import Hub, Presence
from digsite.server.people import People, Person
from digsite.server.settings import Settings
from digsite.server.showing import Shown
from digsite.server.store import Store
from digsite.server.table import Entry, Refused, Seat, Table
from digsite.server.thinking import Thinkers
from digsite.terminal.hinting import Hint, ponder

log = logging.getLogger("digsite.server")
LONGEST_SAYING = 500
MOST_HINTS = 200


class Service:
    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = Store(settings.url)
        self.hub = Hub()
        self.desk = Desk(self.store, self.hub, clock or Clock())
        self.people = People(self.store, self.desk.clock, settings.secret)
        self.bots = Thinkers(self.desk, settings.bot_threads or None)
        self.desk.listeners.append(self._count)
        self.metrics.bots.set_function(lambda: self.bots.waiting)
        self._guests = Bucket(settings.guests_per_minute / 60, settings.guests_per_minute)
        self._sayings = Bucket(0.5, 5)
        self.presence = Presence(self.hub)
        self.shown = Shown(self.desk)
        self._hints: OrderedDict[tuple[str, int], Hint] = OrderedDict()
        self._pondering = asyncio.Semaphore(1)
        self._listening: asyncio.Task[None] | None = None

    async def start(self) -> None:
        for name in GAMES:  # before anybody comes: a first time, compiling takes two minutes
            await asyncio.to_thread(warm_bots, load(name))
        await asyncio.to_thread(self.store.open)
        self.store.start()
        await self.people.start()
        await self.desk.start()
        await self.bots.start()
        if self.store.shared:
            from digsite.server.neighbours import listen

            self._listening = asyncio.create_task(listen(self.desk))

    async def stop(self) -> None:
        """What was accepted is written; then everything is let go."""
        self.hub.close()
        if self._listening:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        await self.bots.stop()
        await self.desk.stop()
        await self.store.stop()
        self.store.close()

    def _count(self, _: Table | None, entry: Entry, table: Table) -> None:
        self.metrics.changes.labels(table.terms.game, entry.kind).inc()

    def may_be_guest(self, address: str) -> None:
        if self._guests.take(address):
            raise Refused(429, "too fast", "Too many new guests; wait a little")

    def may_speak(self, person: Person) -> None:
        if self._sayings.take(person.id):
            raise Refused(429, "too fast", "One thing after the other: wait a little")

    async def say(self, id: str, person: Person, text: str) -> dict[str, object]:
        text = " ".join(text.split())
        parts = (text[start : start + MOST_LETTERS] for start in range(0, len(text), MOST_LETTERS))
        if not text or len(text) > LONGEST_SAYING or any(map(word_fault, parts)):
            raise Refused(422, "bad text", "A line of at most %(most)s plain characters is needed", most=LONGEST_SAYING)
        await self.desk.table(id)
        self.may_speak(person)
        return await self.desk.say(id, person.id, person.name, text)

    async def hint(self, table: Table) -> Hint:
        """What a master would do now: thought about once for each position, one position at a time."""
        key = table.id, table.moved
        async with self._pondering:
            if key not in self._hints:
                self._hints[key] = await asyncio.to_thread(ponder, table.game, table.position, Event())
                if len(self._hints) > MOST_HINTS:
                    self._hints.popitem(last=False)
        return self._hints[key]

    async def rematch(self, id: str, person: Person, at_once: bool = False) -> Table:
        """The table of the next game: opened by the first who asks, with seats kept for the others.

        `at_once` it begins as soon as everybody is there: against bots alone, that is now.
        """
        table = await self.desk.table(id)
        commands.offer_rematch(table, person.id, "", 0)
        other = table.rematch
        if not other:
            seats = [_kept_for(seat, person.id) for seat in table.seats]
            terms = table.terms
            if terms.guide:  # once is enough
                terms = replace(terms, guide=False, practice=False)
            new = await self.desk.open(terms, seats, person.id)
            _, table = await self.desk.change(
                id, lambda t, now: commands.offer_rematch(t, person.id, t.rematch or new.id, now.at), person=person.id
            )
            other = table.rematch
        new = await self.desk.table(other)
        for number, seat in enumerate(new.seats):
            if seat.kind == "open" and seat.person == person.id:
                _, new = await self.desk.change(
                    other,
                    lambda t, now, n=number: commands.sit(t, person.id, person.name, n, "", now.at),  # type: ignore[misc]
                    person=person.id,
                )
        if at_once and new.status == "open" and all(seat.kind != "open" for seat in new.seats):
            with contextlib.suppress(Refused):  # somebody else was faster
                await self.desk.change(other, lambda t, now: commands.start(t, person.id, now.at), person=person.id)
        return await self.desk.table(other)


def _kept_for(seat: Seat, person: str) -> Seat:
    if seat.kind == "person" and seat.person != person:
        return Seat("open", seat.person, seat.name)
    return replace(seat, word="", bank=0, wants_end=False, lost="")
