"""The board in a page: the map and the calendar round it, for wide screens and for phones, and what can be done there.

Land and sea are a picture of their own; over it lies a drawing of all that changes or is said in words. Places that
offer something are links. While something is chosen, only its place speaks.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from digsite.core.look import COLOURS, SHAPE_OF
from digsite.core.svg import Pen, circle, escape, num
from digsite.games.thebes.draw.calendar import Track, border, flag, laid_out, signs_of, stacks_of
from digsite.games.thebes.draw.map import land_names, place_label, place_mark, routes, standing
from digsite.games.thebes.draw.places import DESK, PHONE, SITES, Layout
from digsite.games.thebes.draw.plan import pill, ring
from digsite.games.thebes.draw.style import ROOT
from digsite.web import render
from digsite.web.look import Look
from digsite.web.thebes import art, names
from digsite.web.thebes.acting import Offer, Plan
from digsite.web.thebes.planned import ghost_figure, ghost_markers, planned_journey, weeks_of
from digsite.web.words import _, later, n_, weeks

NAMES_ON_MAP = (
    later("Mediterranean Sea"), later("Black Sea"), later("North Sea"), later("Atlantic Ocean"), later("Caspian Sea"),
    later("RUSSIA"), later("ANATOLIA"), later("ARABIA"), later("SPAIN"),
)  # fmt: skip
SHORT_REASONS = {
    "T6.1": later("no knowledge yet"), "T6.11": later("permit used"), "T8.3": later("no time left"),
}  # fmt: skip

TOUCH = 19.0  # how near to a city's dot one has to point


class SpritePen(Pen):
    """A pen for a page that has all symbols already, under names without a prefix."""

    def symbol(self, name: str, x: float, y: float, width: float, kind: str, height: float | None = None) -> str:
        return Pen(self.symbols, self.root).symbol(name, x, y, width, kind, height)


@dataclass(frozen=True)
class Said:
    """What a place on the map says: where its link leads and what that is, its pill, or why there is none."""

    link: str = ""
    label: str = ""
    words: str = ""
    number: str = ""  # the words on a phone
    icon: str = ""
    more: int = 0  # how many more offers there are in this place
    reason: str = ""


def told(look: Look, offers: Mapping[str, Offer], plan: Plan | None) -> dict[str, Any]:
    """What the template needs."""
    said = {place: says(look, offers, place) for place in DESK.spots}
    if plan:
        said = {place: replace(each, words="", reason="") for place, each in said.items()}
        said[plan.route[-1]] = planned(look, offers, plan)
    desk, phone = SpritePen({}, ROOT), SpritePen({}, ROOT, "phone-", phone=True)
    pieces = drawn(look, desk, DESK, said, plan), drawn(look, phone, PHONE, said, plan)
    named = {
        f"{pen.prefix}{name}": drawn
        for pen, own in zip((desk, phone), pieces, strict=True)
        for name, drawn in own.items()
    }
    named["year"] = cartouche(look, bool(offers))
    return {
        "desk": whole(desk, DESK, pieces[0]),
        "phone": whole(phone, PHONE, pieces[1]),
        "cartouche": Markup(named["year"]),
        "pieces": named,
    }


def cartouche(look: Look, asked: bool) -> str:
    """The year, and what to do, or what the bags hold."""
    return render(
        "thebes/year.html",
        thebes=art,
        year=look.view["year"],
        years=look.view["years"],
        about_year=look.link(explain="year"),
        asked=asked,
        bags=[bag(look, site) for site in SITES],
    )


def bag(look: Look, site: str) -> dict[str, Any]:
    left = look.view["sites"][site]["left"]
    words = n_("%(place)s: %(number)s token left", "%(place)s: %(number)s tokens left", left, place=names.place(site))
    return {"site": site, "left": left, "words": words, "link": look.link(explain=f"site-{site}")}


def says(look: Look, offers: Mapping[str, Offer], place: str) -> Said:
    """The cheapest offer of a place."""
    here = sorted(
        (offer for offer in offers.values() if offer.place == place and offer.key != "stop"), key=lambda o: o.total
    )
    possible = [offer for offer in here if offer.possible]
    if possible:
        return offered(look, possible[0], len(possible) - 1)
    if place in SITES:
        reason = briefly(here[0]) if here else ""
        bag = n_("%(number)s token in the bag", "%(number)s tokens in the bag", look.view["sites"][place]["left"])
        label = _("%(place)s: %(what)s", place=names.place(place), what=reason or bag)
        return Said(look.link(explain=f"site-{place}"), label, reason=reason)
    return Said(look.link(explain=f"place-{place}"), _("About %(place)s", place=names.place(place)))


def briefly(offer: Offer) -> str:
    """Why something cannot be done, in a few words."""
    return _(SHORT_REASONS[offer.rule]) if offer.rule in SHORT_REASONS else offer.refusal


def offered(look: Look, offer: Offer, more: int) -> Said:
    place, link = names.place(offer.place), look.link(choose=offer.key)
    if offer.key.startswith("dig-"):
        label = _("%(place)s: dig, %(weeks)s weeks or more with the journey", place=place, weeks=offer.total)
        return Said(link, label, _("dig, %(weeks)s+ weeks", weeks=offer.total), "", "", more)
    label = _("%(place)s: %(what)s, %(weeks)s", place=place, what=errand(look, offer), weeks=weeks(offer.total))
    if more:
        label = n_("%(told)s; %(number)s more choice here", "%(told)s; %(number)s more choices here", more, told=label)
    return Said(link, label, weeks(offer.total), str(offer.total), icon(look, offer), more)


def planned(look: Look, offers: Mapping[str, Offer], plan: Plan) -> Said:
    """The goal of a plan; it leads nowhere, since it is chosen already."""
    total = plan.travel + plan.weeks
    if plan.dig:
        return Said(words=_("dig"))
    return Said(words=weeks(total), number=str(total), icon=icon(look, offers[plan.key]) if plan.key in offers else "")


def errand(look: Look, offer: Offer) -> str:
    """What is done in a city."""
    card = card_of(look, offer)
    return names.card_title(card) if card else _("four new cards")


def icon(look: Look, offer: Offer) -> str:
    card = card_of(look, offer)
    return str(card.get("kind", "exhibition")) if card else "hourglass" if offer.key == "stop" else "exchange"


def card_of(look: Look, offer: Offer) -> Mapping[str, Any] | None:
    kind, _dash, which = offer.key.partition("-")
    cards = {"take": look.view["cards"], "exhibit": look.view["exhibitions"]}.get(kind)
    return cards["1234".find(which) if kind == "take" else "abc".find(which)] if cards else None


def drawn(look: Look, pen: Pen, layout: Layout, said: Mapping[str, Said], plan: Plan | None) -> dict[str, str]:
    """Everything over land and sea, piece by piece: what one turn changes is less than the whole."""
    track, view = Track(layout), look.view
    names_on_map = land_names(pen, layout, _, cover=bool(plan))
    journey = planned_journey(pen, layout, plan) if plan else ""
    crowded = {player["place"] for player in view["players"]} | ({plan.route[-1]} if plan else set())
    pieces = {"routes": pen.group(names_on_map + routes(layout) + journey, "routes")}
    for key in layout.spots:
        pieces[f"place-{key}"] = place(pen, layout, view, key, said.get(key, Said()), key in crowded, plan)
    pieces["figures"] = pen.group(
        (ghost_figure(pen, layout, view, plan) if plan else "") + figures(look, pen, layout), "figures"
    )
    scale = border(pen, track, view, "", weeks_of(track, view, plan) if plan else "")
    pieces["calendar"] = about(pen, scale, look.link(explain="calendar"), _("The calendar"), "calendar")
    ghosts = ghost_markers(pen, track, view, plan) if plan else ""
    pieces["markers"] = pen.group(markers(look, pen, track) + ghosts, "markers")
    return pieces


def whole(pen: Pen, layout: Layout, pieces: Mapping[str, str]) -> Markup:
    """The drawing of one size; the calendar lies round the map."""
    on_map = "".join(drawn for name, drawn in pieces.items() if name not in ("calendar", "markers"))
    body = pen.group(on_map, x=layout.border, y=layout.border) + pieces["calendar"] + pieces["markers"]
    size = f'viewBox="0 0 {num(layout.width)} {num(layout.height)}"'
    kind = "phone" if pen.phone else "desk"
    return Markup(f'<svg id="map-{kind}" class="{ROOT} live" {size}><g class="{kind}">{body}</g></svg>')


def place(
    pen: Pen, layout: Layout, view: Mapping[str, Any], key: str, said: Said, crowded: bool, plan: Plan | None
) -> str:
    """A place with its name and what it says, a link where that leads somewhere."""
    chosen = plan is not None and plan.route[-1] == key
    speaking = bool(said.words or (said.reason and not pen.phone))
    body = ring(layout, key) if said.words else ""
    body += place_mark(pen, layout, key, view) + place_label(layout, key, crowded, names.place(key), speaking)
    if said.words and (said.number or not pen.phone):
        words = said.number if pen.phone else said.words
        body += pill(pen, layout, key, words, "" if pen.phone else said.icon, 0 if pen.phone else said.more, hot=chosen)
    elif said.reason and not pen.phone:
        body += place_label(layout, key, crowded, said.reason, speaking, below=True)
    if not said.words and key not in SITES:
        body += circle(layout.spots[key].x, layout.spots[key].y, TOUCH, "touch")
    if not said.link:
        return pen.group(body, f"place-{key}", "spot")
    label, link = escape(said.label), escape(said.link)
    return f'<a{pen.id(f"place-{key}")} class="spot" href="{link}" aria-label="{label}" tabindex="-1">{body}</a>'


def figures(look: Look, pen: Pen, layout: Layout) -> str:
    body = ""
    for seat, key, x, y, wide, high in standing(layout, look.view):
        colour = COLOURS[seat]
        drawn = pen.symbol(f"figure-{colour}", 0, 0, wide, f"piece fill-{colour}", high)
        words = _("%(name)s %(in_place)s", name=look.name(seat), in_place=names.in_place(key))
        drawn = about(pen, drawn, look.link(explain=f"figure-{seat}"), words)
        body += gliding(pen, f"figure-{seat}", drawn, x, y, words)
    return body


def markers(look: Look, pen: Pen, track: Track) -> str:
    """Every space's markers, the one in front last."""
    body, view = "", look.view
    for week, seats in sorted(stacks_of(view).items()):
        signs = signs_of(view, seats)
        for seat, x, y, size in laid_out(pen, track, week, seats):
            colour = COLOURS[seat]
            drawn = pen.symbol(SHAPE_OF[colour], 0, 0, size, f"marker fill-{colour}")
            drawn += flag(pen, track.layout, 0, 0, size, signs[seat], (x, y)) if signs[seat] else ""
            words = _("%(name)s: week %(week)s", name=look.name(seat), week=view["players"][seat]["week"])
            drawn = about(pen, drawn, look.link(explain=f"marker-{seat}"), words)
            body += gliding(pen, f"marker-{seat}", drawn, x, y, words)
    return body


def about(pen: Pen, body: str, link: str, label: str, name: str = "") -> str:
    """Something that explains itself; who tabs finds the same in the words about the turn."""
    named = pen.id(name) if name else ""
    return f'<a{named} href="{escape(link)}" aria-label="{escape(label)}" tabindex="-1">{body}</a>'


def gliding(pen: Pen, name: str, body: str, x: float, y: float, words: str) -> str:
    moved = f'transform="translate({num(x)} {num(y)})"'
    return f'<g{pen.id(name)} class="glide" {moved}><title>{escape(words)}</title>{body}</g>'
