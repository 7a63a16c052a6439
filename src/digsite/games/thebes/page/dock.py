"""Beside the board: the open cards, the digs and the exhibitions, each with what it would cost the viewer now."""

from collections.abc import Mapping
from dataclasses import replace
from types import ModuleType
from typing import TypedDict

from markupsafe import Markup

from digsite.games.thebes.draw.places import SITES
from digsite.games.thebes.page import art, names
from digsite.games.thebes.page.board import short_reason
from digsite.games.thebes.page.choice import plan_of
from digsite.games.thebes.page.news import new_cards
from digsite.games.thebes.page.position import own_player, view_of
from digsite.games.thebes.page.turn import Offer, offers_of, turn_of
from digsite.games.thebes.rules.notation import HALL_NAMES
from digsite.games.thebes.rules.view_types import CardView, ExhibitionView
from digsite.web.i18n import _, later, n_, weeks
from digsite.web.viewer import Viewer

Offers = Mapping[str, Offer]
TINY_REASONS = {"T6.1": later("unread"), "T6.11": later("used"), "T8.3": later("no time")}
Need = tuple[Markup, int, int, str]  # a site's disc, the finds asked for, those the viewer lacks, all in words


class Cost(TypedDict):
    """What an offer costs and how that adds up, or why it cannot be taken."""

    key: str
    link: str
    refusal: str
    rule: str
    total: int
    weeks: str
    sum: str
    short: str


class OpenCard(TypedDict, total=False):
    """A space for an open card; with an empty `title` it is free."""

    id: str
    title: str
    key: str
    short: str
    site: str
    large: Markup
    value: str
    city: str
    cost: Cost | None
    there: str
    link: str
    about: str
    new: bool  # whether it was not open at the viewer's last turn


class DigEntry(TypedDict):
    id: str
    key: str
    site: str
    place: str
    cost: Cost | None
    reason: str
    tiny: str
    left: int
    link: str


class ShowEntry(TypedDict, total=False):
    """An exhibition's slot; with an empty `city` it is free."""

    id: str
    slot: str
    city: str
    key: str
    points: int
    needs: list[Need]
    there: str
    cost: Cost | None
    link: str
    about: str
    new: bool


class DockContext(TypedDict):
    thebes: ModuleType
    chosen: str
    cards: list[OpenCard]
    deck: int
    discards: int
    aside: int
    piles: str
    exchange: Cost | None
    stop: Cost | None
    digs: list[DigEntry]
    shows: list[ShowEntry]


def context(viewer: Viewer) -> DockContext:
    """Return what `dock.html` needs."""
    view, offers, plan = view_of(viewer), offers_of(viewer), plan_of(viewer)
    if plan:
        offers = {**offers, plan.key: replace(offers[plan.key], travel=plan.travel)}  # one cost everywhere
    return {
        "thebes": art,
        "chosen": viewer.query.choose if offers else "",
        "cards": [open_card(viewer, offers, space, card) for space, card in enumerate(view["cards"], 1)],
        "deck": view["deck"],
        "discards": len(view["discards"]),
        "aside": view["aside"],
        "piles": viewer.link(explain="deck"),
        "exchange": cost(viewer, offers.get("exchange")),
        "stop": cost(viewer, offers.get("stop")),
        "digs": [dig(viewer, offers, site) for site in SITES],
        "shows": [show(viewer, offers, slot, card) for slot, card in zip(HALL_NAMES, view["exhibitions"], strict=True)],
    }


def cost(viewer: Viewer, offer: Offer | None) -> Cost | None:
    if offer is None:
        return None
    long, short = sums(viewer, offer)
    return {
        "key": offer.key,
        "link": viewer.link(choose=offer.key),
        "refusal": offer.refusal,
        "rule": offer.rule,
        "total": offer.total,
        "weeks": weeks(offer.total),
        "sum": long,
        "short": short,
    }


def sums(viewer: Viewer, offer: Offer) -> tuple[str, str]:
    """Return how the weeks of an offer add up, and the same where there is little room."""
    if offer.travel:
        parts = {"travel": offer.travel, "there": offer.weeks}
        return _("%(travel)s travel + %(there)s there", **parts), _("%(travel)s travel + %(there)s", **parts)
    turn = turn_of(viewer)
    here = turn is not None and turn.player["place"] == offer.place
    words = _("right here") if here else _("by zeppelin")
    return words, words


def open_card(viewer: Viewer, offers: Offers, space: int, card: CardView | None) -> OpenCard:
    if card is None:
        return {"id": f"space-{space}", "title": ""}
    price = cost(viewer, offers.get(f"take-{space}"))
    about = viewer.link(explain=f"card-{card['card']}")
    return {
        "id": f"space-{space}",
        "key": f"take-{space}",
        "title": names.card_title(card),
        "short": names.card_short(card),
        "site": card["site"] or "",
        "large": art.card(card, 56),
        "value": f"+{card['value']}" if card["value"] else "",
        "city": names.place(card["city"]),
        "cost": price,
        "there": weeks(card["weeks"]),
        "link": price["link"] if price else about,
        "about": about if price else "",
        "new": card["card"] in new_cards(viewer),
    }


def dig(viewer: Viewer, offers: Offers, site: str) -> DigEntry:
    price, left = cost(viewer, offers.get(f"dig-{site}")), view_of(viewer)["sites"][site]["left"]
    about = viewer.link(explain=f"site-{site}")
    return {
        "id": f"dig-{site}",
        "key": f"dig-{site}",
        "site": site,
        "place": names.place(site),
        "cost": price,
        "reason": short_reason(offers[f"dig-{site}"]) if price and price["refusal"] else "",
        "tiny": _(TINY_REASONS[price["rule"]]) if price and price["rule"] in TINY_REASONS else "",
        "left": left,
        "link": price["link"] if price and not price["refusal"] else about,
    }


def show(viewer: Viewer, offers: Offers, slot: str, card: ExhibitionView | None) -> ShowEntry:
    if card is None:
        return {"id": f"slot-{slot}", "slot": slot, "city": ""}
    price, wanted = cost(viewer, offers.get(f"exhibit-{slot}")), needs(viewer, card["needs"])
    if price and price["refusal"]:
        price["refusal"] = shortage(offers[f"exhibit-{slot}"], wanted)
    about = viewer.link(explain=f"card-{card['card']}")
    return {
        "id": f"slot-{slot}",
        "slot": slot,
        "key": f"exhibit-{slot}",
        "city": names.place(card["city"]),
        "points": card["points"],
        "needs": wanted,
        "there": weeks(card["weeks"]),
        "cost": price,
        "link": price["link"] if price and not price["refusal"] else about,
        "about": about if price and not price["refusal"] else "",
        "new": card["card"] in new_cards(viewer),
    }


def shortage(offer: Offer, wanted: list[Need]) -> str:
    """Return why an exhibition cannot be held, in a few words: where finds of several sites lack, how many in all."""
    lacking = [short for _disc, _number, short, _words in wanted if short]
    if len(lacking) < 2:
        return short_reason(offer)
    return n_("%(number)s artifact short", "%(number)s artifacts short", sum(lacking))


def needs(viewer: Viewer, wanted: Mapping[str, int]) -> list[Need]:
    """Return what an exhibition asks for, site by site."""
    me = own_player(viewer)
    owned = [find["site"] for find in me["finds"] if find["kind"] == "artifact"] if me else []
    return [
        (
            art.disc(site, 20),
            number,
            max(number - owned.count(site), 0) if viewer.you is not None else 0,
            _("%(number)s from %(place)s", number=number, place=names.place(site)),
        )
        for site, number in sorted(wanted.items(), key=lambda pair: pair[1])
        if number
    ]
