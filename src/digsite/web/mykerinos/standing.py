"""How a zone stands: who is there in the order in which they would choose, and who leads, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from digsite.web.look import Look
from digsite.web.mykerinos import art, names
from digsite.web.mykerinos.acting import Plan
from digsite.web.mykerinos.consequence import tie_winner
from digsite.web.words import _, listed, n_

Colour = int | str
Rank = Mapping[str, Any]
PRIZES = 2  # those ranked lower get only what is left


def told(look: Look, zone: int, plan: Plan | None) -> dict[str, Any]:
    """A zone's ladder; with a plan, how it would stand then."""
    now: Sequence[Rank] = look.view["zones"][zone]["standing"]
    planned = plan.standing.get(zone) if plan else None
    shown = planned if planned is not None else now
    before = {each["colour"]: each["count"] for each in now}
    scoring = look.view["scoring"]
    here = scoring is not None and scoring["zone"] == zone
    return {
        "mykerinos": art,
        "title": names.zone_title(zone),
        "roman": names.roman(zone),
        "link": look.link(explain=f"zone-{zone}"),
        "words": words(look, zone, shown),
        "hot": here or planned is not None,
        "faded": scoring is not None and not here,
        "rungs": [
            {
                "colour": each["colour"],
                "name": name(look, each["colour"]),
                "count": each["count"],
                "more": each["count"] - before.get(each["colour"], 0) if planned is not None else 0,
                "low": rank >= PRIZES,
                "choosing": here and scoring["rank"] == rank,
            }
            for rank, each in enumerate(shown)
        ],
        "tied": tied(shown),
        "verdict": verdict(look, zone, shown),
        "short": short(look, zone, shown),
    }


def name(look: Look, colour: Colour) -> str:
    return look.name(colour) if isinstance(colour, int) else _("Neutral")


def tied(shown: Sequence[Rank]) -> bool:
    return len(shown) > 1 and shown[0]["count"] == shown[1]["count"]


def verdict(look: Look, zone: int, shown: Sequence[Rank]) -> str:
    """Who leads a zone, by how much, or who would win the tie."""
    if not shown:
        return _("Scored") if look.view["zones"][zone]["scored"] else _("Nobody here yet")
    first = shown[0]["colour"]
    leader = Markup("<b>{}</b>").format(name(look, first))
    if tied(shown):
        return tie(look, first, shown[1]["colour"])
    mine = first == look.you
    if len(shown) == 1:
        return _("%(you)s are alone", you=leader) if mine else _("%(name)s is alone", name=leader)
    ahead = shown[0]["count"] - shown[1]["count"]
    if mine:
        return _("%(you)s lead by %(number)s", you=leader, number=ahead)
    return _("%(name)s leads by %(number)s", name=leader, number=ahead)


def tie(look: Look, first: Colour, second: Colour) -> str:
    winner = tie_winner(look.view, first, second)
    if winner is None:
        return _("%(tie)s: the first to pass leads", tie=Markup("<b>{}</b>").format(_("Tie")))
    if winner == look.you:
        return _("Tie: %(you)s win it", you=Markup("<b>{}</b>").format(_("you")))
    return _("Tie: %(name)s wins it", name=Markup("<b>{}</b>").format(name(look, winner)))


def short(look: Look, zone: int, shown: Sequence[Rank]) -> str:
    """The same where there is little room."""
    if not shown:
        return _("scored") if look.view["zones"][zone]["scored"] else _("nobody")
    if tied(shown):
        return _("tie")
    ahead = shown[0]["count"] - (shown[1]["count"] if len(shown) > 1 else 0)
    leader = Markup("<span>{}</span>").format(name(look, shown[0]["colour"]))
    return _("%(name)s +%(number)s", name=leader, number=ahead)


def words(look: Look, zone: int, shown: Sequence[Rank]) -> str:
    """The whole ladder as a sentence."""
    said = Markup(verdict(look, zone, shown)).striptags()
    title = names.zone_title(zone)
    if not shown:
        return _("%(zone)s: %(verdict)s", zone=title, verdict=said)
    counts = listed([
        n_("%(name)s %(number)s", "%(name)s %(number)s", each["count"], name=name(look, each["colour"]))
        for each in shown
    ])  # fmt: skip
    return _("%(zone)s: %(counts)s. %(verdict)s", zone=title, counts=counts, verdict=said)
