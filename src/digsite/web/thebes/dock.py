"""Beside the board: the open cards, the digs and the exhibitions, each with what it would cost the viewer now."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from digsite.games.thebes.draw.places import SITES
from digsite.web.look import Look
from digsite.web.thebes import art, names
from digsite.web.thebes.acting import Offer
from digsite.web.thebes.board import briefly
from digsite.web.words import _, later, n_, weeks

Offers = Mapping[str, Offer]
Entry = dict[str, Any]
SLOTS = "abc"
TINY_REASONS = {"T6.1": later("unknown"), "T6.11": later("used"), "T8.3": later("no time")}
Need = tuple[Markup, int, int, str]  # a site's disc, the finds asked for, those the viewer lacks, all in words


def told(look: Look, offers: Offers) -> dict[str, Any]:
    """What the template needs."""
    view = look.view
    return {
        "thebes": art,
        "chosen": look.choose.get("choose", "") if offers else "",
        "cards": [open_card(look, offers, space, card) for space, card in enumerate(view["cards"], 1)],
        "deck": view["deck"],
        "discards": len(view["discards"]),
        "aside": view["aside"],
        "piles": look.link(explain="deck"),
        "exchange": cost(look, offers.get("exchange")),
        "stop": cost(look, offers.get("stop")),
        "digs": [dig(look, offers, site) for site in SITES],
        "shows": [show(look, offers, slot, card) for slot, card in zip(SLOTS, view["exhibitions"], strict=True)],
    }


def cost(look: Look, offer: Offer | None) -> Entry | None:
    """What an offer costs and how that adds up, or why it cannot be taken."""
    if offer is None:
        return None
    long, short = sums(look, offer)
    return {
        "key": offer.key,
        "link": look.link(choose=offer.key),
        "refusal": offer.refusal,
        "rule": offer.rule,
        "total": offer.total,
        "weeks": weeks(offer.total),
        "sum": long,
        "short": short,
    }


def sums(look: Look, offer: Offer) -> tuple[str, str]:
    """How the weeks of an offer add up, and the same where there is little room."""
    if offer.travel:
        parts = {"travel": offer.travel, "there": offer.weeks}
        return _("%(travel)s travel + %(there)s there", **parts), _("%(travel)s travel + %(there)s", **parts)
    here = look.view["players"][look.view["to_act"]]["place"] == offer.place
    words = _("right here") if here else _("by zeppelin")
    return words, words


def open_card(look: Look, offers: Offers, space: int, card: Mapping[str, Any] | None) -> Entry:
    """A space for an open card; without `title` it is empty."""
    if card is None:
        return {"id": f"space-{space}", "title": ""}
    price = cost(look, offers.get(f"take-{space}"))
    about = look.link(explain=f"card-{card['card']}")
    return {
        "id": f"space-{space}",
        "card": card["card"],
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
    }


def dig(look: Look, offers: Offers, site: str) -> Entry:
    price, left = cost(look, offers.get(f"dig-{site}")), look.view["sites"][site]["left"]
    about = look.link(explain=f"site-{site}")
    return {
        "id": f"dig-{site}",
        "key": f"dig-{site}",
        "site": site,
        "place": names.place(site),
        "cost": price,
        "reason": briefly(offers[f"dig-{site}"]) if price and price["refusal"] else "",
        "tiny": _(TINY_REASONS[price["rule"]]) if price and price["rule"] in TINY_REASONS else "",
        "left": left,
        "link": price["link"] if price and not price["refusal"] else about,
    }


def show(look: Look, offers: Offers, slot: str, card: Mapping[str, Any] | None) -> Entry:
    """An exhibition's slot; without `city` it is empty."""
    if card is None:
        return {"id": f"slot-{slot}", "slot": slot, "city": ""}
    price, wanted = cost(look, offers.get(f"exhibit-{slot}")), needs(look, card["needs"])
    if price and price["refusal"]:
        price["refusal"] = shortage(offers[f"exhibit-{slot}"], wanted)
    about = look.link(explain=f"card-{card['card']}")
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
    }


def shortage(offer: Offer, wanted: list[Need]) -> str:
    """Why an exhibition cannot be held, in a few words: where finds of several sites lack, how many in all."""
    lacking = [short for _disc, _number, short, _words in wanted if short]
    if len(lacking) < 2:
        return briefly(offer)
    return n_("%(number)s find short", "%(number)s finds short", sum(lacking))


def needs(look: Look, wanted: Mapping[str, int]) -> list[Need]:
    finds = look.view["players"][look.you]["finds"] if look.you is not None else []
    owned = [find["site"] for find in finds if find["kind"] == "artifact"]
    return [
        (
            art.disc(site, 20),
            number,
            max(number - owned.count(site), 0) if look.you is not None else 0,
            _("%(number)s from %(place)s", number=number, place=names.place(site)),
        )
        for site, number in sorted(wanted.items(), key=lambda pair: pair[1])
        if number
    ]
