"""The drawings of Mykerinos: patron emblems, pyramids, archaeologists.

Emblems are 24 by 24 line drawings that take the stroke of whatever uses them; pyramids fill a field of 100 by 100.
"""

from __future__ import annotations

from functools import cache

from digsite.core.palette import COLOURS, player_symbols
from digsite.core.svg import Pen, circle, num, path

EMBLEMS = {
    "violet": (
        '<path d="M12 3.2V5M3.6 13A8.4 8.2 0 0 1 20.4 13Q18.3 11.2 16.2 13 14.1 11.2 12 13 9.9 11.2 7.8 13 5.7 11.2 '
        '3.6 13ZM12 13V18.6a2.1 2.1 0 0 0 4.2 0M12 5C9.3 7 8 9.5 7.8 13M12 5C14.7 7 16 9.5 16.2 13"/>'
    ),
    "lemon": (
        '<path d="M5 17.8C3.4 13.5 6 8 11 7.2 13.5 6.8 15.6 7.6 17 9 19.5 11.6 18.4 16.8 14.6 18.8 12 20.2 9 20 7.2 '
        "18.9L4.8 20ZM14.5 7.6C14.5 5 16.5 3.2 20.2 3.4 20.2 6.6 18 8.4 15.6 8M8.4 15.6C8 13.2 9.2 11 11.4 "
        '10.3"/>'
    ),
    "brown": (
        '<path d="M4.2 11.5H11V15.2A3.4 3.4 0 0 1 4.2 15.2ZM11 15.8C15.5 15.6 14.8 10 20.4 9.2M7.6 8.8C6.2 7.4 9 6.6 '
        '7.6 4.8M11 8.2C10.2 7.4 11.6 6.8 10.9 5.7"/>'
    ),
    "blackmore": (
        '<path d="M12 19.5 3.6 10.2C5.6 7.2 8.6 5.6 12 5.6S18.4 7.2 20.4 10.2ZM12 19.5 7.6 6.9M12 19.5V5.6M12 19.5 '
        '16.4 6.9M7.8 14.9C10 12.7 14 12.7 16.2 14.9"/>'
    ),
    "tangerine": (
        '<path d="M9 15.4C14.5 13.2 18.6 8.8 20 3.6 20.3 10 16.6 15.4 11 17.6ZM6.3 13.4 11.6 19.6M9.6 16.7 4.6 '
        '20.4M7.2 14.6C4.8 15.2 3.8 17 4.6 20.4"/>'
    ),
    "no-patron": (
        '<path d="M12 12.2C8.6 9.6 7.8 7.6 8.4 5.6 9.4 2.6 14.6 2.6 15.6 5.6 16.2 7.6 15.4 9.6 12 12.2ZM12 '
        '12.2V21M6.2 13.6H17.8"/>'
    ),
}
EMBLEM_BOX = "0 0 24 24"
PYRAMID_BOX = "0 0 100 100"
PYRAMIDS = 3
PLOT_BOX = "0 0 200 300"
PLOT = (
    '<path class="pitch" d="M1 1h198v298H1z"/>'
    '<path class="string" d="M100 0v300M0 100h200M0 200h200"/>'
    '<path class="pegs" d="M1 1h0M100 1h0M199 1h0M1 100h0M100 100h0M199 100h0M1 200h0M100 200h0M199 200h0M1 299h0'
    'M100 299h0M199 299h0"/>'
)
PLOT_GONE = '<path class="plot-gone" d="M1 1h198v298H1z"/>'

Point = tuple[float, float]
# Apex, left foot, ridge foot, right foot: the pyramid itself, and a small one behind two of the three.
GREAT: tuple[tuple[Point, Point, Point, Point], ...] = (
    ((47, 15), (8, 79), (60, 88), (93, 75)),
    ((42, 15), (5, 80), (54, 88), (84, 76)),
    ((56, 15), (16, 80), (68, 88), (96, 76)),
)
SMALL: dict[int, tuple[Point, Point, Point, Point]] = {
    1: ((80, 36), (62, 72), (84, 76), (97, 70)),
    2: ((17, 46), (3, 75), (21, 79), (32, 73)),
}


def patron_key(patron: str | None) -> str:
    return patron or "no-patron"


def colour_key(colour: int | str) -> str:
    return COLOURS[colour] if isinstance(colour, int) else colour


def polygon(points: tuple[Point, ...], kind: str) -> str:
    return path("M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z", kind)


def between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def stroke(one: Point, other: Point) -> str:
    return f"M{num(one[0])} {num(one[1])}L{num(other[0])} {num(other[1])}"


def courses(apex: Point, left: Point, ridge: Point, right: Point) -> str:
    """Draw layers of stone: whole lines on the dark side, broken ones on the lit side."""
    out = ""
    for layer in range(1, 8):
        share = layer / 8
        west, middle, east = (between(apex, foot, share) for foot in (left, ridge, right))
        out += stroke(middle, east)
        if layer > 2:
            first, last = (0, 0.42) if layer % 2 else (0.55, 1)
            out += stroke(between(west, middle, first), between(west, middle, last))
    return path(out, "courses")


def pyramid_drawing(variant: int) -> str:
    apex, left, ridge, right = GREAT[variant]
    cast = (right[0] + 3, right[1] + 7), (ridge[0] + 10, ridge[1] + 5)
    out = polygon((ridge, right, *cast), "shadow")
    if variant in SMALL:
        top, west, middle, east = SMALL[variant]
        out += polygon((top, west, middle), "pyramid-lit") + polygon((top, middle, east), "pyramid-shade")
    out += polygon((apex, left, ridge), "pyramid-lit") + polygon((apex, ridge, right), "pyramid-shade")
    return out + courses(apex, left, ridge, right)


@cache
def symbols() -> dict[str, tuple[str, str]]:
    drawn = {f"emblem-{patron}": (EMBLEM_BOX, body) for patron, body in EMBLEMS.items()}
    drawn |= {f"pyramid-{variant}": (PYRAMID_BOX, pyramid_drawing(variant)) for variant in range(PYRAMIDS)}
    drawn |= {"plot": (PLOT_BOX, PLOT), "plot-gone": (PLOT_BOX, PLOT_GONE)}
    return drawn | player_symbols()


def emblem(pen: Pen, patron: str | None, x: float, y: float, radius: float, turned: bool = False) -> str:
    """Draw a patron's disc: filled while ready to help, dashed once turned."""
    key = patron_key(patron)
    disc = "disc-turned" if turned else f"fill-{key}"
    if key == "blackmore" and not turned:
        disc += " disc-edge edge-blackmore"
    line = "on-turned" if turned else f"on-{key}"
    return circle(x, y, radius, disc) + pen.symbol(f"emblem-{key}", x, y, radius * 1.46, f"emblem {line}")


def figure(pen: Pen, colour: int | str, x: float, foot: float, width: float, shadow: bool = False) -> str:
    """Draw an archaeologist that stands at x with its feet at `foot`."""
    key, high = colour_key(colour), width * 41 / 34
    cast = ""
    if shadow:
        cast = (
            f'<ellipse cx="{num(x + width * 0.08)}" cy="{num(foot - width * 0.04)}" rx="{num(width * 0.52)}" '
            f'ry="{num(width * 0.1)}" class="shadow"/>'
        )
    return cast + pen.symbol(f"figure-{key}", x, foot - high / 2 + width * 0.03, width, f"piece fill-{key}", high)
