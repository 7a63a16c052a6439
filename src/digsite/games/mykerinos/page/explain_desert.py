"""What lies in the desert and what is done there: zones, fields, plots, passing, rounds, the neutral player."""

from markupsafe import Markup

from digsite.games.mykerinos.page import art, names
from digsite.games.mykerinos.page.point_values import with_plot
from digsite.games.mykerinos.page.position import facts, player, view_of
from digsite.games.mykerinos.page.turn import turn_of
from digsite.games.mykerinos.rules.state import STATE
from digsite.games.mykerinos.rules.view import tile_view
from digsite.games.mykerinos.rules.view_types import Colour, FieldView, ZoneView
from digsite.web.art import drawing
from digsite.web.explanation import Explanation, for_whom, some
from digsite.web.i18n import _, later, listed, n_, points
from digsite.web.viewer import Viewer

MAY = {
    "start": later("You may start here."),
    "extend": later("You may extend to here."),
    "then": later("You may go on to here."),
    "neutral-start": later("You may put a neutral archaeologist here."),
    "neutral-extend": later("You may extend the neutrals to here."),
}


def pyramid() -> Markup:
    return drawing('<use href="#symbol-pyramid-0" width="100" height="100"/>', 100, 100, "mykerinos", scale=0.6)


def called(viewer: Viewer, colour: Colour) -> str:
    """Return the name of a colour within a list."""
    if isinstance(colour, str):
        return _("the neutral player")
    return _("you") if colour == viewer.you else viewer.names[colour]


def zone(viewer: Viewer, number: int) -> Explanation:
    """Explain a zone and who leads it (M4.2 to M4.5)."""
    here = view_of(viewer)["zones"][number]
    lying = [names.a_plot(tile) for tile in here["tiles"] if tile]
    paragraphs = some(
        _("Here lie %(plots)s.", plots=listed(lying)) if len(lying) == 2 else "",
        _("Here lies %(plot)s.", plot=lying[0]) if len(lying) == 1 else "",
        _("Its plots are gone.") if not lying else "",
        standing(viewer, here) if lying else "",
        prizes() if lying else "",
        neutral_in(viewer, here) if lying else "",
    )  # fmt: skip
    rules = ["M4.2", "M4.3", "M4.4", "M4.5", *(["M7.4"] if view_of(viewer)["neutral"] else [])]
    return Explanation(names.zone_title(number), paragraphs, rules, pyramid())


def prizes() -> str:
    return _(
        "The first and the second take a plot or reserve a museum room; whoever comes after them gets only a plot "
        "that is left."
    )


def standing(viewer: Viewer, here: ZoneView) -> str:
    counts = [
        _("%(name)s with %(number)s", name=called(viewer, each["colour"]), number=each["count"])
        for each in here["standing"]
    ]
    if not counts:
        return _("Nobody stands here: as it is, both plots would leave the game.")
    if here["standing"][0]["colour"] == "neutral" and len(counts) == 1:
        return ""
    if len(counts) == 1:
        return _("Alone here: %(name)s. That is one choice, not two.", name=counts[0])
    order = listed(counts)
    if len({each["count"] for each in here["standing"]}) < len(counts):
        return _("In the order of choosing: %(names)s. A tie goes to whoever passes earlier.", names=order)
    return _("In the order of choosing: %(names)s.", names=order)


def neutral_in(viewer: Viewer, here: ZoneView) -> str:
    """Return what the neutral player does in a zone (M7.4 to M7.7)."""
    rank = next((rank for rank, each in enumerate(here["standing"]) if each["colour"] == "neutral"), 2)
    if rank > 1:
        return ""
    if len(here["standing"]) == 1:
        return _("With neutral archaeologists alone, both plots leave the game.")
    if rank == 1:
        return _("The neutral player is second: whoever is first names the plot it takes out of the game.")
    return _("The neutral player is first: whoever is third, or not here, names the plot it takes out of the game.")


def field(viewer: Viewer, here: FieldView) -> Explanation:
    """Explain a field (M2.4, M3.2, M3.3)."""
    key, who = here["field"], here["archaeologist"]
    paragraphs = some(
        _("It lies %(in_zone)s.", in_zone=names.in_zone(here["zone"])),
        _("A pyramid stands on it: only Lord Lemon lets an archaeologist onto it.") if here["pyramid"] else "",
        occupied(viewer, who) if who is not None else _("It is free."),
        *(_(MAY[kind]) for kind in sorted({move.kind for move in turn_of(viewer).moves() if move.field == key})),
        _("Neighbours are the fields across its edges, also across the lines between plots and zones."),
    )
    title = _("Field %(field)s", field=names.field(key))
    drawn = art.figure(who, 46) if who is not None else pyramid() if here["pyramid"] else art.mark("start", 46)
    return Explanation(title, paragraphs, ["M2.4", "M3.2", "M3.3", *(["M3.7"] if here["pyramid"] else [])], drawn)


def occupied(viewer: Viewer, who: Colour) -> str:
    if isinstance(who, str):
        return _("A neutral archaeologist stands here.")
    yours = _("One of your archaeologists stands here.")
    return for_whom(viewer, who, yours, _("An archaeologist of %(name)s stands here.", name=viewer.names[who]))


def tile(viewer: Viewer, number: int) -> Explanation:
    """Explain a plot (M4.6, M6.1)."""
    seen = tile_view(facts(viewer), number)
    assert seen
    paragraphs = some(
        _("Whoever takes it scores %(points)s at once.", points=points(seen["points"]))
        if seen["points"]
        else _("It scores nothing at once."),
        _("At the end it counts in the wing %(of_patron)s, and for a set.", of_patron=names.of_patron(seen["patron"]))
        if seen["patron"]
        else _("It counts for no wing and for no set."),
        where(viewer, number),
        to_you(viewer, number),
    )
    rules = ["M4.6", "M6.1", "M6.2"] if seen["patron"] else ["M4.6", "M6.3"]
    return Explanation(
        _("Plot: %(plot)s", plot=names.plot_name(seen["patron"], seen["points"])),
        paragraphs,
        rules,
        art.emblem(seen["patron"], 56),
    )


def where(viewer: Viewer, number: int) -> str:
    lies = zone_of_tile(viewer, number)
    if lies is not None:
        return _("It lies %(in_zone)s.", in_zone=names.in_zone(lies))
    for owner in view_of(viewer)["players"]:
        if any(each["tile"] == number for each in owner["tiles"]):
            name = viewer.names[owner["seat"]]
            return for_whom(viewer, owner["seat"], _("It is yours."), _("It belongs to %(name)s.", name=name))
    return _("It is still to be dealt.") if in_deck(viewer, number) else _("It has left the game.")


def zone_of_tile(viewer: Viewer, number: int) -> int | None:
    zones = view_of(viewer)["zones"]
    return next((each["zone"] for each in zones for lies in each["tiles"] if lies and lies["tile"] == number), None)


def in_deck(viewer: Viewer, number: int) -> bool:
    return bool(int(viewer.state.view(STATE)[0]["deck"]) >> number & 1)


def to_you(viewer: Viewer, number: int) -> str:
    """Return what a plot would bring, as the museum stands."""
    seen = tile_view(facts(viewer), number)
    if viewer.you is None or not seen or zone_of_tile(viewer, number) is None:
        return ""
    now, museum, sets = with_plot(facts(viewer), player(viewer, viewer.you), seen)
    values = {"points": points(now + museum + sets), "now": now, "museum": museum, "sets": sets}
    if sets:
        return _(
            "It would bring you %(points)s: %(now)s at once, %(museum)s in the museum as your rooms stand, "
            "and %(sets)s for a set.",
            **values,
        )
    return _(
        "It would bring you %(points)s: %(now)s at once and %(museum)s in the museum as your rooms stand.", **values
    )


def start(viewer: Viewer) -> Explanation:
    paragraphs = [
        _("One archaeologist goes from your pool to any free field without a pyramid."),
        _("From there you may extend in later turns."),
    ]
    return Explanation(_("Start"), paragraphs, ["M3.2", "M2.4"], art.mark("start", 46))


def extend(viewer: Viewer) -> Explanation:
    paragraphs = [
        _(
            "Two archaeologists go from your pool: the first next to one of yours, the second next to the first. "
            "No pyramids, and both must find a place."
        ),
        _("So you place two archaeologists in one turn, but close together."),
    ]
    return Explanation(_("Extend"), paragraphs, ["M3.3", "M2.4"], art.mark("extend", 46))


def passing(viewer: Viewer) -> Explanation:
    """Explain passing (M3.4, M3.11, M4.2, M4.8)."""
    spaces = sorted((each["space"], each["seat"]) for each in view_of(viewer)["players"] if each["space"])
    order = [_("%(name)s on space %(space)s", name=viewer.name(seat), space=space) for space, seat in spaces]
    paragraphs = some(
        _("Once you pass you are out until the next round; archaeologists left in your pool stay there."),
        _("The earlier pass wins every tie in the zones. The last on the track begins the next round."),
        _("Passed so far: %(names)s.", names=listed(order)) if order else _("Nobody has passed yet."),
        _("The neutral marker always stands on space 2.") if view_of(viewer)["neutral"] else "",
        _("All but one have passed: this is the last action of the round.") if view_of(viewer)["final"] else "",
        only_pass(viewer),
    )  # fmt: skip
    rules = ["M3.4", "M3.11", "M4.2", "M4.8", *(["M7.2"] if view_of(viewer)["neutral"] else [])]
    return Explanation(_("Passing"), paragraphs, rules, art.rounds(len(order), view_of(viewer)["seats"]))


def only_pass(viewer: Viewer) -> str:
    if viewer.you is None or view_of(viewer)["turn"] != viewer.you or player(viewer, viewer.you)["pool"]:
        return ""
    return _("You have no archaeologist left in your pool: you can only pass.")


def round_now(viewer: Viewer) -> Explanation:
    """Explain the round (M2.1, M2.3, M4.8)."""
    view = view_of(viewer)
    paragraphs = some(
        n_(
            "In each round everybody takes %(number)s archaeologist, if the common pool has as many.",
            "In each round everybody takes %(number)s archaeologists, if the common pool has as many.",
            facts(viewer).per_round[view["seats"]],
        ),
        n_("This round has %(number)s zone of two plots each.", "This round has %(number)s zones of two plots each.",
           len(view["zones"])),
        _("In the last round there are six.") if view["round"] < view["rounds"] else "",
        began(viewer),
        _("When the zones are scored, patrons turn back and the next round begins.")
        if view["round"] < view["rounds"] else _("It is the last: then the wings and the sets are counted."),
    )  # fmt: skip
    rules = ["M2.1", "M2.3", "M4.8"] if view["round"] < view["rounds"] else ["M2.1", "M2.3", "M6.1"]
    return Explanation(names.round_of(view), paragraphs, rules, art.rounds(view["round"], view["rounds"]))


def began(viewer: Viewer) -> str:
    seat = view_of(viewer)["start"]
    if seat is None:
        return ""
    return for_whom(viewer, seat, _("You began it."), _("%(name)s began it.", name=viewer.names[seat]))


def deck(viewer: Viewer) -> Explanation:
    """Return what may still come, patron by patron (M2.3)."""
    left = [tile for number, tile in enumerate(facts(viewer).tiles) if in_deck(viewer, number)]
    numbers = {key: sum(tile.patron == key for tile in left) for key in (*facts(viewer).patrons, "")}
    counts = [
        _("%(patron)s %(number)s", patron=names.patron_short(key), number=number)
        for key, number in numbers.items()
        if number
    ]
    paragraphs = [n_("%(number)s plot is still to be dealt.", "%(number)s plots are still to be dealt.", len(left))]
    if counts:
        paragraphs.append(_("By patron: %(counts)s.", counts=listed(counts)))
    return Explanation(_("Plots to come"), paragraphs, ["M1.3", "M2.3"], pyramid())


def neutral(viewer: Viewer) -> Explanation | None:
    """Explain the neutral player (M7.1 to M7.7)."""
    neutral = view_of(viewer)["neutral"]
    if not neutral:
        return None
    hands = sum(each["neutral"] for each in view_of(viewer)["players"])
    paragraphs = [
        _("With two players a neutral player takes part, who scores nothing."),
        n_(
            "Each round both of you also take %(number)s neutral archaeologist, and may start or extend with them "
            "after an action of your own.",
            "Each round both of you also take %(number)s neutral archaeologists, and may start or extend with them "
            "after an action of your own.",
            facts(viewer).neutral_per_round,
        ),
        _(
            "Together you hold %(hands)s neutral archaeologists; %(common)s are in the common pool.",
            hands=hands,
            common=neutral["common"],
        ),
        _("First or second in a zone, it takes one plot out of the game, and never a museum room."),
        _("Its marker always stands on space 2 of the pass track: the first to pass wins ties with it."),
    ]
    return Explanation(_("The neutral player"), paragraphs, ["M7.1", "M7.3", "M7.4", "M7.2"], art.figure("neutral", 46))
