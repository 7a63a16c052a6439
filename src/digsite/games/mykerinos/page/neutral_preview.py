"""What neutral archaeologists would do to the zones, for the player who may place them (M7.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.page.position import view_of
from digsite.games.mykerinos.page.ranking_preview import Verdict, verdict, verdicts
from digsite.games.mykerinos.page.turn import turn_of
from digsite.games.mykerinos.rules.view_types import Colour
from digsite.web.viewer import Viewer


@dataclass(frozen=True)
class Line:
    """What so many neutral archaeologists would do to a zone."""

    zone: str
    count: int
    verdicts: Sequence[Verdict]


def lines(viewer: Viewer) -> list[Line]:
    """Return a line for each zone where a neutral start or extension changes something for a player."""
    found = dict[tuple[int, int], Line]()
    for placed in placings(viewer):
        changed = verdicts(viewer, placed)
        zone = changed[0].zone
        if len(changed) == 1 and len(changed[0].after) > 1 and changed[0].strong != now(viewer, zone):
            found.setdefault((zone, len(placed)), Line(names.roman(zone), len(placed), changed))
    return [found[key] for key in sorted(found) if key[1] == 1 or differs(found[key], found.get((key[0], 1)))]


def placings(viewer: Viewer) -> list[dict[str, Colour]]:
    """Return everything that might be placed, field by field."""
    found, turn = list[dict[str, Colour]](), turn_of(viewer)
    for move in (move for here in turn.at_fields().values() for move in here):
        if move.kind == "neutral-extend":
            found += [{**move.placed, field: "neutral"} for field in turn.following(move)[0]]
        else:
            found.append(move.placed)
    return found


def differs(two: Line, one: Line | None) -> bool:
    """Return whether two neutral ones bring about more than one alone."""
    return one is None or two.verdicts[0].more != one.verdicts[0].more


def now(viewer: Viewer, zone: int) -> str:
    """Return how a zone stands for the neutral player as it is."""
    standing = view_of(viewer)["zones"][zone]["standing"]
    if all(one["colour"] != "neutral" for one in standing):
        return ""
    return verdict(viewer, zone, standing, standing, "neutral").strong
