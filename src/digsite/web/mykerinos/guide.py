"""A guided first game of Mykerinos: ten steps that teach by playing, the last six one a turn."""

from digsite.core.fields import Bytes
from digsite.games.mykerinos.actions import EXTEND, THEN_ON
from digsite.games.mykerinos.state import CLAIM, FOLLOW, REMOVE, STATE, TURN
from digsite.web.guide import Course, Moves
from digsite.web.look import Look
from digsite.web.mykerinos.guide_steps import LESSONS
from digsite.web.story import Story
from digsite.web.words import later

DESERT, FIRST_START, NEUTRALS, FIRST_EXTENSION, STANDING, PASSING, CHOICE, MUSEUM, HELP, END = range(1, 11)
QUIET, OVER = 0, END + 1
NAMES = (
    later("The desert and its zones"),
    later("Start: one anywhere"),
    later("A neutral archaeologist"),
    later("Extend: two for one turn"),
    later("Who leads a zone"),
    later("Passing, and who wins ties"),
    later("A zone is scored: the first choice"),
    later("The museum"),
    later("Patrons help"),
    later("Wings, sets, the end"),
)


def reached_by(look: Look, moves: Moves) -> int:
    """The step that fits what is to be done; 0 where there is nothing to say."""
    own = [(action, before) for seat, action, before in moves if seat == look.you]
    if look.view["scoring"]:
        chosen = sum(field(before, "phase") in (CLAIM, REMOVE) for _action, before in own)
        return CHOICE + chosen if chosen < 2 else QUIET
    if look.view["round"] > 1:
        return later_round(look, own)
    return first_round(look, own) if own else DESERT


def field(state: Bytes, name: str) -> int:
    return int(state.view(STATE)[0][name])


def first_round(look: Look, own: list[tuple[int, Bytes]]) -> int:
    mine = look.view["turn"] == look.you
    if look.view["players"][look.you]["space"]:
        return QUIET
    if look.view["phase"] in ("follow", "neutral-then") and mine:
        placed = sum(field(before, "phase") == FOLLOW for _action, before in own)
        if placed <= (look.view["phase"] == "neutral-then"):
            return NEUTRALS
    turns = [action for action, before in own if field(before, "phase") == TURN]
    extensions = [turn for turn, action in enumerate(turns) if EXTEND <= action < THEN_ON]
    if not extensions:
        return FIRST_EXTENSION
    since = len(turns) - 1 - extensions[0]
    if look.view["phase"] == "then" and mine:
        return QUIET if since else FIRST_EXTENSION
    return STANDING + since if since < 2 else QUIET


def later_round(look: Look, own: list[tuple[int, Bytes]]) -> int:
    """Patrons and the end of the game are taught in the first two turns of the second round."""
    begun = [before for _action, before in own if field(before, "phase") == TURN and field(before, "round") > 0]
    if look.view["phase"] != "turn":
        return QUIET
    return min(HELP + len(begun), OVER)


COURSE = Course(NAMES, LESSONS, (FIRST_START, NEUTRALS, FIRST_EXTENSION), reached_by)


def html(look: Look, story: Story) -> str:
    """The guide's part of the page."""
    return COURSE.html(look, story)
