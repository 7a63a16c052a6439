"""Planning in Mykerinos while others dig, and what they did meanwhile."""

import re

import pytest

from digsite.core.fields import Bytes
from digsite.games.mykerinos.page import news
from digsite.games.mykerinos.page.choice import plan_of
from digsite.games.mykerinos.page.planning import planning
from digsite.games.mykerinos.page.turn import turn_of
from digsite.web.game_page import page_of
from digsite.web.viewer import News, Played, Viewer
from tests.mykerinos.position import GAME, Position, play
from tests.web.tables import EXPLORERS, LookAt, choice_html

look_at = LookAt(GAME, names=EXPLORERS)


def digging() -> Bytes:
    """Seat 0 is to act."""
    return Position(2, 2).own(0, "lemon 0").own(1, "brown 0").dig(0, "a1").dig(1, "e1").build()


def fields_of(viewer: Viewer) -> dict[str, list[str]]:
    found = turn_of(planning(viewer)).at_fields()
    return {field: [move.action for move in moves] for field, moves in found.items()}


def test_who_waits_plans_exactly_what_their_turn_would_offer() -> None:
    before = digging()
    after = play(before, "start h6", "neutral skip")
    planned, real = fields_of(look_at(before, 1)), fields_of(look_at(after, 1))
    planned.pop("h6", None)
    assert planned == {field: moves for field, moves in real.items() if field != "h6"}
    assert "e2" in planned


def test_in_the_midst_of_anothers_action_a_turn_is_planned_as_well() -> None:
    state = play(digging(), "extend b1")
    assert fields_of(look_at(state, 1))["e2"] == ["start e2", "extend e2"]


@pytest.mark.parametrize("you", [None, 0])
def test_nobody_plans_who_watches_or_has_passed(you: int | None) -> None:
    state = play(digging(), "pass")
    viewer = look_at(state, you)
    assert planning(viewer) is viewer


@pytest.mark.parametrize("key", ["e2", "extend", "pass", "brown", "room-0"])
def test_a_plan_is_previewed_without_a_button(key: str) -> None:
    viewer = look_at(digging(), 1, choose=key, **{"with": "brown"} if key == "room-0" else {})
    html = choice_html(viewer) + "".join(page_of("mykerinos").parts(viewer).values())
    assert 'name="action"' not in html
    assert 'data-plan="' in html
    if key != "extend":
        assert "Not your turn yet" in html


def test_a_plan_names_all_it_would_play() -> None:
    viewer = look_at(digging(), 1, choose="e2", deed="extend", then="e3")
    plan = plan_of(planning(viewer))
    assert plan
    assert f'data-plan="{plan.action}"' in choice_html(viewer)
    assert plan.action == "extend e2; then e3"


def test_what_others_took_is_marked_until_ones_next_move() -> None:
    before = digging()
    after = play(before, "start b4")
    viewer = look_at(after, 1)
    viewer.note_news(News(before, before, [Played(0, [before, after], [GAME.parse(before, "start b4")])]))
    assert news.taken(viewer).fields == {"b4": 0}
    zones = "".join(html for name, html in page_of("mykerinos").parts(viewer).items() if name == "board")
    assert re.search(r'id="field-b4" class="field[^"]*fresh of-crimson"', zones)
    assert zones.count("fresh of-") == 1


def after_action(text: str) -> Viewer:
    """Somebody who chooses second in a zone, where the first has done something since their last decision."""
    before = Position(3).lay(0, "lemon 3", "brown 0").dig(0, "a1 b1").dig(1, "c1").score(0, 1, 2)
    after = play(before, text)
    viewer = look_at(after, 1)
    viewer.note_news(News(before, before, [Played(0, [before, after], [GAME.parse(before, text)])]))
    return viewer


def test_a_plot_that_was_taken_bears_the_name_of_who_has_it() -> None:
    viewer = after_action("tile 2")
    assert news.taken(viewer).plots == {(0, 1): 0}
    assert news.taken(viewer).rooms == {}
    board = page_of("mykerinos").parts(viewer)["board"]
    bands = re.findall(r'class="band ([^"]*)"', board[: board.index('id="zone-1"')])
    assert bands == ["lemon can", "taken"]
    assert re.search(r'class="band taken">.*?<span>Noor</span></span>', board)


def test_a_room_that_was_taken_is_ringed_in_the_colour_of_who_has_it() -> None:
    viewer = after_action("room 3")
    assert news.taken(viewer).rooms == {3: 0}
    assert news.taken(viewer).plots == {}
    plan = page_of("mykerinos").parts(viewer)["museum"]
    holder = plan.index('id="holder-3"')
    assert re.findall(r'class="came of-(\w+)"', plan) == ["crimson"]
    assert plan.index("came of-crimson") > holder
    assert 'class="came' not in page_of("mykerinos").parts(look_at(viewer.state, 1))["museum"]


def test_a_plot_matters_more_than_a_pass_and_a_pass_more_than_a_placement() -> None:
    state = digging()
    pass_, start = (news.weight([GAME.parse(state, text)]) for text in ("pass", "start b4"))
    scored = Position(2).lay(0, "lemon 3", "brown 0").dig(0, "a1 b1").score()
    assert news.weight([GAME.parse(scored, "tile 1")]) > pass_ > start
