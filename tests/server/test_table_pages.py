"""A table's page, as a browser without scripts uses it."""

import re
import time

import pytest

from digsite.server.people import COOKIE
from tests.server.visitor import Visitor


def test_an_invitation_takes_one_form(ann: Visitor, bo: Visitor) -> None:
    path = ann.open("me", "open")
    assert f"http://localhost{path}" in ann.page
    assert "This link works on this computer only." in ann.page
    bo.see(path)
    assert "Your name" in bo.page
    assert bo.post(path, do="sit", seat=1, person="Bo", word="heron").status_code == 200
    assert "Everybody is here" in bo.page
    ann.see(path)
    ann.post(path, do="start")
    assert "heron" in ann.page


@pytest.mark.parametrize("word", ["heron", ""])
def test_draws_are_called_sealed_from_this_site_only_where_a_lucky_word_was_given(
    ann: Visitor, bo: Visitor, word: str
) -> None:
    path = ann.open("me", "open")
    bo.see(path)
    bo.post(path, do="sit", seat=1, person="Bo", word=word)
    ann.see(path)
    ann.post(path, do="start")
    sealed, open_to_choice = "not even this site", "could have picked a seed they like"
    assert (sealed in ann.page, open_to_choice in ann.page) == (bool(word), not word)
    ann.post(path, do="resign")
    assert "Check the draws" in ann.page
    assert ("the players’ lucky words" in ann.page, open_to_choice in ann.page) == (bool(word), not word)


def test_the_host_fills_and_empties_seats(ann: Visitor) -> None:
    path = ann.open("me", "open")
    ann.post(path, do="bot", seat=1, bot="novice")
    assert "a gentle bot" in ann.page
    ann.post(path, do="leave", seat=1)
    assert "Open seat" in ann.page
    assert ann.post(path, do="start").status_code == 409
    assert "A seat is still open" in ann.page


@pytest.mark.parametrize(
    ("game", "turns"), [("thebes", 3), ("mykerinos", 2), pytest.param("mykerinos", 8, marks=pytest.mark.long)]
)
def test_every_legal_action_is_a_button(ann: Visitor, game: str, turns: int) -> None:
    path = ann.open("me", "me", game=game)
    ann.post(path, do="start")
    for turn in range(turns):
        table = ann.http.app.state.service.table_service._cache[path[3:]]  # type: ignore[attr-defined]
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
    answer = ann.send("POST", path, data=old | {"request": "another"})
    assert answer.status_code == 409
    assert "The table has changed in the meantime" in ann.page
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
    assert ">Undo<" not in ann.page
    before, table = ann.choices, ann.http.app.state.service.table_service._cache[path[3:]]  # type: ignore[attr-defined]
    ann.post(path, do="act", action=table.legal(table.host)[0])
    assert ">Undo<" in ann.page
    ann.post(path, do="undo")
    assert ann.choices == before
    assert "undid an action" in ann.page


def test_watchers_see_everything_and_have_no_buttons(ann: Visitor, bo: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    bo.see(path)
    assert 'id="board"' in bo.page
    assert "choose=" not in bo.page
    assert "<button" not in re.sub(r'<dialog id="keys".*?</dialog>', "", bo.page, flags=re.DOTALL)
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
    assert "You offer to end the game without a winner. Waiting for Ann." in bo.page
    assert "Play on after all" in bo.page
    ann.see(path)
    assert ann.page.count("Bo offers to end the game without a winner.") == 2  # asked, and in the log
    assert "Agree, and end it" in ann.page
    ann.post(path, do="resign")
    assert "Bo wins" in ann.page
    assert "You resigned." in ann.page
    assert all(word in ann.page for word in ("Final score", "Fingerprint", "Seed", f"/api/tables{path[2:]}/record"))
    ann.post(path, do="rematch")
    assert "Waiting for one more" in ann.page
    assert "Reserved for Bo" in ann.page
    bo.see(path)
    bo.post(path, do="rematch")
    assert 'id="board"' in bo.page


@pytest.mark.parametrize(
    ("seats", "deeds", "said"),
    [
        (("me", "open"), {"resign"}, "The game ends at once, and you lose it."),
        (("me", "novice"), {"resign", "abandon"}, "The game ends at once, and nobody wins."),
    ],
)
def test_what_ends_the_game_at_once_asks_first(
    ann: Visitor, bo: Visitor, seats: tuple[str, str], deeds: set[str], said: str
) -> None:
    path = ann.open(*seats)
    bo.see(path)
    bo.post(path, do="sit", seat=1, person="Bo")
    ann.see(path)
    ann.post(path, do="start")
    asking = re.findall(r'<details class="sure">(.*?)</details>', ann.page, re.DOTALL)
    assert {deed for each in asking for deed in re.findall(r"do=(\w+)", each)} == deeds
    assert said in "".join(asking)
    assert all(each.index("<p>") < each.index("<button") for each in asking)


def test_practice_with_seed_words(ann: Visitor) -> None:
    pages = []
    for _ in range(2):
        path = ann.open("me", "random", practice="yes", seed="blue scarab")
        ann.post(path, do="start")
        pages.append(re.findall(r'class="title">(.*?)</b>', ann.page))
        assert len(pages[-1]) > 4
    assert pages[0] == pages[1]


def test_a_hint_has_reasons_and_leads_on(ann: Visitor) -> None:
    path = ann.open("me", "me", hints="yes")
    ann.post(path, do="start")
    ann.see(f"{path}?hint")
    panel = ann.page[ann.page.index('<aside id="side"') :]
    assert "What the master would do" in panel
    assert 1 <= len(set(re.findall(r"choose=[a-z0-9-]+", panel))) <= 3
    assert re.search(r"\d+ ?%", panel)


def test_there_are_no_hints_where_the_host_does_not_want_them(ann: Visitor) -> None:
    path = ann.open("me", "me", hints="yes")
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


def test_a_lesson_left_to_play_on_does_not_return_after_a_hint(ann: Visitor) -> None:
    path = ann.post("/play", game="thebes", guide="yes").url.path
    while "Your turn" not in ann.see(path).text:
        time.sleep(0.01)
    kept = ann.see(f"{path}?guide=rest").headers["set-cookie"].partition(";")[0]
    cookies = f"{COOKIE}={ann.cookie}; {kept}"
    assert "Step 1 of 10" not in ann.http.get(path, headers={"Cookie": cookies}).text
    assert "Step 1 of 10" in ann.see(path).text


def test_the_draws_are_verified_on_the_page(ann: Visitor) -> None:
    path = ann.open("me", "me")
    ann.post(path, do="start")
    ann.post(path, do="act", action="take 1")
    ann.post(path, do="resign")
    ann.post(path, do="resign")
    assert "Check every draw" in ann.page
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
    answer = ann.post(path, do="chat", text="hello", refresh="yes")
    assert answer.url.query == b"refresh"


def test_bots_take_a_breath_where_somebody_plays(ann: Visitor) -> None:
    """Else what several of them do goes by unseen; where only bots sit the page shows them as slowly as one likes."""
    paths = [
        ann.open("me", "novice", "novice", "novice"),
        ann.post("/invite", game="mykerinos").url.path,
        ann.post("/play", game="thebes").url.path,
        ann.post("/play", game="thebes", watch="yes").url.path,
    ]
    assert [ann.see(f"/api/tables/{path[3:]}").json()["terms"]["pause"] for path in paths] == [400, 400, 400, 200]
