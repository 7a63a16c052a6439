"""The watchdog: it ends a process whose event loop hangs, so that whoever looks after the process starts it again.

The loop says every second that it lives: to a timer in C, which needs nothing of Python to print all stacks and end the
process, and to systemd (`Type=notify`).
"""

import asyncio
import faulthandler
import os
import signal
import socket
import sys
from contextlib import suppress
from types import FrameType

INTERVAL = 1.0  # seconds


class Watchdog:
    """Ends the process, with status 1, once the event loop has not run for so many seconds."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        with suppress(ValueError):  # not in the main thread
            signal.signal(signal.SIGTSTP, _pause)
        self._beating = asyncio.create_task(self._beat())

    def stop(self) -> None:
        notify("STOPPING=1")
        if self._beating:
            self._beating.cancel()
        faulthandler.cancel_dump_traceback_later()

    async def _beat(self) -> None:
        notify("READY=1")
        while True:
            faulthandler.dump_traceback_later(self.seconds, exit=True, file=sys.__stderr__ or sys.stderr)
            notify("WATCHDOG=1")
            await asyncio.sleep(INTERVAL)


def _pause(_: int, __: FrameType | None) -> None:
    """Stop the process, as Ctrl-Z asks for; meanwhile its loop may rest."""
    faulthandler.cancel_dump_traceback_later()
    os.kill(os.getpid(), signal.SIGSTOP)


def notify(state: str) -> None:
    """Tell systemd, if it started the process and wants to know (`man sd_notify`)."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as unix:
            unix.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)
