"""A server that cannot start, or whose event loop hangs, ends with a status, so that it can be started again."""

import os
import re
import signal
import socket
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import text

from digsite.server.store import Store
from tests.programs import DIGSITE, Running, eventually
from tests.server.databases import new_database

HANGING = """
import ctypes, sys, time
from starlette.responses import Response
from starlette.routing import Route
from digsite.server.app import launcher
from digsite.server.settings import from_environment

made = launcher.application

def application(preparation):
    async def hang(request):
        ctypes.PyDLL(None).sleep(600) if "gil" in sys.argv else time.sleep(600)

    app = made(preparation)
    app.router.routes.insert(0, Route("/hang", hang))
    return app

launcher.application = application
launcher.run(from_environment(), "127.0.0.1", 0, 1, False)
"""


@contextmanager
def serving(command: list[str], database: str, **more: str) -> Iterator[tuple[Running, str]]:
    """A server as a process, and its address."""
    with Running(command, env=os.environ | {"DIGSITE_DB": database} | more) as running:

        def address() -> str | None:
            found = re.search(r"is at (http://\S+)", running.printed()[1])
            return found[1] if found else None

        url = eventually(address, "an address")
        urllib.request.urlopen(f"{url}/readyz", timeout=60).close()
        yield running, url


@pytest.mark.parametrize("what", ["loop", "gil"])
def test_a_process_whose_loop_hangs_prints_its_stacks_and_ends(tmp_path: Path, what: str) -> None:
    """Also where compiled code that does not let go of Python's lock hangs."""
    command = [sys.executable, "-c", HANGING, what]
    with serving(command, new_database("sqlite", tmp_path), DIGSITE_WATCHDOG="2") as (running, url):
        with suppress(OSError):
            urllib.request.urlopen(f"{url}/hang", timeout=60)
        done = running.finish()
    assert done.returncode == 1
    assert "Timeout (0:00:02)!" in done.stderr
    assert "in hang" in done.stderr


def test_a_process_that_was_stopped_by_hand_goes_on(tmp_path: Path) -> None:
    with serving([*DIGSITE, "serve", "--port", "0"], new_database("sqlite", tmp_path), DIGSITE_WATCHDOG="2") as (
        running,
        url,
    ):
        os.kill(running.process.pid, signal.SIGTSTP)
        stat = Path(f"/proc/{running.process.pid}/stat")
        eventually(lambda: stat.read_text().rpartition(")")[2].split()[0] == "T", "a stop")
        with pytest.raises(TimeoutError):
            urllib.request.urlopen(f"{url}/healthz", timeout=4)
        os.kill(running.process.pid, signal.SIGCONT)
        urllib.request.urlopen(f"{url}/healthz", timeout=60).close()
        running.process.send_signal(signal.SIGTERM)
        assert running.finish().returncode == 0


def test_systemd_is_told_of_start_life_and_end(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.settimeout(60)
        systemd.bind(str(tmp_path / "notify"))
        command = [*DIGSITE, "serve", "--port", "0"]
        with serving(command, new_database("sqlite", tmp_path), NOTIFY_SOCKET=str(tmp_path / "notify")) as (running, _):
            said = [systemd.recv(100) for _ in range(3)]
            running.process.send_signal(signal.SIGTERM)
            while said[-1] != b"STOPPING=1":
                said.append(systemd.recv(100))
            assert running.finish().returncode == 0
    assert said[:3] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]


@pytest.mark.parametrize(("kind", "workers"), [("sqlite", 1), ("postgresql", 1), ("postgresql", 2)])
def test_a_start_that_fails_ends_with_a_status(tmp_path: Path, kind: str, workers: int) -> None:
    url = new_database(kind, tmp_path)
    store = Store(url)
    store.open()
    store.now(lambda c: c.execute(text("DROP TABLE outages")))
    store.close()
    command = [*DIGSITE, "serve", "--port", "0", "--workers", str(workers)]
    with Running(command, env=os.environ | {"DIGSITE_DB": url}) as running:
        done = running.finish()
    assert done.returncode in (2, 3)
    assert "outages" in done.stderr
