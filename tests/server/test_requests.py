"""Odd paths, methods and headers: never a 500, never a traceback."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.clients import Client
from tests.server.module_server import ann, http, is_problem, table

__all__ = ["ann", "http", "table"]


@pytest.mark.parametrize(
    "path",
    [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/tables/%00",
        "/api/tables/%ff%fe",
        "/api/tables/..%2f..%2fetc%2fpasswd",
        "/api/tables/" + "a" * 17,
        "/api/tables/" + "a" * 60_000,
        "/api" + "/a" * 30_000,
        "/api/tables/a%0d%0aSet-Cookie:%20a=b",
        "/api/tables/💥",
        "/api/tables/aaaa?" + "a=b&" * 10_000,
        "/api/tables?status=nothing",
        "/api/tables?status=%00",
        "/api/tables?game=%ff",
        "/api/records/aaaa",
        "/api/tables/aaaa/events",
        "/api/tables/aaaa/picture.svg?theme=no",
    ],
    ids=lambda path: path[:40],
)
def test_a_path_that_leads_nowhere_is_a_problem(ann: Client, path: str) -> None:
    answer = ann.get(path, follow_redirects=False)
    assert is_problem(answer, 404, 422)


def test_a_method_that_is_not_there_is_told_the_others(ann: Client) -> None:
    document = ann.get("/openapi.json").json()["paths"]
    for path, methods in document.items():
        there = {method.upper() for method in methods}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"} - there:
            answer = ann.send(method, path.format(id="aaaa", seat="0", token="aaaa"))
            allowed = {each.strip() for each in answer.headers["allow"].split(",")}
            assert is_problem(answer, 405)
            assert allowed == there, (method, path)


@pytest.mark.parametrize(
    "headers",
    [
        {"Accept": "nothing/at-all"},
        {"Accept-Encoding": "x" * 10_000},
        {"Authorization": "Bearer " + "x" * 60_000},
        {"Authorization": b"Bearer \xff\xfe"},
        {"Cookie": "digsite=" + "x" * 60_000},
        {"Cookie": "=" * 1000},
        {"Cookie": b"digsite=\xff"},
        {"Cookie": "digsite=a; digsite=b"},
        {"X" * 5_000: "y"},
        {"Range": "bytes=0-1"},
        {"X-Forwarded-For": "1.2.3.4", "X-Forwarded-Host": "elsewhere.example"},
        {"X-HTTP-Method-Override": "DELETE"},
        {"Upgrade": "websocket", "Connection": "Upgrade"},
        {"Expect": "100-continue"},
        {"Last-Event-ID": "x"},
    ],
    ids=lambda headers: str(headers)[:50],
)
def test_odd_headers_hurt_nobody(ann: Client, headers: Any) -> None:
    answer = ann.http.get("/api/me", headers=ann.headers | headers)
    assert answer.status_code in (200, 401)


@pytest.mark.parametrize("id", ["x", "-1", "9" * 20, "9" * 21, "1.5", "²", "٣", "\x7f"])
def test_an_odd_last_event_hurts_nobody(ann: Client, table: str, id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ann.http.app.state.service.hub, "closing", True)  # type: ignore[attr-defined]
    headers = {b"Last-Event-ID": id.encode()}
    answer = ann.http.get(f"/api/tables/{table}/events", headers=headers)
    assert answer.status_code == 200 or is_problem(answer, 422)


@pytest.mark.parametrize(
    "host", ["elsewhere.example", "localhost@elsewhere.example", "[", "", "x" * 10_000, ":80", "é"]
)
def test_an_unknown_host_is_refused(http: TestClient, host: str) -> None:
    answer = http.get("/api/games", headers={b"Host": host.encode()})
    assert is_problem(answer, 421)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000", "[::1]"])
def test_a_known_host_is_answered(http: TestClient, host: str) -> None:
    assert http.get("/api/games", headers={"Host": host}).status_code == 200


def test_answers_are_not_kept_on_the_way(ann: Client, table: str) -> None:
    for path in ("/api/me", "/api/me/tokens", "/api/tables", f"/api/tables/{table}", "/api/nothing"):
        assert ann.get(path).headers["cache-control"] == "no-store"
    assert ann.post("/api/me/link").headers["cache-control"] == "no-store"


def test_every_answer_says_how_it_may_be_used(ann: Client) -> None:
    for path in ("/api/games", "/api/nothing", "/healthz"):
        headers = ann.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_failure_is_told_without_its_inside(http: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr(http.app.state.service.table_service, "listed_tables", fail)  # type: ignore[attr-defined]
    answer = http.get("/api/tables")
    assert is_problem(answer, 500)
    assert "the inside" not in answer.text
