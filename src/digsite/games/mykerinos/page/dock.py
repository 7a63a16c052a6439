"""The bar over the desert: what may be done now, with what, and how an action goes on."""

from types import ModuleType
from typing import TypedDict

from markupsafe import Markup

from digsite.games.mykerinos.page import art, choice, names, pass_track, scoring
from digsite.games.mykerinos.page.choice import plan_of
from digsite.games.mykerinos.page.planning import planning
from digsite.games.mykerinos.page.position import PATRON_PHASES, player, view_of
from digsite.games.mykerinos.page.turn import turn_of
from digsite.games.mykerinos.rules.data import NAMES
from digsite.games.mykerinos.rules.view_types import Colour, PatronView, player_to_act, seat_to_act
from digsite.web.headline import of_position
from digsite.web.i18n import _, later, n_
from digsite.web.viewer import Viewer

# What each patron's help is in the bar, where there is little room
BRIEFLY = {
    "violet": later("+1, then dig"),
    "lemon": later("on a pyramid"),
    "brown": later("a museum room"),
    "blackmore": later("start with 2"),
    "tangerine": later("extend with 3"),
}
AFTER_CALL = {
    "violet": later("One more in your pool: start or extend."),
    "lemon": later("Start on a pyramid, or extend with just one of the two on a pyramid."),
    "brown": later("Choose a room of the museum."),
    "blackmore": later("Two side by side: choose where the first one goes."),
    "tangerine": later("Three in a row: choose a field next to one of yours."),
}


class Means(TypedDict):
    """Something to begin a turn with: Start, Extend, a patron."""

    id: str
    key: str
    label: str
    note: str
    drawing: Markup
    mark: Markup
    can: bool
    words: str
    link: str


class ChoiceAtField(TypedDict):
    label: str
    link: str
    chosen: bool


class Deciding(TypedDict):
    """The moves at the field asked for, and the button that plays what is chosen."""

    action: str
    button: str
    open: bool
    choices: list[ChoiceAtField]


class ChainStep(TypedDict):
    field: str
    state: str


class PassEntry(TypedDict):
    label: str
    note: str
    link: str


class Pool(TypedDict):
    colour: Colour | None
    count: int
    words: str


class PatronCard(TypedDict):
    key: str
    title: str
    count: int
    turned: bool
    ready: bool
    state: str
    words: str
    link: str


DockContext = TypedDict(
    "DockContext",
    {
        "viewer": Viewer,
        "mykerinos": ModuleType,
        "kind": str,
        "chosen": str,
        "planned": bool,
        "title": str,
        "note": str,
        "means": list[Means],
        "steps": list[ChainStep],
        "deciding": Deciding | None,
        "skip": str,
        "pass": PassEntry | None,
        "track": list[pass_track.Space],
        "pools": list[Pool],
        "patrons": list[PatronCard],
        "scoring": scoring.ScoringContext | None,
        "round": str,
    },
)


def context(viewer: Viewer) -> DockContext:
    """Return what `dock.html` needs."""
    seen = planning(viewer)  # what can be done keeps its place while others move, and can be planned
    moves = turn_of(seen).moves()
    kinds = {move.kind for move in moves if move.room is None}
    ready = [move.patron for move in moves if move.kind == "use"]
    return {
        "viewer": viewer,
        "mykerinos": art,
        "kind": "mine" if viewer.my_turn else "ahead" if waits(viewer) else "",
        "chosen": viewer.query.options.get("with") or viewer.query.choose,
        "planned": seen is not viewer,
        "title": title(viewer),
        "note": note(viewer, kinds),
        "means": means(seen, kinds, ready),
        "steps": steps(viewer) if viewer.my_turn else [],
        "deciding": deciding(seen),
        "skip": next((move.action for move in moves if move.kind == "skip"), ""),
        "pass": pass_entry(seen, kinds),
        "track": pass_track.track(viewer),
        "pools": pools(viewer),
        "patrons": patrons(seen, ready),
        "scoring": scoring.context(viewer),
        "round": names.round_of(view_of(viewer)),
    }


def waits(viewer: Viewer) -> bool:
    """Return whether others move before the viewer: what can be done then keeps its place in the bar."""
    view, you = view_of(viewer), viewer.you
    digging = viewer.present and not viewer.my_turn and isinstance(view["to_act"], int) and view["scoring"] is None
    return digging and you is not None and not view["players"][you]["space"]


def title(viewer: Viewer) -> str:
    view, phase = view_of(viewer), view_of(viewer)["phase"]
    if seat_to_act(view) is None:
        return names.phase(view)
    if not viewer.my_turn:
        return of_position(viewer, names.phase(view))
    if phase in PATRON_PHASES:
        return names.patron(phase)
    if phase == "follow":
        return _("Place a neutral archaeologist?")
    if phase == "neutral-then":
        return _("Extend the neutrals")
    return _("Go on") if phase == "then" else _("Your turn")


def note(viewer: Viewer, kinds: set[str]) -> str:
    view, phase = view_of(viewer), view_of(viewer)["phase"]
    if not viewer.my_turn:
        return names.phase(view) if seat_to_act(view) is not None else ""
    if decided := deciding(viewer):
        return _("Choose a highlighted field to go on") if decided["open"] else _("Confirm, or choose another field")
    if phase in PATRON_PHASES:
        return _(AFTER_CALL[phase])
    if phase == "follow":
        held = player_to_act(view)["neutral"]
        return n_("You hold %(number)s of them", "You hold %(number)s of them", held)
    if chain := view["chain"]:
        if chain["pyramid"]:
            return _("Choose a pyramid next to %(field)s", field=chain["last"])
        return _("Choose a field next to %(field)s", field=chain["last"])
    if kinds <= {"pass"}:
        return _("You can only pass")
    if view["final"]:
        return _("Everybody else has passed: one more action")
    return _("Choose a field, or what to do")


def means(viewer: Viewer, kinds: set[str], ready: list[str]) -> list[Means]:
    """Return what can be done at the beginning of a turn; it keeps its place while others move."""
    if waits(viewer):
        stands = any(field["archaeologist"] == viewer.you for field in view_of(viewer)["fields"])
        kinds, ready = {"start", "extend"} if stands else {"start"}, unturned(viewer)
    shown = unturned(viewer) if viewer.my_turn and view_of(viewer)["phase"] == "turn" else ready
    return [*verbs(viewer, kinds), *(help_chip(viewer, key, key in ready) for key in shown)]


def verbs(viewer: Viewer, moves: set[str]) -> list[Means]:
    """Return Start and Extend, with the marks that stand for them on the desert."""
    kinds = {move.removeprefix("neutral-") for move in moves}
    phase = view_of(viewer)["phase"] if viewer.my_turn else "turn"
    neutral = phase == "follow"
    extending = 3 if phase == "tangerine" else 2
    starting = 2 if phase == "blackmore" else 1
    if phase == "lemon":
        where = {"start": _("1, on a pyramid"), "extend": _("2, one on a pyramid")}
    elif neutral:
        where = {"start": _("1, anywhere"), "extend": _("2, beside a neutral")}
    else:
        where = {
            "start": _("%(number)s, anywhere", number=starting),
            "extend": _("%(number)s, beside yours", number=extending),
        }
    own = view_of(viewer)["turn"] if viewer.my_turn or viewer.you is None else viewer.you
    figure = art.figure("neutral" if neutral or own is None else own, 17)
    labels = {"start": (_("Start"), starting), "extend": (_("Extend"), extending)}
    return [
        {
            "id": f"verb-{kind}",
            "key": kind,
            "label": labels[kind][0],
            "note": where[kind],
            "drawing": figure * labels[kind][1],
            "mark": art.mark(kind, 18),
            "can": True,
            "words": "",
            "link": viewer.link(choose=kind),
        }
        for kind in ("start", "extend")
        if kind in kinds
    ]


def help_chip(viewer: Viewer, patron: str, can: bool) -> Means:
    return {
        "id": f"help-{patron}",
        "key": patron,
        "label": names.patron_short(patron),
        "drawing": art.emblem(patron, 27),
        "mark": Markup(""),
        "can": can,
        "note": _(BRIEFLY[patron]) if can else _("not now"),
        "words": _("%(patron)s: %(help)s", patron=names.patron(patron), help=names.help_of(patron)),
        "link": viewer.link(choose=patron),
    }


def deciding(viewer: Viewer) -> Deciding | None:
    """Return what may be done at the field asked for, None where no field is asked for."""
    plan = plan_of(viewer)
    if plan is None or plan.move is None or not plan.move.field or plan.move.direct:
        return None
    return {
        "action": plan.action,
        "button": choice.button(plan),
        "open": plan.open,
        "choices": [
            {
                "label": choice.label(move),
                "link": viewer.link(choose=move.key, deed=move.kind, **choice.calling(plan.call)),
                "chosen": move == plan.move,
            }
            for move in plan.here
        ],
    }


def steps(viewer: Viewer) -> list[ChainStep]:
    """Return the archaeologist just placed, and those still to place."""
    chain = view_of(viewer)["chain"]
    if chain is None:
        return []
    done: list[ChainStep] = [{"field": chain["last"], "state": "placed"}]
    ahead: list[ChainStep] = [{"field": "", "state": "now" if step == 0 else "later"} for step in range(chain["steps"])]
    return done + ahead


def pass_entry(viewer: Viewer, kinds: set[str]) -> PassEntry | None:
    if "pass" not in kinds:
        return None
    return {
        "label": _("Pass"),
        "note": _("as %(place)s", place=names.place(pass_track.passed_before(viewer))),
        "link": viewer.link(choose="pass"),
    }


def pools(viewer: Viewer) -> list[Pool]:
    """Return what the viewer has: at hand, in the common pool, and neutral ones with two players."""
    seat = reader(viewer)
    if seat is None:
        return []
    own = player(viewer, seat)
    found: list[Pool] = [
        {"colour": seat, "count": own["pool"], "words": _("your pool")},
        {"colour": None, "count": own["common"], "words": _("common pool")},
    ]
    if view_of(viewer)["neutral"]:
        found.append({"colour": "neutral", "count": own["neutral"], "words": _("neutral")})
    return found


def reader(viewer: Viewer) -> int | None:
    """Return the seat whose pools and patrons are shown: the one to act of several, else the viewer's."""
    return seat_to_act(view_of(viewer)) if viewer.my_turn else viewer.you


def own_patrons(viewer: Viewer) -> dict[str, PatronView]:
    seat = reader(viewer)
    return {} if seat is None else player(viewer, seat)["patrons"]


def unturned(viewer: Viewer) -> list[str]:
    return [key for key, own in own_patrons(viewer).items() if own["tiles"] > own["turned"]]


def patrons(viewer: Viewer, ready: list[str]) -> list[PatronCard]:
    """Return the patrons in front of the viewer, one card for each plot that may help and each that has."""
    own = own_patrons(viewer)
    if not own:
        return []
    found = []
    for key in NAMES:
        unturned = own[key]["tiles"] - own[key]["turned"]
        if unturned:
            found.append(patron_card(viewer, key, unturned, False, key in ready))
        if own[key]["turned"]:
            found.append(patron_card(viewer, key, own[key]["turned"], True, False))
    return sorted(found, key=lambda card: card["turned"])


def patron_card(viewer: Viewer, key: str, count: int, turned: bool, ready: bool) -> PatronCard:
    if turned:
        state = _("Turned")
        words = (
            _("Has helped this round.")
            if view_of(viewer)["round"] == view_of(viewer)["rounds"]
            else _("Has helped. Turns back in round %(round)s.", round=view_of(viewer)["round"] + 1)
        )
    else:
        state = _("Ready to help") if ready else _("Waiting")
        words = names.help_sentence(key)
    return {
        "key": key,
        "title": names.patron(key),
        "count": count,
        "turned": turned,
        "ready": ready,
        "state": state,
        "words": words,
        "link": viewer.link(choose=key) if viewer.my_turn else viewer.link(explain=f"patron-{key}"),
    }
