"""Hints for players. A position is thought about once, in the threads that bots use, in turns fair by person."""

import asyncio
from collections import OrderedDict
from functools import partial

from digsite.analysis.hints import CORES, SECONDS, Hint, HintSearch
from digsite.server.fair_queue import Task, Urgency
from digsite.server.thinking import Thinking
from digsite.tables.table import Table

MOST_KEPT = 200
Key = tuple[str, int]


class HintService:
    """The hints that were found, and those that are being looked for. One for each process."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        self._found: OrderedDict[Key, Hint] = OrderedDict()
        self._sought: dict[Key, asyncio.Task[Hint]] = {}

    def has(self, table: Table) -> bool:
        """Return whether a table's position has been thought about, or is just now."""
        key = table.id, table.position_version
        return key in self._found or key in self._sought

    async def hint(self, table: Table, person: str) -> Hint:
        """Return what a master would do now; the person pays for the search."""
        key = table.id, table.position_version
        if key in self._found:
            return self._found[key]
        if key not in self._sought:
            self._sought[key] = asyncio.create_task(self._seek(table, person))
            self._sought[key].add_done_callback(lambda _: self._sought.pop(key, None))
        return await asyncio.shield(self._sought[key])

    async def _seek(self, table: Table, person: str) -> Hint:
        search, again, done = HintSearch(table.game, table.position), False, False
        task = Task(person, Urgency.WAITED_FOR, SECONDS, CORES)
        while not done:
            async with self.thinking.turn(task, again) as turn:
                done = await self.thinking.run(partial(search.run, turn.cancel))
                hint = await self.thinking.run(search.hint) if done else None
            task.cost, again = max(search.left, 0.0), True
        assert hint
        self._found[table.id, table.position_version] = hint
        if len(self._found) > MOST_KEPT:
            self._found.popitem(last=False)
        return hint

    async def stop(self) -> None:
        tasks = list(self._sought.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
