"""What a player has and what it counts for."""

from collections.abc import Mapping
from typing import Any

from digsite.web import art as common
from digsite.web.explanation import Explanation, for_whom, some
from digsite.web.look import Look
from digsite.web.mykerinos import names
from digsite.web.mykerinos.explain_desert import facts
from digsite.web.mykerinos.reckoning import sets as complete_sets
from digsite.web.words import _, listed, n_, points

Player = Mapping[str, Any]


def of(look: Look, seat: int) -> Player:
    player: Player = look.view["players"][seat]
    return player


def explained(seat: int, title: str, told: list[str], rules: list[str]) -> Explanation:
    return Explanation(title, told, rules, common.figure(seat, 46))


def pool(look: Look, seat: int) -> Explanation:
    """M2.1, M2.2, M6.4."""
    player, name = of(look, seat), look.names[seat]
    told = some(
        for_whom(
            look, seat,
            n_("You have %(number)s archaeologist at hand.", "You have %(number)s archaeologists at hand.",
               player["pool"]),
            n_("%(name)s has %(number)s archaeologist at hand.", "%(name)s has %(number)s archaeologists at hand.",
               player["pool"], name=name),
        ),
        n_("%(number)s more is in the common pool: it comes with later rounds, or reserves museum rooms.",
           "%(number)s more are in the common pool: they come with later rounds, or reserve museum rooms.",
           player["common"]),
        n_("%(number)s neutral one is at hand too.", "%(number)s neutral ones are at hand too.", player["neutral"])
        if look.view["neutral"] else "",
        _("What is not used stays for the next round; at the end of the game it decides between equal points."),
    )  # fmt: skip
    return explained(seat, _("Archaeologists"), told, ["M2.1", "M2.2", "M6.4"])


def plots(look: Look, seat: int) -> Explanation:
    """M4.6."""
    player = of(look, seat)
    tiles = sorted(player["tiles"], key=lambda tile: -tile["points"])
    values = {"points": points(player["score"]["plots"]), "plots": listed([names.plot_name(tile) for tile in tiles])}
    if tiles:
        told = for_whom(
            look, seat,
            n_("You have won %(number)s plot, which brought %(points)s: %(plots)s.",
               "You have won %(number)s plots, which brought %(points)s: %(plots)s.", len(tiles), **values),
            n_("%(name)s has won %(number)s plot, which brought %(points)s: %(plots)s.",
               "%(name)s has won %(number)s plots, which brought %(points)s: %(plots)s.",
               len(tiles), name=look.names[seat], **values),
        )  # fmt: skip
    else:
        theirs = _("%(name)s has not won a plot yet.", name=look.names[seat])
        told = for_whom(look, seat, _("You have not won a plot yet."), theirs)
    more = _("A plot scores its points at once. Its patron then helps, and counts at the end.")
    return explained(seat, _("Plots"), [told, more], ["M4.6", "M3.5"])


def wings(look: Look, seat: int) -> Explanation:
    """M6.1, wing by wing."""
    player = of(look, seat)
    parts = [
        _("%(patron)s %(tiles)s × %(worth)s", patron=names.patron_short(key), tiles=held["tiles"], worth=held["worth"])
        for key, held in player["patrons"].items()
        if held["tiles"]
    ]
    sum_of = points(sum(player["score"]["wings"].values()))
    told = some(
        _("Plots times the highest room held in that patron's wing: %(parts)s, together %(points)s.",
          parts=listed(parts), points=sum_of) if parts else _("Without plots the wings bring nothing yet."),
        held_rooms(look, seat),
        _("Without a room a plot still counts %(points)s.", points=points(facts(look).no_room)),
    )  # fmt: skip
    return explained(seat, _("Museum wings"), told, ["M6.1", "M5.1"])


def held_rooms(look: Look, seat: int) -> str:
    held = [names.room_name(look.view, room) for room in of(look, seat)["rooms"]]
    name = look.names[seat]
    if not held:
        return for_whom(look, seat, _("You hold no room."), _("%(name)s holds no room.", name=name))
    rooms = listed(held)
    yours = _("Your rooms: %(rooms)s.", rooms=rooms)
    return for_whom(look, seat, yours, _("The rooms of %(name)s: %(rooms)s.", name=name, rooms=rooms))


def rooms(look: Look, seat: int) -> Explanation:
    """M5.2."""
    told = [
        held_rooms(look, seat),
        _("A free “2” or “3” may always be reserved, a “5” only next to an own room. It is kept for good."),
    ]
    return explained(seat, _("Rooms"), told, ["M5.1", "M5.2"])


def sets(look: Look, seat: int) -> Explanation:
    """M6.2."""
    player, worth = of(look, seat), facts(look).set_of_five
    number = complete_sets(player)
    lacking = [names.patron(key) for key, held in player["patrons"].items() if held["tiles"] == number]
    values = {"points": points(number * worth), "name": look.names[seat]}
    told = some(
        _("Every set of all five patrons brings %(points)s at the end.", points=points(worth)),
        for_whom(
            look, seat,
            n_("You have %(number)s complete set: %(points)s.", "You have %(number)s complete sets: %(points)s.",
               number, **values),
            n_("%(name)s has %(number)s complete set: %(points)s.",
               "%(name)s has %(number)s complete sets: %(points)s.", number, **values),
        ),
        _("Lacking for the next: %(patrons)s.", patrons=listed(lacking)),
    )  # fmt: skip
    return explained(seat, _("Sets of five patrons"), told, ["M6.2", "M6.3"])


def score(look: Look, seat: int) -> Explanation:
    """M4.6, M6.1, M6.2: the sum of the parts, as if the game ended now."""
    told = of(look, seat)["score"]
    parts = {"plots": told["plots"], "wings": sum(told["wings"].values()), "sets": told["sets"]}
    said = [
        _("Plots %(plots)s, museum wings %(wings)s, sets of five %(sets)s.", **parts),
        _("Together: %(points)s, as if the game ended now.", points=points(told["total"])),
        _("Plots count at once; wings and sets change until the end with every plot and every room."),
    ]
    return explained(seat, look.names[seat], said, ["M4.6", "M6.1", "M6.2", "M6.4"])
