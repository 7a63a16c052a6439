"""A viewer of a table: the person, the position looked at, and what the address asks for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TypeVar, cast
from urllib.parse import urlencode

import numpy as np

from digsite.core.fields import Bytes
from digsite.core.game import Game, View
from digsite.tables.names import distinct_names
from digsite.tables.table import Table
from digsite.web.bot_levels import called
from digsite.web.i18n import _
from digsite.web.page_query import NOTHING_ASKED, PageQuery

Built = TypeVar("Built")
MOST_QUERIES = 5_000  # kept in memory: tables ask for the same things


@dataclass(frozen=True)
class Played:
    """A decision with the draws after it: `actions[i]` leads from `states[i]` to the next."""

    seat: int | None
    states: Sequence[Bytes]
    actions: Sequence[int]


@dataclass(frozen=True)
class News:
    """What has been played since the viewer's last decision, and the positions before and after that one."""

    before: Bytes
    after: Bytes
    played: Sequence[Played] = ()


@dataclass
class _OfPosition:
    """What viewers of the same position share, whatever the address asks for."""

    news: News | None = None
    built: dict[object, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Viewer:
    """Everything that the parts of a page are made of: equal viewers see equal parts."""

    table: Table
    own: tuple[int, ...] = ()  # the viewer's seats
    host: bool = False
    person: str = ""  # who looks; nobody without a name
    thinking: int = 0  # milliseconds that whoever is to act has thought
    past: bytes | None = None  # an earlier position, where one is looked at …
    ply: int = 0  # … and which
    query: PageQuery = field(default=NOTHING_ASKED, compare=False)  # what the address asks for

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def present(self) -> bool:
        return self.past is None

    @cached_property
    def state(self) -> Bytes:
        return self.table.position if self.past is None else np.frombuffer(self.past, np.uint8)

    @cached_property
    def view(self) -> View:
        return self.game.view(self.state)

    @cached_property
    def names(self) -> list[str]:
        """Everybody's name, in the reader's language."""
        return distinct_names([called(seat.name, seat.bot) or _("Nobody") for seat in self.table.seats])

    @property
    def you(self) -> int | None:
        """The seat spoken to: the viewer's only one."""
        return self.own[0] if len(self.own) == 1 else None

    @property
    def lost(self) -> int | None:
        """The seat that was the viewer's until their time was over."""
        seats = enumerate(self.table.seats)
        return next((number for number, seat in seats if self.person and seat.lost == self.person), None)

    @property
    def my_turn(self) -> bool:
        return self.present and self.table.to_act in self.own

    @property
    def watches(self) -> bool:
        """Whether somebody without a seat looks at a game that is played."""
        return self.present and not self.own and self.table.status == "playing"

    @property
    def may_plan(self) -> bool:
        """Whether the viewer may plan their turn while others move; a guide speaks of one's own turn alone."""
        playing = self.you is not None and self.table.status == "playing" and not self.table.terms.guide
        return playing and self.present and not self.my_turn

    def name(self, seat: int) -> str:
        return _("You") if seat == self.you else self.names[seat]

    @property
    def bare(self) -> str:
        return f"/t/{self.id}"

    def link(self, **query: object) -> str:
        """Return the address of this table that asks for something; what is None is left out."""
        asked = {name: value for name, value in query.items() if value is not None}
        return f"{self.bare}?{_encoded(tuple(asked.items()))}" if asked else self.bare

    def before(self, names: Mapping[int, str]) -> "Viewer":
        """Return the same viewer at a time when others, of these names, had some seats."""
        if not names:
            return self
        made = replace(self, own=tuple(own for own in self.own if own not in names))
        then = [names.get(seat, now) or _("Nobody") for seat, now in enumerate(self.names)]
        made.__dict__["names"] = distinct_names(then)
        return made

    def once(self, build: Callable[["Viewer"], Built]) -> Built:
        """Return what `build` makes of this viewer and of what the address asks for. It is built at the first call."""
        return _once(self._built, build, self)

    def once_per_position(self, build: Callable[["Viewer"], Built]) -> Built:
        """Return the same for what does not depend on the address; viewers made by `asking` share it."""
        return _once(self._of_position.built, build, self)

    @property
    def news(self) -> News:
        """What was played since the viewer's last decision; nothing before `note_news`."""
        return self._of_position.news or News(self.state, self.state)

    def note_news(self, news: News) -> None:
        """Keep what is new to the viewer for all parts of a page."""
        self._of_position.news = news

    def asking(self, query: PageQuery) -> "Viewer":
        """Return the same viewer at an address that asks for something else."""
        made = replace(self, query=query)
        for shared in ("view", "_of_position"):
            made.__dict__[shared] = getattr(self, shared)
        return made

    def unasked(self) -> "Viewer":
        """Return the same viewer at an address that asks for nothing."""
        return self.asking(NOTHING_ASKED)

    @cached_property
    def _built(self) -> dict[object, object]:
        return {}

    @cached_property
    def _of_position(self) -> _OfPosition:
        return _OfPosition()


@lru_cache(MOST_QUERIES)
def _encoded(query: tuple[tuple[str, object], ...]) -> str:
    return urlencode(query)


def _once(built: dict[object, object], build: Callable[[Viewer], Built], viewer: Viewer) -> Built:
    if build not in built:
        built[build] = build(viewer)
    return cast(Built, built[build])
