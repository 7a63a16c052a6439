"""Shows on standard error how far the games are prepared: in one line of a terminal, elsewhere line by line."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from rich.console import Console
from rich.status import Status

from digsite.analysis.warmup import STAGES
from digsite.server.preparation import Preparation
from digsite.web.preparing import sentence

LOOK = 0.5  # seconds between two looks


@contextmanager
def shown(preparation: Preparation) -> Iterator[None]:
    """Show a preparation as long as it lasts; at the end of the block it is stopped."""
    stopping, watch = Event(), None
    if not preparation.done:
        watch = Thread(target=_watch, args=[preparation, stopping], daemon=True)
        watch.start()
    try:
        yield
    finally:
        stopping.set()
        preparation.stop()
        if watch:
            watch.join()


def _watch(preparation: Preparation, stopping: Event) -> None:
    console, start = Console(stderr=True, highlight=False), time.monotonic()
    if console.is_terminal:
        with console.status(_line(preparation)) as status:
            _follow(preparation, stopping, status)
    else:
        _print_changes(preparation, stopping, console)
    if preparation.done:
        console.print(f"All games, bots and hints are ready ({time.monotonic() - start:.0f} s)", soft_wrap=True)


def _line(preparation: Preparation) -> str:
    return " ".join(sentence(progress) for progress in preparation.progress())


def _follow(preparation: Preparation, stopping: Event, status: Status) -> None:
    while not preparation.done and not stopping.wait(LOOK):
        status.update(_line(preparation))


def _print_changes(preparation: Preparation, stopping: Event, console: Console) -> None:
    """Print a line for each game whenever a stage of it is ready."""
    printed: dict[str, list[bool]] = {}
    while not preparation.done:
        for progress in preparation.progress():
            ready = [preparation.ready(progress.game, stage) for stage in range(len(STAGES))]
            if printed.get(progress.game) != ready:
                printed[progress.game] = ready
                console.print(sentence(progress), soft_wrap=True)
        if stopping.wait(LOOK):
            break
