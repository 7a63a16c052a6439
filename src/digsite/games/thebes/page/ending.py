"""The end of a game of Thebes: who won, the points by part and over time, notable digs, luck and skill, proof."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypedDict

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from digsite.games.thebes.page import log, luck, names
from digsite.games.thebes.page.art import disc
from digsite.games.thebes.page.luck import Dig
from digsite.games.thebes.page.position import facts
from digsite.games.thebes.rules.data import Facts
from digsite.games.thebes.rules.decode import is_draw
from digsite.games.thebes.rules.state import STATE
from digsite.games.thebes.rules.view import calendar
from digsite.games.thebes.rules.view_types import ExhibitionView, ThebesView, view_of
from digsite.web import charts, ending
from digsite.web.i18n import _, n_, weeks
from digsite.web.viewer import Viewer


class LedgerRow(TypedDict):
    """A part of the score: for each player what it comes from, and the points."""

    name: str
    cells: list[tuple[str, int]]


class SiteRow(TypedDict):
    """A site: for each player the knowledge of it, and the points for most knowledge."""

    site: str
    name: str
    cells: list[tuple[int, int]]


class OverTime(TypedDict):
    chart: charts.Steps
    standings: list[tuple[str, list[int]]]  # at the end of each year


class NotableDig(TypedDict):
    title: str
    dig: Dig
    who: str
    when: str
    how: str
    chart: charts.Distribution
    words: str
    drawn: str


class LuckRow(TypedDict):
    seat: int
    name: str
    skill: str
    luck: str
    below: bool
    digs: str
    bar: charts.Shares


def context(viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int], seats: int) -> dict[str, object]:
    """Return what `end.html` shows; `actions[i]` leads from `states[i]` to the next of all positions."""
    view = view_of(viewer.game, states[-1])
    totals = [player["score"]["total"] for player in view["players"]]
    digs = luck.digs(viewer.game, states, actions)
    return {
        **ending.common(viewer, totals),
        "turns": turns(sum(not is_draw(action) for action in actions)),
        "ledger": ledger(facts(viewer), view),
        "sites": knowledge(facts(viewer), view),
        **over_time(viewer, states, digs, seats),
        "digs": notable(viewer, digs, seats),
        "undug": undug(digs),
        "luck": skill_and_luck(viewer, digs, totals),
        "disc": disc,
    }


def turns(number: int) -> str:
    return n_("%(number)s turn", "%(number)s turns", number)


def ledger(facts: Facts, view: ThebesView) -> list[LedgerRow]:
    """Return the parts of the score: for each player what they come from, and the points."""
    rows: list[tuple[str, list[tuple[str, int]]]] = [
        (_("Artifacts"), []),
        (_("Exhibitions"), []),
        (_("Congresses"), []),
        (_("Most knowledge"), []),
    ]
    for player in view["players"]:
        score, shows = player["score"], player["exhibitions"]
        majorities = score["majorities"].values()
        artifacts = sum(find["kind"] == "artifact" for find in player["finds"])
        cells = (
            (_artifacts(artifacts), score["artifacts"]),
            (_exhibitions(shows), score["exhibitions"]),
            (_congresses(player["congresses"]), score["congresses"]),
            (_majorities(sum(map(bool, majorities)), len(facts.sites)), sum(majorities)),
        )
        for (_name, row), cell in zip(rows, cells, strict=True):
            row.append(cell)
    return [{"name": name, "cells": cells} for name, cells in rows]


def _artifacts(number: int) -> str:
    return n_("%(number)s artifact", "%(number)s artifacts", number) if number else ""


def _majorities(number: int, sites: int) -> str:
    return _("%(number)s of %(all)s", number=number, all=sites) if number else ""


def _exhibitions(shows: Sequence[ExhibitionView]) -> str:
    if len(shows) == 1:
        return names.place(shows[0]["city"])
    return n_("%(number)s held", "%(number)s held", len(shows)) if shows else ""


def _congresses(cards: int) -> str:
    return n_("%(number)s card", "%(number)s cards", cards) if cards else ""


def knowledge(facts: Facts, view: ThebesView) -> list[SiteRow]:
    """Return what everybody knows, site by site, and the points it brings (T9.4)."""
    return [
        {
            "site": site,
            "name": names.place(site),
            "cells": [
                (player["knowledge"][site]["books"] + player["knowledge"][site]["found"],
                 player["score"]["majorities"][site])
                for player in view["players"]
            ],
        }
        for site in facts.sites
    ]  # fmt: skip


def over_time(viewer: Viewer, states: Sequence[Bytes], digs: Sequence[Dig], seats: int) -> OverTime:
    """Return everybody's points from turn to turn as a chart, and at the end of each year for screen readers."""
    data = facts(viewer)
    lines = points_over_time(viewer, states, digs, seats)
    years = range(data.first_year[seats], data.last_year + 1)
    reached = lines[0].values[-1][0]
    begins = [(str(year), 1 + number * data.weeks_per_year) for number, year in enumerate(years)]
    begins = [each for each in begins if each[1] <= reached] or begins[:1]  # of a game that ended early
    end = min(data.end(seats), begins[-1][1] + data.weeks_per_year)
    return {
        "chart": charts.step_chart(lines, data.start_week[seats], end, begins),
        "standings": [(year, [_at(line, begin + data.weeks_per_year) for line in lines]) for year, begin in begins],
    }


def points_over_time(viewer: Viewer, states: Sequence[Bytes], digs: Sequence[Dig], seats: int) -> list[charts.Line]:
    """Return everybody's points at every turn, most knowledge as it stood, by the week of whoever is furthest back."""
    game, last = viewer.game, len(states) - 1
    plies = [ply for ply, state in enumerate(states) if ply == last or game.to_act(state) != CHANCE]
    times = [int(states[ply].view(STATE)[0]["time"][:seats].min()) for ply in plies]
    scores = [[score["total"] for score in game.score(states[ply])] for ply in plies]
    after = {dig.ply: next(rank for rank, ply in enumerate(plies) if ply > dig.ply) for dig in digs}
    return [
        charts.Line(
            seat,
            viewer.name(seat),
            [(time, totals[seat]) for time, totals in zip(times, scores, strict=True)],
            [(times[after[dig.ply]], scores[after[dig.ply]][seat]) for dig in digs if dig.seat == seat],
        )
        for seat in range(seats)
    ]


def _at(line: charts.Line, until: float) -> int:
    """Return the points when a time was reached for the first time, or at the end."""
    return int(next((value for time, value in line.values if time >= until), line.last))


def undug(digs: Sequence[Dig]) -> str:
    """Return why there is no best dig."""
    if luck.best(digs):
        return ""
    return _("Nobody has found an artifact by digging.") if digs else _("Nobody has dug.")


def notable(viewer: Viewer, digs: Sequence[Dig], seats: int) -> list[NotableDig]:
    """Return the best dig and the unluckiest one, on one scale."""
    best, worst = luck.best(digs), luck.unluckiest(digs)
    chosen = [(_("Best dig"), best)] if best else []
    if worst and worst is not best:
        chosen.append((_("Worst luck"), worst))
    shown = [dig for _title, dig in chosen if dig]
    most = max((max(charts.usual_most(dig.ways), dig.found) for dig in shown), default=0)
    likeliest = max((Fraction(max(dig.ways.values()), dig.draw.ways) for dig in shown), default=Fraction(1))
    return [
        {
            "title": title,
            "dig": dig,
            "who": _where(viewer, dig),
            "when": _when(facts(viewer), seats, dig.time),
            "how": _("%(weeks)s, %(tokens)s", weeks=weeks(dig.weeks), tokens=_tokens(dig.draw.tokens)),
            "chart": charts.distribution_chart(
                dig.ways,
                dig.expected,
                _("expected %(points)s", points=decimal(dig.expected)),
                dig.found,
                most=most,
                likeliest=likeliest,
            ),
            "words": compared(dig, good=dig is best),
            "drawn": log.found(facts(viewer), facts(viewer).sites.index(dig.site), dig.drawn, bonus=False),
        }
        for title, dig in chosen
        if dig
    ]


def _where(viewer: Viewer, dig: Dig) -> str:
    place = names.in_place(dig.site)
    if dig.seat == viewer.you:
        return _("You %(in_place)s", in_place=place)
    return _("%(name)s %(in_place)s", name=viewer.names[dig.seat], in_place=place)


def _when(facts: Facts, seats: int, time: int) -> str:
    year, week = calendar(facts, seats, time)
    return _("%(year)s, week %(week)s", year=year, week=week)


def _tokens(number: int) -> str:
    return n_("%(number)s token", "%(number)s tokens", number)


def decimal(number: Fraction) -> str:
    return f"{float(number):.1f}"


def compared(dig: Dig, good: bool) -> str:
    """Return what a dig brought beside what others like it bring."""
    chance = dig.as_well if good else dig.as_badly
    values = {"expected": decimal(dig.expected), "found": dig.found, "number": round(1 / chance)}
    values["percent"] = round(100 * chance)
    if chance == 1 and good:
        return _("Expected %(expected)s, found %(found)s: every such dig does as well.", **values)
    if chance == 1:
        return _("Expected %(expected)s, found %(found)s: no such dig does better.", **values)
    if chance > Fraction(2, 5):
        if good:
            return _("Expected %(expected)s, found %(found)s: %(percent)s%% of such digs do as well.", **values)
        return _("Expected %(expected)s, found %(found)s: %(percent)s%% of such digs do as badly.", **values)
    if good:
        return _("Expected %(expected)s, found %(found)s: one dig in %(number)s does as well.", **values)
    return _("Expected %(expected)s, found %(found)s: one dig in %(number)s does as badly.", **values)


def skill_and_luck(viewer: Viewer, digs: Sequence[Dig], totals: Sequence[int]) -> list[LuckRow]:
    """Return each score split into what the choices were worth and the luck of the bag, the best score first."""
    lucks = [luck.luck(digs, seat) for seat in range(len(totals))]
    most = max(max(float(total), float(total - own)) for total, own in zip(totals, lucks, strict=True)) or 1.0
    return [
        {
            "seat": seat,
            "name": viewer.name(seat),
            "skill": decimal(total - lucks[seat]),
            "luck": decimal(abs(lucks[seat])),
            "below": lucks[seat] < 0,
            "digs": n_("%(number)s dig", "%(number)s digs", sum(dig.seat == seat for dig in digs)),
            "bar": charts.shares(float(total - lucks[seat]), float(lucks[seat]), most),
        }
        for seat, total in sorted(enumerate(totals), key=lambda one: -one[1])
    ]
