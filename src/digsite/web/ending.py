"""The end of any game: who won and why, and what its draws can be checked with."""

from collections.abc import Sequence
from typing import Any

from digsite.server.table import Table
from digsite.web.look import Look
from digsite.web.words import _, later, listed, points

GROUP = 4  # letters of a fingerprint that stand together


def common(look: Look, totals: Sequence[int]) -> dict[str, Any]:
    """What `end_parts.html` shows of every game."""
    winners = winners_of(look.table)
    return {
        "heading": heading(look, totals, winners),
        "note": note(look),
        "winners": winners,
        "others": sorted((seat for seat in range(len(totals)) if seat not in winners), key=lambda seat: -totals[seat]),
        "totals": totals,
        "names": [look.name(seat) for seat in range(len(totals))],
        "chance": chance(look.table),
    }


def winners_of(table: Table) -> list[int]:
    result = table.result()
    return result[1] if result else []


def heading(look: Look, totals: Sequence[int], winners: Sequence[int]) -> str:
    """Who won, in one line."""
    if not winners:
        abandoned = look.table.end and look.table.end.reason == "abandoned"
        return _("The game was abandoned") if abandoned else _("The game is over")
    yours = look.you in winners
    if len(winners) > 1:
        others = listed([look.names[seat] for seat in winners if seat != look.you])
        most = points(totals[winners[0]])
        if yours:
            return _("You share the victory with %(others)s, %(points)s each", others=others, points=most)
        return _("%(names)s share the victory, %(points)s each", names=others, points=most)
    if look.table.end:
        return _("You win") if yours else _("%(name)s wins", name=look.names[winners[0]])
    most = points(totals[winners[0]])
    if yours:
        return _("You win with %(points)s", points=most)
    return _("%(name)s wins with %(points)s", name=look.names[winners[0]], points=most)


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


def note(look: Look) -> str:
    """Why a game ended before its time; empty where it did not."""
    end = look.table.end
    if end is None:
        return ""
    if end.seat is None:
        return _("Nobody wins; the points are as they stood then.")
    yours, theirs = EARLY.get(end.reason, GONE)
    return _(yours) if end.seat == look.you else _(theirs, name=look.names[end.seat])


def chance(table: Table) -> dict[str, Any] | None:
    """What the draws can be checked with, nothing where they prove nothing."""
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
