"""The pages for everybody: names and cookies, refusals, files."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from digsite.core.palette import colours_of
from digsite.core.registry import game_names
from digsite.server.app import create_app
from digsite.server.pages import PARTS, failed
from digsite.server.people import COOKIE
from digsite.server.settings import Settings
from digsite.tables.refused import Refused
from digsite.web import assets, generic_page
from digsite.web.game_page import page_of
from tests.browser.screens import PLAIN
from tests.server.clients import ME, Client, bot
from tests.server.visitor import Visitor

WITHOUT_SCREEN = {
    "/tables",
    "/invite",
    "/pair",
    "/play",
    "/lists",
    "/preparing",
    "/favicon.ico",
    "/link/{secret}",
}  # they lead elsewhere, or have tests of their own


def page_routes() -> set[str]:
    """The paths of all pages that are asked for by an address."""
    return {route.path for part in PARTS for route in part.router.routes if "HEAD" in route.methods}


def test_every_page_has_a_screen_that_is_tested_in_a_browser() -> None:
    """A new page belongs into `tests/browser/screens.py`."""
    shown = {*PLAIN.values(), "/t/id", "/t/id/picture.svg", "/static/digest/name"}
    patterns = {path: re.sub(r"\{\w+\}", "[^/]+", path) for path in page_routes() - WITHOUT_SCREEN}
    assert {path for path, pattern in patterns.items() if not any(re.fullmatch(pattern, one) for one in shown)} == set()


@pytest.mark.parametrize("path", ["/", "/rules/thebes", "/me"])
def test_pages_answer_head_as_get_without_a_body(http: TestClient, path: str) -> None:
    answer = http.head(path)
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"].startswith("text/html")


# Names and cookies


def test_one_form_gives_a_name_and_opens_a_table(ann: Visitor) -> None:
    assert 'name="person"' in ann.page
    path = ann.open()
    assert path.startswith("/t/")
    assert ann.cookie
    assert "Everybody is here" in ann.page
    ann.post(path, do="start")
    assert "What happened" in ann.page


@pytest.mark.parametrize("https", [False, True])
def test_the_cookie_is_kept_from_scripts_and_other_sites(tmp_path: Path, https: bool) -> None:
    app = create_app(Settings(db=f"sqlite:///{tmp_path / 'digsite.db'}", bot_threads=1, log="text", https=https))
    with TestClient(app, base_url="http://localhost") as http:
        form = {"person": "Ann", "game": "thebes", "seat0": "me", "seat1": "open"}
        header = http.post("/tables", data=form, follow_redirects=False).headers["set-cookie"].lower()
    assert all(part in header for part in ("httponly", "samesite=lax", "path=/", "max-age=31536000"))
    assert ("; secure" in header) == https


@pytest.mark.parametrize("cookie", ["x", "a.b.c", "..", "é", "a" * 3000])
def test_a_forged_cookie_counts_as_none(http: TestClient, cookie: str) -> None:
    forged = Visitor(http, cookie)
    assert forged.send("GET", "/").status_code == 200
    assert "Your name" in forged.page


@pytest.mark.parametrize("token", ["", "x", "0" * 43, "é"])
def test_a_form_without_its_token_is_refused(ann: Visitor, token: str) -> None:
    path = ann.open()
    for where in ("/tables", path, "/me", "/link/x"):
        answer = ann.post(where, do="start", token=token)
        assert answer.status_code == 403
        assert "text/html" in answer.headers["content-type"]


def test_a_name_is_shown_as_it_is_written(ann: Visitor, http: TestClient) -> None:
    path = ann.open(person="<b>Ann</b>", name='"><script>')
    ann.post(path, do="chat", text="<i>&amp;")
    html = http.get(path).text
    assert "&lt;b&gt;Ann&lt;/b&gt;" in html
    assert "&lt;i&gt;&amp;amp;" in html
    assert '"><script' not in html


def test_oneself(ann: Visitor, bo: Visitor) -> None:
    assert ann.see("/me").url.path == "/"
    ann.open()
    ann.see("/me")
    ann.post("/me", do="change", person="Anna", colour="rose")
    assert "<span>Anna</span></h1>" in ann.page
    assert ann.post("/me", do="change", person="").status_code == 422
    assert ann.post("/me", do="change", person="Anna", colour="green").status_code == 422
    assert ann.post("/me", do="fly").status_code == 422
    ann.post("/me", do="token", label="my bot")
    token = re.search(r'shown once" value="([\w-]{30,})"', ann.page)
    assert token
    assert ann.http.get("/api/me", headers={"Authorization": f"Bearer {token[1]}"}).json()["name"] == "Anna"
    assert token[1] not in ann.see("/me").text
    found = re.search(r'name="id" value="([^"]+)"', ann.page)
    assert found
    ann.post("/me", do="delete", id=found[1])
    assert "my bot" not in ann.page
    assert ann.post("/me", do="delete", id=found[1]).status_code == 404


def test_a_link_takes_a_person_to_another_device_once(ann: Visitor, bo: Visitor) -> None:
    ann.open(name="Blue scarab")
    ann.see("/me")
    ann.post("/me", do="link")
    link = re.search(r"http://localhost(/link/[\w-]+)", ann.page)
    assert link
    bo.see(link[1])
    assert "Blue scarab" not in bo.page
    bo.post(link[1])
    assert "Blue scarab" in bo.page
    assert bo.post(link[1]).status_code == 404


# Refusals


def test_errors_of_pages_are_pages(http: TestClient) -> None:
    for method, path, status in [
        ("GET", "/t/none", 404),
        ("GET", "/t/%00", 404),
        ("GET", "/nowhere", 404),
        ("DELETE", "/me", 405),
        ("POST", "/t/none", 404),
        ("POST", "/link/none", 404),
    ]:
        answer = http.request(method, path)
        assert answer.status_code == status, path
        assert "text/html" in answer.headers["content-type"]
        assert f"<h1>{'Page not found' if status == 404 else 'That is not possible here'}</h1>" in answer.text
    assert http.get("/api/nowhere").headers["content-type"] == "application/problem+json"


def test_the_heading_of_an_error_says_what_kind_it_is(http: TestClient, ann: Visitor) -> None:
    ann.open()
    here = {"Host": "localhost"}
    for answer, status, heading in [
        (http.post("/t/none", headers=here | {"Origin": "http://elsewhere"}), 403, "That is not allowed"),
        (http.get("/", headers={"Host": "elsewhere"}), 421, "Wrong address"),
        (http.post("/play", content=b"x" * 70_000, headers=here), 413, "That is too large"),
        (ann.send("POST", "/me", data={"token": "old"}), 403, "This page is out of date"),
    ]:
        assert answer.status_code == status
        assert f"<h1>{heading}</h1>" in answer.text
    for status, heading in [(401, "Sign in first"), (429, "Not so fast"), (503, "Back in a moment")]:
        assert f"<h1>{heading}</h1>" in bytes(failed(Refused(status, "some", "Some reason")).body).decode()


BAD = ["", "\0", "x" * 5000, "\ud800", "-1", "²", "99999999999999", "<b>", "open", "master:99999s"]
FIELDS = {
    "sit": ("seat", "word", "request"), "leave": ("seat",), "bot": ("seat", "bot"), "start": ("version",),
    "act": ("action", "version", "request"), "undo": ("version",), "chat": ("text",), "absent": ("seat",),
    "rematch": ("request",), "abandon": ("agree",), "resign": ("request",),
}  # fmt: skip
TERMS = ("person", "game", "seat0", "seat2", "name", "pace", "minutes", "seconds", "days", "visibility", "undo",
         "practice", "seed", "stand_in", "on_timeout", "token")  # fmt: skip


@pytest.mark.parametrize("bad", BAD)
def test_bad_input_is_refused_and_breaks_nothing(ann: Visitor, bad: str) -> None:
    path, sent = ann.open("me", "me"), bad.encode("utf-8", "surrogatepass")
    ann.post(path, do="start")
    token, game = ann.hidden()["token"], {"game": "thebes", "seat0": "me", "seat1": "open"}
    for name in TERMS:
        ann.send("POST", "/tables", data=game | {"token": token, name: sent})
    ann.send("POST", path, data={"token": token, "do": sent})
    for do, names in FIELDS.items():
        for name in names:
            ann.send("POST", path, data={"token": token, "do": do, "version": "1", "seat": "1", name: sent})
    for do, name in (("change", "person"), ("change", "colour"), ("token", "label"), ("delete", "id")):
        ann.send("POST", "/me", data={"token": token, "do": do, name: sent})
    assert ann.see(path).status_code == 200


def test_strange_bodies_are_refused(ann: Visitor) -> None:
    path = ann.open()
    for content, kind in [
        (b"\xff\xfe", "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
        (b"nonsense", "multipart/form-data"),
        (b"nonsense", "multipart/form-data; boundary=x"),
        (
            b'--x\r\nContent-Disposition: form-data; name="do"; filename="a"\r\n\r\nx\r\n--x--',
            "multipart/form-data; boundary=x",
        ),
        (
            b'--x\r\nContent-Disposition: form-data; name="do"\r\n\r\n\\ud800\r\n--x--',
            "multipart/form-data; boundary=x; charset=raw_unicode_escape",
        ),
        (
            b'--x\r\nContent-Disposition: form-data; name="do"\r\n\r\n\xff\r\n--x--',
            "multipart/form-data; boundary=x; charset=idna",
        ),
        (b"&".join(b"a%d=1" % n for n in range(200)), "application/x-www-form-urlencoded"),
        (b"do=" + b"x" * 100_000, "application/x-www-form-urlencoded"),
    ]:
        headers = {"Content-Type": kind, "Cookie": f"{COOKIE}={ann.cookie}"}
        answer = ann.http.post(path, content=content, headers=headers)
        assert 400 <= answer.status_code < 500, (content[:80], answer.text)


def test_too_few_seats_keep_what_was_filled_in(ann: Visitor) -> None:
    answer = ann.post("/tables", person="Ann", game="mykerinos", seat0="me", name="Blue scarab")
    assert answer.status_code == 422
    assert "at least two" in ann.page
    assert 'value="Blue scarab"' in ann.page
    assert 'value="mykerinos" required checked' in ann.page


# Files and pictures


def test_static_files(http: TestClient) -> None:
    for name, kind in (("style.css", "text/css"), ("alegreya.woff2", "font/woff2"), ("map-desk.svg", "image/svg+xml")):
        answer = http.get(assets.address(name))
        assert answer.headers["content-type"].startswith(kind)
        assert "immutable" in answer.headers["cache-control"]
        assert answer.content == assets.assets()[name].body
    assert http.get(f"/static/{'0' * 12}/style.css").status_code == 404
    assert http.get("/static/../__init__.py").status_code == 404


def test_what_is_sent_is_packed_for_who_can_unpack(http: TestClient) -> None:
    for path in ("/", assets.address("style.css"), assets.address("page.js")):
        plain = http.get(path, headers={"Accept-Encoding": "identity"})
        packed = http.get(path, headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert len(packed.text) == len(plain.text)


def test_the_stylesheet_has_the_palette_of_the_drawings() -> None:
    style = assets.assets()["style.css"].body.decode()
    light, dark = style.split("prefers-color-scheme:dark", 1)
    palettes = [page_of(game).palettes for game in game_names()]
    for palette, text in ((colours_of("light", *palettes), light), (colours_of("dark", *palettes), dark)):
        found = re.findall(r"--([a-z0-9-]+):(#[0-9a-f]{6})", text)
        assert len(found) > 15
        assert all(palette[name] == colour for name, colour in found)


def test_pages_need_no_inline_style_or_script(ann: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    for where in ("/", path, f"{path}?choose=take-1", f"{path}?rules", f"{path}?ply=3", "/me", "/rules/thebes"):
        page = ann.see(where).text
        assert not re.search(r"<style|<script(?! src=)|\sstyle=|\son\w+=", page)


def test_the_log_tells_who_came_and_went(guest: Callable[[str], Client], ann: Visitor) -> None:
    host = guest("Cy")
    id = host.open_table(ME, bot(), bot("random"), game="mykerinos")
    host.start(id)
    host.post(f"/api/tables/{id}/resign")
    ann.see(f"/t/{id}")
    assert all(word in ann.page for word in ("Cy resigned.", "Belzoni plays on."))


def test_choices_of_fields_lie_as_on_the_board() -> None:
    a1, c1, b3 = (generic_page.Button(name, "", "", f"start {name}") for name in ("a1", "c1", "b3"))
    columns, rows = generic_page._grid({"a1": a1, "c1": c1, "b3": b3})
    assert columns == ["a", "b", "c"]
    assert rows == [("1", [a1, None, c1]), ("3", [None, b3, None])]
    assert generic_page._grid({"6": a1, "7": c1}) == ([], [])
