"""The ledger: for every player what the plots of each patron are worth now, printed points, sets, and the total."""

from __future__ import annotations

from typing import Literal

from digsite.core.svg import Pen, cut, line, rect, text
from digsite.games.mykerinos.draw.art import emblem, figure
from digsite.games.mykerinos.draw.description import Names, over, winners
from digsite.games.mykerinos.draw.style import PATRONS
from digsite.games.mykerinos.rules.names import patron_name
from digsite.games.mykerinos.rules.view_types import MykerinosView

HEAD, ROW, FOOT = 62.0, 25.0, 14.0
ROWS = len(PATRONS) + 3
LEDGER_HEIGHT = HEAD + ROWS * ROW + FOOT
PADDING = 18.0
Sum = Literal["plots", "sets", "total"]
SUMS: dict[Sum, str] = {"plots": "On the plots", "sets": "Sets of five", "total": "Total"}


def ledger(pen: Pen, view: MykerinosView, names: Names, wide: float, high: float = LEDGER_HEIGHT) -> str:
    seats = len(view["players"])
    label = 108.0 if wide > 400 else 90.0
    column = (wide - 2 * PADDING - label) / seats
    row = (high - HEAD - FOOT) / ROWS
    body = rect(0.5, 0.5, wide - 1, high - 1, "panel", 10)
    if over(view):
        for seat in winners(view):
            x = PADDING + label + column * seat
            body += rect(x + 6, 12, column + 2, high - 22, "winner", 6)
    body += text(
        PADDING, 30, "The score" if over(view) else "Worth now", "serif semibold", size=20 if wide > 400 else 17
    )
    body += text(PADDING, 48, "plots × worth", "muted", size=13)
    for seat in range(seats):
        body += heading(pen, names[seat], seat, PADDING + label + column * (seat + 1), column)
    order = view["museum"]["wings"]
    patrons = [*order, *(patron for patron in PATRONS if patron not in order)]
    for number, patron in enumerate(patrons):
        y = HEAD + number * row
        body += line(PADDING, y, wide - PADDING, y, "hair-soft")
        body += emblem(pen, patron, PADDING + 9, y + row / 2, 9)
        body += text(PADDING + 25, y + row / 2 + 5, patron_name(patron), "", size=14.5 if wide > 400 else 13.5)
        for seat in range(seats):
            body += worth(view, seat, patron, PADDING + label + column * (seat + 1), y + row / 2 + 5, column)
    for number, part in enumerate(SUMS):
        y = HEAD + (len(patrons) + number) * row
        body += line(PADDING, y, wide - PADDING, y, "hair" if part != "sets" else "hair-soft")
        body += sums(view, part, label, column, y + row / 2 + 5)
    return pen.group(body, "ledger", title="What plots are worth now")


def heading(pen: Pen, name: str, seat: int, right: float, column: float) -> str:
    body = figure(pen, seat, right - 9, 32, 18)
    return body + text(right, 50, cut(name, column - 14, 14), "semibold", size=14, anchor="end")


def worth(view: MykerinosView, seat: int, patron: str, right: float, y: float, column: float) -> str:
    own = view["players"][seat]["patrons"][patron]
    points = view["players"][seat]["score"]["wings"][patron]
    kind = "bold" if points else "muted"
    body = text(right, y, str(points), kind, size=15.5, anchor="end")
    return body + text(
        right - 26, y, f"{own['tiles']}×{own['worth']}", "soft" if points else "muted", size=13.5, anchor="end"
    )


def sums(view: MykerinosView, part: Sum, label: float, column: float, y: float) -> str:
    words = SUMS[part]
    strong = part == "total"
    body = text(PADDING, y, cut(words, label + 10, 14.5), "semibold" if strong else "", size=14.5)
    for seat, player in enumerate(view["players"]):
        points = player["score"][part]
        kind = "serif bold" if strong else "bold" if points else "muted"
        body += text(
            PADDING + label + column * (seat + 1),
            y + (1 if strong else 0),
            str(points),
            kind,
            size=20 if strong else 15.5,
            anchor="end",
        )
    return body
