"""The museum as a floor plan: a hall, a ring of small rooms, and round them a large room for every wing."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

from digsite.core.svg import Pen, circle, escape, num, path, text
from digsite.games.mykerinos.draw.art import emblem, figure, patron_key
from digsite.games.mykerinos.draw.description import Names, room_title
from digsite.games.mykerinos.rules.names import patron_name
from digsite.games.mykerinos.rules.view_types import MykerinosView, RoomView

WINGS = 5
TURN = 360 / WINGS
OUTER_VALUE = 5
SHARES = {2: 29.0, 3: 43.0, 5: 72.0}


@dataclass(frozen=True)
class MuseumRadii:
    """Middle, radius, and the radii of the two inner walls."""

    x: float
    y: float
    radius: float

    @property
    def hall(self) -> float:
        return self.radius * 0.285

    @property
    def ring(self) -> float:
        return self.radius * 0.67

    @property
    def apse(self) -> float:
        return self.radius * 0.126

    def at(self, radius: float, angle: float) -> tuple[float, float]:
        """Return the point at an angle and a radius; angles run clockwise from the top, in degrees."""
        turned = radians(angle - 90)
        return self.x + radius * cos(turned), self.y + radius * sin(turned)

    def point(self, radius: float, angle: float) -> str:
        x, y = self.at(radius, angle)
        return f"{num(x)} {num(y)}"

    def arc(self, radius: float, first: float, last: float) -> str:
        size = num(radius)
        return f"M{self.point(radius, first)}A{size} {size} 0 0 1 {self.point(radius, last)}"

    def sector(self, inner: float, outer: float, first: float, last: float) -> str:
        size, small = num(outer), num(inner)
        return (
            f"M{self.point(outer, first)}A{size} {size} 0 0 1 {self.point(outer, last)}"
            f"L{self.point(inner, last)}A{small} {small} 0 0 0 {self.point(inner, first)}Z"
        )

    def spoke(self, inner: float, outer: float, angle: float) -> str:
        return f"M{self.point(inner, angle)}L{self.point(outer, angle)}"


@dataclass(frozen=True)
class Place:
    """A room and the angles between which it lies."""

    room: RoomView
    first: float
    last: float

    @property
    def middle(self) -> float:
        return (self.first + self.last) / 2

    @property
    def outer(self) -> bool:
        return bool(self.room["value"] >= OUTER_VALUE)


def middle_of(wings: list[int]) -> float:
    """Return the angle of a room: its wing's, or between two wings, also where the ring closes."""
    low, high = min(wings), max(wings)
    return (high + 0.5) * TURN if (low, high) == (0, WINGS - 1) else (low + high) / 2 * TURN


def places(rooms: list[RoomView]) -> list[Place]:
    """Return the rooms of both rings, each filled all the way round in the order of the wings."""
    out: list[Place] = []
    for large in (False, True):
        ring = sorted(
            (room for room in rooms if (room["value"] >= OUTER_VALUE) == large),
            key=lambda room: (middle_of(room["wings"]), room["room"]),
        )
        shares = [SHARES[room["value"]] for room in ring]
        scale = 360 / sum(shares) if shares else 1.0
        angle = middle_of(ring[0]["wings"]) - shares[0] * scale / 2 if ring else 0.0
        for room, share in zip(ring, shares, strict=True):
            out.append(Place(room, angle, angle + share * scale))
            angle += share * scale
    return out


def museum(pen: Pen, view: MykerinosView, names: Names, x: float, y: float, radius: float) -> str:
    plan, laid = MuseumRadii(x, y, radius), places(view["museum"]["rooms"])
    wings: list[str] = view["museum"]["wings"]
    body = "".join(
        circle(*plan.at(radius + plan.apse * 0.3, wing * TURN), plan.apse * 1.12, "apse") for wing in range(WINGS)
    )
    body += "".join(room(pen, view, names, plan, place) for place in laid)
    body += hall(plan) + path(walls(plan, laid), "wall")
    body += "".join(content(pen, plan, place) for place in laid)
    body += "".join(wing(pen, plan, number, patron) for number, patron in enumerate(wings))
    return pen.group(body, "museum", title="The museum")


def room(pen: Pen, view: MykerinosView, names: Names, plan: MuseumRadii, place: Place) -> str:
    """Draw a floor; a room of two wings shows the colour of both."""
    inner, outer = (plan.ring, plan.radius) if place.outer else (plan.hall, plan.ring)
    wings = clockwise(place.room["wings"])
    share = (place.last - place.first) / len(wings)
    body = "".join(
        path(
            plan.sector(inner, outer, place.first + share * index, place.first + share * (index + 1)),
            f"room floor-{floor(view, wing)}",
        )
        for index, wing in enumerate(wings)
    )
    return pen.group(body, f"room-{place.room['room']}", title=room_title(view, names, place.room))


def clockwise(wings: list[int]) -> list[int]:
    return sorted(wings, reverse=set(wings) == {0, WINGS - 1})


def floor(view: MykerinosView, wing: int) -> str:
    wings = view["museum"]["wings"]
    return patron_key(wings[wing] if wing < len(wings) else None)


def walls(plan: MuseumRadii, laid: list[Place]) -> str:
    out = plan.arc(plan.radius, 0, 180) + plan.arc(plan.radius, 180, 360)
    for place in laid:
        inner, outer = (plan.ring, plan.radius) if place.outer else (plan.hall, plan.ring)
        out += plan.spoke(inner, outer, place.last)
        if place.outer:
            out += pierced(plan, plan.ring, place, doors(place, laid))
        else:
            half = 8.5 if place.room["value"] > 2 else 7.6
            out += pierced(plan, plan.hall, place, [(place.middle, half)])
    return out


def doors(place: Place, laid: list[Place]) -> list[tuple[float, float]]:
    """Return where the rooms inside open into a large one: the middle of what they share, and half the width."""
    out = []
    for other in laid:
        if other.room["room"] not in place.room["doors"] or other.outer:
            continue
        for turn in (-360, 0, 360):
            first, last = max(place.first, other.first + turn), min(place.last, other.last + turn)
            if last - first > 1:
                out.append(((first + last) / 2, min(7.2, (last - first) / 4)))
    return sorted(out)


def pierced(plan: MuseumRadii, radius: float, place: Place, gaps: list[tuple[float, float]]) -> str:
    out, angle = "", place.first
    for middle, half in gaps:
        out += plan.arc(radius, angle, middle - half)
        angle = middle + half
    return out + plan.arc(radius, angle, place.last)


def hall(plan: MuseumRadii) -> str:
    body = circle(plan.x, plan.y, plan.hall, "hall")
    body += "".join(circle(plan.x, plan.y, plan.hall * share, "inlay") for share in (0.86, 0.8))
    points = [plan.point(plan.hall * (0.36 if step % 2 else 0.78), step * 36) for step in range(10)]
    return body + path(f"M{'L'.join(points)}Z", "star")


def content(pen: Pen, plan: MuseumRadii, place: Place) -> str:
    """Draw the value of a room, or who holds it with the value small beside."""
    value, holder = place.room["value"], place.room["holder"]
    wide = 2 * plan.radius
    inner, outer = (plan.ring, plan.radius) if place.outer else (plan.hall, plan.ring)
    radius = (inner + outer) / 2 + {2: 0.036, 3: 0.008, 5: -0.02}[value] * wide
    size = {2: 0.058, 3: 0.062, 5: 0.07}[value] * wide
    if holder is None:
        x, y = plan.at(radius, place.middle)
        return text(x, y + size * 0.34, str(value), "serif medium", size=size, anchor="middle")
    tall = {2: 0.066, 3: 0.078, 5: 0.084}[value] * wide
    x, y = plan.at(radius - {2: 0.05, 3: 0.0, 5: 0.014}[value] * wide, place.middle)
    body = figure(pen, holder, x - (tall * 0.12 if value == 3 else 0), y + tall * 0.62, tall, shadow=True)
    x, y = number_spot(plan, place, x, y, tall)
    small = max(12.5, size * 0.66)
    body += text(x, y + small * 0.34, str(value), "bold", size=small, anchor="middle")
    return pen.group(body, f"holder-{place.room['room']}")


def number_spot(plan: MuseumRadii, place: Place, x: float, y: float, tall: float) -> tuple[float, float]:
    """Return where the value of a held room goes: in a large one along the ring, in a "2" towards its door."""
    if place.outer:
        return plan.at((plan.ring + plan.radius) / 2 - plan.radius * 0.03, place.middle + 13)
    if place.room["value"] == min(SHARES):
        return plan.at(plan.ring * 0.92, place.middle)
    return x + tall * 0.6, y - tall * 0.36


def wing(pen: Pen, plan: MuseumRadii, number: int, patron: str) -> str:
    """Draw the patron's emblem in the apse, the name along the wall, left of it."""
    angle, wide = number * TURN, 2 * plan.radius
    below = 90 < angle < 270
    radius = plan.radius - wide * (0.018 if below else 0.047)
    arc = plan.arc(radius, angle - 35, angle + 35)
    if below:
        size = num(radius)
        arc = f"M{plan.point(radius, angle + 35)}A{size} {size} 0 0 0 {plan.point(radius, angle - 35)}"
    name = patron_name(patron)
    line = f"{pen.prefix}wing-name-{number}"
    body = f'<path id="{escape(line)}" d="{arc}" class="none"/>'
    body += (
        f'<text class="wing-name" font-size="{num(max(13, wide * 0.044))}"><textPath href="#{escape(line)}" '
        f'startOffset="{23.5 if len(name) > 7 else 25}%" text-anchor="middle">{name}</textPath></text>'
    )
    body += emblem(pen, patron, *plan.at(plan.radius + plan.apse * 0.3, angle), plan.apse * 0.92)
    return pen.group(body, f"wing-{number}", title=name)
