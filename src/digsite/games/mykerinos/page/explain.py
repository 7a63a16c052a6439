"""What anything on the table is, in the context of this very game: a title, some sentences, the rules behind them.

A key names a thing: `zone-2`, `field-c4`, `patron-lemon-0`, `museum`. It is the name of an entry below, followed by
what the thing belongs to. Zones, tiles, rooms and seats are counted from 0, as the view counts them; `none` is the
patron of the plot without one.
"""

from collections.abc import Mapping

from digsite.games.mykerinos.page import explain_desert as desert
from digsite.games.mykerinos.page import explain_museum as museum
from digsite.games.mykerinos.page import explain_player as player
from digsite.games.mykerinos.page.position import facts, view_of
from digsite.games.mykerinos.rules.state import ROOMS, TILES
from digsite.games.mykerinos.rules.view_types import FieldView
from digsite.web.explanation import Entry, Explanation, explanation_of, number_in, seat_in
from digsite.web.viewer import Viewer


def explain(viewer: Viewer, key: str) -> Explanation | None:
    """Return what a key means; None where it means nothing."""
    return explanation_of(THINGS, viewer, key) or explanation_of(OF_PLAYERS, viewer, key)


def _patron(viewer: Viewer, text: str) -> str | None:
    return text if text in (*facts(viewer).patrons, museum.NONE) else None


def _zone(viewer: Viewer, text: str) -> int | None:
    return number_in(text, range(len(view_of(viewer)["zones"])))


def _field(viewer: Viewer, text: str) -> FieldView | None:
    return next((field for field in view_of(viewer)["fields"] if field["field"] == text), None)


def _tile(viewer: Viewer, text: str) -> int | None:
    return number_in(text, range(TILES))


def _room(viewer: Viewer, text: str) -> int | None:
    return number_in(text, range(ROOMS))


THINGS: Mapping[str, Entry] = {
    "zone": (desert.zone, _zone),
    "field": (desert.field, _field),
    "tile": (desert.tile, _tile),
    "start": (desert.start,),
    "extend": (desert.extend,),
    "pass": (desert.passing,),
    "round": (desert.round_now,),
    "deck": (desert.deck,),
    "neutral": (desert.neutral,),
    "patron": (museum.patron, _patron),
    "room": (museum.room, _room),
    "museum": (museum.museum,),
    "pool": (player.pool, seat_in),
    "plots": (player.plots, seat_in),
    "wings": (player.wings, seat_in),
    "rooms": (player.rooms, seat_in),
    "sets": (player.sets, seat_in),
    "score": (player.score, seat_in),
}
OF_PLAYERS: Mapping[str, Entry] = {"patron": (museum.patron_of, _patron, seat_in)}
