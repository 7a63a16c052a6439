"""What a page that is already there is told: which of its parts are otherwise now."""

from typing import Any

from digsite.server.showing import Parts
from digsite.web.headline import headline
from digsite.web.look import Look
from digsite.web.rooms import Composed, room

PHONE = "phone-"  # begins the names of pieces drawn for narrow screens


def news(look: Look, parts: Parts) -> dict[str, Any]:
    table = look.table
    return {
        "version": table.version,
        "moved": table.moved,
        "ply": table.ply,
        "mine": look.my_turn,
        "mood": room(table.terms.game).mood(look),
        "headline": headline(look),
        "parts": parts,
    }


def pieces(parts: Parts, narrow: bool) -> Parts:
    """All that may be sent: pieces instead of what they make up, and those of the reader's screen alone."""
    found: Parts = {}
    for name, html in parts.items():
        found |= html.pieces if isinstance(html, Composed) else {name: html}
    if narrow:
        return {name: html for name, html in found.items() if f"{PHONE}{name}" not in found}
    return {name: html for name, html in found.items() if not name.startswith(PHONE)}
