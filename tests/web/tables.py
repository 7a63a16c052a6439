"""Tables of Thebes to look at, and lines of play."""

from collections.abc import Sequence
from typing import Any

from digsite.core.fields import Bytes
from digsite.tables.table import Seat, Table, Terms
from digsite.web.viewer import Viewer
from tests.thebes.position import GAME
from tests.web.suite import line_of

NAMES = ("Noor", "Belzoni", "Layard", "Schliemann")


def look_at(state: Bytes, you: int | None = None, *, practice: bool = False, **more: Any) -> Viewer:
    """A table of people at a position, seen by one of them or by nobody in particular."""
    seats = tuple(Seat("person", f"p{seat}", NAMES[seat], word=f"word{seat}") for seat in range(int(state[1])))
    told: dict[str, Any] = {"status": "playing", "rules": GAME.version, "state": state.tobytes()} | more
    table = Table("abc", bytes(32), Terms("thebes", practice=practice), "p0", seats, **told)
    return Viewer(table, () if you is None else (you,))


def line(state: Bytes, texts: Sequence[str]) -> tuple[list[Bytes], list[int]]:
    """All positions of a line of play, and the actions between them."""
    return line_of(GAME, state, texts)
