"""Servers started from a process that has imported everything: soon there, for tests that start many."""

import os
import signal
import subprocess
import sys
from multiprocessing import get_context
from typing import Any, cast

from benchmarks.server.process import Server

_context = get_context("forkserver")
_context.set_forkserver_preload(["benchmarks.server.preloaded"])


class ForkedServer(Server):
    """`digsite serve` in a process of its own, but for the time of its imports."""

    def _run(self, command: list[str]) -> "subprocess.Popen[bytes]":
        process = _context.Process(target=_serve, args=(command[3:], str(self.log), self.settings), daemon=True)
        process.start()
        return cast("subprocess.Popen[bytes]", _Forked(process))


class _Forked:
    """What is asked of a process here, by its usual names."""

    def __init__(self, process: Any) -> None:
        self._process, self.pid = process, process.pid

    def poll(self) -> int | None:
        return cast("int | None", self._process.exitcode)

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def wait(self, seconds: float) -> int:
        self._process.join(seconds)
        assert self._process.exitcode is not None, f"process {self.pid} does not end"
        return int(self._process.exitcode)


def _serve(options: list[str], log: str, settings: dict[str, str]) -> None:
    from digsite.cli import main

    os.environ.update(settings)
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(file, 1)
    os.dup2(file, 2)
    sys.argv = ["digsite", *options]
    main()
