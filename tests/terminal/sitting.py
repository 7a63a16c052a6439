"""Somebody at a console: what they type, and what they are shown."""

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rich.console import Console

from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.generic_terminal_ui import load_terminal_ui
from digsite.core.history import History
from digsite.core.record import Record
from digsite.core.terminal_ui import Choice
from digsite.terminal.input_parser import Menu
from digsite.terminal.loop import play
from digsite.terminal.session import TerminalMatch

Typist = Callable[[str], str]
SEED = 7


class Sitting:
    """A console that keeps what is shown, and somebody who types."""

    def __init__(self, game: Game, width: int = 80) -> None:
        self.game = game
        self.out = io.StringIO()
        self.console = Console(file=self.out, width=width, color_system=None)

    @property
    def shown(self) -> str:
        return self.out.getvalue()

    def play(
        self, players: str, ask: Typist, *, seed: int = SEED, record: Record | None = None, path: Path | None = None
    ) -> Record:
        return play(self.game, players.split(","), seed=seed, record=record, console=self.console, path=path, ask=ask)

    def type(self, players: str, *lines: str, record: Record | None = None, path: Path | None = None) -> Record:
        return self.play(players, typing(lines), record=record, path=path)


def typing(lines: Iterable[str]) -> Typist:
    """Types the lines one by one, then the input ends."""
    left = iter(lines)

    def ask(_prompt: str) -> str:
        for line in left:
            return line
        raise EOFError

    return ask


def positions(game: Game, seats: int, seed: int) -> Iterator[Bytes]:
    """The positions of a random game in which somebody is to act."""
    match = TerminalMatch(game, ["random"] * seats, seed=seed)
    while not match.over:
        yield match.state
        match.act(match.ask_bot())


def record_of(game: Game, seats: int, seed: int, state: Bytes) -> Record:
    """The random game up to a position."""
    match = TerminalMatch(game, ["random"] * seats, seed=seed)
    while bytes(match.state) != bytes(state):
        match.act(match.ask_bot())
    texts = match.history.texts
    return Record(game.name, game.version, seats, texts)


def last_position(game: Game, record: Record) -> bytes:
    return bytes(History.of_record(game, record).state)


def assert_all_reached(game: Game, state: Bytes, most_choices: int) -> None:
    """Every legal action is reached from a menu of so many lines, and every line and text means what it says."""
    ui = load_terminal_ui(game)
    choices = ui.menu(state)
    assert sorted(action for choice in choices for action in choice.actions()) == game.legal(state).tolist()
    assert len(choices) <= most_choices
    menu = Menu(game, ui, state, choices)
    for choice in choices:
        meant = menu.meaning(choice.typed)
        assert isinstance(meant, Choice)
        assert meant.actions() == choice.actions()
    for text, action in menu.texts().items():
        meant = menu.meaning(text)
        assert (meant.action if isinstance(meant, Choice) else meant) == action
