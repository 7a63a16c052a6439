"""The players: a panel for each of them, and whose move it is."""

from collections.abc import Mapping
from typing import Any

from digsite.core.game import View
from digsite.games.thebes.draw.panel import KIT, find_order
from digsite.games.thebes.draw.places import SITES
from digsite.games.thebes.draw.tell import others_next
from digsite.server.telling import clock_told
from digsite.web.headline import of_position
from digsite.web.levels import level
from digsite.web.look import Look
from digsite.web.thebes import art, names
from digsite.web.words import _, listed, n_

Player = Mapping[str, Any]
Entry = dict[str, Any]

RUMOUR = 2  # what a rumour adds to knowledge


def told(look: Look, seat: int) -> dict[str, Any]:
    """What a panel needs."""
    player = look.view["players"][seat]
    sitting = look.table.seats[seat]
    clock = clock_told(look.table, look.thinking) if look.present else None
    return {
        "thebes": art,
        "seat": seat,
        "name": look.name(seat),
        "mine": seat in look.own,
        "acting": look.view["to_act"] == seat,
        "where": where(look, player, short=True),
        "bot": _("bot, %(level)s", level=level(sitting.bot).lower()) if sitting.kind == "bot" else "",
        "clock": clock["left"][seat] if clock else None,
        "running": clock is not None and clock["running"] == seat,
        "knowledge": [knowledge(look, player, site) for site in SITES],
        "general": general(look, player),
        "finds": sorted(player["finds"], key=find_order),
        "finds_words": finds_words(player),
        "finds_link": look.link(explain=f"finds-{seat}"),
        "kit": kit(look, player),
        "score": score(player),
        "score_link": look.link(explain=f"score-{seat}"),
    }


def knowledge(look: Look, player: Player, site: str) -> Entry:
    known, seat = player["knowledge"][site], player["seat"]
    books, more = known["books"] + known["found"], RUMOUR * known["rumours"]
    return {
        "site": site,
        "total": books,
        "found": known["found"],
        "more": more,
        "words": knowledge_words(names.place(site), books, known["found"], more),
        "link": look.link(explain=f"knowledge-{seat}-{site}"),
        "valid": player["permits"][site],
        "permit": _("Permit for %(place)s: valid", place=names.place(site))
        if player["permits"][site]
        else _("Permit for %(place)s: used this year", place=names.place(site)),
        "permit_link": look.link(explain=f"permits-{seat}-{site}"),
    }


def general(look: Look, player: Player) -> Entry:
    known = player["general"]
    total = known["books"] + known["found"]
    return {
        "site": "general",
        "total": total,
        "found": known["found"],
        "more": 0,
        "words": knowledge_words(_("General knowledge"), total, known["found"], 0),
        "link": look.link(explain=f"general-{player['seat']}"),
    }


def knowledge_words(subject: str, books: int, found: int, more: int) -> str:
    """What is known of a subject, as a sentence."""
    values = {"subject": subject, "books": books, "found": found, "more": more}
    if found and more:
        return _("%(subject)s: %(books)s from books, %(found)s of it found, rumours would add %(more)s", **values)
    if found:
        return _("%(subject)s: %(books)s from books, %(found)s of it found", **values)
    if more:
        return _("%(subject)s: %(books)s from books, rumours would add %(more)s", **values)
    return _("%(subject)s: %(books)s from books", **values)


def finds_words(player: Player) -> str:
    told = [_("%(find)s %(value)s", find=names.find_name(find), value=find["value"]) for find in player["finds"]]
    return _("Finds: %(finds)s", finds=listed(told)) if told else _("no finds yet")


def kit(look: Look, player: Player) -> list[Entry]:
    """What a player holds, with how many of each; every exhibition held with its points."""
    held = [
        {
            "kind": kind,
            "count": player[field],
            "words": _("%(what)s: %(count)s", what=names.kind(kind), count=player[field]),
            "link": look.link(explain=f"{field}-{player['seat']}"),
        }
        for field, kind in KIT
        if player[field]
    ]
    return held + [held_exhibition(look, card) for card in player["exhibitions"]]


def held_exhibition(look: Look, card: Mapping[str, Any]) -> Entry:
    title, points = names.card_title(card), card["points"]
    words = n_("%(title)s: %(number)s point", "%(title)s: %(number)s points", points, title=title)
    return {"kind": "exhibition", "count": points, "words": words, "link": look.link(explain=f"card-{card['card']}")}


def score(player: Player) -> Entry:
    points = player["score"]
    held = [site for site in SITES if points["majorities"].get(site)]
    return {
        "total": points["total"],
        "parts": [
            (_("Finds"), points["artifacts"]),
            (_("Exhibitions"), points["exhibitions"]),
            (_("Congress"), points["congresses"]),
            (_("Majorities"), sum(points["majorities"].values())),
        ],
        "held": held,
    }


def where(look: Look, player: Player, short: bool = False) -> str:
    """Where and when a player is; the year where it is not the calendar's, or where there is room."""
    place, year, week = names.place(player["place"]), player["year"], player["week"]
    if player["done"]:
        return _("%(place)s, at the end", place=place)
    if not week:
        return _("%(place)s, at the start", place=place)
    if short and year == look.view["year"]:
        return _("%(place)s, week %(week)s", place=place, week=week)
    return _("%(place)s, week %(week)s of %(year)s", place=place, week=week, year=year)


def status_told(look: Look) -> dict[str, Any]:
    """Whose move it is, where and when, and who comes then."""
    view, seat = look.view, look.view["to_act"]
    moving = isinstance(seat, int) and not (look.present and look.table.status == "over")
    return {
        "seat": seat if moving else None,
        "headline": of_position(look, luck(view)),
        "where": where(look, view["players"][seat]) if moving else "",
        "next": [(each, look.name(each)) for each in others_next(view)] if moving else [],
        "moving": moving,
        "about": look.link(explain="calendar"),
        "mine": moving and look.my_turn,
    }


def luck(view: View) -> str:
    """What goes on where nobody is to move."""
    if view["phase"] == "over":
        return _("The end of the game")
    if view["dig"]:
        return _("A token is drawn")
    return _("The markers are stacked") if view["phase"] == "markers" else _("Cards are drawn")
