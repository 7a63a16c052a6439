"""Jobs that run beside the requests, and work that keeps the event loop free."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import ParamSpec, TypeVar

from digsite.server.store import StoreDown
from digsite.tables.refused import Refused

log = logging.getLogger("digsite.background")
P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """One thread for work of a kind. More threads would not be faster, as only one at a time runs Python; but the event
    loop, where everybody's actions wait, would have to take turns with all of them."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)

    async def do(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a job returns, done when those before it are."""
        context = copy_context()  # who reads in which language
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: context.run(job, *args, **kwargs))


page_worker = Worker("page")  # draws and renders
record_worker = Worker("record")  # replays games


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
