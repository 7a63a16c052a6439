"""The map: static land and sea, and over it the routes, the places, the first-dig bonuses and the figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from digsite.core.look import COLOURS
from digsite.core.svg import Pen, circle, num, path, rect, run, text, text_width
from digsite.games.thebes.draw.art import site_disc
from digsite.games.thebes.draw.places import BY_SEA, ROUTES, SITES, Layout, Spot, place_name

View = Mapping[str, Any]


@cache
def static_map(file: str) -> str:
    return (resources.files("digsite.games.thebes.draw") / file).read_text(encoding="utf-8")


def land_and_sea(pen: Pen, layout: Layout) -> str:
    drawn = static_map(layout.map_file).strip()
    return drawn.replace('id="map', f'id="{pen.prefix}map').replace("#map-", f"#{pen.prefix}map-")


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


class Curve(NamedTuple):
    drawn: str
    middle: tuple[float, float]


def route_curve(layout: Layout, start: str, end: str) -> Curve:
    """The line between two neighbours, in either direction."""
    bends = {(one, other): bend for one, other, bend in ROUTES}
    bend = bends[start, end] if (start, end) in bends else -bends[end, start]
    a, b = layout.spots[start], layout.spots[end]
    bow_x = (a.x + b.x) / 2 - (b.y - a.y) * bend
    bow_y = (a.y + b.y) / 2 + (b.x - a.x) * bend
    drawn = f"M{num(a.x)} {num(a.y)}Q{num(bow_x)} {num(bow_y)} {num(b.x)} {num(b.y)}"
    return Curve(drawn, ((a.x + 2 * bow_x + b.x) / 4, (a.y + 2 * bow_y + b.y) / 4))


def places(pen: Pen, layout: Layout, view: View) -> str:
    marks = "".join(
        site(pen, layout, place, spot, view) if place in SITES else city(pen, layout, place, spot)
        for place, spot in layout.spots.items()
    )
    crowded = {player["place"] for player in view["players"]}
    return marks + "".join(place_label(layout, place, place in crowded) for place in layout.spots)


def city(pen: Pen, layout: Layout, place: str, spot: Spot) -> str:
    body = circle(spot.x, spot.y, layout.city, "city") + circle(spot.x, spot.y, layout.city * 0.36, "city-dot")
    return pen.group(body, f"city-{place}", title=place_name(place))


def site(pen: Pen, layout: Layout, place: str, spot: Spot, view: View) -> str:
    radius = layout.site
    body = circle(spot.x, spot.y, radius, f"site fill-{place}")
    body += circle(spot.x, spot.y, radius - (2 if pen.phone else 2.8), "site-ring")
    body += pen.symbol(f"site-{place}", spot.x, spot.y, radius * 1.22, f"on-{place}")
    state = view["sites"][place]
    told = f"{place_name(place)}: {state['left']} tokens in the bag"
    if state["bonus"]:
        body += bonus(pen, layout, place, spot)
        told += ", the first dig brings 1 more point"
    return pen.group(body, f"site-{place}", title=told)


def bonus(pen: Pen, layout: Layout, place: str, spot: Spot) -> str:
    """The artifact of 1 point that waits for whoever digs here first."""
    radius = 7.5 if pen.phone else 9.5
    away = (layout.site + radius * 0.6) * 0.72
    x, y = spot.x + away, spot.y - away
    body = circle(x, y, radius, f"bonus fill-{place}")
    size = 11 if pen.phone else 12.5
    body += text(x, y + size * 0.35, "1", f"bold on-{place}", size=size, anchor="middle")
    return pen.group(body, f"bonus-{place}")


def place_label(layout: Layout, place: str, crowded: bool) -> str:
    spot, is_site = layout.spots[place], place in SITES
    kind = "place-name place-site" if is_site else "place-name"
    size = layout.site_size if is_site else layout.city_size
    dx, dy = spot.aside if crowded and spot.aside else spot.name
    x, y, name = spot.x + dx, spot.y + dy, place_name(place)
    halo = text(x, y, name, f"{kind} halo", size=size, anchor=spot.anchor)
    return halo + text(x, y, name, kind, size=size, anchor=spot.anchor)


def figures(pen: Pen, layout: Layout, view: View, names: Sequence[str]) -> str:
    """Everyone's figure; those in one place stand in a row, the next to move in front."""
    crowd: dict[str, list[int]] = {}
    order = list(view["order"]) + [seat for seat in range(len(view["players"])) if seat not in view["order"]]
    for seat in order:
        crowd.setdefault(view["players"][seat]["place"], []).append(seat)
    by_depth = sorted(crowd.items(), key=lambda item: layout.spots[item[0]].y)
    return "".join(row_of_figures(pen, layout, place, seats, names) for place, seats in by_depth)


def row_of_figures(pen: Pen, layout: Layout, place: str, seats: Sequence[int], names: Sequence[str]) -> str:
    body = ""
    for rank in reversed(range(len(seats))):
        seat = seats[rank]
        x, y, wide, high = place_of_figure(layout, place, rank, len(seats))
        drawn = pen.symbol(f"figure-{COLOURS[seat]}", x, y, wide, f"piece fill-{COLOURS[seat]}", high)
        body += pen.group(drawn, f"figure-{seat}", title=f"{names[seat]} in {place_name(place)}")
    return body


def place_of_figure(layout: Layout, place: str, rank: int, count: int) -> tuple[float, float, float, float]:
    """The middle and the size of one figure in a row of so many."""
    spot, wide = layout.spots[place], layout.figure
    high, step = wide * 41 / 34, wide * (0.72 if count < 4 else 0.64)
    first = spot.x + spot.feet[0] - (step * (count - 1) / 2 if spot.row == 0 else 0)
    return first + rank * step * (spot.row or 1), spot.y + spot.feet[1] - high / 2, wide, high


def year_plate(pen: Pen, layout: Layout, view: View) -> str:
    """The cartouche: the year among the years of the game, and what is left in the bags."""
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


def years(view: View, middle: float, y: float) -> str:
    """The years of the game in a row, the present one large."""
    now, other = ("serif semibold old-style", 42.0), ("serif italic old-style muted", 17.0)
    row = [(str(year), *(now if year == view["year"] else other)) for year in view["years"]]
    return run(middle, y, row, 12, anchor="middle")


def bags(pen: Pen, view: View, x: float, y: float, wide: float) -> str:
    body = text(x + wide / 2, y + 6, "Tokens left in the bags", "serif italic soft", size=15, anchor="middle")
    step = (wide - 28) / len(SITES)
    for index, place in enumerate(SITES):
        left = str(view["sites"][place]["left"])
        middle = x + 14 + (index + 0.5) * step
        start = middle - (22 + text_width(left, 15)) / 2
        body += site_disc(pen, place, start + 9.5, y + 29, 9.5)
        body += text(start + 22.5, y + 34, left, "semibold", size=15)
    return body
