"""The desert: sand, plots with their strings and cartouches, pyramids, archaeologists, zones and coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import sin

from digsite.core.svg import Pen, circle, escape, num, path, rect, text
from digsite.games.mykerinos.draw.art import PYRAMIDS, emblem, figure, patron_key
from digsite.games.mykerinos.draw.description import Names, name_of
from digsite.games.mykerinos.rules.names import ROMAN, patron_name
from digsite.games.mykerinos.rules.view_types import FieldView, MykerinosView, TileView

COLUMNS, ZONE_ROWS = 8, 3
LETTERS = "abcdefgh"
ALONE, ON_PYRAMID = 0.52, 0.44


@dataclass(frozen=True)
class Ground:
    """Where everything lies: one square field after another, a gap between the two columns of zones."""

    rows: int
    field: float
    left: float  # before the sand begins
    margin: float  # sand left of the first field, where the row numbers stand
    gap: float
    band: float  # over each row of zones, where the cartouches stand
    corner: float
    phone: bool = False

    @property
    def wide(self) -> float:
        return self.margin + COLUMNS * self.field + self.gap + (8 if not self.phone else self.margin / 2)

    @property
    def high(self) -> float:
        return self.y(self.rows - 1) + self.field + (24 if not self.phone else 20)

    def x(self, column: int) -> float:
        return self.left + self.margin + column * self.field + (self.gap if column >= COLUMNS // 2 else 0)

    def y(self, row: int) -> float:
        return 6 + self.band + row * self.field + row // ZONE_ROWS * (self.band + 4)

    def zone(self, zone: int) -> tuple[float, float, float, float]:
        """Return the left, top, width and height of a zone's twelve fields."""
        return self.x(zone % 2 * 4), self.y(zone // 2 * 3), 4 * self.field, 3 * self.field


def rows_of(view: MykerinosView) -> int:
    return len(view["fields"]) // COLUMNS


def ground(view: MykerinosView, phone: bool, wide: float) -> Ground:
    rows = rows_of(view)
    if phone:
        return Ground(rows, 45.5, 0, 13, 6.5, 26, 0, phone=True)
    size = 80.0 if rows <= 2 * ZONE_ROWS else 56.0
    sand = 20 + COLUMNS * size + 16 + 8
    return Ground(rows, size, (wide - sand) / 2, 20, 16, 36 if rows <= 2 * ZONE_ROWS else 34, 10)


def sand(pen: Pen, laid: Ground) -> str:
    """Draw sand with ripples that never cross; they shine through the plots."""
    shape = rect(laid.left, 0, laid.wide, laid.high, "desert", laid.corner)
    lines = pen.group(path(ripples(laid.wide, laid.high, laid.field), "ripple"), x=laid.left)
    edge = f"<clipPath{pen.id('sand-edge')}>{shape}</clipPath>"
    return f'{edge}{shape}<g clip-path="url(#{escape(pen.prefix)}sand-edge)">{lines}</g>'


@cache
def ripples(wide: float, high: float, size: float) -> str:
    out, step = "", size / 2.2

    def height(x: float, y: float) -> float:
        return y + 13 * sin(x / 97 + y / 31) + 8 * sin(x / 41 - y / 26 + 2) + 5 * sin(x / 210 + 1)

    y = -24.0
    while y < high + 24:
        spots = [(x * step, height(x * step, y)) for x in range(int(wide / step) + 4)]
        out += f"M0 {num(spots[0][1])}"
        for (x, one), (then, other) in pairwise(spots[1:]):
            out += f"Q{num(x)} {num(one)} {num((x + then) / 2)} {num((one + other) / 2)}"
        y += 10
    return out


def zones(pen: Pen, laid: Ground, view: MykerinosView) -> str:
    """Draw every zone with its two plots; while one is scored the others step back."""
    scored = view["scoring"]["zone"] if view["scoring"] else None
    return "".join(zone(pen, laid, view, number, scored) for number in range(len(view["zones"])))


def zone(pen: Pen, laid: Ground, view: MykerinosView, number: int, scored: int | None) -> str:
    x, y, wide, high = laid.zone(number)
    body = rect(x - 3.5, y - 3.5, wide + 7, high + 7, "zone-frame", 5)
    live = [field for field in view["fields"] if field["zone"] == number]
    for side, tile in enumerate(view["zones"][number]["tiles"]):
        own = [field for field in live if LETTERS.index(field["field"][0]) % 4 // 2 == side]
        body += plot(pen, laid, view, tile, own)
    if scored == number:
        body += rect(x - 3.5, y - 3.5, wide + 7, high + 7, "zone-scored", 6)
    dim = "dim" if scored is not None and scored != number else ""
    return pen.group(body, f"zone-{number}", dim, title=f"Zone {ROMAN[number]}")


def plot(
    pen: Pen, laid: Ground, view: MykerinosView, tile: TileView | None, fields: list[FieldView]
) -> str:  # fmt: skip
    column, row = spot(fields[0])
    x, y, size = laid.x(column), laid.y(row), laid.field
    wide, high = 2 * size, 3 * size
    body = rect(x, y, wide, high, "plot" if tile else "plot-gone", 3)
    body += "".join(field(pen, laid, view, each, bool(tile)) for each in fields)
    body += strings(laid, x, y) if tile else ""
    body += "".join(pyramid(pen, laid, each) for each in fields if each["pyramid"] and tile)
    if not tile:
        return body
    body += cartouche(pen, laid, tile, x, y)
    title = f"{patron_name(tile['patron'])}, {tile['points']}"
    return pen.group(body, f"tile-{tile['tile']}", title=title)


def spot(field: FieldView) -> tuple[int, int]:
    """Return the column and row of a field, from its name."""
    return LETTERS.index(field["field"][0]), int(field["field"][1:]) - 1


def field(pen: Pen, laid: Ground, view: MykerinosView, each: FieldView, dealt: bool) -> str:
    column, row = spot(each)
    x, y, size = laid.x(column) + 2.5, laid.y(row) + 2.5, laid.field - 5
    body = rect(x, y, size, size, "field" if dealt else "field-gone", 2.5)
    if view["chain"] and view["chain"]["last"] == each["field"]:
        body += rect(x, y, size, size, "last", 4)
    title = each["field"] + (", pyramid" if each["pyramid"] and dealt else "")
    return pen.group(body, f"field-{each['field']}", title=title)


def strings(laid: Ground, x: float, y: float) -> str:
    size = laid.field
    lines = f"M{num(x + size)} {num(y)}v{num(3 * size)}"
    lines += "".join(f"M{num(x)} {num(y + row * size)}h{num(2 * size)}" for row in (1, 2))
    pegs = "".join(
        circle(x + column * size, y + row * size, 1.7 if laid.phone else 2.2, "peg")
        for column in range(3)
        for row in range(4)
    )
    return path(lines, "string") + pegs


def pyramid(pen: Pen, laid: Ground, each: FieldView) -> str:
    column, row = spot(each)
    variant = 0 if each["archaeologist"] is not None else (column * 5 + row * 7) % PYRAMIDS
    middle = laid.field / 2
    return pen.symbol(f"pyramid-{variant}", laid.x(column) + middle, laid.y(row) + middle, laid.field, "pyramid")


def cartouche(pen: Pen, laid: Ground, tile: TileView, x: float, y: float) -> str:
    """Draw over a plot its patron, and its points after a bar."""
    small = laid.field < 70
    high = 21.5 if laid.phone else 26 if small else 29
    size = 12.0 if laid.phone else 13.5 if small else 17.0
    left, wide = x + 1.5, 2 * laid.field - 3
    top = y - laid.band + (laid.band - high) / 2 - (0 if laid.phone else 1)
    middle = top + high / 2
    key = patron_key(tile["patron"])
    body = rect(left, top, wide, high, f"cartouche edge-{key}", high / 2)
    body += emblem(pen, tile["patron"], left + high / 2, middle, high / 2 - (3 if laid.phone else 2.4))
    number = left + wide - (6.5 if laid.phone else 10 if small else 16)
    if not small:
        body += path(f"M{num(left + wide - high * 1.34)} {num(top + 4)}v{num(high - 8)}", f"cartouche-bar edge-{key}")
    start = left + high + (-2.5 if laid.phone else 2 if small else 5)
    body += text(start, middle + size * 0.32, patron_name(tile["patron"]), "serif medium", size=size)
    return body + text(number, middle + size * 0.37, str(tile["points"]), "bold", size=size + 1.5, anchor="end")


def figures(pen: Pen, laid: Ground, view: MykerinosView, names: Names) -> str:
    """Draw the archaeologists; one on a pyramid stands smaller at its foot, so that the pyramid stays in sight."""
    scored = view["scoring"]["zone"] if view["scoring"] else None
    body = ""
    for each in view["fields"]:
        colour = each["archaeologist"]
        if colour is None:
            continue
        column, row = spot(each)
        x, foot, wide = laid.x(column) + laid.field / 2, laid.y(row) + laid.field * 0.87, laid.field * ALONE
        if each["pyramid"]:
            x, foot, wide = x - laid.field * 0.19, foot + laid.field * 0.05, laid.field * ON_PYRAMID
        drawn = figure(pen, colour, x, foot, wide, shadow=True)
        dim = "dim" if scored is not None and each["zone"] != scored else ""
        title = f"{name_of(names, colour)}, {each['field']}"
        body += pen.group(drawn, f"figure-{each['field']}", dim, title=title)
    return body


def coordinates(laid: Ground) -> str:
    size, low = (12.5 if laid.phone else 13.5), laid.high - (5 if laid.phone else 6)
    body = "".join(
        text(laid.x(column) + laid.field / 2, low, letter, "coordinate", size=size, anchor="middle")
        for column, letter in enumerate(LETTERS)
    )
    x = laid.left + laid.margin / 2 - (0.5 if laid.phone else 1)
    return body + "".join(
        text(x, laid.y(row) + laid.field / 2 + 4.5, str(row + 1), "coordinate", size=size, anchor="middle")
        for row in range(laid.rows)
    )


def desert(pen: Pen, laid: Ground, view: MykerinosView, names: Names) -> str:
    body = sand(pen, laid) + zones(pen, laid, view) + figures(pen, laid, view, names) + coordinates(laid)
    return pen.group(body, "desert")
