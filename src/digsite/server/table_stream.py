"""The event stream of a table: `GET /api/tables/{id}/events`."""

import json
from collections.abc import AsyncIterator, Iterator

from digsite.server.chat import ChatMessage
from digsite.server.damage import Damaged
from digsite.server.live import Reader, event_frame, frame, notice, now_frame
from digsite.server.service import Service
from digsite.tables.table import Table


async def table_stream(service: Service, id: str, person: str | None, last: int | None) -> AsyncIterator[bytes]:
    """Yield a table's events after version `last` (or how it stands), its chat, and the person's turns elsewhere."""
    tables, hub = service.table_service, service.hub
    topics = [f"table {id}"] + ([f"person {person}"] if person else [])
    reader = hub.subscribe(topics)
    try:
        table, messages = await tables.current(id), await service.chat.latest(id)
        turns = await tables.waiting_for(person) if person else []
        if last is None or last > table.version:
            last = table.version
            yield now_frame(table)
        else:
            reader.behind = True
        for sent in _greeting(messages, [turn for turn in turns if turn.id != id]):
            yield sent
        while not hub.closing:
            if reader.behind:
                reader.behind = False
                for event in await tables.events(id, last):
                    last = event["version"]
                    yield event_frame(event)
            for version, sent in _waiting(reader, last):
                last = last if version is None else version
                yield sent
            if not reader.behind and not hub.closing and not await reader.wait():
                yield b": still here\n\n"
    except Damaged:
        return  # asked again, the server says so
    finally:
        hub.unsubscribe(reader, topics)


def _greeting(messages: list[ChatMessage], turns: list[Table]) -> Iterator[bytes]:
    """Yield what a new reader gets besides the table's events."""
    for message in messages:
        yield frame(json.dumps(message, ensure_ascii=False), event="chat")
    for table in turns:
        yield notice(table)


def _waiting(reader: Reader, last: int) -> Iterator[tuple[int | None, bytes]]:
    """Yield what waits for a reader who has seen version `last`; one who missed a version is marked as behind."""
    while reader.waiting and not reader.behind:
        version, sent = reader.waiting.popleft()
        if version is None:
            yield version, sent
        elif version == last + 1:
            last = version
            yield version, sent
        elif version > last:
            reader.behind = True
