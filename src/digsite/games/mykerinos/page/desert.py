"""The desert in a page: plots with strings and pegs, pyramids, archaeologists, and what can be done on each field.

Every zone is a piece of its own, so that a move sends again only the zones it touches.
"""

from collections.abc import Mapping
from typing import TypedDict

from markupsafe import Markup

from digsite import web
from digsite.games.mykerinos.draw.art import PYRAMIDS, colour_key, patron_key
from digsite.games.mykerinos.draw.desert import LETTERS, spot
from digsite.games.mykerinos.page import art, names, news, zone_ranking
from digsite.games.mykerinos.page.choice import PlannedTurn, called_patron, plan_of, with_help
from digsite.games.mykerinos.page.position import colour_name, view_of
from digsite.games.mykerinos.page.turn import Move, turn_of
from digsite.games.mykerinos.rules.view_types import Colour, FieldView, TileView
from digsite.web.i18n import _, points
from digsite.web.viewer import Viewer

Offers = Mapping[str, list[Move]]
VERBS = ("start", "extend")
ZONES = 6  # four of them but in the last round


class PlotEntry(TypedDict, total=False):
    """A plot of a zone; `tile` is None where it is gone, and the rest is missing but for who has just taken it."""

    tile: int | None
    patron: str | None
    key: str
    name: str
    points: int
    link: str
    words: str
    can: bool
    chosen: bool
    taker: int
    who: str


class FieldEntry(TypedDict):
    key: str
    link: str
    quiet: bool
    action: str
    label: str
    pyramid: int | None
    colour: Colour | None
    ghost: Colour | None
    step: int
    mark: str
    kind: str
    named: bool
    fresh: str  # the colour of whoever came here since the viewer's last turn


class ZoneContext(TypedDict):
    title: str
    state: str
    rows: list[int]
    plots: list[PlotEntry]
    fields: list[FieldEntry]


class DesertContext(TypedDict):
    pieces: dict[str, str]  # by id: a move sends again only what it touches
    zones: list[Markup]
    standings: list[Markup]
    letters: str


def context(viewer: Viewer) -> DesertContext:
    """Return what `board.html` needs."""
    offers, plan = turn_of(viewer).at_fields(called_patron(viewer)), plan_of(viewer)
    pieces = dict[str, str]()
    for number in range(ZONES):
        zone = zone_context(viewer, number, offers, plan) if number < len(view_of(viewer)["zones"]) else None
        pieces[f"zone-{number}"] = web.render("mykerinos/zone.html", number=number, zone=zone, mykerinos=art)
        ranked = zone_ranking.context(viewer, number, plan) if zone else None
        pieces[f"standing-{number}"] = web.render("mykerinos/standing.html", number=number, ranked=ranked)
    return {
        "pieces": pieces,
        "zones": [Markup(pieces[f"zone-{number}"]) for number in range(ZONES)],
        "standings": [Markup(pieces[f"standing-{number}"]) for number in range(ZONES)],
        "letters": LETTERS,
    }


def zone_context(viewer: Viewer, number: int, offers: Offers, plan: PlannedTurn | None) -> ZoneContext:
    view = view_of(viewer)
    scoring, tiles = view["scoring"], view["zones"][number]["tiles"]
    own = [field for field in view["fields"] if field["zone"] == number]
    return {
        "title": names.zone_title(number),
        "state": "" if not scoring else "scored" if scoring["zone"] == number else "faded",
        "rows": [spot(field)[1] + 1 for field in own[::4]] if number % 2 == 0 else [],
        "plots": [plot(viewer, number, side, tile, plan) for side, tile in enumerate(tiles)],
        "fields": [
            field_entry(viewer, field, offers.get(field["field"], []), plan, tiles[index % 4 // 2])
            for index, field in enumerate(own)
        ],
    }


def plot(viewer: Viewer, zone: int, side: int, tile: TileView | None, plan: PlannedTurn | None) -> PlotEntry:
    """Return a plot's name and points; while its zone is scored, a link to take it."""
    if tile is None:
        seat = news.taken(viewer).plots.get((zone, side))
        return {"tile": None} if seat is None else {"tile": None, "taker": seat, "who": viewer.name(seat)}
    scoring = view_of(viewer)["scoring"]
    here = scoring is not None and scoring["zone"] == zone
    move = next((each for each in turn_of(viewer).others if each.side == side), None) if here else None
    link = viewer.link(choose=move.key) if move else viewer.link(explain=f"tile-{tile['tile']}")
    patron = names.patron(tile["patron"])
    words = _("%(patron)s: %(points)s", patron=patron, points=points(tile["points"]))
    if move and move.kind == "remove":
        words = _("Remove the plot: %(plot)s", plot=words)
    elif move:
        words = _("Take the plot: %(plot)s", plot=words)
    return {
        "tile": tile["tile"],
        "patron": tile["patron"],
        "key": patron_key(tile["patron"]),
        "name": names.patron_short(tile["patron"]),
        "points": tile["points"],
        "link": link,
        "words": words,
        "can": move is not None,
        "chosen": move is not None and plan is not None and plan.key == move.key,
    }


def field_entry(
    viewer: Viewer, field: FieldView, moves: list[Move], plan: PlannedTurn | None, tile: TileView | None
) -> FieldEntry:
    key, colour = field["field"], field["archaeologist"]
    moves = wanted(viewer, moves)
    direct = next((move.action for move in moves if move.direct), "")
    placed = plan.placed if plan else {}
    following = plan is not None and key in plan.fields  # the plan may go on here …
    goes_on = following and plan is not None and bool(plan.steps)  # … with a step after another
    return {
        "key": key,
        "link": link(viewer, key, moves, plan) if not direct else "",
        "quiet": not moves and not (following and plan and plan.move),
        "action": direct,
        "label": go_on(field) if goes_on else label(viewer, field, moves, colour),
        "pyramid": pyramid(field) if field["pyramid"] and tile else None,
        "colour": colour,
        "ghost": placed.get(key),
        "step": list(placed).index(key) + 1 if key in placed else 0,
        "mark": "" if key in placed or goes_on else offer_mark(moves),
        "kind": field_kinds(viewer, key, chosen=key in placed, following=following, lit=bool(direct)),
        "named": bool(direct) or (following and bool(placed) and key not in placed),
        "fresh": colour_key(news.taken(viewer).fields[key]) if key in news.taken(viewer).fields else "",
    }


def pyramid(field: FieldView) -> int:
    """Return which of the pyramids' drawings stands on a field; one that is stood upon is always the same."""
    column, row = spot(field)
    return 0 if field["archaeologist"] is not None else (column * 5 + row * 7) % PYRAMIDS


def field_kinds(viewer: Viewer, key: str, **kinds: bool) -> str:
    """Return the classes of a field for the stylesheet."""
    chain = view_of(viewer)["chain"]
    kinds["last"] = chain is not None and chain["last"] == key
    return " ".join(kind for kind, fits in kinds.items() if fits)


def wanted(viewer: Viewer, moves: list[Move]) -> list[Move]:
    """Return what may be done at a field, or only the kind of action chosen before the field."""
    verb = viewer.query.choose
    return [move for move in moves if plain(move) == verb] if verb in VERBS else moves


def plain(move: Move) -> str:
    return move.kind.removeprefix("neutral-")


def link(viewer: Viewer, key: str, moves: list[Move], plan: PlannedTurn | None) -> str:
    """Return where a click on a field leads: to the next step, to what may be done there, or to why nothing may."""
    if plan and key in plan.placed:
        return viewer.link(**plan.without(key)) if plan.then else ""
    if plan and plan.steps and key in plan.fields:
        return viewer.link(**plan.going_on(key))
    if not moves and not (viewer.my_turn and view_of(viewer)["phase"] in ("turn", "follow")):
        return viewer.link(explain=f"field-{key}")
    asked = moves and viewer.query.choose in VERBS
    kept = with_help(viewer, moves[0]) if moves else {}
    return viewer.link(choose=key, deed=moves[0].kind if asked else None, **kept)


def offer_mark(moves: list[Move]) -> str:
    """Return a ring where one may extend, else a dot; nothing for a second step, which is lit as a whole."""
    kinds = {plain(move) for move in moves}
    return "extend" if "extend" in kinds else "start" if "start" in kinds else ""


def go_on(field: FieldView) -> str:
    return _("%(field)s, %(zone)s: go on here", field=names.field(field["field"]), zone=names.zone(field["zone"]))


def label(viewer: Viewer, field: FieldView, moves: list[Move], colour: Colour | None) -> str:
    """Return what a field is or offers, as a sentence."""
    values = {"field": names.field(field["field"]), "zone": names.zone(field["zone"])}
    kinds = {move.kind for move in moves}
    if "then" in kinds:
        return go_on(field)
    if {"start", "extend"} <= kinds:
        return _("%(field)s, %(zone)s: start or extend", **values)
    if "start" in kinds:
        return _("%(field)s, %(zone)s: start", **values)
    if "extend" in kinds:
        return _("%(field)s, %(zone)s: extend", **values)
    if {"neutral-start", "neutral-extend"} <= kinds:
        return _("%(field)s, %(zone)s: start or extend with a neutral archaeologist", **values)
    if "neutral-start" in kinds:
        return _("%(field)s, %(zone)s: start with a neutral archaeologist", **values)
    if "neutral-extend" in kinds:
        return _("%(field)s, %(zone)s: extend with neutral archaeologists", **values)
    return held(viewer, field, colour)


def held(viewer: Viewer, field: FieldView, colour: Colour | None) -> str:
    key = names.field(field["field"])
    if colour is not None:
        name = colour_name(viewer, colour)
        if field["pyramid"]:
            return _("%(field)s, pyramid: %(name)s", field=key, name=name)
        return _("%(field)s: %(name)s", field=key, name=name)
    return _("%(field)s: pyramid", field=key) if field["pyramid"] else key
