"""The map: static land and sea, and over it the routes, the places, the first-dig bonuses and the figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from digsite.core.palette import COLOURS
from digsite.core.svg import Pen, circle, escape, num, path, rect, run, text, text_width
from digsite.games.thebes.draw.art import site_disc
from digsite.games.thebes.draw.places import BY_SEA, ROUTES, SITES, Layout, Spot
from digsite.games.thebes.rules.names import place_name
from digsite.games.thebes.rules.view_types import ThebesView

NAMED = re.compile(
    r'<path id="map-name-\d+" class="none" d="([^"]+)"/>\s*'
    r'<text class="([^"]+)" font-size="([^"]+)"><textPath [^>]*>([^<]+)</textPath></text>\s*'
)


@cache
def static_map(file: str) -> str:
    return (resources.files("digsite.games.thebes.draw") / file).read_text(encoding="utf-8")


@cache
def land(file: str) -> str:
    """Draw the map without the names of seas and regions."""
    return NAMED.sub("", static_map(file))


@cache
def map_names(file: str) -> list[tuple[str, str, str, str]]:
    """Return the names of seas and regions: the path each is written along, its kind, its size, its words."""
    return NAMED.findall(static_map(file))


def land_and_sea(pen: Pen, layout: Layout) -> str:
    drawn = static_map(layout.map_file).strip()
    return drawn.replace('id="map', f'id="{pen.prefix}map').replace("#map-", f"#{pen.prefix}map-")


def land_names(pen: Pen, layout: Layout, translated: Callable[[str], str], cover: bool) -> str:
    """Draw the names of seas and regions in the reader's language; those that a ticket covers are left out."""
    body = ""
    for number, (along, kind, size, words) in enumerate(map_names(layout.map_file)):
        if cover and words in COVERED:
            continue
        name = f"map-name-{number}"
        body += f'<path{pen.id(name)} class="none" d="{along}"/><text class="{kind}" font-size="{size}">'
        body += f'<textPath href="#{pen.prefix}{name}" startOffset="50%">{escape(translated(words))}</textPath></text>'
    return body


@cache
def routes(layout: Layout) -> str:
    lines = ""
    for start, end, _ in ROUTES:
        curve = route_curve(layout, start, end).drawn
        lines += path(curve, "casing")
        if (start, end) in BY_SEA:
            lines += path(curve, "route by-sea")
        else:
            lines += path(curve, "route") + path(curve, "rails")
    return lines


COVERED = ("Mediterranean Sea", "Atlantic Ocean", "SPAIN")


class Curve(NamedTuple):
    drawn: str
    middle: tuple[float, float]


@cache
def route_curve(layout: Layout, start: str, end: str) -> Curve:
    """Return the line between two neighbours, in either direction."""
    bends = {(one, other): bend for one, other, bend in ROUTES}
    bend = bends[start, end] if (start, end) in bends else -bends[end, start]
    a, b = layout.spots[start], layout.spots[end]
    bow_x = (a.x + b.x) / 2 - (b.y - a.y) * bend
    bow_y = (a.y + b.y) / 2 + (b.x - a.x) * bend
    drawn = f"M{num(a.x)} {num(a.y)}Q{num(bow_x)} {num(bow_y)} {num(b.x)} {num(b.y)}"
    return Curve(drawn, ((a.x + 2 * bow_x + b.x) / 4, (a.y + 2 * bow_y + b.y) / 4))


def places(pen: Pen, layout: Layout, view: ThebesView) -> str:
    marks = "".join(place_mark(pen, layout, place, view) for place in layout.spots)
    crowded = {player["place"] for player in view["players"]}
    return marks + "".join(place_label(layout, place, place in crowded, place_name(place)) for place in layout.spots)


def place_mark(pen: Pen, layout: Layout, place: str, view: ThebesView) -> str:
    """Draw a city's dot or a site's disc."""
    spot = layout.spots[place]
    return site(pen, layout, place, spot, view) if place in SITES else city(pen, layout, place, spot)


def city(pen: Pen, layout: Layout, place: str, spot: Spot) -> str:
    body = circle(spot.x, spot.y, layout.city, "city") + circle(spot.x, spot.y, layout.city * 0.36, "city-dot")
    return pen.group(body, f"city-{place}")


def site(pen: Pen, layout: Layout, place: str, spot: Spot, view: ThebesView) -> str:
    radius = layout.site
    body = circle(spot.x, spot.y, radius, f"site fill-{place}")
    body += circle(spot.x, spot.y, radius - (2 if pen.phone else 2.8), "site-ring")
    body += pen.symbol(f"site-{place}", spot.x, spot.y, radius * 1.22, f"on-{place}")
    if view["sites"][place]["bonus"]:
        body += bonus(pen, layout, place, spot)
    return pen.group(body, f"site-{place}")


def bonus(pen: Pen, layout: Layout, place: str, spot: Spot) -> str:
    """Draw the artifact of 1 point that waits for whoever digs here first."""
    radius = 7.5 if pen.phone else 9.5
    away = (layout.site + radius * 0.6) * 0.72
    x, y = spot.x + away, spot.y - away
    body = circle(x, y, radius, f"bonus fill-{place}")
    size = 11 if pen.phone else 12.5
    body += text(x, y + size * 0.35, "1", f"bold on-{place}", size=size, anchor="middle")
    return pen.group(body, f"bonus-{place}")


def place_label(
    layout: Layout, place: str, crowded: bool, words: str, offered: bool = False, below: bool = False
) -> str:
    """Draw a place's name; or below it in small letters why nothing can be done there."""
    spot, is_site = layout.spots[place], place in SITES
    kind, size = ("place-name place-site", layout.site_size) if is_site else ("place-name", layout.city_size)
    if below:
        kind, size = "place-reason", 13
    (dx, dy), anchor = spot.label(crowded, offered)
    x, y = spot.x + dx, spot.y + dy + (15 if below else 0)
    return text(x, y, words, f"{kind} halo", size=size, anchor=anchor) + text(
        x, y, words, kind, size=size, anchor=anchor
    )


def figures(pen: Pen, layout: Layout, view: ThebesView, names: Sequence[str]) -> str:
    """Draw everyone's figure; those in one place stand in a row, the next to move in front."""
    body = ""
    for seat, place, x, y, wide, high in standing(layout, view):
        drawn = pen.symbol(f"figure-{COLOURS[seat]}", x, y, wide, f"piece fill-{COLOURS[seat]}", high)
        body += pen.group(drawn, f"figure-{seat}", title=f"{names[seat]} in {place_name(place)}")
    return body


class Standing(NamedTuple):
    """A figure in its place, with its middle and its size."""

    seat: int
    place: str
    x: float
    y: float
    wide: float
    high: float


def standing(layout: Layout, view: ThebesView) -> list[Standing]:
    """Return all figures, those behind first."""
    crowd: dict[str, list[int]] = {}
    order = list(view["order"]) + [seat for seat in range(len(view["players"])) if seat not in view["order"]]
    for seat in order:
        crowd.setdefault(view["players"][seat]["place"], []).append(seat)
    by_depth = sorted(crowd.items(), key=lambda item: layout.spots[item[0]].y)
    return [
        Standing(seats[rank], place, *place_of_figure(layout, place, rank, len(seats)))
        for place, seats in by_depth
        for rank in reversed(range(len(seats)))
    ]


def place_of_figure(layout: Layout, place: str, rank: int, count: int) -> tuple[float, float, float, float]:
    """Return the middle and the size of one figure in a row of so many."""
    spot, wide = layout.spots[place], layout.figure
    high, step = wide * 41 / 34, wide * (0.72 if count < 4 else 0.64)
    first = spot.x + spot.feet[0] - (step * (count - 1) / 2 if spot.row == 0 else 0)
    return first + rank * step * (spot.row or 1), spot.y + spot.feet[1] - high / 2, wide, high


def year_plate(pen: Pen, layout: Layout, view: ThebesView) -> str:
    """Draw the cartouche: the year among the years of the game, and what is left in the bags."""
    x, y, wide, high = layout.plate
    body = rect(x, y, wide, high, "plate")
    inset = 3 if pen.phone else 4
    body += rect(x + inset, y + inset, wide - 2 * inset, high - 2 * inset, "plate-line")
    middle = x + wide / 2
    if pen.phone:
        body += text(middle, y + high / 2 + 7, str(view["year"]), "serif semibold old-style", size=23, anchor="middle")
        return pen.group(body, "year")
    body += years(view, middle, y + 46) + bags(pen, view, x, y + 66, wide)
    return pen.group(body, "year")


def years(view: ThebesView, middle: float, y: float) -> str:
    """Draw the years of the game in a row, the present one large."""
    now, other = ("serif semibold old-style", 42.0), ("serif italic old-style muted", 17.0)
    row = [(str(year), *(now if year == view["year"] else other)) for year in view["years"]]
    return run(middle, y, row, 12, anchor="middle")


def bags(pen: Pen, view: ThebesView, x: float, y: float, wide: float) -> str:
    body = text(x + wide / 2, y + 6, "Tokens left in the bags", "serif italic soft", size=15, anchor="middle")
    step = (wide - 28) / len(SITES)
    for index, place in enumerate(SITES):
        left = str(view["sites"][place]["left"])
        middle = x + 14 + (index + 0.5) * step
        start = middle - (22 + text_width(left, 15)) / 2
        body += site_disc(pen, place, start + 9.5, y + 29, 9.5)
        body += text(start + 22.5, y + 34, left, "semibold", size=15)
    return body
