"""A position as plain data for clients, pictures and the terminal. `view_types` names its parts."""

from collections.abc import Sequence

import numpy as np

from digsite.core.fields import Bytes, Row
from digsite.core.game import CHANCE, OVER
from digsite.games.mykerinos.rules import scoring
from digsite.games.mykerinos.rules.data import ZONES_BY_ROUND, Facts
from digsite.games.mykerinos.rules.notation import field_name
from digsite.games.mykerinos.rules.state import (
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
from digsite.games.mykerinos.rules.view_types import (
    Actor,
    ChainView,
    Colour,
    FieldView,
    MykerinosView,
    PatronView,
    PlayerView,
    RoomView,
    ScoreParts,
    ScoringView,
    StandingView,
    TileView,
    ZoneView,
)
from digsite.games.mykerinos.rules.zones import NEUTRAL_SPACE


def colour_view(colour: int) -> Colour:
    """Return a seat, or the word for the colour nobody plays."""
    return "neutral" if colour == NEUTRAL else colour


def colours(seats: int) -> list[int]:
    return [*range(seats), NEUTRAL] if seats == 2 else list(range(seats))


def tile_view(facts: Facts, tile: int) -> TileView:
    patron, points, pyramids = facts.tiles[tile]
    return {"tile": tile, "patron": patron or None, "points": points, "pyramids": list(pyramids)}


def slot_fields(slot: int) -> list[int]:
    """Return the fields of a slot in the order in which a tile counts them."""
    zone, side = divmod(slot, 2)
    corner = COLUMNS * 3 * (zone // 2) + 4 * (zone % 2) + 2 * side
    return [corner + COLUMNS * row + column for row in range(3) for column in range(2)]


def laid_tile_view(facts: Facts, state: np.void, slot: int) -> TileView | None:
    """Return a tile of the desert. One that chance has turned (M2.5) has its pyramids where they lie."""
    tile = int(state["slot"][slot])
    if tile == NO_TILE:
        return None
    seen = tile_view(facts, tile)
    if facts.random_turns:
        lie = [place for place, field in enumerate(slot_fields(slot)) if holds(state["pyramids"], field)]
        if lie and lie != sorted(seen["pyramids"]):
            return {**seen, "pyramids": lie, "turned": True}
    return seen


def phase_view(state: np.void) -> str:
    """Return the phase; `rotate` while chance is to turn the tile dealt last (M2.5)."""
    awaits_turn = state["phase"] == DEAL and state["slot"][state["dealt"]] != NO_TILE
    return "rotate" if awaits_turn else PHASES[state["phase"]]


def holds(words: Row, field: int) -> bool:
    return bool(int(words[field // WORD]) >> field % WORD & 1)


def zone_of(field: int) -> int:
    row, column = divmod(field, COLUMNS)
    return row // 3 * 2 + column // 4


def field_views(state: np.void, seats: int, fields: int) -> list[FieldView]:
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


def standing(state: np.void, seats: int, fields: list[FieldView], zone: int) -> list[StandingView]:
    """Return who has how many in a zone, in the order in which they would rank now; the pass track breaks ties."""
    own = [field["archaeologist"] for field in fields if field["zone"] == zone]
    spaces = {
        colour_view(colour): NEUTRAL_SPACE if colour == NEUTRAL else int(state["track"][colour]) or 9
        for colour in colours(seats)
    }
    present = [colour for colour in spaces if own.count(colour)]
    present.sort(key=lambda colour: (-own.count(colour), spaces[colour]))
    return [{"colour": colour, "count": own.count(colour)} for colour in present]


def room_views(facts: Facts, state: np.void, seats: int) -> list[RoomView]:
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


def player_view(facts: Facts, state: np.void, seat: int, rooms: list[RoomView], score: ScoreParts) -> PlayerView:
    tiles = [tile for tile in range(TILES) if int(state["owned"][seat]) >> tile & 1]
    wings = state["wing"][: state["wings"]].tolist()
    patrons: dict[str, PatronView] = {}
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


def score_parts(facts: Facts, parts: Sequence[int]) -> ScoreParts:
    """Return a player's points by their names."""
    return {
        "plots": parts[scoring.PLOT_POINTS],
        "wings": dict(zip(facts.patrons, parts[scoring.WING_POINTS : scoring.SET_POINTS], strict=True)),
        "sets": parts[scoring.SET_POINTS],
        "total": sum(parts),
    }


def zone_view(facts: Facts, state: np.void, seats: int, fields: list[FieldView], zone: int) -> ZoneView:
    return {
        "zone": zone,
        "tiles": [laid_tile_view(facts, state, slot) for slot in (2 * zone, 2 * zone + 1)],
        "standing": standing(state, seats, fields, zone),
        "scored": zone < int(state["zone"]),
    }


def chain_view(state: np.void) -> ChainView | None:
    phase = int(state["phase"])
    if phase not in (THEN, NEUTRAL_THEN):
        return None
    return {
        "last": field_name(int(state["last"])),
        "steps": int(state["steps"]),
        "pyramid": bool(state["pyramid"]),
        "colour": "neutral" if phase == NEUTRAL_THEN else int(state["player"]),
    }


def scoring_view(state: np.void) -> ScoringView | None:
    zone = int(state["zone"])
    if zone == NO_ZONE or state["phase"] not in (CLAIM, REMOVE):
        return None
    return {
        "zone": zone,
        "rank": int(state["rank"]),
        "ranking": [colour_view(colour) for colour in state["ranking"][: state["ranked"]].tolist()],
    }


def actor_view(actor: int) -> Actor:
    return "chance" if actor == CHANCE else "over" if actor == OVER else actor


def view(facts: Facts, position: Bytes, scores: Sequence[ScoreParts]) -> MykerinosView:
    """Return everything a client shows of a position."""
    state = position.view(STATE)[0]
    seats, phase = int(state["seats"]), int(state["phase"])
    zones = ZONES_BY_ROUND[state["round"]]
    fields = field_views(state, seats, zones // 2 * 3 * COLUMNS)
    rooms = room_views(facts, state, seats)
    wings = state["wing"][: state["wings"]].tolist()
    return {
        "game": "mykerinos",
        "seats": seats,
        "phase": phase_view(state),
        "to_act": actor_view(int(state["actor"])),
        "round": int(state["round"]) + 1,
        "rounds": ROUNDS,
        "start": int(state["start"]) if phase > FIRST else None,
        "turn": int(state["player"]) if DEAL < phase < CLAIM else None,
        "final": bool(state["final"]),
        "fields": fields,
        "zones": [zone_view(facts, state, seats, fields, zone) for zone in range(zones)],
        "chain": chain_view(state),
        "scoring": scoring_view(state),
        "museum": {"wings": [facts.patrons[patron] for patron in wings], "rooms": rooms},
        "neutral": {"common": int(state["common"][NEUTRAL]), "space": NEUTRAL_SPACE} if seats == 2 else None,
        "deck": int(state["deck"]).bit_count(),
        "players": [player_view(facts, state, seat, rooms, scores[seat]) for seat in range(seats)],
    }
