"""Settings: kept with the person, or in the browser of somebody without a name."""

import re

import pytest
from fastapi.testclient import TestClient

from digsite.core.palette import COLOURS
from digsite.server import preferences
from digsite.web.seat_colours import settled
from tests.server.visitor import Visitor


def test_settings_are_kept_with_the_person(ann: Visitor, http: TestClient) -> None:
    ann.open()
    ann.see("/me/settings")
    ann.post("/me/settings", theme="dark", motion="quick", confirm="off", keys="off", sound="on")
    other = Visitor(http, ann.cookie)
    other.see("/")
    attributes = (
        'data-theme="dark"',
        'data-motion="quick"',
        'data-confirm="off"',
        'data-keys="off"',
        'data-sound="on"',
    )
    assert all(each in other.page for each in attributes)
    assert 'name="color-scheme" content="dark"' in other.page
    other.see("/me/settings")
    other.post("/me/settings", theme="system")
    assert "data-theme" not in other.page
    assert 'data-motion="quick"' in other.page


def test_without_a_name_they_are_kept_in_the_browser_and_taken_along(http: TestClient) -> None:
    http.post("/me/settings", data={"theme": "light"})
    assert 'data-theme="light"' in http.get("/").text
    table = http.post("/play", data={"game": "thebes"})
    assert 'data-theme="light"' in table.text
    del http.cookies[preferences.COOKIE]
    assert 'data-theme="light"' in http.get("/").text


@pytest.mark.parametrize("sent", ["purple", "", "x" * 5000, "dark'><b>"])
def test_what_is_no_setting_changes_nothing(ann: Visitor, sent: str) -> None:
    ann.open()
    ann.see("/me/settings")
    assert ann.post("/me/settings", theme=sent).status_code == 200
    assert "data-theme" not in ann.page


@pytest.mark.parametrize("cookie", ["", "{", "[]", "%7B%22theme%22%3A%5B1%5D%7D", "%7B%22theme%22%3A%22red%22%7D"])
def test_a_bad_cookie_of_settings_counts_as_none(cookie: str) -> None:
    assert preferences.of_cookie(cookie) == {}


def test_a_cookie_holds_what_was_chosen() -> None:
    assert preferences.of_cookie(preferences.to_cookie({"theme": "dark", "sound": "on"})) == {
        "theme": "dark",
        "sound": "on",
    }


def test_nobody_has_a_colour_before_choosing_one(ann: Visitor) -> None:
    path = ann.open("me", "me")
    assert not re.search(r'id="page" class="[^"]*seat\d-', ann.page)
    ann.see("/me")
    assert re.search(r'name="colour" value="" checked', ann.page)
    ann.post("/me", do="change", person="Ann", colour="rose")
    assert re.search(r'name="colour" value="rose" checked', ann.page)
    ann.post(path, do="start")
    ann.see(path)
    assert re.search(r'id="page" class="[^"]*seat0-rose', ann.page)
    ann.see("/me")
    ann.post("/me", do="change", person="Ann", colour="")
    ann.see(path)
    assert not re.search(r'id="page" class="[^"]*seat\d-', ann.page)


@pytest.mark.parametrize(
    ("wishes", "colours"),
    [
        (["", "", "", ""], list(COLOURS)),
        (["rose", ""], ["rose", "petrol"]),
        (["petrol", ""], ["petrol", "crimson"]),
        (["petrol", "crimson"], ["petrol", "crimson"]),
        (["rose", "rose", "", ""], ["rose", "petrol", "ivory", "crimson"]),
        (["", "crimson", "crimson"], ["petrol", "crimson", "ivory"]),
    ],
)
def test_of_two_who_wish_for_one_colour_the_lower_seat_has_it(wishes: list[str], colours: list[str]) -> None:
    assert settled(wishes) == colours


def test_who_invites_is_asked_for_a_name_once(ann: Visitor) -> None:
    ann.see("/")
    invitation = re.compile(r'action="/invite">.*?</form>', re.DOTALL)
    assert 'name="person"' in invitation.findall(ann.page)[0]
    ann.post("/play", game="thebes")
    ann.see("/")
    assert 'name="person"' in invitation.findall(ann.page)[0]
    ann.post("/invite", game="thebes", person="Ann")
    assert "Ann" in ann.page
    ann.see("/")
    assert 'title="Ann"' in ann.page
    assert 'name="person"' not in invitation.findall(ann.page)[0]


def test_lists_are_sent_again_only_when_they_have_changed(ann: Visitor, http: TestClient) -> None:
    ann.open(name="Blue scarab", visibility="public")
    first = http.get("/lists")
    assert "Blue scarab" not in first.text  # no seat is free
    same = http.get("/lists", headers={"If-None-Match": first.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    ann.see("/")
    ann.open("me", "open", name="Red kite", visibility="public", pace="correspondence", days="3")
    changed = http.get("/lists", headers={"If-None-Match": first.headers["etag"]})
    assert changed.status_code == 200
    assert all(words in changed.text for words in ("Red kite", "Thebes · Ann", "3 days per move"))


def test_a_used_link_looks_used(ann: Visitor, bo: Visitor) -> None:
    ann.open()
    ann.see("/me")
    ann.post("/me", do="link")
    link = re.search(r"http://localhost(/link/[\w-]+)", ann.page)
    assert link
    assert bo.see(link[1]).status_code == 200
    bo.post(link[1])
    again = bo.see(link[1])
    assert again.status_code == 404
    assert "already been used" in bo.page


def test_error_pages_keep_ones_name_and_settings(ann: Visitor) -> None:
    ann.open()
    ann.see("/me/settings")
    ann.post("/me/settings", theme="dark")
    for path in ("/t/nowhere", "/nowhere"):
        assert ann.see(path).status_code == 404
        assert 'title="Ann"' in ann.page
        assert 'data-theme="dark"' in ann.page
        assert "on the home page" in ann.page


def test_the_site_has_an_icon_and_says_whose_games_these_are(http: TestClient) -> None:
    icon = http.get("/favicon.ico")
    assert icon.headers["content-type"] == "image/png"
    assert icon.content.startswith(b"\x89PNG")
    about = http.get("/about").text
    assert all(words in about for words in ("Peter Prinz", "Queen Games", "Nicolas Oury", "Ystari", "unofficial"))
    for path in ("/", "/rules/thebes", "/about", "/privacy", "/me/settings", "/nowhere"):
        page = http.get(path).text
        assert 'href="/privacy"' in page
        assert 'name="theme-color"' in page


def test_the_title_of_an_earlier_position_does_not_tell_the_end(ann: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    ann.see(f"{path}?ply=0")
    assert "<title>An earlier position · Thebes · Digsite</title>" in ann.page
