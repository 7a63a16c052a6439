"""Every command works for a game that brings nothing but its rules."""

import json
from pathlib import Path

from digsite.core.record import read
from tests.command_line.conftest import run_cave


def test_an_example_game_is_played_to_its_end(tmp_path: Path) -> None:
    done = run_cave("play", "cave", "--seed", 1, "--save", "game.json", typed="dig\nscore\nlog\n?\n", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "shards" in done.stdout
    bots = run_cave("play", "cave", "--players", "random,random", "--seed", 1, "--save", "end.json", cwd=tmp_path)
    assert (bots.returncode, bots.stderr) == (0, "")
    assert "The game is over" in bots.stdout
    record = read(tmp_path / "end.json")
    assert str(max(record.scores or [])) in bots.stdout
    odds = run_cave("odds", tmp_path / "end.json", "--at", 3)
    assert (odds.returncode, odds.stderr, odds.stdout) == (2, "digsite: cave computes no odds\n", "")
    hint = json.loads(run_cave("hint", tmp_path / "end.json", "--at", 3, "--json").stdout)
    assert {option["action"] for option in hint["options"]} <= {"dig", "leave"}
