"""Search in the background, with a message while it takes long."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from rich.text import Text

from digsite.terminal.screen import Screen

SHORT = 0.3  # seconds: a message is shown for what takes longer

Found = TypeVar("Found")


def watched(screen: Screen, message: Text, think: Callable[[Event], Found]) -> Found:
    """Return what `think` finds. Meanwhile the message is shown; an interrupt stops it."""
    cancel, pool = Event(), ThreadPoolExecutor(1)
    finding = pool.submit(think, cancel)
    try:
        if not wait([finding], SHORT).done:
            with screen.waiting(message):
                wait([finding])
        return finding.result()
    finally:
        cancel.set()
        pool.shutdown(wait=False)
