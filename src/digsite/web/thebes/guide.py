"""A guided first game of Thebes: ten steps that teach by playing, one a turn after the first dig."""

from digsite.games.thebes.actions import DIG, EXCHANGE, STOP
from digsite.web.guide import Course, Moves
from digsite.web.look import Look
from digsite.web.story import Story
from digsite.web.thebes.explanation import player, shortest_dig
from digsite.web.thebes.guide_steps import LESSONS
from digsite.web.words import later

BOOK, SECOND, FIRST_DIG = 3, 5, 6
GOOD_START = 4  # weeks: who can draw a token by so short a dig has read enough for a first one
MOST_CARDS = 4  # … as has who took so many cards
NAMES = (
    later("The map: every line is a week"),
    later("Whose turn: the one furthest back"),
    later("A book"),
    later("The calendar moves on"),
    later("A second book, a helper"),
    later("The first dig: the time wheel"),
    later("What came out of the bag"),
    later("An exhibition"),
    later("Congresses and most knowledge"),
    later("Three years are over"),
)


def reached_by(look: Look, moves: Moves) -> int:
    """The first step that what was played has not left behind."""
    own = [action for seat, action, _before in moves if seat == look.you]
    taken = sum(action < EXCHANGE for action in own)
    dug = [turn for turn, action in enumerate(own) if DIG <= action < STOP]
    if dug:
        return FIRST_DIG + len(own) - dug[0]
    if not own:
        return 1
    if not taken:
        return BOOK
    if len(own) == 1:
        return BOOK + 1
    return FIRST_DIG if taken > 1 and is_ready(look, taken) else SECOND


def is_ready(look: Look, taken: int) -> bool:
    """Whether a first dig is worth its weeks."""
    assert look.you is not None
    me = player(look, look.you)
    shortest = [weeks for site in look.view["sites"] if (weeks := shortest_dig(look, me, site))]
    return bool(shortest) and (min(shortest) <= GOOD_START or taken >= MOST_CARDS)


COURSE = Course(NAMES, LESSONS, (BOOK, SECOND, FIRST_DIG), reached_by)


def html(look: Look, story: Story) -> str:
    """The guide's part of the page."""
    return COURSE.html(look, story)
