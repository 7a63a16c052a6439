"""Thinking that one can watch and stop."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from rich.text import Text

from digsite.terminal.screen import Screen

A_MOMENT = 0.3  # seconds: what takes longer is announced

Found = TypeVar("Found")


def watched(screen: Screen, told: Text, think: Callable[[Event], Found]) -> Found:
    """What is found by thinking, which an interrupt stops."""
    cancel, compiled = Event(), ThreadPoolExecutor(1)
    finding = compiled.submit(think, cancel)
    try:
        if not wait([finding], A_MOMENT).done:
            with screen.waiting(told):
                wait([finding])
        return finding.result()
    finally:
        cancel.set()
        compiled.shutdown(wait=False)
