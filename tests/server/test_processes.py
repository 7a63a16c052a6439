"""Real servers: several processes on one PostgreSQL, and the example bot."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from benchmarks.server.process import PATIENCE, Server

from tests.server.clients import ME, OPEN, Client, become_guest, bot, play_out
from tests.server.databases import new_postgres
from tests.server.test_http import events

ROOT = Path(__file__).parents[2]


@contextmanager
def served(*options: str, **environment: str) -> Iterator[str]:
    """The address of `digsite serve`, in as many processes as it is told."""
    command = [sys.executable, "-m", "digsite", "serve", "--port", "0", "--log", "text", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | environment)
    assert process.stderr
    try:
        for line in process.stderr:
            if found := re.search(r"is at (http://\S+)", line):
                break
        else:
            raise AssertionError("it did not start")
        wait_until_ready(found[1])
        yield found[1]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        process.stderr.close()


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
        program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        while ann.table(id)["seats"][0]["kind"] == "open":
            assert program.poll() is None
        ann.start(id)
        said, _ = program.communicate(timeout=PATIENCE)
        assert said == f"winners: seats {ann.table(id)['winners']}\n"
        assert ann.table(id)["status"] == "over"
