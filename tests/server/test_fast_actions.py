"""The short way of an action answers as the usual one does."""

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from digsite.core.compile_cache import NotCompiled
from digsite.server.api import fast_actions
from tests.server.clients import ME, Client

SHORT, USUAL = "application/json", "application/json; charset=utf-8"


def ask(person: Client, id: str, kind: str, body: Any, token: str | None = None) -> tuple[int, str | None, Any]:
    """What is answered, by status, kind and code (or what was done)."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Content-Type": kind} | ({"Authorization": token} if token is not None else {})
    answer = person.send("POST", f"/api/tables/{id}/actions", content=content, headers=headers)
    result = answer.json()
    return answer.status_code, answer.headers["content-type"], result.get("code") or result["action"]


@pytest.fixture
def ann(guest: Callable[[str], Client]) -> Client:
    return guest("Ann")


@pytest.fixture
def tables(ann: Client) -> tuple[str, str]:
    """Two tables that stand alike: practice, with the same seed."""
    ids = [ann.open_table(ME, ME, practice=True, seed="the same") for _ in range(2)]
    for id in ids:
        ann.start(id)
    return ids[0], ids[1]


def test_only_a_plain_action_takes_the_short_way(
    ann: Client, tables: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = []

    def noted(body: bytes) -> Any:
        taken.append(body)
        return json.loads(body)

    monkeypatch.setattr(fast_actions, "json", SimpleNamespace(loads=noted, JSONDecodeError=json.JSONDecodeError))
    act = {"action": ann.table(tables[0])["legal"][0], "version": 2, "id": "one"}
    ask(ann, tables[0], USUAL, act)
    ask(ann, "no table!", SHORT, act)
    assert ann.get(f"/api/tables/{tables[0]}/actions").status_code == 405
    assert not taken
    ask(ann, tables[1], SHORT, act)
    assert taken


def bodies(legal: str) -> list[Any]:
    act = {"action": legal, "version": 2, "id": "one"}
    return [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b"[" * 50_000,
        b'{"action": NaN, "version": 2, "id": "one"}',
        b'{"action": "x", "version": ' + b"9" * 5000 + b', "id": "one"}',
        {},
        act | {"version": 0},
        act | {"version": "two"},
        act | {"id": "with space"},
        act | {"more": 1},
        act | {"action": "dance"},
        act | {"version": 1},
        act | {"action": legal * 100},
        act,
        act,
        act | {"action": "dance"},
        act | {"version": 99},
        act | {"id": "two"},
    ]


def test_every_action_is_answered_alike(ann: Client, tables: tuple[str, str]) -> None:
    short, usual = tables
    for body in bodies(ann.table(short)["legal"][0]):
        assert ask(ann, short, SHORT, body) == ask(ann, usual, USUAL, body), body


def test_an_id_used_for_something_else_is_refused(ann: Client, tables: tuple[str, str]) -> None:
    act = {"action": ann.table(tables[0])["legal"][0], "version": 2, "id": "one"}
    for id, kind in zip(tables, (SHORT, USUAL), strict=True):
        assert ask(ann, id, kind, act)[0] == 200
        assert ask(ann, id, kind, act | {"action": "dance"})[::2] == (422, "id used")


def test_both_ways_send_the_same_headers(ann: Client, tables: tuple[str, str]) -> None:
    act = {"action": ann.table(tables[0])["legal"][0], "version": 2, "id": "one"}
    found = []
    for id, kind in zip(tables, (SHORT, USUAL), strict=True):
        for action in (act, act | {"action": "dance"}):
            headers = {"Content-Type": kind, "X-Request-ID": "asked-for"}
            path = f"/api/tables/{id}/actions"
            answer = ann.send("POST", path, content=json.dumps(action).encode(), headers=headers)
            assert answer.headers["x-request-id"] == "asked-for"
            found.append({name: value for name, value in answer.headers.items() if name != "content-length"})
    assert found[0] == found[2]
    assert found[1] == found[3]


def test_a_game_that_is_not_compiled_is_answered_alike(
    ann: Client, tables: tuple[str, str], http: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def change(*_: object, **__: object) -> None:
        raise NotCompiled

    assert isinstance(http.app, FastAPI)
    monkeypatch.setattr(http.app.state.service.table_service, "change", change)
    for kind in (SHORT, USUAL):
        content = json.dumps({"action": "any", "version": 2, "id": "one"}).encode()
        headers = {"Content-Type": kind}
        answer = ann.send("POST", f"/api/tables/{tables[0]}/actions", content=content, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (503, "preparing")
        assert int(answer.headers["retry-after"]) >= 1


@pytest.mark.parametrize("token", ["", "Bearer", "Bearer ", "Bearer nobody", "bearer nobody", "Basic abc"])
def test_every_token_is_answered_alike(ann: Client, tables: tuple[str, str], token: str) -> None:
    act = {"action": ann.table(tables[0])["legal"][0], "version": 2, "id": "one"}
    assert ask(ann, tables[0], SHORT, act, token) == ask(ann, tables[1], USUAL, act, token)


def test_another_persons_action_and_a_missing_table_are_answered_alike(
    ann: Client, tables: tuple[str, str], guest: Callable[[str], Client]
) -> None:
    bo = guest("Bo")
    act = {"action": ann.table(tables[0])["legal"][0], "version": 2, "id": "one"}
    assert ask(bo, tables[0], SHORT, act) == ask(bo, tables[1], USUAL, act)
    assert ask(bo, "nowhere", SHORT, act) == ask(bo, "nowhere", USUAL, act)


def test_both_ways_are_counted_as_one_route(ann: Client, tables: tuple[str, str], http: TestClient) -> None:
    act = {"action": ann.table(tables[0])["legal"][0], "version": 2, "id": "one"}
    ask(ann, tables[0], SHORT, act)
    ask(ann, tables[1], USUAL, act)
    counted = [
        line for line in http.get("/metrics").text.splitlines() if "requests_total" in line and "actions" in line
    ]
    assert len(counted) == 1
    assert counted[0].endswith(" 2.0")
