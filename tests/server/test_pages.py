"""The pages, as a browser without scripts uses them."""

import re
from collections.abc import Callable
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response

from digsite.core.look import DARK, LIGHT
from digsite.server.app import create_app
from digsite.server.people import COOKIE
from digsite.server.settings import Settings
from digsite.web import assets, plain
from tests.server.clients import ME, Client, bot


class Visitor:
    """A browser: it keeps one cookie, and the page it looks at."""

    def __init__(self, http: TestClient, cookie: str = "") -> None:
        self.http, self.cookie, self.page = http, cookie, ""

    def send(self, method: str, path: str, **more: Any) -> Response:
        self.http.cookies.clear()
        headers = {"Cookie": f"{COOKIE}={self.cookie}".encode()} if self.cookie else {}
        told: Response = self.http.request(method, path, headers=headers, follow_redirects=False, **more)
        self.cookie = self.http.cookies.get(COOKIE) or self.cookie
        self.http.cookies.clear()
        if told.status_code == 303:
            return self.see(told.headers["location"])
        assert told.status_code < 500, told.text
        self.page = unescape(told.text)
        return told

    def see(self, path: str) -> Response:
        return self.send("GET", path)

    def post(self, path: str, **fields: Any) -> Response:
        """With what the page's forms carry."""
        return self.send("POST", path, data=self.hidden() | fields)

    def hidden(self) -> dict[str, str]:
        return dict(re.findall(r'type="hidden" name="(token|request|version)" value="([^"]*)"', self.page))

    def open(self, *seats: str, **fields: str) -> str:
        """A new table's path."""
        told = {f"seat{n}": seat for n, seat in enumerate(seats or ("me", "novice"))}
        return self.post("/tables", **{"person": "Ann", "game": "thebes"} | told | fields).url.path

    @property
    def actions(self) -> list[str]:
        return re.findall(r'name="action" value="([^"]+)"', self.page)

    def every_action(self, path: str) -> set[str]:
        """By the table's own buttons, or by choosing everything that may be chosen, with all that may be used."""
        self.see(path)
        found, used = set(self.actions), ("zeppelin", "assistant", "rumour", "shovel")
        waiting, seen = self.choices, set[str]()
        while waiting:
            choice = waiting.pop()
            seen.add(choice)
            for options in product((False, True), repeat=len(used) if choice.startswith("dig") else 1):
                more = "".join(f"&{name}=on" for name, use in zip(used, options, strict=False) if use)
                self.see(f"{path}?choose={choice}{more}")
                found |= set(self.actions)
                waiting |= self.choices - seen
        return found

    @property
    def choices(self) -> set[str]:
        return set(re.findall(r"choose=([a-z0-9-]+(?:&deed=[a-z-]+)?)", self.page))


@pytest.fixture
def visitor(http: TestClient) -> Callable[[], Visitor]:
    return lambda: Visitor(http)


@pytest.fixture
def ann(visitor: Callable[[], Visitor]) -> Visitor:
    ann = visitor()
    ann.see("/")
    return ann


@pytest.fixture
def bo(visitor: Callable[[], Visitor]) -> Visitor:
    return visitor()


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
        told = {"person": "Ann", "game": "thebes", "seat0": "me", "seat1": "open"}
        header = http.post("/tables", data=told, follow_redirects=False).headers["set-cookie"].lower()
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
        told = ann.post(where, do="start", token=token)
        assert told.status_code == 403
        assert "text/html" in told.headers["content-type"]


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
    assert "<h1>Anna</h1>" in ann.page
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


# At a table


def test_an_invitation_takes_one_form(ann: Visitor, bo: Visitor) -> None:
    path = ann.open("me", "open")
    assert f"http://localhost{path}" in ann.page
    bo.see(path)
    assert "Your name" in bo.page
    assert bo.post(path, do="sit", seat=1, person="Bo", word="heron").status_code == 200
    assert "Everybody is here" in bo.page
    ann.see(path)
    ann.post(path, do="start")
    assert "heron" in ann.page


def test_the_host_fills_and_empties_seats(ann: Visitor) -> None:
    path = ann.open("me", "open")
    ann.post(path, do="bot", seat=1, bot="novice")
    assert "a gentle bot" in ann.page
    ann.post(path, do="leave", seat=1)
    assert "Open seat" in ann.page
    assert ann.post(path, do="start").status_code == 409
    assert "A seat is still open" in ann.page


@pytest.mark.parametrize(("game", "turns"), [("thebes", 5), ("mykerinos", 8)])
def test_every_legal_action_is_a_button(ann: Visitor, game: str, turns: int) -> None:
    path = ann.open("me", "me", game=game)
    ann.post(path, do="start")
    for turn in range(turns):
        table = ann.http.app.state.service.desk._cache[path[3:]]  # type: ignore[attr-defined]
        legal = table.legal(table.host)
        assert ann.every_action(path) == set(legal)
        assert ann.post(path, do="act", action=legal[(turn * 7) % max(len(legal) - 1, 1)]).status_code == 200


def test_a_stale_form_shows_the_table_as_it_is(ann: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    old = ann.hidden() | {"do": "act", "action": "take 1"}
    assert ann.send("POST", path, data=old).status_code == 200
    version = ann.hidden()["version"]
    ann.send("POST", path, data=old)
    assert ann.hidden()["version"] == version, "the same button again does nothing twice"
    told = ann.send("POST", path, data=old | {"request": "another"})
    assert told.status_code == 409
    assert "Something has happened meanwhile" in ann.page
    assert ann.hidden()["version"] == version
    assert "choose=take-1" in ann.page


def test_an_action_that_is_not_allowed_is_refused_in_a_sentence(ann: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    for action in ("dig egypt 6", "fly to the moon", ""):
        assert ann.post(path, do="act", action=action).status_code == 422
        assert 'role="alert"' in ann.page


def test_taking_back(ann: Visitor) -> None:
    path = ann.open("me", "me", game="mykerinos")
    ann.post(path, do="start")
    assert "Take back" not in ann.page
    before, table = ann.choices, ann.http.app.state.service.desk._cache[path[3:]]  # type: ignore[attr-defined]
    ann.post(path, do="act", action=table.legal(table.host)[0])
    assert "Take back" in ann.page
    ann.post(path, do="undo")
    assert ann.choices == before
    assert "took something back" in ann.page


def test_watchers_see_everything_and_have_no_buttons(ann: Visitor, bo: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    bo.see(path)
    assert 'id="board"' in bo.page
    assert "choose=" not in bo.page
    assert "<button" not in bo.page
    assert bo.post(path, do="act", action="take 1").status_code == 403
    assert bo.post(path, do="chat", text="hello").status_code == 403


def test_the_end_and_what_comes_then(ann: Visitor, bo: Visitor) -> None:
    path = ann.open("me", "open")
    bo.see(path)
    bo.post(path, do="sit", seat=1, person="Bo")
    ann.see(path)
    ann.post(path, do="start")
    bo.see(path)
    assert bo.post(path, do="absent", seat=0).status_code == 409
    bo.post(path, do="abandon")
    assert "Play on after all" in bo.page
    ann.see(path)
    assert "would end the game" in ann.page
    ann.post(path, do="resign")
    assert "Bo wins" in ann.page
    assert "You resigned." in ann.page
    assert all(word in ann.page for word in ("The counting", "Fingerprint", "Seed", f"/api/tables{path[2:]}/record"))
    ann.post(path, do="rematch")
    assert "Waiting for one more" in ann.page
    assert "Kept for Bo" in ann.page
    bo.see(path)
    bo.post(path, do="rematch")
    assert "Everybody is here" in bo.page


def test_practice_with_seed_words(ann: Visitor) -> None:
    pages = []
    for _ in range(2):
        path = ann.open("me", "random", practice="yes", seed="blue scarab")
        ann.post(path, do="start")
        pages.append(re.findall(r'class="title">(.*?)</b>', ann.page))
        assert len(pages[-1]) > 4
    assert pages[0] == pages[1]


def test_a_hint_has_reasons_and_leads_on(ann: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    ann.see(f"{path}?hint")
    panel = ann.page[ann.page.index('<aside id="side"') :]
    assert "What the master would do" in panel
    assert 1 <= len(set(re.findall(r"choose=[a-z0-9-]+", panel))) <= 3
    assert re.search(r"\d+ ?%", panel)


def test_there_are_no_hints_where_the_host_does_not_want_them(ann: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="agree", hints="no")
    ann.post(path, do="start")
    assert "?hint" not in ann.page
    ann.see(f"{path}?hint")
    assert "choose=" not in ann.page[ann.page.index('<aside id="side"') :]


def test_an_earlier_position_is_one_click_away(ann: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    for action in ("take 1", "take 2", "exchange"):
        ann.post(path, do="act", action=action)
    earlier = re.findall(rf"{path}\?ply=(\d+)", ann.page)
    assert len(set(earlier)) > 3
    ann.see(f"{path}?ply=0")
    assert "An earlier position" in ann.page
    assert "choose=" not in ann.page
    for strange in ("99999", "-1", "x", "9" * 50):
        assert ann.see(f"{path}?ply={strange}").status_code == 200


def test_what_does_not_exist_is_said_so(ann: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    for query in ("explain=nothing", "explain=card-999", "explain=knowledge-9-egypt", "rules=T99"):
        assert ann.see(f"{path}?{query}").status_code == 404
    for query in (
        "choose=nothing",
        "choose=dig-atlantis",
        "choose=dig-egypt&weeks=99",
        "found=9999",
        "guide=99",
        "log=x",
    ):
        assert ann.see(f"{path}?{query}").status_code == 200


def test_a_guided_game_is_sent_away_for_good(ann: Visitor) -> None:
    path = ann.post("/play", game="thebes", guide="yes").url.path
    assert "Step 1 of 10" in ann.page
    ann.see(f"{path}?guide=off")
    assert "Step 1 of 10" not in ann.page


def test_the_draws_are_verified_on_the_page(ann: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    ann.post(path, do="act", action="take 1")
    ann.post(path, do="resign")
    ann.post(path, do="resign")
    assert "Verify the draws" in ann.page
    ann.post(path, do="verify")
    assert "seed fits" in ann.page or "fits its fingerprint" in ann.page


def test_clocks_are_shown(ann: Visitor) -> None:
    path = ann.open("me", "me", minutes="20", seconds="10")
    ann.post(path, do="start")
    assert re.search(r"<time[^>]*>(20:00|19:5\d)</time>", ann.page)


def test_a_page_refreshes_itself_only_for_who_wants_it(ann: Visitor, bo: Visitor) -> None:
    path = ann.open("me", "open")
    assert "http-equiv" not in ann.page
    ann.see(f"{path}?refresh")
    assert 'http-equiv="refresh"' in ann.page
    told = ann.post(path, do="chat", text="hello", refresh="yes")
    assert told.url.query == b"refresh"


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
        told = http.request(method, path)
        assert told.status_code == status, path
        assert "text/html" in told.headers["content-type"]
        assert "<h1>That did not work</h1>" in told.text
    assert http.get("/api/nowhere").headers["content-type"] == "application/problem+json"


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
        told = ann.http.post(path, content=content, headers=headers)
        assert 400 <= told.status_code < 500, (content[:80], told.text)


def test_too_few_seats_keep_what_was_filled_in(ann: Visitor) -> None:
    told = ann.post("/tables", person="Ann", game="mykerinos", seat0="me", name="Blue scarab")
    assert told.status_code == 422
    assert "at least two" in ann.page
    assert 'value="Blue scarab"' in ann.page
    assert 'value="mykerinos" required checked' in ann.page


# Files and pictures


def test_static_files(http: TestClient) -> None:
    for name, kind in (("style.css", "text/css"), ("alegreya.woff2", "font/woff2"), ("map-desk.svg", "image/svg+xml")):
        told = http.get(assets.address(name))
        assert told.headers["content-type"].startswith(kind)
        assert "immutable" in told.headers["cache-control"]
        assert told.content == assets.assets()[name].body
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
    for palette, text in ((LIGHT, light), (DARK, dark)):
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
    a1, c1, b3 = (plain.Option(name, "", "", f"start {name}") for name in ("a1", "c1", "b3"))
    columns, rows = plain._grid({"a1": a1, "c1": c1, "b3": b3})
    assert columns == ["a", "b", "c"]
    assert rows == [("1", [a1, None, c1]), ("3", [None, b3, None])]
    assert plain._grid({"6": a1, "7": c1}) == ([], [])
