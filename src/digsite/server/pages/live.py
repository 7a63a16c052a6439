"""The event stream of a table's page: one for each open page carries everything that changes there."""

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter, Response

from digsite.server.live import EventStream, Reader, frame
from digsite.server.page_cache import Parts
from digsite.server.pages.page_request import PageRequest, ThisRequest
from digsite.server.pages.page_updates import sendable, update_payload
from digsite.server.pages.table import find, guide_query
from digsite.tables.table import Table
from digsite.web.page_query import PageQuery

router = APIRouter()
DELAY = 0.03  # seconds: whoever acted is answered first, and changes in quick succession are sent together


@router.get("/t/{id}/live")
async def live(
    page_request: ThisRequest, id: str, version: int = -1, status: str = "", narrow: bool = False, again: bool = False
) -> Response:
    """Stream the parts of the page that change after `version`. With `again` the page has listened before and may have
    missed messages."""
    page_request.service.quotas.stream(page_request.id)
    last = page_request.request.headers.get("last-event-id", "")
    known = last.isascii() and last.isdigit() and len(last) < 10
    stream = _Stream(page_request, await find(page_request, id), status, narrow)
    return EventStream(stream.events(int(last) if known else version, known or again))


class _Stream:
    def __init__(self, page_request: PageRequest, table: Table, status: str, narrow: bool) -> None:
        self.page_request, self.table, self.status, self.narrow = page_request, table, status, narrow
        self.service = page_request.service
        self.sent: Parts = {}
        self.since = 0  # the version of what was sent

    async def events(self, known: int, again: bool) -> AsyncIterator[bytes]:
        hub, id, person = self.service.hub, self.table.id, self.page_request.id
        topics = [f"table {id}"] + ([f"person {person}"] if person else [])
        reader = hub.subscribe(topics)
        self.service.presence.come(self.table, person)
        try:
            self.table = await self.service.table_service.current(id)
            yield b"retry: 1000\n\n"
            yield self.service.presence.event(self.table)
            yield await self._update(known)
            for message in await self.service.chat.latest(id) if again else ():  # some may have been missed
                yield frame(json.dumps(message, ensure_ascii=False), event="chat")
            while not hub.closing:
                if not await reader.wait():
                    yield b": still here\n\n"
                await asyncio.sleep(DELAY)
                others, changed = _drain(reader)
                for framed in others:
                    yield framed
                if changed:
                    known, self.table = self.table.version, await self.service.table_service.table(id)
                    yield await self._update(known)
        finally:
            hub.unsubscribe(reader, topics)
            self.service.presence.go(self.table, person)

    async def _update(self, known: int) -> bytes:
        """Return the event with the parts that have changed, or one that lets the page load one of another kind."""
        table = self.table
        if table.status != self.status or (table.status != "playing" and known != table.version):
            return frame(json.dumps({"version": table.version}), id=table.version, event="page")
        if table.status != "playing":
            return b": nothing new\n\n"
        query = PageQuery.decode(guide_query(self.page_request, table))
        viewer = self.service.page_cache.viewer(table, self.page_request.id, query)
        parts = sendable(await self.service.page_cache.parts(viewer), self.narrow)
        changed = {name: html for name, html in parts.items() if self.sent.get(name) != html}
        first, self.sent = not self.sent, parts
        since, self.since = table.version if first else self.since, table.version
        if (first and known == table.version) or not changed:
            return b": nothing new\n\n"
        payload = update_payload(viewer, changed) | {"since": since}
        return frame(json.dumps(payload, ensure_ascii=False), id=table.version, event="parts")


def _drain(reader: Reader) -> tuple[list[bytes], bool]:
    """Empty a reader. Return the frames about chat, presence and other tables, and whether this table has changed."""
    others = [framed for version, framed in reader.waiting if version is None]
    changed = reader.behind or len(others) < len(reader.waiting)
    reader.waiting.clear()
    reader.behind = False
    return others, changed
