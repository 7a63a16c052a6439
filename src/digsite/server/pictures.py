"""Pictures of positions, each drawn once for all who look at it."""

import asyncio
from collections import OrderedDict

from digsite.core.fields import Bytes
from digsite.server.background import page_worker
from digsite.tables.table import Table
from digsite.web.generic_page import draw

MOST_KEPT = 64  # about 100 KB each


class Pictures:
    def __init__(self) -> None:
        self._drawn: OrderedDict[tuple[object, ...], asyncio.Task[bytes | None]] = OrderedDict()

    async def picture(self, table: Table, state: Bytes, theme: str, names: list[str], phone: bool) -> bytes | None:
        """Return a position of a table as SVG; None where its game has no pictures."""
        key = (table.id, state.tobytes(), theme, tuple(names), phone)
        if key not in self._drawn or (self._drawn[key].done() and self._drawn[key].exception()):
            drawing = page_worker.do(self._draw, table, state, theme, names, phone)
            self._drawn[key] = asyncio.create_task(drawing)
        self._drawn.move_to_end(key)
        if len(self._drawn) > MOST_KEPT:
            self._drawn.popitem(last=False)
        return await asyncio.shield(self._drawn[key])

    def _draw(self, table: Table, state: Bytes, theme: str, names: list[str], phone: bool) -> bytes | None:
        drawn = draw(table.game, state, theme, names, phone)
        return None if drawn is None else drawn.encode()
