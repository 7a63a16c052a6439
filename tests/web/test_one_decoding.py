"""What a player may do and what the address asks for is decoded once for all parts of a page."""

from collections.abc import Callable
from types import ModuleType

import pytest

from digsite.core.fields import Bytes
from digsite.core.registry import load
from digsite.games.mykerinos.page import choice as mykerinos_choice
from digsite.games.mykerinos.page import turn as mykerinos_turn
from digsite.games.mykerinos.page.page import MykerinosPage
from digsite.games.thebes.page import choice as thebes_choice
from digsite.games.thebes.page import turn as thebes_turn
from digsite.games.thebes.page.page import ThebesPage
from digsite.web.game_page import GamePage
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer
from tests.mykerinos.position import Position as Desert
from tests.thebes.position import Position as Map
from tests.web.tables import LookAt

GUIDED = {"guide": True}

THEBES = Map(2).give(0, "book egypt 3", "zeppelin").exhibitions("small london").show("book egypt 1 moscow").build()
MYKERINOS = Desert(2, 2).own(0, "lemon", "brown").dig(0, "b3").dig(1, "e5").build()


def count(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> list[Viewer]:
    """Every viewer for whom a class or function of a module is called from now on."""
    calls, original = list[Viewer](), getattr(module, name)

    def counted(viewer: Viewer) -> object:
        calls.append(viewer)
        return original(viewer)

    monkeypatch.setattr(module, name, counted)
    return calls


def render_all(page: GamePage, viewer: Viewer) -> None:
    """Everything one request for a table shows, as the server asks for it."""
    timeline = Timeline(viewer.game)
    bare = viewer.unasked()
    page.parts(bare)
    page.guide(bare, timeline)
    page.parts(viewer)
    page.chosen(viewer)
    page.choice(viewer)
    page.guide(viewer, timeline)
    page.mood(viewer)


@pytest.mark.parametrize(
    ("make", "turn", "choice", "decoder", "state", "choose"),
    [
        (ThebesPage, thebes_turn, thebes_choice, "decode_choice", THEBES, {"choose": "take-1", "zeppelin": "on"}),
        (ThebesPage, thebes_turn, thebes_choice, "decode_choice", THEBES, {"choose": "dig-egypt", "weeks": "3"}),
        (ThebesPage, thebes_turn, thebes_choice, "decode_choice", THEBES, {"choose": "exhibit-a"}),
        (MykerinosPage, mykerinos_turn, mykerinos_choice, "decode_plan", MYKERINOS, {"choose": "b2", "deed": "extend"}),
        (MykerinosPage, mykerinos_turn, mykerinos_choice, "decode_plan", MYKERINOS, {"choose": "lemon"}),
        (MykerinosPage, mykerinos_turn, mykerinos_choice, "decode_plan", MYKERINOS, {"choose": "c2", "with": "lemon"}),
    ],
)
def test_a_request_decodes_turn_and_address_once(
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[], GamePage],
    turn: ModuleType,
    choice: ModuleType,
    decoder: str,
    state: Bytes,
    choose: dict[str, str],
) -> None:
    page = make()
    turns, choices = count(monkeypatch, turn, "Turn"), count(monkeypatch, choice, decoder)
    viewer = LookAt(load(page.name), terms=GUIDED)(state, 0, **choose)
    render_all(page, viewer)
    assert len(turns) == 1
    assert [each for each in choices if each.query.choose] == [viewer]
    assert len(choices) == 2  # once more for the same page at an address that asks for nothing


@pytest.mark.parametrize(
    ("make", "turn", "choice", "decoder", "state", "choose"),
    [
        (ThebesPage, thebes_turn, thebes_choice, "decode_choice", THEBES, {"choose": "take-1"}),
        (MykerinosPage, mykerinos_turn, mykerinos_choice, "decode_plan", MYKERINOS, {"choose": "e4"}),
    ],
)
def test_a_turn_planned_while_others_move_is_decoded_once(
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[], GamePage],
    turn: ModuleType,
    choice: ModuleType,
    decoder: str,
    state: Bytes,
    choose: dict[str, str],
) -> None:
    page = make()
    turns, choices = count(monkeypatch, turn, "Turn"), count(monkeypatch, choice, decoder)
    viewer = LookAt(load(page.name))(state, 1, **choose)
    render_all(page, viewer)
    states = [each.table.state for each in turns]  # as it is, and as it would be in one's own turn
    assert len(states) == len(set(states))
    assert len([each for each in choices if each.query.choose]) == 1
    assert page.choice(viewer)


def test_viewers_of_another_position_share_nothing() -> None:
    page, look_at = ThebesPage(), LookAt(load("thebes"), terms=GUIDED)
    viewer = look_at(THEBES)
    page.parts(viewer)
    other = look_at(Map(2).build())
    assert thebes_turn.turn_of(viewer) is thebes_turn.turn_of(viewer.unasked())
    assert thebes_turn.turn_of(viewer) is not thebes_turn.turn_of(other)
