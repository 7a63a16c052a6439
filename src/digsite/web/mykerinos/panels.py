"""The players: a panel for each of them and one for the neutral colour, and whose move it is."""

from collections.abc import Mapping
from typing import Any

from digsite.games.mykerinos.draw.style import PATRONS
from digsite.server.telling import clock_told
from digsite.web.headline import of_position
from digsite.web.levels import level
from digsite.web.look import Look
from digsite.web.mykerinos import art, names
from digsite.web.words import _, later, n_

Player = Mapping[str, Any]
Entry = dict[str, Any]
PASSED = (later("passed 1st"), later("passed 2nd"), later("passed 3rd"), later("passed 4th"))
SET = 5  # plots of different patrons


def told(look: Look, seat: int) -> dict[str, Any]:
    """What a panel needs."""
    player, sitting = look.view["players"][seat], look.table.seats[seat]
    clock = clock_told(look.table, look.thinking) if look.present else None
    return {
        "mykerinos": art,
        "seat": seat,
        "name": look.name(seat),
        "mine": seat in look.own and look.my_turn and look.view["to_act"] == seat,
        "acting": look.view["to_act"] == seat,
        "tag": tag(look, seat),
        "bot": _("bot, %(level)s", level=level(sitting.bot).lower()) if sitting.kind == "bot" else "",
        "clock": clock["left"][seat] if clock else None,
        "running": clock is not None and clock["running"] == seat,
        "pools": pools(look, player),
        "pool_link": look.link(explain=f"pool-{seat}"),
        "plots": plots(look, player),
        "plots_link": look.link(explain=f"plots-{seat}"),
        "score": score(look, player),
        "score_link": look.link(explain=f"score-{seat}"),
    }


def tag(look: Look, seat: int) -> str:
    """What a player is about to do, or when they passed."""
    view = look.view
    if view["to_act"] == seat:
        mine = seat in look.own and look.my_turn
        if view["scoring"]:
            return _("your choice") if mine else _("chooses") if view["phase"] == "claim" else _("removes a plot")
        return _("your turn") if mine else _("to move")
    space = view["players"][seat]["space"]
    return _(PASSED[place(view, space)]) if space else ""


def place(view: Mapping[str, Any], space: int) -> int:
    """How many players passed before the one on a space."""
    return sum(bool(player["space"]) and player["space"] < space for player in view["players"])


def pools(look: Look, player: Player) -> list[tuple[int, str]]:
    if look.view["neutral"]:
        return [(player["pool"], _("own")), (player["common"], _("common")), (player["neutral"], _("neutral"))]
    return [(player["pool"], _("own")), (player["common"], _("common"))]


def plots(look: Look, player: Player) -> list[Entry]:
    """A player's plots by patron: how many are turned, and what each counts at the end."""
    found = []
    for patron in (*PATRONS, None):
        count = sum(tile["patron"] == patron for tile in player["tiles"])
        if not count:
            continue
        held = player["patrons"][patron] if patron else {"turned": 0, "worth": 0}
        found.append(
            {
                "patron": patron,
                "count": count,
                "turned": held["turned"],
                "ready": count - held["turned"],
                "words": plot_words(patron, count, held),
                "link": look.link(explain=f"patron-{patron or 'none'}-{player['seat']}"),
            }
        )
    return found


def plot_words(patron: str | None, count: int, held: Mapping[str, int]) -> str:
    whose, counted = names.patron(patron), names.plots(count)
    if patron is None:
        return _("%(patron)s: %(plots)s", patron=whose, plots=counted)
    if held["turned"]:
        return n_(
            "%(patron)s: %(plots)s, %(number)s turned, each counting %(worth)s",
            "%(patron)s: %(plots)s, %(number)s turned, each counting %(worth)s",
            held["turned"], patron=whose, plots=counted, worth=held["worth"],
        )  # fmt: skip
    return _("%(patron)s: %(plots)s, each counting %(worth)s", patron=whose, plots=counted, worth=held["worth"])


def score(look: Look, player: Player) -> Entry:
    found, seat = player["score"], player["seat"]
    return {
        "total": found["total"],
        "parts": [
            (found["plots"], _("Plots"), look.link(explain=f"plots-{seat}")),
            (sum(found["wings"].values()), _("Wings"), look.link(explain=f"wings-{seat}")),
            (found["sets"], _("Sets"), look.link(explain=f"sets-{seat}")),
        ],
        "sets": found["sets"] // SET,
    }


def neutral_told(look: Look) -> dict[str, Any]:
    """The card of the colour nobody plays, at a table of two."""
    view = look.view
    return {
        "mykerinos": art,
        "space": view["neutral"]["space"],
        "link": look.link(explain="neutral"),
        "pools": [
            (sum(field["archaeologist"] == "neutral" for field in view["fields"]), _("in the desert")),
            (sum(player["neutral"] for player in view["players"]), _("in hands")),
            (view["neutral"]["common"], _("common")),
        ],
    }


def status_told(look: Look) -> dict[str, Any]:
    """Whose move it is, what it is about, and the round."""
    view, seat = look.view, look.view["to_act"]
    moving = isinstance(seat, int)
    return {
        "mykerinos": art,
        "seat": seat if moving else None,
        "headline": of_position(look, names.phase(view)),
        "detail": detail(look) if moving else "",
        "number": view["round"],
        "of": view["rounds"],
        "round": names.round_of(view),
        "link": look.link(explain="round"),
        "stage": stage(look),
        "mine": moving and look.my_turn,
    }


def stage(look: Look) -> str:
    view = look.view
    if view["scoring"]:
        return _("scoring %(zone)s", zone=names.zone(view["scoring"]["zone"]))
    return _("digging") if view["turn"] is not None else ""


def detail(look: Look) -> str:
    """What the one to move is about to do, in a few words."""
    view, chain = look.view, look.view["chain"]
    if view["phase"] == "claim":
        values = {"place": names.place(view["scoring"]["rank"]), "zone": names.zone(view["scoring"]["zone"])}
        return _("chooses %(place)s in %(zone)s", **values) if not look.my_turn else _(
            "You choose %(place)s in %(zone)s", **values
        )  # fmt: skip
    if view["phase"] == "remove":
        return (
            _("You say which plot leaves the game")
            if look.my_turn
            else _("says which plot leaves the game for the neutral player")
        )
    if chain:
        field = names.field(chain["last"])
        return _("You go on from %(field)s", field=field) if look.my_turn else _("goes on from %(field)s", field=field)
    if view["phase"] == "follow":
        return _("A neutral archaeologist too?") if look.my_turn else _("may place a neutral one")
    if view["phase"] in PATRONS:
        return _("with %(patron)s", patron=names.patron(view["phase"]))
    return _("the final action of the round") if view["final"] else ""


def chips(look: Look) -> list[Entry]:
    """The players in a few numbers, for narrow screens."""
    return [
        {
            "seat": seat,
            "name": look.name(seat),
            "acting": look.view["to_act"] == seat,
            "mine": seat in look.own and look.my_turn,
            "total": player["score"]["total"],
            "pool": player["pool"],
            "common": player["common"],
            "neutral": player["neutral"] if look.view["neutral"] else None,
        }
        for seat, player in enumerate(look.view["players"])
    ]
