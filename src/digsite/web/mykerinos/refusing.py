"""Why something cannot be done, each with the number of its rule."""

from collections.abc import Set

from digsite.games.mykerinos.state import COLUMNS
from digsite.games.mykerinos.view import Colour
from digsite.web.look import Look
from digsite.web.mykerinos import names
from digsite.web.words import _, listed

Reason = tuple[str, str]
RULES = {"violet": "M3.6", "lemon": "M3.7", "brown": "M3.8", "blackmore": "M3.9", "tangerine": "M3.10"}
NEEDED = {"tangerine": 3, "blackmore": 2}


def at_field(look: Look, field: str, possible: Set[str]) -> list[Reason]:
    """What stands in the way at a field."""
    view = look.view
    place = next(each for each in view["fields"] if each["field"] == field)
    if view["scoring"]:
        return [(_("The digging is over: the zones are scored."), "M4.1")]
    if view["phase"] == "brown":
        return [(_("Sir Brown reserves a room of the museum."), "M3.8")]
    if place["archaeologist"] is not None:
        return [(stands(look, place["archaeologist"]), "M3.2")]
    if place["pyramid"] and view["phase"] != "lemon":
        return [(_("A pyramid stands here: only Lord Lemon helps onto it."), "M3.7")]
    return missing(look, field, possible)


def stands(look: Look, colour: Colour) -> str:
    if isinstance(colour, str):
        return _("A neutral archaeologist stands here already.")
    if colour == look.view["to_act"]:
        return _("You stand here already.")
    return _("%(name)s stands here already.", name=look.names[colour])


def missing(look: Look, field: str, possible: Set[str]) -> list[Reason]:
    """Of a free field: what else one might have wanted to do."""
    phase, view = look.view["phase"], look.view
    player = view["players"][view["to_act"]]
    if phase == "lemon" and not possible:
        return [
            (_("With Lord Lemon one starts on a pyramid or extends over one; from here neither is possible."), "M3.7")
        ]
    colour: Colour = "neutral" if phase == "follow" else player["seat"]
    at_hand = player["neutral" if phase == "follow" else "pool"]
    if phase == "blackmore":
        return [] if possible else [(_("No free field is next to it."), "M3.9")]
    if {"extend", "neutral-extend"} & possible:
        return []
    rule, needed = RULES.get(phase, "M3.3"), NEEDED.get(phase, 2)
    if at_hand < needed:
        told = {"needed": needed, "at_hand": at_hand}
        return [(_("No extending: it needs %(needed)s, you hold %(at_hand)s.", **told), rule)]
    if colour not in around(look, field):
        if isinstance(colour, str):
            return [(_("No extending: it is not next to a neutral one."), "M7.3")]
        return [(_("No extending: it is not next to one of yours."), rule)]
    return [(_("No extending: from here there is no free field to go on to."), rule)]


def around(look: Look, field: str) -> set[Colour | None]:
    """Who stands next to a field (M2.4)."""
    column, row = "abcdefgh".index(field[0]), int(field[1]) - 1
    beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    fields = look.view["fields"]
    numbers = [y * COLUMNS + x for x, y in beside if 0 <= x < COLUMNS and y >= 0]
    return {fields[number]["archaeologist"] for number in numbers if number < len(fields)}


def of_patron(look: Look, key: str) -> list[Reason]:
    """M3.4 to M3.6."""
    view = look.view
    player = view["players"][view["to_act"]]
    own = player["patrons"][key]
    if view["phase"] != "turn":
        return [(_("One patron helps in a turn."), "M3.5")]
    if not own["tiles"]:
        return [(_("You have no plot of this patron."), "M3.5")]
    if own["tiles"] <= own["turned"]:
        return [(_("Has helped this round, and helps again in the next one."), "M3.5")]
    if not player["pool"]:
        return [(_("Without an archaeologist at hand one can only pass."), "M3.4")]
    if key == "violet" and not player["common"]:
        return [(_("No archaeologist of yours is left in the common pool."), "M3.6")]
    return [(_("This help cannot be carried out in full now."), RULES[key])]


def of_room(look: Look, number: int) -> list[Reason]:
    """M5.1, M5.2, and when rooms are reserved at all."""
    view, room = look.view, look.view["museum"]["rooms"][number]
    player = view["players"][view["to_act"]]
    if room["holder"] is not None:
        if room["holder"] == player["seat"]:
            return [(_("It is yours already, for good."), "M5.1")]
        return [(_("%(name)s holds it, for good.", name=look.names[room["holder"]]), "M5.1")]
    if room["doors"] and not set(room["doors"]) & set(player["rooms"]):
        doors = listed([names.room_name(view, door) for door in room["doors"]])
        return [(_("Shut: one needs an own room beside it first (%(rooms)s).", rooms=doors), "M5.2")]
    if view["phase"] == "claim" and view["scoring"]["rank"] > 1:
        return [(_("Only the first two of a zone may go to the museum."), "M4.5")]
    if view["phase"] == "claim":
        return [(_("No archaeologist of yours is left in the common pool."), "M4.3")]
    if view["phase"] == "remove":
        return [(_("Now a plot is to be named that leaves the game."), "M7.5")]
    return [(_("Rooms are reserved when zones are scored, or with Sir Brown."), "M3.8")]
