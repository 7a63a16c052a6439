"""The key below the panels: what their signs mean."""

from __future__ import annotations

from digsite.core.svg import Pen, line, text
from digsite.games.thebes.draw.art import permit_bar, site_disc, token

KEY_HEIGHT = 146.0
ROW = 27.0


def key(pen: Pen, x: float, y: float, wide: float) -> str:
    """Draw the key: eight signs in two columns."""
    column = (wide - 20) / 2
    signs = (
        (knowledge_sign(pen), "knowledge of a site"),
        (permit_bar("crete", True, 2, 13, 30), "permit"),
        (rumour_sign(), "more by rumour, one dig"),
        (permit_bar("crete", False, 2, 13, 30), "permit used this year"),
        (book_sign(pen), "part of it found in digs"),
        (token("egypt", "3", 17, 15, 9.5), "a find and its points"),
        (majority_sign(pen), "most knowledge, 5 or 3"),
        (token("egypt", "1", 17, 15, 9.5, "book"), "a book found, 1 point"),
    )
    body = text(0, 14, "Signs", "serif italic semibold", size=18) + line(0, 26, wide, 26, "hair")
    for index, (sign, words) in enumerate(signs):
        left, top = (index % 2) * (column + 20), 32 + (index // 2) * ROW
        body += pen.group(sign + text(44, 20, words, "soft", size=14), x=left, y=top)
    return pen.group(body, "key", x=x, y=y)


def knowledge_sign(pen: Pen) -> str:
    return site_disc(pen, "egypt", 11, 15, 10) + text(25, 20.5, "2", "bold", size=16)


def rumour_sign() -> str:
    return text(9, 20, "+2", "bold text-egypt", size=14)


def book_sign(pen: Pen) -> str:
    return pen.symbol("kind-book", 17, 15, 17, "small-drawing")


def majority_sign(pen: Pen) -> str:
    return site_disc(pen, "egypt", 10, 15, 6.5) + site_disc(pen, "crete", 25, 15, 6.5)
