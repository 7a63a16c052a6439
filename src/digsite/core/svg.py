"""Small functions that write SVG: numbers, text, shapes, and a Pen for groups and symbols with unique ids."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from xml.sax.saxutils import escape as escape_markup

# Advance widths in hundredths of an em, good enough to place and to cut a line of text.
SANS_WIDTHS = {
    20: " ", 25: "',.:;ijl|", 30: "!()-I[]f{}", 35: "/\\rt", 45: '"*?csxz', 50: "#$+0123456789<=>FJLY^_aegkvy~",
    55: "AESTVXZ`bdhnopqu", 60: "BCDGKPR", 65: "&HNOQU", 75: "Mw", 80: "W", 85: "%@m…",
}  # fmt: skip
SERIF_WIDTHS = {
    20: " '", 25: ":;jl", 30: '!"(),.[]i{}', 35: "-/1?IJ\\ft|", 40: "7`rs", 45: "$*34569_cevyz",
    50: "#+028<=>L^abgkoqx~", 55: "FPSTdhnpu", 60: "ABCEVYZ", 65: "GKRUX", 70: "%&DOQ", 75: "HNw", 85: "@Mm…", 95: "W",
}  # fmt: skip


def by_letter(widths: Mapping[int, str]) -> dict[str, int]:
    return {letter: width for width, letters in widths.items() for letter in letters}


SANS, SERIF = by_letter(SANS_WIDTHS), by_letter(SERIF_WIDTHS)
USUAL_WIDTH = 58
MOST_KEPT = 10_000  # texts and numbers: those of a drawing come again in the next
UNWRITABLE = re.compile("[\x00-\x1f\ud800-\udfff\ufffe\uffff]")


@lru_cache(MOST_KEPT)
def escape(words: str) -> str:
    """Return a text for an element or an attribute, without the control characters that XML forbids."""
    return escape_markup(UNWRITABLE.sub("", words), {'"': "&quot;"})


@lru_cache(MOST_KEPT)
def num(value: float) -> str:
    """Return a number with at most one decimal and no trailing zero."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def text_width(words: str, size: float, serif: bool = False) -> float:
    table = SERIF if serif else SANS
    return sum(table.get(letter, USUAL_WIDTH) for letter in words) * size / 100


def cut(words: str, width: float, size: float, serif: bool = False) -> str:
    """Return the words, ended with … where they are wider than the width."""
    if text_width(words, size, serif) <= width:
        return words
    while words and text_width(words + "…", size, serif) > width:
        words = words[:-1]
    return words.rstrip() + "…"


def text(x: float, y: float, words: str, kind: str = "", *, size: float = 14, anchor: str = "start") -> str:
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{num(x)}" y="{num(y)}" class="{kind}" font-size="{num(size)}"{anchored}>{escape(words)}</text>'


def run(x: float, y: float, parts: Sequence[tuple[str, str, float]], gap: float, anchor: str = "start") -> str:
    """Return one line of text in parts, each with its words, class and size, that follow each other in any font."""
    spans = "".join(
        f'<tspan class="{kind}" font-size="{num(size)}"'
        + (f' dx="{num(gap)}"' if rank else "")
        + f">{escape(words)}</tspan>"
        for rank, (words, kind, size) in enumerate(part for part in parts if part[0])
    )
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{num(x)}" y="{num(y)}"{anchored}>{spans}</text>'


def rect(x: float, y: float, width: float, height: float, kind: str, radius: float = 0) -> str:
    rounded = f' rx="{num(radius)}"' if radius else ""
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" class="{kind}"{rounded}/>'
    )  # fmt: skip


def circle(x: float, y: float, radius: float, kind: str) -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" class="{kind}"/>'


def path(shape: str, kind: str) -> str:
    return f'<path d="{shape}" class="{kind}"/>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return path(f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}", kind)


@dataclass
class Pen:
    """Writes ids under one prefix, so that two drawings can stand on a page, and remembers the symbols it needs.

    `symbols` maps a name to its view box and body; only those used end in the drawing. They repeat the root class,
    since the rules of a stylesheet do not reach into a used symbol through what stands around it.
    """

    symbols: Mapping[str, tuple[str, str]]
    root: str
    prefix: str = ""
    phone: bool = False
    used: set[str] = field(default_factory=set)

    def id(self, name: str) -> str:
        return f' id="{escape(self.prefix + name)}"'

    def group(self, body: str, name: str = "", kind: str = "", title: str = "", x: float = 0, y: float = 0) -> str:
        tag = self.id(name) if name else ""
        tag += f' class="{kind}"' if kind else ""
        tag += f' transform="translate({num(x)} {num(y)})"' if x or y else ""
        return f"<g{tag}>" + (f"<title>{escape(title)}</title>" if title else "") + body + "</g>"

    def symbol(self, name: str, x: float, y: float, width: float, kind: str, height: float | None = None) -> str:
        """Return a symbol with its middle at x, y."""
        self.used.add(name)
        tall = width if height is None else height
        return (
            f'<use href="#{escape(self.prefix)}symbol-{name}" x="{num(x - width / 2)}" y="{num(y - tall / 2)}" '
            f'width="{num(width)}" height="{num(tall)}" class="{kind}"/>'
        )

    def definitions(self) -> str:
        out = ""
        for name in sorted(self.used):
            view_box, body = self.symbols[name]
            out += f'<symbol{self.id("symbol-" + name)} viewBox="{view_box}"><g class="{self.root}">{body}</g></symbol>'
        return f"<defs>{out}</defs>" if out else ""
