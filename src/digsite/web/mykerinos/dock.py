"""The bar over the desert: what may be done now, with what, and how an action goes on."""

from typing import Any

from digsite.games.mykerinos.data import NAMES
from digsite.web.headline import of_position
from digsite.web.look import Look
from digsite.web.mykerinos import acting, art, names, passing, scoring
from digsite.web.mykerinos.acting import PATRON_PHASES
from digsite.web.words import _, later, n_

Entry = dict[str, Any]
# What each patron's help is in the bar, where there is little room
BRIEFLY = {
    "violet": later("+1, then dig"),
    "lemon": later("on a pyramid"),
    "brown": later("a museum room"),
    "blackmore": later("start with 2"),
    "tangerine": later("extend with 3"),
}
AFTER_CALL = {
    "violet": later("One more is at hand: start or extend."),
    "lemon": later("Start on a pyramid, or extend with just one of the two on a pyramid."),
    "brown": later("Choose a room of the museum."),
    "blackmore": later("Two side by side: touch where the first shall stand."),
    "tangerine": later("Three in a row: touch a field next to one of yours."),
}


def told(look: Look) -> Entry:
    deeds = [*(deed for here in acting.offers(look).values() for deed in here), *acting.others(look)]
    kinds = {deed.kind for deed in deeds}
    ready = [deed.patron for deed in deeds if deed.kind == "use"]
    return {
        "look": look,
        "mykerinos": art,
        "kind": "mine" if look.my_turn else "ahead" if waits(look) else "",
        "chosen": look.choose.get("with") or look.choose.get("choose", ""),
        "title": title(look),
        "note": note(look, kinds),
        "means": means(look, kinds, ready),
        "steps": steps(look) if look.my_turn else [],
        "deciding": deciding(look),
        "skip": next((deed.action for deed in deeds if deed.kind == "skip"), ""),
        "pass": pass_told(look, kinds),
        "track": passing.track(look),
        "pools": pools(look),
        "patrons": patrons(look, ready),
        "scoring": scoring.told(look),
        "round": names.round_of(look.view),
    }


def waits(look: Look) -> bool:
    """Others are to move and the viewer will be: what can be done then keeps its place in the bar."""
    view, you = look.view, look.you
    digging = look.present and not look.my_turn and isinstance(view["to_act"], int) and view["scoring"] is None
    return digging and you is not None and not view["players"][you]["space"]


def title(look: Look) -> str:
    view, phase, seat = look.view, look.view["phase"], look.view["to_act"]
    if not isinstance(seat, int):
        return names.phase(view)
    if not look.my_turn:
        return of_position(look, names.phase(view))
    if phase in PATRON_PHASES:
        return names.patron(phase)
    if phase == "follow":
        return _("A neutral too?")
    if phase == "neutral-then":
        return _("Extend the neutrals")
    return _("Go on") if phase == "then" else _("Your turn")


def note(look: Look, kinds: set[str]) -> str:
    view, phase = look.view, look.view["phase"]
    if not look.my_turn:
        return names.phase(view) if isinstance(view["to_act"], int) else ""
    player = view["players"][view["to_act"]]
    if decided := deciding(look):
        return _("Touch a lit field to go on") if decided["open"] else _("Confirm, or touch another field")
    if phase in PATRON_PHASES:
        return _(AFTER_CALL[phase])
    if phase == "follow":
        return n_("you hold %(number)s of them", "you hold %(number)s of them", player["neutral"])
    if view["chain"]:
        if view["chain"]["pyramid"]:
            return _("touch a pyramid next to %(field)s", field=view["chain"]["last"])
        return _("touch a field next to %(field)s", field=view["chain"]["last"])
    if kinds <= {"pass"}:
        return _("Nothing is left but to pass")
    if view["final"]:
        return _("Everybody else has passed: one more thing")
    return _("Touch a field, or choose")


def means(look: Look, kinds: set[str], ready: list[str]) -> list[Entry]:
    """What can be done at the beginning of a turn keeps its place while others move."""
    if waits(look):
        stands = any(field["archaeologist"] == look.you for field in look.view["fields"])
        kinds, ready = {"start", "extend"} if stands else {"start"}, unturned(look)
    shown = unturned(look) if look.my_turn and look.view["phase"] == "turn" else ready
    return [*verbs(look, kinds), *(help_chip(look, key, key in ready) for key in shown)]


def verbs(look: Look, deeds: set[str]) -> list[Entry]:
    """Start and Extend, with the marks that stand for them on the desert."""
    kinds = {deed.removeprefix("neutral-") for deed in deeds}
    phase = look.view["phase"] if look.my_turn else "turn"
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
    colour = "neutral" if neutral else look.view["turn"] if look.my_turn or look.you is None else look.you
    labels = {"start": (_("Start"), starting), "extend": (_("Extend"), extending)}
    return [
        {
            "id": f"verb-{kind}",
            "key": kind,
            "label": labels[kind][0],
            "note": where[kind],
            "drawing": art.figure(colour, 17) * labels[kind][1],
            "mark": art.mark(kind, 18),
            "can": True,
            "words": "",
            "link": look.link(choose=kind),
        }
        for kind in ("start", "extend")
        if kind in kinds
    ]


def help_chip(look: Look, patron: str, can: bool) -> Entry:
    return {
        "id": f"help-{patron}",
        "key": patron,
        "label": names.patron_short(patron),
        "drawing": art.emblem(patron, 27),
        "mark": "",
        "can": can,
        "note": _(BRIEFLY[patron]) if can else _("not now"),
        "words": _("%(patron)s: %(help)s", patron=names.patron(patron), help=names.help_of(patron)),
        "link": look.link(choose=patron),
    }


def deciding(look: Look) -> Entry | None:
    """What may be done at the field asked for, and the button that does what is chosen."""
    plan = acting.plan(look)
    if plan is None or plan.deed is None or not plan.deed.field or plan.deed.direct:
        return None
    return {
        "action": plan.action,
        "button": acting.button(plan),
        "open": plan.open,
        "choices": [
            {
                "label": acting.label(deed),
                "link": look.link(choose=deed.key, deed=deed.kind, **acting.calling(plan.call)),
                "chosen": deed == plan.deed,
            }
            for deed in plan.here
        ],
    }


def steps(look: Look) -> list[Entry]:
    """The archaeologist just placed, and those still to place."""
    chain = look.view["chain"]
    if chain is None:
        return []
    done: list[Entry] = [{"field": chain["last"], "state": "placed"}]
    ahead: list[Entry] = [{"field": "", "state": "now" if step == 0 else "later"} for step in range(chain["steps"])]
    return done + ahead


def pass_told(look: Look, kinds: set[str]) -> Entry | None:
    if "pass" not in kinds:
        return None
    return {
        "label": _("Pass"),
        "note": _("as %(place)s", place=names.place(passing.passed_before(look))),
        "link": look.link(choose="pass"),
    }


def pools(look: Look) -> list[Entry]:
    """What the viewer has: at hand, in the common pool, and neutral ones with two players."""
    seat = look.view["to_act"] if look.my_turn else look.you
    if not isinstance(seat, int):
        return []
    player = look.view["players"][seat]
    found = [
        {"colour": seat, "count": player["pool"], "words": _("own pool")},
        {"colour": None, "count": player["common"], "words": _("common pool")},
    ]
    if look.view["neutral"]:
        found.append({"colour": "neutral", "count": player["neutral"], "words": _("neutral")})
    return found


def own_patrons(look: Look) -> dict[str, Any]:
    seat = look.view["to_act"] if look.my_turn else look.you
    return look.view["players"][seat]["patrons"] if isinstance(seat, int) else {}


def unturned(look: Look) -> list[str]:
    return [key for key, own in own_patrons(look).items() if own["tiles"] > own["turned"]]


def patrons(look: Look, ready: list[str]) -> list[Entry]:
    """The patrons in front of the viewer, one card for each plot that may help and each that has."""
    own = own_patrons(look)
    if not own:
        return []
    found = []
    for key in NAMES:
        unturned = own[key]["tiles"] - own[key]["turned"]
        if unturned:
            found.append(patron_card(look, key, unturned, False, key in ready))
        if own[key]["turned"]:
            found.append(patron_card(look, key, own[key]["turned"], True, False))
    return sorted(found, key=lambda card: card["turned"])


def patron_card(look: Look, key: str, count: int, turned: bool, ready: bool) -> Entry:
    if turned:
        state = _("Turned")
        words = (
            _("Has helped this round.")
            if look.view["round"] == look.view["rounds"]
            else _("Has helped. Turns back in round %(round)s.", round=look.view["round"] + 1)
        )
    else:
        state = _("Ready to help") if ready else _("Waiting")
        said = names.help_of(key)
        words = f"{said[:1].upper()}{said[1:]}."
    return {
        "key": key,
        "title": names.patron(key),
        "count": count,
        "turned": turned,
        "ready": ready,
        "state": state,
        "words": words,
        "link": look.link(choose=key) if look.my_turn else look.link(explain=f"patron-{key}"),
    }
