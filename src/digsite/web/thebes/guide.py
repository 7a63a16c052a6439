"""A guided first game: ten steps that teach by playing.

Which step is shown follows from what has been played. Steps to be read come before those to be done; after the first
dig there is one lesson a turn. The address may ask for a step already reached (`guide=2`), for quiet until the next
turn (`guide=rest`), or for none at all (`guide=off`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from digsite import web
from digsite.core.fields import Bytes
from digsite.games.thebes.actions import DIG, EXCHANGE, STOP
from digsite.web.look import Look
from digsite.web.story import Story
from digsite.web.thebes import guide_steps as steps
from digsite.web.thebes.explanation import player, shortest_dig
from digsite.web.thebes.guide_steps import LAST, Lesson
from digsite.web.words import _, later

Moves = Sequence[tuple[int, int, Bytes]]  # who did what in which position
BOOK, SECOND, FIRST_DIG = 3, 5, 6
TO_BE_DONE = (BOOK, SECOND, FIRST_DIG)
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
NOTHING = '<section id="guide" hidden></section>'


@dataclass(frozen=True)
class Step:
    """A step as it is shown: what it says, what it lights, and where it leads."""

    number: int
    lesson: Lesson
    furthest: int
    back: str = ""
    on: str = ""
    on_label: str = ""

    @property
    def last(self) -> int:
        return LAST


def html(look: Look, story: Story) -> str:
    """The guide's part of the page."""
    shown = step(look, moves_of(story))
    if shown is None:
        return NOTHING
    return web.render("thebes/guide.html", look=look, step=shown, entries=entries(look, shown))


def moves_of(story: Story) -> Moves:
    return [
        (item.seat, story.actions[item.begin], story.states[item.begin])
        for item in story.decisions
        if item.seat is not None
    ]


def step(look: Look, moves: Moves) -> Step | None:
    """What to teach now; None when the guide is done, skipped, or silent."""
    asked = look.choose.get("guide", "")
    if look.you is None or not look.present or look.table.status != "playing" or asked in ("off", "rest"):
        return None
    reached = reached_by(look, moves)
    furthest = furthest_from(reached)
    number = reached
    if asked.isascii() and asked.isdecimal():
        number = max(1, min(int(asked[:2]), furthest))
    elif look.choose.get("choose") and reached not in TO_BE_DONE:
        number = furthest if furthest in TO_BE_DONE else LAST + 1
    if number > LAST or (number > FIRST_DIG and not asked and not look.my_turn):
        return None
    return made(look, number, furthest)


def made(look: Look, number: int, furthest: int) -> Step:
    back = f"{look.link(guide=number - 1)}#guide-title" if number > 1 else ""
    lesson = steps.LESSONS[number - 1](look)
    if number in TO_BE_DONE and number == furthest:
        return Step(number, lesson, furthest, back)
    if number > FIRST_DIG:
        return Step(number, lesson, furthest, back, look.link(guide="rest"), _("Play on"))
    return Step(number, lesson, furthest, back, f"{look.link(guide=number + 1)}#guide-title", _("Go on"))


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


def furthest_from(reached: int) -> int:
    """The step to which one may read on."""
    return next((number for number in TO_BE_DONE if number >= reached), max(reached, LAST))


def entries(look: Look, shown: Step) -> list[dict[str, Any]]:
    """The list of steps; those that may be read are links."""
    return [
        {
            "number": number,
            "name": _(name),
            "state": "now" if number == shown.number else "done" if number < shown.number else "",
            "link": f"{look.link(guide=number)}#guide-title" if number <= shown.furthest else "",
        }
        for number, name in enumerate(NAMES, 1)
    ]
