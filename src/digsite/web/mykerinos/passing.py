"""Passing: the track, the space one would take, and the ties it decides."""

from typing import Any

from digsite.games.mykerinos.view import Colour
from digsite.web.look import Look
from digsite.web.mykerinos import names
from digsite.web.mykerinos.consequence import NOT_PASSED, space_of
from digsite.web.words import _, listed


def spaces(look: Look) -> int:
    """M7.2: with two players the neutral marker has one of three."""
    return max(3, len(look.view["players"]))


def next_space(look: Look) -> int | None:
    """The lowest free space; None when all have passed."""
    held = {space_of(look.view, colour) for colour in everybody(look)}
    return next((space for space in range(1, spaces(look) + 1) if space not in held), None)


def everybody(look: Look) -> list[Colour]:
    neutral: list[Colour] = ["neutral"] if look.view["neutral"] else []
    return [*(player["seat"] for player in look.view["players"]), *neutral]


def track(look: Look) -> list[dict[str, Any]]:
    """The pass track: who stands where, and where the player to act would."""
    holders = {space_of(look.view, colour): colour for colour in everybody(look)}
    ahead = next_space(look) if look.my_turn and look.view["phase"] == "turn" else None
    return [
        {
            "space": space,
            "colour": holders.get(space),
            "ghost": look.view["turn"] if space == ahead else None,
            "words": words(look, space, holders.get(space)),
        }
        for space in range(1, spaces(look) + 1)
    ]


def words(look: Look, space: int, colour: Colour | None) -> str:
    if colour is None:
        return _("Space %(space)s: free", space=space)
    name = _("Neutral") if isinstance(colour, str) else look.name(colour)
    return _("Space %(space)s: %(name)s", space=space, name=name)


def passed_before(look: Look) -> int:
    return sum(player["space"] is not None for player in look.view["players"])


def button(look: Look) -> str:
    return _("Pass as %(place)s", place=names.place(passed_before(look)))


def note(look: Look) -> str:
    return _("You take space %(space)s of the pass track.", space=next_space(look))


def lines(look: Look) -> list[str]:
    """What passing settles, and what comes after it."""
    return [*ties(look), afterwards(look)]


def ties(look: Look) -> list[str]:
    """The zones where the player is level with somebody: passing decides against those on higher spaces."""
    seat, found = int(look.view["to_act"]), []
    mine = next_space(look) or NOT_PASSED
    for zone in look.view["zones"]:
        counts = {one["colour"]: one["count"] for one in zone["standing"]}
        level = [colour for colour in counts if colour != seat and counts[colour] == counts.get(seat)]
        for won in (True, False):
            rivals = [called(look, one) for one in level if (mine < space_of(look.view, one)) == won]
            if not rivals:
                continue
            told = {"zone": names.zone(zone["zone"]), "names": listed(rivals)}
            if won:
                found.append(_("You would win the tie with %(names)s in %(zone)s.", **told))
            else:
                found.append(_("The tie with %(names)s in %(zone)s is lost.", **told))
    return found


def called(look: Look, colour: Colour) -> str:
    return _("Neutral") if isinstance(colour, str) else look.names[colour]


def afterwards(look: Look) -> str:
    """M3.4, M3.11."""
    seat = look.view["to_act"]
    waiting = [player["seat"] for player in look.view["players"] if player["space"] is None and player["seat"] != seat]
    if not waiting:
        return _("Everybody has passed then: the zones are scored.")
    if len(waiting) == 1:
        return _("%(name)s may do one more thing, then the zones are scored.", name=look.names[waiting[0]])
    return _("You are out until the zones are scored.")
