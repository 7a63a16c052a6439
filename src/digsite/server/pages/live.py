"""What changes on a table's page while somebody looks at it: one stream for each page carries everything."""

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter, Response

from digsite.server.live import EventStream, Reader, frame
from digsite.server.pages.news import news, pieces
from digsite.server.pages.table import find, unguided
from digsite.server.pages.visit import Visit, Visiting
from digsite.server.showing import Parts
from digsite.server.table import Table

router = APIRouter()
SOON = 0.03  # seconds: whoever acted is answered first, and what comes at once is told at once


@router.get("/t/{id}/live")
async def live(
    visit: Visiting, id: str, version: int = -1, status: str = "", narrow: bool = False, again: bool = False
) -> Response:
    """Parts of the page as they change, after a version that the page already shows; `again` where it has listened
    before, and may have missed something."""
    last = visit.request.headers.get("last-event-id", "")
    known = last.isascii() and last.isdigit() and len(last) < 10
    stream = _Stream(visit, await find(visit, id), status, narrow)
    return EventStream(stream.events(int(last) if known else version, known or again))


class _Stream:
    def __init__(self, visit: Visit, table: Table, status: str, narrow: bool) -> None:
        self.visit, self.table, self.status, self.narrow = visit, table, status, narrow
        self.served = visit.served
        self.sent: Parts = {}
        self.since = 0  # the version of what was sent

    async def events(self, known: int, again: bool) -> AsyncIterator[bytes]:
        hub, id, person = self.served.hub, self.table.id, self.visit.id
        topics = [f"table {id}"] + ([f"person {person}"] if person else [])
        reader = hub.subscribe(topics)
        self.served.presence.come(self.table, person)
        try:
            self.table = await self.served.desk.current(id)
            yield b"retry: 1000\n\n"
            yield self.served.presence.told(self.table)
            yield await self._news(known)
            for said in await self.served.desk.chat(id) if again else ():  # what was missed may be among it
                yield frame(json.dumps(said, ensure_ascii=False), event="chat")
            while not hub.closing:
                if not await reader.wait():
                    yield b": still here\n\n"
                await asyncio.sleep(SOON)
                heard, changed = _heard(reader)
                for told in heard:
                    yield told
                if changed:
                    known, self.table = self.table.version, await self.served.desk.table(id)
                    yield await self._news(known)
        finally:
            hub.unsubscribe(reader, topics)
            self.served.presence.go(self.table, person)

    async def _news(self, known: int) -> bytes:
        """The parts that differ from those on the page; a page of another kind is to be fetched anew."""
        table = self.table
        if table.status != self.status or (table.status != "playing" and known != table.version):
            return frame(json.dumps({"version": table.version}), id=table.version, event="page")
        if table.status != "playing":
            return b": nothing new\n\n"
        look = self.served.shown.look(table, self.visit.id, choose=unguided(self.visit, table))
        parts = pieces(await self.served.shown.parts(look), self.narrow)
        changed = {name: html for name, html in parts.items() if self.sent.get(name) != html}
        first, self.sent = not self.sent, parts
        since, self.since = table.version if first else self.since, table.version
        if (first and known == table.version) or not changed:
            return b": nothing new\n\n"
        told = news(look, changed) | {"since": since}
        return frame(json.dumps(told, ensure_ascii=False), id=table.version, event="parts")


def _heard(reader: Reader) -> tuple[list[bytes], bool]:
    """Chat, presence and other tables as they are told, and whether the table itself has changed."""
    found = [framed for version, framed in reader.waiting if version is None]
    changed = reader.behind or len(found) < len(reader.waiting)
    reader.waiting.clear()
    reader.behind = False
    return found, changed
