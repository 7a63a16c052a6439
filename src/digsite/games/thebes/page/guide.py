"""A guided first game of Thebes: ten steps that teach by playing.

After the first dig there is one a turn; the last waits until an exhibition lies on the table.
"""

from collections.abc import Sequence

from digsite.core.fields import Bytes
from digsite.games.thebes.page.explain_common import shortest_dig
from digsite.games.thebes.page.guide_steps import LESSONS
from digsite.games.thebes.page.position import player, view_of
from digsite.games.thebes.rules.decode import Dig, Take, decode
from digsite.games.thebes.rules.state import NO_CARD, STATE
from digsite.web.guide import Course, Moves
from digsite.web.i18n import later
from digsite.web.viewer import Viewer

BOOK, SECOND, FIRST_DIG, EXHIBITION = 3, 5, 6, 10
GOOD_START = 4  # weeks: who can draw a token by so short a dig has read enough for a first one
MOST_CARDS = 3  # … as has who took so many cards
NAMES = (
    later("The map: every line is a week"),
    later("Whose turn: the one furthest back"),
    later("A book"),
    later("The calendar moves on"),
    later("A second book, a helper"),
    later("The first dig: the time wheel"),
    later("What came out of the bag"),
    later("Congresses and most knowledge"),
    later("The years and the end"),
    later("An exhibition"),
)


def reached_by(viewer: Viewer, moves: Moves) -> int:
    """Return the first step that what was played has not left behind."""
    own = [decode(action) for seat, action, _before in moves if seat == viewer.you]
    seen = [before for seat, _action, before in moves if seat == viewer.you]
    taken = sum(isinstance(action, Take) for action in own)
    dug = [turn for turn, action in enumerate(own) if isinstance(action, Dig)]
    if dug:
        return after_a_dig(viewer, seen[dug[0] :])
    if not own:
        return 1
    if not taken:
        return BOOK
    if len(own) == 1:
        return BOOK + 1
    return FIRST_DIG if taken > 1 and is_ready(viewer, taken) else SECOND


def after_a_dig(viewer: Viewer, seen: Sequence[Bytes]) -> int:
    """Return one lesson for each turn since the dig, whose positions are `seen`; 0 where there is nothing to say."""
    turn = FIRST_DIG + len(seen)
    if turn < EXHIBITION:
        return turn
    if any(has_exhibition(state) for state in seen[EXHIBITION - FIRST_DIG :]):  # it has been taught
        return EXHIBITION + 1
    return EXHIBITION if has_exhibition(viewer.state) else 0


def has_exhibition(state: Bytes) -> bool:
    return bool((state.view(STATE)[0]["hall"] != NO_CARD).any())


def is_ready(viewer: Viewer, taken: int) -> bool:
    """Return whether a first dig is worth its weeks."""
    assert viewer.you is not None
    me = player(viewer, viewer.you)
    shortest = [weeks for site in view_of(viewer)["sites"] if (weeks := shortest_dig(viewer, me, site))]
    return bool(shortest) and (min(shortest) <= GOOD_START or taken >= MOST_CARDS)


COURSE = Course(NAMES, LESSONS, (BOOK, SECOND, FIRST_DIG), reached_by)
