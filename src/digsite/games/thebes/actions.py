"""Actions of Thebes: one number and one text for each.

Numbers are stable within a version of the game. Players' actions come first, then those of chance in the order in
which a fair draw counts them. A dig's number runs over the weeks fastest, so that what is legal at one site with the
same options is one range.
"""

import re
from collections.abc import Sequence

from digsite.core.errors import InvalidAction
from digsite.games.thebes.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL, USE_ZEPPELIN
from digsite.games.thebes.state import CARDS, HALLS, MOST_WEEKS, PLAYERS, SITES, SPACES, TOKENS

OPTIONS = 16

TAKE = 0  # twice each: without and with the zeppelin
EXCHANGE = TAKE + 2 * SPACES
EXHIBIT = EXCHANGE + 2
DIG = EXHIBIT + 2 * HALLS
STOP = DIG + SITES * OPTIONS * MOST_WEEKS
MARKER = STOP + 1  # from here on chance acts
CARD = MARKER + PLAYERS
FOUND = CARD + CARDS  # find 1, the first that a bag holds
SAND = FOUND + TOKENS - 1
ACTIONS = SAND + 1

_WORDS = ((USE_ZEPPELIN, " zeppelin"), (USE_ASSISTANT, " assistant"), (USE_RUMOUR, " rumour"), (USE_SHOVEL, " shovel"))
_SHAPE = re.compile(
    r"take ([1-4])( zeppelin)?|exchange( zeppelin)?|exhibit ([a-c])( zeppelin)?"
    r"|dig ([a-z]+) ([1-9]|1[0-2])( zeppelin)?( assistant)?( rumour)?( shovel)?|stop"
    r"|marker ([0-3])|card (0|[1-9][0-9]?)|find ([1-9]|1[0-4])|sand"
)


def dig_action(site: int, weeks: int, options: int) -> int:
    return DIG + (site * OPTIONS + options) * MOST_WEEKS + weeks - 1


def dig_parts(action: int) -> tuple[int, int, int]:
    """Site, weeks and options of a dig."""
    block, weeks = divmod(action - DIG, MOST_WEEKS)
    return block // OPTIONS, weeks + 1, block % OPTIONS


def text(sites: Sequence[str], action: int) -> str:
    """The one canonical text of an action."""
    if action < DIG:
        flight = " zeppelin" if action % 2 else ""
        if action < EXCHANGE:
            return f"take {action // 2 + 1}{flight}"
        if action < EXHIBIT:
            return f"exchange{flight}"
        return f"exhibit {'abc'[(action - EXHIBIT) // 2]}{flight}"
    if action < STOP:
        site, weeks, options = dig_parts(action)
        return f"dig {sites[site]} {weeks}" + "".join(word for bit, word in _WORDS if options & bit)
    if action == STOP:
        return "stop"
    if action < CARD:
        return f"marker {action - MARKER}"
    if action < FOUND:
        return f"card {action - CARD}"
    return f"find {action - FOUND + 1}" if action < SAND else "sand"


def parse(sites: Sequence[str], words: str) -> int:
    """The number of an action's text."""
    match = _SHAPE.fullmatch(words)
    if match is None:
        raise InvalidAction(f"{words[:60]!r} is no action of Thebes")
    space, taking, exchanging, hall, showing, site, weeks, *used, seat, card, find = match.groups()
    if space:
        return TAKE + 2 * (int(space) - 1) + bool(taking)
    if hall:
        return EXHIBIT + 2 * "abc".index(hall) + bool(showing)
    if site:
        if site not in sites:
            raise InvalidAction(f"{words[:60]!r} is no action of Thebes: the sites are {', '.join(sites)}")
        return dig_action(
            sites.index(site), int(weeks), sum(bit for (bit, _), word in zip(_WORDS, used, strict=True) if word)
        )
    if seat:
        return MARKER + int(seat)
    if card:
        if int(card) >= CARDS:
            raise InvalidAction(f"{words!r} is no action of Thebes: cards are numbered 0 to {CARDS - 1}")
        return CARD + int(card)
    if find:
        return FOUND + int(find) - 1
    return {"stop": STOP, "sand": SAND}.get(words, EXCHANGE + bool(exchanging))
