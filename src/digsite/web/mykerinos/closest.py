"""The zone that was decided by least: who was first there, how narrowly, and what came of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from digsite.core.fields import Bytes
from digsite.core.game import View
from digsite.games.mykerinos.actions import ROOM, TILE
from digsite.games.mykerinos.state import CLAIM, STATE
from digsite.games.mykerinos.view import Colour
from digsite.web.explanation import for_whom
from digsite.web.look import Look
from digsite.web.mykerinos import names
from digsite.web.words import _, n_


@dataclass(frozen=True)
class Contest:
    """A zone in which somebody chose first before somebody else."""

    view: View
    zone: int
    action: int
    first: int
    second: Colour
    counts: tuple[int, int]
    gain: int

    @property
    def ahead(self) -> int:
        return self.counts[0] - self.counts[1]


def told(look: Look, states: Sequence[Bytes], actions: Sequence[int]) -> dict[str, Any] | None:
    """The closest of all zones; of equally close ones that which brought the first player most."""
    found = max(contests(look, states, actions), key=lambda one: (-one.ahead, one.gain), default=None)
    if found is None:
        return None
    when = _("%(round)s, %(zone)s", round=names.in_round(found.view["round"]), zone=names.zone(found.zone))
    return {
        "when": when,
        "colours": [found.first, found.second],
        "score": f"{found.counts[0]} : {found.counts[1]}",
        "why": why(look, found),
        "took": took(look, found),
        "points": found.gain,
    }


def contests(look: Look, states: Sequence[Bytes], actions: Sequence[int]) -> Iterator[Contest]:
    game = look.game
    for before, action, after in zip(states, actions, states[1:], strict=False):
        if int(before.view(STATE)[0]["phase"]) != CLAIM:
            continue
        view = game.view(before)
        scoring = view["scoring"]
        standing = view["zones"][scoring["zone"]]["standing"]
        if scoring["rank"] or len(standing) < 2:
            continue
        seat, counts = int(view["to_act"]), (standing[0]["count"], standing[1]["count"])
        gain = game.score(after)[seat]["total"] - game.score(before)[seat]["total"]
        yield Contest(view, scoring["zone"], action, seat, standing[1]["colour"], counts, gain)


def why(look: Look, found: Contest) -> str:
    """What decided it (M4.2)."""
    if found.ahead:
        return n_("%(number)s archaeologist more", "%(number)s archaeologists more", found.ahead)
    return for_whom(
        look, found.first,
        _("you stood further ahead on the pass track"),
        _("%(name)s stood further ahead on the pass track", name=look.names[found.first]),
    )  # fmt: skip


def took(look: Look, found: Contest) -> str:
    if found.action < ROOM:
        tile = found.view["zones"][found.zone]["tiles"][found.action - TILE]
        return for_whom(
            look, found.first,
            _("You took %(plot)s.", plot=names.a_plot(tile)),
            _("%(name)s took %(plot)s.", name=look.names[found.first], plot=names.a_plot(tile)),
        )  # fmt: skip
    room = names.a_room(found.view, found.action - ROOM)
    return for_whom(
        look, found.first,
        _("You reserved %(room)s.", room=room),
        _("%(name)s reserved %(room)s.", name=look.names[found.first], room=room),
    )  # fmt: skip
