"""Small drawings for pages: they use the symbols that stand once in a page (`sprite`), silent for who listens."""

from functools import cache

from markupsafe import Markup, escape

from digsite.core.drawing import LOGO
from digsite.core.palette import SEAT_COLOURS, SHAPE_OF, player_symbols
from digsite.core.player_labels import MARKS
from digsite.core.registry import most_seats
from digsite.core.svg import Pen, num

ROOT = "art"  # the class under which the rules for marks and figures stand


def drawing(body: str, wide: float, high: float, kind: str, *, scale: float = 1) -> Markup:
    """A drawing among words; its rules are those of `kind`, a game's root class."""
    box = f'viewBox="0 0 {num(wide)} {num(high)}" width="{num(wide * scale)}" height="{num(high * scale)}"'
    return Markup(f'<svg class="{kind}" {box} aria-hidden="true">{body}</svg>')


def used(name: str, kind: str, wide: float, high: float, root: str) -> Markup:
    pen = Pen({}, root)
    return drawing(pen.symbol(name, wide / 2, high / 2, wide, kind, high), wide, high, root)


def sprite(symbols: dict[str, tuple[str, str]], root: str) -> Markup:
    """Every symbol of a game, for the whole page."""
    pen = Pen(symbols, root, used=set(symbols))
    return Markup(f'<svg class="sprite" width="0" height="0" aria-hidden="true">{pen.definitions()}</svg>')


class SpritePen(Pen):
    """A pen for a page that has all symbols already, under names without a prefix."""

    def symbol(self, name: str, x: float, y: float, width: float, kind: str, height: float | None = None) -> str:
        return Pen(self.symbols, self.root).symbol(name, x, y, width, kind, height)


@cache
def common_sprite() -> Markup:
    return sprite(player_symbols(most_seats()), ROOT)


def mark(seat: int, size: float = 16) -> Markup:
    """A player's shape."""
    colour = SEAT_COLOURS[seat]
    return used(SHAPE_OF[colour], f"marker fill-{colour}", size, size, ROOT)


def figure(seat: int, size: float = 30) -> Markup:
    """A player's figure with its hat."""
    colour = SEAT_COLOURS[seat]
    return used(f"figure-{colour}", f"piece fill-{colour}", size, size * 41 / 34, ROOT)


def logo(size: float = 34) -> Markup:
    return drawing(LOGO, 36, 36, ROOT, scale=size / 36)


def marked(text: str) -> Markup:
    """A sentence with the players' marks in their colours, and silent for who listens."""
    html = str(escape(text))
    for colour, sign in zip(SEAT_COLOURS, MARKS, strict=True):
        html = html.replace(sign, f'<span class="mark {colour}" aria-hidden="true">{sign}</span>')
    return Markup(html)
