"""What a terminal asks of a game: the interface `TerminalUI`, and the parts that implementations share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.fields import Bytes
from digsite.core.game import View
from digsite.core.player_labels import PlayerLabels


@dataclass(frozen=True)
class Choice:
    """One line of a menu: an action, or a question whose answers lead on to more choices."""

    typed: str  # what a player can type instead of the line's number
    text: Text
    cost: str = ""
    heading: str = ""
    cost_heading: str = ""
    action: int | None = None
    question: str = ""
    shown: RenderableType | None = None  # printed above the question; without it the answers are listed
    answers: Mapping[str, "Choice"] = field(default_factory=dict)

    def actions(self) -> list[int]:
        """Return every action this line can lead to."""
        own = [] if self.action is None else [self.action]
        return own + [action for answer in self.answers.values() for action in answer.actions()]


class TerminalUI(Protocol):
    """One game at a terminal. A game's plug-in names what makes one: `terminal(game)`. Views come from `game.view`."""

    @property
    def title(self) -> str:
        """The name of the game for readers."""

    @property
    def example(self) -> str:
        """An action as a player can type it."""

    def board(self, view: View, labels: PlayerLabels, width: int) -> RenderableType:
        """Return a position, drawn with characters."""

    def menu(self, state: Bytes) -> list[Choice]:
        """Return the legal actions in few lines. Every one of them can be reached."""

    def tell(self, states: Sequence[Bytes], actions: Sequence[int], labels: PlayerLabels) -> list[Text]:
        """Return sentences on one decision and the draws after it: `actions[i]` leads from `states[i]` to the next."""

    def score(self, state: Bytes, labels: PlayerLabels) -> RenderableType:
        """Return the points of each seat, part by part."""

    def rules(self) -> RenderableType:
        """Return what a first-time player must know."""

    def completions(self, text: str) -> list[str]:
        """Return texts of actions that an unfinished one may mean, legal or not, the likeliest first."""


def rules_in_short(title: str, aim: str, rules: Mapping[str, str], names: RenderableType) -> RenderableType:
    """Return the rules for a first-time player: the game's aim, its rules by heading, and last the names it uses."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for heading, words in rules.items():
        table.add_row(heading, Text(words))
    return Group(Text(f"{title} in short", style="bold"), Text(aim), Text(), table, Text(), names)


def score_table(labels: PlayerLabels, rows: Sequence[tuple[str, Sequence[str]]]) -> Table:
    """Return points part by part, a column for each seat; the last row is the total."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column()
    for seat in range(len(labels.names)):
        table.add_column(labels.tag(seat), justify="right")
    for name, values in rows[:-1]:
        table.add_row(Text(name), *map(Text, values))
    table.add_section()
    name, totals = rows[-1]
    table.add_row(Text(name, style="bold"), *(Text(total, style="bold") for total in totals))
    return table
