"""Whether the server can do its work: it must be able to write, not only to read."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import Connection, event

from digsite.server.app import create_app
from digsite.server.settings import Settings
from tests.server.databases import new_postgres
from tests.server.module_server import is_problem


@pytest.fixture(params=["sqlite", "postgresql"])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> FastAPI:
    url = new_postgres() if request.param == "postgresql" else f"sqlite:///{tmp_path / 'digsite.db'}"
    return create_app(Settings(db=url, bot_threads=1, log="text", metrics="open"))


@pytest.fixture
def http(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, base_url="http://localhost") as client:
        yield client


class ReadOnly:
    """Lets a database be read, and not written."""

    def __init__(self, app: FastAPI) -> None:
        self.on = False
        event.listen(app.state.service.store.engine, "begin", self._limit)

    def _limit(self, connection: Connection) -> None:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA query_only = {int(self.on)}")
        elif self.on:
            connection.exec_driver_sql("SET TRANSACTION READ ONLY")


def test_who_can_write_is_ready(http: TestClient) -> None:
    for _ in range(3):
        assert http.get("/readyz").json() == {"status": "ready", "preparing": {}}
    assert "digsite_ready 1.0" in http.get("/metrics").text


def test_who_cannot_write_is_not_ready(app: FastAPI, http: TestClient) -> None:
    database = ReadOnly(app)
    database.on = True
    deadline = time.monotonic() + 20
    while (answer := http.get("/readyz")).status_code == 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert is_problem(answer, 503)
    assert answer.headers["retry-after"]
    assert "digsite_ready 0.0" in http.get("/metrics").text
    assert http.get("/healthz").status_code == 200
    assert http.get("/api/games").status_code == 200
    database.on = False
    while http.get("/readyz").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert "digsite_ready 1.0" in http.get("/metrics").text


def test_many_who_ask_cause_few_writes(app: FastAPI, http: TestClient) -> None:
    written = 0

    def count(connection: object, cursor: object, statement: str, *_: object) -> None:
        nonlocal written
        written += statement.startswith("UPDATE")

    event.listen(app.state.service.store.engine, "before_cursor_execute", count)
    begun = time.monotonic()
    for _ in range(100):
        http.get("/readyz")
    assert written <= 2 + 2 * (time.monotonic() - begun)


def test_a_disk_that_is_nearly_full_is_not_ready(
    app: FastAPI, http: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    if app.state.service.store.shared:
        return  # its disk is another machine's business
    monkeypatch.setattr("digsite.server.readiness.LEAST_FREE", 2**80)
    deadline = time.monotonic() + 20
    while http.get("/readyz").status_code == 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
