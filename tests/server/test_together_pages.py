"""Playing together, as a browser without scripts does it: names, closing, take-backs, time and coming back."""

import re
from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient

from digsite.server import clock
from digsite.server.app import create_app
from digsite.server.clock import Clock
from digsite.server.settings import Settings
from digsite.tables.table import Table
from tests.server.visitor import Visitor


def table_of(visitor: Visitor, path: str) -> Table:
    table: Table = visitor.http.app.state.service.table_service._cache[path.removeprefix("/t/")]  # type: ignore[attr-defined]
    return table


def two_at(ann: Visitor, bo: Visitor, **terms: str) -> str:
    """A game of Ann's and Bo's."""
    path = ann.open("me", "open", **terms)
    bo.see(path)
    bo.post(path, do="sit", seat=1, person="Bo")
    ann.see(path)
    ann.post(path, do="start")
    bo.see(path)
    return path


def by_turn(path: str, ann: Visitor, bo: Visitor) -> tuple[Visitor, Visitor]:
    """Who is to act, and who is not."""
    return (ann, bo) if table_of(ann, path).to_act == 0 else (bo, ann)


# Before the start


def test_who_invites_gives_a_name_in_the_same_step(ann: Visitor) -> None:
    ann.post("/invite", game="thebes", seats="2", person="Annabel")
    assert "Annabel" in ann.page
    assert 'id="rename" open' not in ann.page


def test_who_has_a_made_up_name_is_asked_for_another_and_the_seat_is_renamed(ann: Visitor, bo: Visitor) -> None:
    path = ann.post("/invite", game="thebes", seats="2").url.path
    assert re.search(r'id="rename"\s+open', ann.page)
    bo.see(path)
    ann.post(path, do="rename", person="Annabel")
    assert (
        re.findall(r'<a class="me"[^>]*>([^<]*)', ann.page)[0],
        [seat.name for seat in table_of(ann, path).seats],
    ) == ("Annabel", ["Annabel", ""])
    assert ann.post(path, do="rename", person="x" * 41).status_code == 422
    assert "longer than 40" in ann.page
    ann.post("/invite", game="thebes", seats="2", person="Ann B.")
    assert "Ann B." in ann.page


def test_the_name_given_elsewhere_is_the_name_at_open_tables_and_games_keep_theirs(ann: Visitor, bo: Visitor) -> None:
    begun, waiting = two_at(ann, bo), ann.open("me", "open")
    ann.see("/me")
    ann.post("/me", do="change", person="Annabel", colour="rose")
    assert table_of(ann, waiting).seats[0].name == "Annabel"
    assert table_of(ann, begun).seats[0].name == "Ann"


def test_guests_read_the_terms_and_the_host_chooses_them(ann: Visitor, bo: Visitor) -> None:
    path = ann.open("me", "open", minutes="20", seconds="10", takebacks="yes")
    assert '<select name="minutes">' in ann.page
    bo.see(path)
    assert "20 min for each player, and 10 s added each turn" in bo.page
    assert "if everybody agrees" in bo.page
    assert '<select name="minutes">' not in bo.page
    ann.post(path, do="agree", pace="correspondence", days="3", takebacks="no")
    bo.see(path)
    assert "3 days per move" in bo.page


def test_a_long_name_of_a_table_is_refused_and_not_cut(ann: Visitor) -> None:
    path = ann.open("me", "open", name="Friday")
    assert ann.post(path, do="agree", name="x" * 41).status_code == 422
    assert "longer than 40 characters" in ann.page
    assert table_of(ann, path).terms.name == "Friday"


@pytest.mark.parametrize(("seats", "on"), [(("me", "open"), False), (("me", "me"), False), (("me", "novice"), True)])
def test_hints_are_off_between_people_unless_asked_for(ann: Visitor, seats: tuple[str, ...], on: bool) -> None:
    assert table_of(ann, ann.open(*seats)).terms.hints == on
    assert table_of(ann, ann.open(*seats, hints="yes")).terms.hints
    assert not table_of(ann, ann.open(*seats, hints="no")).terms.hints


def test_a_table_without_its_host_says_who_that_is(ann: Visitor, bo: Visitor) -> None:
    path = ann.open("me", "open", visibility="public", name="Friday")
    ann.post(path, do="leave", seat=0)
    bo.see("/")
    assert "nobody yet" in bo.page
    assert "only you" not in bo.page
    bo.see(path)
    assert "Ann is the host." in bo.page


def test_the_host_closes_a_table_and_it_is_gone_from_all_lists(ann: Visitor, bo: Visitor) -> None:
    path = ann.open("me", "open", visibility="public", name="Friday")
    bo.see(path)
    assert "Close the table" not in bo.page
    ann.post(path, do="close")
    assert "This table was closed." in ann.page
    for visitor in (ann, bo):
        visitor.see("/")
        assert "Friday" not in visitor.page
    bo.see(path)
    assert "This table was closed." in bo.page
    assert bo.post(path, do="sit", seat=1, person="Bo").status_code == 409
    for address in (f"/api{path.replace('/t/', '/tables/')}/record", f"{path}/picture.svg"):
        assert bo.send("GET", address).status_code == 404
    view = bo.send("GET", f"/api{path.replace('/t/', '/tables/')}").json()
    assert (view["status"], view["view"], view["score"], view["winners"]) == ("over", None, None, None)
    assert view["end"] == {"reason": "abandoned"}


# Take-backs


def test_everybody_is_asked_for_a_take_back_and_it_stays_in_the_log(ann: Visitor, bo: Visitor) -> None:
    path = two_at(ann, bo, takebacks="yes")
    one, two = by_turn(path, ann, bo)
    assert "Ask to take back" not in one.page
    before = table_of(ann, path).state
    one.post(path, do="act", action="take 1")
    assert "Ask to take back" in one.page
    one.post(path, do="takeback")
    assert "You ask to take back your last action." in one.page
    two.see("/")
    assert "asks for a take-back" in two.page
    two.see(path)
    assert "asks to take back an action. Do you agree?" in two.page
    two.post(path, do="takeback", agree="no")
    assert "says no to the take-back" in one.see(path).text
    one.post(path, do="takeback")
    two.see(path)
    two.post(path, do="takeback", agree="yes")
    assert table_of(ann, path).state == before
    assert "is taken back" in two.page


def test_where_take_backs_are_off_nobody_is_offered_one(ann: Visitor, bo: Visitor) -> None:
    path = two_at(ann, bo)
    one, _ = by_turn(path, ann, bo)
    one.post(path, do="act", action="take 1")
    assert "Ask to take back" not in one.page
    assert one.post(path, do="takeback").status_code == 409


def play(path: str, who: Visitor) -> bytes:
    """Play the first action there is, and return the position before."""
    who.see(path)
    table = table_of(who, path)
    assert table.actor
    assert who.post(path, do="act", action=table.legal(table.actor.person)[0]).status_code == 200
    return table.state


def test_where_nothing_was_drawn_one_asks_though_take_backs_are_off(ann: Visitor, bo: Visitor) -> None:
    path = two_at(ann, bo, game="mykerinos")
    one, two = by_turn(path, ann, bo)
    while by_turn(path, ann, bo) == (one, two):
        before = play(path, one)
    assert ">Undo<" in one.page
    assert "Ask to take back" not in one.page
    play(path, two)
    assert "Ask to take back" in one.see(path).text
    one.post(path, do="takeback")
    two.see(path)
    two.post(path, do="takeback", agree="yes")
    assert table_of(ann, path).state == before
    assert "is taken back" in two.page


def test_who_plays_alone_takes_back_without_asking(ann: Visitor) -> None:
    path = ann.open("me", "novice", takebacks="yes")
    ann.post(path, do="start")
    ann.post(path, do="act", action="take 1")
    assert "Ask to take back" not in ann.page
    assert ">Take back<" in ann.page


# Time


@pytest.fixture
def wait(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets time pass."""
    now = 0.0

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(clock, "GAP", float("inf"))
    monkeypatch.setattr(
        "tests.server.conftest.create_app", lambda settings: create_app(settings, Clock(lambda: 1e9, lambda: now))
    )
    return sleep


def test_who_ran_out_of_time_comes_back_with_the_time_that_another_adds(
    wait: Callable[[float], None], http: TestClient
) -> None:
    ann, bo = Visitor(http), Visitor(http)
    ann.see("/")
    path = two_at(ann, bo, minutes="5")
    late, other = by_turn(path, ann, bo)
    name, seat = ("Ann", 0) if late is ann else ("Bo", 1)
    other.see(path)
    assert f"More time for {name}" in other.page
    wait(301)
    http.portal.call(http.app.state.service.timeouts.run_out)  # type: ignore[union-attr, attr-defined, call-arg]
    late.see(path)
    assert "once another player adds time to your clock" in late.page
    assert late.post(path, do="return").status_code == 409
    other.see(path)
    assert f"Belzoni (for {name})" in other.page
    other.post(f"{path}?do=time&minutes=5", seat=seat)
    late.see(path)
    assert "Take your seat back" in late.page
    late.post(path, do="return")
    assert (table_of(ann, path).seats[seat].kind, table_of(ann, path).seats[seat].bank) == ("person", 300_000)
    assert "You are back." in late.page
    assert f"{name} is back." in other.see(path).text


def test_who_plays_alone_on_a_clock_is_told_the_way_back(wait: Callable[[float], None], http: TestClient) -> None:
    ann = Visitor(http)
    ann.see("/")
    path = ann.open("me", "novice", minutes="20")
    ann.post(path, do="start")
    assert "Your turn" in ann.page
    wait(1201)
    http.portal.call(http.app.state.service.timeouts.run_out)  # type: ignore[union-attr, attr-defined, call-arg]
    ann.see(path)
    assert "Nobody else plays any more: you can take your seat back with 5 minutes." in ann.page
    ann.post(path, do="return")
    assert (table_of(ann, path).seats[0].kind, table_of(ann, path).seats[0].bank) == ("person", 300_000)
    assert "You are back." in ann.page


def box(visitor: Visitor) -> str:
    """What stands in the box of what players ask each other."""
    found = re.search(r'<section id="together".*?</section>', visitor.page, re.S)
    assert found
    return found[0]


def test_who_is_asked_for_a_take_back_reads_what_would_go(ann: Visitor, bo: Visitor) -> None:
    path = two_at(ann, bo, takebacks="yes")
    one, two = by_turn(path, ann, bo)
    one.post(path, do="act", action="take 1")
    said = re.search(r'<li id="ply-\d+">.*?</svg><span>(.*?)</span>', two.see(path).text, re.S)
    assert said
    play(path, by_turn(path, ann, bo)[0])
    later = 1
    one.see(path)
    one.post(path, do="takeback")
    for visitor in (one, two):
        visitor.see(path)
        assert re.search(r'class="taken-back".*?<b>(You|Ann|Bo)</b> (took|read|went|learned)', box(visitor), re.S)
        assert f"and {later} action since" in box(visitor)
    assert re.search(r'<details id="together-asked" open>', box(two))
    assert re.search(r'<details id="together-asking">', box(one))  # folded: it is the others' turn to answer


def test_the_others_are_offered_to_give_time_to_who_ran_out_of_it(
    wait: Callable[[float], None], http: TestClient
) -> None:
    ann, bo = Visitor(http), Visitor(http)
    ann.see("/")
    path = two_at(ann, bo, minutes="5")
    late, other = by_turn(path, ann, bo)
    name, seat = ("Ann", 0) if late is ann else ("Bo", 1)
    assert "hidden" in box(other)
    wait(301)
    http.portal.call(http.app.state.service.timeouts.run_out)  # type: ignore[union-attr, attr-defined, call-arg]
    late.see(path)
    assert "Your time ran out. A gentle bot has taken your seat. You can take your seat back once" in box(late)
    other.see(path)
    assert f"{name} ran out of time" in box(other)
    assert f"Belzoni plays on. If you give {name} more time, they can come back." in box(other)
    assert re.findall(r'minutes=(\d)" name="seat" value="(\d)"', box(other)) == [("1", str(seat)), ("5", str(seat))]
    other.post(f"{path}?do=time&minutes=1", seat=seat)
    assert "ran out of time" not in box(other)
    assert re.search(r"A gentle bot has taken your seat.*Take your seat back", late.see(path).text, re.S)


# Find an opponent


def test_who_wants_an_opponent_gives_a_name_and_may_change_it_while_waiting(ann: Visitor) -> None:
    form = re.search(r'<form method="post" action="/pair">.*?</form>', ann.page, re.S)
    assert form
    assert 'name="person"' in form[0]
    path = ann.post("/pair", game="thebes", person="Annabel").url.path
    assert "Waiting for an opponent · Thebes" in ann.page
    assert "You play as Annabel." in ann.page
    assert 'id="rename" open' not in ann.page
    ann.post(path, do="rename", person="Ann B.")
    assert [seat.name for seat in table_of(ann, path).seats] == ["Ann B.", ""]


def test_who_gave_no_name_is_asked_for_one_while_waiting(ann: Visitor) -> None:
    ann.post("/pair", game="thebes")
    assert re.search(r'id="rename" open', ann.page)
