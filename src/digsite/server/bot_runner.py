"""Runs the bots at tables, in the threads of `thinking`. No table is worked on by two threads at once.

A bot's player observes everything that happens and is kept from move to move. Only a few of those that search are kept,
as their trees are large. Where several processes share a database, a lease says which one runs a table's bots; when
that process is gone, another takes over.
"""

import asyncio
import hmac
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from operator import index
from threading import Event

from sqlalchemy import Connection, and_, or_, select

from digsite.bots import entrant
from digsite.bots.player import Budget, Player
from digsite.core.fields import Bytes
from digsite.core.history import History
from digsite.server import schema as s
from digsite.server import table_store
from digsite.server.background import repeat_every
from digsite.server.damage import alter
from digsite.server.fair_queue import QUICK, Task, Urgency
from digsite.server.store import StoreDown
from digsite.server.table_service import Command, Moment, TableService
from digsite.server.thinking import Thinking, Turn
from digsite.tables import commands
from digsite.tables.entries import ActionPlayed, AnyEntry, Entry, Move
from digsite.tables.fold import replay
from digsite.tables.refused import Refused
from digsite.tables.table import Table

log = logging.getLogger("digsite.bots")
LEASE = 1_500  # how long a table's bot belongs to a process that is gone
RENEWAL = 0.4  # seconds between two renewals of it while the bot thinks
INTERVAL = 0.4  # seconds between two looks for bots that no process runs
MOST_SEARCHING, MOST_OTHERS = 16, 2_000  # players kept
MOST_FAILURES = 3
LEAST = 0.005  # seconds for which thinking does not go on
SIMULATIONS_PER_SECOND = 10_000  # to guess how long a budget of simulations takes


@dataclass
class Seated:
    """A bot's player, and the steps of the game it has not observed yet."""

    player: Player
    budget: Budget
    version: int
    unobserved: list[tuple[Bytes, int]] = field(default_factory=list)
    rest: Budget | None = None  # what is left of the budget where the player was stopped for others

    def follow(self, history: History) -> None:
        """Note the steps of a history, to be observed before the next choice."""
        self.unobserved += zip(history.states, history.actions, strict=False)


@dataclass
class Rest:
    """What a turn has left of a bot's budget, for as long as the table stays at a version."""

    version: int = 0
    budget: Budget | None = None


class BotRunner:
    """Plans, runs and cancels the turns of bots. One for each process."""

    def __init__(
        self,
        table_service: TableService,
        thinking: Thinking,
        is_ready: Callable[[str, str], bool] = lambda game, bot: True,
    ) -> None:
        self.table_service, self.thinking = table_service, thinking
        self.is_ready = is_ready  # whether a bot of a game can think yet: if not, it is looked for again
        self._planned: set[str] = set()  # tables that wait or are being thought about
        self._cancels: dict[str, tuple[int, Event]] = {}  # tables being thought about: version, and how to stop
        self._kept: OrderedDict[tuple[str, int], Seated] = OrderedDict()
        self._failures: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        table_service.listeners.append(self._table_changed)

    @property
    def waiting(self) -> int:
        """The number of tables at which a bot is to act."""
        return len(self._planned)

    async def start(self) -> None:
        await self._look()
        self._keep(repeat_every(INTERVAL, self._look))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.thinking.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.table_service.store.shared:
            with suppress(StoreDown):
                await self.table_service.store.write(self._give_back)

    def _keep(self, job: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Whose turn it is

    def _table_changed(self, before: Table, entry: AnyEntry, after: Table) -> None:
        running = self._cancels.get(after.id)
        if running and running[0] != after.version:
            running[1].set()
        for seat in range(len(after.seats)):
            self._follow(before, entry, after, seat)
        self.plan(after)

    def plan(self, table: Table) -> None:
        """Queue a table if a bot is to act there."""
        if not table.actor or table.actor.kind != "bot" or table.id in self._planned:
            return
        if self.is_ready(table.terms.game, table.actor.bot):
            self._planned.add(table.id)
            self._keep(self._run(table))

    async def _look(self) -> None:
        """Plan every table whose bots no process runs."""
        c = s.tables.c

        def job(connection: Connection) -> Sequence[str]:
            free = c.leased_until < self.table_service.clock.now()
            query = select(c.id).where(c.bot_to_act, free, table_store.not_damaged(connection)).limit(1000)
            return connection.scalars(query).all()

        for table in await self.table_service.usable(await self.table_service.store.read(job)):
            self.plan(table)

    async def _run(self, table: Table) -> None:
        """Let the bot to act at a table pause, wait for its turn, think and act."""
        id, ours = table.id, True
        try:
            await asyncio.sleep(table.terms.pause / 1000)
            ours = await self._in_turns(id, task_of(table))
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
                self.plan(await self.table_service.table(id))

    async def _in_turns(self, id: str, task: Task) -> bool:
        """Let a bot think, in several turns where others come between. Return whether this process runs the bots."""
        again, rest = False, Rest()
        while True:
            async with self.thinking.turn(task, again) as turn:
                done = await self._turn(id, turn, rest)
            if done is not None:
                return done
            task.cost, again = max(task.cost - turn.seconds, QUICK), True

    async def _failed(self, id: str) -> None:
        """Let the bot try again a few times; then give its seat to another bot."""
        self._failures[id] = self._failures.get(id, 0) + 1
        if self._failures[id] >= MOST_FAILURES:
            del self._failures[id]
            with suppress(StoreDown, Refused):
                await self.table_service.change(id, lambda t, now: commands.bot_failed(t, now.at))

    async def _turn(self, id: str, turn: Turn, rest: Rest) -> bool | None:
        """Let the bot to act choose and act. Return whether this process runs the table's bots; None where the bot was
        stopped for others before it had chosen."""
        table = await self.table_service.table(id)
        if table.actor is None or table.actor.kind != "bot" or table.to_act is None:
            return False
        if self.table_service.store.shared and not await self.table_service.store.write(lambda c: self._lease(c, id)):
            self.table_service.forget(id)
            return False
        self._cancels[id] = (table.version, turn.cancel)
        renewing = asyncio.create_task(self._renew(id))
        try:
            seated = self._kept.get((id, table.to_act))
            if seated is None or seated.version != table.version:
                seated = self._seat(table, table.to_act, await self.table_service.moves(table))
            steps, seated.unobserved = seated.unobserved, []
            seated.rest = rest.budget if rest.version == table.version else None
            action = await self.thinking.run(partial(_choose, seated, steps, table.position, turn.cancel))
            rest.version, rest.budget = table.version, seated.rest
        finally:
            renewing.cancel()
            del self._cancels[id]
        if turn.stopped and rest.budget is not None:
            return None
        if turn.stopped or not turn.cancel.is_set():
            text = table.game.text(table.position, action)
            await self.table_service.change(id, _act(text), version=table.version)
        return True

    def _lease(self, connection: Connection, id: str) -> bool:
        c, now = s.tables.c, self.table_service.clock.now()
        free = or_(c.leased_until < now, c.lease == self.table_service.process)
        own = {"lease": self.table_service.process, "leased_until": now + LEASE}
        return alter(connection, s.tables, and_(c.id == id, free), **own) == 1

    async def _renew(self, id: str) -> None:
        """Keep the lease of a table as long as its bot thinks."""

        async def job() -> None:
            await self.table_service.store.write(lambda c: self._lease(c, id))

        if self.table_service.store.shared:
            await repeat_every(RENEWAL, job)

    def _give_back(self, connection: Connection) -> None:
        """End this process's leases, so that another need not wait for it."""
        own = s.tables.c.lease == self.table_service.process
        alter(connection, s.tables, own & s.tables.c.bot_to_act, leased_until=0)

    # Players

    def _seat(self, table: Table, seat: int, moves: list[Move]) -> Seated:
        """Return a new player, which has the whole game still to observe."""
        bot = entrant(table.seats[seat].bot)
        player = bot.player(table.game, seat, _bot_seed(table))
        seated = Seated(player, replace(bot.budget, threads=1), table.version)
        seated.follow(History.of_texts(table.game, len(table.seats), [move.text for move in moves]))
        self._kept[table.id, seat] = seated
        searching = [key for key, kept in self._kept.items() if kept.budget.seconds or kept.budget.simulations]
        if len(searching) > MOST_SEARCHING:
            del self._kept[searching[0]]
        elif len(self._kept) > MOST_OTHERS:
            self._kept.popitem(last=False)
        return seated

    def _follow(self, before: Table, entry: AnyEntry, after: Table, seat: int) -> None:
        """Let a kept player follow an entry, or drop a player that has missed something."""
        seated = self._kept.get((after.id, seat))
        if seated is None:
            return
        same = seated.version == before.version and before.seats[seat].bot == after.seats[seat].bot
        other_position = entry.kind != "acted" and after.position_version == after.version
        if not same or after.status == "over" or other_position:
            del self._kept[after.id, seat]
            return
        seated.version = after.version
        if entry.kind == "acted":
            seated.follow(entry.played or replay(before, entry))


def _bot_seed(table: Table) -> int:
    """Return the seed of a table's bots: secret until the game is over, and it reveals nothing of the table's seed."""
    return int.from_bytes(hmac.digest(table.seed, b"bots", "sha256")[:4], "big")


def task_of(table: Table) -> Task:
    """Return the turn of the bot to act at a table as a task, for which the host pays."""
    assert table.actor
    budget = entrant(table.actor.bot).budget
    cost = budget.seconds or (budget.simulations or 0) / SIMULATIONS_PER_SECOND or QUICK
    if not table.people:
        return Task(table.host, Urgency.WATCHED, cost)
    return Task(table.host, Urgency.CORRESPONDENCE if table.by_days else Urgency.WAITED_FOR, cost)


def _choose(seated: Seated, steps: list[tuple[Bytes, int]], state: Bytes, cancel: Event) -> int:
    """Let a player choose, and note what is left of its budget if it was stopped."""
    for before, action in steps:
        seated.player.observe(before, action)
    budget, begun = seated.rest or seated.budget, time.perf_counter()
    action = index(seated.player.choose(state, budget, cancel))
    seated.rest = _rest(seated.player, budget, time.perf_counter() - begun) if cancel.is_set() else None
    return action


def _rest(player: Player, budget: Budget, seconds: float) -> Budget | None:
    """Return what a player that was stopped has left of a budget; None where it has used all of it."""
    if budget.seconds is not None:
        left = budget.seconds - seconds
        return replace(budget, seconds=left) if left > LEAST else None
    done = getattr(player, "simulations", None)
    if budget.simulations is not None and isinstance(done, int) and done < budget.simulations:
        return replace(budget, simulations=budget.simulations - done)
    return None


def _act(text: str) -> Command:
    def command(table: Table, moment: Moment) -> Entry[ActionPlayed]:
        return commands.act(table, commands.BOT, text, 0, moment.at)

    return command
