"""What a page that is open already is sent: the parts that have changed."""

from digsite.server.page_cache import Parts
from digsite.web.game_page import Composed, page_of
from digsite.web.headline import headline
from digsite.web.viewer import Viewer

PHONE = "phone-"  # begins the names of pieces drawn for narrow screens


def news(viewer: Viewer, parts: Parts) -> dict[str, object]:
    """Return the payload that brings parts to a page, with what the script must know of the position."""
    table = viewer.table
    return {
        "version": table.version,
        "moved": table.position_version,
        "ply": table.ply,
        "mine": viewer.my_turn,
        "mood": page_of(table.terms.game).mood(viewer),
        "headline": headline(viewer),
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
