"""Several servers on one PostgreSQL: NOTIFY tells the others of every change, and they read it themselves."""

import asyncio
import logging
from contextlib import suppress

import psycopg

from digsite.server.chat import Chat
from digsite.server.damage import Damaged
from digsite.server.people import PEOPLE_CHANGED, People
from digsite.server.store import CHANNEL, StoreDown
from digsite.server.table_service import TableService

log = logging.getLogger("digsite.pg_notify")
AGAIN = 0.5  # seconds until a lost connection is tried again
PATIENCE = 2  # seconds after which a connection that answers nothing is lost


async def listen(table_service: TableService, chat: Chat, people: People) -> None:
    """Follow the other servers for ever, also after the connection was lost."""
    while True:
        try:
            await _listen_once(table_service, chat, people)
        except (psycopg.Error, OSError, StoreDown) as error:
            log.warning("not listening", extra={"reason": str(error).splitlines()[0] if str(error) else ""})
        finally:
            table_service.set_hearing(False)
            people.forget()
        await asyncio.sleep(AGAIN)


async def _listen_once(table_service: TableService, chat: Chat, people: People) -> None:
    url = table_service.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await psycopg.AsyncConnection.connect(
        url,
        autocommit=True,
        connect_timeout=PATIENCE,
        keepalives_idle=1,
        keepalives_interval=1,
        keepalives_count=PATIENCE - 1,
        tcp_user_timeout=1000 * PATIENCE,
    )
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        people.forget()
        table_service.set_hearing(True)
        async for notice in connection.notifies():
            for line in notice.payload.split("\n"):
                with suppress(Damaged):
                    await _hear(line, table_service, chat, people)


async def _hear(line: str, table_service: TableService, chat: Chat, people: People) -> None:
    """Follow one thing that a server has told."""
    if line == PEOPLE_CHANGED:
        people.forget()
        return
    id, kind, *rest = line.split(" ", 3)
    if kind != "chat":
        await table_service.catch_up(id, int(kind))
    elif rest[0] != table_service.process:
        chat.publish(id, rest[1])
