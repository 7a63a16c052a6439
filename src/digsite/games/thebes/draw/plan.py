"""What a player could do and is about to do, over the board in brass: offers at places, a journey, its weeks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypedDict

from digsite.core.palette import COLOURS, SHAPE_OF
from digsite.core.svg import Pen, circle, path, rect, text, text_width
from digsite.games.thebes.draw.calendar import WEEKS, Track, spot, stacks_of
from digsite.games.thebes.draw.map import place_of_figure, route_curve
from digsite.games.thebes.draw.places import SITES, Layout
from digsite.games.thebes.rules.view_types import ThebesView

Offers = Mapping[str, str]


class PlannedAction(TypedDict):
    """An action about to be taken."""

    seat: int
    route: Sequence[str]  # the places passed, from the first to the last
    travel: int
    weeks: int  # of work after the journey


def rings(layout: Layout, offers: Offers) -> str:
    return "".join(ring(layout, place) for place in offers)


def ring(layout: Layout, place: str) -> str:
    """Draw a brass ring round a place something is offered at."""
    at = layout.spots[place]
    space = (layout.site if place in SITES else layout.city) * (1.3 if place in SITES else 1.75)
    return circle(at.x, at.y, space, "ring")


def pills(pen: Pen, layout: Layout, offers: Offers) -> str:
    """Draw beside each such place a pill with the words of its offer; without words there is only the ring."""
    shown = ((place, words) for place, words in offers.items() if words)
    return "".join(pen.group(pill(pen, layout, place, words), f"offer-{place}") for place, words in shown)


def pill(pen: Pen, layout: Layout, place: str, words: str, icon: str = "", hot: bool = False) -> str:
    """Draw the words of an offer, with the drawing of what it is."""
    size, high, space = (12.0, 18.0, 5.5) if pen.phone else (13.0, 24.0, 10.0)
    at, drawing = layout.spots[place], 17.0 if icon else 0.0
    wide = text_width(words, size) + (drawing + 4 if icon else 0) + 2 * space
    (dx, dy), anchor = at.pill_place(14 if pen.phone else 20)
    left, y = at.x + dx - {"start": 0, "middle": wide / 2, "end": wide}[anchor], at.y + dy
    body = rect(left, y - high / 2, wide, high, "pill", high / 2)
    x = left + space
    if icon:
        body += pen.symbol(f"kind-{icon}", x + drawing / 2 - 1, y, drawing, "pill-drawing")
        x += drawing + 4
    body += text(x, y + size * 0.35, words, "semibold brass", size=size)
    return pen.group(body, kind="hot") if hot else body


def journey(pen: Pen, layout: Layout, route: Sequence[str]) -> str:
    """Return the way along some places, its legs numbered."""
    curves = [route_curve(layout, start, end) for start, end in pairwise(route)]
    body = "".join(path(curve.drawn, "journey-casing") for curve in curves)
    body += "".join(path(curve.drawn, "journey") for curve in curves)
    radius, size = (8.0, 12.0) if pen.phone else (11.0, 13.0)
    for leg, curve in enumerate(curves, 1):
        x, y = curve.middle
        body += circle(x, y, radius, "journey-leg")
        body += text(x, y + size * 0.35, str(leg), "bold brass", size=size, anchor="middle")
    return pen.group(body, "journey")


def planned_weeks(track: Track, view: ThebesView, plan: PlannedAction) -> tuple[str, str]:
    """Return the weeks a plan takes, travel light and action strong: the lane, and the bars beside it."""
    layout, start = track.layout, view["players"][plan["seat"]]["week"]
    travel, action = plan["travel"], plan["weeks"]
    lane = bars = ""
    for step in range(1, min(travel + action, WEEKS) + 1):
        kind = "travel" if step <= travel else "action"
        lane += rect(*track.box(start + step, layout.bar, layout.border - 1.5), f"{kind}-week")
        bars += rect(*track.box(start + step, 0, layout.bar), f"{kind}-bar")
    return lane, bars


def ghosts(pen: Pen, track: Track, view: ThebesView, plan: PlannedAction) -> tuple[str, str]:
    """Return where the plan would leave the player: the figure on the map, the marker on the calendar."""
    seat, layout = plan["seat"], track.layout
    colour = COLOURS[seat]
    reached = view["players"][seat]["week"] + plan["travel"] + plan["weeks"]
    week = (reached - 1) % WEEKS + 1
    there = len(stacks_of(view).get(week, ())) if reached <= WEEKS else 0
    x, y, size = spot(pen, track, week, there, there + 1)
    marker = pen.symbol(SHAPE_OF[colour], x, y, size, f"ghost fill-{colour}")
    goal = plan["route"][-1]
    if goal == plan["route"][0]:
        return "", pen.group(marker, "ghost-marker")
    others = [player for player in view["players"] if player["place"] == goal]
    x, y, wide, high = place_of_figure(layout, goal, len(others), len(others) + 1)
    figure = pen.symbol(f"figure-{colour}", x, y, wide, f"ghost fill-{colour}", high)
    return pen.group(figure, "ghost-figure"), pen.group(marker, "ghost-marker")
