"""The entries of a table's log, and the payload of each kind.

The kinds and the keys are kept on disk and sent to clients: they never change. `fold` says what an entry does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from digsite.core.history import History

Kind = Literal[
    "opened", "sat", "left", "agreed", "widened", "narrowed", "closed", "started", "acted", "undone", "takeback",
    "time", "gone", "abandon", "rematch",
]  # fmt: skip
Pace = Literal["live", "correspondence"]
Visibility = Literal["public", "link"]
OnTimeout = Literal["stand in", "end"]
SeatKind = Literal["open", "person", "bot"]
P = TypeVar("P")


class TermsJson(TypedDict):
    game: str
    name: str
    pace: Pace
    bank: int
    increment: int
    days: int
    visibility: Visibility
    undo: bool
    practice: bool
    stand_in: str
    on_timeout: OnTimeout
    pause: int
    hints: bool
    guide: bool
    options: NotRequired[dict[str, str]]  # those that are not the default; the key stands only where there are any
    takebacks: NotRequired[bool]  # these, too, stand only where they are true
    pairing: NotRequired[bool]


class TermsChanges(TypedDict, total=False):
    """What the host may still change before the start."""

    name: str
    pace: Pace
    bank: int
    increment: int
    days: int
    visibility: Visibility
    undo: bool
    takebacks: bool
    hints: bool
    stand_in: str
    on_timeout: OnTimeout
    options: dict[str, str]


class SeatJson(TypedDict):
    kind: SeatKind
    person: str
    name: str
    bot: str
    word: str
    bank: int
    wants_end: bool
    lost: str
    returns_with: NotRequired[int]  # stands only where a clock ran out
    gave_up: NotRequired[str]  # stands only where somebody resigned


class TableOpened(TypedDict):
    """`opened`: always the first entry."""

    terms: TermsJson
    seats: list[SeatJson]


class SeatTaken(TypedDict):
    """`sat`: by a person with a name and a lucky word, or by a bot; again with another name or word, or coming back."""

    seat: int
    name: NotRequired[str]
    word: NotRequired[str]
    bot: NotRequired[str]
    back: NotRequired[bool]  # stands only where a person whose time ran out has the seat again …
    returns_with: NotRequired[int]  # … and this where nobody has added time: what they get on the clock


class SeatLeft(TypedDict):
    """`left`: before the start; the seat is open again."""

    seat: int


class TermsChanged(TypedDict):
    """`agreed`: all terms, as they are now."""

    terms: TermsJson


class SeatAdded(TypedDict):
    """`widened`: one more open seat, the last."""


class SeatRemoved(TypedDict):
    """`narrowed`: one open seat less."""

    seat: int


class TableClosed(TypedDict):
    """`closed`: by the host, before the start."""


class GameStarted(TypedDict):
    """`started`: with the version of the rules, everybody's lucky word and the first draws."""

    rules: int
    words: list[str]
    draws: list[str]
    data: NotRequired[str]  # the digest of data that are not the game's own


class ActionPlayed(TypedDict):
    """`acted`: an action, the draws it caused and the milliseconds it cost, 0 without a clock."""

    seat: int
    action: str
    draws: list[str]
    thinking: int


class ActionsUndone(TypedDict):
    """`undone`: back to a ply, and the milliseconds it cost."""

    to: int
    thinking: int
    returned: NotRequired[list[int]]  # the increments each seat gives back; stands only where there are any


class TakebackVoted(TypedDict):
    """`takeback`: the player of `seat` asks to go back to ply `to`, or `by` answers. One no ends the request.

    The last yes carries the position back: it has `done`, and the milliseconds that the player to act had thought.
    """

    seat: int
    to: int
    by: int
    agree: bool
    done: NotRequired[bool]
    thinking: NotRequired[int]
    returned: NotRequired[list[int]]  # as in `undone`


class TimeAdded(TypedDict):
    """`time`: the milliseconds that another player adds to a seat's clock."""

    seat: int
    added: int


class PlayerLeft(TypedDict):
    """`gone`: why a seat lost its player, and who plays on: a bot, "open" or "end"."""

    seat: int
    why: Literal["resigned", "timeout", "failed"]
    then: str
    returns_with: NotRequired[int]  # where a clock ran out: the time the player would come back with
    thinking: NotRequired[int]  # stands where somebody gave up a seat that is open then: the milliseconds it cost


class EndVoted(TypedDict):
    """`abandon`: whether the person in these seats would end the game without a winner."""

    seats: list[int]
    agree: bool


class RematchOffered(TypedDict):
    """`rematch`: the id of the next game's table."""

    other: str


@dataclass(frozen=True)
class Entry(Generic[P]):
    """One thing that happened at a table. Nothing in it is secret, except lucky words before the start."""

    version: int
    kind: Kind
    payload: P
    at: int
    person: str = ""
    request: str | None = None  # the client's own id of the request
    played: History | None = field(default=None, compare=False, repr=False)
    """The positions a new entry led through, so that nobody plays its actions again; the log does not keep them."""


AnyEntry = Entry[Any]  # of any kind: `kind` says which payload it has


@dataclass(frozen=True)
class Move:
    """An action of the game as the log has it; chance has no seat."""

    text: str
    seat: int | None


def goes_back(entry: AnyEntry) -> bool:
    """Return whether an entry carries the game back to an earlier position."""
    return entry.kind == "undone" or (entry.kind == "takeback" and entry.payload.get("done", False))


def extend_moves(moves: list[Move], entry: AnyEntry) -> None:
    """Add an entry's actions to the moves of the game, or take back those it undoes."""
    payload = entry.payload
    if goes_back(entry):
        del moves[payload["to"] :]
        return
    if entry.kind == "acted":
        moves.append(Move(payload["action"], payload["seat"]))
    if entry.kind in ("started", "acted"):
        moves.extend(Move(text, None) for text in payload["draws"])


def moves_of(entries: Sequence[AnyEntry]) -> list[Move]:
    """Return the moves of the game that stand after all entries of a log."""
    moves: list[Move] = []
    for entry in entries:
        extend_moves(moves, entry)
    return moves
