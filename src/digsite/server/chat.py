"""The chat of each table. It is no part of the table's log: messages have no version."""

import json
from typing import TypedDict

from sqlalchemy import Connection, delete, insert, select

from digsite.core.chance import MOST_LETTERS, word_fault
from digsite.server import schema as s
from digsite.server.live import frame
from digsite.server.naming import visible
from digsite.server.store import notify
from digsite.server.table_service import TableService
from digsite.tables.refused import Refused

LONGEST_MESSAGE = 500
MOST_KEPT = 1_000  # messages of a table
LATEST = 50  # messages that a page or a new reader gets
MOST_NOTIFIED = 7900  # bytes of a notice: PostgreSQL takes no more than 8000


class ChatMessage(TypedDict):
    name: str
    text: str
    at: int
    seats: list[int]


def clean_message(text: str) -> str:
    """Return a message on one line. Raises Refused if nothing of it can be seen, or if it is too long or contains
    control characters."""
    text = visible(text)
    parts = (text[start : start + MOST_LETTERS] for start in range(0, len(text), MOST_LETTERS))
    if not text or len(text) > LONGEST_MESSAGE or any(map(word_fault, parts)):
        raise Refused(
            422, "bad text", "A message is one line of at most %(most)s plain characters", most=LONGEST_MESSAGE
        )
    return text


class Chat:
    """Writes and reads the messages of all tables."""

    def __init__(self, table_service: TableService, most: int = MOST_KEPT) -> None:
        self.table_service, self.most = table_service, most
        self.store = table_service.store

    async def post(self, id: str, person: str, name: str, text: str) -> ChatMessage:
        """Write a message and publish it."""
        service = self.table_service
        table = await service.table(id)
        seats = table.seats_of(person)
        message: ChatMessage = {
            "name": table.called(name, seats),
            "text": text,
            "at": service.clock.now(),
            "seats": seats,
        }
        written = json.dumps(message, ensure_ascii=False)
        row = {"table_id": id, "person": person, "at": message["at"], "message": written}

        own = s.chat.c.table_id == id

        def job(connection: Connection) -> None:
            connection.execute(insert(s.chat), row)
            kept = select(s.chat.c.id).where(own).order_by(s.chat.c.id.desc()).limit(1).offset(self.most)
            if oldest := connection.scalar(kept):
                connection.execute(delete(s.chat).where(own, s.chat.c.id <= oldest))
            notify(connection, f"{id} chat {service.process} {written}"[:MOST_NOTIFIED])

        await self.store.write(job)
        self.publish(id, written)
        return message

    def publish(self, id: str, message: str) -> None:
        """Publish a message to the readers of this process; it is JSON already."""
        self.table_service.hub.publish(f"table {id}", None, frame(message, event="chat"))

    async def latest(self, id: str) -> list[ChatMessage]:
        """Return the latest messages of a table, oldest first."""
        query = select(s.chat.c.message).where(s.chat.c.table_id == id).order_by(s.chat.c.id.desc()).limit(LATEST)
        found = await self.store.read(lambda c: c.scalars(query).all())
        return [json.loads(message) for message in reversed(found)]
