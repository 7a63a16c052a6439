"""The figures of Thebes' rules."""

from markupsafe import Markup

from digsite.core.registry import load
from digsite.games.thebes.draw.places import CITIES, DESK, SITES
from digsite.games.thebes.page import art, names
from digsite.games.thebes.page.cover import overlay
from digsite.games.thebes.page.dial import dial
from digsite.games.thebes.rules.data import facts_of
from digsite.web.art import mark
from digsite.web.assets import address
from digsite.web.figures import Figure, arrow, row
from digsite.web.i18n import _, n_

SITE = "egypt"  # as an example
KNOWLEDGE = 8  # of the example of T6
SLOTS = "abc"


def figures() -> dict[str, Figure]:
    """Return the figures by the number of their rule."""
    return {
        "T1.1": Figure(
            row((_permitted(site), names.place(site)) for site in SITES), _("The five sites, and your permits")
        ),
        "T1.6": Figure(_in_bag(), _("What a site owns, here %(site)s", site=names.place(SITE))),
        "T2.2": Figure(_pile(), _("A pile: the marker on top moves first")),
        "T3.1": Figure(_map(), _("The map: every step along a route takes one week")),
        "T4.2": Figure(_cards(), _("The nine kinds of researcher cards")),
        "T4.4": Figure(_pushed(), _("A new exhibition comes to a; those in its way move on")),
        "T6.8": Figure(
            _wheel(), _("The wheel for knowledge of 8: the outer ring has the weeks, the inner one the tokens")
        ),
        "T6.11": Figure(_permits(), _("A permit, before and after a dig")),
    }


def _permitted(site: str) -> Markup:
    return Markup('<span class="upright">{}{}</span>').format(art.disc(site, 36), art.permit(site, True))


def _in_bag() -> Markup:
    owned = [
        (art.points_disc(SITE, 3, 38), n_("%(number)s artifact", "%(number)s artifacts", 13)),
        (art.card_picture("book", "crete", 1, 40), _("a book about another site")),
        (art.card_picture("general", None, 1, 40), _("a general book")),
        (art.sand(40), _("16 times sand")),
    ]
    return row([(art.bag(SITE, 54), _("31 tokens"))]) + arrow() + row(owned)


def _pile() -> Markup:
    return Markup('<span class="marker-pile">{}{}{}</span>').format(mark(2, 30), mark(1, 30), mark(0, 30))


def _map() -> Markup:
    drawn = overlay(DESK, "desk", (*CITIES, *SITES))
    return Markup('<div class="rule-map"><img src="{}" alt="" width="880" height="550" loading="lazy">{}</div>').format(
        address(DESK.map_file), Markup(drawn)
    )


def _cards() -> Markup:
    kinds = ("book", "general", "rumour", "assistant", "shovel", "congress", "zeppelin", "car", "permit")
    sites = {"book": SITE, "rumour": SITE}
    return row((art.card_picture(kind, sites.get(kind), 1, 46), names.kind(kind)) for kind in kinds)


def _pushed() -> Markup:
    slots = [row([(art.show(46), slot)]) for slot in SLOTS]
    return arrow().join((Markup(""), *slots, row([(Markup(""), _("discarded"))])))


def _wheel() -> Markup:
    tokens = facts_of(load("thebes")).wheel[KNOWLEDGE - 1]
    return Markup('<div class="rule-wheel">{}</div>').format(
        dial(tokens, [week + 1 for week, n in enumerate(tokens) if n])
    )


def _permits() -> Markup:
    return (
        row([(art.permit(SITE, True, 64), _("valid"))])
        + arrow()
        + row([(art.permit(SITE, False, 64), _("used this year"))])
    )
