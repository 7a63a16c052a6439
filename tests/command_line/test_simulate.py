"""`digsite simulate` and `digsite bench`: statistics for people and programs."""

import os
import re
from pathlib import Path

import pytest

from digsite.bench import show
from digsite.core.record import read
from tests.command_line.conftest import SEARCH_PATH
from tests.programs import digsite, digsite_json, refusal_of
from tests.repeated import repeated

ROOT = 0


def test_simulate_tells_each_seat() -> None:
    result = digsite_json("simulate", "thebes", "--seats", 3, "--games", 400, "--seed", 1, "--json")
    assert {key: result[key] for key in ("game", "seats", "games", "seed")} == {
        "game": "thebes",
        "seats": 3,
        "games": 400,
        "seed": 1,
    }
    assert [seat["seat"] for seat in result["players"]] == [0, 1, 2]
    assert sum(seat["win_share"] for seat in result["players"]) == pytest.approx(1)
    for seat in result["players"]:
        assert set(seat) == {"seat", "mean", "sd", "se", "min", "max", "win_share"}
        assert seat["min"] <= seat["mean"] <= seat["max"]
        assert seat["se"] == pytest.approx(seat["sd"] / 20)
    assert result["moves"] > 0
    assert result["moves_per_second"] > 0


def test_the_same_seed_gives_the_same_games_for_any_number_of_threads() -> None:
    runs = [
        digsite_json("simulate", "thebes", "--games", 2500, "--seed", 9, "--threads", threads, "--json")
        for threads in (1, 2, 5)
    ]
    for run in runs:
        del run["moves_per_second"]
    assert runs[0] == runs[1] == runs[2]
    other = digsite_json("simulate", "thebes", "--games", 2500, "--seed", 10, "--json")
    assert other["players"] != runs[0]["players"]


def test_statistics_are_those_of_the_recorded_games(records: Path) -> None:
    for seats in (2, 3, 4):
        result = digsite_json("simulate", "thebes", "--seats", seats, "--games", 3, "--seed", 5, "--json")
        games = [read(records / f"thebes-{seats}-5-{number}.json") for number in range(3)]
        for seat, player in enumerate(result["players"]):
            points = [(game.scores or [])[seat] for game in games]
            mean = sum(points) / 3
            assert player["mean"] == pytest.approx(mean)
            assert player["sd"] == pytest.approx((sum((p - mean) ** 2 for p in points) / 2) ** 0.5)
            assert (player["min"], player["max"]) == (min(points), max(points))
            shares = [1 / len(game.winners or []) if seat in (game.winners or []) else 0 for game in games]
            assert player["win_share"] == pytest.approx(sum(shares) / 3)


def test_one_game_is_one_game() -> None:
    assert "1 game of random players" in digsite("simulate", "thebes", "--games", 1).stdout


def test_simulate_prints_a_table() -> None:
    done = digsite("simulate", "thebes", "--games", 50)
    assert done.returncode == 0
    assert "± s.e." in done.stdout
    assert "50 games" in done.stdout


def test_every_simulated_record_is_true(records: Path) -> None:
    files = sorted(records.iterdir())
    assert [file.name for file in files] == [f"thebes-{s}-5-{n}.json" for s in (2, 3, 4) for n in range(3)]
    for file in files:
        done = digsite("verify", file)
        assert done.returncode == 0
        assert "no seed in it" in done.stdout


@pytest.mark.parametrize("game", repeated("cave", "thebes"))  # they compile anew
def test_bench_measures_every_number_of_players(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIGSITE_GAMES", "cave=examples.cave")
    monkeypatch.setenv("PYTHONPATH", SEARCH_PATH)
    result = digsite_json("bench", game, "--json", "--seconds", 0.05)
    assert [(row["game"], row["seats"]) for row in result["results"]] == [(game, 2), (game, 3), (game, 4)]
    for row in result["results"]:
        for name in ("moves", "games", "copy_and_move", "python_api_moves"):
            assert row[f"{name}_per_second"] > 0
        assert row["state_bytes"] <= 600
        assert row["compile_seconds"] > row["start_seconds_cached"] > 0


def test_the_figures_of_bench_are_read_at_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = ("batch_moves_per_second_all_cores", "compile_seconds")
    show(
        [
            {"game": game, "seats": seats} | dict.fromkeys(names, 123_456_789.0 + seats)
            for game, most in (("thebes", 4), ("nim", 8))
            for seats in range(1, most + 1)
        ]
    )
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown
    for seats, games in ((1, 2), (4, 2), (8, 1)):
        assert shown.count(f"{123_456_789 + seats:,}") == games * len(names)
    assert (len(re.findall(r"\b1 player\b", shown)), len(re.findall(r"\b4 players\b", shown))) == (2, 2)


@pytest.mark.skipif(os.geteuid() == ROOT, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    refusal_of("simulate", "thebes", "--games", 2, "--records", tmp_path / "x")


def test_a_records_folder_that_is_a_file_is_refused(record: Path, tmp_path: Path) -> None:
    refusal_of("simulate", "thebes", "--games", 2, "--records", record)
    refusal_of("replay", record, "--svg", tmp_path / "none" / "x.svg")
