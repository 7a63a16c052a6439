"""The types of what `game.view` returns for Mykerinos. A view is made of plain dicts and lists, ready for JSON.

Seats, zones and rooms are counted from 0, rounds from 1; fields and patrons have names.
"""

from typing import Literal, NotRequired, TypedDict, cast

from digsite.core.fields import Bytes
from digsite.core.game import Game, View

Actor = int | Literal["chance", "over"]
Colour = int | Literal["neutral"]  # a seat, or the colour nobody plays


class TileView(TypedDict):
    tile: int
    patron: str | None
    points: int
    pyramids: list[int]
    turned: NotRequired[bool]  # True for a tile of the desert that lies half a turn round (M2.5)


class FieldView(TypedDict):
    field: str
    zone: int
    pyramid: bool
    archaeologist: Colour | None


class StandingView(TypedDict):
    """How many archaeologists of a colour stand in a zone."""

    colour: Colour
    count: int


class ZoneView(TypedDict):
    zone: int
    tiles: list[TileView | None]
    standing: list[StandingView]
    scored: bool


class ChainView(TypedDict):
    """An action of several archaeologists that has begun."""

    last: str
    steps: int
    pyramid: bool
    colour: Colour


class ScoringView(TypedDict):
    """The zone that is scored, and whose choice it is."""

    zone: int
    rank: int
    ranking: list[Colour]


class RoomView(TypedDict):
    room: int
    value: int
    wings: list[int]
    doors: list[int]
    holder: int | None


class MuseumView(TypedDict):
    wings: list[str]
    rooms: list[RoomView]


class NeutralView(TypedDict):
    """The neutral archaeologists, with two players."""

    common: int
    space: int


class PatronView(TypedDict):
    """A player's tiles of one patron, and what each is worth."""

    tiles: int
    turned: int
    worth: int


class ScoreParts(TypedDict):
    plots: int
    wings: dict[str, int]
    sets: int
    total: int


class PlayerView(TypedDict):
    seat: int
    pool: int
    neutral: int
    common: int
    space: int | None
    tiles: list[TileView]
    patrons: dict[str, PatronView]
    rooms: list[int]
    score: ScoreParts


class MykerinosView(TypedDict):
    game: str
    seats: int
    phase: str
    to_act: Actor
    round: int
    rounds: int
    start: int | None
    turn: int | None
    final: bool
    fields: list[FieldView]
    zones: list[ZoneView]
    chain: ChainView | None
    scoring: ScoringView | None
    museum: MuseumView
    neutral: NeutralView | None
    deck: int
    players: list[PlayerView]


def typed(view: View) -> MykerinosView:
    """Return a view of a game that is known to be Mykerinos, with its type."""
    return cast(MykerinosView, view)


def view_of(game: Game, state: Bytes) -> MykerinosView:
    """Return the view of a position of Mykerinos."""
    return typed(game.view(state))


def seat_to_act(view: MykerinosView) -> int | None:
    """Return the seat to act, None when chance is to act or the game is over."""
    actor = view["to_act"]
    return actor if isinstance(actor, int) else None


def player_to_act(view: MykerinosView) -> PlayerView:
    """Return the player to act. Raises ValueError when no player is."""
    seat = seat_to_act(view)
    if seat is None:
        raise ValueError(f"no player is to act: {view['to_act']}")
    return view["players"][seat]
