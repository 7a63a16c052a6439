"""Somebody looks at a table in a given position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.record import End
from digsite.tables.table import Seat, Table, Terms
from digsite.web.game_page import page_of
from digsite.web.page_query import PageQuery
from digsite.web.viewer import Viewer

NAMES = ("Ann", "Bo", "Cy", "Di")
EXPLORERS = ("Noor", "Belzoni", "Layard", "Schliemann")


@dataclass(frozen=True)
class LookAt:
    """Gives viewers of tables of a game. Seat `you` looks, or nobody of the players where it is None."""

    game: Game
    names: Sequence[str] = NAMES
    terms: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, state: Bytes, you: int | None = 0, **query: str) -> Viewer:
        """Return a viewer of a table in play; `query` is what the address asks for."""
        return self._viewer(state, you, query, status="playing")

    def over(self, state: Bytes, you: int | None = 0, end: End | None = None) -> Viewer:
        """Return a viewer of a table whose game is over."""
        return self._viewer(state, you, {}, status="over", end=end)

    def _viewer(self, state: Bytes, you: int | None, query: Mapping[str, str], **more: Any) -> Viewer:
        names = self.names[: int(state[1])]
        seats = tuple(Seat("person", name.lower(), name, word=f"word{seat}") for seat, name in enumerate(names))
        more |= {"rules": self.game.version, "state": state.tobytes()}
        table = Table("abc", bytes(32), Terms(self.game.name, **self.terms), seats[0].person, seats, **more)
        own, person = ((), "") if you is None else ((you,), seats[you].person)
        return Viewer(table, own, person=person, query=PageQuery.decode(query))


def choice_html(viewer: Viewer) -> str:
    """Return what a viewer is about to do, as HTML; "" where nothing is chosen."""
    return page_of(viewer.table.terms.game).choice(viewer) or ""
