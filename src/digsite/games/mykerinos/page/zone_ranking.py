"""How a zone stands: who is there in the order in which they would choose, and who leads, in words."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TypedDict

from markupsafe import Markup

from digsite.games.mykerinos.page import art, names
from digsite.games.mykerinos.page.choice import PlannedTurn
from digsite.games.mykerinos.page.position import colour_name, view_of
from digsite.games.mykerinos.page.ranking_preview import tie_winner
from digsite.games.mykerinos.rules.view_types import Colour, StandingView
from digsite.web.i18n import _, listed, n_
from digsite.web.viewer import Viewer

PRIZES = 2  # those ranked lower get only what is left


class Rung(TypedDict):
    colour: Colour
    name: str
    count: int
    more: int
    low: bool
    choosing: bool


class RankingContext(TypedDict):
    """A zone's ladder: who is there, in the order in which they would choose."""

    mykerinos: ModuleType
    title: str
    roman: str
    link: str
    words: str
    hot: bool
    faded: bool
    rungs: list[Rung]
    tied: bool
    verdict: str
    short: str
    brief: str


def context(viewer: Viewer, zone: int, plan: PlannedTurn | None) -> RankingContext:
    """Return what `standing.html` needs; with a plan, how the zone would stand then."""
    view = view_of(viewer)
    now = view["zones"][zone]["standing"]
    planned = plan.standing.get(zone) if plan else None
    shown = planned if planned is not None else now
    before = {each["colour"]: each["count"] for each in now}
    scoring = view["scoring"]
    here = scoring is not None and scoring["zone"] == zone
    return {
        "mykerinos": art,
        "title": names.zone_title(zone),
        "roman": names.roman(zone),
        "link": viewer.link(explain=f"zone-{zone}"),
        "words": words(viewer, zone, shown),
        "hot": here or planned is not None,
        "faded": scoring is not None and not here,
        "rungs": [
            {
                "colour": each["colour"],
                "name": colour_name(viewer, each["colour"]),
                "count": each["count"],
                "more": each["count"] - before.get(each["colour"], 0) if planned is not None else 0,
                "low": rank >= PRIZES,
                "choosing": here and scoring is not None and scoring["rank"] == rank,
            }
            for rank, each in enumerate(shown)
        ],
        "tied": tied(shown),
        "verdict": verdict(viewer, zone, shown),
        "short": short(viewer, zone, shown),
        "brief": brief(viewer, shown),
    }


def tied(shown: Sequence[StandingView]) -> bool:
    return len(shown) > 1 and shown[0]["count"] == shown[1]["count"]


def verdict(viewer: Viewer, zone: int, shown: Sequence[StandingView]) -> str:
    """Return who leads a zone, by how much, or who would win the tie; the one named stands out."""
    return outcome(viewer, zone, shown, strong)


def strong(name: str) -> str:
    return Markup("<b>{}</b>").format(name)


def outcome(viewer: Viewer, zone: int, shown: Sequence[StandingView], mark: Callable[[str], str]) -> str:
    """Return who leads a zone, or who would win the tie, with the names as `mark` makes them."""
    if not shown:
        return _("Scored") if view_of(viewer)["zones"][zone]["scored"] else _("Nobody here yet")
    first = shown[0]["colour"]
    leader = mark(colour_name(viewer, first))
    if tied(shown):
        return tie(viewer, first, shown[1]["colour"], mark)
    mine = first == viewer.you
    if len(shown) == 1:
        return _("%(you)s are alone", you=leader) if mine else _("%(name)s is alone", name=leader)
    ahead = shown[0]["count"] - shown[1]["count"]
    if mine:
        return _("%(you)s lead by %(number)s", you=leader, number=ahead)
    return _("%(name)s leads by %(number)s", name=leader, number=ahead)


def tie(viewer: Viewer, first: Colour, second: Colour, mark: Callable[[str], str]) -> str:
    winner = tie_winner(view_of(viewer), first, second)
    if winner is None:
        return _("%(tie)s: the first to pass leads", tie=mark(_("Tie")))
    if winner == viewer.you:
        return _("Tie: %(you)s win it", you=mark(_("you")))
    return _("Tie: %(name)s wins it", name=mark(colour_name(viewer, winner)))


def short(viewer: Viewer, zone: int, shown: Sequence[StandingView]) -> str:
    """Return who leads a zone, or would win the tie, in very few words."""
    if not shown:
        return _("scored") if view_of(viewer)["zones"][zone]["scored"] else _("nobody")
    if tied(shown):
        winner = tie_winner(view_of(viewer), shown[0]["colour"], shown[1]["colour"])
        if winner is None:
            return _("tie")
        return _("tie: %(name)s", name=Markup("<span>{}</span>").format(colour_name(viewer, winner)))
    ahead = shown[0]["count"] - (shown[1]["count"] if len(shown) > 1 else 0)
    leader = Markup("<span>{}</span>").format(colour_name(viewer, shown[0]["colour"]))
    return _("%(name)s +%(number)s", name=leader, number=ahead)


def brief(viewer: Viewer, shown: Sequence[StandingView]) -> str:
    """Return the same where there is room for a letter; the leader's figure stands below it."""
    if not shown:
        return ""
    if not tied(shown):
        ahead = shown[0]["count"] - (shown[1]["count"] if len(shown) > 1 else 0)
        return _("%(name)s +%(number)s", name=initial(viewer, shown[0]["colour"], _("You")), number=ahead)
    winner = tie_winner(view_of(viewer), shown[0]["colour"], shown[1]["colour"])
    return _("tie") if winner is None else _("tie %(name)s", name=initial(viewer, winner, _("you")))


def initial(viewer: Viewer, colour: Colour, yours: str) -> str:
    """Return a name's first letter, with the number that tells namesakes apart."""
    name = colour_name(viewer, colour)
    number = name.rpartition(" ")[2]
    return yours if colour == viewer.you else name[:1] + (number if number.isdecimal() else "")[:1]


def words(viewer: Viewer, zone: int, shown: Sequence[StandingView]) -> str:
    """Return the whole ladder as a sentence."""
    plain = outcome(viewer, zone, shown, str)
    title = names.zone_title(zone)
    if not shown:
        return _("%(zone)s: %(verdict)s", zone=title, verdict=plain)
    counts = listed([
        n_("%(name)s %(number)s", "%(name)s %(number)s", each["count"], name=colour_name(viewer, each["colour"]))
        for each in shown
    ])  # fmt: skip
    return _("%(zone)s: %(counts)s. %(verdict)s", zone=title, counts=counts, verdict=plain)
