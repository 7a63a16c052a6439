"""Actions have one number and one text each."""

import pytest

from digsite.core.errors import InvalidAction
from digsite.games.mykerinos.rules.actions import ACTIONS, DECLINE, FIRST_PLAYER
from digsite.games.mykerinos.rules.decode import (
    DealDraw,
    Extend,
    FirstDraw,
    NeutralExtend,
    NeutralSkip,
    NeutralStart,
    Pass,
    RemoveTile,
    Start,
    TakeRoom,
    TakeTile,
    Then,
    Use,
    WingDraw,
    decode,
    is_draw,
)
from tests.mykerinos.position import GAME, Position, field_names

STATE = Position().build()
PATRONS = ("violet", "lemon", "brown", "blackmore", "tangerine")


def every_text() -> set[str]:
    """All that the notation knows, written out."""
    verbs = ("start", "extend", "then", "neutral start", "neutral extend")
    texts = {f"{verb} {name}" for verb in verbs for name in field_names(9)}
    texts |= {"pass", "neutral skip"}
    texts |= {f"use {patron}" for patron in PATRONS} | {f"wing {patron}" for patron in PATRONS}
    texts |= {"tile 1", "tile 2", "remove 1", "remove 2"}
    texts |= {f"room {room}" for room in range(15)}
    texts |= {f"first {seat}" for seat in range(4)}
    texts |= {f"deal {tile}" for tile in range(36)}
    texts |= {"decline", "turn 0", "turn 1"}  # with rule options only
    return texts


def test_the_texts_are_exactly_those_of_the_notation() -> None:
    texts = [GAME.text(STATE, action) for action in range(ACTIONS)]
    assert len(texts) == len(set(texts)) == 5 * 72 + 2 + 5 + 5 + 4 + 15 + 4 + 36 + 3
    assert set(texts) == every_text()


def test_every_text_leads_back_to_its_number() -> None:
    for action in range(ACTIONS):
        assert GAME.parse(STATE, GAME.text(STATE, action)) == action


def test_players_actions_and_those_of_chance_are_apart() -> None:
    players = {GAME.text(STATE, action).split()[0] for action in range(FIRST_PLAYER)}
    chance = {GAME.text(STATE, action).split()[0] for action in range(FIRST_PLAYER, DECLINE)}
    assert players == {"start", "extend", "then", "pass", "use", "neutral", "tile", "room", "remove"}
    assert chance == {"first", "wing", "deal"}
    only_by_options = [GAME.text(STATE, action) for action in range(DECLINE, ACTIONS)]
    assert only_by_options == ["decline", "turn 0", "turn 1"]


def test_numbers_and_texts_do_not_depend_on_the_position() -> None:
    other = Position(2, 4).own(0, "lemon").dig(0, "a9").score()
    for action in range(0, ACTIONS, 7):
        assert GAME.text(other, action) == GAME.text(STATE, action)
        assert GAME.parse(other, GAME.text(STATE, action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "start",
        "start ",
        "start i1",
        "start a0",
        "start a10",
        "start A1",
        "start 1a",
        "start a01",
        "start a 1",
        "start  a1",
        " start a1",
        "start a1 ",
        "start a1\n",
        "start a1 a2",
        "Start a1",
        "START A1",
        "start a１",
        "start 1",
        "start violet",
        "extend",
        "extend a1 then a2",
        "then",
        "then i9",
        "neutral",
        "neutral a1",
        "neutral start",
        "neutral  start a1",
        "neutral then a1",
        "neutral pass",
        "neutral skip a1",
        "Neutral skip",
        "skip",
        "pass 1",
        "passes",
        "Pass",
        "pass\n",
        "use",
        "use Violet",
        "use lady violet",
        "use violet a1",
        "use red",
        "use 0",
        "use a1",
        "wing 0",
        "wing",
        "wing red",
        "tile",
        "tile 0",
        "tile 3",
        "tile 01",
        "tile -1",
        "tile a1",
        "tile left",
        "remove 0",
        "remove 3",
        "remove",
        "room",
        "room 15",
        "room -1",
        "room 00",
        "room 007",
        "room 1.0",
        "room +1",
        "first",
        "first 4",
        "first 00",
        "deal 36",
        "deal 036",
        "deal 100",
        "deal",
        "take 1",
        "stop",
        "0",
        "start a1; pass",
        "x" * 10_000,
    ],
)
def test_only_the_canonical_spelling_is_an_action(text: str) -> None:
    with pytest.raises(InvalidAction, match="is not an action in Mykerinos"):
        GAME.parse(STATE, text)


def test_legal_actions_are_ascending_and_each_listed_once() -> None:
    state = Position(3, 2).dig(0, "a1 d3 f2").own(0, *PATRONS).build()
    listed = GAME.legal(state).tolist()
    assert listed == sorted(set(listed))
    assert len(listed) > 50


DECODED = [
    ("start a1", Start(0)),
    ("extend h1", Extend(7)),
    ("then a2", Then(8)),
    ("pass", Pass()),
    ("use brown", Use(2)),
    ("neutral start b1", NeutralStart(1)),
    ("neutral extend h9", NeutralExtend(71)),
    ("neutral skip", NeutralSkip()),
    ("tile 1", TakeTile(0)),
    ("room 14", TakeRoom(14)),
    ("remove 2", RemoveTile(1)),
    ("first 3", FirstDraw(3)),
    ("wing tangerine", WingDraw(4)),
    ("deal 35", DealDraw(35)),
]


@pytest.mark.parametrize(("text", "action"), DECODED)
def test_an_action_has_named_parts(text: str, action: object) -> None:
    assert decode(GAME.parse(STATE, text)) == action


def test_draws_are_actions_of_chance() -> None:
    assert [is_draw(number) for number in range(ACTIONS)] == [
        number >= FIRST_PLAYER and number != DECLINE for number in range(ACTIONS)
    ]
