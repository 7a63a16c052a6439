"""SVG of any position of Thebes, drawn from its JSON-ready view.

`board` is the map with the calendar round it; `table` is the whole position; `picture` is what a notebook or a file
wants, with the colours of one theme and the fonts inside. Drawings keep the same ids from one position to the next
(`marker-0`, `figure-0`, `card-25`, `exhibition-88`, `site-egypt`, `bonus-egypt`, `panel-0`, `year`, `dig`).
"""

from __future__ import annotations

from collections.abc import Sequence

from digsite.core.drawing import PictureTheme, document, masthead, themed
from digsite.core.palette import COLOURS, Picture
from digsite.core.svg import Pen, cut, line, rect, run, text, text_width
from digsite.games.thebes.draw.art import symbols
from digsite.games.thebes.draw.calendar import Track, calendar, legend_dot, when
from digsite.games.thebes.draw.cards import dig_sheet, exhibitions, open_cards
from digsite.games.thebes.draw.description import description, headline, others_next, player_names, runners_up, where
from digsite.games.thebes.draw.key import KEY_HEIGHT, key
from digsite.games.thebes.draw.map import figures, land_and_sea, places, routes, year_plate
from digsite.games.thebes.draw.palette import PALETTES
from digsite.games.thebes.draw.panel import panel, panel_height
from digsite.games.thebes.draw.places import Layout, layout
from digsite.games.thebes.draw.plan import Offers, PlannedAction, ghosts, journey, pills, planned_weeks, rings
from digsite.games.thebes.draw.style import ROOT, STYLE
from digsite.games.thebes.rules.names import place_name
from digsite.games.thebes.rules.view_types import ThebesView, seat_to_act

Names = Sequence[str]

DESK_WIDTH, PHONE_WIDTH = 1440, 390
MOST_GROWTH = 90.0
LARGER = {2: 1.15, 3: 1.06}


def board(
    view: ThebesView, *, phone: bool = False, names: Names | None = None, prefix: str = "", style: bool = True,
    sheet: bool = True, offers: Offers | None = None, plan: PlannedAction | None = None,
) -> str:  # fmt: skip
    """Draw the map with its calendar, markers and figures.

    `sheet` lays the tokens of a dig under way over the map (not on a phone). `offers` maps places to the few words of
    what can be done there ("7 weeks"). `plan` shows an action about to be taken: `seat`, `route` (the places passed,
    from the first to the last), and how many weeks its `travel` and then its `weeks` there take.
    """
    pen, laid = Pen(symbols(), ROOT, prefix, phone), layout(phone)
    called = player_names(view, names)
    body = map_and_calendar(pen, laid, view, called, offers or {}, plan)
    if sheet and not phone:
        body += sheet_on_map(pen, laid, view, called)
    return titled(pen, body, laid.width, laid.height, view, called, style)


def table(
    view: ThebesView, *, names: Names | None = None, phone: bool = False, prefix: str = "", style: bool = True
) -> str:  # fmt: skip
    """Draw the whole position: whose move it is, the board, open cards, exhibitions, and a panel for every player."""
    pen, called = Pen(symbols(), ROOT, prefix, phone), player_names(view, names)
    body, wide, high = phone_table(pen, view, called) if phone else desk_table(pen, view, called)
    return titled(pen, rect(0, 0, wide, high, "paper") + body, wide, high, view, called, style)


def picture(
    view: ThebesView, *, theme: PictureTheme = "light", phone: bool = False,
    names: Names | None = None, fonts: bool = True,
) -> Picture:  # fmt: skip
    """Return the whole position as a Picture. "css" leaves var(--…) for the page that shows it."""
    return themed(table(view, names=names, phone=phone), theme, fonts, PALETTES)


def titled(
    pen: Pen, body: str, wide: float, high: float, view: ThebesView, names: Names, style: bool
) -> str:  # fmt: skip
    """Return the drawing with its title and description."""
    title = f"Thebes: {headline(view, names)}"
    words = description(view, names)
    return document(pen, body, wide, high, root=ROOT, title=title, words=words, style=STYLE if style else "")


def map_and_calendar(
    pen: Pen, laid: Layout, view: ThebesView, names: Names, offers: Offers | None = None,
    plan: PlannedAction | None = None,
) -> str:  # fmt: skip
    track, offered = Track(laid), offers or {}
    lane, bars = planned_weeks(track, view, plan) if plan else ("", "")
    ghost_figure, ghost_marker = ghosts(pen, track, view, plan) if plan else ("", "")
    live = routes(laid) + (journey(pen, laid, plan["route"]) if plan else "") + rings(laid, offered)
    live += places(pen, laid, view) + year_plate(pen, laid, view)
    live += ghost_figure + figures(pen, laid, view, names) + pills(pen, laid, offered)
    inside = land_and_sea(pen, laid) + pen.group(live, "live")
    border = calendar(pen, laid, view, names, lane, bars) + ghost_marker
    return pen.group(inside, x=laid.border, y=laid.border) + border


def sheet_on_map(pen: Pen, laid: Layout, view: ThebesView, names: Names) -> str:
    """Return the sheet of the dig under way, in the south-west of the map, over the year's plate; else nothing."""
    if view["dig"] is None:
        return ""
    x, y, _, plate_high = laid.plate
    drawn, high = dig_sheet(pen, view["dig"], view["year"], names[view["dig"]["seat"]], 372)
    return pen.group(drawn, x=laid.border + x - 8, y=laid.border + y + plate_high + 8 - high)


def desk_table(pen: Pen, view: ThebesView, names: Names) -> tuple[str, float, float]:
    laid = layout(False)
    margin, top, column = 26.0, 64.0, 424.0
    right = DESK_WIDTH - margin - column
    dock_y = top + laid.height + 34
    dock_high = 172.0
    bottom = dock_y + dock_high
    panels, panels_bottom = panel_column(pen, view, names, right, top, column, bottom - top - KEY_HEIGHT - 16, 12)
    if panels_bottom + KEY_HEIGHT <= bottom:
        panels += key(pen, right, bottom - KEY_HEIGHT, column)
    else:
        panels, panels_bottom = panel_column(pen, view, names, right, top, column, bottom - top, 12)
    on_map = map_and_calendar(pen, laid, view, names)
    on_map += sheet_on_map(pen, laid, view, names)
    body = desk_header(pen, view, names, margin) + pen.group(on_map, x=margin, y=top) + panels
    body += section(margin, dock_y - 11, "Open cards", piles(view))
    body += open_cards(pen, view["cards"], margin, dock_y, 574, dock_high, 10)
    rule_x = margin + 574 + 20
    body += line(rule_x, dock_y - 26, rule_x, bottom, "hair")
    shows = rule_x + 20
    body += section(shows, dock_y - 11, "Exhibitions", "")
    body += exhibitions(pen, view["exhibitions"], shows, dock_y, margin + laid.width - shows, dock_high, 9)
    return body, DESK_WIDTH, max(bottom, panels_bottom) + 24


def desk_header(pen: Pen, view: ThebesView, names: Names, margin: float) -> str:
    body, x = masthead(pen, "Thebes", margin)
    return body + turn(pen, view, names, x + 120, 40, DESK_WIDTH - margin)


def turn(pen: Pen, view: ThebesView, names: Names, x: float, y: float, end: float) -> str:
    """Draw whose move it is, and who comes then."""
    size = 19 if pen.phone else 23
    seat = seat_to_act(view)
    body = ""
    if seat is not None:
        middle, kind = y - 9 + (11 if pen.phone else 0), f"piece fill-{COLOURS[seat]}"
        body += pen.symbol(f"figure-{COLOURS[seat]}", x + 13, middle, 26, kind, 26 * 41 / 34)
        x += 38
    words = cut(headline(view, names), end - x, size, serif=True)
    spot = where_and_when(view, seat)
    if pen.phone:
        body += text(x, y, words, "serif semibold", size=size) + text(x, y + 19, spot, "soft", size=14)
        return body + next_players(pen, view, names, x + (text_width(spot, 14) + 22 if spot else 0), y + 19, end)
    if x + text_width(words, size, serif=True) + 14 + text_width(spot, 16) > end:
        spot = ""
    body += run(x, y, ((words, "serif semibold", size), (spot, "soft", 16)), 14)
    x += text_width(words, size, serif=True) + 14 + (text_width(spot, 16) + 14 if spot else 0)
    return body + next_players(pen, view, names, x + 12, y, end)


def where_and_when(view: ThebesView, seat: int | None) -> str:
    if seat is None:
        return ""
    player = view["players"][seat]
    return f"{place_name(player['place'])}, {when(player, view)}" + (
        f" of {view['year']}" if player["year"] == view["year"] and not player["done"] else ""
    )


def next_players(pen: Pen, view: ThebesView, names: Names, x: float, y: float, end: float) -> str:
    """Draw the others in the order in which they move, or once the game is over in the order they came in."""
    over = view["phase"] == "over"
    following = runners_up(view) if over else others_next(view)
    if not following:
        return ""
    size = 14 if pen.phone else 15
    first = "" if over else "next" if seat_to_act(view) is None else "then"
    body = "" if pen.phone else line(x - 10, y - 22, x - 10, y + 7, "hair")
    x += 0 if pen.phone and not first else 4
    if first:
        body += text(x, y - 0.5, first, "muted", size=size)
        x += text_width(first, size) + 10
    for seat in following:
        name = cut(names[seat], 120, size)
        label = f"{name} {view['players'][seat]['score']['total']}" if over else "" if pen.phone else name
        if x + 20 + text_width(label, size) > end:
            break
        body += legend_dot(pen, seat, x + 7, y - 5.5, 14) + text(x + 19, y - 0.5, label, "soft", size=size)
        x += 19 + text_width(label, size) + (2 if not label else 16)
    return body


def section(x: float, y: float, title: str, words: str) -> str:
    return run(x, y, ((title, "serif italic semibold", 18), (words, "muted", 14)), 10)


def piles(view: ThebesView) -> str:
    thrown = len(view["discards"])
    return f"{view['deck']} in the deck, {thrown or 'none'} discarded, {view['aside']} set aside"


def panel_column(
    pen: Pen, view: ThebesView, names: Names, x: float, y: float, wide: float, space: float, gap: float
) -> tuple[str, float]:  # fmt: skip
    """Draw the panels one below the other, spread over the space but never shrunk; also return where they end.

    With few players they are drawn larger.
    """
    players = view["players"]
    scale = 1.0 if pen.phone else LARGER.get(len(players), 1.0)
    heights = [panel_height(player, wide / scale) * scale for player in players]
    spare = (space - sum(heights) - gap * (len(players) - 1)) / len(players)
    grow = min(max(spare, 0), MOST_GROWTH)
    body = ""
    for seat, height in enumerate(heights):
        drawn = panel(pen, view, seat, names[seat], wide / scale, (height + grow) / scale)
        larger = f'<g transform="scale({scale})">{drawn}</g>' if scale != 1 else drawn
        body += pen.group(larger, f"panel-{seat}", title=where(view, names, seat), x=x, y=y)
        y += height + grow + gap
    return body, y - gap


def phone_table(pen: Pen, view: ThebesView, names: Names) -> tuple[str, float, float]:
    laid, margin = layout(True), 12.0
    inside = PHONE_WIDTH - 2 * margin
    body, _ = masthead(pen, "Thebes", margin)
    body += line(0, 46.5, PHONE_WIDTH, 46.5, "hair")
    body += turn(pen, view, names, margin, 71, PHONE_WIDTH - margin)
    y = 102.0
    body += pen.group(map_and_calendar(pen, laid, view, names), x=(PHONE_WIDTH - laid.width) / 2, y=y)
    y += laid.height + 12
    if view["dig"]:
        drawn, high = dig_sheet(pen, view["dig"], view["year"], names[view["dig"]["seat"]], inside)
        body, y = body + pen.group(drawn, x=margin, y=y), y + high + 14
    body += section(margin, y + 16, "Open cards", piles_short(view))
    body += open_cards(pen, view["cards"], margin, y + 28, inside, 128, 6)
    y += 28 + 128 + 10
    body += section(margin, y + 18, "Exhibitions", "")
    body += exhibitions(pen, view["exhibitions"], margin, y + 30, inside, 106, 7)
    y += 30 + 106 + 16
    panels, y = panel_column(pen, view, names, margin, y, inside, 0, 12)
    return body + panels, PHONE_WIDTH, y + 16


def piles_short(view: ThebesView) -> str:
    return f"deck {view['deck']}, discards {len(view['discards'])}, aside {view['aside']}"
