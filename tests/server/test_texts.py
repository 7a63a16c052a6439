"""Texts and numbers that nobody can read are refused in a sentence, wherever they stand."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.clients import ME, Client
from tests.server.module_server import JSON, ann, http, is_problem, table

__all__ = ["ann", "http", "table"]

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


def with_text(body: Any, text: str) -> Any:
    if body is ...:
        return text
    if isinstance(body, dict):
        return {with_text(key, text): with_text(value, text) for key, value in body.items()}
    return [with_text(each, text) for each in body] if isinstance(body, list) else body


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
@pytest.mark.parametrize(("method", "path", "body"), TEXTS, ids=lambda part: str(part))
def test_no_text_has_unreadable_letters(ann: Client, table: str, method: str, path: str, body: Any, text: str) -> None:
    version = ann.table(table)["version"]
    body = with_text(body, text)
    if "version" in body:
        body["version"] = version
    content = json.dumps(body).encode()
    answer = ann.http.request(method, path.format(id=table), content=content, headers=JSON | ann.headers)
    assert is_problem(answer, 404, 409, 422)
    assert ann.table(table)["version"] == version


def test_an_action_in_a_record_may_say_nothing_unreadable(ann: Client) -> None:
    for text in UNREADABLE.values():
        body = {"format": "digsite-record/1", "game": "thebes", "rules": 1, "seats": 2, "actions": [text]}
        answer = ann.http.post("/api/verify", content=json.dumps(body), headers=JSON)
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
    body = {"action": "pass", "version": number, "id": "numbers"}
    assert is_problem(ann.post(f"/api/tables/{table}/actions", body), 422)


@pytest.mark.parametrize("field", ["bank", "increment", "days", "pause"])
@pytest.mark.parametrize("number", [-1, 2**63, 10**400, 1.5, "1", True, None])
def test_times_are_numbers_in_bounds(ann: Client, field: str, number: object) -> None:
    if (field, number) == ("pause", None):
        return
    body = {"game": "thebes", "seats": [ME, ME], field: number}
    assert is_problem(ann.post("/api/tables", body), 422)


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
    """Comparing every key with every other would take many minutes."""
    keys = [*(f"{n:x}" for n in range(200_000)), "twice", "twice"]
    body = "{" + ",".join(f'"{key}":0' for key in keys) + "}"
    assert is_problem(http.post("/api/verify", content=body, headers=JSON), 422)
