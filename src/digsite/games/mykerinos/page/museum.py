"""The museum in a page: its floor plan with whoever stands there, what a room would add, and which doors open where."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TypedDict

from markupsafe import Markup

from digsite.core.palette import COLOURS
from digsite.core.svg import Pen, circle, escape, num, path, text
from digsite.games.mykerinos.draw.art import emblem, figure, patron_key
from digsite.games.mykerinos.draw.museum import (
    TURN,
    WINGS,
    MuseumRadii,
    Place,
    clockwise,
    floor,
    hall,
    number_spot,
    places,
    walls,
)
from digsite.games.mykerinos.draw.style import PATRONS, ROOT
from digsite.games.mykerinos.page import art, names
from digsite.games.mykerinos.page.choice import called_patron, with_help
from digsite.games.mykerinos.page.news import taken
from digsite.games.mykerinos.page.position import player, view_of
from digsite.games.mykerinos.page.turn import Move, turn_of
from digsite.games.mykerinos.rules.view_types import RoomView, seat_to_act
from digsite.web.art import SpritePen
from digsite.web.i18n import _, listed, points
from digsite.web.viewer import Viewer

RADIUS = 156.0
WIDE, HIGH, TOP = 384.0, 372.0, 200.0
LARGE = 5


class Value(TypedDict):
    """What each plot of a patron counts for a player at the end."""

    patron: str
    worth: int
    high: bool
    words: str
    link: str


class Door(TypedDict):
    """Whether a large room may be entered, and what opens it."""

    patron: str
    words: str
    gain: int | None


class MuseumContext(TypedDict):
    mykerinos: ModuleType
    asked: bool
    open: bool
    nothing: bool
    taken: int
    rooms: int
    plan: Markup
    adds: bool
    held: str
    link: str
    values: list[Value]
    doors: list[Door]


def context(viewer: Viewer) -> MuseumContext:
    """Return what `museum.html` needs."""
    museum, rooms = view_of(viewer)["museum"], turn_of(viewer).rooms(called_patron(viewer))
    seat = reader(viewer)
    labels = {room["room"]: label_of(viewer, room, rooms, seat) for room in museum["rooms"]}
    return {
        "mykerinos": art,
        "asked": bool(rooms),
        "open": bool(rooms) and view_of(viewer)["phase"] != "turn",
        "nothing": seat is not None and not any(gain(viewer, seat, museum["rooms"][room]) for room in rooms),
        "taken": sum(room["holder"] is not None for room in museum["rooms"]),
        "rooms": len(museum["rooms"]),
        "plan": floor_plan(viewer, labels),
        "adds": not rooms and any(label.gain for label in labels.values()),
        "held": held_words(viewer),
        "link": viewer.link(explain="museum"),
        "values": [value(viewer, seat, patron) for patron in museum["wings"] or PATRONS] if seat is not None else [],
        "doors": [door(viewer, seat, room) for room in museum["rooms"] if room["value"] == LARGE and museum["wings"]],
    }


def reader(viewer: Viewer) -> int | None:
    """Return the seat for which values are shown: of several own seats the one to act, else the viewer's."""
    acting = seat_to_act(view_of(viewer))
    return acting if acting in viewer.own else viewer.you


def value(viewer: Viewer, seat: int, patron: str) -> Value:
    """Return what each plot of a patron counts for a player at the end."""
    held = player(viewer, seat)["patrons"][patron]
    return {
        "patron": patron,
        "worth": held["worth"],
        "high": held["worth"] > 1,
        "words": _(
            "%(patron)s: each plot counts %(worth)s", patron=names.patron(patron), worth=held["worth"]
        ),
        "link": viewer.link(explain=f"patron-{patron}-{seat}"),
    }  # fmt: skip


def gain(viewer: Viewer, seat: int, room: RoomView) -> int:
    """Return what a room would add to a player's score as it is now."""
    wings, held = view_of(viewer)["museum"]["wings"], player(viewer, seat)["patrons"]
    own = [held[wings[wing]] for wing in room["wings"] if wing < len(wings)]
    return sum(each["tiles"] * max(0, room["value"] - each["worth"]) for each in own)


def open_to(viewer: Viewer, seat: int, room: RoomView) -> list[RoomView]:
    """Return the own rooms from which a large one is reached."""
    rooms = view_of(viewer)["museum"]["rooms"]
    return [rooms[door] for door in room["doors"] if rooms[door]["holder"] == seat]


def door(viewer: Viewer, seat: int | None, room: RoomView) -> Door:
    """Return whether a large room may be entered, and what opens it."""
    patron = view_of(viewer)["museum"]["wings"][room["wings"][0]]
    name = Markup("<b>{}</b>").format(names.room_name(view_of(viewer), room["room"]))
    free = seat is not None and room["holder"] is None
    added = gain(viewer, seat, room) if seat is not None and free and open_to(viewer, seat, room) else None
    return {"patron": patron, "words": door_words(viewer, seat, room, name), "gain": added}


def door_words(viewer: Viewer, seat: int | None, room: RoomView, name: str) -> str:
    rooms, holder = view_of(viewer)["museum"]["rooms"], room["holder"]
    if holder is not None:
        if holder == viewer.you:
            return _("%(room)s is yours.", room=name)
        return _("%(room)s is held by %(name)s.", room=name, name=viewer.names[holder])
    own = open_to(viewer, seat, room) if seat is not None else []
    if own:
        return _("%(room)s is open: your “%(value)s” leads there.", room=name, value=own[0]["value"])
    free = {rooms[each]["value"] for each in room["doors"] if rooms[each]["holder"] is None}
    if free >= {2, 3}:
        return _("%(room)s is closed. Its “3” or a “2” beside it opens it.", room=name)
    if 3 in free:
        return _("%(room)s is closed. Its “3” opens it.", room=name)
    if 2 in free:
        return _("%(room)s is closed. A “2” beside it opens it.", room=name)
    return _("%(room)s stays closed to you: the rooms before it are taken.", room=name)


@dataclass(frozen=True)
class RoomLabel:
    """The label of a room: its link and words, and what it would bring."""

    link: str
    words: str
    gain: int | None = None  # shown where it may be reserved now, or would bring something
    chosen: bool = False
    open: bool = False


def label_of(viewer: Viewer, room: RoomView, rooms: Mapping[int, Move], seat: int | None) -> RoomLabel:
    number = room["room"]
    name = names.room_name(view_of(viewer), number)
    about = viewer.link(explain=f"room-{number}")
    if room["holder"] is not None:
        return RoomLabel(about, _("%(room)s: %(name)s", room=name, name=viewer.name(room["holder"])))
    if number in rooms and seat is not None:
        added, key = gain(viewer, seat, room), rooms[number].key
        words = _("%(room)s: reserve, +%(points)s at the end", room=name, points=added)
        link = viewer.link(choose=key, **with_help(viewer, rooms[number]))
        return RoomLabel(link, words, added, viewer.query.choose == key, True)
    if room["value"] == LARGE and seat is not None and not open_to(viewer, seat, room):
        return RoomLabel(about, _("%(room)s: free, closed to you", room=name))
    added = gain(viewer, seat, room) if seat is not None and not rooms else 0
    if added:
        return RoomLabel(about, _("%(room)s: free, would add %(points)s", room=name, points=points(added)), added)
    return RoomLabel(about, _("%(room)s: free", room=name))


def plan_at_the_end(viewer: Viewer) -> Markup:
    """Return the floor plan once the game is over; its ids begin with "end-"."""
    rooms = view_of(viewer)["museum"]["rooms"]
    return floor_plan(viewer, {room["room"]: label_of(viewer, room, {}, None) for room in rooms}, "end-")


def floor_plan(viewer: Viewer, labels: Mapping[int, RoomLabel], prefix: str = "") -> Markup:
    """Return the floor plan; every room leads to what it is, or to what reserving it would bring a player."""
    museum = view_of(viewer)["museum"]
    pen, plan = SpritePen({}, ROOT, prefix), MuseumRadii(WIDE / 2, TOP, RADIUS)
    laid = [(place, labels[place.room["room"]]) for place in places([*museum["rooms"]])]
    body = "".join(
        circle(*plan.at(RADIUS + plan.apse * 0.3, wing * TURN), plan.apse * 1.12, "apse") for wing in range(WINGS)
    )
    body += "".join(floor_of(pen, viewer, plan, *each) for each in laid)
    body += hall(plan) + path(walls(plan, [place for place, _label in laid]), "wall")
    fresh = taken(viewer).rooms
    body += "".join(inside(pen, plan, *each, each[0].room["room"] in fresh) for each in laid)
    body += "".join(wing(pen, plan, number, patron) for number, patron in enumerate(museum["wings"]))
    box = f'viewBox="0 0 {num(WIDE)} {num(HIGH)}"'
    title = escape(_("Floor plan"))
    return Markup(
        f'<svg{pen.id("floor-plan")} class="{ROOT} floor-plan" {box} role="group" aria-label="{title}">{body}</svg>'
    )


def floor_of(pen: Pen, viewer: Viewer, plan: MuseumRadii, place: Place, label: RoomLabel) -> str:
    """Return a room's floor, lit where taking it would pay; a room of two wings shows the colour of both."""
    inner, outer = (plan.ring, plan.radius) if place.outer else (plan.hall, plan.ring)
    wings = clockwise(place.room["wings"])
    share = (place.last - place.first) / len(wings)
    kind = "room chosen-room" if label.chosen else "room lit-room" if label.open and label.gain else "room"
    body = "".join(
        path(
            plan.sector(inner, outer, place.first + share * index, place.first + share * (index + 1)),
            f"{kind} floor-{floor(view_of(viewer), each)}",
        )
        for index, each in enumerate(wings)
    )
    kind = ' class="may-reserve"' if label.open else ' tabindex="-1"'
    address = f'href="{escape(label.link)}" aria-label="{escape(label.words)}"'
    return f"<a{pen.id('room-' + str(place.room['room']))}{kind} {address}>{body}</a>"


def inside(pen: Pen, plan: MuseumRadii, place: Place, label: RoomLabel, fresh: bool) -> str:
    """Return the value with what it would add, or who holds the room, marked if just taken, the value beside."""
    room, wide = place.room, 2 * plan.radius
    inner, outer = (plan.ring, plan.radius) if place.outer else (plan.hall, plan.ring)
    radius = (inner + outer) / 2 + {2: 0.036, 3: 0.008, 5: -0.02}[room["value"]] * wide
    size = {2: 17.0, 3: 19.0, 5: 21.0}[room["value"]]
    if room["holder"] is None:
        return free_room(plan, place, label, radius, size)
    tall = {2: 22.0, 3: 25.0, 5: 27.0}[room["value"]]
    x, y = plan.at(radius - {2: 0.05, 3: 0.0, 5: 0.014}[room["value"]] * wide, place.middle)
    body = (
        circle(x - (tall * 0.12 if room["value"] == 3 else 0), y, tall * 0.78, f"came of-{COLOURS[room['holder']]}")
        if fresh
        else ""
    )
    body += figure(pen, room["holder"], x - (tall * 0.12 if room["value"] == 3 else 0), y + tall * 0.62, tall, True)
    x, y = number_spot(plan, place, x, y, tall)
    body += text(x, y + 4.5, str(room["value"]), "bold", size=13, anchor="middle")
    return pen.group(body, f"holder-{room['room']}", "within glide")


def free_room(plan: MuseumRadii, place: Place, label: RoomLabel, radius: float, size: float) -> str:
    x, y = plan.at(radius, place.middle)
    if label.gain is None:
        return text(x, y + size * 0.34, str(place.room["value"]), "serif medium within", size=size, anchor="middle")
    added = f"+{label.gain}" if label.gain else "0"
    kind = "muted within" if not label.gain else "bold brass within" if label.open else "would-add within"
    if place.outer:
        body = text(x - 4, y + size * 0.34, str(place.room["value"]), "serif medium within", size=size, anchor="end")
        return body + text(x + 4, y + size * 0.3, added, kind, size=15)
    body = text(x, y - 1, str(place.room["value"]), "serif medium within", size=size - 1, anchor="middle")
    return body + text(x, y + 13, added, kind, size=13.5, anchor="middle")


def wing(pen: Pen, plan: MuseumRadii, number: int, patron: str) -> str:
    """Return the patron's emblem in the apse, the name along the wall, left of it."""
    angle = number * TURN
    below = 90 < angle < 270
    radius = plan.radius - (5.6 if below else 14.6)
    arc = plan.arc(radius, angle - 35, angle + 35)
    if below:
        size = num(radius)
        arc = f"M{plan.point(radius, angle + 35)}A{size} {size} 0 0 0 {plan.point(radius, angle - 35)}"
    name = names.patron_short(patron)
    line = f"{pen.prefix}wing-name-{number}"
    body = f'<path id="{line}" d="{arc}" class="none"/><text class="wing-name" font-size="14.5"><textPath '
    body += f'href="#{line}" startOffset="{22 if len(name) > 7 else 25}%" text-anchor="middle">'
    body += f"{escape(name)}</textPath></text>"
    body += emblem(pen, patron, *plan.at(plan.radius + plan.apse * 0.3, angle), plan.apse * 0.92)
    return pen.group(body, f"wing-{number}", f"within wing-of-{patron_key(patron)}", title=names.patron(patron))


def held_words(viewer: Viewer) -> str:
    """Return who stands where, for those who cannot see the plan."""
    view = view_of(viewer)
    words = [
        _("%(name)s in %(room)s", name=viewer.name(room["holder"]), room=names.room_name(view, room["room"]))
        for room in view["museum"]["rooms"]
        if room["holder"] is not None
    ]
    return listed(words) if words else _("Nobody has a room yet")
