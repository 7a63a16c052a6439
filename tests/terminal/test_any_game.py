"""Games without a terminal UI of their own, whatever their view looks like."""

from dataclasses import replace
from pathlib import Path

import pytest
from examples import cave

from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from tests.terminal.sitting import Sitting


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def without_opening_chance() -> CompiledGame[cave.Facts]:
    """Cave-in with seat 0 always beginning, so that nothing is drawn before the first decision."""
    game = cave.load()

    def start(facts: cave.Facts, seats: int) -> Bytes:
        state = game._spec.start(facts, seats)
        fields = state.view(cave.STATE)[0]
        fields["actor"], fields["turns"] = 0, 1
        return state

    return CompiledGame("cave", 1, range(2, 5), replace(game._spec, start=start), {"goal": 25})


def test_score_log_help_and_hints_work_with_any_view() -> None:
    sitting = Sitting(cave.load())
    record = sitting.type("human,human", "score", "dig", "score", "log", "?", "why leave", "board")
    assert record.actions[1] == "dig"
    assert "shards" in sitting.shown
    assert "To begin with: first" in sitting.shown


def test_a_whole_game_ends_with_its_score() -> None:
    sitting = Sitting(cave.load())
    record = sitting.type("random,random")
    assert record.scores
    assert "The game is over" in sitting.shown
    lines = [line.split() for line in sitting.shown.splitlines()]
    assert ["shards", *map(str, record.scores)] in lines


def test_a_game_without_opening_chance() -> None:
    sitting = Sitting(without_opening_chance())
    record = sitting.type("human,human", "log", "score", "dig", "log", "undo")
    assert record.actions == []
    assert "To begin with" not in sitting.shown
    over = Sitting(without_opening_chance())
    assert over.type("random,random").actions[0] == "dig"
    assert "The game is over" in over.shown
