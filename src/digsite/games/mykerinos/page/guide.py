"""A guided first game of Mykerinos: ten steps that teach by playing, the last six one a turn."""

from digsite.core.fields import Bytes
from digsite.games.mykerinos.page.guide_steps import LESSONS
from digsite.games.mykerinos.page.position import player, view_of
from digsite.games.mykerinos.rules.decode import Extend, decode
from digsite.games.mykerinos.rules.state import CLAIM, FOLLOW, REMOVE, STATE, TURN
from digsite.web.guide import Course, Moves
from digsite.web.i18n import later
from digsite.web.viewer import Viewer

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


def reached_by(viewer: Viewer, moves: Moves) -> int:
    """Return the step that fits what is to be done; 0 where there is nothing to say."""
    own = [(action, before) for seat, action, before in moves if seat == viewer.you]
    if view_of(viewer)["scoring"]:
        chosen = sum(field(before, "phase") in (CLAIM, REMOVE) for _action, before in own)
        return CHOICE + chosen if chosen < 2 else QUIET
    if view_of(viewer)["round"] > 1:
        return later_round(viewer, own)
    return first_round(viewer, own) if own else DESERT


def field(state: Bytes, name: str) -> int:
    return int(state.view(STATE)[0][name])


def first_round(viewer: Viewer, own: list[tuple[int, Bytes]]) -> int:
    mine = view_of(viewer)["turn"] == viewer.you
    if viewer.you is not None and player(viewer, viewer.you)["space"]:
        return QUIET
    if view_of(viewer)["phase"] in ("follow", "neutral-then") and mine:
        placed = sum(field(before, "phase") == FOLLOW for _action, before in own)
        if placed <= (view_of(viewer)["phase"] == "neutral-then"):
            return NEUTRALS
    turns = [action for action, before in own if field(before, "phase") == TURN]
    extensions = [turn for turn, action in enumerate(turns) if isinstance(decode(action), Extend)]
    if not extensions:
        return FIRST_EXTENSION
    since = len(turns) - 1 - extensions[0]
    if view_of(viewer)["phase"] == "then" and mine:
        return QUIET if since else FIRST_EXTENSION
    return STANDING + since if since < 2 else QUIET


def later_round(viewer: Viewer, own: list[tuple[int, Bytes]]) -> int:
    """Return the step of the second round: patrons, then the end of the game, in its first two turns."""
    begun = [before for _action, before in own if field(before, "phase") == TURN and field(before, "round") > 0]
    if view_of(viewer)["phase"] != "turn":
        return QUIET
    return min(HELP + len(begun), OVER)


COURSE = Course(NAMES, LESSONS, (FIRST_START, NEUTRALS, FIRST_EXTENSION), reached_by)
