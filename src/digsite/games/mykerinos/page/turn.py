"""What the player to act may do, as things to click: fields of the desert, rooms of the museum, and the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game
from digsite.games.mykerinos.page.position import PATRON_PHASES, view_of
from digsite.games.mykerinos.rules.data import facts_of
from digsite.games.mykerinos.rules.decode import (
    ChanceAction,
    Decline,
    Extend,
    NeutralExtend,
    NeutralSkip,
    NeutralStart,
    OnField,
    Pass,
    PlayerAction,
    RemoveTile,
    Start,
    TakeRoom,
    TakeTile,
    Then,
    Use,
    decode,
)
from digsite.games.mykerinos.rules.notation import field_name
from digsite.games.mykerinos.rules.view_types import Colour, MykerinosView
from digsite.games.mykerinos.rules.view_types import view_of as view_at
from digsite.web.viewer import Viewer

FIELD_KINDS: dict[type[OnField], str] = {
    Start: "start",
    Extend: "extend",
    Then: "then",
    NeutralStart: "neutral-start",
    NeutralExtend: "neutral-extend",
}


@dataclass(frozen=True)
class Move:
    """One legal action as something to click; `key` is what the address calls it (`choose=c4`)."""

    key: str
    action: str  # the text that plays it
    kind: str  # start, extend, then, neutral-start, neutral-extend, skip, pass, use, tile, room, remove, decline
    patron: str = ""  # whose help it is or asks for
    field: str = ""
    room: int | None = None
    side: int | None = None  # of the zone's two tiles
    colour: Colour | None = None  # of the archaeologist it places in the desert
    number: int = 0  # as the engine counts actions
    direct: bool = False  # nothing is left to be chosen: clicking it plays it

    @property
    def placed(self) -> dict[str, Colour]:
        """The field it places an archaeologist on, with its colour."""
        return {} if self.colour is None else {self.field: self.colour}


@dataclass(frozen=True)
class Position:
    """A position, and every legal action of it."""

    game: Game
    state: Bytes

    @cached_property
    def view(self) -> MykerinosView:
        return view_at(self.game, self.state)

    @property
    def phase(self) -> str:
        return self.view["phase"]

    @cached_property
    def legal(self) -> list[PlayerAction]:
        if self.game.to_act(self.state) in (CHANCE, OVER):
            return []
        actions = [decode(number) for number in self.game.legal(self.state).tolist()]
        return [action for action in actions if not isinstance(action, ChanceAction)]

    @cached_property
    def moves(self) -> list[Move]:
        return [self.move(action) for action in self.legal]

    def move(self, action: PlayerAction) -> Move:
        number = action.encode()
        text = self.game.text(self.state, number)
        patron = self.phase if self.phase in PATRON_PHASES else ""
        if isinstance(action, OnField):
            return self.move_on_field(action, text, patron)
        match action:
            case Pass():
                return Move("pass", text, "pass", number=number)
            case NeutralSkip():
                return Move("skip", text, "skip", number=number)
            case Decline():
                return Move("decline", text, "decline", number=number)
            case Use():
                patron = facts_of(self.game).patrons[action.patron]
                return Move(patron, text, "use", patron, number=number)
            case TakeTile():
                return Move(f"tile-{action.place}", text, "tile", side=action.place, number=number)
            case RemoveTile():
                return Move(f"remove-{action.place}", text, "remove", side=action.place, number=number)
            case TakeRoom():
                return Move(f"room-{action.room}", text, "room", patron, room=action.room, number=number)

    def move_on_field(self, action: OnField, text: str, patron: str) -> Move:
        field, kind = field_name(action.field), FIELD_KINDS[type(action)]
        colour: Colour | None = self.view["turn"]
        if isinstance(action, NeutralStart | NeutralExtend):
            colour, patron = "neutral", ""
        elif isinstance(action, Then) and self.view["chain"]:
            colour = self.view["chain"]["colour"]
        direct = isinstance(action, Then)
        return Move(field, text, kind, patron, field, colour=colour, number=action.encode(), direct=direct)


class Turn:
    """What the viewer may do in the position looked at, and where that leads; nothing unless they are to act."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer, self.view = viewer, view_of(viewer)
        self._reached: dict[tuple[int, ...], Position] = {(): Position(viewer.game, viewer.state)}

    def after(self, *steps: Move | None) -> Position:
        """Return the position looked at, or the one that some steps lead to."""
        return self._after(tuple(step.number for step in steps if step is not None))

    def _after(self, numbers: tuple[int, ...]) -> Position:
        if numbers not in self._reached:
            before = self._after(numbers[:-1])
            self._reached[numbers] = Position(before.game, before.game.apply(before.state, numbers[-1]))
        return self._reached[numbers]

    def moves(self, *steps: Move | None) -> Sequence[Move]:
        """Return every legal action, now or after some steps."""
        return self.after(*steps).moves if self.viewer.my_turn else []

    def at_fields(self, call: Move | None = None) -> dict[str, list[Move]]:
        """Return what may be done at each field, with a patron's help or without."""
        found: dict[str, list[Move]] = {}
        for move in self.moves(call):
            if move.field:
                found.setdefault(move.field, []).append(move)
        return found

    def rooms(self, call: Move | None = None) -> dict[int, Move]:
        """Return the museum rooms that may be reserved now, or once a patron is called."""
        return {move.room: move for move in self.moves(call) if move.room is not None}

    @cached_property
    def others(self) -> list[Move]:
        """Whatever else may be done: patrons, passing, tiles, leaving the neutral ones."""
        return [move for move in self.moves() if not move.field and move.room is None]

    def following(self, move: Move, *before: Move | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Return the fields and rooms that the same action asks for next."""
        if move.kind not in ("extend", "start", "then", "use", "neutral-extend"):
            return (), ()
        then = self.after(*before, move)
        if then.view["turn"] != self.view["turn"] or then.phase not in (*PATRON_PHASES, "then", "neutral-then"):
            return (), ()
        fields = {field_name(each.field): None for each in then.legal if isinstance(each, Start | Extend | Then)}
        return tuple(fields), tuple(each.room for each in then.legal if isinstance(each, TakeRoom))


def turn_of(viewer: Viewer) -> Turn:
    """Return what the viewer may do, decoded once for all parts of a page."""
    return viewer.once_per_position(Turn)
