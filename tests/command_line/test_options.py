"""Rule options on the command line: commands that play take them, commands that read follow the record."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from digsite.core.record import read
from tests.programs import digsite, digsite_json, refusal_of


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Mykerinos with both options."""
    folder = tmp_path_factory.mktemp("options")
    options = ("--option", "last-tile=may", "--option", "tile-rotation=random")
    done = digsite("simulate", "mykerinos", "--seats", 3, "--games", 1, "--seed", 3, "--records", folder, *options)
    assert (done.returncode, done.stderr) == (0, "")
    (file,) = folder.iterdir()
    return file


def test_simulated_records_name_their_options(record: Path) -> None:
    assert read(record).options == {"last-tile": "may", "tile-rotation": "random"}
    actions = read(record).actions
    assert all(later.startswith("turn") for earlier, later in pairwise(actions) if "deal" in earlier)


def test_a_record_is_read_with_its_own_options(record: Path) -> None:
    assert digsite_json("verify", record, "--json")["true"]
    ply = read(record).actions.index(next(text for text in read(record).actions if text.startswith("turn")))
    assert digsite_json("legal", record, "--at", ply, "--json") == {
        "at": ply,
        "to_act": "chance",
        "legal": ["turn 0", "turn 1"],
        "weights": [1, 1],
    }
    assert digsite("replay", record, "--at", ply).returncode == 0
    assert digsite("odds", record, "--at", 60).returncode == 0


def test_other_options_than_the_records_are_refused(record: Path) -> None:
    line = refusal_of("verify", record, "--option", "last-tile=may")
    assert "options: the record was made with last-tile=may, tile-rotation=random, not with last-tile=may" in line


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("last-tile", "--option: 'last-tile' is not of the form NAME=VALUE"),
        ("last-tile=maybe", "options: last-tile is 'must' or 'may', not 'maybe'"),
        ("lost-tile=may", "options: mykerinos has no option 'lost-tile'; there is last-tile, tile-rotation"),
    ],
)
def test_options_that_do_not_exist_are_one_line(option: str, sentence: str) -> None:
    assert sentence in refusal_of("simulate", "mykerinos", "--games", 1, "--option", option)


def test_an_option_is_given_once() -> None:
    twice = ("--option", "last-tile=may", "--option", "last-tile=must")
    assert "last-tile is given twice" in refusal_of("simulate", "mykerinos", "--games", 1, *twice)


def test_statistics_name_options_that_are_not_the_default() -> None:
    usual = digsite_json("simulate", "thebes", "--games", 5, "--json", "--option", "permit-renewal=at-once")
    assert "options" not in usual
    late = digsite_json("simulate", "thebes", "--games", 5, "--json", "--option", "permit-renewal=end-of-turn")
    assert late["options"] == {"permit-renewal": "end-of-turn"}


def test_bots_of_an_arena_play_with_options(tmp_path: Path) -> None:
    options = ("--option", "last-tile=may", "--option", "tile-rotation=random")
    done = digsite("arena", "mykerinos", "--bots", "novice,random", "--games", 2, "--records", tmp_path, *options)
    assert done.returncode == 0
    for file in tmp_path.iterdir():
        assert json.loads(file.read_text())["options"] == {"last-tile": "may", "tile-rotation": "random"}
