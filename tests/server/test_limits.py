"""So many and no more: guests, requests, streams, sayings, tokens."""

import asyncio
import json
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx import Response

from digsite.core import record as core_record
from digsite.core.record import Record
from digsite.server import records as server_records
from digsite.server.app import create_app
from digsite.server.costs import cost_of
from digsite.server.quotas import TooMuch
from digsite.server.settings import Settings
from tests.server.clients import ME, become_guest
from tests.server.module_server import ann, http, is_problem, served, table
from tests.server.processes import connect, eventually, served_inside
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


def test_dear_requests_count_as_many_cheap_ones(tmp_path: Path) -> None:
    """Of 2 * 20 units at once, three first pages (12 each) take nearly all; of cheap requests there are 40."""
    with served(tmp_path, requests_per_second=20, proxies="1") as http:

        def ask(path: str, times: int, address: str) -> list[int]:
            return [http.get(path, headers={"X-Forwarded-For": address}).status_code for _ in range(times)]

        assert ask("/api/bots", 40, "1.1.1.1") == [200] * 40
        assert ask("/", 3, "2.2.2.2") == [200] * 3
        assert 429 in ask("/", 3, "2.2.2.2")
        assert ask("/", 1, "3.3.3.3") == [200]


@pytest.mark.parametrize(
    ("dear", "cheap"),
    [
        (("/", b"", 0), ("/healthz", b"", 0)),
        (("/t/x", b"ply=7", 0), ("/t/x", b"", 0)),
        (("/t/x/picture.svg", b"", 0), ("/api/tables/x/actions", b"", 100)),
        (("/api/verify", b"", 2_000_000), ("/api/verify", b"", 2_000)),
        (("/api/tables", b"", 0), ("/static/x/y.css", b"", 0)),
    ],
)
def test_what_takes_long_costs_more(dear: tuple[str, bytes, int], cheap: tuple[str, bytes, int]) -> None:
    assert cost_of(*dear) > 1.5 * cost_of(*cheap)


def test_the_document_is_made_once(http: TestClient) -> None:
    first, packed = http.get("/openapi.json"), http.get("/openapi.json", headers={"Accept-Encoding": "identity"})
    assert first.json() == packed.json()
    assert first.json()["info"]["title"] == "Digsite"
    assert first.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in packed.headers
    app = http.app
    assert isinstance(app, FastAPI)

    def fail() -> None:
        raise AssertionError("made again")

    made, app.openapi = app.openapi, fail  # type: ignore[method-assign,assignment]
    try:
        assert http.get("/openapi.json").status_code == 200
    finally:
        app.openapi = made  # type: ignore[method-assign]


def test_one_address_has_so_many_connections(tmp_path: Path) -> None:
    settings = Settings(db=f"sqlite:///{tmp_path / 'digsite.db'}", bot_threads=1, log="text", connections=3)
    app = create_app(settings)
    with served_inside(app, settings) as server:
        idle = [connect(server.port, b"") for _ in range(3)]
        eventually(lambda: server.connections == 3, "three connections")
        with connect(server.port, b"") as refused:
            answer = refused.recv(2000)
            assert answer.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
            assert b"Retry-After: 30\r\n" in answer
            assert b"application/problem+json" in answer
            assert refused.recv(2000) == b""
        idle.pop().close()
        eventually(lambda: server.connections == 2, "the end of one")
        assert httpx.get(f"http://127.0.0.1:{server.port}/healthz").status_code == 200
        for connection in idle:
            connection.close()


def test_a_proxy_has_any_number_of_connections(tmp_path: Path) -> None:
    settings = Settings(
        db=f"sqlite:///{tmp_path / 'digsite.db'}", bot_threads=1, log="text", connections=1, proxies="127.0.0.1"
    )
    with served_inside(create_app(settings), settings) as server:
        idle = [connect(server.port, b"") for _ in range(3)]
        assert httpx.get(f"http://127.0.0.1:{server.port}/healthz").status_code == 200
        for connection in idle:
            connection.close()


def test_records_are_checked_one_at_a_time(http: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many strangers ask at once: pages must not wait for all of them."""
    at_once, most = [0], [0]
    real = core_record.loads

    def loads(body: bytes) -> Record:
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        time.sleep(0.02)
        at_once[0] -= 1
        return real(body)

    monkeypatch.setattr(core_record, "loads", loads)

    async def scenario() -> None:
        body = json.dumps({"format": "digsite-record/1", "game": "thebes", "rules": 1, "seats": 2, "actions": []})
        await asyncio.gather(*[server_records.read(body.encode()) for _ in range(12)])
        many = [server_records.read(body.encode()) for _ in range(100)]
        answers = await asyncio.gather(*many, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, TooMuch)]
        assert len(refused) == 35  # one is checked, 64 wait
        assert {(error.status, error.wait) for error in refused} == {(429, 2)}

    asyncio.run(scenario())
    assert most == [1]


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
