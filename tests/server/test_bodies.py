"""A body that is too large, too late or no JSON is refused in a sentence."""

import asyncio
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response

from digsite.server import middleware
from digsite.server.middleware import MOST_BODY, MOST_RECORD
from tests.server.clients import Client
from tests.server.module_server import JSON, ann, http, is_problem, table

__all__ = ["ann", "http", "table"]


@pytest.mark.parametrize(
    ("path", "most"), [("/api/guests", MOST_BODY), ("/api/verify", MOST_RECORD), ("/api/records", MOST_RECORD)]
)
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_may_be_so_large_and_no_larger(ann: Client, path: str, most: int, chunked: bool) -> None:
    def sent(size: int) -> Response:
        body = b" " * size
        content = iter([body[: size // 2], body[size // 2 :]]) if chunked else body
        return ann.http.request("POST", path, content=content, headers=JSON | ann.headers)

    assert is_problem(sent(most), 422)
    assert is_problem(sent(most + 1), 413)


def test_a_body_that_claims_to_be_too_large_is_not_waited_for(http: TestClient) -> None:
    headers = JSON | {"Content-Length": str(10**18)}
    assert is_problem(http.request("POST", "/api/guests", content=b"", headers=headers), 413)


@pytest.mark.parametrize("length", [b"-1", b"1e9", b"0x10", b"\xb2", b"1, 1", b"", b"9" * 5000])
def test_a_length_that_is_no_number_is_refused(http: TestClient, length: bytes) -> None:
    assert asyncio.run(status_for(http.app, "/api/guests", (b"content-length", length))) in (400, 413)


def test_a_body_that_does_not_arrive_is_not_waited_for_long(http: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.05)
    for path in ("/api/guests", "/api/verify"):
        assert asyncio.run(status_for(http.app, path)) == 408


async def status_for(app: Any, path: str, *headers: tuple[bytes, bytes]) -> int:
    """What somebody is answered who sends these headers and then for long nothing."""
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(5)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    known = ((b"host", b"localhost"), (b"content-type", b"application/json"))
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": [*known, *headers], "client": ("127.0.0.1", 1), "root_path": "", "scheme": "http"}
    await app(scope, receive, send)
    return statuses[0]


BROKEN = {
    "nothing": b"",
    "half": b'{"name": "An',
    "no JSON": b"name=Ann",
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "deep lists": b"[" * 30_000,
    "deep objects": b'{"name":' * 8_000,
    "closed deep lists": b"[" * 30_000 + b"]" * 30_000,
    "a huge number": b'{"name": ' + b"9" * 5_000 + b"}",
    "a number without end": b'{"name": 1e999}',
    "not a number": b'{"name": NaN}',
    "a list": b"[]",
    "null": b"null",
    "text": b'"Ann"',
    "NUL": b"\0",
}
WITH_BODIES = {
    "POST /api/guests",
    "PATCH /api/me",
    "POST /api/me/tokens",
    "POST /api/links",
    "POST /api/tables",
    "PATCH /api/tables/{id}/terms",
    "POST /api/tables/{id}/seats/0",
    "POST /api/tables/{id}/seats/0/absent",
    "POST /api/tables/{id}/start",
    "POST /api/tables/{id}/actions",
    "POST /api/tables/{id}/undo",
    "POST /api/tables/{id}/close",
    "POST /api/tables/{id}/takeback",
    "POST /api/tables/{id}/seats/0/time",
    "POST /api/tables/{id}/return",
    "POST /api/tables/{id}/resign",
    "POST /api/tables/{id}/abandon",
    "POST /api/tables/{id}/chat",
    "POST /api/verify",
    "POST /api/records",
}
OPTIONAL = ("seats", "absent", "start", "close", "undo", "takeback", "return", "resign", "abandon")


def test_every_route_that_takes_a_body_is_tried(http: TestClient) -> None:
    paths = http.get("/openapi.json").json()["paths"]
    routes = {
        f"{method.upper()} {path}" for path, all in paths.items() for method in all if "requestBody" in all[method]
    }
    assert {route.replace("{seat}", "0") for route in routes} == WITH_BODIES


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN.keys())
@pytest.mark.parametrize("route", sorted(WITH_BODIES))
def test_a_body_that_cannot_be_read_is_a_problem(ann: Client, table: str, route: str, body: bytes) -> None:
    method, path = route.format(id=table).split(" ")
    if body in (b"", b"null") and any(word in path for word in OPTIONAL):
        return
    before = ann.table(table)["version"]
    answer = ann.http.request(method, path, content=body, headers=JSON | ann.headers)
    assert is_problem(answer, 400, 422)
    assert ann.table(table)["version"] == before


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "é", "/"]
)
def test_only_json_is_read(ann: Client, kind: str) -> None:
    headers = {"Content-Type": kind.encode("latin-1")} | ann.headers
    for method, path in (("POST", "/api/guests"), ("PATCH", "/api/me"), ("POST", "/api/tables")):
        answer = ann.http.request(method, path, content=b'{"name": "Eve"}', headers=headers)  # type: ignore[arg-type]
        assert is_problem(answer, 415, 422)
