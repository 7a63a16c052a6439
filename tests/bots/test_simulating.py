"""`simulate` with bots that are not random."""

from pathlib import Path

from digsite.bots.simulation import play_chunk, play_record, simulate_bots
from digsite.bots.workers import Lineup, WorkerPool
from digsite.core.record import read
from digsite.core.registry import load
from digsite.core.verify import verify
from tests.programs import digsite_json, refusal_of


def test_a_bot_plays_the_same_games_with_any_number_of_workers(tmp_path: Path) -> None:
    game, table = load("thebes"), Lineup("thebes", ("novice",) * 3, 4, rotated=False)
    runs = []
    for workers in (1, 3):
        folder = tmp_path / str(workers)
        folder.mkdir()
        with WorkerPool(workers) as pool:
            *_, result = simulate_bots(table, 20, pool, records=folder)
        run = result.to_json()
        del run["moves_per_second"]
        runs.append(run)
    assert runs[0] == runs[1]
    assert runs[0]["games"] == 20
    for number in range(20):
        one, other = (read(tmp_path / workers / f"thebes-3-4-{number}.json") for workers in "13")
        assert (one.actions, one.scores) == (other.actions, other.scores)
        verify(game, one)
        assert [one.meta[name] for name in ("seed", "number", "deal", "bots")] == [4, number, number, ["novice"] * 3]
    points = [(read(tmp_path / "1" / f"thebes-3-4-{number}.json").scores or [])[0] for number in range(20)]
    assert runs[0]["players"][0]["mean"] == sum(points) / 20


def test_random_records_are_those_of_the_compiled_loop() -> None:
    game = load("mykerinos")
    chunk = play_chunk(game, 2, 6, 0, 3)
    assert [play_record(game, 2, 6, number).scores for number in range(3)] == chunk.totals[:, :2].tolist()


def test_the_command_takes_bots_with_a_budget() -> None:
    result = digsite_json("simulate", "thebes", "--games", "2", "--bot", "plain:2sims", "--json")
    assert (result["games"], result["bot"]) == (2, "plain:2sims")
    assert "does not search" in refusal_of("simulate", "thebes", "--games", "2", "--bot", "novice:2s")
