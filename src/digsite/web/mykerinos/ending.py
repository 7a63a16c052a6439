"""The end of a game of Mykerinos: who won, the counting, points over time, what the best room and plot brought."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, View
from digsite.games.mykerinos.actions import FIRST_PLAYER, ROOM
from digsite.games.mykerinos.data import Facts
from digsite.games.mykerinos.state import ROUNDS, STATE, TURN
from digsite.web import charts, ending
from digsite.web.explanation import for_whom
from digsite.web.look import Look
from digsite.web.mykerinos import art, closest, museum, names
from digsite.web.mykerinos.reckoning import without_plot, without_room
from digsite.web.words import _, n_, points

Player = Mapping[str, Any]


def told(look: Look, states: Sequence[Bytes], actions: Sequence[int], seats: int) -> dict[str, Any]:
    """Everything `mykerinos/end.html` shows; `actions[i]` leads from `states[i]` to the next of all positions."""
    view = look.game.view(states[-1])
    totals = [player["score"]["total"] for player in view["players"]]
    common = ending.common(look, totals)
    return {
        **common,
        "note": common["note"] or tie_break(look, view, common["winners"]),
        "turns": turns(states, actions),
        **counting(look.game.facts, view),
        **over_time(look, states, seats),
        "emblem": art.emblem,
        "best": [best for best in (best_room(look, view, states, actions), best_plot(look, view)) if best],
        "closest": closest.told(look, states, actions),
        "museum": museum_at_the_end(look, view),
        "owned": [plots_by_patron(look, player) for player in view["players"]],
        "mykerinos": art,
    }


def museum_at_the_end(look: Look, view: View) -> dict[str, Any]:
    """Who stands where for good, and how many rooms each has."""
    rooms = view["museum"]["rooms"]
    free = sum(room["holder"] is None for room in rooms)
    some = n_("%(number)s room stayed free", "%(number)s rooms stayed free", free)
    return {
        "plan": museum.drawn(look, {}, None, "end-"),
        "free": some if free else _("no room stayed free"),
        "held": [(player["seat"], look.name(player["seat"]), len(player["rooms"])) for player in view["players"]],
        "words": museum.held_words(look),
    }  # fmt: skip


def plots_by_patron(look: Look, player: Player) -> dict[str, Any]:
    """A player's plots, patron by patron; last those without one, where there are any."""
    counts = {key: int(held["tiles"]) for key, held in player["patrons"].items()}
    alone = len(player["tiles"]) - sum(counts.values())
    told: list[tuple[str | None, int]] = [*counts.items(), *([(None, alone)] if alone else [])]
    return {
        "seat": player["seat"],
        "name": look.name(player["seat"]),
        "plots": [(patron, count, names.patron(patron)) for patron, count in told],
    }


def turns(states: Sequence[Bytes], actions: Sequence[int]) -> str:
    taken = sum(
        action < FIRST_PLAYER and phase_of(state) == TURN for state, action in zip(states, actions, strict=False)
    )
    return n_("%(number)s turn", "%(number)s turns", taken)


def phase_of(state: Bytes) -> int:
    return int(state.view(STATE)[0]["phase"])


def round_of(state: Bytes) -> int:
    return int(state.view(STATE)[0]["round"])


def tie_break(look: Look, view: View, winners: Sequence[int]) -> str:
    """M6.4: what decided between equal points; empty where nothing had to."""
    if look.table.end or not winners:
        return ""
    players = view["players"]
    best, left = (players[winners[0]][name] for name in ("score", "pool"))
    equal = [each for each in players if each["score"]["total"] == best["total"] and each["seat"] not in winners]
    if equal:
        return n_(
            "Equal points: %(number)s archaeologist left in the own pool against %(others)s decided it.",
            "Equal points: %(number)s archaeologists left in the own pool against %(others)s decided it.",
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


def counting(facts: Facts, view: View) -> dict[str, Any]:
    """M6.1, M6.2: the parts of the score, the wings opened patron by patron in the museum's order."""
    players = view["players"]
    return {
        "plots": {"name": _("Plots, scored at once"), "cells": [plots_cell(each) for each in players]},
        "wings": {"name": _("Museum wings"), "cells": [wings_cell(each) for each in players]},
        "patrons": [
            {"patron": key, "name": names.patron_short(key), "cells": [wing_cell(each, key) for each in players]}
            for key in view["museum"]["wings"] or facts.patrons
        ],
        "sets": {"name": _("Sets of five patrons"), "cells": [sets_cell(facts, each) for each in players]},
    }


def plots_cell(player: Player) -> tuple[str, int]:
    number = len(player["tiles"])
    return names.plots(number) if number else "", player["score"]["plots"]


def wings_cell(player: Player) -> tuple[str, int]:
    number = len(player["rooms"])
    told = n_("%(number)s room", "%(number)s rooms", number) if number else ""
    return told, sum(player["score"]["wings"].values())


def wing_cell(player: Player, key: str) -> tuple[str, int]:
    """Plots times what each is worth in that wing."""
    held = player["patrons"][key]
    return times(held["tiles"], held["worth"]) if held["tiles"] else "", player["score"]["wings"][key]


def sets_cell(facts: Facts, player: Player) -> tuple[str, int]:
    number = min(held["tiles"] for held in player["patrons"].values())
    return times(number, facts.set_of_five) if number else "", player["score"]["sets"]


def times(number: int, worth: int) -> str:
    return f"{number} × {worth}"


def over_time(look: Look, states: Sequence[Bytes], seats: int) -> dict[str, Any]:
    """Everybody's points as if the game had ended then: a chart, and at the end of each round for who listens."""
    times, scores = moments(look, states)
    ends = [bisect_left(times, end) for end in range(1, ROUNDS + 1) if end <= times[-1]]
    lines = [
        charts.Line(
            seat,
            look.name(seat),
            [(time, totals[seat]) for time, totals in zip(times, scores, strict=True)],
            [(times[rank], scores[rank][seat]) for rank in ends],
        )
        for seat in range(seats)
    ]
    periods = [(_("round %(round)s", round=number + 1), float(number)) for number in range(ROUNDS)]
    return {
        "chart": charts.step_chart(lines, 0, ROUNDS, periods),
        "standings": [(_("round %(round)s", round=number), scores[rank]) for number, rank in enumerate(ends, 1)],
        "last_round": last_round(look, [scores[rank] for rank in ends]),
    }


def moments(look: Look, states: Sequence[Bytes]) -> tuple[list[float], list[list[int]]]:
    """Every decision's time, a round being one long, and everybody's points then."""
    game, last = look.game, len(states) - 1
    plies = [ply for ply, state in enumerate(states) if ply == last or game.to_act(state) != CHANCE]
    rounds = [ROUNDS if game.to_act(states[ply]) == OVER else round_of(states[ply]) for ply in plies]
    times = [number + rounds[:rank].count(number) / rounds.count(number) for rank, number in enumerate(rounds)]
    return times, [[score["total"] for score in game.score(states[ply])] for ply in plies]


def last_round(look: Look, ends: Sequence[Sequence[int]]) -> list[str]:
    """Who led before the last round, and what became of it."""
    if len(ends) < ROUNDS:
        return []
    before, after = ends[-2], ends[-1]
    leader = max(range(len(before)), key=lambda seat: before[seat])
    made = [now - was for now, was in zip(after, before, strict=True)]
    most = max(range(len(made)), key=lambda seat: made[seat])
    had, name = points(before[leader]), look.names[leader]
    first = for_whom(
        look, leader,
        _("Before the last round you led with %(points)s.", points=had),
        _("Before the last round %(name)s led with %(points)s.", name=name, points=had),
    )  # fmt: skip
    if sum(total == before[leader] for total in before) > 1:
        first = _("Before the last round the lead was shared, at %(points)s.", points=had)
    second = for_whom(
        look, most,
        _("You made most in it: %(points)s.", points=points(made[most])),
        _("%(name)s made most in it: %(points)s.", name=look.names[most], points=points(made[most])),
    )  # fmt: skip
    return [first, second]


def best_room(look: Look, view: View, states: Sequence[Bytes], actions: Sequence[int]) -> dict[str, Any] | None:
    """M6.1: the room without which its holder would lose most."""
    held = [(player["seat"], room) for player in view["players"] for room in player["rooms"]]
    losses = {(seat, room): without_room(look.game.facts, view, seat, room) for seat, room in held}
    seat, room = max(losses, key=lambda each: sum(loss.lost for loss in losses[each]), default=(0, 0))
    lost = losses.get((seat, room), [])
    if not sum(loss.lost for loss in lost):
        return None
    return {
        "title": _("Best room"),
        "when": reserved_when(states, actions, room),
        "seat": seat,
        "who": holder(look, seat, names.room_name(view, room)),
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
    ply = next((ply for ply, action in enumerate(actions) if action == ROOM + room), None)
    return "" if ply is None else _("reserved in round %(round)s", round=round_of(states[ply]) + 1)


def holder(look: Look, seat: int, thing: str) -> str:
    if seat == look.you:
        return _("You: %(thing)s", thing=thing)
    return _("%(name)s: %(thing)s", name=look.names[seat], thing=thing)


def best_plot(look: Look, view: View) -> dict[str, Any] | None:
    """The plot without which its owner would lose most: its points, its wing, a set."""
    facts = look.game.facts
    owned = [(player["seat"], tile) for player in view["players"] for tile in player["tiles"]]
    if not owned:
        return None
    worths = [(without_plot(facts, view["players"][seat], tile), seat, tile) for seat, tile in owned]
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
        "who": holder(look, seat, names.plot_name(tile)),
        "value": tile["points"],
        "patrons": [tile["patron"]],
        "why": [part for part in parts if part],
        "points": sum(worth),
    }
