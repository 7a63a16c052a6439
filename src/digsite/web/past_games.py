"""The games of one person: which are asked for, who played, how each ended, and the rest page by page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypedDict
from urllib.parse import urlencode

from digsite.core.registry import game_names
from digsite.tables.table import Status, Table
from digsite.web.game_page import GamePage, page_of
from digsite.web.i18n import _, later
from digsite.web.table_rows import Row, player, row

PATH = "/me/games"
ON_A_PAGE = 20
STATUSES: dict[Status, str] = {
    "playing": later("Being played"),
    "open": later("Not started"),
    "over": later("Over"),
}
MONTHS = (
    later("%(day)s January %(year)s"), later("%(day)s February %(year)s"), later("%(day)s March %(year)s"),
    later("%(day)s April %(year)s"), later("%(day)s May %(year)s"), later("%(day)s June %(year)s"),
    later("%(day)s July %(year)s"), later("%(day)s August %(year)s"), later("%(day)s September %(year)s"),
    later("%(day)s October %(year)s"), later("%(day)s November %(year)s"), later("%(day)s December %(year)s"),
)  # fmt: skip


@dataclass(frozen=True)
class Wanted:
    """What the address asks for; everything where a filter is empty."""

    game: str
    status: Status | None
    page: int

    def within(self, count: int) -> "Wanted":
        """Return the same, but the last page where there are fewer."""
        return replace(self, page=min(self.page, last_page(count)))

    @property
    def skip(self) -> int:
        """How many games stand on the pages before."""
        return ON_A_PAGE * (self.page - 1)

    def link(self, page: int) -> str:
        asked = {"game": self.game, "status": self.status, "page": page if page > 1 else ""}
        query = urlencode({name: value for name, value in asked.items() if value})
        return f"{PATH}?{query}" if query else PATH


@dataclass(frozen=True)
class Player:
    seat: int
    name: str
    points: int | None
    won: bool


@dataclass(frozen=True)
class PastGame:
    """A game in the list: `kind` is "won", "lost", "yours" where it is the person's turn, or empty."""

    row: Row
    players: Sequence[Player]
    kind: str
    result: str
    how: str
    date: str
    day: str  # for programs: 2026-03-12
    replay: str


class PastGamesContext(TypedDict):
    """What `games.html` needs."""

    wanted: Wanted
    pages: Sequence[GamePage]
    games: Sequence[tuple[str, str]]
    statuses: Sequence[tuple[str, str]]
    past: Sequence[PastGame]
    count: int
    last: int
    newer: str
    older: str


def wanted(query: Mapping[str, str]) -> Wanted:
    """Return what a query asks for; what it says wrongly counts as not said."""
    game, status, page = query.get("game", ""), query.get("status", ""), query.get("page", "")
    return Wanted(
        game if game in game_names() else "",
        next((known for known in STATUSES if known == status), None),
        max(int(page), 1) if page.isascii() and page.isdigit() and len(page) < 7 else 1,
    )


def last_page(count: int) -> int:
    return max(-(-count // ON_A_PAGE), 1)


def context(asked: Wanted, count: int, tables: Sequence[tuple[Table, int]], person: str) -> PastGamesContext:
    """Return the page of these tables, each with when it changed last; `count` is how many there are in all."""
    last = last_page(count)
    pages = [page_of(game) for game in game_names()]
    return {
        "wanted": asked,
        "pages": pages,
        "games": [("", _("All")), *((page.name, page.title) for page in pages)],
        "statuses": [("", _("All")), *((status, _(label)) for status, label in STATUSES.items())],
        "past": [past_game(table, changed, person) for table, changed in tables],
        "count": count,
        "last": last,
        "newer": asked.link(asked.page - 1) if asked.page > 1 else "",
        "older": asked.link(asked.page + 1) if asked.page < last else "",
    }


def past_game(table: Table, changed: int, person: str) -> PastGame:
    own, day = table.seats_of(person), datetime.fromtimestamp(changed / 1000, UTC)
    shown = row(table, person)
    kind, result = outcome(table, own, shown)
    return PastGame(
        shown,
        players(table, own),
        kind,
        result,
        how(table, own) if table.status == "over" else shown.stands,
        _(MONTHS[day.month - 1], day=day.day, year=day.year),
        day.date().isoformat(),
        f"{shown.link}?ply=0" if table.status == "over" else "",
    )


def outcome(table: Table, own: Sequence[int], shown: Row) -> tuple[str, str]:
    """Return the kind of the result for the person, and the words for it."""
    found = table.result()
    if found is None or not own or (table.end and table.end.reason == "abandoned"):
        return "yours" if shown.yours else "", shown.waits
    winners = found[1]
    if not set(own) & set(winners):
        return "lost", _("Lost")
    return "won", _("Won") if set(winners) <= set(own) else _("Shared victory")


def how(table: Table, own: Sequence[int]) -> str:
    """Return who ended a game before its time, "" where nobody did."""
    end = table.end
    if end is None or end.seat is None:
        return ""
    if end.reason == "timeout":
        yours, theirs = _("Your time ran out"), _("%(name)s ran out of time", name=player(table.seats[end.seat]))
    else:
        yours, theirs = _("You resigned"), _("%(name)s resigned", name=player(table.seats[end.seat]))
    return yours if end.seat in own else theirs


def players(table: Table, own: Sequence[int]) -> list[Player]:
    """Return everybody at a table by seat, with the points of a game that is over."""
    totals, winners = table.result() or (None, ())
    return [
        Player(
            seat,
            _("You") if seat in own else player(sitting),
            None if totals is None else totals[seat],
            seat in winners,
        )
        for seat, sitting in enumerate(table.seats)
    ]
