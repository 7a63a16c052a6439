"""People who use the API, for tests."""

import time
from collections.abc import Callable
from itertools import count
from typing import Any

import httpx
from httpx import Response

from tests.programs import PATIENCE

Json = dict[str, Any]
ME, OPEN = {"kind": "me"}, {"kind": "open"}
_requests = count()


class Client:
    """One person's way to the API; without headers, a stranger's."""

    def __init__(self, http: httpx.Client, headers: dict[str, str] | None = None, id: str = "") -> None:
        self.http, self.headers, self.id = http, headers or {}, id

    @property
    def token(self) -> str:
        return self.headers["Authorization"].removeprefix("Bearer ")

    def send(self, method: str, path: str, json: Any = None, **more: Any) -> Response:
        """`json` is sent unless it is None."""
        headers = self.headers | more.pop("headers", {})
        if json is not None:
            more["json"] = json
        answer: Response = self.http.request(method, path, headers=headers, **more)
        return answer

    def get(self, path: str, **more: Any) -> Response:
        return self.send("GET", path, **more)

    def post(self, path: str, json: Any = None, **more: Any) -> Response:
        return self.send("POST", path, json, **more)

    def open_table(self, *seats: Json, game: str = "mykerinos", **terms: Any) -> str:
        """A new table's id; by default for oneself and somebody else."""
        answer = self.post("/api/tables", {"game": game, "seats": seats or (ME, OPEN), **terms})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def table(self, id: str) -> Json:
        view: Json = self.get(f"/api/tables/{id}").json()
        return view

    def sit(self, id: str, seat: int = 1, **more: Any) -> Response:
        return self.post(f"/api/tables/{id}/seats/{seat}", more)

    def start(self, id: str) -> Response:
        return self.post(f"/api/tables/{id}/start")

    def act(self, id: str, action: str | None = None, version: int | None = None) -> Response:
        """By default the last legal action, at the table's version."""
        if action is None or version is None:
            table = self.table(id)
            action, version = action or table["legal"][-1], version or table["version"]
        body = {"action": action, "version": version, "id": f"request-{next(_requests)}"}
        return self.post(f"/api/tables/{id}/actions", body)


def become_guest(http: httpx.Client, name: str) -> Client:
    answer = http.post("/api/guests", json={"name": name})
    assert answer.status_code == 201, answer.text
    return Client(http, {"Authorization": f"Bearer {answer.json()['token']}"}, answer.json()["id"])


def bot(name: str = "novice") -> Json:
    return {"kind": "bot", "bot": name}


def play_out(id: str, *people: Client, after: Callable[[], object] = lambda: None) -> Json:
    """Everybody takes the last legal action until the game is over; `after` is called after each."""
    end, version = time.monotonic() + PATIENCE, 0
    while (table := people[0].table(id))["status"] == "playing":
        if table["version"] > version:
            end, version = time.monotonic() + PATIENCE, table["version"]
        assert time.monotonic() < end, f"nothing happens any more: {table}"
        for person in people:
            if person.table(id)["legal"]:
                person.act(id)
                after()
    return table
