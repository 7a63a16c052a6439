"""A guided first game of Thebes: ten steps that teach by playing.

After the first dig there is one a turn; the last waits until an exhibition lies on the table.
"""

from collections.abc import Sequence

from digsite.core.fields import Bytes
from digsite.games.thebes.actions import DIG, EXCHANGE, STOP
from digsite.games.thebes.state import NO_CARD, STATE
from digsite.web.guide import NOTHING, Course, Moves
from digsite.web.look import Look
from digsite.web.story import Story
from digsite.web.thebes.explanation import player, shortest_dig
from digsite.web.thebes.guide_steps import LESSONS
from digsite.web.words import later

BOOK, SECOND, FIRST_DIG, EXHIBITION = 3, 5, 6, 10
GOOD_START = 4  # weeks: who can draw a token by so short a dig has read enough for a first one
MOST_CARDS = 3  # … as has who took so many cards
QUIET = '<section id="guide" class="quiet" hidden></section>'
NAMES = (
    later("The map: every line is a week"),
    later("Whose turn: the one furthest back"),
    later("A book"),
    later("The calendar moves on"),
    later("A second book, a helper"),
    later("The first dig: the time wheel"),
    later("What came out of the bag"),
    later("Congresses and most knowledge"),
    later("Three years are over"),
    later("An exhibition"),
)


def reached_by(look: Look, moves: Moves) -> int:
    """The first step that what was played has not left behind."""
    own = [action for seat, action, _before in moves if seat == look.you]
    seen = [before for seat, _action, before in moves if seat == look.you]
    taken = sum(action < EXCHANGE for action in own)
    dug = [turn for turn, action in enumerate(own) if DIG <= action < STOP]
    if dug:
        return after_a_dig(look, seen[dug[0] :])
    if not own:
        return 1
    if not taken:
        return BOOK
    if len(own) == 1:
        return BOOK + 1
    return FIRST_DIG if taken > 1 and is_ready(look, taken) else SECOND


def after_a_dig(look: Look, seen: Sequence[Bytes]) -> int:
    """A lesson a turn; that on exhibitions waits for one, and 0 is quiet. `seen` are the positions since the dig."""
    turn = FIRST_DIG + len(seen)
    if turn < EXHIBITION:
        return turn
    told = any(has_exhibition(state) for state in seen[EXHIBITION - FIRST_DIG :])
    if told:
        return EXHIBITION + 1
    return EXHIBITION if has_exhibition(look.state) else 0


def has_exhibition(state: Bytes) -> bool:
    return bool((state.view(STATE)[0]["hall"] != NO_CARD).any())


def is_ready(look: Look, taken: int) -> bool:
    """Whether a first dig is worth its weeks."""
    assert look.you is not None
    me = player(look, look.you)
    shortest = [weeks for site in look.view["sites"] if (weeks := shortest_dig(look, me, site))]
    return bool(shortest) and (min(shortest) <= GOOD_START or taken >= MOST_CARDS)


COURSE = Course(NAMES, LESSONS, (BOOK, SECOND, FIRST_DIG), reached_by)


def html(look: Look, story: Story) -> str:
    """The guide's part of the page; where it is only quiet, the page stays one with a guide, who may speak again."""
    told = COURSE.html(look, story)
    return QUIET if told == NOTHING and look.choose.get("guide") != "off" else told
