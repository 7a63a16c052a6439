"""The board in a page: the map and the calendar round it, for wide screens and for phones, and what can be done there.

Land and sea are a picture of their own; over it lies a drawing of names and all that changes. Places that offer
something are links. While something is chosen, only its place has a label.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypedDict

from markupsafe import Markup

from digsite.core.palette import COLOURS, SHAPE_OF
from digsite.core.svg import Pen, circle, escape, num, path
from digsite.games.thebes.draw.calendar import Track, border, flag, laid_out, signs_of, stacks_of
from digsite.games.thebes.draw.map import land_names, place_label, place_mark, route_curve, routes, standing
from digsite.games.thebes.draw.places import DESK, PHONE, SITES, Layout
from digsite.games.thebes.draw.plan import pill, ring
from digsite.games.thebes.draw.style import ROOT
from digsite.games.thebes.page import art, names, news
from digsite.games.thebes.page.choice import RouteOnMap, plan_of
from digsite.games.thebes.page.plan_drawing import ghost_figure, ghost_markers, planned_journey, weeks_of
from digsite.games.thebes.page.position import is_exhibition, is_researcher, view_of
from digsite.games.thebes.page.turn import Offer, offers_of
from digsite.games.thebes.rules.view_types import ThebesView
from digsite.web import render
from digsite.web.art import SpritePen
from digsite.web.i18n import _, later, n_, weeks
from digsite.web.viewer import Viewer

# Only for the catalogue: `draw.map` writes these names and asks for their translation
NAMES_ON_MAP = (
    later("Mediterranean Sea"), later("Black Sea"), later("North Sea"), later("Atlantic Ocean"), later("Caspian Sea"),
    later("RUSSIA"), later("ANATOLIA"), later("ARABIA"), later("SPAIN"),
)  # fmt: skip
SHORT_REASONS = {
    "T6.1": later("no knowledge yet"), "T6.11": later("permit used"), "T8.3": later("no time left"),
}  # fmt: skip

TOUCH = 19.0  # how near to a city's dot one has to point


@dataclass(frozen=True)
class PlaceLabel:
    """What stands at a place on the map: where its link leads and what that is, its pill, or why there is none."""

    link: str = ""
    label: str = ""
    words: str = ""
    number: str = ""  # the words on a phone
    icon: str = ""
    reason: str = ""


class BoardContext(TypedDict):
    desk: Markup
    phone: Markup
    cartouche: Markup
    others_digs: Markup
    pieces: dict[str, str]  # by id: what one turn changes is less than the whole


class Bag(TypedDict):
    site: str
    left: int
    words: str
    link: str


def context(viewer: Viewer) -> BoardContext:
    """Return what `board.html` needs."""
    offers, plan = offers_of(viewer), plan_of(viewer)
    labels = {place: label_of(viewer, offers, place) for place in DESK.spots}
    if plan:
        labels = {place: replace(each, words="", reason="") for place, each in labels.items()}
        labels[plan.route[-1]] = planned(offers, plan)
    desk, phone = SpritePen({}, ROOT), SpritePen({}, ROOT, "phone-", phone=True)
    pieces = drawn(viewer, desk, DESK, labels, plan), drawn(viewer, phone, PHONE, labels, plan)
    named = {
        f"{pen.prefix}{name}": drawn
        for pen, own in zip((desk, phone), pieces, strict=True)
        for name, drawn in own.items()
    }
    named["year"] = cartouche(viewer, viewer.my_turn and bool(offers))
    named["others-digs"] = render("thebes/others_digs.html", digs=news.digs_of_others(viewer))
    return {
        "desk": whole(desk, DESK, pieces[0]),
        "phone": whole(phone, PHONE, pieces[1]),
        "cartouche": Markup(named["year"]),
        "others_digs": Markup(named["others-digs"]),
        "pieces": named,
    }


def cartouche(viewer: Viewer, asked: bool) -> str:
    """Return the year, and what to do, or what the bags hold."""
    return render(
        "thebes/year.html",
        thebes=art,
        year=view_of(viewer)["year"],
        years=view_of(viewer)["years"],
        about_year=viewer.link(explain="year"),
        asked=asked,
        bags=[bag(viewer, site) for site in SITES],
    )


def bag(viewer: Viewer, site: str) -> Bag:
    left = view_of(viewer)["sites"][site]["left"]
    words = n_("%(place)s: %(number)s token left", "%(place)s: %(number)s tokens left", left, place=names.place(site))
    return {"site": site, "left": left, "words": words, "link": viewer.link(explain=f"site-{site}")}


def label_of(viewer: Viewer, offers: Mapping[str, Offer], place: str) -> PlaceLabel:
    """Return the cheapest offer of a place, or what the place is."""
    here = sorted(
        (offer for offer in offers.values() if offer.place == place and offer.key != "stop"), key=lambda o: o.total
    )
    possible = [offer for offer in here if offer.possible]
    if possible:
        return offered(viewer, possible[0], len(possible) - 1)
    if place in SITES:
        reason = short_reason(here[0]) if here else ""
        left = view_of(viewer)["sites"][place]["left"]
        bag = n_("%(number)s token in the bag", "%(number)s tokens in the bag", left)
        label = _("%(place)s: %(what)s", place=names.place(place), what=reason or bag)
        return PlaceLabel(viewer.link(explain=f"site-{place}"), label, reason=reason)
    return PlaceLabel(viewer.link(explain=f"place-{place}"), _("About %(place)s", place=names.place(place)))


def short_reason(offer: Offer) -> str:
    """Return why something cannot be done, in a few words."""
    return _(SHORT_REASONS[offer.rule]) if offer.rule in SHORT_REASONS else offer.refusal


def offered(viewer: Viewer, offer: Offer, more: int) -> PlaceLabel:
    place, link = names.place(offer.place), viewer.link(choose=offer.key)
    if offer.kind == "dig":
        label = _("%(place)s: dig, %(weeks)s weeks or more with the journey", place=place, weeks=offer.total)
        return PlaceLabel(link, label, _("dig, %(weeks)s+ weeks", weeks=offer.total))
    label = _("%(place)s: %(what)s, %(weeks)s", place=place, what=errand(offer), weeks=weeks(offer.total))
    if more:
        label = n_(
            "%(label)s; %(number)s more choice here", "%(label)s; %(number)s more choices here", more, label=label
        )
    words = weeks(offer.total)
    if more:
        words = _("%(weeks)s · %(number)s choices", weeks=words, number=more + 1)
    return PlaceLabel(link, label, words, str(offer.total), icon(offer))


def planned(offers: Mapping[str, Offer], plan: RouteOnMap) -> PlaceLabel:
    """Return the goal of a plan; it leads nowhere, since it is chosen already."""
    if plan.dig:
        return PlaceLabel(words=_("dig"))
    return PlaceLabel(words=weeks(plan.total), number=str(plan.total), icon=icon(offers[plan.key]))


def errand(offer: Offer) -> str:
    """Return what is done in a city."""
    return names.card_title(offer.card) if offer.card else _("four new cards")


def icon(offer: Offer) -> str:
    if is_exhibition(offer.card):
        return "exhibition"
    if is_researcher(offer.card):
        return offer.card["kind"]
    return "hourglass" if offer.kind == "stop" else "exchange"


def drawn(
    viewer: Viewer, pen: Pen, layout: Layout, labels: Mapping[str, PlaceLabel], plan: RouteOnMap | None
) -> dict[str, str]:
    """Return everything over land and sea, piece by piece: what one turn changes is less than the whole."""
    track, view = Track(layout), view_of(viewer)
    names_on_map = land_names(pen, layout, _, cover=bool(plan))
    journey = planned_journey(pen, layout, plan) if plan else ""
    crowded = {player["place"] for player in view["players"]} | ({plan.route[-1]} if plan else set())
    pieces = {"routes": pen.group(names_on_map + routes(layout) + journey, "routes")}
    for key in layout.spots:
        pieces[f"place-{key}"] = place(pen, layout, view, key, labels.get(key, PlaceLabel()), key in crowded, plan)
    pieces["figures"] = pen.group(
        trails(viewer, pen, layout)
        + (ghost_figure(pen, layout, view, plan) if plan else "")
        + figures(viewer, pen, layout),
        "figures",
    )
    scale = border(pen, track, view, "", weeks_of(track, view, plan) if plan else "")
    pieces["calendar"] = about(pen, scale, viewer.link(explain="calendar"), _("The calendar"), "calendar")
    ghosts = ghost_markers(pen, track, view, plan) if plan else ""
    pieces["markers"] = pen.group(markers(viewer, pen, track) + ghosts, "markers")
    return pieces


def whole(pen: Pen, layout: Layout, pieces: Mapping[str, str]) -> Markup:
    """Return the drawing of one size; the calendar lies round the map."""
    on_map = "".join(drawn for name, drawn in pieces.items() if name not in ("calendar", "markers"))
    body = pen.group(on_map, x=layout.border, y=layout.border) + pieces["calendar"] + pieces["markers"]
    size = f'viewBox="0 0 {num(layout.width)} {num(layout.height)}"'
    kind = "phone" if pen.phone else "desk"
    return Markup(f'<svg id="map-{kind}" class="{ROOT} live" {size}><g class="{kind}">{body}</g></svg>')


def place(
    pen: Pen, layout: Layout, view: ThebesView, key: str, label: PlaceLabel, crowded: bool, plan: RouteOnMap | None
) -> str:
    """Return a place with its name and what stands there, a link where that leads somewhere."""
    chosen = plan is not None and plan.route[-1] == key
    labelled = bool(label.words or (label.reason and not pen.phone))
    body = ring(layout, key) if label.words else ""
    body += place_mark(pen, layout, key, view) + place_label(layout, key, crowded, names.place(key), labelled)
    if label.words and (label.number or not pen.phone):
        words = label.number if pen.phone else label.words
        body += pill(pen, layout, key, words, "" if pen.phone else label.icon, hot=chosen)
    elif label.reason and not pen.phone:
        body += place_label(layout, key, crowded, label.reason, labelled, below=True)
    if not label.words and key not in SITES:
        body += circle(layout.spots[key].x, layout.spots[key].y, TOUCH, "touch")
    if not label.link:
        return pen.group(body, f"place-{key}", "spot")
    words, link = escape(label.label), escape(label.link)
    return f'<a{pen.id(f"place-{key}")} class="spot" href="{link}" aria-label="{words}" tabindex="-1">{body}</a>'


def trails(viewer: Viewer, pen: Pen, layout: Layout) -> str:
    """Draw where others came from since the viewer's last turn, faintly, and a halo where they stand now."""
    came, body = news.journeys(viewer), ""
    for seat, _place, x, y, wide, high in standing(layout, view_of(viewer)):
        if seat in came:
            curves = [route_curve(layout, start, end).drawn for start, end in pairwise(came[seat])]
            body += "".join(path(curve, f"trail of-{COLOURS[seat]}") for curve in curves)
            body += circle(x, y + high * 0.14, wide * 0.62, f"came of-{COLOURS[seat]}")
    return pen.group(body, kind="trails")


def figures(viewer: Viewer, pen: Pen, layout: Layout) -> str:
    body = ""
    for seat, key, x, y, wide, high in standing(layout, view_of(viewer)):
        colour = COLOURS[seat]
        drawn = pen.symbol(f"figure-{colour}", 0, 0, wide, f"piece fill-{colour}", high)
        words = _("%(name)s %(in_place)s", name=viewer.name(seat), in_place=names.in_place(key))
        drawn = about(pen, drawn, viewer.link(explain=f"figure-{seat}"), words)
        body += gliding(pen, f"figure-{seat}", drawn, x, y, words)
    return body


def markers(viewer: Viewer, pen: Pen, track: Track) -> str:
    """Return every space's markers, the one in front last."""
    body, view = "", view_of(viewer)
    for week, seats in sorted(stacks_of(view).items()):
        signs = signs_of(view, seats)
        for seat, x, y, size in laid_out(pen, track, week, seats):
            colour = COLOURS[seat]
            drawn = pen.symbol(SHAPE_OF[colour], 0, 0, size, f"marker fill-{colour}")
            drawn += flag(pen, track.layout, 0, 0, size, signs[seat], (x, y)) if signs[seat] else ""
            words = _("%(name)s: week %(week)s", name=viewer.name(seat), week=view["players"][seat]["week"])
            drawn = about(pen, drawn, viewer.link(explain=f"marker-{seat}"), words)
            body += gliding(pen, f"marker-{seat}", drawn, x, y, words)
    return body


def about(pen: Pen, body: str, link: str, label: str, name: str = "") -> str:
    """Return a link to an explanation; keyboard users find the same in the text about the turn."""
    named = pen.id(name) if name else ""
    return f'<a{named} href="{escape(link)}" aria-label="{escape(label)}" tabindex="-1">{body}</a>'


def gliding(pen: Pen, name: str, body: str, x: float, y: float, words: str) -> str:
    moved = f'transform="translate({num(x)} {num(y)})"'
    return f'<g{pen.id(name)} class="glide" {moved}><title>{escape(words)}</title>{body}</g>'
