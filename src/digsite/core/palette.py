"""What every drawing shares: the palette in light and dark, the players' colours and figures, fonts, and Picture."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Literal
from zlib import crc32

Theme = Literal["light", "dark"]
Palettes = Mapping[Theme, Mapping[str, str]]  # colours by name, for each theme

LIGHT = {
    "paper": "#f6eedf", "panel": "#fdf8ee", "panel2": "#f8f0e1", "ink": "#2a2019", "ink2": "#52453a",
    "muted": "#75644f", "hair": "#d8c8ab", "hair2": "#e8dcc6", "brass": "#9a6a22", "brass-ink": "#7d5314",
    "brass-soft": "#f0dfbd", "brass-on": "#fffaf0", "good": "#4d7535", "bad": "#a8243b", "crimson": "#a8243b",
    "petrol": "#1c6370", "ivory": "#f1e2b9", "rose": "#d48a96", "neutral": "#9a938a", "crimson-hat": "#b95062",
    "petrol-hat": "#49828d", "ivory-hat": "#f6ecd0", "rose-hat": "#dfa7b0", "neutral-hat": "#aea9a1",
    "moss": "#5f7f3a", "plum": "#6c4a86", "amber": "#c8791f", "slate": "#4c5f78", "moss-hat": "#7f9961",
    "plum-hat": "#896e9e", "amber-hat": "#d3944c", "slate-hat": "#707f93",
    "outline": "#2a2019", "shine": "#ffffff", "desert": "#e4cfa2", "contour": "#c9ac73", "tile": "#f0e2bf",
    "field": "#f6ebcf", "peg": "#6b5330", "tile-line": "#8d7143", "pyramid-lit": "#f8e7b8",
    "pyramid-shade": "#b98a47", "pyramid-line": "#5d4423", "shadow": "#543a14",
}  # fmt: skip
DARK = {
    "paper": "#17130f", "panel": "#211b15", "panel2": "#292119", "ink": "#efe4d0", "ink2": "#cdbfa6",
    "muted": "#a8967b", "hair": "#43382b", "hair2": "#332a20", "brass": "#d9a655", "brass-ink": "#e6b96e",
    "brass-soft": "#43331c", "brass-on": "#1b140b", "good": "#a0c67c", "bad": "#ef8090", "crimson": "#cf4358",
    "petrol": "#2f93a3", "ivory": "#f2e3bd", "rose": "#e3a0ab", "neutral": "#8f887d", "crimson-hat": "#d96979",
    "petrol-hat": "#59a9b5", "ivory-hat": "#f5e9ca", "rose-hat": "#e9b3bc", "neutral-hat": "#a5a097",
    "moss": "#8fae5f", "plum": "#a27fc0", "amber": "#e09a4a", "slate": "#8aa0bd", "moss-hat": "#a5be7f",
    "plum-hat": "#b599cd", "amber-hat": "#e6ae6e", "slate-hat": "#a1b3ca",
    "outline": "#0d0a07", "shine": "#ffffff", "desert": "#3a2f20", "contour": "#584629", "tile": "#4a3d2a",
    "field": "#564833", "peg": "#c7a76c", "tile-line": "#8f774d", "pyramid-lit": "#d9bd85",
    "pyramid-shade": "#6b5330", "pyramid-line": "#1a140d", "shadow": "#000000",
}  # fmt: skip
PALETTES: Palettes = {"light": LIGHT, "dark": DARK}

# Seats in order. Colour is never alone: every colour has its own shape, figure and hat.
COLOURS = ("crimson", "petrol", "ivory", "rose")  # people may wish for one of these
SEAT_COLOURS = (*COLOURS, "moss", "plum", "amber", "slate")  # the last four where a game has more than four seats
SHAPE_OF = {
    "crimson": "circle", "petrol": "square", "ivory": "triangle", "rose": "diamond",
    "moss": "wedge", "plum": "cross", "amber": "hexagon", "slate": "star",
}  # fmt: skip
SHAPES = {
    "circle": '<circle cx="12" cy="12" r="9.4"/>',
    "square": '<rect x="3.4" y="3.4" width="17.2" height="17.2" rx="1.5"/>',
    "triangle": '<path d="M12 2.2 22.4 20.6H1.6z" stroke-linejoin="round"/>',
    "diamond": '<path d="M12 1.2 22.8 12 12 22.8 1.2 12z" stroke-linejoin="round"/>',
    "wedge": '<path d="M12 21.8 1.6 3.4H22.4z" stroke-linejoin="round"/>',
    "cross": '<path d="M8.2 2.4h7.6v5.8h5.8v7.6h-5.8v5.8H8.2v-5.8H2.4V8.2h5.8z" stroke-linejoin="round"/>',
    "hexagon": '<path d="M12 1.6 21 6.8v10.4L12 22.4 3 17.2V6.8z" stroke-linejoin="round"/>',
    "star": '<path d="M12 .8 15.4 8.6 23.2 12 15.4 15.4 12 23.2 8.6 15.4.8 12 8.6 8.6z" stroke-linejoin="round"/>',
}
# Figures are 32 by 40, the feet at the lower edge: body, head, hat, and a highlight.
FIGURES = {
    "crimson": (
        '<path d="M4.5 38.5C4.5 28.5 9 24.5 16 24.5S27.5 28.5 27.5 38.5Z"/><circle cx="16" cy="18.8" r="5.8"/>',
        '<path d="M2.6 18.6C4.4 15.6 6.4 14.8 7.2 14.4 7.4 7.8 11 4.8 16 4.8S24.6 7.8 24.8 14.4C25.6 14.8 '
        '27.6 15.6 29.4 18.6 25 16.8 20.6 16.4 16 16.4S7 16.8 2.6 18.6Z"/>'
        '<path d="M7.4 13.4C12.5 11.8 19.5 11.8 24.6 13.4" fill="none"/><circle cx="16" cy="4" r="1.5"/>',
        "M8.6 33C9.6 29.5 11.6 27.6 14 27",
    ),
    "petrol": (
        '<path d="M5 38.5V27.1Q5 24.5 7.6 24.5H24.4Q27 24.5 27 27.1V38.5Z"/><circle cx="16" cy="18.8" r="5.8"/>',
        '<path d="M9 15.6 10.4 3.6H21.6L23 15.6Q16 17.4 9 15.6Z"/><path d="M16 3.6C21 4 25.4 4.6 25.8 12" '
        'fill="none"/>',
        "M8.5 35V28.6Q8.5 27.5 9.6 27.5H13",
    ),
    "ivory": (
        '<path d="M16 22.5C18.6 22.5 19.8 23.6 20.6 25.4L29 37C29.7 38 29.2 38.5 28 38.5H4C2.8 38.5 2.3 38 3 '
        '37L11.4 25.4C12.2 23.6 13.4 22.5 16 22.5Z"/><circle cx="16" cy="18" r="5.6"/>',
        '<path d="M9.8 12.6C9.8 7 12.2 5.2 16 5.2S22.2 7 22.2 12.6"/><path d="M1.8 14.6C1.8 12.4 8 11.4 16 '
        '11.4S30.2 12.4 30.2 14.6 24 17 16 17 1.8 16.8 1.8 14.6Z"/>',
        "M9.6 33.5 12.6 28.8",
    ),
    "rose": (
        '<path d="M16 23.5 28 31.5 23.5 38.5H8.5L4 31.5Z"/><circle cx="16" cy="18.6" r="5.6"/>',
        '<path d="M10.5 13.4C10.5 8.6 12.6 7.4 16 7.4S21.5 8.6 21.5 13.4Z"/><path d="M5 15.8C7 13.2 12 12.6 '
        '16 12.6S26 11.4 28 9.6C27.6 14.6 22 17 15.6 17 10.6 17 6.6 16.8 5 15.8Z"/>'
        '<path d="M11.5 9.5C8.5 7.5 8 3.5 10 1.2 14 2 15.5 5 14.6 8"/>',
        "M8.5 31.5 13 27.6",
    ),
    "moss": (
        '<path d="M4 27H28L20.5 38.5H11.5Z"/><circle cx="16" cy="19.4" r="5.8"/>',
        '<path d="M7 15.4 16 2.4 25 15.4Q16 18 7 15.4Z"/>',
        "M9.5 30H14",
    ),
    "plum": (
        '<path d="M4.5 38.5V33.5H9V26Q9 24.5 10.5 24.5H21.5Q23 24.5 23 26V33.5H27.5V38.5Z"/>'
        '<circle cx="16" cy="18.8" r="5.8"/>',
        '<path d="M8.4 15.8V6.4L12 9.6 16 4 20 9.6 23.6 6.4V15.8Q16 17.6 8.4 15.8Z"/>',
        "M12 34V28",
    ),
    "amber": (
        '<path d="M16 23.4 27 28.2V38.5H5V28.2Z"/><circle cx="16" cy="18.8" r="5.8"/>',
        '<path d="M6.6 16.2C6.6 7.4 10.6 4.6 16 4.6S25.4 7.4 25.4 16.2Q16 13.4 6.6 16.2Z"/>',
        "M9 35V30.4",
    ),
    "slate": (
        '<path d="M16 23C17 30 21 36 28.5 38.5H3.5C11 36 15 30 16 23Z"/><circle cx="16" cy="18.8" r="5.8"/>',
        '<path d="M6 15.6C6 12 9 10.6 16 10.6S26 12 26 15.6Q16 17.8 6 15.6Z"/><circle cx="16" cy="8.4" r="2.4"/>',
        "M11.5 35 14 31.4",
    ),
    "neutral": ('<path d="M6 38.5V30a10 10 0 0 1 20 0V38.5Z"/>', '<circle cx="16" cy="14" r="8"/>', "M9.5 34V31"),
}
FIGURE_BOX = "-1 -1 34 41"
SHAPE_BOX = "-1 -1 26 26"

FONT_FILES = (
    ("Alegreya", "normal", "400 800", "alegreya"),
    ("Alegreya", "italic", "400 800", "alegreya-italic"),
    ("Source Sans 3", "normal", "400 700", "source-sans-3"),
)
POLISH = "U+0104-0107,U+0118-0119,U+0141-0144,U+015A-015B,U+0179-017C"


def figure_symbol(colour: str) -> tuple[str, str]:
    """Return view box and body of a figure. The body takes the fill of whatever uses it."""
    body, hat, shine = FIGURES[colour]
    return FIGURE_BOX, f'{body}<g class="hat-{colour}">{hat}</g><path class="shine" d="{shine}"/>'


def player_symbols(seats: int = 4) -> dict[str, tuple[str, str]]:
    """Return the shapes and figures of so many seats, of four at least, and the neutral figure."""
    colours = _colours_of_seats(seats)
    shapes = {SHAPE_OF[colour]: (SHAPE_BOX, SHAPES[SHAPE_OF[colour]]) for colour in colours}
    return shapes | {f"figure-{colour}": figure_symbol(colour) for colour in (*colours, "neutral")}


def player_style(seats: int = 4) -> str:
    """Return the rules of those figures."""
    fills = "".join(
        f".fill-{colour}{{fill:var(--{colour})}}.hat-{colour}{{fill:var(--{colour}-hat)}}"
        for colour in (*_colours_of_seats(seats), "neutral")
    )
    return (
        f"{fills}.piece{{stroke:var(--outline);stroke-width:1.5;stroke-linejoin:round}}"
        ".shine{fill:none;stroke:var(--shine);stroke-opacity:.38;stroke-width:1.6;stroke-linecap:round}"
    )


def _colours_of_seats(seats: int) -> tuple[str, ...]:
    return SEAT_COLOURS[: max(seats, len(COLOURS))]


PLAYER_STYLE = player_style()
TYPE_STYLE = (
    'text{font-family:"Source Sans 3","Source Sans Pro","Segoe UI",sans-serif;font-weight:450;fill:var(--ink);'
    "font-variant-numeric:lining-nums tabular-nums}"
    ".serif{font-family:Alegreya,Georgia,serif;font-weight:500;font-variant-numeric:lining-nums}"
    ".old-style{font-variant-numeric:oldstyle-nums}.italic{font-style:italic}"
    ".medium{font-weight:500}.semibold{font-weight:600}.bold{font-weight:700}"
    ".muted{fill:var(--muted)}.soft{fill:var(--ink2)}.brass{fill:var(--brass-ink)}.good{fill:var(--good)}"
)


def scope(style: str, root: str) -> str:
    """Return style rules limited to drawings of one root class, so that they do not affect the rest of a page."""
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", style)
    return "\n".join(
        ",".join(f".{root} {selector.strip()}" for selector in selectors.split(",")) + "{" + body.strip() + "}"
        for selectors, body in rules
    )


def colours_of(theme: Theme, *more: Palettes) -> dict[str, str]:
    """Return a theme's colours by name: those every drawing shares, and those of some games."""
    return {name: colour for palettes in (PALETTES, *more) for name, colour in palettes[theme].items()}


def palette_style(theme: Theme, *more: Palettes, root: str = ":root") -> str:
    """Return the palette as custom properties, for a page's stylesheet; `more` are the palettes of games."""
    return root + "{" + "".join(f"--{name}:{colour};" for name, colour in colours_of(theme, *more).items()) + "}"


def both_themes(*more: Palettes) -> str:
    """Return the palettes of both themes as a stylesheet that follows the reader's choice: that of the page
    (`data-theme`), else that of the system."""
    light = palette_style("light", *more)
    dark, chosen = (
        palette_style("dark", *more, root=f":root{which}")
        for which in (":not([data-theme=light])", "[data-theme=dark]")
    )
    return f"{light}@media(prefers-color-scheme:dark){{{dark}}}{chosen}"


def resolve(svg: str, theme: Theme, *more: Palettes) -> str:
    """Return the drawing with every var(--name) replaced by its colour, for programs without custom properties."""
    palette = colours_of(theme, *more)
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: palette[found[1]], svg)


@cache
def font_style() -> str:
    """Return the fonts as @font-face rules with the data inside."""
    rules = ""
    for family, slope, weights, file in FONT_FILES:
        for name, letters in ((file, ""), (f"{file}-polish", f"unicode-range:{POLISH};")):
            data = base64.b64encode((resources.files("digsite") / "fonts" / f"{name}.woff2").read_bytes()).decode()
            rules += (
                f'@font-face{{font-family:"{family}";font-style:{slope};font-weight:{weights};{letters}'
                f'src:url(data:font/woff2;base64,{data}) format("woff2")}}\n'
            )
    return rules


def with_fonts(svg: str) -> str:
    """Return the drawing with the fonts inside its style, so that it looks the same in every browser."""
    return svg.replace("<style>", "<style>" + font_style(), 1)


class Picture(str):
    """An SVG that shows itself in a notebook, as wide as its cell at most."""

    __slots__ = ()

    def __repr__(self) -> str:
        size = re.search(r'<svg\b[^>]*? width="([\d.]+)" height="([\d.]+)"', self)
        return f"<Picture{f', {size[1]} by {size[2]}' if size else ''}, {len(self) / 1000:.0f} KB of SVG>"

    def resized(self, width: int) -> Picture:
        """Return the same picture so many pixels wide. Raises ValueError if its size is unknown."""
        size = re.search(r'(<svg\b[^>]*? )width="([\d.]+)" height="([\d.]+)"', self)
        if size is None:
            raise ValueError("a picture without width and height cannot be resized")
        height = width * float(size[3]) / float(size[2])
        return Picture(f'{self[: size.end(1)]}width="{width}" height="{height:.0f}"{self[size.end() :]}')

    @property
    def svg(self) -> str:
        return str(self)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, as its view box says."""
        found = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"', self)
        return (float(found[1]), float(found[2])) if found else (0, 0)

    def _repr_svg_(self) -> str:
        """Return the SVG with ids and rules of its own, so that a notebook can show many pictures."""
        own = f"p{crc32(self.encode()):08x}"
        root = re.search(r'class="([\w-]+)', self)
        svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{own}-", self)
        svg = re.sub(r'aria-labelledby="(\S+) (\S+)"', rf'aria-labelledby="{own}-\1 {own}-\2"', svg)
        if root:
            svg = svg.replace(f".{root[1]} ", f".{own} ").replace(f'{root[0]}"', f'{root[0]} {own}"')
        return re.sub(r"<svg\b", '<svg style="max-width: 100%; height: auto"', svg, count=1)
