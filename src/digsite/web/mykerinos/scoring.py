"""Zones as they are scored: who ranks where and why, and what each choice is worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from digsite.games.mykerinos.view import Colour
from digsite.web.look import Look
from digsite.web.mykerinos import art, names
from digsite.web.mykerinos.acting import Deed, ahead, calling, others, rooms
from digsite.web.mykerinos.consequence import space_of
from digsite.web.mykerinos.reckoning import with_plot
from digsite.web.words import _, later, n_

Row = tuple[str, int]
FIRST = (later("your first"), later("your second"), later("your third"), later("your fourth"), later("your fifth"))


@dataclass(frozen=True)
class Worth:
    """What a choice brings: points now, rows for the end of the game as it stands, and all of it."""

    now: int
    rows: tuple[Row, ...]
    total: int


@dataclass(frozen=True)
class Card:
    """One of the zone's two plots, or the museum."""

    key: str
    drawing: Markup
    title: str
    note: str
    worth: Worth | None
    link: str = ""
    action: str = ""
    button: str = ""
    chosen: bool = False
    sums: tuple[tuple[int, str, str], ...] = ()  # seat, whom it would bring something, and how much
    plot: str = ""
    rooms: tuple["RoomChip", ...] = ()


@dataclass(frozen=True)
class RoomChip:
    room: int
    name: str
    gain: int
    link: str


@dataclass(frozen=True)
class Place:
    """A line of the ranking."""

    place: str
    colour: Colour
    name: str
    note: str
    count: int
    now: bool


def worth_of(look: Look, deed: Deed, call: Deed | None = None) -> Worth:
    """What a plot or a room adds to the points of whoever takes it, as if the game ended then."""
    seat = int(look.view["to_act"])
    before, after = look.view["players"][seat], ahead(look, call, deed).view["players"][seat]
    now = after["score"]["plots"] - before["score"]["plots"]
    rows = [wing_row(before, after, patron) for patron in concerned(look, deed)]
    sets = after["score"]["sets"] - before["score"]["sets"]
    if sets:
        rows.append((_("A set of all five patrons"), sets))
    return Worth(now, tuple(rows), after["score"]["total"] - before["score"]["total"])


def concerned(look: Look, deed: Deed) -> list[str]:
    """The patrons whose wings count differently afterwards."""
    if deed.room is not None:
        return names.room_patrons(look.view, deed.room)
    patron = tile_of(look, deed)["patron"]
    return [patron] if patron else []


def wing_row(before: Mapping[str, Any], after: Mapping[str, Any], patron: str) -> Row:
    """What one wing brings at the end (M6.1)."""
    own, then, name = before["patrons"][patron], after["patrons"][patron], names.patron_short(patron)
    gain = after["score"]["wings"][patron] - before["score"]["wings"][patron]
    if own["tiles"] != then["tiles"]:
        return _("At the end, %(patron)s at %(worth)s", patron=name, worth=then["worth"]), gain
    if own["tiles"]:
        told = {"patron": name, "before": own["worth"], "after": then["worth"]}
        return n_(
            "At the end, %(number)s %(patron)s plot %(before)s → %(after)s",
            "At the end, %(number)s %(patron)s plots %(before)s → %(after)s",
            own["tiles"], **told,
        ), gain  # fmt: skip
    return _("You have no %(patron)s plot yet", patron=name), gain


def value(number: int) -> Markup:
    """A museum room by what it makes of a plot."""
    return Markup('<b class="room-value" aria-hidden="true">%s</b>') % number


def tiles(look: Look) -> list[Mapping[str, Any]]:
    """The two plots of the zone being scored; None for one that is taken."""
    found: list[Mapping[str, Any]] = look.view["zones"][look.view["scoring"]["zone"]]["tiles"]
    return found


def tile_of(look: Look, deed: Deed) -> Mapping[str, Any]:
    assert deed.side is not None
    return tiles(look)[deed.side]


def tile_title(tile: Mapping[str, Any]) -> str:
    if not tile["patron"]:
        return _("Plot without a patron")
    return _("%(patron)s plot, %(points)s", patron=names.patron_short(tile["patron"]), points=tile["points"])


def told(look: Look) -> dict[str, Any] | None:
    """Everything about the zone being scored; None while nobody scores."""
    scoring = look.view["scoring"]
    if scoring is None:
        return None
    zone = int(scoring["zone"])
    return {
        "title": title(look),
        "note": note(look),
        "rule": rule(look),
        "zones": [
            (names.roman(number), "now" if number == zone else "done" if number < zone else "")
            for number in range(len(look.view["zones"]))
        ],
        "zone": zone,
        "rank": scoring["rank"],
        "places": places(look),
        "ties": ties(look),
        "cards": cards(look),
    }


def title(look: Look) -> str:
    view, scoring = look.view, look.view["scoring"]
    zone, seat = names.zone_title(scoring["zone"]), int(view["to_act"])
    if view["phase"] == "remove":
        if look.my_turn:
            return _("%(zone)s is scored. You say which plot leaves.", zone=zone)
        return _("%(zone)s is scored. %(name)s says which plot leaves.", zone=zone, name=look.names[seat])
    told = {"zone": zone, "place": names.place(scoring["rank"])}
    if look.my_turn:
        return _("%(zone)s is scored. You choose %(place)s.", **told)
    return _("%(zone)s is scored. %(name)s chooses %(place)s.", name=look.names[seat], **told)


def note(look: Look) -> str:
    view, scoring = look.view, look.view["scoring"]
    left = sum(tile is not None for tile in tiles(look))
    if view["phase"] == "remove":
        if scoring["rank"] == 1:
            return _("Neutral is second: whoever is first names the plot it takes out of the game.")
        return _("Neutral is first: whoever is third, or not there, names the plot it takes out of the game.")
    if scoring["rank"] > 1:
        return _("Only a plot that is left, never a museum room.")
    if not left:
        return _("No plot is left: a museum room may be reserved.")
    if neutral_next(look):
        return _("Take a plot or reserve a room. Neutral is second: it takes a plot out of the game.")
    if look.my_turn and not rooms(look):
        return _("Take a plot. No room can be reserved.")
    return n_("Take the plot that is left, or reserve a museum room.", "Take a plot, or reserve a museum room.", left)


def neutral_next(look: Look) -> bool:
    """M7.6: the first chooses with the neutral player after them."""
    scoring = look.view["scoring"]
    return bool(scoring["rank"] == 0 and scoring["ranking"][1:2] == ["neutral"])


def rule(look: Look) -> str:
    rank = look.view["scoring"]["rank"]
    if look.view["phase"] == "remove":
        return "M7.6" if rank == 1 else "M7.5"
    return ("M4.3", "M4.4", "M4.5", "M4.5")[rank]


def places(look: Look) -> list[Place]:
    scoring = look.view["scoring"]
    counts = {one["colour"]: one["count"] for one in look.view["zones"][scoring["zone"]]["standing"]}
    return [
        Place(names.place(rank), colour, called(look, colour), place_note(look, rank, colour), counts.get(colour, 0),
              rank == scoring["rank"])
        for rank, colour in enumerate(scoring["ranking"])
    ]  # fmt: skip


def called(look: Look, colour: Colour) -> str:
    if isinstance(colour, str):
        return _("Neutral")
    return look.name(colour)


def place_note(look: Look, rank: int, colour: Colour) -> str:
    """M4.3 to M4.5, M7.4: what a place is good for."""
    now = look.view["scoring"]["rank"]
    if isinstance(colour, str):
        return _("gets nothing") if rank > 1 else _("takes a plot out of the game")
    if colour == look.you:
        return own_note(look, rank)
    if rank < now:
        return _("has chosen")
    if rank == now and look.view["phase"] == "claim":
        return _("chooses now")
    if rank > 1:
        return _("only a plot that is left")
    return _("chooses first") if rank == 0 else _("chooses from what is left")


def own_note(look: Look, rank: int) -> str:
    """The same, to oneself."""
    now = look.view["scoring"]["rank"]
    if rank < now:
        return _("have chosen")
    if rank == now and look.view["phase"] == "claim":
        return _("choose now")
    if rank > 1:
        return _("only a plot that is left")
    return _("choose first") if rank == 0 else _("choose from what is left")


def ties(look: Look) -> list[tuple[str, str]]:
    """Why one of two with as many goes first (M4.2, M7.2)."""
    lines = places(look)
    found = []
    for one, other in pairwise(lines):
        if one.count != other.count:
            continue
        told = {"one": one.name, "other": other.name, "count": one.count}
        if look.you == one.colour:
            strong = _("You and %(other)s have %(count)s each.", **told)
        elif look.you == other.colour:
            strong = _("%(one)s and you have %(count)s each.", **told)
        else:
            strong = _("%(one)s and %(other)s have %(count)s each.", **told)
        spaces = {"first": space_of(look.view, one.colour), "second": space_of(look.view, other.colour)}
        if "neutral" in (one.colour, other.colour):
            why = _("The lower space of the pass track goes first: %(first)s before %(second)s.", **spaces)
        else:
            why = _("The earlier passer goes first: space %(first)s before space %(second)s.", **spaces)
        found.append((strong, why))
    return found


def cards(look: Look) -> list[Card]:
    """The choices of whoever is to act; for those who watch, the plots and what they would bring everybody."""
    if not look.my_turn:
        return [watched_card(look, side) for side, tile in enumerate(tiles(look)) if tile]
    found = [tile_card(look, deed) for deed in others(look) if deed.side is not None]
    reservable = rooms(look)
    return [*found, museum_card(look, reservable)] if reservable else found


def watched_card(look: Look, side: int) -> Card:
    tile = tiles(look)[side]
    points = n_("%(number)s point at once", "%(number)s points at once", tile["points"])
    return Card(f"tile-{side}", art.emblem(tile["patron"], 34), tile_title(tile), points, None,
                plot=small_plot(look, side), sums=sums(look, tile))  # fmt: skip


def tile_card(look: Look, deed: Deed) -> Card:
    assert deed.side is not None
    tile = tile_of(look, deed)
    which = {"patron": names.patron_short(tile["patron"]), "points": tile["points"]}
    chosen, title = look.choose.get("choose") == deed.key, tile_title(tile)
    told: dict[str, Any] = {"link": look.link(choose=deed.key), "action": deed.action, "chosen": chosen}
    told["plot"] = small_plot(look, deed.side)
    if deed.kind == "remove":
        button = _("Remove %(patron)s %(points)s", **which) if tile["patron"] else _("Remove this plot")
        return Card(deed.key, art.emblem(tile["patron"], 34), title, _("leaves the game"), None, **told,
                    button=button, sums=sums(look, tile))  # fmt: skip
    button = _("Take %(patron)s %(points)s", **which) if tile["patron"] else _("Take this plot")
    return Card(deed.key, art.emblem(tile["patron"], 34), title, how_many(look, tile), worth_of(look, deed), **told,
                button=button)  # fmt: skip


def small_plot(look: Look, side: int) -> Markup:
    """The plot as it lies in its zone, to tell two of one patron apart."""
    zone = look.view["scoring"]["zone"]
    own = [field for field in look.view["fields"] if field["zone"] == zone]
    return art.small_plot([bool(field["pyramid"]) for index, field in enumerate(own) if index % 4 // 2 == side])


def how_many(look: Look, tile: Mapping[str, Any]) -> str:
    if not tile["patron"]:
        return _("counts for no wing and no set")
    own = look.view["players"][look.view["to_act"]]["patrons"][tile["patron"]]["tiles"]
    if own < len(FIRST):
        return _(FIRST[own])
    return _("you have %(number)s of them", number=own)


def worth_to(look: Look, seat: int) -> str:
    return _("worth to you") if seat == look.you else _("worth to %(name)s", name=look.names[seat])


def sums(look: Look, tile: Mapping[str, Any]) -> tuple[tuple[int, str, str], ...]:
    """What a plot would be worth to each player, as the museum stands."""
    return tuple(
        (player["seat"], worth_to(look, player["seat"]), f"+{sum(with_plot(look.game.facts, player, tile))}")
        for player in look.view["players"]
    )


def room_chips(look: Look, reservable: Mapping[int, Deed], call: Deed | None = None) -> tuple[RoomChip, ...]:
    """The rooms that may be reserved, first those that add most."""
    gains = {number: worth_of(look, deed, call).total for number, deed in reservable.items()}
    order = sorted(gains, key=lambda number: (-gains[number], -look.view["museum"]["rooms"][number]["value"], number))
    return tuple(
        RoomChip(
            number,
            names.room_name(look.view, number),
            gains[number],
            look.link(choose=f"room-{number}", **calling(call)),
        )
        for number in order
    )


def museum_card(look: Look, reservable: Mapping[int, Deed]) -> Card:
    """All rooms that may be reserved, the one asked for with what it brings."""
    wanted = next((deed for deed in reservable.values() if deed.key == look.choose.get("choose")), None)
    chips = room_chips(look, reservable)
    common = look.view["players"][look.view["to_act"]]["common"]
    of_pool = n_("with your last one in the common pool", "with one of your %(number)s in the common pool", common)
    if wanted is None or wanted.room is None:
        return Card("museum", Markup(""), _("A museum room"), of_pool, None, rooms=chips)
    name = names.room_name(look.view, wanted.room)
    return Card(
        "museum", value(look.view["museum"]["rooms"][wanted.room]["value"]),
        _("Museum: %(room)s", room=name), of_pool, worth_of(look, wanted), action=wanted.action,
        button=_("Reserve %(room)s", room=name), chosen=True, rooms=chips,
    )  # fmt: skip
