"""The drawings of Thebes: site symbols, what the cards show, tokens.

Site symbols are solid, 24 by 24, and take the fill of whatever uses them. The other drawings are 48 by 48 in ink
lines with a tint; their line width is set where they are used, since small ones need heavier lines.
"""

from __future__ import annotations

from functools import cache

from digsite.core.palette import player_symbols
from digsite.core.svg import Pen, circle, num, path, rect, text
from digsite.games.thebes.draw.artifacts import ARTIFACTS, artifact_kind

SITE_SYMBOLS = {
    "greece": (
        '<path fill-rule="evenodd" d="M4.6 2.6h14.8v2.1H4.6zM5.2 5.4h13.6c1.7 0 2.3 1 2.3 2s-.8 2.1-2 '
        "2.1-1.9-.7-1.9-1.6H6.8c0 .9-.7 1.6-1.9 1.6s-2-1-2-2.1.6-2 2.3-2zM8 8.8h8l.6 9.6H7.4zm1.6 1.1-.4 "
        '7.4h1.3l.2-7.4zm1.9 0v7.4h1v-7.4zm1.8 0 .2 7.4h1.3l-.4-7.4zM5.6 19.1h12.8v2.3H5.6z"/>'
    ),
    "crete": (
        '<path d="M11 1.8h2v20.6h-2z"/><path d="M11.4 7.6 4.6 3.3C2 6.7 2 13.6 4.6 17l6.8-4.3zM12.6 '
        '7.6l6.8-4.3c2.6 3.4 2.6 10.3 0 13.7l-6.8-4.3z"/>'
    ),
    "egypt": (
        '<path fill-rule="evenodd" d="M12 1.6c3 0 4.9 2.2 4.9 4.9 0 2.2-1.2 4-2.7 5.3h6v3h-6.5l.6 '
        "7.8H9.7l.6-7.8H3.8v-3h6C8.3 10.5 7.1 8.7 7.1 6.5 7.1 3.8 9 1.6 12 1.6zm0 2.5c-1.5 0-2.4 1.1-2.4 2.5 "
        '0 1.7 1 3.4 2.4 4.6 1.4-1.2 2.4-2.9 2.4-4.6 0-1.4-.9-2.5-2.4-2.5z"/>'
    ),
    "palestine": (
        '<path fill-rule="evenodd" d="M10.9 1.5h2.2v1.3h2.7l.6 2.6H7.6l.6-2.6h2.7zM8.6 6.3h6.8c.1 1 .6 1.5 '
        "1.4 2.2 1.3 1.2 1.9 2.8 1.9 4.9 0 3.3-1.3 6.7-2.5 9H7.8c-1.2-2.3-2.5-5.7-2.5-9 0-2.1.6-3.7 "
        '1.9-4.9.8-.7 1.3-1.2 1.4-2.2zM6.9 12.6v1.4h10.2v-1.4zm.2 3 .3 1.4h9.2l.3-1.4z"/>'
    ),
    "mesopotamia": (
        '<path fill-rule="evenodd" d="M9 3.6h6v3.6h2.5v4.2H20v4.4h2.5v4.8h-21v-4.8H4v-4.4h2.5V7.2H9zm2 '
        '5.2L10 20.6h4L13 8.8z"/>'
    ),
    "general": (
        '<path fill-rule="evenodd" d="M12 2a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm-1 2.3C9.3 5 8.2 7.3 8 10h3zm2 '
        "0V10h3c-.2-2.7-1.3-5-3-5.7zM7.9 5.2A7 7 0 0 0 5.1 10h1c.1-1.8.8-3.6 1.8-4.8zm8.2 0c1 1.2 1.7 3 1.8 "
        "4.8h1a7 7 0 0 0-2.8-4.8zM5.1 12a7 7 0 0 0 2.8 4.8C6.9 15.6 6.2 13.8 6.1 12zm2.9 0c.2 2.7 1.3 5 3 "
        "5.7V12zm5 0v5.7c1.7-.7 2.8-3 3-5.7zm4.9 0c-.1 1.8-.8 3.6-1.8 4.8a7 7 0 0 0 2.8-4.8zM6 "
        '21.4h12v1.6H6z"/>'
    ),
}

DRAWINGS = {
    "general": (
        '<path class="tint" d="M24 6.5a14.5 14.5 0 1 1 0 29 14.5 14.5 0 0 1 0-29z"/><path class="line" '
        'd="M24 6.5a14.5 14.5 0 1 1 0 29 14.5 14.5 0 0 1 0-29zM24 6.5v29M9.5 21h29M24 6.5c-9 8-9 21 0 29M24 '
        "6.5c9 8 9 21 0 29M11.6 13.5c8 3.6 16.8 3.6 24.8 0M11.6 28.5c8-3.6 16.8-3.6 24.8 0M24 38.5v4M15 "
        '44h18M38.5 9.5a18.4 18.4 0 0 1-4 27.5"/>'
    ),
    "assistant": (
        '<path class="tint" d="M7 43c.6-8.6 6-12.4 17-12.4S40.4 34.4 41 43z"/><path class="tint" d="M13 '
        '16.5c.6-8 4.8-11.5 11-11.5s10.4 3.5 11 11.5z"/><path class="line" d="M7 43c.6-8.6 6-12.4 '
        "17-12.4S40.4 34.4 41 43zM16.6 18.6c0 7.6 3 12.2 7.4 12.2s7.4-4.6 7.4-12.2M7.5 17.4c3-1.4 9-2.2 "
        "16.5-2.2s13.5.8 16.5 2.2c-3 1.5-9 2.2-16.5 2.2S10.5 18.9 7.5 17.4zM13.2 15.8C13.8 8.3 18 5 24 "
        '5s10.2 3.3 10.8 10.8M19 31.5l5 5.5 5-5.5M24 37v6M13.9 12.7c6.5-1 13.7-1 20.2 0"/>'
    ),
    "shovel": (
        '<path class="tint" d="M20.4 27.6c-5.5-1.7-9.3-.3-11.4 2.6C6.4 33.8 6 39 5.6 42.4c3.4-.4 8.6-.8 '
        '12.2-3.4 2.9-2.1 4.3-5.9 2.6-11.4z"/><path class="line" d="M20.4 27.6c-5.5-1.7-9.3-.3-11.4 2.6C6.4 '
        "33.8 6 39 5.6 42.4c3.4-.4 8.6-.8 12.2-3.4 2.9-2.1 4.3-5.9 2.6-11.4zM12.5 35.5 34 14M18.6 25.6l3.8 "
        "3.8M32.6 12.6 36 9.2c-1.3-2.6-.3-4.6 1.7-5.4l6.5 6.5c-.8 2-2.8 3-5.4 1.7l-3.4 3.4M8.8 "
        '39.2l3.2-3.2"/>'
    ),
    "congress": (
        '<path class="tint" d="M15.5 20.5c.5-4.8 3.5-6.8 8.5-6.8s8 2 8.5 6.8z"/><path class="tint" d="M14.5 '
        '24h19L31 44H17z"/><path class="line" d="M15.5 20.5c.5-4.8 3.5-6.8 8.5-6.8s8 2 8.5 6.8M24 13.7a4.9 '
        "4.9 0 1 0 0-9.8 4.9 4.9 0 0 0 0 9.8zM11 20.5h26V24H11zM14.5 24h19L31 44H17zM19.5 29.5h9M20 "
        "33.5h8M2.5 44.5c0-4.5 1.6-6.5 4.3-6.5 2.6 0 4.2 2 4.2 6.5M37 44.5c0-4.5 1.6-6.5 4.2-6.5 2.7 0 4.3 2 "
        "4.3 6.5M6.8 38a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4zM41.2 38a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 "
        '5.4z"/>'
    ),
    "zeppelin": (
        '<path class="tint" d="M3 20.5C8 12.5 17 9.5 26 9.5c10 0 17.5 4.5 19.5 11-2 6.5-9.5 11-19.5 11-9 '
        '0-18-3-23-11z"/><path class="line" d="M3 20.5C8 12.5 17 9.5 26 9.5c10 0 17.5 4.5 19.5 11-2 6.5-9.5 '
        "11-19.5 11-9 0-18-3-23-11zM3 20.5h42.5M5.5 17c8-3.6 29-4.6 37.5-1.4M5.5 24c8 3.6 29 4.6 37.5 "
        "1.4M9.5 13.8 3.6 9v8.4M9.5 27.2 3.6 32v-8.4M16.8 10.8c-2.6 6-2.6 13.4 0 19.4M34 10.6c2.4 6 2.4 13.8 "
        '0 19.8M20.5 36h11c2.2 0 3.3-1.3 3.8-2.8H18.2c.4 1.6 1 2.8 2.3 2.8zM22 31.4v1.8M31 31.2v2"/>'
    ),
    "car": (
        '<path class="tint" d="M6.5 30.5c0-4 2-6 5.5-6.3L18.5 24l2-8.5h3.3L25.5 24l12-.5c4.3 0 6 2.3 6 '
        '7z"/><path class="line" d="M20.3 31H27M6.5 31c0-4.4 2-6.5 5.5-6.8l6.5-.2 2-8.5h3.3L25.5 24M32.5 '
        '15.5l-5 8.5M30.7 14.3l3.8 2.5M25.5 24l12-.5c4.3 0 6 2.6 6 7.5M44.5 24.5h-3"/><path class="line" '
        'd="M13.5 25.5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM35 25.5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM13.5 '
        "25.5v14M6.5 32.5h14M8.5 27.5l10 10M18.5 27.5l-10 10M35 25.5v14M28 32.5h14M30 27.5l10 10M40 27.5l-10 "
        '10M3 40.5h42"/>'
    ),
    "permit": (
        '<path class="tint" d="M10 5h28v32H10z"/><path class="line" d="M10 5h28v32H10zM13.5 '
        "8.5h21v25h-21zM18 14h12M17 18.5h14M17 22h14M17 25.5h7M33 30a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM30 39l-2 "
        '6.5 4-2 1-3M36 39l2 6.5-4-2-1-3"/>'
    ),
    "exhibition": (
        '<path class="tint" d="M12.5 36V20.5C12.5 12 17 7.5 24 7.5S35.5 12 35.5 20.5V36z"/><path '
        'class="line" d="M12.5 36V20.5C12.5 12 17 7.5 24 7.5S35.5 12 35.5 20.5V36M24 7.5a2 2 0 1 0 0-4 2 2 0 '
        "0 0 0 4zM8.5 36h31v3h-31zM6 41h36v3.5H6zM20.5 17.5h7M21.5 17.5c.2 3-3.5 5-3.5 9 0 3.8 2 6.5 4 "
        '7h4c2-.5 4-3.2 4-7 0-4-3.7-6-3.5-9M18.4 24.5h11.2M18.2 28.5h11.6"/>'
    ),
    "book": (
        '<path class="tint" d="M24 13.5C19.5 9.5 12.5 9 5.5 10.5V36c7-1.5 14-1 18.5 3 4.5-4 11.5-4.5 '
        '18.5-3V10.5C35.5 9 28.5 9.5 24 13.5z"/><path class="line" d="M24 13.5C19.5 9.5 12.5 9 5.5 '
        "10.5V36c7-1.5 14-1 18.5 3 4.5-4 11.5-4.5 18.5-3V10.5C35.5 9 28.5 9.5 24 13.5zM24 13.5V39M10 "
        "16.5c3.5-.4 7 0 10 1.4M10 21.5c3.5-.4 7 0 10 1.4M10 26.5c3.5-.4 7 0 10 1.4M38 16.5c-3.5-.4-7 0-10 "
        '1.4M38 21.5c-3.5-.4-7 0-10 1.4M38 26.5c-3.5-.4-7 0-10 1.4"/>'
    ),
    "hourglass": (
        '<path class="tint" d="M14 7.5h20c0 8-2.5 11.5-7.5 15.5v2c5 4 7.5 7.5 7.5 15.5H14c0-8 2.5-11.5 '
        '7.5-15.5v-2C16.5 19 14 15.5 14 7.5z"/><path class="line" d="M10.5 4h27v3.5h-27zM10.5 40.5h27V44h-27z'
        "M14 7.5c0 8 2.5 11.5 7.5 15.5v2c-5 4-7.5 7.5-7.5 15.5M34 7.5c0 8-2.5 11.5-7.5 15.5v2c5 4 7.5 7.5 7.5 "
        '15.5M17.5 15.5h13M24 24.5v7M17.5 39c1-4 3.5-6.5 6.5-7.5 3 1 5.5 3.5 6.5 7.5"/>'
    ),
    "exchange": (
        '<path class="line" d="M8 18c2.5-7 9-11.5 16.5-11.5C32 6.5 38 11 40.5 17.5M41.5 8v9.8h-9.8M40 '
        '30c-2.5 7-9 11.5-16.5 11.5C16 41.5 10 37 7.5 30.5M6.5 40v-9.8h9.8"/>'
    ),
}

LETTER = (
    '<path class="tint" d="M4 12.5h40v26H4z"/>'
    '<path class="line" d="M4 12.5h40v26H4zM4 12.5l20 15 20-15M4 38.5l14.5-15M44 38.5l-14.5-15"/>'
)
ENVELOPE = '<path class="tint" d="M4 10h40v28H4z"/><path class="line" d="M4 10h40v28H4zM4 10l20 16 20-16"/>'
BAG = (
    '<path d="M18.5 13.5C9 20 5 28 5 35c0 6 4.5 9 19 9s19-3 19-9c0-7-4-15-13.5-21.5z"/>'
    '<path d="M15.5 4.5c3 1.5 5.5-1 8.5-1s5.5 2.5 8.5 1l-3.5 7.5H19z"/>'
    '<path class="line" d="M17.5 13.2c4 1.4 9 1.4 13 0M30 13l5 4.5"/>'
)
SITE_BOX, DRAWING_BOX = "0 0 24 24", "0 0 48 48"


@cache
def symbols() -> dict[str, tuple[str, str]]:
    """Return every symbol of the game with its view box, by the name a Pen uses."""
    sites = {f"site-{name}": (SITE_BOX, body) for name, body in SITE_SYMBOLS.items()}
    drawings = {f"kind-{name}": (DRAWING_BOX, body) for name, body in DRAWINGS.items()}
    others = {"letter": (DRAWING_BOX, LETTER), "kind-rumour": (DRAWING_BOX, ENVELOPE), "bag": (DRAWING_BOX, BAG)}
    finds = {f"artifact-{name}": (DRAWING_BOX, body) for name, body in ARTIFACTS.items()}
    return sites | drawings | finds | others | player_symbols()


def site_disc(pen: Pen, site: str, x: float, y: float, radius: float, faded: bool = False) -> str:
    """Draw the round mark of a site, or of general knowledge."""
    body = circle(x, y, radius, f"fill-{site} disc")
    body += pen.symbol(f"site-{site}", x, y, radius * 1.3, f"on-{site}")
    return pen.group(body, kind="faded") if faded else body


def token(site: str, value: str, x: float, y: float, radius: float, kind: str = "artifact") -> str:
    """Draw a find: a disc with its points; the books among them are square, like the volumes they are."""
    words = text(x, y + radius * 0.43, value, f"bold on-{site}", size=radius * 1.25, anchor="middle")
    if kind == "artifact":
        return circle(x, y, radius, f"fill-{site} disc") + words
    side = radius * 0.92
    book = rect(x - side, y - side, 2 * side, 2 * side, f"fill-{site} disc", 1.5)
    return book + path(f"M{num(x - side + 2.6)} {num(y - side)}v{num(2 * side)}", f"spine on-{site}-line") + words


def drawn_find(pen: Pen, name: str, value: str, site: str, x: float, y: float, radius: float) -> str:
    """Draw a find as it comes out of the bag: its drawing in a ring of the site's colour, its points beside it."""
    body = circle(x, y, radius, "find-outline") + circle(x, y, radius - 2.6, f"find-ring stroke-{site}")
    body += pen.symbol(f"artifact-{artifact_kind(name)}", x, y, radius * 1.25, "drawing")
    return body + token(site, value, x + radius * 0.72, y + radius * 0.66, radius * 0.42)


def sand(x: float, y: float, radius: float) -> str:
    """Draw a token of sand: two dunes and some grains."""
    left, right = x - radius, x + radius
    dune = f"M{num(left + 1.5)} {num(y + radius * 0.1)}C{num(x - radius * 0.4)} {num(y - radius * 0.35)} "
    dune += f"{num(x + radius * 0.2)} {num(y + radius * 0.55)} {num(right - 1)} {num(y + radius * 0.12)}"
    grains = "".join(
        circle(x + dx * radius, y + dy * radius, 0.7, "grain")
        for dx, dy in ((-0.5, 0.35), (-0.2, 0.6), (0.15, 0.45), (0.45, 0.55), (0, 0.8), (-0.62, 0.55))
    )
    return circle(x, y, radius, "sand") + path(dune, "dune") + grains


def volumes(pen: Pen, site: str, value: int, x: float, y: float, height: float) -> str:
    """Draw as many volumes as a book is worth, the front one with the site's symbol; centred on x, y."""
    wide, step, rise = height * 0.79, height * 0.105, height * 0.065
    left, top = x - (wide + step * (value - 1)) / 2, y - (height - rise * (value - 1)) / 2
    body = ""
    for volume in range(value - 1, 0, -1):
        behind_x, behind_y = left + volume * step, top - volume * rise
        body += rect(behind_x, behind_y, wide, height, f"fill-{site} cover", 1.2)
        edge = f"M{num(behind_x + wide - step * 0.52)} {num(behind_y + 1.8)}v{num(height - 3.6)}"
        body += path(edge, "pages")
    body += rect(left, top, wide, height, f"fill-{site} cover", 1.2)
    body += path(f"M{num(left + height * 0.105)} {num(top)}v{num(height)}", "spine")
    inner = left + height * 0.175, top + height * 0.075, wide - height * 0.25, height * 0.85
    body += rect(*inner, kind=f"none on-{site}-line tooling")
    return body + pen.symbol(f"site-{site}", inner[0] + inner[2] / 2, top + height / 2, wide * 0.54, f"on-{site}")


def sealed_letter(pen: Pen, site: str, x: float, y: float, size: float) -> str:
    """Draw a rumour: a letter with the site's symbol in the wax."""
    wax = y + size * 0.0625
    body = pen.symbol("letter", x, y, size, "drawing") + circle(x, wax, size * 0.2, f"fill-{site} cover")
    return body + pen.symbol(f"site-{site}", x, wax, size * 0.25, f"on-{site}")


def card_drawing(pen: Pen, kind: str, site: str | None, value: int, x: float, y: float, size: float) -> str:
    """Draw what a card shows, centred on x, y."""
    if kind == "book" and site:
        return volumes(pen, site, max(1, min(value, 3)), x, y, size * 0.92)
    if kind == "rumour" and site:
        return sealed_letter(pen, site, x, y, size)
    return pen.symbol(f"kind-{kind}", x, y, size, "drawing")


def permit_bar(site: str, valid: bool, x: float, y: float, wide: float) -> str:
    """Draw a solid bar while the permit is valid, a hatched one once it is used this year."""
    if valid:
        return rect(x, y, wide, 5.5, f"fill-{site}", 2.5)
    slants = "".join(f"M{num(x + 3 + 5 * step)} {num(y + 5.5)}l3-5.5" for step in range(int((wide - 5) // 5)))
    return rect(x, y, wide, 5.5, "permit-used", 2.5) + path(slants, "hatch")
