"""The interface that every game has. Everything outside a game knows the game only through it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

import numpy as np

from digsite.core.errors import IllegalAction
from digsite.core.fields import Bytes, Numbers, Stream

if TYPE_CHECKING:
    from digsite.core.kernel import Kernel

CHANCE = 254
OVER = 255

View = dict[str, Any]
Score = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """How the seats rank by points: best first, equals together.

    `tie_break` names what decided a tie for the best ("shared" where nothing did); None where there was no tie.
    """

    totals: list[int]
    ranking: list[list[int]]
    winners: list[int]
    tie_break: str | None


class Game(Protocol):
    """A game without hidden state: `apply` is a pure function for players and for chance alike.

    A state is a flat vector of bytes. The first byte says who acts, the second how many play; the rest is the game's.
    """

    def __hash__(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def seats(self) -> range: ...
    @property
    def actions(self) -> int:
        """How many actions there are, players' and chance's. They are numbered from 0."""

    @property
    def state_bytes(self) -> int: ...
    @property
    def tables(self) -> Bytes:
        """The game's facts as the compiled functions read them: an argument of each."""

    @property
    def kernel(self) -> "Kernel":
        """The compiled functions, for searching and for batches."""

    @property
    def data_digest(self) -> str | None:
        """The digest of other data than the game's own, None for its own."""

    @property
    def options(self) -> Mapping[str, str]:
        """The rule options that are not at their default."""

    @property
    def data(self) -> Mapping[str, object] | None:
        """Other facts than the game's own, None for its own."""

    def new(self, seats: SupportsIndex) -> Bytes:
        """Return the position before anything is drawn. Raises BadSeats."""

    def as_state(self, state: Bytes) -> Bytes:
        """Return a position as compiled functions read it: contiguous and writable, a copy only where it is not.

        Raises InvalidState if it is no vector of so many bytes.
        """

    def to_act(self, state: Bytes) -> int:
        """Return who acts: a seat, CHANCE or OVER."""

    def legal(self, state: Bytes) -> Numbers:
        """Return the numbers of the actions that are legal, ascending; none unless a player is to act."""

    def chance(self, state: Bytes) -> tuple[Numbers, Numbers]:
        """Return what can be drawn, ascending, and how likely: integer weights without a common divisor."""

    def source(self, state: Bytes) -> int:
        """Return what the pending draw is drawn from (a bag, a deck), by number; sources are independent."""

    def apply(self, state: Bytes, action: SupportsIndex) -> Bytes:
        """Return the position after an action. Raises IllegalAction naming the rule, or InvalidAction."""

    def refuse(self, view: View, action: int) -> IllegalAction:
        """Return why an action that is not legal in the position of this view is not allowed."""

    def settle(self, state: Bytes, rng: Stream | np.random.Generator) -> Bytes:
        """Return the position once all pending chance is drawn, from a stream of `rng.stream` or a NumPy generator."""

    def text(self, state: Bytes, action: SupportsIndex) -> str:
        """Return the one canonical text of an action."""

    def parse(self, state: Bytes, text: str) -> int:
        """Return the action of a text, legal now or not. Raises InvalidAction if it is none of this game at all."""

    def score(self, state: Bytes) -> list[Score]:
        """Return each seat's points, part by part, with their `total`; valid at any time."""

    def outcome(self, state: Bytes) -> Outcome:
        """Return how the seats rank by their points; valid at any time."""

    def view(self, state: Bytes) -> View:
        """Return everything a client shows, ready for JSON."""

    def check(self, state: Bytes) -> list[str]:
        """Return every way in which these bytes are no sound position; [] when they are."""

    def load(self, saved: bytes) -> Bytes:
        """Return the position saved as `bytes(state)`. Raises InvalidState."""

    def picture(
        self, state: Bytes, *, theme: str = "light", names: list[str] | None = None, width: int | None = None
    ) -> "Picture":
        """Return the position drawn; `width` is in pixels."""

    def with_setup(
        self, *, options: Mapping[str, str] | None = None, data: Mapping[str, object] | None = None
    ) -> "Game":
        """Return the same game with other rule options, other facts, or both. Raises BadOptions or BadData."""

    def with_data(self, data: Mapping[str, object]) -> "Game":
        """Return the same game with other facts. Raises BadData."""

    def with_options(self, options: Mapping[str, str]) -> "Game":
        """Return the same game with these rule options and the default of all others. Raises BadOptions."""


class Picture(Protocol):
    """A drawing that shows itself in a notebook."""

    @property
    def svg(self) -> str: ...
    def resized(self, width: int) -> "Picture": ...
    def _repr_svg_(self) -> str: ...
