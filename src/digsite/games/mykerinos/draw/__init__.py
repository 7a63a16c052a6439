"""SVG of any position of Mykerinos, drawn from its JSON-ready view.

`board` is the desert with its zones and the pass track; `table` is the whole position; `picture` is what a notebook or
a file wants, with the colours of one theme and the fonts inside. Drawings keep the same ids from one position to the
next (`field-c4`, `figure-c4`, `tile-17`, `zone-0`, `standing-0`, `space-1`, `track`, `room-3`, `holder-3`, `wing-0`,
`museum`, `panel-0`, `ledger`).
"""

from __future__ import annotations

from digsite.core.drawing import PictureTheme, document, masthead, themed
from digsite.core.palette import Picture
from digsite.core.svg import Pen, cut, line, rect, run, text, text_width
from digsite.games.mykerinos.draw.art import figure, symbols
from digsite.games.mykerinos.draw.bar import BAR_HEIGHT, bar, diamonds, phone_bar
from digsite.games.mykerinos.draw.description import (
    Names,
    description,
    detail,
    headline,
    player_names,
    player_sentence,
    stage,
    winners,
)
from digsite.games.mykerinos.draw.desert import desert, ground
from digsite.games.mykerinos.draw.ledger import LEDGER_HEIGHT, ledger
from digsite.games.mykerinos.draw.museum import museum
from digsite.games.mykerinos.draw.palette import PALETTES
from digsite.games.mykerinos.draw.panel import CARD_HEIGHT, chip, neutral_panel, panel
from digsite.games.mykerinos.draw.standing import ladders, plate, standings
from digsite.games.mykerinos.draw.style import ROOT, STYLE
from digsite.games.mykerinos.rules.view_types import MykerinosView

DESK_WIDTH, PHONE_WIDTH = 1440.0, 390.0
BOARD_WIDTH, SIDE = 892.0, 476.0
MARGIN, GAP = 24.0, 14.0


def board(
    view: MykerinosView, *, names: Names | None = None, phone: bool = False, prefix: str = "", style: bool = True
) -> str:  # fmt: skip
    """Draw the desert with its zones and how they stand, the round, and the pass track."""
    pen, called = Pen(symbols(), ROOT, prefix, phone), player_names(view, names)
    body, wide, high = phone_board(pen, view, called) if phone else desk_board(pen, view, called)
    return titled(pen, body, wide, high, view, called, style)


def table(
    view: MykerinosView, *, names: Names | None = None, phone: bool = False, prefix: str = "", style: bool = True
) -> str:  # fmt: skip
    """Draw the whole position: whose move it is, the players, the board, the museum, and what every plot is worth."""
    pen, called = Pen(symbols(), ROOT, prefix, phone), player_names(view, names)
    body, wide, high = phone_table(pen, view, called) if phone else desk_table(pen, view, called)
    return titled(pen, rect(0, 0, wide, high, "paper") + body, wide, high, view, called, style)


def picture(
    view: MykerinosView, *, theme: PictureTheme = "light", phone: bool = False,
    names: Names | None = None, fonts: bool = True,
) -> Picture:  # fmt: skip
    """Return the whole position as a Picture. "css" leaves var(--…) for the page that shows it."""
    return themed(table(view, names=names, phone=phone), theme, fonts, PALETTES)


def titled(
    pen: Pen, body: str, wide: float, high: float, view: MykerinosView, names: Names, style: bool
) -> str:  # fmt: skip
    """Return the drawing with its title and description."""
    title = f"Mykerinos: {headline(view, names)}"
    words = description(view, names)
    return document(pen, body, wide, high, root=ROOT, title=title, words=words, style=STYLE if style else "")


def desk_board(pen: Pen, view: MykerinosView, names: Names, alone: bool = True) -> tuple[str, float, float]:
    laid = ground(view, False, BOARD_WIDTH)
    live = desert(pen, laid, view, names) + ladders(pen, laid, view, names) + plate(pen, laid, view, names)
    top = BAR_HEIGHT + GAP
    return bar(pen, view, names, BOARD_WIDTH, alone) + pen.group(live, y=top), BOARD_WIDTH, top + laid.high


def phone_board(pen: Pen, view: MykerinosView, names: Names) -> tuple[str, float, float]:
    laid = ground(view, True, PHONE_WIDTH)
    body = desert(pen, laid, view, names) + plate(pen, laid, view, names)
    drawn, y = standings(pen, view, names, laid.high + 8, PHONE_WIDTH)
    below, y = phone_bar(pen, view, names, y + 2, PHONE_WIDTH)
    return body + drawn + below, PHONE_WIDTH, y


def desk_table(pen: Pen, view: MykerinosView, names: Names) -> tuple[str, float, float]:
    drawn, wide, high = desk_board(pen, view, names, alone=False)
    cards = 74.0
    top = cards + CARD_HEIGHT + GAP
    body = desk_header(pen, view, names) + player_cards(pen, view, names, cards)
    body += pen.group(drawn, x=MARGIN, y=top)
    side, low = MARGIN + wide + 24, LEDGER_HEIGHT
    body += museum_panel(pen, view, names, side, top, SIDE, high - low - GAP)
    body += pen.group(ledger(pen, view, names, SIDE, low), x=side, y=top + high - low)
    return body, DESK_WIDTH, top + high + MARGIN


def desk_header(pen: Pen, view: MykerinosView, names: Names) -> str:
    body, x = masthead(pen, "Mykerinos", MARGIN)
    body += line(0, 61.5, DESK_WIDTH, 61.5, "hair-soft")
    words = f"Round {view['round']} of {view['rounds']}"
    right = DESK_WIDTH - MARGIN
    tail = stage(view).lower() if not view["scoring"] else "scoring"
    body += run(right, 39, ((words, "semibold", 16), (tail, "muted", 16)), 9, anchor="end")
    left = right - text_width(words, 16) - text_width(tail, 16) - 9 - 76
    return body + diamonds(view, left, 33.5) + turn(pen, view, names, x + 136, 40, left - 20)


def turn(pen: Pen, view: MykerinosView, names: Names, x: float, y: float, end: float) -> str:
    """Draw whose move it is, and what it is about; on a phone in two lines."""
    size = 19.0 if pen.phone else 23.0
    acting = view["to_act"]
    seat = acting if isinstance(acting, int) else winners(view)[0] if acting == "over" else None
    body = ""
    if seat is not None:
        body += figure(pen, seat, x + 13, y + (17 if pen.phone else 6), 26)
        x += 38
    words, more = cut(headline(view, names), end - x, size, serif=True), detail(view, names)
    if pen.phone:
        more = more or stage(view)
        return body + text(x, y, words, "serif semibold", size=size) + text(x, y + 19, more, "soft", size=14)
    if x + text_width(words, size, serif=True) + 14 + text_width(more, 16) > end:
        more = ""
    return body + run(x, y, ((words, "serif semibold", size), (more, "soft", 16)), 14)


def player_cards(pen: Pen, view: MykerinosView, names: Names, y: float) -> str:
    seats = len(view["players"])
    outside = 320.0 if view["neutral"] else 0.0
    space = DESK_WIDTH - 2 * MARGIN - (outside + GAP if outside else 0)
    wide = (space - GAP * (seats - 1)) / seats
    body = ""
    for seat in range(seats):
        drawn = panel(pen, view, seat, names[seat], wide)
        title = player_sentence(view, names, seat)
        body += pen.group(drawn, f"panel-{seat}", title=title, x=MARGIN + seat * (wide + GAP), y=y)
    if view["neutral"]:
        body += pen.group(neutral_panel(pen, view, view["neutral"], outside), x=DESK_WIDTH - MARGIN - outside, y=y)
    return body


def museum_panel(
    pen: Pen, view: MykerinosView, names: Names, x: float, y: float, wide: float, high: float
) -> str:  # fmt: skip
    """Draw the floor plan with its title; as large as the panel allows."""
    rooms = view["museum"]["rooms"]
    taken = sum(room["holder"] is not None for room in rooms)
    side = 18 if wide > 400 else 14
    body = rect(0.5, 0.5, wide - 1, high - 1, "panel", 10)
    body += text(side, 31, "The museum", "serif semibold", size=20)
    body += text(wide - side, 30, f"{taken} of {len(rooms)} rooms taken", "muted", size=14, anchor="end")
    top = 22.0 if wide > 400 else 46.0
    radius = min((high - top - 18) / 2.14, (wide - 40) / 2.3)
    return pen.group(body + museum(pen, view, names, wide / 2, top + radius * 1.2, radius), x=x, y=y)


def phone_table(pen: Pen, view: MykerinosView, names: Names) -> tuple[str, float, float]:
    margin, seats = 12.0, len(view["players"])
    inside = PHONE_WIDTH - 2 * margin
    body, _ = masthead(pen, "Mykerinos", margin)
    body += diamonds(view, PHONE_WIDTH - margin - 58, 24) + line(0, 46.5, PHONE_WIDTH, 46.5, "hair")
    wide = (PHONE_WIDTH - 16 - 6 * (seats - 1)) / seats
    for seat in range(seats):
        drawn = chip(pen, view, seat, names[seat], wide)
        body += pen.group(drawn, f"chip-{seat}", x=8 + seat * (wide + 6), y=54)
    body += turn(pen, view, names, margin, 130, PHONE_WIDTH - margin)
    drawn, _, high = phone_board(pen, view, names)
    y = 162.0
    body += pen.group(drawn, y=y)
    y += high + 14
    body += museum_panel(pen, view, names, margin, y, inside, 378)
    y += 378 + 14
    body += pen.group(ledger(pen, view, names, inside, LEDGER_HEIGHT), x=margin, y=y)
    y += LEDGER_HEIGHT + 14
    for seat in range(seats):
        drawn = panel(pen, view, seat, names[seat], inside)
        body += pen.group(drawn, f"panel-{seat}", title=player_sentence(view, names, seat), x=margin, y=y)
        y += CARD_HEIGHT + 12
    if view["neutral"]:
        body += pen.group(neutral_panel(pen, view, view["neutral"], inside), x=margin, y=y)
        y += CARD_HEIGHT + 12
    return body, PHONE_WIDTH, y + 4
