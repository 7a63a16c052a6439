"""Bots at the table: they are told everything, keep to the seed, and take up a saved game."""

import io
from pathlib import Path
from threading import Event

import pytest

from digsite.bots import OWN
from digsite.bots.match import BotFailed
from digsite.bots.player import BadBudget, Budget
from digsite.core.errors import DigsiteError
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.player_labels import label_players
from digsite.core.record import Record, read, write
from digsite.core.registry import load
from digsite.terminal.players import CORES, UnknownPlayer, bot
from digsite.terminal.session import TerminalMatch
from digsite.terminal.start import run
from tests.terminal.sitting import Sitting, last_position, typing

GAMES = ["thebes", "mykerinos"]
FIRST_MOVES = {"thebes": ["take 1", "exchange"], "mykerinos": ["pass", "pass"]}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class Follower:
    """Takes the first action, and goes by nothing but what it has been told."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game = game
        self.position: Bytes | None = None

    def observe(self, state: Bytes, action: int) -> None:
        assert self.position is None or bytes(self.position) == bytes(state)
        self.position = self.game.apply(state, action)

    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        assert self.position is not None
        assert bytes(self.position) == bytes(state)
        return int(self.game.legal(state)[0])


@pytest.fixture
def follower(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(OWN, "follower", f"{__name__}:Follower")
    return "human,follower,follower"


@pytest.mark.parametrize("name", GAMES)
def test_bots_are_told_of_everything_also_when_it_is_taken_back_or_up_again(name: str, follower: str) -> None:
    first, second = FIRST_MOVES[name]
    kept = Sitting(load(name)).type(follower, first, "undo", first, second, "undo", "undo", first)
    assert len(kept.actions) > len(Sitting(load(name)).type(follower).actions)
    again = Sitting(load(name)).type(follower, "undo", first, second, record=kept)
    assert again.seats == 3


@pytest.mark.parametrize("opponent", ["novice", "scholar", "master:50sims"])
@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_game(name: str, opponent: str) -> None:
    moves = [move for _ in range(3) for move in FIRST_MOVES[name]]
    one, other = (Sitting(load(name)).type(f"human,{opponent}", *moves) for _ in range(2))
    assert one == other
    assert one.actions != Sitting(load(name)).play(f"human,{opponent}", typing(moves), seed=8).actions


def test_another_seed_gives_a_bot_other_thoughts() -> None:
    game = load("mykerinos")
    whole = {tuple(Sitting(game).play("random,random", typing([]), seed=seed).actions) for seed in range(4)}
    assert len(whole) == 4


@pytest.mark.parametrize("name", GAMES)
def test_undo_with_a_master(name: str) -> None:
    first, second = FIRST_MOVES[name]
    players = "human,master:20sims,master:20sims"
    before = Sitting(load(name)).type(players, first)
    sitting = Sitting(load(name))
    after = sitting.type(players, first, second, "undo")
    assert last_position(load(name), after) == last_position(load(name), before)
    assert f"Taken back: {second}" in sitting.shown
    on = Sitting(load(name)).type(players, first, second, "undo", second)
    assert on.actions[: len(after.actions) + 1] == [*after.actions, second]


def test_a_saved_game_goes_on_with_its_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("thebes")
    kept = Sitting(game).type("human,scholar,master:20sims", "take 1", "save mine.json", "quit")
    assert read(tmp_path / "mine.json").meta["players"] == ["human", "scholar", "master:20sims"]
    assert kept.names == ["Player 1", "Scholar 2", "Master 3"]
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    again = run(game, resume=tmp_path / "mine.json")
    assert again.meta["players"] == ["human", "scholar", "master:20sims"]
    assert again.actions == kept.actions


def test_other_opponents_bear_their_own_names() -> None:
    game = load("thebes")
    kept = Sitting(game).type("human,novice", "take 1")
    assert Sitting(game).type("human,scholar", record=kept).names == ["Player 1", "Scholar 2"]
    named = Record(kept.game, kept.rules, 2, kept.actions, names=["Ann", "Ben"], meta=kept.meta)
    assert Sitting(game).type("human,scholar", record=named).names == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("player", "why"), [("ghost", "there is no player 'ghost'"), ("master:soon", "'soon' is not a budget")]
)
def test_a_record_with_players_that_nobody_knows_is_refused(player: str, why: str, tmp_path: Path) -> None:
    kept = Sitting(load("thebes")).type("human,human", "take 1")
    path = tmp_path / "ghost.json"
    write(Record(kept.game, kept.rules, 2, kept.actions, meta={"players": ["human", player]}), path)
    with pytest.raises(DigsiteError, match=f"^{path}: {why}"):
        run(load("thebes"), resume=path)


def test_budgets_are_of_those_who_search() -> None:
    with pytest.raises(UnknownPlayer, match="there is no player 'genius'; choose from human, random, novice, scholar"):
        bot("genius:2s")
    with pytest.raises(BadBudget, match="novice does not search"):
        bot("novice:2s")


def test_a_person_s_opponent_thinks_on_all_cores_unless_its_simulations_are_counted() -> None:
    assert bot("master:2s").budget == Budget(seconds=2.0, threads=CORES)
    assert bot("master:800sims").budget == Budget(simulations=800, threads=1)


def test_a_bot_is_named_without_its_budget() -> None:
    assert label_players(["human", "master:50ms", "novice"]).names == ["Player 1", "Master 2", "Novice 3"]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_against_a_scholar(name: str) -> None:
    """The person always takes the first thing that is allowed."""
    match = TerminalMatch(load(name), ["human", "scholar"], seed=3)
    while not match.over:
        if match.human_to_act:
            match.act(int(match.game.legal(match.state)[0]))
        else:
            match.act(match.ask_bot())
    outcome = match.game.outcome(match.state)
    assert outcome.winners == [1]


class Lost(Follower):
    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        raise KeyError("way")


class Cheat(Follower):
    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        return self.game.actions - 1


@pytest.mark.parametrize(
    ("maker", "said"), [("Lost", "lost breaks off: KeyError: 'way'"), ("Cheat", "cheat plays what is not allowed: ")]
)
def test_a_bot_that_fails_is_named_and_the_game_is_kept(
    maker: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OWN, maker.lower(), f"{__name__}:{maker}")
    with pytest.raises(BotFailed, match=f"^{said}"):
        Sitting(load("thebes")).type(f"human,{maker.lower()}", *["take 1"] * 9)
    assert [read(file).game for file in tmp_path.glob("*.json")] == ["thebes"]
