"""What every bot promises: legal play, the same play for the same seed, answers in time, bounded memory."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from examples import cave

from digsite.bots import BrokenBot, UnknownBot, _maker, entrant, names
from digsite.bots.master import Master, Search
from digsite.bots.match import Luck, play
from digsite.bots.player import BadBudget, Budget
from digsite.core.fields import Bytes
from digsite.core.game import OVER, Game
from digsite.core.registry import game_names, load
from digsite.core.rng import below, stream
from tests.mykerinos.position import Position as Desert
from tests.thebes.position import Position as Calendar

BOTS = ["random", "novice", "scholar", "plain:16sims", "master:16sims"]
QUICK = Budget(simulations=50)
each_game = pytest.mark.parametrize("name", game_names())
each_bot = pytest.mark.parametrize("bot", BOTS)


def game_of(name: str) -> Game:
    return cave.load() if name == "cave" else load(name)


def play_games(name: str, bot: str, seats: int, first: int, count: int) -> int:
    """Whole games of one bot against itself; an action that is not allowed ends them."""
    game = game_of(name)
    for deal in range(first, first + count):
        match = play(game, [entrant(bot)] * seats, Luck(1, deal), seed=deal)
        assert game.to_act(match.history.states[-1]) == OVER
    return count


@each_game
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("bot", "games"), [("random", 67), ("novice", 67), ("scholar", 7), ("master:16sims", 7)])
def test_bots_do_only_what_is_allowed(name: str, bot: str, games: int, seats: int) -> None:
    play_games(name, bot, seats, 0, games)


@pytest.mark.long
@each_game
@pytest.mark.parametrize(
    ("bot", "games"), [("random", 10_000), ("novice", 10_000), ("scholar", 1_000), ("master:16sims", 10_000)]
)
def test_bots_do_only_what_is_allowed_for_long(name: str, bot: str, games: int) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        shares = [
            pool.submit(play_games, name, bot, 2 + share % 3, 1000 + share * games // 20, games // 20)
            for share in range(20)
        ]
        assert sum(share.result() for share in shares) == games


@pytest.mark.parametrize("bot", BOTS)
def test_bots_play_a_game_that_brings_no_judgement(bot: str) -> None:
    for seats in (2, 3, 4):
        play_games("cave", bot, seats, 0, 5)


@each_game
@each_bot
def test_the_same_seed_is_the_same_game(name: str, bot: str) -> None:
    def actions(seed: int) -> list[int]:
        return play(game_of(name), [entrant(bot)] * 3, Luck(1, 1), seed).history.actions

    assert actions(5) == actions(5)
    if bot != "scholar" and (bot, name) != ("master:16sims", "mykerinos"):  # who leave nothing to luck
        assert actions(5) != actions(6)


def middle(game: Game, plies: int = 12) -> Bytes:
    """A decision of three players with a choice, after some random actions."""
    rng = stream(7)
    state = game.settle(game.new(3), rng)
    while plies > 0 or len(game.legal(state)) == 1:
        legal = game.legal(state)
        state = game.settle(game.apply(state, int(legal[below(rng, len(legal))])), rng)
        plies -= 1
    return state


def test_with_one_legal_action_nothing_is_searched() -> None:
    state = Calendar().week(0, 1903, 52).week(1, 1904, 1).at(0, "egypt").build()
    game = load("thebes")
    assert [game.text(state, action) for action in game.legal(state).tolist()] == ["stop"]  # T8.4
    master = Master(game, 0, seed=1)
    assert game.text(state, master.choose(state, Budget(simulations=1000))) == "stop"
    assert master.search.simulations == 0
    assert master.search.trees == []


@each_game
@pytest.mark.parametrize("threads", [1, 2])
def test_a_cancelled_search_answers_soon(name: str, threads: int) -> None:
    game = load(name)
    state = middle(game)
    master, cancel, chosen = Master(game, int(state[0]), seed=1), threading.Event(), list[int]()
    master.choose(state, QUICK)  # whatever is to be compiled, is
    budget = Budget(seconds=3600, threads=threads)
    thinking = threading.Thread(target=lambda: chosen.append(master.choose(state, budget, cancel)), daemon=True)
    thinking.start()
    time.sleep(0.2)
    cancel.set()
    thinking.join(60)
    assert not thinking.is_alive()
    assert chosen[0] in game.legal(state)


@each_game
@pytest.mark.parametrize("seats", [2, 4])
def test_a_tiny_arena_is_never_overrun(name: str, seats: int) -> None:
    game, rng = load(name), stream(3)
    search = Search(game, 1, Master.search_params(game), edges=200)
    state = game.settle(game.new(seats), rng)
    while game.to_act(state) != OVER:
        legal = game.legal(state)
        action = int(legal[0])
        if 1 < len(legal) <= 200:
            search.run(state, QUICK)
            action = search.options(state)[0].action
        assert action in legal
        search.observe(state, action)
        state = game.settle(game.apply(state, action), rng)
        for tree in search.trees:
            assert tree.used[0] <= len(tree.first) == 25
            assert tree.used[1] <= len(tree.key) == 200


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = load("mykerinos")
    state = Desert(3).build()
    master = Master(game, 0, seed=1)
    chosen = master.choose(state, Budget(simulations=4000))
    before = {option.action: option.visits for option in master.search.options(state)}
    master.observe(state, chosen)
    state = game.apply(state, chosen)
    replies = master.search.options(state)
    assert 0 < sum(option.visits for option in replies) < before[chosen]
    master.observe(state, replies[0].action)
    state = game.apply(state, replies[0].action)
    kept = sum(option.visits for option in master.search.options(state))
    assert 0 < kept < replies[0].visits


def test_what_nobody_foresaw_begins_a_new_tree() -> None:
    game = load("mykerinos")
    state = Desert(3).build()
    master = Master(game, 0, seed=1)
    master.choose(state, Budget(simulations=1))
    tried = {option.action for option in master.search.options(state)}
    unforeseen = next(action for action in game.legal(state).tolist() if action not in tried)
    master.observe(state, unforeseen)
    assert master.search.options(game.apply(state, unforeseen)) == []


@pytest.mark.parametrize(
    ("text", "seconds", "simulations"),
    [("50ms", 0.05, None), ("2s", 2.0, None), ("0.5s", 0.5, None), ("800sims", None, 800), ("3600s", 3600.0, None)],
)
def test_a_budget_is_told_in_time_or_simulations(text: str, seconds: float | None, simulations: int | None) -> None:
    bot = entrant(f"master:{text}")
    assert bot.name == f"master:{text}"
    assert bot.budget.simulations == simulations
    assert bot.budget.seconds == (None if seconds is None else pytest.approx(seconds))


@pytest.mark.parametrize(
    "text",
    [
        "novice:50ms", "random:1s", "scholar:800sims", "master:", "master:5", "master:0s", "master:0ms", "master:-1s",
        "master:0sims", "master:-5sims", "master:1.5sims", "master:nan", "master:nans", "master:infs", "master:1e3s",
        "master:3601s", "master:2 s", "master:2S", "master:²s", "master:2s:2s", "master:" + "9" * 400 + "s",
        "master:" + "9" * 400 + "sims",
    ],
)  # fmt: skip
def test_a_budget_that_nobody_can_keep_is_refused(text: str) -> None:
    with pytest.raises(BadBudget):
        entrant(text)


@pytest.mark.parametrize("text", ["", "nobody", "Master", "master ", ":2s", "digsite.bots.master:Master", "random\n"])
def test_an_unknown_bot_is_refused_and_the_others_are_named(text: str) -> None:
    with pytest.raises(UnknownBot, match="random, novice, scholar, plain, master"):
        entrant(text)


@pytest.fixture
def visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed distribution with a bot that takes the last of all actions."""
    (tmp_path / "visiting.py").write_text(
        "class Visitor:\n"
        "    def __init__(self, game, seat, seed):\n"
        "        self.game = game\n"
        "    def observe(self, state, action): ...\n"
        "    def choose(self, state, budget, cancel=None):\n"
        "        return int(self.game.legal(state)[-1])\n"
    )
    info = tmp_path / "visiting-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: visiting\nVersion: 1.0\n")
    points = "visitor = visiting:Visitor\nmaster = visiting:Visitor\nbroken = visiting:Nobody\n"
    (info / "entry_points.txt").write_text(f"[digsite.bots]\n{points}")
    monkeypatch.syspath_prepend(str(tmp_path))
    for cached in (names, _maker):
        cached.cache_clear()
    yield
    for cached in (names, _maker):
        cached.cache_clear()


@pytest.mark.usefixtures("visitor")
def test_another_distribution_can_bring_a_bot() -> None:
    assert names() == ["random", "novice", "scholar", "plain", "master", "broken", "visitor"]
    game = cave.load()
    state = game.settle(game.new(2), stream(1))
    assert entrant("visitor").player(game, 0, 1).choose(state, Budget()) == game.legal(state)[-1]
    assert play(game, [entrant("visitor"), entrant("random")], Luck(1, 1), 1).outcome.winners


@pytest.mark.usefixtures("visitor")
def test_a_bot_that_cannot_be_loaded_is_named() -> None:
    with pytest.raises(BrokenBot, match=r"'broken' cannot be loaded from visiting:Nobody: .*Nobody"):
        entrant("broken")


@pytest.mark.usefixtures("visitor")
def test_a_name_of_ours_is_not_taken_over() -> None:
    assert entrant("master").maker is Master


def test_names_are_ours_first() -> None:
    assert names()[:5] == ["random", "novice", "scholar", "plain", "master"]
    assert np.unique(names()).size == len(names())


@each_game
def test_a_search_cancelled_before_it_began_has_an_answer_too(name: str) -> None:
    game = load(name)
    state = middle(game)
    cancel = threading.Event()
    cancel.set()
    assert Master(game, int(state[0]), seed=1).choose(state, Budget(seconds=60), cancel) in game.legal(state)
