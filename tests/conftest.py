"""What tests of several folders share."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

INTERRUPTIBLE = """import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv[0] = "digsite"
from digsite.cli import main
if __name__ == "__main__":
    main()
"""


@pytest.fixture
def started() -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Starts commands that can be interrupted, whatever our parent does with SIGINT, and leaves none behind."""
    running: list[subprocess.Popen[str]] = []

    def start(*args: object) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-c", INTERRUPTIBLE, *map(str, args)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        running.append(process)
        return process

    yield start
    for process in running:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
