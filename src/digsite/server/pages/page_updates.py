"""The parts that have changed, as a page that is already open is sent them."""

from digsite.server.page_cache import Parts
from digsite.web.game_page import Composed, page_of
from digsite.web.headline import headline
from digsite.web.viewer import Viewer

PHONE = "phone-"  # begins the names of pieces drawn for narrow screens


def update_payload(viewer: Viewer, parts: Parts) -> dict[str, object]:
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


def sendable(parts: Parts, narrow: bool) -> Parts:
    """Return parts as they are sent: a part made of pieces as its pieces, and only those for the reader's screen."""
    sent: Parts = {}
    for name, html in parts.items():
        sent |= html.pieces if isinstance(html, Composed) else {name: html}
    if narrow:
        return {name: html for name, html in sent.items() if f"{PHONE}{name}" not in sent}
    return {name: html for name, html in sent.items() if not name.startswith(PHONE)}
