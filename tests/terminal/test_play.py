"""Whole games at the terminal, as people play them: typed lines in, text out."""

from pathlib import Path

import pytest

from digsite.core.errors import BadSeats, UntrueRecord
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.generic_terminal_ui import GenericTerminalUI, load_terminal_ui
from digsite.core.history import History
from digsite.core.record import Record, read
from digsite.core.registry import load
from digsite.terminal.players import UnknownPlayer
from tests.repeated import repeated
from tests.terminal.sitting import SEED, assert_all_reached, last_position, positions, record_of, typing
from tests.terminal.sitting import Sitting as AnySitting


@pytest.fixture(scope="module")
def thebes() -> Game:
    return load("thebes")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class Sitting(AnySitting):
    def first_line(self, _prompt: str) -> str:
        """Always the first line of the menu, and the fewest weeks; leaves when the game is over."""
        if "The game is over" in self.shown:
            return "quit"
        *_, weeks, _, _, question = self.shown.splitlines()
        return weeks.split()[1] if question.startswith("How many weeks?") else "1"


def decisions(record: Record) -> list[str]:
    return [text for text in record.actions if text.split()[0] in ("take", "dig", "exhibit", "exchange", "stop")]


@pytest.mark.parametrize(
    "players", ["human,human", *repeated("human,random", "human,random,random", "human,human,random,human")]
)
def test_a_whole_game_by_always_choosing_the_first_line(thebes: Game, players: str, tmp_path: Path) -> None:
    sitting = Sitting(thebes)
    record = sitting.play(players, sitting.first_line, path=tmp_path / "game.json")
    assert record.scores is not None
    assert record.winners is not None
    assert "The game is over" in sitting.shown
    assert not any(line.startswith("✗") for line in sitting.shown.splitlines())
    kept = read(tmp_path / "game.json")
    assert kept == record
    assert kept.meta == {"players": players.split(","), "seed": SEED}


def test_bots_alone_just_play_and_show(thebes: Game) -> None:
    sitting = Sitting(thebes)
    record = sitting.type("random,random,random")
    assert record.winners
    best = max(record.scores or [])
    assert f"with {best} points" in sitting.shown
    assert "> " not in sitting.shown


def test_the_same_seed_gives_the_same_game(thebes: Game) -> None:
    one, other = (Sitting(thebes).type("random,random") for _ in range(2))
    assert one == other
    assert one != Sitting(thebes).play("random,random", typing([]), seed=SEED + 1)


@pytest.mark.parametrize("typed", ["1", "take 1", "TAKE   1", "t 1", "1 take"])
def test_an_action_is_chosen_by_number_by_text_or_by_its_beginning(thebes: Game, typed: str) -> None:
    assert decisions(Sitting(thebes).type("human,human", typed)) == ["take 1"]


def test_a_unique_beginning_is_enough(thebes: Game) -> None:
    assert decisions(Sitting(thebes).type("human,human", "ex")) == ["exchange"]
    sitting = Sitting(thebes)
    assert decisions(sitting.type("human,human", "ta")) == []
    assert "may mean take 1, take 2, take 3, take 4" in sitting.shown


@pytest.mark.parametrize(
    "nonsense",
    ["", "0", "99", "99999999999999999999999", "-1", "1.5", "fly", "dig", "dig atlantis 6", "card 3", "sand", "[red]",
     "[/]", "\x00", "é²", "take", "why", "why 77", "why [b]", "save /nowhere/at/all.json", "²", "?? ?", "x" * 5000],
)  # fmt: skip
def test_nonsense_is_answered_with_a_line_and_asked_again(thebes: Game, nonsense: str) -> None:
    sitting = Sitting(thebes)
    assert decisions(sitting.type("human,human", nonsense, "take 2")) == ["take 2"]
    assert "Traceback" not in sitting.shown


def test_an_illegal_action_is_refused_with_the_rule(thebes: Game) -> None:
    sitting = Sitting(thebes)
    sitting.type("human,human", "dig egypt 6", "dig egypt", "stop", "why dig crete 3", "why take 1", "why dig greece")
    assert sitting.shown.count("T6.1: no specialised knowledge about Egypt") == 2
    assert "T8.4" in sitting.shown
    assert "dig crete 3: not allowed. T6.1" in sitting.shown
    assert "take 1 is allowed now" in sitting.shown
    assert "T6.1: no specialised knowledge about Greece" in sitting.shown


def test_undo_returns_to_the_position_before_the_last_human_decision(thebes: Game) -> None:
    before = Sitting(thebes).type("human,random", "1")
    after = Sitting(thebes).type("human,random", "1", "2", "undo")
    assert last_position(thebes, after) == last_position(thebes, before)
    assert after.actions == before.actions
    twice = Sitting(thebes).type("human,random", "1", "2", "undo", "undo")
    assert twice.actions == Sitting(thebes).type("human,random").actions


def test_undo_says_what_it_took_back_and_that_luck_is_drawn_anew(thebes: Game) -> None:
    sitting = Sitting(thebes)
    sitting.type("human,human", "undo", "take 3", "undo")
    assert "You have no action to take back" in sitting.shown
    assert "Taken back: take 3. Draws from here on are made anew." in sitting.shown


def test_the_end_can_be_taken_back(thebes: Game, tmp_path: Path) -> None:
    sitting = Sitting(thebes)
    undone = False

    def ask(prompt: str) -> str:
        nonlocal undone
        if "The game is over" in sitting.shown and not undone:
            undone = True
            return "undo"
        if undone:
            raise EOFError
        return sitting.first_line(prompt)

    record = sitting.play("human,human", ask)
    assert record.scores is None
    assert History.of_record(thebes, record).to_act in (0, 1)


def test_save_quit_and_resume_give_the_same_position(thebes: Game, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    left = Sitting(thebes).type("human,random,human", "1", "2", "1", "save mine.json", "quit")
    kept = read(path)
    assert kept.actions == left.actions
    assert kept.scores is None
    again = Sitting(thebes)
    resumed = again.type("human,random,human", "quit", record=kept, path=path)
    assert last_position(thebes, resumed) == last_position(thebes, left)
    assert "the saved game goes on" in again.shown


def test_a_resumed_game_can_be_taken_back_and_told_from_its_beginning(thebes: Game) -> None:
    kept = Sitting(thebes).type("human,human", "take 1", "take 2")
    again = Sitting(thebes)
    assert decisions(again.type("human,human", "log", "undo", record=kept)) == ["take 1"]
    assert "begins" in again.shown


def test_names_are_kept_and_may_be_long(thebes: Game) -> None:
    kept = Sitting(thebes).type("human,human", "1")
    named = Record(kept.game, kept.rules, 2, kept.actions, names=["Ann [b]", "B" * 100])
    again = Sitting(thebes)
    assert again.type("human,human", "1", "score", record=named).names == named.names
    assert "Ann [b]" in again.shown
    assert all(len(line.rstrip()) <= 80 for line in again.shown.splitlines())


def test_a_record_cut_short_amid_a_draw_goes_on(thebes: Game) -> None:
    kept = Sitting(thebes).type("human,human", "take 1")
    ply = kept.actions.index("take 1")
    cut = Record(kept.game, kept.rules, kept.seats, kept.actions[: ply + 1])
    assert Sitting(thebes).type("human,human", record=cut).actions[: ply + 1] == cut.actions


def test_quit_offers_to_save(thebes: Game, tmp_path: Path) -> None:
    Sitting(thebes).type("human,human", "1", "quit", "no")
    assert not list(tmp_path.iterdir())
    Sitting(thebes).type("human,human", "1", "quit", "")
    assert decisions(read(tmp_path / "thebes-saved.json")) == ["take 1"]
    Sitting(thebes).type("human,human", "1", "1", "quit", "")
    assert (tmp_path / "thebes-saved-2.json").exists()


def test_another_file_is_overwritten_only_if_told_so(thebes: Game, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary")
    Sitting(thebes).type("human,human", "1", "save diary.txt", "no")
    assert (tmp_path / "diary.txt").read_text() == "dear diary"
    Sitting(thebes).type("human,human", "1", "save diary.txt", "yes")
    assert decisions(read(tmp_path / "diary.txt")) == ["take 1"]


def test_the_end_of_the_input_saves_where_a_file_was_named(thebes: Game, tmp_path: Path) -> None:
    sitting = Sitting(thebes)
    sitting.type("human,human", "1", path=tmp_path / "kept.json")
    assert decisions(read(tmp_path / "kept.json")) == ["take 1"]
    Sitting(thebes).type("human,human", "1")
    assert [file.name for file in tmp_path.iterdir()] == ["kept.json"]


def test_an_interrupt_saves_and_says_where(thebes: Game, tmp_path: Path) -> None:
    left = iter(["1"])

    def ask(_prompt: str) -> str:
        for line in left:
            return line
        raise KeyboardInterrupt

    sitting = Sitting(thebes)
    sitting.play("human,random", ask)
    assert "Saved to thebes-saved.json" in sitting.shown
    assert decisions(read(tmp_path / "thebes-saved.json"))


def test_weeks_are_asked_for_and_enter_goes_back(thebes: Game) -> None:
    sitting = Sitting(thebes)
    state = next(state for state in positions(thebes, 2, 1) if "dig" in str(lines(thebes, state)))
    kept = record_of(thebes, 2, 1, state)
    dig = next(line for line in lines(thebes, state) if line.startswith("dig"))
    sitting.type("human,human", dig, "", dig, "99", "score", "board", dig, "12", record=kept)
    assert sitting.shown.count("How many weeks?") == 4
    assert "99 is not possible" in sitting.shown


def lines(game: Game, state: Bytes) -> list[str]:
    return [choice.typed for choice in load_terminal_ui(game).menu(state)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_action_can_be_reached_from_a_short_menu(thebes: Game, seats: int) -> None:
    for state in positions(thebes, seats, seed=seats):
        assert_all_reached(thebes, state, most_choices=22)


@pytest.mark.parametrize("width", [80, *repeated(100, 120, 200)])
@pytest.mark.parametrize("players", ["human,random", "human,human,human,human"])
def test_no_line_is_longer_than_the_screen(thebes: Game, width: int, players: str) -> None:
    sitting = Sitting(thebes, width)
    steps = iter(["?", "help", "score", "why dig mesopotamia 12 assistant"])
    sitting.play(players, lambda prompt: next(steps, None) or sitting.first_line(prompt))
    long = [line for line in sitting.shown.splitlines() if len(line.rstrip()) > width]
    assert long == []
    assert "…" not in sitting.shown


def test_nothing_but_text_is_written_without_colour(thebes: Game) -> None:
    sitting = Sitting(thebes)
    sitting.type("human,random", "1", "?", "score", "log")
    assert "\x1b" not in sitting.shown


def test_sites_and_players_differ_without_colour(thebes: Game) -> None:
    sitting = Sitting(thebes)
    sitting.type("human,human,human,human")
    for sign in "ΠΨΔΩΞ●■▲◆":
        assert sign in sitting.shown


def test_the_help_names_every_command_and_the_rules(thebes: Game) -> None:
    sitting = Sitting(thebes)
    sitting.type("human,human", "?")
    for word in ("undo", "save", "quit", "log", "score", "board", "why", "hint", "T2.1", "T6.8", "T8.3", "T9.4"):
        assert word in sitting.shown


def test_the_log_tells_all_in_sentences(thebes: Game) -> None:
    sitting = Sitting(thebes, width=200)
    record = sitting.type("random,random")
    shown = sitting.shown
    for site in ("Greece", "Crete", "Egypt"):
        assert site in shown
    digs = sum(text.startswith("dig") for text in record.actions)
    assert shown.count(" finds ") == digs
    assert shown.count("stops and leaves") == record.actions.count("stop")


def test_a_game_without_a_room_of_its_own_is_played_in_its_notation(
    thebes: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("digsite.terminal.loop.load_terminal_ui", GenericTerminalUI)
    sitting = Sitting(thebes)
    record = sitting.type("human,random", "1", "why dig egypt", "score", "log", "?")
    assert decisions(record)[0] in ("take 1", "exchange") or len(decisions(record)) > 1
    assert "take 1" in sitting.shown
    assert all(len(line.rstrip()) <= 80 for line in sitting.shown.splitlines())


def test_players_and_records_that_do_not_fit_are_refused(thebes: Game) -> None:
    with pytest.raises(UnknownPlayer, match="'deepblue'; choose from human, random"):
        Sitting(thebes).type("human,deepblue")
    with pytest.raises(BadSeats):
        Sitting(thebes).type("human")
    kept = Sitting(thebes).type("human,human", "1")
    with pytest.raises(BadSeats, match="2 seats, not 3"):
        Sitting(thebes).type("human,human,human", record=kept)
    with pytest.raises(UntrueRecord):
        Sitting(thebes).type("human,human", record=Record("thebes", kept.rules, 2, ["take 1"]))


def test_weeks_that_the_wheel_does_not_have_are_not_taken_for_options(thebes: Game) -> None:
    sitting = Sitting(thebes)
    sitting.type("human,human", "dig egypt 13")
    assert "Do you mean" not in sitting.shown
    assert "'dig egypt 13' cannot be done now" in sitting.shown
