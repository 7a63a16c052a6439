"""Tokens and links: each for its person, and no longer than it is meant to be."""

import pytest

from tests.server.clients import Client
from tests.server.house import House, house

__all__ = ["house"]


def test_a_deleted_token_lets_nobody_in(house: House) -> None:
    told = house.ann.post("/api/me/tokens", {"label": "lost"}).json()
    program = Client(house.http, {"Authorization": f"Bearer {told['token']}"})
    assert program.get("/api/me").json()["id"] == house.ann.id
    assert house.ann.send("DELETE", f"/api/me/tokens/{told['id']}").status_code == 204
    assert program.get("/api/me").status_code == 401


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic {}", "bearer: {}", "{}", "Bearer {} {}", "Bearer  x"]
)
def test_a_token_counts_only_as_a_bearer_of_it(house: House, header: str) -> None:
    headers = {"Authorization": header.format(house.ann.token, house.ann.token)}
    assert Client(house.http, headers).get("/api/me").status_code == 401


def test_a_false_token_is_not_made_good_by_a_cookie(house: House) -> None:
    both = house.with_cookie(house.cookie(house.ann))
    for false in ("Bearer false", "Basic false"):
        both.headers["Authorization"] = false
        assert both.get("/api/me").status_code == 401


def test_a_link_works_once(house: House) -> None:
    link = house.ann.post("/api/me/link").json()
    first = house.http.post("/api/links", json={"secret": link["secret"]})
    assert (first.status_code, first.json()["id"]) == (201, house.ann.id)
    assert house.http.post("/api/links", json={"secret": link["secret"]}).status_code == 404
    gone = next(told["id"] for told in house.ann.get("/api/me/tokens").json() if told["label"] == "by link")
    assert house.ann.send("DELETE", f"/api/me/tokens/{gone}").status_code == 204


def test_a_link_works_for_a_day(house: House) -> None:
    link = house.bo.post("/api/me/link").json()
    house.sleep(86_401)
    assert house.http.post("/api/links", json={"secret": link["secret"]}).status_code == 404


def test_a_link_is_no_token_and_a_token_no_link(house: House) -> None:
    link = house.ann.post("/api/me/link").json()["secret"]
    assert Client(house.http, {"Authorization": f"Bearer {link}"}).get("/api/me").status_code == 401
    assert house.http.post("/api/links", json={"secret": house.ann.token}).status_code == 404
    assert house.ann.get("/api/me").status_code == 200
