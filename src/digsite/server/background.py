"""Jobs that run beside the requests."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from digsite.server.store import StoreDown
from digsite.tables.refused import Refused

log = logging.getLogger("digsite.background")


async def repeat_every(seconds: float, job: Callable[[], Awaitable[None]]) -> None:
    """Run a job again and again as long as the server runs, even if it fails once."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await job()
        except (StoreDown, Refused):
            pass
        except Exception:
            log.exception("a repeated job failed, and will be tried again")
