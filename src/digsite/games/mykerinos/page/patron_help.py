"""Patrons who could help at a field: whom to use, and what the first archaeologist there would bring about."""

from collections.abc import Sequence
from dataclasses import dataclass

from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.page.choice import calling
from digsite.games.mykerinos.page.position import view_of
from digsite.games.mykerinos.page.ranking_preview import Verdict, verdicts
from digsite.games.mykerinos.page.turn import turn_of
from digsite.web.i18n import _
from digsite.web.viewer import Viewer


@dataclass(frozen=True)
class Help:
    """A patron ready to help at a field; `link` plans that."""

    patron: str
    link: str
    label: str
    words: str
    verdicts: Sequence[Verdict]


def at_field(viewer: Viewer, field: str) -> list[Help]:
    """Return the patrons whose help may begin at a field (M3.5)."""
    view, turn = view_of(viewer), turn_of(viewer)
    if view["phase"] != "turn" or view["turn"] is None:
        return []
    first = verdicts(viewer, {field: view["turn"]})
    return [
        Help(
            move.patron,
            viewer.link(choose=field, **calling(move)),
            _("Use %(patron)s", patron=names.patron(move.patron)),
            names.help_of(move.patron),
            first if move.patron == "lemon" else (),
        )
        for move in turn.others
        if move.kind == "use" and field in turn.following(move)[0]
    ]
