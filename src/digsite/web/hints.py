"""What the master would do here: three suggestions with their reasons, each a link that chooses it."""

from collections.abc import Sequence
from typing import TypedDict

from digsite.analysis.hints import Hint
from digsite.web.game_page import page_of
from digsite.web.i18n import _
from digsite.web.viewer import Viewer


class Suggestion(TypedDict):
    """One action of a hint as the page shows it."""

    title: str
    action: str
    link: str
    reason: str
    chance: int
    behind: int
    points: str
    others: list[tuple[int, str, str]]


class HintContext(TypedDict):
    suggestions: list[Suggestion]
    why: str
    simulations: int


def context(viewer: Viewer, hint: Hint | None, no_hint: str = "") -> HintContext:
    """Return what the template needs; without a hint, why there is none: `no_hint` where that is known."""
    if hint is None or not hint.options:
        return {"suggestions": [], "why": why_none(viewer, no_hint), "simulations": 0}
    seat = viewer.game.to_act(viewer.state)
    best = max(option.win_chances[seat] for option, _why in hint.options)
    suggestions: list[Suggestion] = [
        {
            "title": page_of(viewer.game.name).hint_title(viewer, option.action, hint.then.get(option.action, ())),
            "action": viewer.game.text(viewer.state, option.action),
            "link": link(viewer, option.action, hint.then.get(option.action, ())),
            "reason": _(why) if why else "",
            "chance": round(100 * option.win_chances[seat]),
            "behind": round(100 * (best - option.win_chances[seat])),
            "points": f"{option.points[seat]:.0f}",
            "others": [
                (other, viewer.name(other), f"{option.points[other]:.0f}")
                for other in range(len(viewer.names))
                if other != seat
            ],
        }
        for option, why in hint.options
    ]
    return {"suggestions": suggestions, "why": "", "simulations": hint.simulations}


def why_none(viewer: Viewer, no_hint: str = "") -> str:
    if viewer.table.status == "over":
        return _("The game is over: there is nothing left to advise.")
    if not viewer.my_turn:
        return _("A hint is for whoever is to move. Ask again when it is your turn.")
    return no_hint or _("No hint was found in time. Ask again.")


def link(viewer: Viewer, action: int, then: Sequence[int] = ()) -> str:
    """Return the address that chooses an action, with how it goes on; "" where it can only be played."""
    query = page_of(viewer.game.name).hint_query(viewer, action, then)
    return viewer.link(**query) if query else ""
