"""Hints at a table of Mykerinos: what to do, and a link that chooses it where there is something to choose."""

from urllib.parse import parse_qs, urlsplit

import pytest

from digsite.core.fields import Bytes
from digsite.games.mykerinos.page.choice import plan_of
from digsite.games.mykerinos.rules.state import NEUTRAL
from digsite.web import hints
from digsite.web.game_page import page_of
from tests.mykerinos.position import GAME, Position, play
from tests.web.tables import EXPLORERS, LookAt

look_at = LookAt(GAME, names=EXPLORERS, terms={"guide": True})


def digging() -> Bytes:
    return Position(2, 2).own(0, "lemon 0", "brown 0").dig(0, "a1").dig(NEUTRAL, "e1").build()


def scoring() -> Bytes:
    return Position(2).lay(0, "lemon 3", "brown 0").dig(0, "a1 b1").dig(NEUTRAL, "c1").score()


@pytest.mark.parametrize(
    ("text", "then", "title", "query"),
    [
        ("extend b1", ["then c1"], "Extend to b1 and c1 in zone I", {"choose": "b1", "deed": "extend", "then": "c1"}),
        ("use blackmore", ["start b4", "then a4"], "Mrs Blackmore: Start on b4 and a4 in zone III",
         {"choose": "b4", "deed": "start", "then": "a4", "with": "blackmore"}),
        ("use brown", ["room 10"], "Sir Brown: Reserve the room “2” between Lady Violet and Lord Lemon",
         {"choose": "room-10", "with": "brown"}),
    ],
)  # fmt: skip
def test_a_hint_names_where_an_action_goes_on_and_its_link_chooses_all_of_it(
    text: str, then: list[str], title: str, query: dict[str, str]
) -> None:
    state = Position(2, 2).own(0, "blackmore 0", "brown 0").dig(0, "a1").build()
    viewer, actions, at = look_at(state, 0), list[int](), state
    for step in (text, *then):
        actions.append(GAME.parse(at, step))
        at = GAME.apply(at, actions[-1])
    assert page_of("mykerinos").hint_title(viewer, actions[0], actions[1:]) == title
    link = urlsplit(hints.link(viewer, actions[0], actions[1:]))
    asked = {name: value for name, [value] in parse_qs(link.query).items()}
    assert asked == query
    plan = plan_of(look_at(state, 0, **asked))
    assert plan
    assert plan.action == "; ".join((text, *then))


@pytest.mark.parametrize(
    ("state", "text", "title", "query"),
    [
        (digging(), "start b4", "Start on b4 in zone III", {"choose": "b4", "deed": "start"}),
        (digging(), "extend b1", "Extend to b1 in zone I", {"choose": "b1", "deed": "extend"}),
        (digging(), "pass", "Pass", {"choose": "pass"}),
        (digging(), "use brown", "Sir Brown: reserve a museum room", {"choose": "brown"}),
        (play(digging(), "use brown"), "room 10", "Reserve the room “2” between Lady Violet and Lord Lemon",
         {"choose": "room-10"}),
        (play(digging(), "extend b1"), "then c1", "Go on to c1 in zone I", {}),
        (play(digging(), "start b4"), "neutral skip", "Place no neutral", {}),
        (play(digging(), "start b4"), "neutral start a5", "Start a neutral on a5 in zone III",
         {"choose": "a5", "deed": "neutral-start"}),
        (play(digging(), "start b4"), "neutral extend e2", "Extend the neutrals to e2 in zone II",
         {"choose": "e2", "deed": "neutral-extend"}),
        (scoring(), "tile 1", "Take the plot of Lord Lemon worth 3 points", {"choose": "tile-0"}),
        (play(scoring(), "room 0"), "remove 2", "Remove the plot of Sir Brown without points", {"choose": "remove-1"}),
    ],
)  # fmt: skip
def test_every_kind_of_action_is_told_and_chosen_by_its_link(
    state: Bytes, text: str, title: str, query: dict[str, str]
) -> None:
    viewer, action = look_at(state, 0), GAME.parse(state, text)
    assert page_of("mykerinos").hint_title(viewer, action) == title
    asked = {name: value for name, [value] in parse_qs(urlsplit(hints.link(viewer, action)).query).items()}
    assert asked == query
