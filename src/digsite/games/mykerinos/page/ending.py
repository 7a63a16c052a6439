"""The end of a game of Mykerinos: who won, the points by part and over time, what the best room and plot brought."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import TypedDict

from markupsafe import Markup

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER
from digsite.games.mykerinos.page import art, closest_zone, museum, names
from digsite.games.mykerinos.page.point_values import without_plot, without_room
from digsite.games.mykerinos.page.position import facts
from digsite.games.mykerinos.rules.data import Facts
from digsite.games.mykerinos.rules.decode import TakeRoom, decode, is_draw
from digsite.games.mykerinos.rules.state import ROUNDS, STATE, TURN
from digsite.games.mykerinos.rules.view_types import MykerinosView, PlayerView, view_of
from digsite.web import charts, ending
from digsite.web.explanation import for_whom
from digsite.web.i18n import _, n_, points
from digsite.web.viewer import Viewer


class Row(TypedDict):
    """A part of the score: for each player what it comes from, and the points."""

    name: str
    cells: list[tuple[str, int]]


class PatronRow(Row):
    patron: str


class Counting(TypedDict):
    plots: Row
    wings: Row
    patrons: list[PatronRow]
    sets: Row


class OverTime(TypedDict):
    chart: charts.Steps
    standings: list[tuple[str, list[int]]]  # at the end of each round
    last_round: list[str]


class Museum(TypedDict):
    plan: Markup
    free: str
    held: list[tuple[int, str, int]]
    words: str


class OwnedPlots(TypedDict):
    seat: int
    name: str
    plots: list[tuple[str | None, int, str]]


class Best(TypedDict):
    """The room or the plot that brought most."""

    title: str
    when: str
    seat: int
    who: str
    value: int
    patrons: list[str] | list[str | None]
    why: list[str]
    points: int


def context(viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int], seats: int) -> dict[str, object]:
    """Return what `end.html` shows; `actions[i]` leads from `states[i]` to the next of all positions."""
    view = view_of(viewer.game, states[-1])
    totals = [player["score"]["total"] for player in view["players"]]
    common = ending.common(viewer, totals)
    return {
        **common,
        "note": common["note"] or tie_break(viewer, view, common["winners"]),
        "turns": turns(states, actions),
        **counting(facts(viewer), view),
        **over_time(viewer, states, seats),
        "emblem": art.emblem,
        "best": [best for best in (best_room(viewer, view, states, actions), best_plot(viewer, view)) if best],
        "closest": closest_zone.context(viewer, states, actions),
        "museum": museum_at_the_end(viewer, view),
        "owned": [plots_by_patron(viewer, player) for player in view["players"]],
        "mykerinos": art,
    }


def museum_at_the_end(viewer: Viewer, view: MykerinosView) -> Museum:
    """Return who stands where for good, and how many rooms each has."""
    rooms = view["museum"]["rooms"]
    free = sum(room["holder"] is None for room in rooms)
    some = n_("%(number)s room stayed free", "%(number)s rooms stayed free", free)
    return {
        "plan": museum.plan_at_the_end(viewer),
        "free": some if free else _("no room stayed free"),
        "held": [(player["seat"], viewer.name(player["seat"]), len(player["rooms"])) for player in view["players"]],
        "words": museum.held_words(viewer),
    }  # fmt: skip


def plots_by_patron(viewer: Viewer, player: PlayerView) -> OwnedPlots:
    """Return a player's plots, patron by patron; last those without one, where there are any."""
    counts = {key: held["tiles"] for key, held in player["patrons"].items()}
    alone = len(player["tiles"]) - sum(counts.values())
    plots: list[tuple[str | None, int]] = [*counts.items(), *([(None, alone)] if alone else [])]
    return {
        "seat": player["seat"],
        "name": viewer.name(player["seat"]),
        "plots": [(patron, count, names.patron(patron)) for patron, count in plots],
    }


def turns(states: Sequence[Bytes], actions: Sequence[int]) -> str:
    taken = sum(not is_draw(action) and phase_of(state) == TURN for state, action in zip(states, actions, strict=False))
    return n_("%(number)s turn", "%(number)s turns", taken)


def phase_of(state: Bytes) -> int:
    return int(state.view(STATE)[0]["phase"])


def round_of(state: Bytes) -> int:
    return int(state.view(STATE)[0]["round"])


def tie_break(viewer: Viewer, view: MykerinosView, winners: Sequence[int]) -> str:
    """Return what decided between equal points (M6.4); empty where nothing had to."""
    if viewer.table.end or not winners:
        return ""
    players = view["players"]
    best, left = players[winners[0]]["score"]["total"], players[winners[0]]["pool"]
    equal = [each for each in players if each["score"]["total"] == best and each["seat"] not in winners]
    if equal:
        return n_(
            "Equal points: archaeologists left in the pool decided it, %(number)s to %(others)s.",
            "Equal points: archaeologists left in the pool decided it, %(number)s to %(others)s.",
            left,
            others=max(each["pool"] for each in equal),
        )
    if len(winners) > 1:
        return n_(
            "Equal points, and each has %(number)s archaeologist left.",
            "Equal points, and each has %(number)s archaeologists left.",
            left,
        )
    return ""


def counting(facts: Facts, view: MykerinosView) -> Counting:
    """Return the parts of the score, the wings opened patron by patron in the museum's order (M6.1, M6.2)."""
    players = view["players"]
    plots: Row = {"name": _("Plots, scored at once"), "cells": [plots_cell(each) for each in players]}
    wings: Row = {"name": _("Museum wings"), "cells": [wings_cell(each) for each in players]}
    patrons: list[PatronRow] = [
        {"patron": key, "name": names.patron_short(key), "cells": [wing_cell(each, key) for each in players]}
        for key in view["museum"]["wings"] or facts.patrons
    ]
    sets: Row = {"name": _("Sets of five patrons"), "cells": [sets_cell(facts, each) for each in players]}
    return {"plots": plots, "wings": wings, "patrons": patrons, "sets": sets}


def plots_cell(player: PlayerView) -> tuple[str, int]:
    number = len(player["tiles"])
    return names.plots(number) if number else "", player["score"]["plots"]


def wings_cell(player: PlayerView) -> tuple[str, int]:
    number = len(player["rooms"])
    rooms = n_("%(number)s room", "%(number)s rooms", number) if number else ""
    return rooms, sum(player["score"]["wings"].values())


def wing_cell(player: PlayerView, key: str) -> tuple[str, int]:
    """Return plots times what each is worth in that wing."""
    held = player["patrons"][key]
    return times(held["tiles"], held["worth"]) if held["tiles"] else "", player["score"]["wings"][key]


def sets_cell(facts: Facts, player: PlayerView) -> tuple[str, int]:
    number = min(held["tiles"] for held in player["patrons"].values())
    return times(number, facts.set_of_five) if number else "", player["score"]["sets"]


def times(number: int, worth: int) -> str:
    return f"{number} × {worth}"


def over_time(viewer: Viewer, states: Sequence[Bytes], seats: int) -> OverTime:
    """Return everybody's points as if the game had ended then, as a chart and at the end of each round."""
    times, scores = moments(viewer, states)
    ends = [bisect_left(times, end) for end in range(1, ROUNDS + 1) if end <= times[-1]]
    lines = [
        charts.Line(
            seat,
            viewer.name(seat),
            [(time, totals[seat]) for time, totals in zip(times, scores, strict=True)],
            [(times[rank], scores[rank][seat]) for rank in ends],
        )
        for seat in range(seats)
    ]
    periods = [(_("round %(round)s", round=number + 1), float(number)) for number in range(ROUNDS)]
    return {
        "chart": charts.step_chart(lines, 0, ROUNDS, periods),
        "standings": [(_("round %(round)s", round=number), scores[rank]) for number, rank in enumerate(ends, 1)],
        "last_round": last_round(viewer, [scores[rank] for rank in ends]),
    }


def moments(viewer: Viewer, states: Sequence[Bytes]) -> tuple[list[float], list[list[int]]]:
    """Return every decision's time, in rounds, and everybody's points then."""
    game, last = viewer.game, len(states) - 1
    plies = [ply for ply, state in enumerate(states) if ply == last or game.to_act(state) != CHANCE]
    rounds = [ROUNDS if game.to_act(states[ply]) == OVER else round_of(states[ply]) for ply in plies]
    times = [number + rounds[:rank].count(number) / rounds.count(number) for rank, number in enumerate(rounds)]
    return times, [[score["total"] for score in game.score(states[ply])] for ply in plies]


def last_round(viewer: Viewer, ends: Sequence[Sequence[int]]) -> list[str]:
    """Return who led before the last round, and what became of it."""
    if len(ends) < ROUNDS:
        return []
    before, after = ends[-2], ends[-1]
    leader = max(range(len(before)), key=lambda seat: before[seat])
    made = [now - was for now, was in zip(after, before, strict=True)]
    most = max(range(len(made)), key=lambda seat: made[seat])
    had, name = points(before[leader]), viewer.names[leader]
    first = for_whom(
        viewer, leader,
        _("Before the last round you led with %(points)s.", points=had),
        _("Before the last round %(name)s led with %(points)s.", name=name, points=had),
    )  # fmt: skip
    if sum(total == before[leader] for total in before) > 1:
        first = _("Before the last round the lead was shared, at %(points)s.", points=had)
    second = for_whom(
        viewer, most,
        _("You scored most in the last round: %(points)s.", points=points(made[most])),
        _("%(name)s scored most in the last round: %(points)s.", name=viewer.names[most], points=points(made[most])),
    )  # fmt: skip
    return [first, second]


def best_room(viewer: Viewer, view: MykerinosView, states: Sequence[Bytes], actions: Sequence[int]) -> Best | None:
    """Return the room without which its holder would lose most (M6.1)."""
    held = [(player["seat"], room) for player in view["players"] for room in player["rooms"]]
    losses = {(seat, room): without_room(facts(viewer), view, seat, room) for seat, room in held}
    seat, room = max(losses, key=lambda each: sum(loss.lost for loss in losses[each]), default=(0, 0))
    lost = losses.get((seat, room), [])
    if not sum(loss.lost for loss in lost):
        return None
    return {
        "title": _("Best room"),
        "when": reserved_when(states, actions, room),
        "seat": seat,
        "who": holder(viewer, seat, names.room_name(view, room)),
        "value": view["museum"]["rooms"][room]["value"],
        "patrons": names.room_patrons(view, room),
        "why": [
            n_(
                "%(number)s plot %(of_patron)s, %(worth)s instead of %(else_worth)s",
                "%(number)s plots %(of_patron)s, %(worth)s instead of %(else_worth)s each",
                loss.tiles, of_patron=names.of_patron(loss.patron), worth=loss.worth, else_worth=loss.otherwise,
            )
            for loss in lost if loss.lost
        ],
        "points": sum(loss.lost for loss in lost),
    }  # fmt: skip


def reserved_when(states: Sequence[Bytes], actions: Sequence[int], room: int) -> str:
    ply = next((ply for ply, action in enumerate(actions) if decode(action) == TakeRoom(room)), None)
    return "" if ply is None else _("reserved in round %(round)s", round=round_of(states[ply]) + 1)


def holder(viewer: Viewer, seat: int, thing: str) -> str:
    if seat == viewer.you:
        return _("You: %(thing)s", thing=thing)
    return _("%(name)s: %(thing)s", name=viewer.names[seat], thing=thing)


def best_plot(viewer: Viewer, view: MykerinosView) -> Best | None:
    """Return the plot without which its owner would lose most: its points, its wing, a set."""
    owned = [(player["seat"], tile) for player in view["players"] for tile in player["tiles"]]
    if not owned:
        return None
    worths = [(without_plot(facts(viewer), view["players"][seat], tile), seat, tile) for seat, tile in owned]
    worth, seat, tile = max(worths, key=lambda each: sum(each[0]))
    at_once, in_museum, for_set = worth
    parts = [
        _("%(points)s at once", points=points(at_once)) if at_once else "",
        _("%(points)s in the museum", points=points(in_museum)) if in_museum else "",
        _("%(points)s for a set", points=points(for_set)) if for_set else "",
    ]
    return {
        "title": _("Best plot"),
        "when": "",
        "seat": seat,
        "who": holder(viewer, seat, names.plot_name(tile["patron"], tile["points"])),
        "value": tile["points"],
        "patrons": [tile["patron"]],
        "why": [part for part in parts if part],
        "points": sum(worth),
    }
