"""The picture of Thebes on the first page and over the seats: the game's own map, with its routes and places."""

from markupsafe import Markup

from digsite.core.svg import circle, num, path, text
from digsite.games.thebes.draw.art import symbols
from digsite.games.thebes.draw.map import route_curve
from digsite.games.thebes.draw.places import DESK, PHONE, ROUTES, SITES, Layout
from digsite.games.thebes.draw.style import ROOT
from digsite.web.assets import address
from digsite.web.thebes.names import place as place_name

SHOWN = ("rome", *SITES)  # the rest lies beyond the edge


def thebes() -> Markup:
    """Sized and cropped by the stylesheet; for phones the map of phones."""
    picture = (
        f'<picture><source media="(max-width: 700px)" srcset="{address(PHONE.map_file)}">'
        f'<img src="{address(DESK.map_file)}" alt="" width="880" height="550"></picture>'
    )
    layers = overlay(DESK, "desk") + overlay(PHONE, "phone")
    return Markup(f'<div class="scene scene-thebes" aria-hidden="true"><div class="map">{picture}{layers}</div></div>')


def overlay(layout: Layout, kind: str) -> str:
    wide, high = layout.width - 2 * layout.border, layout.height - 2 * layout.border
    curves = [route_curve(layout, start, end).drawn for start, end, _ in ROUTES]
    body = "".join(path(curve, "casing") for curve in curves) + "".join(path(curve, "route by-sea") for curve in curves)
    body += "".join(spot(layout, place) for place in SHOWN) + "".join(label(layout, place) for place in SHOWN)
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
