"""So many and no more: guests, requests, streams, sayings, tokens."""

import time
from contextlib import ExitStack
from pathlib import Path

import httpx
from fastapi.testclient import TestClient
from httpx import Response

from digsite.server.app import create_app
from digsite.server.settings import Settings
from tests.server.clients import ME, become_guest
from tests.server.module_server import ann, http, is_problem, served, table
from tests.server.serving import serving

__all__ = ["ann", "http", "table"]


def is_too_fast(answer: Response) -> bool:
    assert is_problem(answer, 429)
    assert int(answer.headers["retry-after"]) >= 1
    return True


def test_one_address_brings_so_many_guests(tmp_path: Path) -> None:
    with served(tmp_path, guests_per_minute=3) as http:
        answers = [http.post("/api/guests", json={"name": "Ann"}) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    assert is_too_fast(answers[-1])


def test_one_address_asks_so_often(tmp_path: Path) -> None:
    with served(tmp_path, requests_per_second=1) as http:
        answers = [http.get("/api/games") for _ in range(6)]
    assert [answer.status_code for answer in answers[:2]] == [200, 200]
    assert is_too_fast(answers[-1])


def test_one_address_listens_so_often(tmp_path: Path) -> None:
    settings = Settings(db=f"sqlite:///{tmp_path / 'digsite.db'}", bot_threads=1, log="text", streams=2)
    with serving(create_app(settings)) as port, httpx.Client(base_url=f"http://localhost:{port}", timeout=60) as http:
        table = become_guest(http, "Ann").open_table(ME, ME)
        with ExitStack() as streams:
            opened = [streams.enter_context(http.stream("GET", f"/api/tables/{table}/events")) for _ in range(2)]
            reading = [stream.iter_raw() for stream in opened]
            assert all(next(bytes).startswith(b"id: 1\n") for bytes in reading)
            assert is_too_fast(http.get(f"/api/tables/{table}/events"))
        deadline = time.monotonic() + 20
        while b"digsite_streams 0.0" not in http.get("/metrics").content:
            assert time.monotonic() < deadline
        with http.stream("GET", f"/api/tables/{table}/events") as stream:
            assert stream.status_code == 200


def test_one_person_says_so_much(http: TestClient, table: str) -> None:
    eve, fay = become_guest(http, "Eve"), become_guest(http, "Fay")
    answers = [eve.post(f"/api/tables/{table}/chat", {"text": "Hello"}) for _ in range(6)]
    assert [answer.status_code for answer in answers[:5]] == [201] * 5
    assert is_too_fast(answers[-1])
    assert fay.post(f"/api/tables/{table}/chat", {"text": "Hello"}).status_code == 201


def test_one_person_has_so_many_tokens(http: TestClient) -> None:
    eve = become_guest(http, "Eve")
    answers = [eve.post("/api/me/tokens", {"label": "another"}) for _ in range(20)]
    assert [answer.status_code for answer in answers] == [201] * 19 + [409]
    assert is_problem(answers[-1], 409)
