"""Whatever is sent, the server answers in sentences: never a 500, never a traceback, never without end."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from httpx import Response

from digsite.server import guard
from digsite.server.app import create_app
from digsite.server.guard import MOST_BODY, MOST_RECORD
from digsite.server.settings import Settings
from tests.server.clients import ME, Client, become_guest
from tests.server.serving import serving

JSON = {"Content-Type": "application/json"}


@contextmanager
def served(folder: Path, **more: Any) -> Iterator[TestClient]:
    settings = Settings(db=f"sqlite:///{folder / 'digsite.db'}", bot_threads=1, log="text", guests_per_minute=10**6)
    app = create_app(replace(settings, **more))
    with TestClient(app, base_url="http://localhost") as http:
        yield http


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("limits")) as http:
        yield http


@pytest.fixture(scope="module")
def ann(http: TestClient) -> Client:
    return become_guest(http, "Ann")


@pytest.fixture(scope="module")
def table(ann: Client) -> str:
    """Where Ann plays both seats."""
    table = ann.open_table(ME, ME)
    ann.start(table)
    return table


def is_problem(answer: Response, *statuses: int) -> bool:
    """An answer in sentences, with nothing of the inside in it."""
    assert answer.status_code in statuses, (answer.status_code, answer.text)
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert told["status"] == answer.status_code
    assert all(told[part] for part in ("type", "title", "code", "detail"))
    for inside in ("Traceback", 'File "', ".py", "site-packages", "sqlalchemy", "sqlite3", "object at 0x"):
        assert inside not in answer.text
    return True


# Bodies


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
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.05)
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
    "POST /api/tables/{id}/resign",
    "POST /api/tables/{id}/abandon",
    "POST /api/tables/{id}/chat",
    "POST /api/verify",
    "POST /api/records",
}
OPTIONAL = ("seats", "absent", "start", "undo", "resign", "abandon")


def test_every_route_that_takes_a_body_is_tried(http: TestClient) -> None:
    paths = http.get("/openapi.json").json()["paths"]
    told = {f"{method.upper()} {path}" for path, all in paths.items() for method in all if "requestBody" in all[method]}
    assert {route.replace("{seat}", "0") for route in told} == WITH_BODIES


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


# Texts

UNREADABLE = {
    "NUL": "a\0b",
    "a lone surrogate": "a\ud800b",
    "an escape": "a\x1bb",
    "NUL inside": "a" * 40 + "\0" + "a" * 40,
}
TEXTS = [
    ("POST", "/api/guests", {"name": ...}),
    ("POST", "/api/guests", {"name": "Ann", "colour": ...}),
    ("PATCH", "/api/me", {"name": ...}),
    ("PATCH", "/api/me", {"colour": ...}),
    ("POST", "/api/me/tokens", {"label": ...}),
    ("POST", "/api/links", {"secret": ...}),
    ("POST", "/api/tables", {"game": ..., "seats": [ME, ME]}),
    ("POST", "/api/tables", {"game": "thebes", "seats": [ME, ME], "name": ...}),
    ("POST", "/api/tables", {"game": "thebes", "seats": [ME, ME], "pace": ...}),
    ("POST", "/api/tables", {"game": "thebes", "seats": [ME, ME], "practice": True, "seed": ...}),
    ("POST", "/api/tables", {"game": "thebes", "seats": [ME, ME], "stand_in": ...}),
    ("POST", "/api/tables", {"game": "thebes", "seats": [ME, {"kind": "bot", "bot": ...}]}),
    ("POST", "/api/tables", {"game": "thebes", "seats": [ME, {"kind": ...}]}),
    ("PATCH", "/api/tables/{id}/terms", {"name": ...}),
    ("PATCH", "/api/tables/{id}/terms", {"pace": ...}),
    ("PATCH", "/api/tables/{id}/terms", {"stand_in": ...}),
    ("POST", "/api/tables/{id}/seats/0", {"word": ...}),
    ("POST", "/api/tables/{id}/seats/0", {"bot": ...}),
    ("POST", "/api/tables/{id}/actions", {"action": ..., "version": "now", "id": "unreadable"}),
    ("POST", "/api/tables/{id}/actions", {"action": "pass", "version": "now", "id": ...}),
    ("POST", "/api/tables/{id}/undo", {"id": ...}),
    ("POST", "/api/tables/{id}/chat", {"text": ...}),
    ("POST", "/api/records", {"format": ...}),
    ("POST", "/api/records", {"format": "digsite-record/1", "game": ..., "rules": 1, "seats": 2, "actions": []}),
    ("POST", "/api/verify", {"format": "digsite-record/1", "game": ..., "rules": 1, "seats": 2, "actions": []}),
    ("POST", "/api/verify", {"format": "digsite-record/1", "game": "thebes", "rules": ..., "seats": 2, "actions": []}),
    ("POST", "/api/verify", {...: "a key"}),
    ("POST", "/api/guests", {"name": "Ann", ...: "a key"}),
]


def with_text(told: Any, text: str) -> Any:
    if told is ...:
        return text
    if isinstance(told, dict):
        return {with_text(key, text): with_text(value, text) for key, value in told.items()}
    return [with_text(each, text) for each in told] if isinstance(told, list) else told


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
@pytest.mark.parametrize(("method", "path", "told"), TEXTS, ids=lambda part: str(part))
def test_no_text_has_unreadable_letters(ann: Client, table: str, method: str, path: str, told: Any, text: str) -> None:
    version = ann.table(table)["version"]
    told = with_text(told, text)
    if "version" in told:
        told["version"] = version
    body = json.dumps(told).encode()
    answer = ann.http.request(method, path.format(id=table), content=body, headers=JSON | ann.headers)
    assert is_problem(answer, 404, 409, 422)
    assert ann.table(table)["version"] == version


def test_an_action_in_a_record_may_say_nothing_unreadable(ann: Client) -> None:
    for text in UNREADABLE.values():
        told = {"format": "digsite-record/1", "game": "thebes", "rules": 1, "seats": 2, "actions": [text]}
        answer = ann.http.post("/api/verify", content=json.dumps(told), headers=JSON)
        assert answer.status_code == 422 or answer.json()["true"] is False


@pytest.mark.parametrize("at", [0, 150, 250, 499])
@pytest.mark.parametrize("letter", ["\0", "\x07", "\x9b"])
def test_nothing_unreadable_is_said_wherever_it_stands(ann: Client, table: str, at: int, letter: str) -> None:
    text = "a" * at + letter + "a" * (499 - at)
    assert is_problem(ann.post(f"/api/tables/{table}/chat", {"text": text}), 422)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "a" * 501, "\u2028"])
def test_what_is_said_is_one_line_of_so_many_letters(ann: Client, table: str, text: str) -> None:
    assert is_problem(ann.post(f"/api/tables/{table}/chat", {"text": text}), 422)


@pytest.mark.parametrize("number", [-1, 0, 2**31, 2**63, 2**64, 10**400, 1.5, 1e308, "1", True, [1], {}])
def test_a_version_is_a_number_in_bounds(ann: Client, table: str, number: object) -> None:
    told = {"action": "pass", "version": number, "id": "numbers"}
    assert is_problem(ann.post(f"/api/tables/{table}/actions", told), 422)


@pytest.mark.parametrize("field", ["bank", "increment", "days", "pause"])
@pytest.mark.parametrize("number", [-1, 2**63, 10**400, 1.5, "1", True, None])
def test_times_are_numbers_in_bounds(ann: Client, field: str, number: object) -> None:
    if (field, number) == ("pause", None):
        return
    told = {"game": "thebes", "seats": [ME, ME], field: number}
    assert is_problem(ann.post("/api/tables", told), 422)


@pytest.mark.parametrize("seat", ["-1", "4", "9" * 30, "x", "1.5", "%00", "٣", "1e1"])
def test_a_seat_is_a_number_from_0_to_3(ann: Client, table: str, seat: str) -> None:
    assert is_problem(ann.post(f"/api/tables/{table}/seats/{seat}", {}), 404, 405, 422)


@pytest.mark.parametrize("meta", [{"x": 1e308 * 10}, {"x": [[[]]] * 3}])
def test_a_kept_record_is_json_when_it_is_read_again(ann: Client, meta: dict[str, Any]) -> None:
    table = ann.open_table(ME, ME)
    ann.start(table)
    ann.post(f"/api/tables/{table}/resign")
    record = ann.get(f"/api/tables/{table}/record").json() | {"meta": meta}
    body = json.dumps(record).replace("Infinity", "1e999")
    kept = ann.http.post("/api/records", content=body, headers=JSON | ann.headers)
    if kept.status_code == 201:
        json.loads(ann.get(f"/api/records/{kept.json()['id']}").content, parse_constant=lambda name: pytest.fail(name))
    else:
        assert is_problem(kept, 422)


def test_a_record_with_a_double_key_is_refused_at_once(http: TestClient) -> None:
    keys = [*map(str, range(100_000)), "twice", "twice"]
    body = "{" + ",".join(f'"{key}":0' for key in keys) + "}"
    started = time.perf_counter()
    assert is_problem(http.post("/api/verify", content=body, headers=JSON), 422)
    assert time.perf_counter() - started < 5


# Paths, methods, headers


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


# A server that fails tells nobody how


def test_a_failure_is_told_without_its_inside(http: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr(http.app.state.service.desk, "public_tables", fail)  # type: ignore[attr-defined]
    answer = http.get("/api/tables")
    assert is_problem(answer, 500)
    assert "the inside" not in answer.text


# So many and no more


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
