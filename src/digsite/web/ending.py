"""The end of any game: who won and why, and what its draws can be checked with."""

from collections.abc import Sequence
from typing import TypedDict

from digsite.tables.table import Table
from digsite.web.i18n import _, later, listed, points
from digsite.web.viewer import Viewer

GROUP = 4  # letters of a fingerprint that stand together


class SealedDraws(TypedDict):
    """What the draws of a game can be checked with, as a page shows it."""

    commitment: str
    seed: str
    words: str


class EndContext(TypedDict):
    """What `end_parts.html` shows of every game."""

    heading: str
    note: str
    winners: list[int]
    others: list[int]
    totals: Sequence[int]
    names: list[str]
    chance: SealedDraws | None


def common(viewer: Viewer, totals: Sequence[int]) -> EndContext:
    """Return what the end of every game shows; `totals` are the points of each seat."""
    winners = winners_of(viewer.table)
    return {
        "heading": heading(viewer, totals, winners),
        "note": note(viewer),
        "winners": winners,
        "others": sorted((seat for seat in range(len(totals)) if seat not in winners), key=lambda seat: -totals[seat]),
        "totals": totals,
        "names": [viewer.name(seat) for seat in range(len(totals))],
        "chance": chance(viewer.table),
    }


def winners_of(table: Table) -> list[int]:
    result = table.result()
    return result[1] if result else []


def heading(viewer: Viewer, totals: Sequence[int], winners: Sequence[int]) -> str:
    """Return who won, in one line."""
    if not winners:
        abandoned = viewer.table.end and viewer.table.end.reason == "abandoned"
        return _("The game was abandoned") if abandoned else _("The game is over")
    yours = viewer.you in winners
    if len(winners) > 1:
        others = listed([viewer.names[seat] for seat in winners if seat != viewer.you])
        most = points(totals[winners[0]])
        if yours:
            return _("You share the victory with %(others)s, %(points)s each", others=others, points=most)
        return _("%(names)s share the victory, %(points)s each", names=others, points=most)
    if viewer.table.end:
        return _("You win") if yours else _("%(name)s wins", name=viewer.names[winners[0]])
    most = points(totals[winners[0]])
    if yours:
        return _("You win with %(points)s", points=most)
    return _("%(name)s wins with %(points)s", name=viewer.names[winners[0]], points=most)


EARLY = {
    "resigned": (
        later("You resigned; the points are as they stood then."),
        later("%(name)s resigned; the points are as they stood then."),
    ),
    "timeout": (
        later("Your time ran out; the points are as they stood then."),
        later("%(name)s ran out of time; the points are as they stood then."),
    ),
}
GONE = (
    later("You left; the points are as they stood then."),
    later("%(name)s left; the points are as they stood then."),
)


def note(viewer: Viewer) -> str:
    """Why a game ended before its time; empty where it did not."""
    end = viewer.table.end
    if end is None:
        return ""
    if end.seat is None:
        return _("Nobody wins; the points are as they stood then.")
    yours, theirs = EARLY.get(end.reason, GONE)
    return _(yours) if end.seat == viewer.you else _(theirs, name=viewer.names[end.seat])


def chance(table: Table) -> SealedDraws | None:
    """Return what the draws can be checked with; None where they prove nothing."""
    sealed = table.chance()
    if sealed is None:
        return None
    return {
        "commitment": _grouped(sealed.commitment),
        "seed": _grouped(sealed.seed or ""),
        "words": ", ".join(word for word in sealed.words if word),
    }


def _grouped(letters: str) -> str:
    return " ".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))
