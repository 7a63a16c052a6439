"""What the terminal asks of a game's own room, `digsite.games.<name>.terminal`, and what such a room is built from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.company import Company
from digsite.core.fields import Bytes
from digsite.core.game import View


@dataclass(frozen=True)
class Choice:
    """One line of a menu: an action, or a question whose answers lead on to more choices."""

    typed: str  # what may be typed instead of the line's number
    told: Text
    cost: str = ""
    heading: str = ""
    cost_heading: str = ""
    action: int | None = None
    question: str = ""
    shown: RenderableType | None = None  # above the question; without it the answers are listed
    answers: Mapping[str, "Choice"] = field(default_factory=dict)

    def actions(self) -> list[int]:
        """Every action this line can lead to."""
        own = [] if self.action is None else [self.action]
        return own + [action for answer in self.answers.values() for action in answer.actions()]


class Room(Protocol):
    """How one game is shown and told. Views come from `game.view`. A room's module has `room(game)`, which makes it."""

    @property
    def title(self) -> str: ...
    @property
    def example(self) -> str:
        """An action as one may type it."""

    def board(self, view: View, company: Company, width: int) -> RenderableType: ...

    def menu(self, state: Bytes) -> list[Choice]:
        """The legal actions in few lines. Every one of them can be reached."""

    def tell(self, states: Sequence[Bytes], actions: Sequence[int], company: Company) -> list[Text]:
        """Sentences on one decision and the luck after it: `actions[i]` led from `states[i]` to `states[i + 1]`."""

    def score(self, view: View, company: Company) -> RenderableType: ...

    def rules(self) -> RenderableType:
        """What a first-time player must know."""

    def completions(self, text: str) -> list[str]:
        """Texts of actions that an unfinished one may mean, legal or not, the likeliest first."""


def score_table(company: Company, rows: Sequence[tuple[str, Sequence[str]]]) -> Table:
    """Points part by part, a column for each seat; the last row is the total."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column()
    for seat in range(len(company.names)):
        table.add_column(company.tag(seat), justify="right")
    for name, values in rows[:-1]:
        table.add_row(Text(name), *map(Text, values))
    table.add_section()
    name, totals = rows[-1]
    table.add_row(Text(name, style="bold"), *(Text(total, style="bold") for total in totals))
    return table
