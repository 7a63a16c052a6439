"""Guides of both games: every step can be shown, and the guide can always be left."""

from dataclasses import dataclass

import pytest

from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.games.mykerinos.page import guide as mykerinos
from digsite.games.thebes.page import guide as thebes
from digsite.web.guide import Course, Step
from digsite.web.viewer import Viewer
from tests.mykerinos.position import GAME as MYKERINOS_GAME
from tests.mykerinos.position import Position
from tests.thebes.position import GAME as THEBES_GAME
from tests.web import test_thebes_guide
from tests.web.suite import random_games
from tests.web.tables import LookAt


@dataclass(frozen=True)
class Case:
    """A game's course, and its first position."""

    game: Game
    course: Course
    opening: Bytes
    first_done: int  # the first step that only playing leaves behind
    seen: set[int]  # steps that come up in games at random
    lit: set[str]  # what may be highlighted ...
    lit_kinds: tuple[str, ...] = ()  # ... and what it may begin with

    def look(self, state: Bytes, you: int | None, query: dict[str, str]) -> Viewer:
        return LookAt(self.game, terms={"guide": True})(state, you, **query)

    def step(self, you: int | None = 0, **query: str) -> Step | None:
        return self.course.step(self.look(self.opening, you, query), [])


CASES = {
    "thebes": Case(
        THEBES_GAME,
        thebes.COURSE,
        test_thebes_guide.opening(),
        thebes.BOOK,
        {1, 3, thebes.COURSE.last},
        {"board", "choice", "status", "shows", "panel-0", "panel-1"},
        ("space-", "dig-"),
    ),
    "mykerinos": Case(
        MYKERINOS_GAME,
        mykerinos.COURSE,
        Position(2).build(),
        mykerinos.FIRST_START,
        {mykerinos.DESERT, mykerinos.FIRST_EXTENSION, mykerinos.CHOICE, mykerinos.HELP, mykerinos.END},
        {"", "board", "choice", "acting", "prizes", "museum", "patrons", "panel-0", "panel-1"},
    ),
}


@pytest.mark.parametrize("game", CASES)
def test_it_can_be_left_and_is_only_for_players(game: str) -> None:
    case = CASES[game]
    assert case.step() is not None
    assert case.step(guide="off") is None
    assert case.step(guide="rest") is None
    assert case.step(None) is None


@pytest.mark.parametrize("asked", ["0", "-1", "99", "x", "²", "007", "1e3"])
@pytest.mark.parametrize("game", CASES)
def test_nonsense_in_the_address_is_harmless(game: str, asked: str) -> None:
    shown = CASES[game].step(guide=asked)
    assert shown
    assert 1 <= shown.number <= CASES[game].first_done


@pytest.mark.parametrize("game", CASES)
def test_in_any_game_every_step_can_be_shown(game: str) -> None:
    case, seen = CASES[game], set[int]()
    for state, played in random_games(case.game):
        for query in ({}, {"guide": "10"}):
            viewer = case.look(state, 0, query)
            found = case.course.step(viewer, played)
            html = case.course.shown(viewer, found)
            assert html.startswith('<section id="guide"')
            assert "style=" not in html
            if found:
                assert found.lesson.lit in case.lit or found.lesson.lit.startswith(case.lit_kinds)
                seen.add(found.number)
    assert case.seen <= seen


@pytest.mark.parametrize("game", CASES)
def test_it_says_how_long_the_rest_takes_and_what_comes_next(game: str) -> None:
    case = CASES[game]
    viewer = case.look(case.opening, 0, {"guide": "1"})
    first = case.course.step(viewer, [])
    assert first
    html = case.course.shown(viewer, first)
    assert "about 15 minutes left" in html
    assert "Next: " in html
    last = case.course.made(viewer, case.course.last, case.course.last)
    html = case.course.shown(viewer, last)
    assert "about 2 minutes left" in html
    assert "Play on" in html
    assert "Start a real game" in html
