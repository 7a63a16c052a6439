"""The first page, the tables in its lists, and a table before the start."""

import gzip
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import segno
from fastapi.testclient import TestClient
from httpx import Response

from digsite import web
from digsite.server.app import create_app
from digsite.server.made_up_names import FRIENDLY_NAMES, made_up_name
from digsite.server.naming import LONGEST_NAME, check_bot, clean_name
from digsite.server.people import Person
from digsite.server.settings import Settings
from digsite.tables import commands
from digsite.tables.fold import fold, open_from
from digsite.tables.table import Seat, Table, Terms
from digsite.web import qr
from digsite.web.assets import assets
from digsite.web.bot_levels import bot_choices, level, levels, phrase
from digsite.web.headline import headline
from digsite.web.lobby import lobby
from digsite.web.table_rows import Row, row, rows
from digsite.web.together import together
from digsite.web.viewer import Viewer
from tests.server.tabletop import lay

ANN, BO = Seat("person", "ann", "Ann"), Seat("person", "bo", "Bo")
KEEN, OPEN = Seat("bot", bot="scholar"), Seat("open")
FIRST_LOAD = 150_000  # bytes, with fonts


def table(*seats: Seat, started: bool = False, **terms: Any) -> Table:
    made = open_from(
        "blue-scarab",
        bytes(32),
        commands.open_table(Terms(**{"game": "thebes"} | terms), seats, "ann", 0, check_bot),
    )
    return fold(made, commands.start(made, "ann", 0)) if started else made


# One click


@pytest.fixture
def http(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(Settings(db=f"sqlite:///{tmp_path / 'digsite.db'}", bot_threads=1, log="text"))
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        yield client


def see(http: TestClient, path: str = "/") -> str:
    return unescape(http.get(path).text)


def send(http: TestClient, path: str, **fields: str) -> Response:
    found = re.search(r'name="token" value="([^"]*)"', see(http))
    answer: Response = http.post(path, data={"token": found[1] if found else ""} | fields)
    return answer


@pytest.mark.parametrize("path", ["/", "/nothing", "/link/secret", "/me"])
def test_everything_a_page_draws_with_is_in_it(http: TestClient, path: str) -> None:
    send(http, "/play", game="thebes", person="Ann")
    page = see(http, path)
    assert set(re.findall(r'<use[^>]* href="#([^"]+)"', page)) <= set(re.findall(r' id="([^"]+)"', page))
    assert "<use" in page


def made_by(http: TestClient, answer: Response) -> Table:
    assert answer.status_code == 303, answer.text
    made: Table = http.app.state.service.table_service._cache[answer.headers["location"].removeprefix("/t/")]  # type: ignore[attr-defined]
    return made


def test_a_stranger_plays_at_one_click_without_saying_a_name(http: TestClient) -> None:
    assert "Play Thebes now" in see(http)
    made = made_by(http, send(http, "/play", game="thebes", level="novice"))
    assert made.status == "playing"
    assert [seat.kind for seat in made.seats] == ["person", "bot"]
    assert made.seats[1].bot == "novice"
    assert made.seats[0].name in see(http)
    assert not made.terms.practice


def test_the_first_game_is_guided(http: TestClient) -> None:
    made = made_by(http, send(http, "/play", game="thebes", level="master", guide="yes"))
    assert made.terms.guide
    assert made.terms.practice
    assert made.seats[1].bot == "novice"
    assert "Your first game" in see(http)


def test_who_has_played_one_game_is_still_offered_a_guided_first_one_of_the_other(http: TestClient) -> None:
    send(http, "/play", game="mykerinos")
    cards = http.get("/").text.split('<section class="game"')[1:]
    begins = {re.search(r'aria-labelledby="(\w+)"', card)[1]: 'class="main" name="guide"' in card for card in cards}  # type: ignore[index]
    assert begins == {"thebes": True, "mykerinos": False}


def test_a_guide_at_rest_may_speak_again_and_one_sent_away_does_not(http: TestClient) -> None:
    path = send(http, "/play", game="thebes", guide="yes").headers["location"]
    kinds = [re.search(r'id="page" class="([^"]*)"', see(http, f"{path}?guide={asked}")) for asked in ("rest", "off")]
    assert [kind is not None and "guided" in kind[1].split() for kind in kinds] == [True, False]


def test_two_bots_may_be_watched(http: TestClient) -> None:
    made = made_by(http, send(http, "/play", game="mykerinos", watch="yes"))
    assert [seat.kind for seat in made.seats] == ["bot", "bot"]
    assert made.terms.pause


@pytest.mark.parametrize("seats", ["2", "3", "4"])
def test_an_invitation_opens_a_table_at_one_click(http: TestClient, seats: str) -> None:
    made = made_by(http, send(http, "/invite", game="mykerinos", seats=seats))
    assert [seat.kind for seat in made.seats] == ["person"] + ["open"] * (int(seats) - 1)
    assert made.status == "open"


def test_a_table_is_opened_with_all_its_terms(http: TestClient) -> None:
    terms = {"name": "Blue scarab", "pace": "live", "minutes": "20", "seconds": "15", "undo": "no", "hints": "no"}
    more = {"visibility": "public", "on_timeout": "end", "stand_in": "open", "person": "Ann", "days": ""}
    made = made_by(http, send(http, "/tables", game="thebes", seat0="me", seat1="open", **terms, **more))
    assert made.seats[0].name == "Ann"
    agreed = made.terms
    assert (agreed.name, agreed.bank, agreed.increment) == ("Blue scarab", 1_200_000, 15_000)
    assert (agreed.undo, agreed.hints, agreed.visibility) == (False, False, "public")
    assert (agreed.on_timeout, agreed.stand_in) == ("end", "open")


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/play", {"game": "chess"}),
        ("/play", {"game": "thebes", "level": "nobody"}),
        ("/invite", {"game": "thebes", "seats": "9"}),
        ("/invite", {"game": "thebes", "seats": "1"}),
        ("/invite", {}),
        ("/tables", {"game": "thebes", "seat0": "me"}),
    ],
)
def test_what_cannot_be_is_refused_on_the_page_itself(http: TestClient, path: str, fields: dict[str, str]) -> None:
    answer = send(http, path, **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "Play Thebes now" in answer.text
    assert http.get(path).headers["location"] == "/"


def test_lists_show_what_waits_for_me_what_is_open_and_what_may_be_watched(http: TestClient) -> None:
    send(http, "/tables", game="thebes", seat0="me", seat1="open", name="Mine", person="Ann", visibility="public")
    for name, seat in (("Open to all", "open"), ("Being played", "me")):
        http.cookies.clear()
        made = made_by(
            http, send(http, "/tables", game="thebes", seat0="me", seat1=seat, name=name, visibility="public")
        )
        if seat == "me":
            send(http, f"/t/{made.id}", do="start", version="1")
    assert "Your turn" in see(http)
    http.cookies.clear()
    page = see(http)
    assert re.search(r"Open to all.*?Join", page, re.S)
    assert re.search(r"Being played.*?Watch", page, re.S)
    assert "Your turn" not in page


def test_the_first_load_is_small(http: TestClient) -> None:
    files = ["style.css", "page.js", "alegreya.woff2", "source-sans-3.woff2", "logo.svg"]
    heavier = max("map-desk.svg", "map-phone.svg", key=lambda name: len(assets()[name].packed or b""))
    loaded = sum(len(assets()[name].packed or assets()[name].body) for name in [*files, heavier])
    assert loaded + len(gzip.compress(http.get("/").content)) < FIRST_LOAD


def test_no_style_asks_from_the_top_of_the_page_what_lies_in_it() -> None:
    """The browser would look at a thousand elements again after each small change."""
    assert re.findall(r"(?:html|body|:root)[^{}\s]*:has\(", assets()["style.css"].body.decode()) == []


def test_made_up_names_are_good_names() -> None:
    assert all(clean_name(f"{name} 99") for name in FRIENDLY_NAMES)
    assert len(set(FRIENDLY_NAMES)) == len(FRIENDLY_NAMES)
    assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+ \d\d", made_up_name())
    assert len(made_up_name()) <= LONGEST_NAME


# Rows


def test_a_row_says_who_plays_and_where_the_game_stands() -> None:
    listed = row(table(ANN, BO, KEEN, started=True, name="Cairo"), None)
    assert (listed.title, listed.who, listed.link) == ("Cairo", "Ann, Bo and a keen bot", "/t/blue-scarab")
    assert listed.stands == "1901"  # T1.2
    assert row(table(ANN, BO, KEEN, KEEN, started=True), None).stands == "1902"  # T1.2
    assert row(table(ANN, BO, started=True, game="mykerinos"), None).stands == "round 1"
    assert row(table(ANN, OPEN, OPEN), None).stands == "2 of 3 seats free"
    assert row(table(ANN, BO), None).stands == "all seats taken"


def test_a_row_says_whom_a_game_waits_for() -> None:
    playing = table(ANN, BO, started=True)
    names = {"ann": "Ann to move", "bo": "Bo to move"}
    turn = ("ann", "bo")[playing.to_act or 0]
    assert row(playing, None).waits == names[turn]
    assert row(playing, turn).waits == "Your turn"
    assert row(playing, turn).yours
    assert row(table(ANN, OPEN), "ann").waits == "Not started"
    assert row(table(ANN, OPEN), "ann").who == "only you"


def test_a_row_says_how_a_game_ended() -> None:
    playing = table(ANN, BO, started=True)
    over = fold(playing, commands.resign(playing, "ann", None, 0))
    assert row(over, "bo").waits == "You won"
    assert row(over, "ann").waits == "Bo won"
    assert re.fullmatch(r"\d+ : \d+", row(over, None).stands)
    first = fold(playing, commands.abandon(playing, "ann", True, 0))
    assert row(fold(first, commands.abandon(first, "bo", True, 0)), None).waits == "Abandoned"


def test_a_take_back_to_answer_waits_for_the_viewer_whoever_is_to_move() -> None:
    top = lay("thebes", [ANN, BO], takebacks=True)
    seat = top.table.to_act
    asker, other = ("ann", "bo") if seat == 0 else ("bo", "ann")
    top.act(text="take 1")
    while top.table.to_act != seat:
        top.act()
    top.do(commands.take_back, asker, None, 0)
    listed = row(top.table, other)
    assert (listed.waits, listed.yours) == (f"{asker.title()} asks for a take-back", True)
    assert listed.asked == listed.waits
    assert row(top.table, asker).waits == "Your turn"
    assert not row(top.table, None).asked
    top.do(commands.take_back, other, False, 0)
    assert not row(top.table, other).yours


def test_an_offer_to_end_the_game_waits_for_the_viewer() -> None:
    top = lay("thebes", [ANN, BO, Seat("person", "cy", "Cy")])
    idle = next(seat.person for seat in top.table.seats if seat != top.table.actor)
    one, two = sorted({"ann", "bo", "cy"} - {idle})
    top.do(commands.abandon, one, True)
    assert (row(top.table, idle).waits, row(top.table, idle).yours) == (f"{one.title()} offers to end the game", True)
    top.do(commands.abandon, two, True)
    assert row(top.table, idle).waits == f"{one.title()} and {two.title()} offer to end the game"
    assert "offer" not in row(top.table, one).waits
    top.do(commands.abandon, idle, True)
    assert row(top.table, idle).waits == "Abandoned"


def test_who_has_left_offers_nothing_any_more() -> None:
    top = lay("thebes", [ANN, BO, Seat("person", "cy", "Cy")])
    top.do(commands.abandon, "bo", True)
    top.do(commands.resign, "bo", None)
    assert "offer" not in row(top.table, "ann").waits
    assert together(Viewer(top.table, (0,), person="ann"))["sentence"] == ""


def test_the_first_page_says_what_is_asked() -> None:
    asked = Row("blue-scarab", "thebes", "Cairo", "Bo", "1901", "Bo asks", yours=True, asked="Bo asks")
    page = web.render("home_lists.html", own=[asked], waiting=[], playing=[])
    assert re.search(r'class="resume".*?<small title="Bo asks">Bo asks</small>.*?Answer', page, re.S)
    assert '<span class="waits yours">Bo asks</span>' in page


def test_what_waits_for_the_viewer_comes_first_and_what_is_over_last() -> None:
    playing, waiting = table(ANN, ANN, started=True), table(ANN, OPEN)
    over = table(ANN, BO, started=True)
    over = fold(over, commands.resign(over, "ann", None, 0))
    assert [one.waits for one in rows([over, waiting, playing], "ann")] == ["Your turn", "Not started", "Bo won"]


def test_what_people_wait_for_comes_before_what_a_bot_waits_for() -> None:
    alone, together = table(ANN, KEEN, started=True), table(ANN, BO, started=True)
    found = rows([turn_of(made, "ann") for made in (alone, together)], "ann")
    assert [one.yours for one in found] == [True, True]
    assert [one.with_people for one in found] == [True, False]


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({}, "live, no clock"),
        ({"bank": 20 * 60_000}, "live, 20 min"),
        ({"bank": 20 * 60_000, "increment": 10_000}, "live, 20 min + 10 s"),
        ({"pace": "correspondence", "days": 3}, "3 days per move"),
        ({"pace": "correspondence", "days": 1}, "1 day per move"),
        ({"pace": "correspondence"}, "correspondence"),
    ],
)
def test_a_row_says_the_pace_of_a_game_between_people(terms: dict[str, Any], words: str) -> None:
    assert row(table(ANN, BO, started=True, **terms), "ann").pace == words
    assert row(table(ANN, OPEN, **terms), None).pace == words


def turn_of(made: Table, person: str) -> Table:
    """The same table, where it is the turn of somebody."""
    other = next(seat for seat in made.seats if seat.person != person)
    own = next(seat for seat in made.seats if seat.person == person)
    seats = (own, other) if made.to_act == 0 else (other, own)
    return replace(made, seats=seats)


def test_bots_have_names_for_people() -> None:
    assert levels() == [("novice", "Gentle"), ("scholar", "Keen"), ("master", "Master")]
    assert [name for name, _ in bot_choices()][:3] == ["novice", "scholar", "master"]
    assert (level("master:2s"), level("somebody")) == ("Master (2s)", "Somebody")
    assert (phrase("master:2s"), phrase("somebody")) == ("a master bot", "the bot somebody")


def test_the_code_holds_the_link_within_a_quiet_zone() -> None:
    link = "https://digsite.example/t/blue-scarab"
    drawn = qr.code(link, 'the "link"')
    modules = segno.make_qr(link, error="m").matrix
    assert f'viewBox="0 0 {len(modules) + 8} {len(modules) + 8}"' in drawn
    assert 'role="img" aria-label="the &#34;link&#34;"' in drawn
    dark = {(x, int(run[1])) for run in re.findall(r"M(\d+) (\d+)h(\d+)v1", drawn) for x in range(*_span(run))}
    assert dark == {(x + 4, y + 4) for y, line in enumerate(modules) for x, module in enumerate(line) if module}


def _span(run: tuple[str, str, str]) -> tuple[int, int]:
    return int(run[0]), int(run[0]) + int(run[2])


# Before the start


def before_the_start(made: Table, person: str = "") -> str:
    viewer = Viewer(made, tuple(made.seats_of(person)), host=person == made.host, person=person)
    link = "https://digsite.example/t/blue-scarab"
    context = {"viewer": viewer, "table": made, "chance": made.chance(), "invitation": link, "chat": []}
    context |= {"lobby": lobby(viewer, link), "token": "", "notes": []}
    me = Person(person, "Ann", "rose") if person else None
    page = {
        "headline": headline(viewer),
        "refresh": 0,
        "game": made.terms.game,
        "refusal": "",
        "here": "",
        "request": "",
    }
    page["game_title"] = "Thebes"
    return unescape(web.render("lobby_page.html", **context, **page, me=me, scripted=False))


def deeds(page: str) -> set[str]:
    return set(re.findall(r'name="do" value="(\w+)"', page))


def test_the_host_arranges_the_table() -> None:
    page = before_the_start(table(replace(ANN, word="heron"), OPEN, KEEN), "ann")
    assert deeds(page) == {"sit", "leave", "rename", "bot", "start", "agree", "widen", "narrow", "close"}
    assert "2 of 3 seats taken" in page
    assert re.search(r"<button[^>]* disabled[^>]*>Start<", page)
    assert "It can start when the last seat is taken." in page
    assert 'class="qr"' in page
    assert 'value="https://digsite.example/t/blue-scarab"' in page
    assert 'value="heron"' in page


def test_a_table_of_two_keeps_both_seats() -> None:
    assert "narrow" not in deeds(before_the_start(table(ANN, OPEN), "ann"))
    assert "widen" not in deeds(before_the_start(table(ANN, BO, KEEN, OPEN), "ann"))


def test_a_newcomer_may_sit_down_and_change_nothing() -> None:
    page = before_the_start(table(ANN, OPEN))
    assert "Your name" in page
    assert deeds(page) == {"sit"}
    assert "own turn, until something is drawn" in page
    assert "if everybody agrees, until something is drawn" in page
    assert "if everybody agrees" not in before_the_start(table(ANN, OPEN, undo=False))
    assert "past what was drawn, if everybody agrees" in before_the_start(table(ANN, OPEN, undo=False, takebacks=True))
    assert 'class="qr"' not in page


def test_a_kept_seat_is_for_one() -> None:
    kept = table(ANN, Seat("open", "bo", "Bo"))
    assert "Reserved for Bo" in before_the_start(kept)
    assert "sit" not in deeds(before_the_start(kept))
    assert "sit" in deeds(before_the_start(kept, "bo"))


def test_the_words_of_others_are_not_told_before_the_start() -> None:
    page = before_the_start(table(replace(ANN, word="heron"), BO), "bo")
    assert "heron" not in page
    assert "Ann: it is in" in page
    assert "yours: not yet" in page


def test_when_everybody_is_here_it_may_start() -> None:
    page = before_the_start(table(ANN, BO), "ann")
    assert not re.search(r"<button[^>]* disabled[^>]*>Start<", page)
    assert "Everybody is here" in page


def test_practice_proves_nothing() -> None:
    page = before_the_start(table(ANN, KEEN, practice=True), "ann")
    assert "nothing is proved" in page
    assert "Sealed seed" not in page


def test_nothing_is_inline(http: TestClient) -> None:
    for page in (see(http), before_the_start(table(ANN, OPEN, KEEN), "ann"), see(http, "/link/x"), see(http, "/t/x")):
        assert not re.search(r"<style|<script>|\sstyle=|\son\w+=", page)
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids))


TERMS = ("visibility", "pace", "undo", "takebacks", "hints", "on_timeout")


def labels(page: str, name: str) -> list[tuple[str, str]]:
    """The values and labels of a term, whether it is a list or radio buttons."""
    chosen = re.search(rf'<select name="{name}"[^>]*>(.*?)</select>', page, re.S)
    if chosen:
        return re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)', chosen[1])
    return re.findall(rf'<input type="radio" name="{name}" value="([^"]*)"[^>]*><span>([^<]*)', page)


@pytest.mark.parametrize("name", TERMS)
def test_a_term_is_called_the_same_on_the_first_page_and_in_the_lobby(http: TestClient, name: str) -> None:
    first, lobby_page = labels(see(http), name), labels(before_the_start(table(ANN, OPEN), "ann"), name)
    assert len(lobby_page) == 2
    assert [each for each in first if each[0]] == lobby_page
