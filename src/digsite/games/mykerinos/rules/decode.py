"""Actions of Mykerinos by name: `decode(number)` returns `Start`, `Use`, `DealDraw` …, and `encode()` the number again.

Everything is counted from 0: fields row by row, patrons as in `data.toml`, the two places for tiles of a zone.
"""

from dataclasses import dataclass

from digsite.core.errors import InvalidAction
from digsite.games.mykerinos.rules.actions import (
    DEAL_TILE,
    DECLINE,
    EXTEND,
    FIRST_PLAYER,
    NEUTRAL_EXTEND,
    NEUTRAL_START,
    PASS,
    REMOVE_TILE,
    ROOM,
    SKIP,
    START,
    THEN_ON,
    TILE,
    TURN_TILE,
    USE,
    WING_OF,
)
from digsite.games.mykerinos.rules.state import FIELDS, PATRONS, PLAYERS, ROOMS, TILES

PLACES = 2  # of tiles in a zone


@dataclass(frozen=True, slots=True)
class Start:
    """Start a dig on a field (M3.2)."""

    field: int

    def encode(self) -> int:
        return START + self.field


@dataclass(frozen=True, slots=True)
class Extend:
    """Extend a dig: the first of two archaeologists (M3.3)."""

    field: int

    def encode(self) -> int:
        return EXTEND + self.field


@dataclass(frozen=True, slots=True)
class Then:
    """Place the next archaeologist of an action that has begun (M3.3)."""

    field: int

    def encode(self) -> int:
        return THEN_ON + self.field


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass for the rest of the round (M3.4)."""

    def encode(self) -> int:
        return PASS


@dataclass(frozen=True, slots=True)
class Use:
    """Use a patron's action (M3.5)."""

    patron: int

    def encode(self) -> int:
        return USE + self.patron


@dataclass(frozen=True, slots=True)
class NeutralStart:
    """Start a neutral dig (M7.3)."""

    field: int

    def encode(self) -> int:
        return NEUTRAL_START + self.field


@dataclass(frozen=True, slots=True)
class NeutralExtend:
    """Extend a neutral dig (M7.3)."""

    field: int

    def encode(self) -> int:
        return NEUTRAL_EXTEND + self.field


@dataclass(frozen=True, slots=True)
class NeutralSkip:
    """Place no neutral archaeologist (M7.3)."""

    def encode(self) -> int:
        return SKIP


@dataclass(frozen=True, slots=True)
class TakeTile:
    """Take a tile of the zone that is scored (M4.4)."""

    place: int

    def encode(self) -> int:
        return TILE + self.place


@dataclass(frozen=True, slots=True)
class TakeRoom:
    """Reserve a room of the museum (M4.3, M3.8)."""

    room: int

    def encode(self) -> int:
        return ROOM + self.room


@dataclass(frozen=True, slots=True)
class RemoveTile:
    """Name the tile that the neutral player takes out of the game (M7.5, M7.6)."""

    place: int

    def encode(self) -> int:
        return REMOVE_TILE + self.place


@dataclass(frozen=True, slots=True)
class FirstDraw:
    """A seat becomes start player (M1.2)."""

    seat: int

    def encode(self) -> int:
        return FIRST_PLAYER + self.seat


@dataclass(frozen=True, slots=True)
class WingDraw:
    """The next wing of the museum gets its patron (M1.2)."""

    patron: int

    def encode(self) -> int:
        return WING_OF + self.patron


@dataclass(frozen=True, slots=True)
class DealDraw:
    """A tile is dealt to the next place of the desert (M2.3)."""

    tile: int

    def encode(self) -> int:
        return DEAL_TILE + self.tile


@dataclass(frozen=True, slots=True)
class Decline:
    """Take no tile, as third or fourth (M4.9)."""

    def encode(self) -> int:
        return DECLINE


@dataclass(frozen=True, slots=True)
class TurnDraw:
    """The tile just dealt lies as printed, or half a turn round (M2.5)."""

    half_turns: int

    def encode(self) -> int:
        return TURN_TILE + self.half_turns


OnField = Start | Extend | Then | NeutralStart | NeutralExtend
PlayerAction = OnField | Pass | Use | NeutralSkip | TakeTile | TakeRoom | RemoveTile | Decline
ChanceAction = FirstDraw | WingDraw | DealDraw | TurnDraw
Action = PlayerAction | ChanceAction

ALL: tuple[Action, ...] = (
    *map(Start, range(FIELDS)),
    *map(Extend, range(FIELDS)),
    *map(Then, range(FIELDS)),
    Pass(),
    *map(Use, range(PATRONS)),
    *map(NeutralStart, range(FIELDS)),
    *map(NeutralExtend, range(FIELDS)),
    NeutralSkip(),
    *map(TakeTile, range(PLACES)),
    *map(TakeRoom, range(ROOMS)),
    *map(RemoveTile, range(PLACES)),
    *map(FirstDraw, range(PLAYERS)),
    *map(WingDraw, range(PATRONS)),
    *map(DealDraw, range(TILES)),
    Decline(),
    *map(TurnDraw, range(2)),
)  # in the order of their numbers


def decode(number: int) -> Action:
    """Return the action of a number. Raises InvalidAction if there is none."""
    if not 0 <= number < len(ALL):
        raise InvalidAction(f"{number} is not an action in Mykerinos: they are numbered 0 to {len(ALL) - 1}")
    return ALL[number]


def is_draw(number: int) -> bool:
    """Return whether the action of a number is one of chance."""
    return isinstance(decode(number), ChanceAction)
