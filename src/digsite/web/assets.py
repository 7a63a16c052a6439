"""The files a page asks for: one stylesheet, one script, fonts and pictures, each under a name that changes with it."""

import gzip
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

from digsite.core.palette import both_themes, player_style, scope
from digsite.core.plugin import package_files
from digsite.core.registry import game_names, most_seats, plugin
from digsite.web.game_page import GamePage, page_of
from digsite.web.seat_colours import colour_style

STATIC = resources.files("digsite") / "web" / "static"
FONTS = resources.files("digsite") / "fonts"
KINDS = {
    "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png", "woff2": "font/woff2",
    "txt": "text/plain",
}  # fmt: skip
PACKED = ("css", "js", "svg")
MARK_STYLE = (
    ".marker{stroke:var(--outline);stroke-width:1.6;stroke-linejoin:round}"
    ".logo-ring{fill:none;stroke:var(--brass);stroke-width:1.3}.logo-sun{fill:var(--brass)}"
    ".logo-line{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}"
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
    for page in _pages():
        files |= page.files()
    made = {name: _asset(name, body) for name, body in files.items()}
    made["style.css"] = _asset("style.css", stylesheet(made).encode())
    made["page.js"] = _asset("page.js", joined("js").encode())
    return made


def _pages() -> list[GamePage]:
    return [page_of(name) for name in game_names()]


def _is_served(file: Traversable) -> bool:
    return file.is_file() and file.name.rpartition(".")[2] in KINDS


def address(name: str) -> str:
    return f"/static/{assets()[name].digest}/{name}"


def joined(folder: str) -> str:
    """The files of a folder, one after the other as their names say."""
    folders = [STATIC, *(package_files(plugin(name).page) / "static" for name in game_names() if plugin(name).page)]
    found = (file for each in folders if (each / folder).is_dir() for file in (each / folder).iterdir())
    files = sorted(found, key=lambda file: file.name)
    source = _lean("\n".join(file.read_text(encoding="utf-8") for file in files))
    return SPACED.sub(r"\1", source) if folder == "css" else source


COMMENT = re.compile(r"""(^|(?<=[;{},] ))(//[^\n"'`]*|/\*.*?\*/) *$""", re.MULTILINE)  # a whole line, or the end of one

OUTSIDE_TEXTS = r'(?=(?:[^"\n]*"[^"\n]*")*[^"\n]*$)'
SPACED = re.compile(rf"\s*([{{}};,])\s*{OUTSIDE_TEXTS}", re.MULTILINE)  # what parts a style, with the spaces around it


def _lean(source: str) -> str:
    """Return a script or style without indentation and comments."""
    return COMMENT.sub("", re.sub(r"\n\s+", "\n", source))


def stylesheet(made: dict[str, Asset]) -> str:
    """Palette, pages and drawings. Fonts are named by their digest, so that they need never be asked for again."""
    palettes = both_themes(*(page.palettes for page in _pages()))
    drawings = "\n".join(
        [scope(player_style(most_seats()) + MARK_STYLE, "art"), *(page.drawing_style for page in _pages())]
    )
    sheet = f"@layer palette,drawings,base,parts,pages;@layer palette{{{palettes}{colour_style()}}}\n"
    sheet += f"@layer drawings{{{drawings}}}\n{joined('css')}"
    for name, asset in made.items():
        sheet = sheet.replace(f'url("{name}")', f'url("/static/{asset.digest}/{name}")')
    return sheet
