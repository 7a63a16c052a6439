"""Actions of Mykerinos: one number and one text for each; players' first, then chance's as a fair draw counts."""

import re
from collections.abc import Sequence

from digsite.core.errors import InvalidAction
from digsite.games.mykerinos.state import COLUMNS, FIELDS, PATRONS, PLAYERS, ROOMS, TILES

START = 0
EXTEND = START + FIELDS
THEN_ON = EXTEND + FIELDS
PASS = THEN_ON + FIELDS
USE = PASS + 1
NEUTRAL_START = USE + PATRONS
NEUTRAL_EXTEND = NEUTRAL_START + FIELDS
SKIP = NEUTRAL_EXTEND + FIELDS
TILE = SKIP + 1
ROOM = TILE + 2
REMOVE_TILE = ROOM + ROOMS
FIRST_PLAYER = REMOVE_TILE + 2  # from here on chance acts
WING_OF = FIRST_PLAYER + PLAYERS
DEAL_TILE = WING_OF + PATRONS
ACTIONS = DEAL_TILE + TILES

_FIELDS = {
    START: "start",
    EXTEND: "extend",
    THEN_ON: "then",
    NEUTRAL_START: "neutral start",
    NEUTRAL_EXTEND: "neutral extend",
}
_NUMBERS = {TILE: ("tile", 1, 2), ROOM: ("room", 0, ROOMS), REMOVE_TILE: ("remove", 1, 2)}
_DRAWS = {FIRST_PLAYER: ("first", 0, PLAYERS), DEAL_TILE: ("deal", 0, TILES)}
_PATRONS = {USE: "use", WING_OF: "wing"}
_WORDS = {PASS: "pass", SKIP: "neutral skip"}
_SHAPE = re.compile(r"(neutral start|neutral extend|[a-z]+) (?:([a-h])([1-9])|(0|[1-9][0-9]?)|([a-z]+))")


def field_name(field: int) -> str:
    """Column and row, from the top left."""
    return f"{'abcdefgh'[field % COLUMNS]}{field // COLUMNS + 1}"


def text(patrons: Sequence[str], action: int) -> str:
    """The one canonical text of an action."""
    for base, words in _FIELDS.items():
        if base <= action < base + FIELDS:
            return f"{words} {field_name(action - base)}"
    for base, (word, least, count) in (_NUMBERS | _DRAWS).items():
        if base <= action < base + count:
            return f"{word} {action - base + least}"
    for base, word in _PATRONS.items():
        if base <= action < base + PATRONS:
            return f"{word} {patrons[action - base]}"
    return _WORDS[action]


def parse(patrons: Sequence[str], words: str) -> int:
    """The number of an action's text."""
    for action, word in _WORDS.items():
        if words == word:
            return action
    match = _SHAPE.fullmatch(words)
    if match:
        verb, column, row, number, patron = match.groups()
        for base, word in _FIELDS.items():
            if column and verb == word:
                return base + "abcdefgh".index(column) + COLUMNS * (int(row) - 1)
        for base, (word, least, count) in (_NUMBERS | _DRAWS).items():
            if number and verb == word and least <= int(number) < least + count:
                return base + int(number) - least
        for base, word in _PATRONS.items():
            if patron in patrons and verb == word:
                return base + patrons.index(patron)
    raise InvalidAction(f"{words[:60]!r} is no action of Mykerinos")
