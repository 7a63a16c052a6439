"""All parts of a running server, put together. One for each process."""

import asyncio
import contextlib
import json
import logging
import os
from dataclasses import replace

from sqlalchemy import Connection, insert
from starlette.requests import Request

from digsite.analysis.hints import Hint
from digsite.analysis.warmup import RULES
from digsite.core.record import Record
from digsite.server import pruning
from digsite.server import schema as s
from digsite.server.background import repeat_every
from digsite.server.bot_runner import BotRunner
from digsite.server.chat import Chat, ChatMessage, clean_message
from digsite.server.clock import Clock
from digsite.server.hint_service import HintService
from digsite.server.ids import new_id
from digsite.server.live import Hub, Presence
from digsite.server.mending import Mender
from digsite.server.middleware import Metrics
from digsite.server.page_cache import PageCache
from digsite.server.pairing import Pairing
from digsite.server.people import People, Person
from digsite.server.pictures import Pictures
from digsite.server.preparation import Preparation
from digsite.server.quotas import Quotas
from digsite.server.readiness import Readiness
from digsite.server.settings import Settings
from digsite.server.space import Space
from digsite.server.store import Job, Store, StoreDown
from digsite.server.table_service import TableService
from digsite.server.thinking import Thinking
from digsite.server.timeouts import Timeouts
from digsite.tables import commands
from digsite.tables.entries import AnyEntry
from digsite.tables.refused import Refused
from digsite.tables.table import DAY, Seat, Table

log = logging.getLogger("digsite.server")
PRUNING = 3600.0  # seconds between two looks for what nobody uses any more
PAUSE = 1.0  # … and between two parts of it, for players come first


class Service:
    """The parts of one server process."""

    def __init__(self, settings: Settings, clock: Clock | None = None, preparation: Preparation | None = None) -> None:
        self.settings = settings
        self.preparation = preparation or Preparation()
        settings.use_data()
        self.metrics = Metrics()
        self.store = Store(settings.url)
        self.hub = Hub()
        self.quotas = Quotas(settings, self.hub)
        self.space = Space(self.store, settings)
        self.table_service = TableService(
            self.store, self.hub, clock or Clock(), self._check_new, settings.entries, self.preparation.check_rules
        )
        self.chat = Chat(self.table_service, settings.messages)
        self.people = People(self.store, self.table_service.clock, settings)
        self.thinking = Thinking(settings.bot_threads or os.cpu_count() or 1)
        self.bots = BotRunner(self.table_service, self.thinking, self.preparation.ready_for)
        self.hints = HintService(self.thinking)
        self.timeouts = Timeouts(self.table_service)
        self.mender = Mender(self.store, self.table_service.forget)
        self.table_service.listeners.append(self._count)
        self.metrics.bots.set_function(lambda: self.bots.waiting)
        self.metrics.database.set_function(lambda: self.space.database_bytes)
        self.metrics.free.set_function(lambda: -1 if self.space.free_bytes is None else self.space.free_bytes)
        self.metrics.full.set_function(lambda: self.space.is_full)
        self.metrics.damaged.set_function(lambda: len(self.store.damage.closed))
        self.readiness = Readiness(self.table_service)
        self.metrics.ready.set_function(lambda: self.readiness.ready)
        self.presence = Presence(self.hub)
        self.pairing = Pairing(self.table_service, self.presence)
        self.page_cache = PageCache(self.table_service)
        self.pictures = Pictures()
        self._listening: asyncio.Task[None] | None = None
        self._pruning: asyncio.Task[None] | None = None
        self._starting: dict[str, asyncio.Task[None]] = {}

    async def start(self) -> None:
        if not self.preparation.begun:  # nobody else has things compiled while this server answers
            await asyncio.to_thread(self.preparation.finish_here)
        await asyncio.to_thread(self.store.open)
        self.store.start()
        await self.people.start()
        await self.space.start()
        await self.table_service.start()
        await self.mender.start()
        await self.timeouts.start()
        await self.pairing.start()
        await self.bots.start()
        self._pruning = asyncio.create_task(repeat_every(PRUNING, self._prune))
        if self.store.shared:
            from digsite.server.pg_notify import listen

            self._listening = asyncio.create_task(listen(self.table_service, self.chat, self.people))

    async def stop(self) -> None:
        """Write what was accepted, then let everything go."""
        self.hub.close()
        for starting in self._starting.values():
            starting.cancel()
        if self._listening:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        if self._pruning:
            self._pruning.cancel()
        await self.hints.stop()
        await self.bots.stop()
        await asyncio.to_thread(self.thinking.close)
        await self.pairing.stop()
        await self.timeouts.stop()
        await self.mender.stop()
        await self.space.stop()
        await self.table_service.stop()
        await self.store.stop()
        self.store.close()

    def _count(self, _: Table, entry: AnyEntry, table: Table) -> None:
        self.metrics.changes.labels(table.terms.game, entry.kind).inc()

    async def _prune(self) -> None:
        """Delete links that have expired; and if the settings say so, old tables and records, and idle guests."""
        now, days = self.table_service.clock.now(), self.settings.prune_days
        await self.store.write(lambda c: pruning.prune_links(c, now))
        before = now - days * DAY
        jobs: list[Job[int]] = [
            lambda c: pruning.prune_tables(c, before, "over", "open"),
            lambda c: pruning.prune_records(c, before),
            lambda c: pruning.prune_guests(c, before),
        ]
        for job in jobs if days else []:
            while await self.store.write(job):
                await asyncio.sleep(PAUSE)

    def _check_new(self, person: str) -> Job[None]:
        """Raise TooMuch if a person may open no table; else return the job that looks further."""
        self.space.check()
        return self.quotas.table(person)

    def limit_guests(self) -> None:
        """Raise TooMuch if too many guests have come from an address lately."""
        self.space.check()
        self.quotas.guest()

    def limit_messages(self, person: Person) -> None:
        """Raise TooMuch if a person has sent too many messages lately."""
        self.quotas.message(person.id)

    async def keep_record(self, person: Person, record: Record) -> str:
        """Keep a record and return its id. Raises TooMuch."""
        self.space.check()
        id, text = new_id(), json.dumps(record.as_dict())
        check = self.quotas.record(person.id, text, record.meta)
        row = {"id": id, "person": person.id, "record": text, "at": self.table_service.clock.now()}

        def job(connection: Connection) -> None:
            check(connection)
            connection.execute(insert(s.records), row)

        await self.store.write(job)
        return id

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

    async def hint(self, table: Table, person: Person) -> Hint:
        """Return what a master would do now. Raises Refused if the person has asked for too many hints lately."""
        if not self.hints.has(table):
            self.quotas.hint(person.id)
        return await self.hints.hint(table, person.id)

    def start_when_ready(self, table: Table) -> None:
        """Start a table as soon as its rules are compiled."""
        self._starting[table.id] = asyncio.create_task(self._start_when_ready(table))

    def starts_by_itself(self, id: str) -> bool:
        return id in self._starting

    async def _start_when_ready(self, table: Table) -> None:
        try:
            await self.preparation.wait(table.terms.game, RULES)
            await self.table_service.change(
                table.id, lambda t, now: commands.start(t, table.host, now.at), person=table.host
            )
        except (Refused, StoreDown):
            log.info("a table did not start by itself", extra={"table": table.id})
        finally:
            del self._starting[table.id]

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
