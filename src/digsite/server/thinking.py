"""Bots at tables: they think in threads, one for each core, in turn; a table is never thought about twice at once.

A bot's player is told all that happens and kept from move to move; those that search keep few, for their trees are
large. Where several processes share a database, a lease says who runs a table's bots, and when its owner is gone
another takes over.
"""

import asyncio
import hmac
import logging
import os
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from operator import index
from threading import Event
from typing import Any

from sqlalchemy import Connection, or_, select, update

from digsite.bots import entrant
from digsite.bots.player import Budget, Player
from digsite.core.fields import Bytes
from digsite.server import commands
from digsite.server import schema as s
from digsite.server.desk import Desk, Moment, again_and_again
from digsite.server.store import StoreDown
from digsite.server.table import Entry, Move, Refused, Table

log = logging.getLogger("digsite.bots")
LEASE = 15_000  # a process that is gone keeps its tables' bots waiting at most so long
LOOK_ROUND = 2.0  # seconds between looks for bots nobody runs
MOST_SEARCHING, MOST_OTHERS = 16, 2_000  # players kept
UNTOUCHED = ("sat", "gone", "abandon", "rematch")  # entries that change no position
MOST_FAILURES = 3


@dataclass
class Seated:
    """A bot's player and what it has not been told yet."""

    player: Player
    budget: Budget
    version: int
    unheard: list[tuple[Bytes, int]] = field(default_factory=list)


class Thinkers:
    def __init__(self, desk: Desk, threads: int | None = None) -> None:
        self.desk = desk
        self.threads = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.threads, "bot")
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._planned: set[str] = set()  # tables that wait or are thought about
        self._cancels: dict[str, tuple[int, Event]] = {}  # what is thought about: its version, and how to stop
        self._kept: OrderedDict[tuple[str, int], Seated] = OrderedDict()
        self._failures: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []
        desk.listeners.append(self._heard)

    @property
    def waiting(self) -> int:
        return len(self._planned)

    async def start(self) -> None:
        await self._look()
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self.threads)]
        self._tasks.append(asyncio.create_task(again_and_again(LOOK_ROUND, self._look)))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for _, cancel in self._cancels.values():
            cancel.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._pool.shutdown)
        if self.desk.store.shared:
            with suppress(StoreDown):
                await self.desk.store.write(self._give_back)

    # Whose turn it is

    def _heard(self, before: Table | None, entry: Entry, after: Table) -> None:
        running = self._cancels.get(after.id)
        if running and running[0] != after.version:
            running[1].set()
        for seat in range(len(after.seats)):
            self._note(before, entry, after, seat)
        self.plan(after)

    def plan(self, table: Table) -> None:
        if table.actor and table.actor.kind == "bot" and table.id not in self._planned:
            self._planned.add(table.id)
            asyncio.get_running_loop().call_later(table.terms.pause / 1000, self._queue.put_nowait, table.id)

    async def _look(self) -> None:
        """Every table whose bots nobody runs."""
        c = s.tables.c
        query = select(c.id).where(c.bot_to_act, c.leased_until < self.desk.clock.now()).limit(1000)
        for id in await self.desk.store.read(lambda connection: connection.scalars(query).all()):
            self.plan(await self.desk.table(id))

    async def _work(self) -> None:
        while True:
            id = await self._queue.get()
            ours = True
            try:
                ours = await self._turn(id)
                self._failures.pop(id, None)
            except (StoreDown, Refused) as error:
                log.info("bot waits", extra={"table": id, "reason": str(error)})
            except Exception:  # a bot of another package may do anything
                log.exception("bot failed", extra={"table": id})
                await self._failed(id)
            finally:
                self._planned.discard(id)
            with suppress(StoreDown, Refused):
                if ours:
                    self.plan(await self.desk.table(id))

    async def _failed(self, id: str) -> None:
        """Tried again a few times; then another bot takes the seat."""
        self._failures[id] = self._failures.get(id, 0) + 1
        if self._failures[id] >= MOST_FAILURES:
            del self._failures[id]
            with suppress(StoreDown, Refused):
                await self.desk.change(id, lambda t, now: commands.bot_failed(t, now.at))

    async def _turn(self, id: str) -> bool:
        """Whether it is for this process to think of the table."""
        table = await self.desk.table(id)
        if table.actor is None or table.actor.kind != "bot" or table.to_act is None:
            return False
        if self.desk.store.shared and not await self.desk.store.write(lambda c: self._lease(c, id)):
            self.desk.forget(id)
            return False
        cancel = Event()
        self._cancels[id] = (table.version, cancel)
        try:
            seated = self._kept.get((id, table.to_act))
            if seated is None or seated.version != table.version:
                seated = self._seat(table, table.to_act, await self.desk.line(id))
            heard, seated.unheard = seated.unheard, []
            think = partial(_choose, seated, heard, table.position, cancel)
            action = await asyncio.get_running_loop().run_in_executor(self._pool, think)
        finally:
            del self._cancels[id]
        if not cancel.is_set():
            text = table.game.text(table.position, action)
            await self.desk.change(id, _act(text), version=table.version)
        return True

    def _lease(self, connection: Connection, id: str) -> bool:
        c, now = s.tables.c, self.desk.clock.now()
        free = or_(c.leased_until < now, c.lease == self.desk.process)
        values = {"lease": self.desk.process, "leased_until": now + LEASE}
        return connection.execute(update(s.tables).where(c.id == id, free).values(values)).rowcount == 1

    def _give_back(self, connection: Connection) -> None:
        """Who comes next need not wait for the leases to end."""
        own = s.tables.c.lease == self.desk.process
        connection.execute(update(s.tables).where(own, s.tables.c.bot_to_act).values(leased_until=0))

    # Players

    def _seat(self, table: Table, seat: int, line: list[Move]) -> Seated:
        """A new player, who is still to be told the whole game."""
        bot = entrant(table.seats[seat].bot)
        player = bot.player(table.game, seat, _luck(table))
        seated = Seated(player, replace(bot.budget, threads=1), table.version)
        state = table.game.new(len(table.seats))
        for move in line:
            action = table.game.parse(state, move.text)
            seated.unheard.append((state, action))
            state = table.game.apply(state, action)
        self._kept[table.id, seat] = seated
        searching = [key for key, kept in self._kept.items() if kept.budget.seconds or kept.budget.simulations]
        if len(searching) > MOST_SEARCHING:
            del self._kept[searching[0]]
        elif len(self._kept) > MOST_OTHERS:
            self._kept.popitem(last=False)
        return seated

    def _note(self, before: Table | None, entry: Entry, after: Table, seat: int) -> None:
        """What a kept player is told next; one who has missed something is let go."""
        seated = self._kept.get((after.id, seat))
        if seated is None:
            return
        same = (
            before is not None and seated.version == before.version and before.seats[seat].bot == after.seats[seat].bot
        )
        if not same or before is None or after.status == "over" or entry.kind not in ("acted", *UNTOUCHED):
            del self._kept[after.id, seat]
            return
        seated.version = after.version
        if entry.kind == "acted":
            state = before.position
            for text in (entry.told["action"], *entry.told["draws"]):
                action = after.game.parse(state, text)
                seated.unheard.append((state, action))
                state = after.game.apply(state, action)


def _luck(table: Table) -> int:
    """What bots draw from: nobody can know it before the game is over, and it tells nothing of the seed."""
    return int.from_bytes(hmac.digest(table.seed, b"bots", "sha256")[:4], "big")


def _choose(seated: Seated, heard: list[tuple[Bytes, int]], state: Bytes, cancel: Event) -> int:
    for before, action in heard:
        seated.player.observe(before, action)
    return index(seated.player.choose(state, seated.budget, cancel))


def _act(text: str) -> Any:
    def command(table: Table, moment: Moment) -> Entry:
        return commands.act(table, commands.BOT, text, 0, moment.at)

    return command
