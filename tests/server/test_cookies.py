"""A cookie lets its person act, on pages of this site, and nobody else anywhere."""

import pytest

from digsite.server.people import COOKIE
from tests.server.api_requests import ASKED, Asked, an_action
from tests.server.people_at_tables import Players, players

__all__ = ["players"]


def test_a_cookie_lets_its_person_act(players: Players) -> None:
    table = players.playing()
    actor = players.to_act(table)
    assert players.with_cookie(players.cookie(actor)).act(table).status_code == 200


def test_a_cookie_of_one_player_does_not_act_for_the_other(players: Players) -> None:
    table = players.playing()
    action = an_action(players, table)
    other = players.who("other", table)
    assert players.with_cookie(players.cookie(other)).act(table, action["action"]).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "http://localhost.elsewhere.example"},
        {"Origin": "http://localhost:81"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "asked", [asked for asked in ASKED if not asked.route.startswith("GET")], ids=lambda a: a.route
)
def test_a_page_of_another_site_changes_nothing(players: Players, asked: Asked, headers: dict[str, str]) -> None:
    actor = players.with_cookie(players.cookie(players.ann))
    actor.headers |= headers
    method, path = asked.route.split(" ")
    before = players.everything()
    answer = actor.send(method, path.format(id="table", seat="0", token="token"), {})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign page")
    assert players.everything() == before


@pytest.mark.parametrize("headers", [{"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}], ids=str)
def test_a_page_of_ones_own_may_act(players: Players, headers: dict[str, str]) -> None:
    table = players.playing()
    actor = players.with_cookie(players.cookie(players.to_act(table)))
    actor.headers |= headers
    assert actor.act(table).status_code == 200


@pytest.mark.parametrize(
    "host", ["elsewhere.example", "localhost.elsewhere.example", "", "127.0.0.1.elsewhere.example"]
)
@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked.route)
def test_a_server_does_not_answer_to_another_name(players: Players, asked: Asked, host: str) -> None:
    method, path = asked.route.split(" ")
    path = path.format(id="table", seat="0", token="token")
    answer = players.with_cookie(players.cookie(players.ann)).send(method, path, headers={"Host": host})
    assert answer.status_code == 421


def test_a_cookie_that_is_signed_for_something_else_is_none(players: Players) -> None:
    form = f"{players.ann.id}.{players.service.people.form_token(players.ann.id)}"
    assert players.with_cookie(form).get("/api/me").status_code == 401


@pytest.mark.parametrize("cookie", ["", ".", "..", "a.b.c", "é", "." * 4000, "x" * 4000, '"quoted"'])
def test_what_is_no_cookie_of_ours_lets_nobody_in(players: Players, cookie: str) -> None:
    answer = players.http.get("/api/me", headers={b"Cookie": f"{COOKIE}={cookie}".encode("latin-1")})
    assert answer.status_code == 401
