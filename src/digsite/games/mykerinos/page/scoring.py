"""Zones as they are scored: who ranks where and why, and what each choice is worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TypedDict

from markupsafe import Markup

from digsite.games.mykerinos.page import art, names
from digsite.games.mykerinos.page.choice import calling
from digsite.games.mykerinos.page.point_values import with_plot
from digsite.games.mykerinos.page.position import colour_name, facts, scored_tiles, scoring_of, view_of
from digsite.games.mykerinos.page.ranking_preview import space_of
from digsite.games.mykerinos.page.turn import Move, turn_of
from digsite.games.mykerinos.rules.view_types import Colour, PlayerView, TileView, player_to_act
from digsite.web.i18n import _, later, n_
from digsite.web.viewer import Viewer

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


class ScoringContext(TypedDict):
    """The zone that is scored: who ranks where, and what may be chosen."""

    title: str
    note: str
    rule: str
    zones: list[tuple[str, str]]
    zone: int
    rank: int
    places: list[Place]
    ties: list[tuple[str, str]]
    cards: list[Card]


def worth_of(viewer: Viewer, move: Move, call: Move | None = None) -> Worth:
    """Return what a plot or a room adds to the points of whoever takes it, as if the game ended then."""
    before = player_to_act(view_of(viewer))
    after = turn_of(viewer).after(call, move).view["players"][before["seat"]]
    now = after["score"]["plots"] - before["score"]["plots"]
    rows = [wing_row(before, after, patron) for patron in concerned(viewer, move)]
    sets = after["score"]["sets"] - before["score"]["sets"]
    if sets:
        rows.append((_("A set of all five patrons"), sets))
    return Worth(now, tuple(rows), after["score"]["total"] - before["score"]["total"])


def concerned(viewer: Viewer, move: Move) -> list[str]:
    """Return the patrons whose wings count differently afterwards."""
    if move.room is not None:
        return names.room_patrons(view_of(viewer), move.room)
    patron = tile_of(viewer, move)["patron"]
    return [patron] if patron else []


def wing_row(before: PlayerView, after: PlayerView, patron: str) -> Row:
    """Return what one wing brings at the end (M6.1)."""
    own, then, name = before["patrons"][patron], after["patrons"][patron], names.patron_short(patron)
    gain = after["score"]["wings"][patron] - before["score"]["wings"][patron]
    if own["tiles"] != then["tiles"]:
        return _("At the end, %(patron)s at %(worth)s", patron=name, worth=then["worth"]), gain
    if own["tiles"]:
        values = {"patron": name, "before": own["worth"], "after": then["worth"]}
        return n_(
            "At the end, %(number)s %(patron)s plot %(before)s → %(after)s",
            "At the end, %(number)s %(patron)s plots %(before)s → %(after)s",
            own["tiles"], **values,
        ), gain  # fmt: skip
    values = {"patron": name, "before": own["worth"], "after": then["worth"]}
    return _("Each %(patron)s plot would count %(after)s instead of %(before)s", **values), gain


def value(number: int) -> Markup:
    """Return a museum room by what it makes of a plot."""
    return Markup('<b class="room-value" aria-hidden="true">%s</b>') % number


def tile_of(viewer: Viewer, move: Move) -> TileView:
    """Return the plot of the zone being scored that a move takes or removes."""
    tile = scored_tiles(viewer)[move.side or 0]
    assert tile is not None
    return tile


def context(viewer: Viewer) -> ScoringContext | None:
    """Return what `scoring.html` needs, None while no zone is scored."""
    scoring = view_of(viewer)["scoring"]
    if scoring is None:
        return None
    zone = scoring["zone"]
    return {
        "title": title(viewer),
        "note": note(viewer),
        "rule": rule(viewer),
        "zones": [
            (names.roman(number), "now" if number == zone else "done" if number < zone else "")
            for number in range(len(view_of(viewer)["zones"]))
        ],
        "zone": zone,
        "rank": scoring["rank"],
        "places": places(viewer),
        "ties": ties(viewer),
        "cards": cards(viewer),
    }


def title(viewer: Viewer) -> str:
    view, scoring = view_of(viewer), scoring_of(viewer)
    zone, seat = names.zone_title(scoring["zone"]), player_to_act(view)["seat"]
    if view["phase"] == "remove":
        if viewer.my_turn:
            return _("%(zone)s is scored. You name the plot that leaves.", zone=zone)
        return _("%(zone)s is scored. %(name)s names the plot that leaves.", zone=zone, name=viewer.names[seat])
    values = {"zone": zone, "place": names.place(scoring["rank"])}
    if viewer.my_turn:
        return _("%(zone)s is scored. You choose %(place)s.", **values)
    return _("%(zone)s is scored. %(name)s chooses %(place)s.", name=viewer.names[seat], **values)


def note(viewer: Viewer) -> str:
    view, scoring = view_of(viewer), scoring_of(viewer)
    left = sum(tile is not None for tile in scored_tiles(viewer))
    if view["phase"] == "remove":
        if scoring["rank"] == 1:
            return _("Neutral is second: whoever is first names the plot it takes out of the game.")
        return _("Neutral is first: whoever is third, or not there, names the plot it takes out of the game.")
    if scoring["rank"] > 1 and facts(viewer).may_decline:
        return _("A plot that is left, or nothing; never a museum room.")
    if scoring["rank"] > 1:
        return _("Only a plot that is left, never a museum room.")
    if not left:
        return _("No plot is left: a museum room may be reserved.")
    if neutral_next(viewer):
        return _("Take a plot or reserve a room. Neutral is second: it takes a plot out of the game.")
    if viewer.my_turn and not turn_of(viewer).rooms():
        return _("Take a plot. No room can be reserved.")
    return n_("Take the plot that is left, or reserve a museum room.", "Take a plot, or reserve a museum room.", left)


def neutral_next(viewer: Viewer) -> bool:
    """Return whether the first chooses now and the neutral player comes next (M7.6)."""
    scoring = scoring_of(viewer)
    return scoring["rank"] == 0 and scoring["ranking"][1:2] == ["neutral"]


def rule(viewer: Viewer) -> str:
    rank = scoring_of(viewer)["rank"]
    if view_of(viewer)["phase"] == "remove":
        return "M7.6" if rank == 1 else "M7.5"
    last = "M4.9" if facts(viewer).may_decline else "M4.5"
    return ("M4.3", "M4.4", last, last)[rank]


def places(viewer: Viewer) -> list[Place]:
    scoring = scoring_of(viewer)
    counts = {one["colour"]: one["count"] for one in view_of(viewer)["zones"][scoring["zone"]]["standing"]}
    return [
        Place(names.place(rank), colour, colour_name(viewer, colour), place_note(viewer, rank, colour),
              counts.get(colour, 0), rank == scoring["rank"])
        for rank, colour in enumerate(scoring["ranking"])
    ]  # fmt: skip


def place_note(viewer: Viewer, rank: int, colour: Colour) -> str:
    """Return what a place is good for (M4.3 to M4.5, M7.4)."""
    now = scoring_of(viewer)["rank"]
    if isinstance(colour, str):
        return _("gets nothing") if rank > 1 else _("takes a plot out of the game")
    if colour == viewer.you:
        return own_note(viewer, rank)
    if rank < now:
        return _("has chosen")
    if rank == now and view_of(viewer)["phase"] == "claim":
        return _("chooses now")
    if rank > 1:
        return _("only a plot that is left")
    return _("chooses first") if rank == 0 else _("chooses from what is left")


def own_note(viewer: Viewer, rank: int) -> str:
    """Return what the viewer's own place in a ranking means for them: the second person of `place_note`."""
    now = scoring_of(viewer)["rank"]
    if rank < now:
        return _("have chosen")
    if rank == now and view_of(viewer)["phase"] == "claim":
        return _("choose now")
    if rank > 1:
        return _("only a plot that is left")
    return _("choose first") if rank == 0 else _("choose from what is left")


def ties(viewer: Viewer) -> list[tuple[str, str]]:
    """Return why one of two with as many goes first (M4.2, M7.2)."""
    lines = places(viewer)
    found = []
    for one, other in pairwise(lines):
        if one.count != other.count:
            continue
        values = {"one": one.name, "other": other.name, "count": one.count}
        if viewer.you == one.colour:
            strong = _("You and %(other)s have %(count)s each.", **values)
        elif viewer.you == other.colour:
            strong = _("%(one)s and you have %(count)s each.", **values)
        else:
            strong = _("%(one)s and %(other)s have %(count)s each.", **values)
        spaces = {"first": space_of(view_of(viewer), one.colour), "second": space_of(view_of(viewer), other.colour)}
        if "neutral" in (one.colour, other.colour):
            why = _("The lower space of the pass track goes first: %(first)s before %(second)s.", **spaces)
        else:
            why = _("Whoever passed earlier goes first: space %(first)s before space %(second)s.", **spaces)
        found.append((strong, why))
    return found


def cards(viewer: Viewer) -> list[Card]:
    """Return the choices of whoever is to act; for those who watch, the plots and what they would bring everybody."""
    if not viewer.my_turn:
        return [watched_card(viewer, side, tile) for side, tile in enumerate(scored_tiles(viewer)) if tile]
    found = [tile_card(viewer, move) for move in turn_of(viewer).others if move.side is not None]
    found += [decline_card(viewer, move) for move in turn_of(viewer).others if move.kind == "decline"]
    reservable = turn_of(viewer).rooms()
    return [*found, museum_card(viewer, reservable)] if reservable else found


def watched_card(viewer: Viewer, side: int, tile: TileView) -> Card:
    points = n_("%(number)s point at once", "%(number)s points at once", tile["points"])
    title = names.plot_name(tile["patron"], tile["points"])
    return Card(f"tile-{side}", art.emblem(tile["patron"], 34), title, points, None,
                plot=small_plot(viewer, side), sums=sums(viewer, tile))  # fmt: skip


def tile_card(viewer: Viewer, move: Move) -> Card:
    tile = tile_of(viewer, move)
    which = {"patron": names.patron_short(tile["patron"]), "points": tile["points"]}
    removed = move.kind == "remove"
    if removed:
        button = _("Remove %(patron)s %(points)s", **which) if tile["patron"] else _("Remove this plot")
    else:
        button = _("Take %(patron)s %(points)s", **which) if tile["patron"] else _("Take this plot")
    return Card(
        move.key,
        art.emblem(tile["patron"], 34),
        names.plot_name(tile["patron"], tile["points"]),
        _("leaves the game") if removed else how_many(viewer, tile),
        None if removed else worth_of(viewer, move),
        viewer.link(choose=move.key),
        move.action,
        button,
        chosen=viewer.query.choose == move.key,
        sums=sums(viewer, tile) if removed else (),
        plot=small_plot(viewer, move.side or 0),
    )


def decline_card(viewer: Viewer, move: Move) -> Card:
    """Return the card for taking no plot (M4.9)."""
    return Card(move.key, Markup(""), _("No plot"), _("what is left goes on to the next, or leaves the game"), None,
                viewer.link(choose=move.key), move.action, _("Take no plot"),
                chosen=viewer.query.choose == move.key)  # fmt: skip


def small_plot(viewer: Viewer, side: int) -> Markup:
    """Return the plot as it lies in its zone, to tell two of one patron apart."""
    zone = scoring_of(viewer)["zone"]
    own = [field for field in view_of(viewer)["fields"] if field["zone"] == zone]
    return art.small_plot([bool(field["pyramid"]) for index, field in enumerate(own) if index % 4 // 2 == side])


def how_many(viewer: Viewer, tile: TileView) -> str:
    if not tile["patron"]:
        return _("no wing, no set")
    own = player_to_act(view_of(viewer))["patrons"][tile["patron"]]["tiles"]
    if own < len(FIRST):
        return _(FIRST[own])
    return _("you have %(number)s of them", number=own)


def worth_to(viewer: Viewer, seat: int) -> str:
    return _("worth to you") if seat == viewer.you else _("worth to %(name)s", name=viewer.names[seat])


def sums(viewer: Viewer, tile: TileView) -> tuple[tuple[int, str, str], ...]:
    """Return what a plot would be worth to each player, as the museum stands."""
    return tuple(
        (player["seat"], worth_to(viewer, player["seat"]), f"+{sum(with_plot(facts(viewer), player, tile))}")
        for player in view_of(viewer)["players"]
    )


def room_chips(viewer: Viewer, reservable: Mapping[int, Move], call: Move | None = None) -> tuple[RoomChip, ...]:
    """Return the rooms that may be reserved, first those that add most."""
    gains = {number: worth_of(viewer, move, call).total for number, move in reservable.items()}
    order = sorted(
        gains, key=lambda number: (-gains[number], -view_of(viewer)["museum"]["rooms"][number]["value"], number)
    )
    return tuple(
        RoomChip(
            number,
            names.room_name(view_of(viewer), number),
            gains[number],
            viewer.link(choose=f"room-{number}", **calling(call)),
        )
        for number in order
    )


def museum_card(viewer: Viewer, reservable: Mapping[int, Move]) -> Card:
    """Return all rooms that may be reserved, the one asked for with what it brings."""
    wanted = next((move for move in reservable.values() if move.key == viewer.query.choose), None)
    chips = room_chips(viewer, reservable)
    common = player_to_act(view_of(viewer))["common"]
    of_pool = n_("with your last one in the common pool", "with one of your %(number)s in the common pool", common)
    if wanted is None or wanted.room is None:
        return Card("museum", Markup(""), _("A museum room"), of_pool, None, rooms=chips)
    name = names.room_name(view_of(viewer), wanted.room)
    return Card(
        "museum", value(view_of(viewer)["museum"]["rooms"][wanted.room]["value"]),
        _("Museum: %(room)s", room=name), of_pool, worth_of(viewer, wanted), action=wanted.action,
        button=_("Reserve %(room)s", room=name), chosen=True, rooms=chips,
    )  # fmt: skip
