"""Whole games of Mykerinos at the terminal, as people play them: typed lines in, text out."""

import io
import random
import re
import tomllib
from importlib.resources import files
from itertools import chain
from pathlib import Path

import pytest
from rich.console import Console

from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.generic_terminal_ui import GenericTerminalUI, load_terminal_ui
from digsite.core.player_labels import PlayerLabels, label_players
from digsite.core.record import Record, read
from digsite.core.registry import load
from digsite.games.mykerinos.rules.state import END, PHASES, TURN
from digsite.terminal.position import show
from digsite.terminal.session import TerminalMatch
from tests.repeated import repeated
from tests.terminal.sitting import SEED, assert_all_reached, last_position, positions
from tests.terminal.sitting import Sitting as AnySitting

PASS_SHARE = 0.1
HUMANS = ["human,random", "human,human", "human,random,random", "human,human,random,human"]


@pytest.fixture(scope="module")
def mykerinos() -> Game:
    return load("mykerinos")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class Sitting(AnySitting):
    """People who type what is offered."""

    def __init__(self, game: Game, width: int = 80) -> None:
        super().__init__(game, width)
        self.random = random.Random(SEED)

    def offered(self) -> list[str]:
        """What may be answered now: lines of the menu, or the answers to a second question."""
        if "The game is over" in self.shown:
            return ["quit"]
        asked = self.shown[max(self.shown.rfind("what next?"), self.shown.rfind("\n> ")) :]
        if "Which field?" in asked:
            return re.findall(r"\b[a-h][1-9]\b", asked)
        return re.findall(r"^ +(\d+)  \S", asked, re.MULTILINE)

    def first_line(self, _prompt: str) -> str:
        return self.offered()[0]

    def any_line(self, _prompt: str) -> str:
        """Something of everything; the last line of a menu, where passing is, not often."""
        offered = self.offered()
        if "Which" in self.shown.splitlines()[-1] or len(offered) == 1:
            return self.random.choice(offered)
        return offered[-1] if self.random.random() < PASS_SHARE else self.random.choice(offered[:-1])


def decisions(record: Record) -> list[str]:
    return [text for text in record.actions if text.split()[0] not in ("first", "wing", "deal")]


def verbs(record: Record) -> set[str]:
    return {text.split()[0] for text in decisions(record)}


@pytest.mark.parametrize("players", HUMANS)
@pytest.mark.parametrize("how", ["any_line", *repeated("first_line")])
def test_a_whole_game_is_played_by_choosing_lines(mykerinos: Game, players: str, how: str, tmp_path: Path) -> None:
    sitting = Sitting(mykerinos)
    record = sitting.play(players, getattr(sitting, how), path=tmp_path / "game.json")
    assert record.scores is not None
    assert record.winners
    assert "The game is over" in sitting.shown
    assert not any(line.startswith("✗") for line in sitting.shown.splitlines())
    assert read(tmp_path / "game.json") == record
    assert verbs(record) >= {"start", "pass", "tile"}
    if how == "any_line":
        assert verbs(record) >= {"start", "extend", "then", "pass", "use", "tile", "room"}
        assert ("neutral" in verbs(record)) == (record.seats == 2)


def test_bots_alone_just_play_and_show(mykerinos: Game) -> None:
    sitting = Sitting(mykerinos)
    record = sitting.type("random,random,random")
    assert f"with {max(record.scores or [])} points" in sitting.shown
    assert "> " not in re.sub(r" > \S", "", sitting.shown)  # a ranking is no prompt


def test_every_legal_action_can_be_reached_from_a_short_menu(mykerinos: Game) -> None:
    assert not isinstance(load_terminal_ui(mykerinos), GenericTerminalUI)
    phases = set()
    for seats in (2, 3, 4):
        for state in chain(positions(mykerinos, seats, seed=1), positions(mykerinos, seats, seed=2)):
            phases.add(mykerinos.view(state)["phase"])
            assert_all_reached(mykerinos, state, most_choices=15)
    assert phases == set(PHASES[TURN:END])


@pytest.mark.parametrize("typed", [["1", "c2"], ["start c2"], ["START   c2"], ["st c2"], ["start", "c2"], ["c2"]])
def test_a_start_is_typed_in_many_ways(mykerinos: Game, typed: list[str]) -> None:
    assert decisions(Sitting(mykerinos).type("human,human,human", *typed)) == ["start c2"]


def test_an_extension_asks_for_the_first_field_and_then_for_the_next(mykerinos: Game) -> None:
    sitting = Sitting(mykerinos)
    record = sitting.type("human,human,human", "start c2", "pass", "pass", "extend", "", "extend", "h6", "extend", "d2")
    assert decisions(record) == ["start c2", "pass", "pass", "extend d2"]
    assert "M3.3: h6 is not next to one of the player's archaeologists" in sitting.shown
    assert "On from d2" in sitting.shown
    on = Sitting(mykerinos)
    asked = on.type("human,human,human", "1", record=record)
    assert decisions(asked)[4].startswith("then ")
    assert "goes on to" in on.shown


@pytest.mark.parametrize(
    "nonsense",
    ["", "0", "99", "z9", "start", "start z9", "start a", "use violet", "tile 1", "room 99", "neutral", "[red]", "é²",
     "why", "why start", "why use lemon", "why c2", "x" * 5000],
)  # fmt: skip
def test_nonsense_is_answered_with_a_line_and_asked_again(mykerinos: Game, nonsense: str) -> None:
    sitting = Sitting(mykerinos)
    assert decisions(sitting.type("human,human", nonsense, "start c2")) == ["start c2"]
    assert "Traceback" not in sitting.shown


def test_an_illegal_action_is_refused_with_the_rule(mykerinos: Game) -> None:
    sitting = Sitting(mykerinos)
    sitting.type("human,human,human", "use lemon", "use", "tile 1", "room 3", "then c2", "why neutral skip", "start h9")
    for rule in ("M3.5", "M4.1", "M3.8", "M3.3", "M7.1", "M2.3"):
        assert f"{rule}: " in sitting.shown


def test_undo_returns_to_the_position_before_the_last_human_decision(mykerinos: Game) -> None:
    before = Sitting(mykerinos).type("human,random,random", "start c2")
    sitting = Sitting(mykerinos)
    after = sitting.type("human,random,random", "start c2", "start", "b1", "undo")
    assert last_position(mykerinos, after) == last_position(mykerinos, before)
    assert "Taken back: start b1" in sitting.shown


def test_save_quit_and_resume_give_the_same_position(mykerinos: Game, tmp_path: Path) -> None:
    left = Sitting(mykerinos).type("human,random", "start c2", "neutral start d2", "start d5", "save it.json", "quit")
    kept = read(tmp_path / "it.json")
    assert kept.actions == left.actions
    again = Sitting(mykerinos)
    resumed = again.type("human,random", "quit", record=kept, path=tmp_path / "it.json")
    assert last_position(mykerinos, resumed) == last_position(mykerinos, left)
    assert "the saved game goes on" in again.shown


@pytest.mark.parametrize("width", [80, *repeated(120)])
@pytest.mark.parametrize("players", ["human,random", "human,human,human,human"])
def test_no_line_is_longer_than_the_screen_and_none_is_cut(mykerinos: Game, width: int, players: str) -> None:
    sitting = Sitting(mykerinos, width)
    steps = iter(["?", "score", "why use blackmore", "board"])
    sitting.play(players, lambda prompt: next(steps, None) or sitting.any_line(prompt))
    assert [line for line in sitting.shown.splitlines() if len(line.rstrip()) > width] == []
    assert "…" not in sitting.shown
    assert "\x1b" not in sitting.shown


def test_long_names_fit(mykerinos: Game) -> None:
    kept = Sitting(mykerinos).type("human,human", "start c2")
    named = Record(kept.game, kept.rules, 2, kept.actions, names=["Ann [b]", "B" * 100])
    again = Sitting(mykerinos)
    assert again.type("human,human", "1", "1", "score", record=named).names == named.names
    assert "Ann [b]" in again.shown
    assert all(len(line.rstrip()) <= 80 for line in again.shown.splitlines())


def test_players_pyramids_and_the_neutral_colour_differ_without_colour(mykerinos: Game) -> None:
    four, two = Sitting(mykerinos), Sitting(mykerinos)
    four.type("human,human,human,human")
    two.type("human,human", "start c2", "neutral start d2")
    for sign in ("●", "■", "▲", "◆", "/_\\"):
        assert sign in four.shown
    assert "●   ○" in two.shown or "■   ○" in two.shown


def test_an_archaeologist_on_a_pyramid_stands_between_its_slopes(mykerinos: Game) -> None:
    games = chain.from_iterable(positions(mykerinos, 3, seed) for seed in range(5))
    state = next(
        state
        for state in games
        if any(field["pyramid"] and field["archaeologist"] is not None for field in mykerinos.view(state)["fields"])
    )
    assert re.search(r"/[●■▲]\\", board(mykerinos, state))


def board(game: Game, state: Bytes, labels: PlayerLabels | None = None, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    view = game.view(state)
    console.print(
        load_terminal_ui(game).board(view, labels or label_players(["human"] * view["seats"]), width), highlight=False
    )
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_positions_amid_a_draw_and_after_the_end_can_be_shown(mykerinos: Game) -> None:
    match = TerminalMatch(mykerinos, ["random"] * 2, seed=SEED)
    while not match.over:
        match.act(match.ask_bot())
    for state in (*match.history.states[:16], match.state):
        for width in (80, 120):
            assert all(len(line.rstrip()) <= width for line in board(mykerinos, state, width=width).splitlines())
        show(mykerinos, state)


def test_a_museum_of_ones_own_is_shown_whole(mykerinos: Game) -> None:
    data = tomllib.loads((files("digsite.games.mykerinos") / "rules" / "data.toml").read_text(encoding="utf-8"))
    data["museum"]["rooms"][10], data["museum"]["rooms"][3] = [2, [0, 2]], [2, [3]]
    other = mykerinos.with_data(data)
    for width in (80, 120):
        shown = board(other, next(positions(other, 3, SEED)), width=width)
        assert all(f"[{room}]" in shown for room in range(15))


def test_the_board_says_who_leads_a_zone_and_which_ties_are_open(mykerinos: Game) -> None:
    sitting = Sitting(mykerinos)
    sitting.type("human,human,human", "start c1", "start d1", "pass")
    shown = sitting.shown[sitting.shown.rfind("Mykerinos, round") :]
    assert re.search(r"Zone I .*\n.*[●■▲] 1 = [●■▲] 1", shown)


def test_the_help_names_the_rules_and_the_patrons(mykerinos: Game) -> None:
    sitting = Sitting(mykerinos)
    sitting.type("human,human", "?")
    for word in ("M3.2", "M3.3", "M3.4", "M4.2", "M5.2", "M6.1", "M7.3", "Lady Violet", "Colonel Tangerine"):
        assert word in sitting.shown


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_log_tells_all_in_sentences(mykerinos: Game, seats: int) -> None:
    sitting = Sitting(mykerinos, width=200)
    record = sitting.type(",".join(["random"] * seats))
    shown, done = sitting.shown, decisions(record)
    assert shown.count(" passes ") == done.count("pass")
    assert shown.count(" takes ") == sum(text.startswith("tile") for text in done)
    assert shown.count(" reserves room ") == sum(text.startswith("room") for text in done)
    assert shown.count(" uses ") == sum(text.startswith("use") for text in done)
    assert shown.count(" names ") == sum(text.startswith("remove") for text in done)
    assert shown.count(" goes on ") == sum(text.startswith("then") for text in done)
    assert shown.count("New plots: ") == 4
    assert shown.count("The digging is over") == 4
    assert len(re.findall(r"Zone [IV]+: (nobody|[●■▲◆○])", shown)) == 4 + 4 + 4 + 6
    assert not re.search(r"Zone [IV]+: .* = ", shown)  # when zones are scored, all ties are broken
