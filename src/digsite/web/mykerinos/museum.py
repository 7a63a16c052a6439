"""The museum in a page: its floor plan with whoever stands there, what a room would add, and which doors open where."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from digsite.core.svg import Pen, circle, escape, num, path, text
from digsite.games.mykerinos.draw.art import emblem, figure, patron_key
from digsite.games.mykerinos.draw.museum import (
    TURN,
    WINGS,
    Place,
    Plan,
    clockwise,
    floor,
    hall,
    number_spot,
    places,
    walls,
)
from digsite.games.mykerinos.draw.style import PATRONS, ROOT
from digsite.web.look import Look
from digsite.web.mykerinos import art, names
from digsite.web.mykerinos.acting import Deed, with_help
from digsite.web.words import _, listed, points

Room = Mapping[str, Any]
Entry = dict[str, Any]
RADIUS = 156.0
WIDE, HIGH, TOP = 384.0, 372.0, 200.0
LARGE = 5


def told(look: Look, rooms: Mapping[int, Deed]) -> dict[str, Any]:
    """What the template needs; `rooms` are those that may be reserved now."""
    museum = look.view["museum"]
    seat = reader(look)
    plan = drawn(look, rooms, seat)
    return {
        "mykerinos": art,
        "asked": bool(rooms),
        "open": bool(rooms) and look.view["phase"] != "turn",
        "nothing": seat is not None and not any(gain(look, seat, museum["rooms"][room]) for room in rooms),
        "taken": sum(room["holder"] is not None for room in museum["rooms"]),
        "rooms": len(museum["rooms"]),
        "plan": plan,
        "adds": not rooms and "would-add" in plan,
        "held": held_words(look),
        "link": look.link(explain="museum"),
        "values": [value(look, seat, patron) for patron in museum["wings"] or PATRONS] if seat is not None else [],
        "doors": [door(look, seat, room) for room in museum["rooms"] if room["value"] == LARGE and museum["wings"]],
    }


def reader(look: Look) -> int | None:
    """For whom the values are told: the one who looks, or whose turn it is of several."""
    acting = look.view["to_act"]
    return acting if acting in look.own else look.you


def value(look: Look, seat: int, patron: str) -> Entry:
    """What each plot of a patron counts for a player at the end."""
    held = look.view["players"][seat]["patrons"][patron]
    return {
        "patron": patron,
        "worth": held["worth"],
        "high": held["worth"] > 1,
        "words": _(
            "%(patron)s: each plot counts %(worth)s", patron=names.patron(patron), worth=held["worth"]
        ),
        "link": look.link(explain=f"patron-{patron}-{seat}"),
    }  # fmt: skip


def gain(look: Look, seat: int, room: Room) -> int:
    """What a room would add to a player's score as it is now."""
    wings, held = look.view["museum"]["wings"], look.view["players"][seat]["patrons"]
    own = [held[wings[wing]] for wing in room["wings"] if wing < len(wings)]
    return sum(each["tiles"] * max(0, room["value"] - each["worth"]) for each in own)


def open_to(look: Look, seat: int, room: Room) -> list[Room]:
    """The own rooms from which a large one is reached."""
    rooms = look.view["museum"]["rooms"]
    return [rooms[door] for door in room["doors"] if rooms[door]["holder"] == seat]


def door(look: Look, seat: int | None, room: Room) -> Entry:
    """Whether a large room may be entered, and what opens it."""
    patron = look.view["museum"]["wings"][room["wings"][0]]
    name = Markup("<b>{}</b>").format(names.room_name(look.view, room["room"]))
    free = seat is not None and room["holder"] is None
    added = gain(look, seat, room) if seat is not None and free and open_to(look, seat, room) else None
    return {"patron": patron, "words": door_words(look, seat, room, name), "gain": added}


def door_words(look: Look, seat: int | None, room: Room, name: str) -> str:
    rooms, holder = look.view["museum"]["rooms"], room["holder"]
    if holder is not None:
        if holder == look.you:
            return _("%(room)s is yours.", room=name)
        return _("%(room)s is held by %(name)s.", room=name, name=look.names[holder])
    own = open_to(look, seat, room) if seat is not None else []
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
class Said:
    """What a room says besides its value."""

    link: str
    words: str
    gain: int | None = None  # told where it may be reserved now, or would bring something
    chosen: bool = False
    open: bool = False


def said(look: Look, room: Room, rooms: Mapping[int, Deed], seat: int | None) -> Said:
    number = room["room"]
    name = names.room_name(look.view, number)
    about = look.link(explain=f"room-{number}")
    if room["holder"] is not None:
        return Said(about, _("%(room)s: %(name)s", room=name, name=look.name(room["holder"])))
    if number in rooms and seat is not None:
        added, key = gain(look, seat, room), rooms[number].key
        words = _("%(room)s: reserve, +%(points)s at the end", room=name, points=added)
        link = look.link(choose=key, **with_help(look, rooms[number]))
        return Said(link, words, added, look.choose.get("choose") == key, True)
    if room["value"] == LARGE and seat is not None and not open_to(look, seat, room):
        return Said(about, _("%(room)s: free, closed to you", room=name))
    added = gain(look, seat, room) if seat is not None and not rooms else 0
    if added:
        return Said(about, _("%(room)s: free, would add %(points)s", room=name, points=points(added)), added)
    return Said(about, _("%(room)s: free", room=name))


def drawn(look: Look, rooms: Mapping[int, Deed], seat: int | None, prefix: str = "") -> Markup:
    """The floor plan; every room leads to what it is, or to what reserving it would bring a player."""
    pen, plan = Pen({}, ROOT, prefix), Plan(WIDE / 2, TOP, RADIUS)
    laid = [(place, said(look, place.room, rooms, seat)) for place in places(look.view["museum"]["rooms"])]
    body = "".join(
        circle(*plan.at(RADIUS + plan.apse * 0.3, wing * TURN), plan.apse * 1.12, "apse") for wing in range(WINGS)
    )
    body += "".join(floor_of(pen, look, plan, *each) for each in laid)
    body += hall(plan) + path(walls(plan, [place for place, _said in laid]), "wall")
    body += "".join(inside(pen, plan, *each) for each in laid)
    body += "".join(wing(pen, plan, number, patron) for number, patron in enumerate(look.view["museum"]["wings"]))
    box = f'viewBox="0 0 {num(WIDE)} {num(HIGH)}"'
    label = escape(_("Floor plan"))
    body = body.replace(f"#{prefix}symbol-", "#symbol-")  # those stand once in a page
    return Markup(
        f'<svg{pen.id("floor-plan")} class="{ROOT} floor-plan" {box} role="group" aria-label="{label}">{body}</svg>'
    )


def floor_of(pen: Pen, look: Look, plan: Plan, place: Place, told: Said) -> str:
    """A room's floor, lit where taking it would pay; a room of two wings shows the colour of both."""
    inner, outer = (plan.ring, plan.radius) if place.outer else (plan.hall, plan.ring)
    wings = clockwise(place.room["wings"])
    share = (place.last - place.first) / len(wings)
    kind = "room chosen-room" if told.chosen else "room lit-room" if told.open and told.gain else "room"
    body = "".join(
        path(
            plan.sector(inner, outer, place.first + share * index, place.first + share * (index + 1)),
            f"{kind} floor-{floor(look.view, each)}",
        )
        for index, each in enumerate(wings)
    )
    kind = ' class="may-reserve"' if told.open else ' tabindex="-1"'
    address = f'href="{escape(told.link)}" aria-label="{escape(told.words)}"'
    return f"<a{pen.id('room-' + str(place.room['room']))}{kind} {address}>{body}</a>"


def inside(pen: Pen, plan: Plan, place: Place, told: Said) -> str:
    """The value with what it would add, or who holds the room with the value small beside."""
    room, wide = place.room, 2 * plan.radius
    inner, outer = (plan.ring, plan.radius) if place.outer else (plan.hall, plan.ring)
    radius = (inner + outer) / 2 + {2: 0.036, 3: 0.008, 5: -0.02}[room["value"]] * wide
    size = {2: 17.0, 3: 19.0, 5: 21.0}[room["value"]]
    if room["holder"] is None:
        return free_room(plan, place, told, radius, size)
    tall = {2: 22.0, 3: 25.0, 5: 27.0}[room["value"]]
    x, y = plan.at(radius - {2: 0.05, 3: 0.0, 5: 0.014}[room["value"]] * wide, place.middle)
    body = figure(pen, room["holder"], x - (tall * 0.12 if room["value"] == 3 else 0), y + tall * 0.62, tall, True)
    x, y = number_spot(plan, place, x, y, tall)
    body += text(x, y + 4.5, str(room["value"]), "bold", size=13, anchor="middle")
    return pen.group(body, f"holder-{room['room']}", "within glide")


def free_room(plan: Plan, place: Place, told: Said, radius: float, size: float) -> str:
    x, y = plan.at(radius, place.middle)
    if told.gain is None:
        return text(x, y + size * 0.34, str(place.room["value"]), "serif medium within", size=size, anchor="middle")
    added = f"+{told.gain}" if told.gain else "0"
    kind = "muted within" if not told.gain else "bold brass within" if told.open else "would-add within"
    if place.outer:
        body = text(x - 4, y + size * 0.34, str(place.room["value"]), "serif medium within", size=size, anchor="end")
        return body + text(x + 4, y + size * 0.3, added, kind, size=15)
    body = text(x, y - 1, str(place.room["value"]), "serif medium within", size=size - 1, anchor="middle")
    return body + text(x, y + 13, added, kind, size=13.5, anchor="middle")


def wing(pen: Pen, plan: Plan, number: int, patron: str) -> str:
    """The patron's emblem in the apse, the name along the wall, left of it."""
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


def held_words(look: Look) -> str:
    """Who stands where, for those who cannot see the plan."""
    held = [room for room in look.view["museum"]["rooms"] if room["holder"] is not None]
    told = [
        _("%(name)s in %(room)s", name=look.name(room["holder"]), room=names.room_name(look.view, room["room"]))
        for room in held
    ]
    return listed(told) if told else _("Nobody has a room yet")
