"""Patrons, what they do and count for, and the rooms of their wings."""

from digsite.games.mykerinos.page import art, names
from digsite.games.mykerinos.page.explain_desert import in_deck
from digsite.games.mykerinos.page.point_values import with_room, without_room
from digsite.games.mykerinos.page.position import facts, player, view_of
from digsite.games.mykerinos.rules.refusals import RULE_OF
from digsite.web.explanation import Explanation, for_whom, some
from digsite.web.i18n import _, later, listed, n_, points
from digsite.web.viewer import Viewer

NONE = "none"
HELP = {
    "violet": later("Her help: take one of your archaeologists from the common pool, then start or extend."),
    "lemon": later("His help: start on a pyramid, or extend with exactly one of the two on a pyramid."),
    "brown": later("His help: reserve a museum room with an archaeologist from your pool."),
    "blackmore": later("Her help: start with two, the second next to the first."),
    "tangerine": later("His help: extend with three, each next to the one before."),
}


def patron(viewer: Viewer, key: str) -> Explanation:
    """Explain a patron (M3.5, M6.1)."""
    if key == NONE:
        return no_patron()
    tiles = facts(viewer).tiles
    left = sum(tile.patron == key and in_deck(viewer, number) for number, tile in enumerate(tiles))
    paragraphs = some(
        _(HELP[key]),
        _("Patrons help from the second round on: each plot once a round, one a turn."),
        held(viewer, key, viewer.you) if viewer.you is not None else "",
        worth(viewer, key, viewer.you) if viewer.you is not None else "",
        n_(
            "%(number)s of the %(all)s plots %(of_patron)s is still to be dealt.",
            "%(number)s of the %(all)s plots %(of_patron)s are still to be dealt.",
            left, all=sum(tile.patron == key for tile in tiles), of_patron=names.of_patron(key),
        ),
    )  # fmt: skip
    return Explanation(names.patron(key), paragraphs, ["M3.5", RULE_OF[key], "M6.1"], art.emblem(key, 56))


def patron_of(viewer: Viewer, key: str, seat: int) -> Explanation:
    """Return what a patron is to one player."""
    if key == NONE:
        return no_patron()
    own = player(viewer, seat)["patrons"][key]
    paragraphs = some(held(viewer, key, seat), worth(viewer, key, seat), _(HELP[key]))
    spent = bool(own["tiles"]) and own["turned"] == own["tiles"]
    return Explanation(
        names.patron(key),
        paragraphs,
        ["M3.5", RULE_OF[key], "M6.1"],
        art.emblem(key, 56, turned=spent or not own["tiles"]),
    )


def no_patron() -> Explanation:
    """Explain the plot without a patron (M6.3)."""
    paragraphs = [
        _("One plot has no patron: it scores most at once, but counts for no wing and for no set, and never helps.")
    ]
    return Explanation(names.patron(None), paragraphs, ["M1.3", "M6.3"], art.emblem(None, 56))


def held(viewer: Viewer, key: str, seat: int) -> str:
    """Return how many plots of a patron a player has, and which are ready to help."""
    own, of_patron, name = player(viewer, seat)["patrons"][key], names.of_patron(key), viewer.names[seat]
    tiles, ready = own["tiles"], own["tiles"] - own["turned"]
    if not tiles:
        return for_whom(
            viewer, seat,
            _("You have no plot %(of_patron)s.", of_patron=of_patron),
            _("%(name)s has no plot %(of_patron)s.", name=name, of_patron=of_patron),
        )  # fmt: skip
    if view_of(viewer)["round"] == 1:
        return for_whom(
            viewer, seat,
            n_("You have %(number)s plot %(of_patron)s, which helps from the next round on.",
               "You have %(number)s plots %(of_patron)s, which help from the next round on.",
               tiles, of_patron=of_patron),
            n_("%(name)s has %(number)s plot %(of_patron)s, which helps from the next round on.",
               "%(name)s has %(number)s plots %(of_patron)s, which help from the next round on.",
               tiles, name=name, of_patron=of_patron),
        )  # fmt: skip
    return for_whom(
        viewer, seat,
        n_("You have %(number)s plot %(of_patron)s; ready to help in this round: %(ready)s.",
           "You have %(number)s plots %(of_patron)s; ready to help in this round: %(ready)s.",
           tiles, ready=ready, of_patron=of_patron),
        n_("%(name)s has %(number)s plot %(of_patron)s; ready to help in this round: %(ready)s.",
           "%(name)s has %(number)s plots %(of_patron)s; ready to help in this round: %(ready)s.",
           tiles, name=name, ready=ready, of_patron=of_patron),
    )  # fmt: skip


def worth(viewer: Viewer, key: str, seat: int) -> str:
    """Return what plots of a patron count as the rooms stand (M6.1)."""
    each = points(player(viewer, seat)["patrons"][key]["worth"])
    return for_whom(
        viewer, seat,
        _("At the end each is worth %(points)s to you, as your rooms stand.", points=each),
        _("At the end each is worth %(points)s to %(name)s, as the rooms stand.", points=each, name=viewer.names[seat]),
    )  # fmt: skip


def room(viewer: Viewer, number: int) -> Explanation:
    """Explain a room (M5.1, M5.2, M6.1)."""
    here = view_of(viewer)["museum"]["rooms"][number]
    keys = names.room_patrons(view_of(viewer), number)
    if here["doors"]:
        doors = [names.room_name(view_of(viewer), door) for door in here["doors"]]
        entry = _("Only whoever holds a room that leads to it may reserve it: %(rooms)s.", rooms=listed(doors))
    else:
        entry = _("Anybody may reserve it while it is free.")
    paragraphs = some(
        n_("Each plot %(of_patron)s is worth %(number)s point at the end to whoever holds it.",
           "Each plot %(of_patron)s is worth %(number)s points at the end to whoever holds it.",
           here["value"], of_patron=listed([names.of_patron(key) for key in keys])) if keys else "",
        entry if here["holder"] is None else "",
        holder(viewer, number),
        gain(viewer, number),
    )  # fmt: skip
    drawn = art.emblem(keys[0] if keys else None, 56) if here["holder"] is None else art.figure(here["holder"], 46)
    return Explanation(names.room_name(view_of(viewer), number), paragraphs, ["M5.1", "M5.2", "M6.1", "M4.3"], drawn)


def holder(viewer: Viewer, number: int) -> str:
    seat = view_of(viewer)["museum"]["rooms"][number]["holder"]
    if seat is None:
        return _("It is free.")
    lost = points(sum(change.lost for change in without_room(facts(viewer), view_of(viewer), seat, number)))
    yours = _("You hold it, for good: without it you would have %(points)s less.", points=lost)
    theirs = _(
        "%(name)s holds it, for good, and would have %(points)s less without it.", name=viewer.names[seat], points=lost
    )
    return for_whom(viewer, seat, yours, theirs)


def gain(viewer: Viewer, number: int) -> str:
    """Return what a free room would bring the reader."""
    here = view_of(viewer)["museum"]["rooms"][number]
    if viewer.you is None or here["holder"] is not None:
        return ""
    gained = sum(change.lost for change in with_room(facts(viewer), view_of(viewer), viewer.you, number))
    own = player(viewer, viewer.you)["rooms"]
    if here["doors"] and not set(here["doors"]) & set(own):
        return _("You hold none of these yet; with your plots it would bring %(points)s.", points=points(gained))
    return _("With the plots you have it would bring %(points)s.", points=points(gained))


def museum(viewer: Viewer) -> Explanation:
    """Explain the museum (M5.1, M5.2)."""
    rooms, wings = view_of(viewer)["museum"]["rooms"], view_of(viewer)["museum"]["wings"]
    free = sum(each["holder"] is None for each in rooms)
    paragraphs = some(
        _("The wings, clockwise: %(patrons)s.", patrons=listed([names.patron(key) for key in wings])) if wings else "",
        _("Each has a “3” and behind it a “5”. Between two wings lies a “2” that leads to the “5” of both."),
        _("At the end a plot is worth the highest room its owner holds in that patron's wing, or 1 without a room."),
        n_("%(number)s of %(all)s rooms is free.", "%(number)s of %(all)s rooms are free.", free, all=len(rooms)),
        _("A room is reserved instead of a plot when a zone is scored, or with Sir Brown, and kept for good."),
    )  # fmt: skip
    return Explanation(_("The museum"), paragraphs, ["M5.1", "M5.2", "M4.3", "M6.1"], art.emblem("brown", 56))
