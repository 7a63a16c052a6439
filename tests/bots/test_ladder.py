"""The ladder: what is played, that nothing is played twice, and how it is told."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tools.write_ladder import put_between

from digsite.bots.ladder import BadLadder, Ladder, Pairing, pairings, read_results
from digsite.bots.report import curve, picture, tables
from digsite.bots.workers import InProcessPool
from digsite.core.record import loads
from digsite.core.registry import load
from digsite.core.verify import verify
from tests.programs import refusal_of

SMALL = [Pairing("thebes", 2, "novice", "random", 6), Pairing("mykerinos", 3, "plain:2sims", "novice", 3)]
CLOCKS = ("seconds_per_move", "longest_move_seconds")


def play(folder: Path, stop_after: int | None = None, todo: list[Pairing] = SMALL, mixed: bool = False) -> int:
    """How many games were played; stopped as by Ctrl-C if told so."""
    folder.mkdir(exist_ok=True)
    played = 0

    def advance(seconds: float, said: str) -> None:
        nonlocal played
        played += 1
        if played == stop_after:
            raise KeyboardInterrupt

    try:
        for _ in Ladder(folder, todo, mixed).play(InProcessPool(), advance=advance):
            pass
    except KeyboardInterrupt:
        assert played == stop_after
    return played


def without_clocks(folder: Path) -> list[dict[str, Any]]:
    return [{key: one[key] for key in one if key not in CLOCKS} for one in read_results(folder)["pairings"]]


def actions(folder: Path) -> dict[str, list[list[str]]]:
    return {
        file.name: [json.loads(line)["actions"] for line in file.read_text().splitlines()]
        for file in folder.glob("*.jsonl")
    }


def test_every_level_meets_the_next_for_both_games_and_all_numbers_of_players() -> None:
    todo = pairings(["thebes", "mykerinos"])
    assert len(todo) == 2 * (8 + 3 + 3)
    assert todo[:2] == [Pairing(game, 2, "novice", "random", 400) for game in ("thebes", "mykerinos")]
    assert [pair.seats for pair in todo] == sorted(pair.seats for pair in todo)
    assert Pairing("mykerinos", 4, "master:100ms", "scholar", 100) in todo
    assert len({pair.name for pair in todo}) == len(todo)
    assert todo[-1].lineup.bots == ("master:100ms", "scholar", "scholar", "scholar")


def test_a_quick_ladder_plays_a_tenth_in_whole_deals() -> None:
    games = {(pair.seats, pair.bot): pair.games for pair in pairings(["thebes"], quick=True)}
    assert (games[2, "novice"], games[3, "novice"], games[4, "novice"]) == (40, 30, 32)


def test_a_stopped_ladder_goes_on_where_it_was_and_ends_the_same(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert play(whole) == 9
    assert play(parts, stop_after=4) == 4
    assert without_clocks(parts)[0]["games"] == 4
    assert play(parts, stop_after=3) == 3
    second = parts / "mykerinos-3-plain-2sims-v-novice.jsonl"
    assert len(second.read_text().splitlines()) == 1
    second.write_text(second.read_text() + '{"format": "digsite-rec')  # as if the power went
    assert play(parts) == 2
    assert play(parts) == 0
    assert actions(parts) == actions(whole)
    assert without_clocks(parts) == without_clocks(whole)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ladder") / "done"
    play(folder, todo=SMALL[:1])
    return folder


def copied(folder: Path, target: Path) -> Path:
    target.mkdir()
    for file in folder.iterdir():
        (target / file.name).write_text(file.read_text())
    return target


def test_kept_games_are_true_records(done: Path) -> None:
    lines = (done / "thebes-2-novice-v-random.jsonl").read_bytes().splitlines()
    records = [loads(line) for line in lines]
    for record in records:
        verify(load("thebes"), record)
    [result] = read_results(done)["pairings"]
    won = [1 / len(record.winners) for record in records for seat in record.winners or []
           if record.winners and (record.names or [])[seat] == "novice"]  # fmt: skip
    assert result["share"] == pytest.approx(sum(won) / 6)
    points = [(record.scores or [])[(record.names or []).index("novice")] for record in records]
    assert result["mean_scores"][0] == pytest.approx(sum(points) / 6)
    assert (result["games"], result["asked"]) == (6, 6)
    assert read_results(done)["cores"] >= 1


def test_results_of_other_pairings_stay(done: Path, tmp_path: Path) -> None:
    folder = copied(done, tmp_path / "more")
    play(folder, todo=[Pairing("thebes", 2, "random", "novice", 2)])
    assert [(one["bot"], one["games"]) for one in read_results(folder)["pairings"]] == [("novice", 6), ("random", 2)]


def test_games_of_other_bots_are_not_mixed_in_unasked(done: Path, tmp_path: Path) -> None:
    folder = copied(done, tmp_path / "other")
    [file] = folder.glob("*.jsonl")
    maker = json.loads(file.read_text().splitlines()[0])["meta"]["made_by"]
    file.write_text(file.read_text().replace(maker, "0" * 16))
    with pytest.raises(BadLadder, match="other versions"):
        play(folder, todo=SMALL[:1])
    assert play(folder, todo=SMALL[:1], mixed=True) == 0


@pytest.mark.parametrize("spoil", [lambda lines: ["{}", *lines], lambda lines: lines[1:]])
def test_a_spoilt_file_is_refused_by_line(spoil: Any, done: Path, tmp_path: Path) -> None:
    folder = copied(done, tmp_path / "spoilt")
    [file] = folder.glob("*.jsonl")
    file.write_text("\n".join(spoil(file.read_text().splitlines())) + "\n")
    with pytest.raises(BadLadder, match="line 1: "):
        play(folder, todo=SMALL[:1])


def test_time_ends_it(tmp_path: Path) -> None:
    list(Ladder(tmp_path, SMALL).play(InProcessPool(), hours=0))
    assert len(list(tmp_path.glob("*.jsonl"))) == 0


def result(game: str, bot: str, share: float, **more: Any) -> dict[str, Any]:
    usual = {
        "game": game, "seats": 2, "bot": bot, "rival": "scholar", "games": 100, "asked": 100, "share": share,
        "low": share - 0.1, "high": share + 0.05, "mean_scores": [60.25, 40.5], "seconds_per_move": [0.0301, 0.00005],
        "longest_move_seconds": [1.25, 0.0002],
    }  # fmt: skip
    return usual | more


MADE_UP: dict[str, Any] = {
    "cores": 2,
    "pairings": [
        result("thebes", "master:300ms", 0.9),
        result("thebes", "master:10ms", 0.5),
        result("mykerinos", "master:10ms", 0.7),
        result("thebes", "scholar", 0.4, rival="novice", seats=3),
    ],
}


def test_results_as_markdown() -> None:
    lines = tables(MADE_UP).splitlines()
    assert (
        "| 2 | master:10ms | scholar | **50.0%** (40.0% – 55.0%), 100 games | **70.0%** (60.0% – 75.0%), 100 games |"
        in lines
    )
    assert "| 3 | scholar | novice | **40.0%** (30.0% – 45.0%), 100 games |  |" in lines
    assert any("60.2 : 40.5; 30.1 ms (1.25 s) : 50 µs (200 µs)" in line for line in lines)
    page = put_between("above\n<!-- ladder -->\nold\n<!-- /ladder -->\nbelow\n", "new")
    assert page == "above\n<!-- ladder -->\nnew\n<!-- /ladder -->\nbelow\n"
    assert put_between(page, "new") == page


def test_the_curve_goes_by_thinking_time() -> None:
    assert [(seconds, one["share"]) for seconds, one in curve(MADE_UP["pairings"], "thebes")] == [
        (0.01, 0.5),
        (0.3, 0.9),
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_has_a_mark_for_every_point(theme: Any) -> None:
    drawn = ElementTree.fromstring(picture(MADE_UP, theme).svg)
    kinds = {
        kind: [part for part in drawn.iter() if part.get("class") == kind] for kind in ("mark-crimson", "mark-petrol")
    }
    assert len(kinds["mark-crimson"]) == 2 + 1  # and the one that says which game it is
    assert len(kinds["mark-petrol"]) == 1 + 1
    early, late, _ = kinds["mark-crimson"]
    assert float(early.get("cx", 0)) < float(late.get("cx", 0))
    assert float(early.get("cy", 0)) > float(late.get("cy", 0))
    assert "var(" not in picture(MADE_UP, theme).svg


@pytest.mark.parametrize(
    ("message", "args"), [("no results there yet", ["--table"]), ("there is no game 'chess'", ["chess"])]
)
def test_bad_usage_gets_one_line_and_status_2(message: str, args: list[str], tmp_path: Path) -> None:
    assert message in refusal_of("ladder", *args, "--out", tmp_path)
