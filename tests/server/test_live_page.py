"""What the page of a table hears while somebody looks at it."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from queue import Queue
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from digsite.server.people import COOKIE
from tests.server.clients import ME, Client, Json, become_guest, bot
from tests.server.serving import serving

PATIENCE = 20


class Reader:
    """A page's stream, read in a thread of its own."""

    def __init__(self, response: httpx.Response) -> None:
        self.events: Queue[tuple[str, Json]] = Queue()
        self.response = response
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        event = ""
        try:
            for line in self.response.iter_lines():
                if line.startswith("event: "):
                    event = line[7:]
                elif line.startswith("data: "):
                    self.events.put((event, json.loads(line[6:])))
        except httpx.HTTPError:
            pass

    def next(self, event: str) -> Json:
        """The next of a kind, whatever comes in between."""
        while True:
            name, payload = self.events.get(timeout=PATIENCE)
            if name == event:
                return payload


Reading = Callable[..., AbstractContextManager[Reader]]


@pytest.fixture
def http(app: FastAPI) -> Iterator[httpx.Client]:
    with serving(app) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
        yield http


@pytest.fixture
def reading(app: FastAPI) -> Reading:
    """Somebody's browser looks at a table."""

    @contextmanager
    def looking(client: Client, id: str, last: int | None = None, **query: Any) -> Iterator[Reader]:
        headers = {"Cookie": f"{COOKIE}={app.state.service.people.cookie(client.id)}"} if client.id else {}
        headers |= {} if last is None else {"Last-Event-ID": str(last)}
        with client.http.stream("GET", f"/t/{id}/live", params=query, headers=headers, timeout=PATIENCE) as response:
            assert response.headers["content-type"].startswith("text/event-stream")
            yield Reader(response)

    return looking


def thebes(ann: Client) -> str:
    """A game both of whose seats are hers."""
    id = ann.open_table(ME, ME, game="thebes")
    ann.start(id)
    return id


def test_only_what_changed_is_told(http: httpx.Client, reading: Reading) -> None:
    ann, watcher = become_guest(http, "Ann"), become_guest(http, "Wim")
    id = thebes(ann)
    version = ann.table(id)["version"]
    with reading(watcher, id, version=version, status="playing") as reader:
        reader.next("here")
        ann.act(id, "take 1")
        update = reader.next("parts")
    assert (update["since"], update["version"]) == (version, version + 1)
    assert {"status", "dock", "log", "figures", "markers"} <= set(update["parts"])
    assert "board" not in update["parts"]
    assert not any(name.startswith("phone-") for name in update["parts"])
    assert all(f'id="{name}"' in html for name, html in update["parts"].items())


def test_a_narrow_screen_is_told_of_its_own_drawing(http: httpx.Client, reading: Reading) -> None:
    ann = become_guest(http, "Ann")
    id = thebes(ann)
    with reading(ann, id, version=ann.table(id)["version"], status="playing", narrow="true") as reader:
        reader.next("here")
        ann.act(id, "take 1")
        parts = reader.next("parts")["parts"]
    assert "phone-markers" in parts
    assert "markers" not in parts


def test_watchers_are_told_nothing_that_is_for_players(http: httpx.Client, reading: Reading) -> None:
    ann, watcher = become_guest(http, "Ann"), Client(http)
    id = thebes(ann)
    with (
        reading(ann, id, version=0, status="playing") as own,
        reading(watcher, id, version=0, status="playing") as other,
    ):
        mine, theirs = own.next("parts")["parts"], other.next("parts")["parts"]
    assert "choose=take-1" in mine["dock"]
    assert not any("choose=" in html or "<button" in html for html in theirs.values())


def test_another_kind_of_page_is_fetched_anew(http: httpx.Client, reading: Reading) -> None:
    ann = become_guest(http, "Ann")
    id = ann.open_table(ME, bot("random"))
    with reading(ann, id, version=1, status="open") as reader:
        reader.next("here")
        ann.start(id)
        assert reader.next("page")["version"] >= 2
    with reading(ann, id, version=2, status="playing") as reader:
        reader.next("here")
        ann.post(f"/api/tables/{id}/resign")
        reader.next("page")


def test_a_lost_stream_goes_on_with_what_was_missed(http: httpx.Client, reading: Reading) -> None:
    ann = become_guest(http, "Ann")
    id = thebes(ann)
    version = ann.table(id)["version"]
    ann.act(id, "take 1")
    ann.post(f"/api/tables/{id}/chat", {"text": "still here"})
    with reading(ann, id, version, version=1, status="playing") as reader:
        assert reader.next("parts")["version"] == version + 1
        assert reader.next("chat")["text"] == "still here"


def test_who_is_here_and_what_they_say(http: httpx.Client, reading: Reading) -> None:
    ann, bo = become_guest(http, "Ann"), become_guest(http, "Bo")
    id = ann.open_table(ME, {"kind": "open"})
    bo.post(f"/api/tables/{id}/seats/1", {})
    ann.start(id)
    with reading(ann, id, version=3, status="playing") as reader:
        assert reader.next("here") == {"seats": [0], "watching": 0}
        with reading(bo, id, version=3, status="playing"), reading(Client(http), id, version=3, status="playing"):
            while (here := reader.next("here")) != {"seats": [0, 1], "watching": 1}:
                assert 0 in here["seats"]
            bo.post(f"/api/tables/{id}/chat", {"text": "hello"})
            assert reader.next("chat")["text"] == "hello"
        while reader.next("here") != {"seats": [0], "watching": 0}:
            pass


@pytest.mark.parametrize("query", ["version=x", "version=1e9", "status=%00", "narrow=perhaps"])
def test_bad_questions_are_refused_or_harmless(http: httpx.Client, query: str) -> None:
    ann = become_guest(http, "Ann")
    id = ann.open_table(ME, ME)
    with http.stream("GET", f"/t/{id}/live?{query}", timeout=PATIENCE) as response:
        assert response.status_code in (200, 422)
    assert http.get("/t/nowhere/live").status_code == 404
