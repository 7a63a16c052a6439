"""All parts of a running server, put together. One for each process."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from dataclasses import replace
from threading import Event

from starlette.requests import Request

from digsite.analysis.hints import Hint, find_hint
from digsite.analysis.warmup import warm_bots
from digsite.core.registry import game_names, load
from digsite.server.bot_runner import BotRunner
from digsite.server.chat import Chat, ChatMessage, clean_message
from digsite.server.clock import Clock
from digsite.server.live import Hub, Presence
from digsite.server.mending import Mender
from digsite.server.middleware import Bucket, Metrics
from digsite.server.page_cache import PageCache
from digsite.server.pairing import Pairing
from digsite.server.people import People, Person
from digsite.server.settings import Settings
from digsite.server.store import Store
from digsite.server.table_service import TableService
from digsite.server.timeouts import Timeouts
from digsite.tables import commands
from digsite.tables.entries import AnyEntry
from digsite.tables.refused import Refused
from digsite.tables.table import Seat, Table

log = logging.getLogger("digsite.server")
MOST_HINTS = 200


class Service:
    """The parts of one server process."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        settings.use_data()
        self.metrics = Metrics()
        self.store = Store(settings.url)
        self.hub = Hub()
        self.table_service = TableService(self.store, self.hub, clock or Clock())
        self.chat = Chat(self.table_service)
        self.people = People(self.store, self.table_service.clock, settings.secret)
        self.bots = BotRunner(self.table_service, settings.bot_threads or None)
        self.timeouts = Timeouts(self.table_service)
        self.mender = Mender(self.store)
        self.table_service.listeners.append(self._count)
        self.metrics.bots.set_function(lambda: self.bots.waiting)
        self._guests = Bucket(settings.guests_per_minute / 60, settings.guests_per_minute)
        self._messages = Bucket(0.5, 5)
        self.presence = Presence(self.hub)
        self.pairing = Pairing(self.table_service, self.presence)
        self.page_cache = PageCache(self.table_service)
        self._hints: OrderedDict[tuple[str, int], Hint] = OrderedDict()
        self._hint_lock = asyncio.Semaphore(1)
        self._listening: asyncio.Task[None] | None = None

    async def start(self) -> None:
        for name in game_names():  # before anybody comes: a first time, compiling takes two minutes
            await asyncio.to_thread(warm_bots, load(name))
        await asyncio.to_thread(self.store.open)
        self.store.start()
        await self.people.start()
        await self.table_service.start()
        await self.mender.start()
        await self.timeouts.start()
        await self.pairing.start()
        await self.bots.start()
        if self.store.shared:
            from digsite.server.pg_notify import listen

            self._listening = asyncio.create_task(listen(self.table_service, self.chat, self.people))

    async def stop(self) -> None:
        """Write what was accepted, then let everything go."""
        self.hub.close()
        if self._listening:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        await self.bots.stop()
        await self.pairing.stop()
        await self.timeouts.stop()
        await self.mender.stop()
        await self.table_service.stop()
        await self.store.stop()
        self.store.close()

    def _count(self, _: Table, entry: AnyEntry, table: Table) -> None:
        self.metrics.changes.labels(table.terms.game, entry.kind).inc()

    def limit_guests(self, address: str) -> None:
        """Raise Refused if too many guests have come from an address lately."""
        if self._guests.take(address):
            raise Refused(429, "too fast", "Too many new guests; wait a little")

    def limit_messages(self, person: Person) -> None:
        """Raise Refused if a person has sent too many messages lately."""
        if self._messages.take(person.id):
            raise Refused(429, "too fast", "Too many messages; wait a little")

    async def post_message(self, id: str, person: Person, text: str) -> ChatMessage:
        """Post a chat message. Raises Refused if it is none, or if the person has sent too many lately."""
        text = clean_message(text)
        await self.table_service.table(id)
        self.limit_messages(person)
        return await self.chat.post(id, person.id, person.name, text)

    async def change_person(self, person: Person, name: str | None, colour: str | None) -> Person:
        """Change a person's name or colour. Where a game has not begun, the seat is renamed, too."""
        changed = await self.people.change(person, name, colour)
        if changed.name != person.name:
            for table in await self.table_service.seated(person.id):
                for seat in table.seats_of(person.id) if table.status == "open" else ():
                    with contextlib.suppress(Refused):  # it began just now, or the seat was left
                        await self.table_service.change(
                            table.id,
                            lambda t, now, seat=seat: commands.rename(t, person.id, changed.name, seat, now.at),  # type: ignore[misc]
                            person=person.id,
                        )
        return changed

    async def hint(self, table: Table) -> Hint:
        """Return what a master would do now. Each position is thought about once, one position at a time."""
        key = table.id, table.position_version
        async with self._hint_lock:
            if key not in self._hints:
                self._hints[key] = await asyncio.to_thread(find_hint, table.game, table.position, Event())
                if len(self._hints) > MOST_HINTS:
                    self._hints.popitem(last=False)
        return self._hints[key]

    async def rematch(self, id: str, person: Person, at_once: bool = False) -> Table:
        """Return the table of the next game: the first who asks opens it, with seats reserved for the others.

        With `at_once` it starts as soon as everybody is there; against bots alone, that is now.
        """
        table = await self.table_service.table(id)
        commands.check_rematch(table, person.id)
        other = table.rematch
        if not other:
            seats = [_reserved(seat, person.id) for seat in table.seats]
            terms = replace(table.terms, pairing=False)  # they have found each other
            if terms.guide:  # once is enough
                terms = replace(terms, guide=False, practice=False)
            new = await self.table_service.open(terms, seats, person.id)
            _, table = await self.table_service.change(
                id, lambda t, now: commands.offer_rematch(t, person.id, t.rematch or new.id, now.at), person=person.id
            )
            other = table.rematch
        new = await self.table_service.table(other)
        for number, seat in enumerate(new.seats):
            if seat.kind == "open" and seat.person == person.id:
                _, new = await self.table_service.change(
                    other,
                    lambda t, now, n=number: commands.sit(t, person.id, person.name, n, "", now.at),  # type: ignore[misc]
                    person=person.id,
                )
        if at_once and new.status == "open" and all(seat.kind != "open" for seat in new.seats):
            with contextlib.suppress(Refused):  # somebody else was faster
                await self.table_service.change(
                    other, lambda t, now: commands.start(t, person.id, now.at), person=person.id
                )
        return await self.table_service.table(other)


def service_of(request: Request) -> Service:
    """Return the service of the process that a request has come to."""
    service: Service = request.app.state.service
    return service


def _reserved(seat: Seat, person: str) -> Seat:
    if seat.kind == "person":
        return Seat("person" if seat.person == person else "open", seat.person, seat.name)
    return Seat(seat.kind, bot=seat.bot)  # no longer for somebody who left
