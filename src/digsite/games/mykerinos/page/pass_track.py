"""Passing: the track, the space one would take, and the ties it decides."""

from typing import TypedDict

from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.page.position import colour_name, others_name, view_of
from digsite.games.mykerinos.page.ranking_preview import NOT_PASSED, space_of
from digsite.games.mykerinos.rules.view_types import Colour, player_to_act
from digsite.web.i18n import _, listed
from digsite.web.viewer import Viewer


class Space(TypedDict):
    """A space of the pass track: who stands there, and who would."""

    space: int
    colour: Colour | None
    ghost: int | None
    words: str


def spaces(viewer: Viewer) -> int:
    """Return how many spaces there are; with two players the neutral marker has one of three (M7.2)."""
    return max(3, len(view_of(viewer)["players"]))


def next_space(viewer: Viewer) -> int | None:
    """Return the lowest free space; None when all have passed."""
    held = {space_of(view_of(viewer), colour) for colour in everybody(viewer)}
    return next((space for space in range(1, spaces(viewer) + 1) if space not in held), None)


def everybody(viewer: Viewer) -> list[Colour]:
    neutral: list[Colour] = ["neutral"] if view_of(viewer)["neutral"] else []
    return [*(player["seat"] for player in view_of(viewer)["players"]), *neutral]


def track(viewer: Viewer) -> list[Space]:
    """Return the pass track: who stands where, and where the player to act would."""
    holders = {space_of(view_of(viewer), colour): colour for colour in everybody(viewer)}
    ahead = next_space(viewer) if viewer.my_turn and view_of(viewer)["phase"] == "turn" else None
    return [
        {
            "space": space,
            "colour": holders.get(space),
            "ghost": view_of(viewer)["turn"] if space == ahead else None,
            "words": words(viewer, space, holders.get(space)),
        }
        for space in range(1, spaces(viewer) + 1)
    ]


def words(viewer: Viewer, space: int, colour: Colour | None) -> str:
    if colour is None:
        return _("Space %(space)s: free", space=space)
    name = colour_name(viewer, colour)
    return _("Space %(space)s: %(name)s", space=space, name=name)


def passed_before(viewer: Viewer) -> int:
    return sum(player["space"] is not None for player in view_of(viewer)["players"])


def button(viewer: Viewer) -> str:
    return _("Pass as %(place)s", place=names.place(passed_before(viewer)))


def note(viewer: Viewer) -> str:
    return _("You take space %(space)s of the pass track.", space=next_space(viewer))


def lines(viewer: Viewer) -> list[str]:
    """Return what passing settles, and what comes after it."""
    return [*ties(viewer), afterwards(viewer)]


def ties(viewer: Viewer) -> list[str]:
    """Return the zones where the player is level with somebody: passing decides against those on higher spaces."""
    seat, found = player_to_act(view_of(viewer))["seat"], []
    mine = next_space(viewer) or NOT_PASSED
    for zone in view_of(viewer)["zones"]:
        counts = {one["colour"]: one["count"] for one in zone["standing"]}
        level = [colour for colour in counts if colour != seat and counts[colour] == counts.get(seat)]
        for won in (True, False):
            rivals = [others_name(viewer, one) for one in level if (mine < space_of(view_of(viewer), one)) == won]
            if not rivals:
                continue
            values = {"zone": names.zone(zone["zone"]), "names": listed(rivals)}
            if won:
                found.append(_("You would win the tie with %(names)s in %(zone)s.", **values))
            else:
                found.append(_("You would lose the tie with %(names)s in %(zone)s.", **values))
    return found


def afterwards(viewer: Viewer) -> str:
    """Return what follows from passing (M3.4, M3.11)."""
    seat = view_of(viewer)["to_act"]
    waiting = [
        player["seat"] for player in view_of(viewer)["players"] if player["space"] is None and player["seat"] != seat
    ]
    if not waiting:
        return _("Then everybody has passed, and the zones are scored.")
    if len(waiting) == 1:
        return _("%(name)s has one more action, then the zones are scored.", name=viewer.names[waiting[0]])
    return _("You are out until the zones are scored.")
