"""The picture of Thebes on the first page and over the seats: the game's own map, with its routes and places."""

from collections.abc import Sequence

from markupsafe import Markup

from digsite.core.palette import both_themes
from digsite.core.svg import circle, num, path, text
from digsite.games.thebes.draw.art import symbols
from digsite.games.thebes.draw.map import land, route_curve
from digsite.games.thebes.draw.palette import PALETTES
from digsite.games.thebes.draw.places import DESK, PHONE, ROUTES, SITES, Layout
from digsite.games.thebes.draw.style import ROOT, STYLE
from digsite.games.thebes.page.names import place as place_name
from digsite.web.assets import address

SHOWN = ("rome", *SITES)  # the rest lies beyond the edge
THUMBNAIL = Markup(
    '<path class="water" d="M0 0h40v40H0z"/><path class="shore" d="M0 0H40V9C33 11 31 8'
    " 27 11 23 14 25 19 20 18 15 17 14 11 9 12 5 13 3 10 0 11zM0 40V31C6 29 10 32 16 30 24 28 26 32 31 29 35 2"
    '7 36 30 40 28V40z"/><path class="way" d="M20 17Q17 24 25 30"/><circle class="one" cx="20" cy="16" r="3.6"'
    '/><circle class="other" cx="25.500" cy="31" r="3.6"/>'
)


def cover() -> Markup:
    """Return the cover, sized and cropped by the stylesheet; for phones the map of phones."""
    picture = (
        f'<picture><source media="(max-width: 700px)" srcset="{address(PHONE.map_file)}">'
        f'<img src="{address(DESK.map_file)}" alt="" width="880" height="550"></picture>'
    )
    layers = overlay(DESK, "desk") + overlay(PHONE, "phone")
    return Markup(f'<div class="scene scene-thebes" aria-hidden="true"><div class="map">{picture}{layers}</div></div>')


def overlay(layout: Layout, kind: str, shown: Sequence[str] = SHOWN) -> str:
    wide, high = layout.width - 2 * layout.border, layout.height - 2 * layout.border
    curves = [route_curve(layout, start, end).drawn for start, end, _ in ROUTES]
    body = "".join(path(curve, "casing") for curve in curves) + "".join(path(curve, "route by-sea") for curve in curves)
    body += "".join(spot(layout, place) for place in shown) + "".join(label(layout, place) for place in shown)
    return f'<svg class="{ROOT} {kind}" viewBox="0 0 {num(wide)} {num(high)}"><g class="{kind}">{body}</g></svg>'


def spot(layout: Layout, place: str) -> str:
    at = layout.spots[place]
    if place not in SITES:
        return circle(at.x, at.y, layout.city, "city") + circle(at.x, at.y, layout.city * 0.36, "city-dot")
    size = layout.site * 1.22
    box, drawn = symbols()[f"site-{place}"]
    return (
        circle(at.x, at.y, layout.site, f"site fill-{place}")
        + circle(at.x, at.y, layout.site - 2.4, "site-ring")
        + f'<svg class="on-{place}" x="{num(at.x - size / 2)}" y="{num(at.y - size / 2)}" width="{num(size)}" '
        f'height="{num(size)}" viewBox="{box}">{drawn}</svg>'
    )


def label(layout: Layout, place: str) -> str:
    at, is_site = layout.spots[place], place in SITES
    kind, size = ("place-name place-site", layout.site_size) if is_site else ("place-name", layout.city_size)
    x, y, name = at.x + at.name[0], at.y + at.name[1], place_name(place)
    return "".join(text(x, y, name, each, size=size, anchor=at.anchor) for each in (f"{kind} halo", kind))


def map_files() -> dict[str, bytes]:
    """Return the maps that pages show, by file name."""
    return {layout.map_file: map_picture(layout) for layout in (DESK, PHONE)}


def map_picture(layout: Layout) -> bytes:
    """Return land and sea as a picture of its own, in the colours of the reader's theme; names come with the places."""
    wide, high = layout.width - 2 * layout.border, layout.height - 2 * layout.border
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{ROOT}" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" '
        f'height="{high:g}"><style>{both_themes(PALETTES)}{STYLE}</style>{land(layout.map_file)}</svg>'
    ).encode()
