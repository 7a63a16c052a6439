"""Real servers: several processes on one PostgreSQL, and the example bot."""

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from benchmarks.server.process import PATIENCE, Server

from tests.programs import PATIENCE as COMPILING
from tests.programs import ROOT, Running, eventually, interruptible
from tests.server.clients import ME, OPEN, Client, become_guest, bot, play_out
from tests.server.databases import new_postgres
from tests.server.processes import connect
from tests.server.test_http import events


@contextmanager
def served(*options: str, **environment: str) -> Iterator[str]:
    """The address of `digsite serve`, in as many processes as it is told."""
    command = [sys.executable, "-m", "digsite", "serve", "--port", "0", "--log", "text", *options]
    with Running(command, env=os.environ | environment) as running:
        url = eventually(lambda: address_in(running), "a server", COMPILING)
        wait_until_ready(url)
        yield url
        running.process.send_signal(signal.SIGTERM)
        running.finish()


def address_in(running: Running) -> str | None:
    """Return where a server says that it is, once it does."""
    errors = running.printed()[1]
    assert running.process.poll() is None, errors
    found = re.search(r"is at (http://\S+)", errors)
    return found[1] if found else None


def wait_until_ready(url: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if httpx.get(f"{url}/readyz", timeout=PATIENCE).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.05)
    raise AssertionError("it did not get ready")


def guest_at(url: str, name: str) -> Client:
    """Somebody whose every request may meet another process."""
    http = httpx.Client(base_url=url, timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0))
    return become_guest(http, name)


def test_two_processes_on_one_postgresql_are_one_server() -> None:
    with served("--db", new_postgres(), "--workers", "2") as url:
        ann, bo = guest_at(url, "Ann"), guest_at(url, "Bo")
        id = ann.open_table(ME, OPEN, bot())
        bo.sit(id)
        ann.start(id)
        play_out(id, ann, bo)
        version = ann.table(id)["version"]
        assert [each for each, _ in events(f"{url}/api/tables/{id}/events", 1, version)] == list(range(2, version + 1))
        assert ann.post("/api/verify", ann.get(f"/api/tables/{id}/record").json()).json()["true"]


@pytest.mark.parametrize("game", ["thebes", "mykerinos"])
def test_the_example_bot_plays_a_game(tmp_path: Path, game: str) -> None:
    with Server(f"sqlite:///{tmp_path / 'digsite.db'}", tmp_path / "log") as server:
        ann = guest_at(server.url, "Ann")
        id = ann.open_table(OPEN, bot("novice"), game=game)
        command = [sys.executable, "examples/remote_bot.py", server.url, id]
        with Running(command, cwd=ROOT) as program:
            eventually(lambda: program.process.poll() is not None or ann.table(id)["seats"][0]["kind"] != "open")
            ann.start(id)
            said = program.finish().stdout
        assert said == f"winners: seats {ann.table(id)['winners']}\n"
        assert ann.table(id)["status"] == "over"


def test_two_interrupts_end_a_server_that_waits_for_a_request(tmp_path: Path) -> None:
    with interruptible("serve", "--port", "0", "--log", "text", "--db", f"sqlite:///{tmp_path}/digsite.db") as running:
        url = eventually(lambda: address_in(running), "a server", COMPILING)
        wait_until_ready(url)
        half = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"
        with connect(int(url.rpartition(":")[2]), half):
            for _ in range(2):
                time.sleep(1)  # for the request to arrive, and for the first interrupt to be heeded
                running.interrupt()
            running.process.wait(PATIENCE)
