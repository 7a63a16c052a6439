"""The arena: rotated seats, pooled names, intervals, the rule that ends early, workers, and the command."""

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from digsite.bots import UnknownBot
from digsite.bots.arena import arena
from digsite.bots.arena_stats import STAKES, ArenaResult, Bets, interval, wilson
from digsite.bots.match import BotFailed
from digsite.bots.player import BadBudget
from digsite.bots.workers import BadLineup, GameResult, InProcessPool, Lineup, WorkerPool, fill_seats
from digsite.core.record import read
from digsite.core.registry import load
from digsite.core.verify import verify
from tests.programs import PATIENCE, digsite, eventually, interruptible


def played(table: Lineup, number: int, ranking: list[list[int]], **more: Any) -> GameResult:
    """A made-up game; by default everybody has 10 points and chose once in a tenth of a second."""
    seats = table.seats
    parts: dict[str, Any] = {
        "scores": [10] * seats,
        "seconds": [0.1] * seats,
        "longest": [0.1] * seats,
        "decisions": [1] * seats,
    }
    return GameResult(number, table.seating(number), ranking=ranking, actions=[], **parts | more)


def games_of(table: Lineup, games: int, pool: Any) -> list[GameResult]:
    found: list[GameResult] = []
    with pool:
        for _ in arena(table, games, pool, keep=found.append):
            pass
    return found


def test_the_last_bot_is_repeated_and_none_is_left_over() -> None:
    assert fill_seats(["scholar", "novice"], 4) == ("scholar", "novice", "novice", "novice")
    assert fill_seats(["master:5sims"], 2) == ("master:5sims", "master:5sims")
    with pytest.raises(BadLineup, match="3 bots are too many for 2 seats"):
        fill_seats(["random", "random", "random"], 2)
    with pytest.raises(UnknownBot):
        fill_seats(["genius"], 2)
    with pytest.raises(BadBudget):
        fill_seats(["novice:50ms"], 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_every_deal_every_bot_sits_once_in_every_seat(seats: int) -> None:
    table = Lineup("thebes", tuple("abcd"[:seats]))
    for deal in range(3):
        seatings = [table.seating(deal * seats + rotation) for rotation in range(seats)]
        for seat in range(seats):
            assert sorted(seating[seat] for seating in seatings) == sorted(table.bots)
        assert {table.place(deal * seats + rotation)[0] for rotation in range(seats)} == {deal}


def test_a_bot_with_several_seats_has_the_mean_of_what_they_won() -> None:
    table = Lineup("thebes", ("a", "b", "b"))
    standing = ArenaResult(table)
    standing.add(played(table, 0, [[0], [1], [2]], scores=[30, 20, 13]))  # a, b, b: a wins
    standing.add(played(table, 1, [[0, 1], [2]], scores=[40, 40, 7]))  # b, a, b: a and one b share
    standing.add(played(table, 2, [[1], [0], [2]], seconds=[0.1, 0.5, 0.9], longest=[0.1, 0.5, 0.9]))  # b, b, a
    a, b = standing.to_json(3)["bots"]
    assert (a["name"], a["seats"], a["games"]) == ("a", 1, 3)
    assert (b["name"], b["seats"], b["games"]) == ("b", 2, 3)
    assert a["win_share"] == pytest.approx(1.5 / 3)
    assert b["win_share"] == pytest.approx(1.5 / 6)
    assert a["mean_score"] == pytest.approx((30 + 40 + 10) / 3)
    assert b["mean_score"] == pytest.approx((20 + 13 + 40 + 7 + 10 + 10) / 6)
    assert a["seconds_per_move"] == pytest.approx((0.1 + 0.1 + 0.9) / 3)
    assert (a["longest_move_seconds"], b["longest_move_seconds"]) == (0.9, 0.5)


def test_bots_of_equal_strength_get_one_share_for_each_seat() -> None:
    table = Lineup("thebes", ("a", "b", "b", "b"))
    standing = ArenaResult(table)
    for number in range(40):
        winner = number // 4 % 4
        standing.add(played(table, number, [[winner], [seat for seat in range(4) if seat != winner]]))
    a, b = standing.to_json(40)["bots"]
    assert a["win_share"] == b["win_share"] == pytest.approx(1 / 4)
    assert a["low"] < 1 / 4 < a["high"]
    assert b["high"] <= 1 / 3  # three seats cannot each win more than a third


def test_wilsons_interval() -> None:
    assert wilson(0.5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)  # as in the literature
    square = 1.959964**2
    assert wilson(0.0, 10) == pytest.approx((0, square / (10 + square)))
    assert wilson(1.0, 10) == pytest.approx((10 / (10 + square), 1))


def test_the_interval_goes_by_the_spread_between_deals() -> None:
    same = [1.0, 1.0, 0.0, 0.0] * 20  # the deal decides: 80 games are worth 40
    assert interval(same, 2) == pytest.approx(wilson(0.5, 40))
    opposite = [1.0, 0.0] * 40  # the seat decides: a game is worth two, and no more is believed
    assert interval(opposite, 2) == pytest.approx(wilson(0.5, 160))
    assert interval(same[:36], 2) == pytest.approx(wilson(0.5, 36))  # 18 deals are too few to tell
    assert interval([1.0] * 80, 2) == pytest.approx(wilson(1, 80))


def test_the_better_one_is_rated_higher() -> None:
    table = Lineup("thebes", ("a", "b", "c"))
    standing = ArenaResult(table)
    for number in range(30):
        order = [table.seating(number).index(name) for name in "bac"]
        standing.add(played(table, number, [[seat] for seat in order]))
    ratings = {bot["name"]: bot["rating"] for bot in standing.to_json(30)["bots"]}
    assert ratings["b"] > ratings["a"] > ratings["c"]


def test_one_who_always_wins_is_sure_after_twelve_deals() -> None:
    """The mean of 1.02^n, 1.05^n, 1.1^n, 1.2^n, 1.4^n and 1.8^n first exceeds 2 / 0.01 at n = 12."""
    assert sum((1 + part) ** 11 for part in STAKES) / 6 < 200 < sum((1 + part) ** 12 for part in STAKES) / 6
    table = Lineup("thebes", ("a", "b"))
    won = [played(table, number, [[number % 2], [1 - number % 2]]) for number in range(100)]
    *_, standing = arena(table, 100, InProcessPool(), sure=0.99, kept=won)
    assert standing.games == 24
    assert standing.to_json(100)["stopped"]
    *_, standing = arena(table, 100, InProcessPool(), kept=won)
    assert (standing.games, standing.to_json(100)["stopped"]) == (100, False)


def test_equals_are_seldom_called_different_and_the_better_nearly_always() -> None:
    chance = random.Random(7)
    tries, deals, level = 300, 300, 0.9

    def ends(better: float) -> bool:
        bets = Bets(1.0), Bets(1.0)
        for _ in range(deals):
            difference = sum(1 if chance.random() < better else -1 for _ in range(2)) / 2
            bets[0].deal(difference)
            bets[1].deal(-difference)
            if any(2.718281828**bet.log_capital >= 2 / (1 - level) for bet in bets):
                return True
        return False

    wrong = sum(ends(0.5) for _ in range(tries))
    assert wrong <= tries * (1 - level)
    assert all(ends(0.65) for _ in range(20))


def test_pooled_names_alone_are_never_sure() -> None:
    table = Lineup("thebes", ("a", "a"))
    standing = ArenaResult(table)
    standing.add(played(table, 0, [[0], [1]]))
    standing.add(played(table, 1, [[0], [1]]))
    assert not standing.is_sure(0.5)
    result = standing.to_json(standing.games, sure=0.5)
    assert result["sure"] is False
    assert [(bot["win_share"], bot["low"], bot["high"]) for bot in result["bots"]] == [(1 / table.seats,) * 3]
    assert standing.to_json(2)["bots"][0]["win_share"] == 1 / 2


def test_rotations_of_a_deal_share_their_luck() -> None:
    found = games_of(Lineup("thebes", ("novice", "random", "random"), seed=3), 6, InProcessPool())
    setups = [game.actions[:7] for game in found]  # three markers, four cards
    assert all(text.split()[0] in ("marker", "card") for setup in setups for text in setup)
    assert setups[0] == setups[1] == setups[2]
    assert setups[3] == setups[4] == setups[5] != setups[0]
    assert len({tuple(game.actions) for game in found}) == 6


def test_any_number_of_workers_plays_the_same_games() -> None:
    table = Lineup("thebes", ("plain:4sims", "novice"), seed=1)
    runs = [games_of(table, 7, pool) for pool in (InProcessPool(), WorkerPool(1), WorkerPool(2))]
    games = [[(game.number, game.bots, game.scores, game.actions) for game in run] for run in runs]
    assert games[0] == games[1] == games[2]
    assert [number for number, *_ in games[0]] == list(range(7))


def test_who_stops_early_leaves_no_worker_behind() -> None:
    with WorkerPool(2) as pool:
        growing = arena(Lineup("thebes", ("random", "random")), 1000, pool)
        while next(growing).games < 3:
            pass
        processes = [worker.process for worker in pool.workers]
        assert len(processes) == 2
    del growing
    assert not any(process.is_alive() for process in processes)


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, source: str) -> None:
    """A package with one bot, as pip would leave it."""
    (folder / f"{name}bot.py").write_text(source)
    info = folder / f"{name}bot-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}bot\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[digsite.bots]\n{name} = {name}bot:Bot\n")
    monkeypatch.syspath_prepend(folder)


SUDDEN = """
import os
class Bot:
    def __init__(self, game, seat, seed): ...
    def observe(self, state, action): ...
    def choose(self, state, budget, cancel=None):
        os._exit(3)
"""


def test_a_bot_that_takes_its_process_down_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "sudden", SUDDEN)
    with WorkerPool(1) as pool, pytest.raises(BotFailed, match=r"^sudden broke down .* status 3$"):
        list(arena(Lineup("thebes", ("random", "sudden")), 4, pool))


def test_a_bot_that_breaks_off_in_a_worker_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "lost", SUDDEN.replace("os._exit(3)", "return {}['way']"))
    with WorkerPool(1) as pool, pytest.raises(BotFailed, match=r"^lost breaks off: KeyError: 'way'"):
        list(arena(Lineup("thebes", ("random", "lost")), 4, pool))


def test_the_command_tells_json_and_keeps_records(tmp_path: Path) -> None:
    done = digsite(
        "arena", "mykerinos", "--bots", "novice,random", "--seats", 3, "--games", 5, "--seed", 8, "--records", tmp_path,
        "--json", "--workers", 1,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    assert {key: result[key] for key in ("game", "seats", "games", "seed", "stopped")} == {
        "game": "mykerinos", "seats": 3, "games": 5, "seed": 8, "stopped": False,
    }  # fmt: skip
    records = [read(tmp_path / f"mykerinos-3-novice-v-random-8-{number}.json") for number in range(5)]
    assert len(list(tmp_path.iterdir())) == 5
    for record in records:
        assert verify(load("mykerinos"), record) is None
    assert [record.names for record in records[:3]] == [
        ["novice", "random", "random"], ["random", "novice", "random"], ["random", "random", "novice"],
    ]  # fmt: skip
    assert [(record.meta["deal"], record.meta["rotation"]) for record in records] == [
        (0, 0), (0, 1), (0, 2), (1, 0), (1, 1),
    ]  # fmt: skip
    for bot, seats in zip(result["bots"], (1, 2), strict=True):
        assert set(bot) == {
            "name", "seats", "games", "win_share", "low", "high", "mean_score", "rating", "seconds_per_move",
            "longest_move_seconds",
        }  # fmt: skip
        held = [(record, s) for record in records for s, name in enumerate(record.names or []) if name == bot["name"]]
        assert len(held) == 5 * seats
        shares = [(seat in (record.winners or [])) / len(record.winners or []) for record, seat in held]
        assert bot["win_share"] == pytest.approx(sum(shares) / len(held))
        assert bot["mean_score"] == pytest.approx(sum((record.scores or [])[seat] for record, seat in held) / len(held))
        assert bot["low"] <= bot["win_share"] <= bot["high"]


def test_the_command_prints_a_table() -> None:
    done = digsite("arena", "thebes", "--bots", "random,novice", "--games", 4, "--workers", 1)
    assert done.returncode == 0
    for words in ("4 games", "random", "novice", "95% interval", "rating", "Equal strength is 50.0%"):
        assert words in done.stdout


@pytest.mark.parametrize(
    ("message", "args"),
    [
        ("there is no bot 'genius'", ["--bots", "genius"]),  # see also fill_seats
        ("thebes is played by 2 to 4, not by 9", ["--bots", "random", "--seats", "9"]),
        ("--sure", ["--bots", "random", "--sure", "1"]),
        ("--bots", []),
    ],
)
def test_bad_usage_gets_one_line_and_status_2(message: str, args: list[str]) -> None:
    done = digsite("arena", "thebes", *args)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert message in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_with_what_has_been_played(tmp_path: Path) -> None:
    args = ("thebes", "--bots", "random", "--games", "500000", "--json", "--records", tmp_path)
    with interruptible("arena", *args) as running:
        eventually(lambda: len(list(tmp_path.glob("*.json"))) > 20, "the first records", PATIENCE)
        running.interrupt()
        done = running.finish()
    assert done.returncode == 130
    result = json.loads(done.stdout)
    assert result["stopped"]
    assert 20 < result["games"] < 500_000
    assert done.stderr == f"digsite: stopped after {result['games']} of 500000 games\n"
