"""Pages of tables as they stand: stories kept as they grow, parts made once for all who see the same."""

import asyncio
from collections import OrderedDict
from dataclasses import replace

from digsite.server.desk import Desk
from digsite.server.table import Table
from digsite.web.look import Look
from digsite.web.story import Story
from digsite.web.table import asked_parts, parts

MOST_STORIES = 200
MOST_PARTS = 500
Parts = dict[str, str]


class Shown:
    """What one process shows."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._stories: OrderedDict[str, Story] = OrderedDict()
        self._parts: OrderedDict[tuple[object, ...], asyncio.Task[Parts]] = OrderedDict()

    async def story(self, table: Table) -> Story:
        """All that has happened up to the table's version."""
        story = self._stories.get(table.id)
        if story is None or story.version > table.version:
            story = Story(table.game)
        if story.version < table.version:
            entries = await self.desk.entries(table.id, story.version)
            story.hear(entry for entry in entries if entry.version <= table.version)
        _keep(self._stories, table.id, story, MOST_STORIES)
        return story.so_far()

    async def parts(self, look: Look) -> Parts:
        """Those who may do the same see the same; what the address asks for is made for them alone."""
        if not look.present:
            return await self._made(look)
        seen = look.person if look.own or look.host or look.lost is not None else bool(look.person)
        key = (look.id, look.table.version, seen, look.thinking // 1000 if look.table.time_left() else 0)
        if key not in self._parts or (self._parts[key].done() and self._parts[key].exception()):
            _keep(self._parts, key, asyncio.create_task(self._made(replace(look, choose={}))), MOST_PARTS)
        bare = await asyncio.shield(self._parts[key])
        if not look.choose:
            return bare
        return bare | await asyncio.to_thread(asked_parts, look, await self.story(look.table))

    async def _made(self, look: Look) -> Parts:
        return await asyncio.to_thread(parts, look, await self.story(look.table))

    def look(self, table: Table, person: str | None, **more: object) -> Look:
        own = tuple(table.seats_of(person)) if person else ()
        host = person is not None and table.host == person
        return Look(table, own, host, person or "", self.desk.thinking(table), **more)  # type: ignore[arg-type]


def _keep(kept: OrderedDict, key: object, value: object, most: int) -> None:  # type: ignore[type-arg]
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)
