"""The desert in a page: plots with strings and pegs, pyramids, archaeologists, and what can be done on each field.

Every zone is a piece of its own, so that a move sends again only the zones it touches.
"""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from digsite import web
from digsite.games.mykerinos.draw.art import PYRAMIDS, patron_key
from digsite.games.mykerinos.draw.desert import LETTERS, spot
from digsite.web.look import Look
from digsite.web.mykerinos import acting, art, names, standing
from digsite.web.mykerinos.acting import Deed, Plan
from digsite.web.words import _, points

Entry = dict[str, Any]
Offers = Mapping[str, list[Deed]]
VERBS = ("start", "extend")
ZONES = 6  # four of them but in the last round


def told(look: Look, offers: Offers, plan: Plan | None) -> dict[str, Any]:
    """What the template needs, and its pieces by their ids."""
    pieces = dict[str, str]()
    for number in range(ZONES):
        zone = zone_told(look, number, offers, plan) if number < len(look.view["zones"]) else None
        pieces[f"zone-{number}"] = web.render("mykerinos/zone.html", number=number, zone=zone, mykerinos=art)
        ranked = standing.told(look, number, plan) if zone else None
        pieces[f"standing-{number}"] = web.render("mykerinos/standing.html", number=number, ranked=ranked)
    return {
        "pieces": pieces,
        "zones": [Markup(pieces[f"zone-{number}"]) for number in range(ZONES)],
        "standings": [Markup(pieces[f"standing-{number}"]) for number in range(ZONES)],
        "letters": LETTERS,
    }


def zone_told(look: Look, number: int, offers: Offers, plan: Plan | None) -> Entry:
    scoring = look.view["scoring"]
    own = [field for field in look.view["fields"] if field["zone"] == number]
    tiles = look.view["zones"][number]["tiles"]
    return {
        "title": names.zone_title(number),
        "state": "" if not scoring else "scored" if scoring["zone"] == number else "faded",
        "rows": [spot(field)[1] + 1 for field in own[::4]] if number % 2 == 0 else [],
        "plots": [plot(look, number, side, tile, plan) for side, tile in enumerate(tiles)],
        "fields": [
            field_told(look, field, offers.get(field["field"], []), plan, tiles[index % 4 // 2])
            for index, field in enumerate(own)
        ],
    }


def plot(look: Look, zone: int, side: int, tile: Mapping[str, Any] | None, plan: Plan | None) -> Entry:
    """A plot's name and points; while its zone is scored it may be touched to be taken."""
    if tile is None:
        return {"tile": None}
    scoring = look.view["scoring"]
    here = scoring is not None and scoring["zone"] == zone
    deed = next((each for each in acting.others(look) if each.side == side), None) if here else None
    link = look.link(choose=deed.key) if deed else look.link(explain=f"tile-{tile['tile']}")
    patron = names.patron(tile["patron"])
    words = _("%(patron)s: %(points)s", patron=patron, points=points(tile["points"]))
    if deed and deed.kind == "remove":
        words = _("Remove the plot: %(plot)s", plot=words)
    elif deed:
        words = _("Take the plot: %(plot)s", plot=words)
    return {
        "tile": tile["tile"],
        "patron": tile["patron"],
        "key": patron_key(tile["patron"]),
        "name": names.patron_short(tile["patron"]),
        "points": tile["points"],
        "link": link,
        "words": words,
        "can": deed is not None,
        "chosen": deed is not None and plan is not None and plan.key == deed.key,
    }


def field_told(
    look: Look, field: Mapping[str, Any], deeds: list[Deed], plan: Plan | None, tile: Mapping[str, Any] | None
) -> Entry:
    key, colour = field["field"], field["archaeologist"]
    deeds = wanted(look, deeds)
    column, row = spot(field)
    chain = look.view["chain"]
    steps = list(plan.placed) if plan else []
    chosen = key in steps
    following = bool(plan and key in plan.fields)
    direct = next((deed.action for deed in deeds if deed.direct), "")
    pyramid = bool(field["pyramid"] and tile)
    return {
        "key": key,
        "link": link(look, key, deeds, plan) if not direct else "",
        "quiet": not deeds and not (following and plan and plan.deed),
        "action": direct,
        "label": go_on(field) if following and plan and plan.steps else label(look, field, deeds, colour),
        "pyramid": (0 if colour is not None else (column * 5 + row * 7) % PYRAMIDS) if pyramid else None,
        "colour": colour,
        "ghost": plan.placed[key] if chosen and plan else None,
        "step": steps.index(key) + 1 if chosen else 0,
        "mark": "" if chosen or (following and plan and plan.steps) else offer_mark(deeds),
        "kind": " ".join(
            kind
            for kind, fits in {
                "chosen": chosen,
                "following": following,
                "lit": bool(direct),
                "last": bool(chain and chain["last"] == key),
            }.items()
            if fits
        ),
        "named": bool(direct or (following and plan and plan.placed)),
    }


def wanted(look: Look, deeds: list[Deed]) -> list[Deed]:
    """What may be done at a field, or just that of it which was asked for before the field."""
    verb = look.choose.get("choose")
    return [deed for deed in deeds if plain(deed) == verb] if verb in VERBS else deeds


def plain(deed: Deed) -> str:
    return deed.kind.removeprefix("neutral-")


def link(look: Look, key: str, deeds: list[Deed], plan: Plan | None) -> str:
    """Where touching a field leads: to the next step, to what may be done there, or to why nothing may."""
    if plan and key in plan.placed:
        return look.link(**plan.without(key)) if plan.then else ""
    if plan and plan.steps and key in plan.fields:
        return look.link(**plan.going_on(key))
    if not deeds and not (look.my_turn and look.view["phase"] in ("turn", "follow")):
        return look.link(explain=f"field-{key}")
    asked = deeds and look.choose.get("choose") in VERBS
    kept = acting.with_help(look, deeds[0]) if deeds else {}
    return look.link(choose=key, deed=deeds[0].kind if asked else None, **kept)


def offer_mark(deeds: list[Deed]) -> str:
    """A ring where one may extend, which costs more to find; else a dot; a second step is lit as a whole."""
    kinds = {plain(deed) for deed in deeds}
    return "extend" if "extend" in kinds else "start" if "start" in kinds else ""


def go_on(field: Mapping[str, Any]) -> str:
    return _("%(field)s, %(zone)s: go on here", field=names.field(field["field"]), zone=names.zone(field["zone"]))


def label(look: Look, field: Mapping[str, Any], deeds: list[Deed], colour: int | str | None) -> str:
    """What a field is or offers, as a sentence."""
    values = {"field": names.field(field["field"]), "zone": names.zone(field["zone"])}
    kinds = {deed.kind for deed in deeds}
    if "then" in kinds:
        return go_on(field)
    if {"start", "extend"} <= kinds:
        return _("%(field)s, %(zone)s: start or extend", **values)
    if "start" in kinds:
        return _("%(field)s, %(zone)s: start", **values)
    if "extend" in kinds:
        return _("%(field)s, %(zone)s: extend", **values)
    if {"neutral-start", "neutral-extend"} <= kinds:
        return _("%(field)s, %(zone)s: start or extend with a neutral archaeologist", **values)
    if "neutral-start" in kinds:
        return _("%(field)s, %(zone)s: start with a neutral archaeologist", **values)
    if "neutral-extend" in kinds:
        return _("%(field)s, %(zone)s: extend with neutral archaeologists", **values)
    return held(look, field, colour)


def held(look: Look, field: Mapping[str, Any], colour: int | str | None) -> str:
    key = names.field(field["field"])
    if colour is not None:
        name = standing.name(look, colour)
        if field["pyramid"]:
            return _("%(field)s, pyramid: %(name)s", field=key, name=name)
        return _("%(field)s: %(name)s", field=key, name=name)
    return _("%(field)s: pyramid", field=key) if field["pyramid"] else key
