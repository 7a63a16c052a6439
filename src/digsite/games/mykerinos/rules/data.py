"""The facts of Mykerinos: `data.toml`, checked line by line and packed into tables for the compiled rules."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from digsite.core.compiled import CompiledGame
from digsite.core.errors import BadData
from digsite.core.facts import DataReader
from digsite.core.fields import Bytes, Row
from digsite.core.game import Game
from digsite.games.mykerinos.rules.state import PATRONS, PLAYERS, ROOMS, ROUNDS, TILE_FIELDS, TILES

SEATS = range(2, PLAYERS + 1)
NO_PATRON = PATRONS
ZONES_BY_ROUND = (4, 4, 4, 6)
NAMES = ("violet", "lemon", "brown", "blackmore", "tangerine")
ROOM_VALUES = (2, 3, 5)

TABLES = np.dtype(
    [
        ("archaeologists", "i2"),
        ("per_round", "i2", PLAYERS + 1),  # by number of players
        ("neutral_per_round", "i2"),
        ("zones", "i2", ROUNDS),
        ("patron", "i2", TILES),
        ("points", "i2", TILES),
        ("pyramids", "i2", TILES),  # fields of each tile, as bits
        ("of_patron", "i8", PATRONS),  # tiles, as bits
        ("room_value", "i2", ROOMS),
        ("room_wings", "i2", ROOMS),  # as bits
        ("doors", "i2", ROOMS),  # rooms one of which must be held first, as bits; none where anybody may go in
        ("no_room", "i2"),
        ("set_of_five", "i2"),
        ("may_decline", "i2"),  # M4.9: the third and the fourth of a zone may decline
        ("random_turns", "i2"),  # M2.5: chance turns every tile
    ]
)


class Tables(Protocol):
    archaeologists: int
    per_round: Row
    neutral_per_round: int
    zones: Row
    patron: Row
    points: Row
    pyramids: Row
    of_patron: Row
    room_value: Row
    room_wings: Row
    doors: Row
    no_room: int
    set_of_five: int
    may_decline: int
    random_turns: int


class Tile(NamedTuple):
    patron: str
    points: int
    pyramids: tuple[int, ...]


class Room(NamedTuple):
    value: int
    wings: tuple[int, ...]


class Facts:
    """The facts of one edition, and the rule options. Raises `BadData` naming the entry that breaks a limit."""

    def __init__(self, raw: Mapping[str, Any], options: Mapping[str, str] | None = None) -> None:
        entry = DataReader(raw)
        self.may_decline = (options or {}).get("last-tile") == "may"
        self.random_turns = (options or {}).get("tile-rotation") == "random"
        self.archaeologists = entry.number("players.archaeologists", 1, 99)
        self.per_round = {n: entry.number(f"players.per_round.{n}", 0, self.archaeologists) for n in SEATS}
        self.neutral_per_round = entry.number("players.neutral_per_round", 0, self.archaeologists)
        if entry.find("rounds.count") != ROUNDS or tuple(entry.numbers("rounds.zones", 1, 9)) != ZONES_BY_ROUND:
            raise BadData("rounds: there are four, with 4, 4, 4 and 6 zones")
        if (entry.find("tiles.columns"), entry.find("tiles.rows")) != (2, 3):
            raise BadData("tiles: a tile has 2 columns and 3 rows")
        self.patrons = entry.names("tiles.patrons", PATRONS)
        if self.patrons != NAMES:
            raise BadData(f"tiles.patrons: must be {', '.join(NAMES)}")
        self.tiles = [
            self._tile(entry, f"tiles.tiles[{i}]", row) for i, row in enumerate(entry.rows("tiles.tiles", TILES, 3))
        ]
        self.rooms = [
            self._room(entry, f"museum.rooms[{i}]", row) for i, row in enumerate(entry.rows("museum.rooms", ROOMS, 2))
        ]
        self.no_room = entry.number("scoring.no_room", 0, 9)
        self.set_of_five = entry.number("scoring.set_of_five", 0, 99)

    def _tile(self, entry: DataReader, where: str, row: Sequence[Any]) -> Tile:
        patron = entry.pick(where, row, 0, (*self.patrons, ""))
        points = entry.whole(where, row[1], 0, 9)
        fields = self._numbers(entry, where, row[2], TILE_FIELDS - 1)
        if len(fields) == TILE_FIELDS:
            raise BadData(f"{where}: at least one field must be without a pyramid")
        return Tile(patron, points, fields)

    def _room(self, entry: DataReader, where: str, row: Sequence[Any]) -> Room:
        if row[0] not in ROOM_VALUES or type(row[0]) is not int:
            raise BadData(f"{where}: {row[0]!r} is not a value of a room; they are 2, 3 and 5")
        wings = self._numbers(entry, where, row[1], PATRONS - 1)
        if not wings:
            raise BadData(f"{where}: must belong to a wing")
        return Room(row[0], wings)

    def _numbers(self, entry: DataReader, where: str, value: Any, most: int) -> tuple[int, ...]:
        if not isinstance(value, list):
            raise BadData(f"{where}: {value!r} is not a list of numbers")
        numbers = tuple(entry.whole(where, number, 0, most) for number in value)
        if len(set(numbers)) != len(numbers):
            raise BadData(f"{where}: {list(numbers)} names something twice")
        return numbers

    def doors(self, room: int) -> list[int]:
        """Return the rooms from which one reaches a "5" (M5.1, M5.2); none for a room that anybody may reserve."""
        value, wings = self.rooms[room]
        if value < max(ROOM_VALUES):
            return []
        return [i for i, other in enumerate(self.rooms) if other.value < value and set(other.wings) & set(wings)]

    @cached_property
    def tables(self) -> Bytes:
        packed = np.zeros(1, TABLES)
        t = packed[0]
        t["archaeologists"] = self.archaeologists
        for seats in SEATS:
            t["per_round"][seats] = self.per_round[seats]
        t["neutral_per_round"] = self.neutral_per_round
        t["zones"] = ZONES_BY_ROUND
        for number, (patron, points, pyramids) in enumerate(self.tiles):
            t["patron"][number] = self.patrons.index(patron) if patron else NO_PATRON
            t["points"][number] = points
            t["pyramids"][number] = sum(1 << field for field in pyramids)
            if patron:
                t["of_patron"][self.patrons.index(patron)] |= 1 << number
        for number, (value, wings) in enumerate(self.rooms):
            t["room_value"][number] = value
            t["room_wings"][number] = sum(1 << wing for wing in wings)
            t["doors"][number] = sum(1 << room for room in self.doors(number))
        t["no_room"], t["set_of_five"] = self.no_room, self.set_of_five
        t["may_decline"], t["random_turns"] = self.may_decline, self.random_turns
        return packed.view(np.uint8)


def facts_of(game: Game) -> Facts:
    """Return the facts that a game of this kind is played with."""
    return cast(CompiledGame[Facts], game).facts
