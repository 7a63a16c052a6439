"""`hint` at the table: the best actions, what they may lead to, and why."""

import re
from pathlib import Path

import pytest
from examples import cave

from digsite.analysis.hints import reason
from digsite.core.history import History
from digsite.core.registry import load
from tests.terminal.sitting import Sitting, positions, record_of

OPTION = re.compile(r"^(\S.*?) +(\d+)% +([\d.]+) +([\d.]+)$", re.MULTILINE)  # action, chance, points of two seats


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def hinted(sitting: Sitting) -> str:
    """What was shown after the last `hint` was typed."""
    return re.sub(r" +$", "", sitting.shown[sitting.shown.rfind("> hint") :], flags=re.MULTILINE)


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", ["thebes", "mykerinos"])
def test_a_hint_shows_three_actions_with_chances_points_and_reasons(name: str, width: int) -> None:
    game = load(name)
    sitting = Sitting(game, width)
    record = sitting.type("human,human", "hint")
    state = History.of_record(game, record).state
    shown = hinted(sitting)
    options = OPTION.findall(shown)
    assert len(options) == 3
    assert len({reason(game, state, game.parse(state, text)) for text, *_ in options}) == 3
    words = " ".join(shown.split())
    for text, chance, *points in options:
        action = game.parse(state, text)
        assert action in game.legal(state)
        assert 0 <= int(chance) <= 100
        assert all(0 <= float(each) < 200 for each in points)
        first = reason(game, state, action).split(" ")[:4]
        assert f"{text} {chance}% {points[0]} {points[1]} {' '.join(first)}" in words
    assert all(len(line) <= width for line in shown.splitlines())
    mark = "●■"[game.to_act(state)]
    assert re.search(rf"{mark} wins +● ends +■ ends\n", shown)


def test_a_hint_changes_nothing() -> None:
    game = load("thebes")
    plain, asked = (Sitting(game).type("human,human", *typed) for typed in (["take 1"], ["hint", "take 1"]))
    assert asked.actions == plain.actions


def test_with_one_action_left_nobody_thinks() -> None:
    game = load("thebes")
    state = next(state for state in positions(game, 2, 1) if len(game.legal(state)) == 1)
    sitting = Sitting(game)
    sitting.type("human,human", "hint", record=record_of(game, 2, 1, state))
    assert re.search(r"> hint\nOnly stop is possible. Nothing else is possible with \d+ weeks? left.\n", sitting.shown)


def test_after_the_end_there_is_nothing_to_advise() -> None:
    game = load("thebes")
    over = Sitting(game).type("random,random")
    sitting = Sitting(game)
    sitting.type("human,random", "hint", record=over)
    assert "There is nothing left to advise: the game is over." in sitting.shown


def test_a_game_without_advice_has_hints_without_reasons() -> None:
    game = cave.load()
    sitting = Sitting(game)
    sitting.type("human,human", "dig", "hint")  # then there are shards in the sack to leave with, or one digs on
    assert {text for text, *_ in OPTION.findall(hinted(sitting))} == {"dig", "leave"}
    assert len(hinted(sitting).strip().splitlines()) == 7  # typed, headed, two options, a note, the end of the input
