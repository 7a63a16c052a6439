"""The zone that was decided by least: who was first there, how narrowly, and what came of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict

from digsite.core.fields import Bytes
from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.rules.decode import Action, TakeRoom, TakeTile, decode
from digsite.games.mykerinos.rules.state import CLAIM, STATE
from digsite.games.mykerinos.rules.view_types import Colour, MykerinosView, view_of
from digsite.web.explanation import for_whom
from digsite.web.i18n import _, n_
from digsite.web.viewer import Viewer


@dataclass(frozen=True)
class Contest:
    """A zone in which somebody chose first before somebody else."""

    view: MykerinosView
    zone: int
    action: Action
    first: int
    second: Colour
    counts: tuple[int, int]
    gain: int

    @property
    def ahead(self) -> int:
        return self.counts[0] - self.counts[1]


class ClosestContext(TypedDict):
    when: str
    colours: list[Colour]
    score: str
    why: str
    took: str
    points: int


def context(viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int]) -> ClosestContext | None:
    """Return what the end shows of the closest of all zones.

    Of equally close ones it is that which brought the first player most.
    """
    found = max(contests(viewer, states, actions), key=lambda one: (-one.ahead, one.gain), default=None)
    if found is None:
        return None
    when = _("%(round)s, %(zone)s", round=names.in_round(found.view["round"]), zone=names.zone(found.zone))
    return {
        "when": when,
        "colours": [found.first, found.second],
        "score": f"{found.counts[0]} : {found.counts[1]}",
        "why": why(viewer, found),
        "took": took(viewer, found),
        "points": found.gain,
    }


def contests(viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int]) -> Iterator[Contest]:
    game = viewer.game
    for before, action, after in zip(states, actions, states[1:], strict=False):
        if int(before.view(STATE)[0]["phase"]) != CLAIM:
            continue
        view = view_of(game, before)
        scoring = view["scoring"]
        standing = view["zones"][scoring["zone"]]["standing"] if scoring else []
        if scoring is None or scoring["rank"] or len(standing) < 2:
            continue
        seat, counts = game.to_act(before), (standing[0]["count"], standing[1]["count"])
        gain = game.score(after)[seat]["total"] - game.score(before)[seat]["total"]
        yield Contest(view, scoring["zone"], decode(action), seat, standing[1]["colour"], counts, gain)


def why(viewer: Viewer, found: Contest) -> str:
    """Return what decided the zone (M4.2)."""
    if found.ahead:
        return n_("%(number)s more archaeologist", "%(number)s more archaeologists", found.ahead)
    return for_whom(
        viewer, found.first,
        _("You stood further ahead on the pass track"),
        _("%(name)s stood further ahead on the pass track", name=viewer.names[found.first]),
    )  # fmt: skip


def took(viewer: Viewer, found: Contest) -> str:
    """Return what the first one chose."""
    if isinstance(found.action, TakeTile):
        tile = found.view["zones"][found.zone]["tiles"][found.action.place]
        plot = names.a_plot(tile) if tile else ""
        return for_whom(
            viewer, found.first,
            _("You took %(plot)s.", plot=plot),
            _("%(name)s took %(plot)s.", name=viewer.names[found.first], plot=plot),
        )  # fmt: skip
    room = names.a_room(found.view, found.action.room) if isinstance(found.action, TakeRoom) else ""
    return for_whom(
        viewer, found.first,
        _("You reserved %(room)s.", room=room),
        _("%(name)s reserved %(room)s.", name=viewer.names[found.first], room=room),
    )  # fmt: skip
