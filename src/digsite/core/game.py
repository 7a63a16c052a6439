"""The interface every game has. Bots, server and environments know games only through it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from digsite.core.fields import Bytes, Numbers, Stream

CHANCE = 254
OVER = 255

View = dict[str, Any]
Score = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """How a position stands: seats from best to worst, equals together; `tie_break` says what parted or joined them."""

    totals: list[int]
    ranking: list[list[int]]
    winners: list[int]
    tie_break: str | None


class Game(Protocol):
    """A game without hidden state: `apply` is a pure function for players and for chance alike.

    A state is a flat vector of bytes. The first byte says who acts, the second how many play; the rest is the game's.
    """

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def seats(self) -> range: ...
    @property
    def data_digest(self) -> str | None:
        """The digest of other data than the game's own, None for its own."""

    def new(self, seats: int) -> Bytes:
        """The position before anything is drawn. Raises BadSeats."""

    def to_act(self, state: Bytes) -> int:
        """A seat, CHANCE or OVER."""

    def legal(self, state: Bytes) -> Numbers:
        """The numbers of the actions the player to act may choose, ascending; empty unless a player is to act."""

    def chance(self, state: Bytes) -> tuple[Numbers, Numbers]:
        """What can be drawn, ascending, and how likely: integer weights without a common divisor."""

    def source(self, state: Bytes) -> int:
        """What the pending draw is drawn from (a bag, a deck), by number: draws from one do not stir another."""

    def apply(self, state: Bytes, action: int) -> Bytes:
        """The position after an action. Raises IllegalAction naming the rule, or InvalidAction."""

    def settle(self, state: Bytes, rng: Stream) -> Bytes:
        """The position once all pending chance is drawn."""

    def text(self, state: Bytes, action: int) -> str:
        """The one canonical text of an action."""

    def parse(self, state: Bytes, text: str) -> int:
        """The action of a text, legal now or not. Raises InvalidAction if it is none of this game at all."""

    def score(self, state: Bytes) -> list[Score]:
        """Each seat's points, part by part, with their `total`; valid at any time."""

    def outcome(self, state: Bytes) -> Outcome: ...

    def view(self, state: Bytes) -> View:
        """Everything a client shows, ready for JSON."""

    def check(self, state: Bytes) -> list[str]:
        """Every way in which these bytes are no sound position; [] when they are."""

    def load(self, saved: bytes) -> Bytes:
        """The position saved as `bytes(state)`. Raises InvalidState."""

    def picture(self, state: Bytes, *, theme: str = "light", names: list[str] | None = None) -> "Picture":
        """The position drawn."""

    def with_data(self, data: Mapping[str, Any]) -> "Game":
        """The same game with other facts. Raises BadData."""


class Picture(Protocol):
    @property
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
