"""What anything on the table is, in the context of this very game: a title, some sentences, the rules behind them.

A key names a thing: `zone-2`, `field-c4`, `patron-lemon-0`, `museum`. It is the name of an entry below, followed by
what the thing belongs to. Zones, tiles, rooms and seats are counted from 0, as the view counts them; `none` is the
patron of the plot without one.
"""

from collections.abc import Mapping
from typing import Any

from digsite.games.mykerinos.state import ROOMS, TILES
from digsite.web.explanation import Explanation, number_in, seat_in, told_by
from digsite.web.look import Look
from digsite.web.mykerinos import explain_desert as desert
from digsite.web.mykerinos import explain_museum as museum
from digsite.web.mykerinos import explain_player as player


def explain(look: Look, key: str) -> Explanation | None:
    """What a key means; None where it means nothing."""
    return told_by(THINGS, look, key) or told_by(OF_PLAYERS, look, key)


def _patron(look: Look, text: str) -> str | None:
    return text if text in (*look.game.facts.patrons, museum.NONE) else None


def _zone(look: Look, text: str) -> int | None:
    return number_in(text, range(len(look.view["zones"])))


def _field(look: Look, text: str) -> dict[str, Any] | None:
    return next((field for field in look.view["fields"] if field["field"] == text), None)


def _tile(look: Look, text: str) -> int | None:
    return number_in(text, range(TILES))


def _room(look: Look, text: str) -> int | None:
    return number_in(text, range(ROOMS))


THINGS: Mapping[str, tuple[Any, ...]] = {
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
OF_PLAYERS: Mapping[str, tuple[Any, ...]] = {"patron": (museum.patron_of, _patron, seat_in)}
