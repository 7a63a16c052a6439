"""Several servers on one PostgreSQL: NOTIFY tells the others of every change, and they read it themselves."""

import asyncio
import logging

import psycopg

from digsite.server.chat import Chat
from digsite.server.store import StoreDown
from digsite.server.table_service import TableService
from digsite.server.table_store import CHANNEL

log = logging.getLogger("digsite.pg_notify")
AGAIN = 1.0  # seconds until a lost connection is tried again


async def listen(table_service: TableService, chat: Chat) -> None:
    """Follow the other servers for ever, also after the connection was lost."""
    while True:
        try:
            await _listen_once(table_service, chat)
        except (psycopg.Error, OSError, StoreDown) as error:
            log.warning("not listening", extra={"reason": str(error).splitlines()[0] if str(error) else ""})
            await asyncio.sleep(AGAIN)


async def _listen_once(table_service: TableService, chat: Chat) -> None:
    url = table_service.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=5)
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        for topic in table_service.hub.topics():  # what was missed before
            kind, _, id = topic.partition(" ")
            if kind == "table":
                await table_service.catch_up(id, 2**31)
        async for notice in connection.notifies():
            id, kind, *rest = notice.payload.split(" ", 3)
            if kind == "chat":
                if rest[0] != table_service.process:
                    chat.publish(id, rest[1])
            else:
                await table_service.catch_up(id, int(kind))
