"""What a player has and what it counts for."""

from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.page.point_values import sets as complete_sets
from digsite.games.mykerinos.page.position import facts, view_of
from digsite.games.mykerinos.page.position import player as of
from digsite.web import art as common
from digsite.web.explanation import Explanation, for_whom, some
from digsite.web.i18n import _, listed, n_, points
from digsite.web.viewer import Viewer


def explained(seat: int, title: str, paragraphs: list[str], rules: list[str]) -> Explanation:
    return Explanation(title, paragraphs, rules, common.figure(seat, 46))


def pool(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's archaeologists (M2.1, M2.2, M6.4)."""
    player, name = of(viewer, seat), viewer.names[seat]
    paragraphs = some(
        for_whom(
            viewer, seat,
            n_("You have %(number)s archaeologist in your pool.", "You have %(number)s archaeologists in your pool.",
               player["pool"]),
            n_("%(name)s has %(number)s archaeologist in the pool.",
               "%(name)s has %(number)s archaeologists in the pool.", player["pool"], name=name),
        ),
        n_("%(number)s more is in the common pool: it comes with later rounds, or reserves museum rooms.",
           "%(number)s more are in the common pool: they come with later rounds, or reserve museum rooms.",
           player["common"]),
        n_("%(number)s neutral archaeologist is in this pool too.",
           "%(number)s neutral archaeologists are in this pool too.", player["neutral"])
        if view_of(viewer)["neutral"] else "",
        _("Unused ones stay for the next round; at the end of the game more of them win ties."),
    )  # fmt: skip
    return explained(seat, _("Archaeologists"), paragraphs, ["M2.1", "M2.2", "M6.4"])


def plots(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's plots (M4.6)."""
    player = of(viewer, seat)
    tiles = sorted(player["tiles"], key=lambda tile: -tile["points"])
    values = {
        "points": points(player["score"]["plots"]),
        "plots": listed([names.plot_name(tile["patron"], tile["points"]) for tile in tiles]),
    }
    if tiles:
        paragraphs = for_whom(
            viewer, seat,
            n_("You have won %(number)s plot, which brought %(points)s: %(plots)s.",
               "You have won %(number)s plots, which brought %(points)s: %(plots)s.", len(tiles), **values),
            n_("%(name)s has won %(number)s plot, which brought %(points)s: %(plots)s.",
               "%(name)s has won %(number)s plots, which brought %(points)s: %(plots)s.",
               len(tiles), name=viewer.names[seat], **values),
        )  # fmt: skip
    else:
        theirs = _("%(name)s has not won a plot yet.", name=viewer.names[seat])
        paragraphs = for_whom(viewer, seat, _("You have not won a plot yet."), theirs)
    more = _("A plot scores its points at once. Its patron then helps, and counts at the end.")
    return explained(seat, _("Plots"), [paragraphs, more], ["M4.6", "M3.5"])


def wings(viewer: Viewer, seat: int) -> Explanation:
    """Explain what a player's plots count, wing by wing (M6.1)."""
    player = of(viewer, seat)
    parts = [
        _("%(patron)s %(tiles)s × %(worth)s", patron=names.patron_short(key), tiles=held["tiles"], worth=held["worth"])
        for key, held in player["patrons"].items()
        if held["tiles"]
    ]
    sum_of = points(sum(player["score"]["wings"].values()))
    paragraphs = some(
        _("Plots times the highest room held in that patron's wing: %(parts)s, together %(points)s.",
          parts=listed(parts), points=sum_of) if parts else _("Without plots the wings bring nothing yet."),
        held_rooms(viewer, seat),
        _("Without a room a plot still counts %(points)s.", points=points(facts(viewer).no_room)),
    )  # fmt: skip
    return explained(seat, _("Museum wings"), paragraphs, ["M6.1", "M5.1"])


def held_rooms(viewer: Viewer, seat: int) -> str:
    held = [names.room_name(view_of(viewer), room) for room in of(viewer, seat)["rooms"]]
    name = viewer.names[seat]
    if not held:
        return for_whom(viewer, seat, _("You hold no room."), _("%(name)s holds no room.", name=name))
    rooms = listed(held)
    yours = _("Your rooms: %(rooms)s.", rooms=rooms)
    return for_whom(viewer, seat, yours, _("The rooms of %(name)s: %(rooms)s.", name=name, rooms=rooms))


def rooms(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's rooms (M5.2)."""
    paragraphs = [
        held_rooms(viewer, seat),
        _("A free “2” or “3” may always be reserved, a “5” only next to a room of yours. You keep it for good."),
    ]
    return explained(seat, _("Rooms"), paragraphs, ["M5.1", "M5.2"])


def sets(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's sets (M6.2)."""
    player, worth = of(viewer, seat), facts(viewer).set_of_five
    number = complete_sets(player)
    lacking = [names.patron(key) for key, held in player["patrons"].items() if held["tiles"] == number]
    values = {"points": points(number * worth), "name": viewer.names[seat]}
    paragraphs = some(
        _("Every set of all five patrons brings %(points)s at the end.", points=points(worth)),
        for_whom(
            viewer, seat,
            n_("You have %(number)s complete set: %(points)s.", "You have %(number)s complete sets: %(points)s.",
               number, **values),
            n_("%(name)s has %(number)s complete set: %(points)s.",
               "%(name)s has %(number)s complete sets: %(points)s.", number, **values),
        ),
        _("Missing for the next: %(patrons)s.", patrons=listed(lacking)),
    )  # fmt: skip
    return explained(seat, _("Sets of five patrons"), paragraphs, ["M6.2", "M6.3"])


def score(viewer: Viewer, seat: int) -> Explanation:
    """Return the sum of the parts, as if the game ended now (M4.6, M6.1, M6.2)."""
    points_of = of(viewer, seat)["score"]
    parts = {"plots": points_of["plots"], "wings": sum(points_of["wings"].values()), "sets": points_of["sets"]}
    paragraphs = [
        _("Plots %(plots)s, museum wings %(wings)s, sets of five %(sets)s.", **parts),
        _("Total: %(points)s, as if the game ended now.", points=points(points_of["total"])),
        _("Plots count at once; wings and sets change until the end with every plot and every room."),
    ]
    return explained(seat, viewer.names[seat], paragraphs, ["M4.6", "M6.1", "M6.2", "M6.4"])
