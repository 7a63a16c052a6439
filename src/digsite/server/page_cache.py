"""Pages of tables as they stand: timelines kept as they grow, parts made once for all who see the same."""

import asyncio
from collections import OrderedDict

from digsite.core.errors import DigsiteError
from digsite.server.background import page_worker
from digsite.server.damage import Damaged
from digsite.server.table_service import TableService
from digsite.tables.table import Table
from digsite.web.i18n import current_translations
from digsite.web.page_query import NOTHING_ASKED, PageQuery
from digsite.web.table_page import asked_parts, parts
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer

MOST_TIMELINES = 200
MOST_PARTS = 500
Parts = dict[str, str]


class PageCache:
    """The timelines of tables and the parts of their pages, as this process has made them so far."""

    def __init__(self, table_service: TableService) -> None:
        self.table_service = table_service
        self._timelines: OrderedDict[str, Timeline] = OrderedDict()
        self._parts: OrderedDict[tuple[object, ...], asyncio.Task[Parts]] = OrderedDict()

    async def timeline(self, table: Table) -> Timeline:
        """Return the timeline of a table up to its version."""
        timeline = self._timelines.get(table.id)
        if timeline is None or timeline.version > table.version:
            timeline = Timeline(table.game)
        if timeline.version < table.version:
            entries = await self.table_service.entries(table.id, timeline.version, table.version)
            try:
                timeline.add(entries)
            except (DigsiteError, LookupError, ValueError, AssertionError) as error:
                why = f"its log cannot be replayed: {error}"
                raise self.table_service.store.damage.close(Damaged(f"tables {table.id}", why, table.id)) from None
        _keep(self._timelines, table.id, timeline, MOST_TIMELINES)
        return timeline.so_far()

    async def parts(self, viewer: Viewer) -> Parts:
        """Return the parts of a page. Those who may do the same and read the same language share them; what the address
        asks for is made for each alone."""
        if not viewer.present:
            return await self._made(viewer)
        seen = viewer.person if viewer.own or viewer.host or viewer.lost is not None else bool(viewer.person)
        seconds = viewer.thinking // 1000 if viewer.table.time_left() else 0
        key = (viewer.id, viewer.table.version, seen, seconds, current_translations())
        if key not in self._parts or (self._parts[key].done() and self._parts[key].exception()):
            _keep(self._parts, key, asyncio.create_task(self._made(viewer.unasked())), MOST_PARTS)
        bare = await asyncio.shield(self._parts[key])
        if viewer.query == NOTHING_ASKED:
            return bare
        return bare | await page_worker.do(asked_parts, viewer, await self.timeline(viewer.table))

    async def _made(self, viewer: Viewer) -> Parts:
        return await page_worker.do(parts, viewer, await self.timeline(viewer.table))

    def viewer(self, table: Table, person: str | None, query: PageQuery = NOTHING_ASKED) -> Viewer:
        """Return how a person, or somebody without a name, looks at a table now."""
        own = tuple(table.seats_of(person)) if person else ()
        host = person is not None and table.host == person
        return Viewer(table, own, host, person or "", self.table_service.thinking(table), query=query)


def _keep(kept: OrderedDict, key: object, value: object, most: int) -> None:  # type: ignore[type-arg]
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)
