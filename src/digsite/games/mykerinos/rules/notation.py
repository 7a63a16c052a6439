"""The one canonical text of each action of Mykerinos, and reading it."""

import re
from collections.abc import Sequence
from functools import lru_cache

from digsite.core.errors import InvalidAction
from digsite.games.mykerinos.rules.decode import (
    PLACES,
    Action,
    DealDraw,
    Decline,
    Extend,
    FirstDraw,
    NeutralExtend,
    NeutralSkip,
    NeutralStart,
    Pass,
    RemoveTile,
    Start,
    TakeRoom,
    TakeTile,
    Then,
    TurnDraw,
    Use,
    WingDraw,
    decode,
)
from digsite.games.mykerinos.rules.state import COLUMNS, PLAYERS, ROOMS, TILES

COLUMN_NAMES = "abcdefgh"
_VERBS: dict[type[Action], str] = {
    Start: "start",
    Extend: "extend",
    Then: "then",
    Pass: "pass",
    Use: "use",
    NeutralStart: "neutral start",
    NeutralExtend: "neutral extend",
    NeutralSkip: "neutral skip",
    TakeTile: "tile",
    TakeRoom: "room",
    RemoveTile: "remove",
    FirstDraw: "first",
    WingDraw: "wing",
    DealDraw: "deal",
    Decline: "decline",
    TurnDraw: "turn",
}
_BARE: dict[str, Action] = {_VERBS[type(action)]: action for action in (Pass(), NeutralSkip(), Decline())}
_FIELDS = {_VERBS[kind]: kind for kind in (Start, Extend, Then, NeutralStart, NeutralExtend)}
_PATRONS = {_VERBS[kind]: kind for kind in (Use, WingDraw)}
_NUMBERS = {  # with the numbers that may be written
    _VERBS[kind]: (kind, written)
    for kind, written in (
        (TakeTile, range(1, 1 + PLACES)),
        (TakeRoom, range(ROOMS)),
        (RemoveTile, range(1, 1 + PLACES)),
        (FirstDraw, range(PLAYERS)),
        (DealDraw, range(TILES)),
        (TurnDraw, range(2)),
    )
}
_SHAPE = re.compile(r"(neutral start|neutral extend|[a-z]+) (?:([a-h][1-9])|(0|[1-9][0-9]?)|([a-z]+))")


def field_name(field: int) -> str:
    """Return column and row of a field, from the top left: "a1"."""
    return f"{COLUMN_NAMES[field % COLUMNS]}{field // COLUMNS + 1}"


def field_number(name: str) -> int:
    """Return the number of a field's name."""
    return COLUMN_NAMES.index(name[0]) + COLUMNS * (int(name[1:]) - 1)


@lru_cache(maxsize=2048)
def text(patrons: tuple[str, ...], number: int) -> str:
    """Return the text of an action."""
    action = decode(number)
    verb = _VERBS[type(action)]
    match action:
        case Start(field) | Extend(field) | Then(field) | NeutralStart(field) | NeutralExtend(field):
            return f"{verb} {field_name(field)}"
        case Use(patron) | WingDraw(patron):
            return f"{verb} {patrons[patron]}"
        case TakeTile(place) | RemoveTile(place):
            return f"{verb} {place + 1}"
        case TakeRoom(counted) | FirstDraw(counted) | DealDraw(counted) | TurnDraw(counted):
            return f"{verb} {counted}"
        case Pass() | NeutralSkip() | Decline():
            return verb


def parse(patrons: Sequence[str], words: str) -> int:
    """Return the number of an action's text. Raises InvalidAction."""
    action = _BARE.get(words) or _action(patrons, words)
    if action is None:
        raise InvalidAction(f"{words[:60]!r} is not an action in Mykerinos")
    return action.encode()


def _action(patrons: Sequence[str], words: str) -> Action | None:
    match = _SHAPE.fullmatch(words)
    if match is None:
        return None
    verb, field, number, patron = match.groups()
    if field and verb in _FIELDS:
        return _FIELDS[verb](field_number(field))
    if patron in patrons and verb in _PATRONS:
        return _PATRONS[verb](patrons.index(patron))
    if number and verb in _NUMBERS:
        action, written = _NUMBERS[verb]
        return action(int(number) - written.start) if int(number) in written else None
    return None
