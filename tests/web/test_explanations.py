"""Explanations of both games: everything on a table has one, and what is not there has none."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

import pytest
from examples import cave

from digsite.games.mykerinos.page import explain as mykerinos
from digsite.games.thebes.page import explain as thebes
from digsite.tables.refused import Refused
from digsite.web.explanation import Explanation, seat_in
from digsite.web.side_panel import side
from digsite.web.viewer import Viewer
from tests.web import test_mykerinos_explain, test_thebes_explain
from tests.web.suite import assert_explained
from tests.web.tables import LookAt


@dataclass(frozen=True)
class Case:
    """A game in the middle, and everything that may be asked about it."""

    look: Callable[[int | None, dict[str, str]], Viewer]
    explain: Callable[[Viewer, str], Explanation | None]
    keys: Callable[[], Collection[str]]
    things: Collection[str]


THEBES = Case(
    lambda you, query: test_thebes_explain.look_at(test_thebes_explain.middle(), you, **query),
    thebes.explain,
    test_thebes_explain.every_key,
    thebes.THINGS,
)
MYKERINOS = Case(
    lambda you, query: test_mykerinos_explain.look_at(test_mykerinos_explain.middle(), you, **query),
    mykerinos.explain,
    test_mykerinos_explain.every_key,
    mykerinos.THINGS,
)
MISSING = {
    "thebes": (
        "", "x", "card", "card-95", "card--1", "card-²", "site-rome", "finds-2", "knowledge-0", "deck-1", "place-oslo",
    ),
    "mykerinos": (
        "", "x", "zone", "zone-4", "zone-²", "field-a7", "field-i1", "tile-36", "room-15", "patron-rose", "pool-2",
        "pass-1",
    ),
}  # fmt: skip
CASES = {"thebes": THEBES, "mykerinos": MYKERINOS}


@pytest.mark.parametrize("you", [0, 1, None])
@pytest.mark.parametrize("game", CASES)
def test_everything_has_an_explanation_with_rules_that_exist(game: str, you: int | None) -> None:
    case = CASES[game]
    assert_explained(case.look(you, {}), case.explain, case.keys(), case.things)


@pytest.mark.parametrize(("game", "key"), [(game, key) for game, keys in MISSING.items() for key in keys])
@pytest.mark.parametrize("you", [0, None])
def test_what_is_not_there_has_none(game: str, key: str, you: int | None) -> None:
    case = CASES[game]
    assert case.explain(case.look(you, {}), key) is None
    with pytest.raises(Refused) as refused:
        side(case.look(you, {"explain": key}))
    assert refused.value.status == 404


def test_seats_are_known_whatever_the_view_of_a_game_holds() -> None:
    game = cave.load()
    assert "seats" not in game.view(game.new(3))
    viewer = LookAt(game)(game.new(3))
    assert [seat_in(viewer, text) for text in ("0", "2", "3", "x")] == [0, 2, None, None]
