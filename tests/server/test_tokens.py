"""Tokens and links: each for its person, and no longer than it is meant to be."""

import pytest

from tests.server.clients import Client
from tests.server.people_at_tables import Players, players

__all__ = ["players"]


def test_a_deleted_token_lets_nobody_in(players: Players) -> None:
    token = players.ann.post("/api/me/tokens", {"label": "lost"}).json()
    program = Client(players.http, {"Authorization": f"Bearer {token['token']}"})
    assert program.get("/api/me").json()["id"] == players.ann.id
    assert players.ann.send("DELETE", f"/api/me/tokens/{token['id']}").status_code == 204
    assert program.get("/api/me").status_code == 401


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic {}", "bearer: {}", "{}", "Bearer {} {}", "Bearer  x"]
)
def test_a_token_counts_only_as_a_bearer_of_it(players: Players, header: str) -> None:
    headers = {"Authorization": header.format(players.ann.token, players.ann.token)}
    assert Client(players.http, headers).get("/api/me").status_code == 401


def test_a_false_token_is_not_made_good_by_a_cookie(players: Players) -> None:
    both = players.with_cookie(players.cookie(players.ann))
    for false in ("Bearer false", "Basic false"):
        both.headers["Authorization"] = false
        assert both.get("/api/me").status_code == 401


def test_a_link_works_once(players: Players) -> None:
    link = players.ann.post("/api/me/link").json()
    first = players.http.post("/api/links", json={"secret": link["secret"]})
    assert (first.status_code, first.json()["id"]) == (201, players.ann.id)
    assert players.http.post("/api/links", json={"secret": link["secret"]}).status_code == 404
    gone = next(token["id"] for token in players.ann.get("/api/me/tokens").json() if token["label"] == "by link")
    assert players.ann.send("DELETE", f"/api/me/tokens/{gone}").status_code == 204


def test_a_link_works_for_a_day(players: Players) -> None:
    link = players.bo.post("/api/me/link").json()
    players.sleep(86_401)
    assert players.http.post("/api/links", json={"secret": link["secret"]}).status_code == 404


def test_a_link_is_no_token_and_a_token_no_link(players: Players) -> None:
    link = players.ann.post("/api/me/link").json()["secret"]
    assert Client(players.http, {"Authorization": f"Bearer {link}"}).get("/api/me").status_code == 401
    assert players.http.post("/api/links", json={"secret": players.ann.token}).status_code == 404
    assert players.ann.get("/api/me").status_code == 200
