"""The files a page asks for: one stylesheet, one script, fonts and pictures, each under a name that changes with it."""

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

from digsite.core.look import PLAYER_STYLE, palette_style, scope
from digsite.games.mykerinos.draw.style import STYLE as MYKERINOS
from digsite.games.thebes.draw.map import land
from digsite.games.thebes.draw.places import DESK, PHONE, Layout
from digsite.games.thebes.draw.style import STYLE as THEBES

STATIC = resources.files("digsite") / "web" / "static"
FONTS = resources.files("digsite") / "fonts"
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "woff2": "font/woff2", "txt": "text/plain"}
PACKED = ("css", "js", "svg")
MARK_STYLE = (
    PLAYER_STYLE
    + ".marker{stroke:var(--outline);stroke-width:1.6;stroke-linejoin:round}"
    + (
        ".logo-ring{fill:none;stroke:var(--brass);stroke-width:1.3}.logo-sun{fill:var(--brass)}"
        ".logo-line{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}"
    )
)


@dataclass(frozen=True)
class Asset:
    body: bytes
    kind: str
    digest: str
    packed: bytes | None


def _asset(name: str, body: bytes) -> Asset:
    ending = name.rpartition(".")[2]
    packed = gzip.compress(body, 9, mtime=0) if ending in PACKED else None
    return Asset(body, KINDS[ending], sha256(body).hexdigest()[:12], packed)


@cache
def assets() -> dict[str, Asset]:
    """Every file by its name."""
    files = {file.name: file.read_bytes() for file in (*STATIC.iterdir(), *FONTS.iterdir()) if _is_served(file)}
    files["map-desk.svg"], files["map-phone.svg"] = map_picture(DESK), map_picture(PHONE)
    made = {name: _asset(name, body) for name, body in files.items()}
    made["style.css"] = _asset("style.css", stylesheet(made).encode())
    made["page.js"] = _asset("page.js", joined("js").encode())
    return made


def _is_served(file: Traversable) -> bool:
    return file.is_file() and file.name.rpartition(".")[2] in KINDS


def address(name: str) -> str:
    return f"/static/{assets()[name].digest}/{name}"


def joined(folder: str) -> str:
    """The files of a folder, one after the other as their names say."""
    files = sorted((file for file in (STATIC / folder).iterdir()), key=lambda file: file.name)
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def stylesheet(made: dict[str, Asset]) -> str:
    """Palette, pages and drawings. Fonts are named by their digest, so that they need never be asked for again."""
    palettes = palette_style("light") + "@media(prefers-color-scheme:dark){" + palette_style("dark") + "}"
    drawings = f"@layer drawings{{{scope(MARK_STYLE, 'art')}\n{THEBES}\n{MYKERINOS}}}"
    sheet = f"@layer palette,drawings,base,parts,pages;@layer palette{{{palettes}}}\n{drawings}\n{joined('css')}"
    for name, asset in made.items():
        sheet = sheet.replace(f'url("{name}")', f'url("/static/{asset.digest}/{name}")')
    return sheet


def map_picture(layout: Layout) -> bytes:
    """Land and sea as a picture of its own, in the colours of the reader's theme; names come with the places."""
    wide, high = layout.width - 2 * layout.border, layout.height - 2 * layout.border
    palettes = palette_style("light") + "@media(prefers-color-scheme:dark){" + palette_style("dark") + "}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="thebes" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" '
        f'height="{high:g}"><style>{palettes}{THEBES}</style>{land(layout.map_file)}</svg>'
    ).encode()
