"""Why something cannot be done, each with the number of its rule."""

from collections.abc import Set

from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.page.position import scoring_of, view_of
from digsite.games.mykerinos.rules.refusals import RULE_OF
from digsite.games.mykerinos.rules.state import COLUMNS
from digsite.games.mykerinos.rules.view_types import Colour, player_to_act
from digsite.web.i18n import _, listed
from digsite.web.viewer import Viewer

Reason = tuple[str, str]
NEEDED = {"tangerine": 3, "blackmore": 2}


def at_field(viewer: Viewer, field: str, possible: Set[str]) -> list[Reason]:
    """Return what stands in the way at a field."""
    view = view_of(viewer)
    place = next(each for each in view["fields"] if each["field"] == field)
    if view["scoring"]:
        return [(_("The digging is over: the zones are scored."), "M4.1")]
    if view["phase"] == "brown":
        return [(_("Sir Brown reserves a room of the museum."), "M3.8")]
    if place["archaeologist"] is not None:
        return [(stands(viewer, place["archaeologist"]), "M3.2")]
    if place["pyramid"] and view["phase"] != "lemon":
        return [(_("A pyramid stands here: only Lord Lemon lets you onto it."), "M3.7")]
    return missing(viewer, field, possible)


def stands(viewer: Viewer, colour: Colour) -> str:
    if isinstance(colour, str):
        return _("A neutral archaeologist stands here already.")
    if colour == view_of(viewer)["to_act"]:
        return _("You stand here already.")
    return _("%(name)s stands here already.", name=viewer.names[colour])


def missing(viewer: Viewer, field: str, possible: Set[str]) -> list[Reason]:
    """Return why other things cannot be done at a free field."""
    phase, player = view_of(viewer)["phase"], player_to_act(view_of(viewer))
    if phase == "lemon" and not possible:
        return [(_("With Lord Lemon you start on a pyramid or extend onto one; neither is possible here."), "M3.7")]
    colour: Colour = "neutral" if phase == "follow" else player["seat"]
    at_hand = player["neutral"] if phase == "follow" else player["pool"]
    if phase == "blackmore":
        return [] if possible else [(_("No free field is next to it."), "M3.9")]
    if {"extend", "neutral-extend"} & possible:
        return []
    rule, needed = RULE_OF.get(phase, "M3.3"), NEEDED.get(phase, 2)
    if at_hand < needed:
        reason = _("You cannot extend: it needs %(needed)s, you have %(at_hand)s.", needed=needed, at_hand=at_hand)
        return [(reason, rule)]
    if colour not in around(viewer, field):
        if isinstance(colour, str):
            return [(_("You cannot extend: it is not next to a neutral archaeologist."), "M7.3")]
        return [(_("You cannot extend: it is not next to one of yours."), rule)]
    return [(_("You cannot extend: there is no free field next to it."), rule)]


def around(viewer: Viewer, field: str) -> set[Colour | None]:
    """Return who stands next to a field (M2.4)."""
    column, row = "abcdefgh".index(field[0]), int(field[1]) - 1
    beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    fields = view_of(viewer)["fields"]
    numbers = [y * COLUMNS + x for x, y in beside if 0 <= x < COLUMNS and y >= 0]
    return {fields[number]["archaeologist"] for number in numbers if number < len(fields)}


def of_patron(viewer: Viewer, key: str) -> list[Reason]:
    """Return why a patron cannot be called (M3.4 to M3.6)."""
    view = view_of(viewer)
    player = player_to_act(view)
    own = player["patrons"][key]
    if view["phase"] != "turn":
        return [(_("One patron helps in a turn."), "M3.5")]
    if not own["tiles"]:
        return [(_("You have no plot of this patron."), "M3.5")]
    if own["tiles"] <= own["turned"]:
        return [(_("Has already helped this round; can help again in the next."), "M3.5")]
    if not player["pool"]:
        return [(_("With no archaeologist left you can only pass."), "M3.4")]
    if key == "violet" and not player["common"]:
        return [(_("You have no archaeologist left in the common pool."), "M3.6")]
    return [(_("This help cannot be used in full now."), RULE_OF[key])]


def of_room(viewer: Viewer, number: int) -> list[Reason]:
    """Return why a room cannot be reserved (M5.1, M5.2)."""
    view, player = view_of(viewer), player_to_act(view_of(viewer))
    room = view["museum"]["rooms"][number]
    if room["holder"] is not None:
        if room["holder"] == player["seat"]:
            return [(_("It is already yours for good."), "M5.1")]
        return [(_("%(name)s holds it, for good.", name=viewer.names[room["holder"]]), "M5.1")]
    if room["doors"] and not set(room["doors"]) & set(player["rooms"]):
        doors = listed([names.room_name(view, door) for door in room["doors"]])
        return [(_("Closed: you need a room beside it first (%(rooms)s).", rooms=doors), "M5.2")]
    if view["phase"] == "claim" and scoring_of(viewer)["rank"] > 1:
        return [(_("Only the first two of a zone may go to the museum."), "M4.5")]
    if view["phase"] == "claim":
        return [(_("You have no archaeologist left in the common pool."), "M4.3")]
    if view["phase"] == "remove":
        return [(_("First name the plot that leaves the game."), "M7.5")]
    return [(_("Rooms are reserved when zones are scored, or with Sir Brown."), "M3.8")]
