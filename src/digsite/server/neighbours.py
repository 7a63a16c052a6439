"""Several servers on one PostgreSQL: what one accepts, the others hear of by NOTIFY, and read it themselves."""

import asyncio
import logging

import psycopg

from digsite.server.desk import Desk
from digsite.server.store import CHANNEL, StoreDown

log = logging.getLogger("digsite.neighbours")
AGAIN = 1.0  # seconds until a lost connection is tried again


async def listen(desk: Desk) -> None:
    while True:
        try:
            await _listen_once(desk)
        except (psycopg.Error, OSError, StoreDown) as error:
            log.warning("not listening", extra={"reason": str(error).splitlines()[0] if str(error) else ""})
            await asyncio.sleep(AGAIN)


async def _listen_once(desk: Desk) -> None:
    url = desk.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=5)
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        for topic in desk.hub.topics():  # whatever was missed before
            kind, _, id = topic.partition(" ")
            if kind == "table":
                await desk.catch_up(id, 2**31)
        async for notice in connection.notifies():
            id, kind, *rest = notice.payload.split(" ", 3)
            if kind == "chat":
                if rest[0] != desk.process:
                    desk.hear(id, rest[1])
            else:
                await desk.catch_up(id, int(kind))
