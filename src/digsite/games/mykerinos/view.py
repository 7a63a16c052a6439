"""A position as plain data for clients, pictures and the terminal."""

from typing import Any

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Score, View
from digsite.games.mykerinos.actions import field_name
from digsite.games.mykerinos.data import ZONES_BY_ROUND, Facts
from digsite.games.mykerinos.state import (
    CLAIM,
    COLUMNS,
    DEAL,
    FIRST,
    NEUTRAL,
    NEUTRAL_THEN,
    NO_TILE,
    NO_ZONE,
    PHASES,
    REMOVE,
    ROUNDS,
    STATE,
    THEN,
    TILES,
    WORD,
)
from digsite.games.mykerinos.zones import NEUTRAL_SPACE

Colour = int | str


def colour_view(colour: int) -> Colour:
    """A seat, or the word for the colour nobody plays."""
    return "neutral" if colour == NEUTRAL else colour


def colours(seats: int) -> list[int]:
    return [*range(seats), NEUTRAL] if seats == 2 else list(range(seats))


def tile_view(facts: Facts, tile: int) -> dict[str, Any] | None:
    if tile == NO_TILE:
        return None
    patron, points, pyramids = facts.tiles[tile]
    return {"tile": tile, "patron": patron or None, "points": points, "pyramids": list(pyramids)}


def holds(words: Any, field: int) -> bool:
    return bool(int(words[field // WORD]) >> field % WORD & 1)


def zone_of(field: int) -> int:
    row, column = divmod(field, COLUMNS)
    return row // 3 * 2 + column // 4


def field_views(state: Any, seats: int, fields: int) -> list[dict[str, Any]]:
    return [
        {
            "field": field_name(field),
            "zone": zone_of(field),
            "pyramid": holds(state["pyramids"], field),
            "archaeologist": next(
                (colour_view(colour) for colour in colours(seats) if holds(state["cubes"][colour], field)), None
            ),
        }
        for field in range(fields)
    ]


def standing(state: Any, seats: int, fields: list[dict[str, Any]], zone: int) -> list[dict[str, Any]]:
    """Who has how many in a zone, in the order in which they would rank now; ties as the pass track breaks them."""
    own = [field["archaeologist"] for field in fields if field["zone"] == zone]
    spaces = {
        colour_view(colour): NEUTRAL_SPACE if colour == NEUTRAL else int(state["track"][colour]) or 9
        for colour in colours(seats)
    }
    present = [colour for colour in spaces if own.count(colour)]
    present.sort(key=lambda colour: (-own.count(colour), spaces[colour]))
    return [{"colour": colour, "count": own.count(colour)} for colour in present]


def room_views(facts: Facts, state: Any, seats: int) -> list[dict[str, Any]]:
    return [
        {
            "room": number,
            "value": room.value,
            "wings": list(room.wings),
            "doors": facts.doors(number),
            "holder": next((seat for seat in range(seats) if int(state["rooms"][seat]) >> number & 1), None),
        }
        for number, room in enumerate(facts.rooms)
    ]


def player_view(facts: Facts, state: Any, seat: int, rooms: list[dict[str, Any]], score: Score) -> dict[str, Any]:
    tiles = [tile for tile in range(TILES) if int(state["owned"][seat]) >> tile & 1]
    wings = state["wing"][: state["wings"]].tolist()
    patrons = {}
    for number, patron in enumerate(facts.patrons):
        wing = wings.index(number) if number in wings else None
        values = [room["value"] for room in rooms if room["holder"] == seat and wing in room["wings"]]
        patrons[patron] = {
            "tiles": sum(facts.tiles[tile].patron == patron for tile in tiles),
            "turned": int(state["turned"][seat][number]),
            "worth": max([facts.no_room, *values]),
        }
    return {
        "seat": seat,
        "pool": int(state["pool"][seat]),
        "neutral": int(state["neutral"][seat]),
        "common": int(state["common"][seat]),
        "space": int(state["track"][seat]) or None,
        "tiles": [tile_view(facts, tile) for tile in tiles],
        "patrons": patrons,
        "rooms": [room["room"] for room in rooms if room["holder"] == seat],
        "score": score,
    }


def view(facts: Facts, position: Bytes, scores: list[Score]) -> View:
    state = position.view(STATE)[0]
    seats, phase, actor, zone = (int(state[name]) for name in ("seats", "phase", "actor", "zone"))
    zones = ZONES_BY_ROUND[state["round"]]
    fields = field_views(state, seats, zones // 2 * 3 * COLUMNS)
    rooms = room_views(facts, state, seats)
    slots = state["slot"].tolist()
    wings = state["wing"][: state["wings"]].tolist()
    return {
        "game": "mykerinos",
        "seats": seats,
        "phase": PHASES[phase],
        "to_act": {CHANCE: "chance", OVER: "over"}.get(actor, actor),
        "round": int(state["round"]) + 1,
        "rounds": ROUNDS,
        "start": int(state["start"]) if phase > FIRST else None,
        "turn": int(state["player"]) if DEAL < phase < CLAIM else None,
        "final": bool(state["final"]),
        "fields": fields,
        "zones": [
            {
                "zone": number,
                "tiles": [tile_view(facts, slots[2 * number]), tile_view(facts, slots[2 * number + 1])],
                "standing": standing(state, seats, fields, number),
                "scored": number < zone,
            }
            for number in range(zones)
        ],
        "chain": {
            "last": field_name(int(state["last"])),
            "steps": int(state["steps"]),
            "pyramid": bool(state["pyramid"]),
            "colour": "neutral" if phase == NEUTRAL_THEN else int(state["player"]),
        }
        if phase in (THEN, NEUTRAL_THEN)
        else None,
        "scoring": {
            "zone": zone,
            "rank": int(state["rank"]),
            "ranking": [colour_view(colour) for colour in state["ranking"][: state["ranked"]].tolist()],
        }
        if zone != NO_ZONE and phase in (CLAIM, REMOVE)
        else None,
        "museum": {"wings": [facts.patrons[patron] for patron in wings], "rooms": rooms},
        "neutral": {"common": int(state["common"][NEUTRAL]), "space": NEUTRAL_SPACE} if seats == 2 else None,
        "deck": int(state["deck"]).bit_count(),
        "players": [player_view(facts, state, seat, rooms, scores[seat]) for seat in range(seats)],
    }
