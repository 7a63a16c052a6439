"""The one canonical text of each action of Thebes, and reading it."""

import re
from collections.abc import Sequence
from functools import lru_cache

from digsite.core.errors import InvalidAction
from digsite.games.thebes.rules.decode import (
    Action,
    CardDraw,
    Dig,
    Exchange,
    Exhibit,
    FindDraw,
    MarkerDraw,
    SandDraw,
    Stop,
    Take,
    decode,
)
from digsite.games.thebes.rules.state import CARDS

HALL_NAMES = "abc"
_SHAPE = re.compile(
    r"take ([1-4])( zeppelin)?|exchange( zeppelin)?|exhibit ([a-c])( zeppelin)?"
    r"|dig ([a-z]+) ([1-9]|1[0-2])( zeppelin)?( assistant)?( rumour)?( shovel)?|stop"
    r"|marker ([0-3])|card (0|[1-9][0-9]?)|find ([1-9]|1[0-4])|sand"
)


@lru_cache(maxsize=4096)
def text(sites: tuple[str, ...], number: int) -> str:
    """Return the text of an action."""
    match decode(number):
        case Take(space, zeppelin):
            return f"take {space + 1}{_used(zeppelin=zeppelin)}"
        case Exchange(zeppelin):
            return f"exchange{_used(zeppelin=zeppelin)}"
        case Exhibit(hall, zeppelin):
            return f"exhibit {HALL_NAMES[hall]}{_used(zeppelin=zeppelin)}"
        case Dig(site, weeks, zeppelin, assistant, rumour, shovel):
            used = _used(zeppelin=zeppelin, assistant=assistant, rumour=rumour, shovel=shovel)
            return f"dig {sites[site]} {weeks}{used}"
        case Stop():
            return "stop"
        case MarkerDraw(seat):
            return f"marker {seat}"
        case CardDraw(card):
            return f"card {card}"
        case FindDraw(find):
            return f"find {find}"
        case SandDraw():
            return "sand"


def _used(**used: bool) -> str:
    return "".join(f" {name}" for name, is_used in used.items() if is_used)


def parse(sites: Sequence[str], words: str) -> int:
    """Return the number of an action's text. Raises InvalidAction."""
    match = _SHAPE.fullmatch(words)
    if match is None:
        raise InvalidAction(f"{words[:60]!r} is not an action in Thebes")
    return _action(sites, words, match).encode()


def _action(sites: Sequence[str], words: str, match: re.Match[str]) -> Action:
    space, taking, exchanging, hall, showing, site, weeks, *used, seat, card, find = match.groups()
    if space:
        return Take(int(space) - 1, bool(taking))
    if hall:
        return Exhibit(HALL_NAMES.index(hall), bool(showing))
    if site:
        if site not in sites:
            raise InvalidAction(f"{words[:60]!r} is not an action in Thebes: the sites are {', '.join(sites)}")
        return Dig(sites.index(site), int(weeks), *map(bool, used))
    if seat:
        return MarkerDraw(int(seat))
    if card:
        if int(card) >= CARDS:
            raise InvalidAction(f"{words!r} is not an action in Thebes: cards are numbered 0 to {CARDS - 1}")
        return CardDraw(int(card))
    if find:
        return FindDraw(int(find))
    return Stop() if words == "stop" else SandDraw() if words == "sand" else Exchange(bool(exchanging))
