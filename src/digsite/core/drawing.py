"""A drawing as a document of its own, and as a picture in the colours of a theme: the same for every game."""

from __future__ import annotations

from typing import Literal

from digsite.core.palette import Palettes, Picture, resolve, with_fonts
from digsite.core.svg import Pen, escape, line, num, text, text_width

PictureTheme = Literal["light", "dark", "css"]
LOGO = (
    '<circle cx="18" cy="18" r="16.8" class="logo-ring"/>'
    '<path class="logo-line" d="M4.4 25.5H31.6M8.2 25.5 18 9.5 27.8 25.5M18 9.5 21.6 25.5"/>'
    '<circle cx="26" cy="10.5" r="2.3" class="logo-sun"/>'
)


def document(pen: Pen, body: str, wide: float, high: float, *, root: str, title: str, words: str, style: str) -> str:
    """Return the whole SVG: its description, its style (none where the page has it), and the drawing."""
    phone = ' class="phone"' if pen.phone else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{root}" viewBox="0 0 {num(wide)} {num(high)}" '
        f'width="{num(wide)}" height="{num(high)}" role="img" aria-labelledby="{escape(pen.prefix)}title '
        f'{escape(pen.prefix)}description"><title{pen.id("title")}>{escape(title)}</title>'
        f"<desc{pen.id('description')}>{escape(words)}</desc>"
        + (f"<style>{style}</style>" if style else "")
        + f"{pen.definitions()}<g{phone}>{body}</g></svg>"
    )


def masthead(pen: Pen, title: str, margin: float) -> tuple[str, float]:
    """Return the site's name and the game's title for the top left of a table, and where the line between them is."""
    if pen.phone:
        x = margin + text_width("Digsite", 25, serif=True) + 12
        body = text(margin, 31, "Digsite", "serif semibold", size=25) + line(x, 12, x, 38, "hair")
        return body + text(x + 12, 31, title, "serif italic muted", size=19), x
    x = margin + 47 + text_width("Digsite", 29, serif=True) + 16
    body = pen.group(LOGO, x=margin, y=13) + text(margin + 47, 41, "Digsite", "serif semibold", size=29)
    return body + line(x, 16, x, 48, "hair") + text(x + 16, 40, title, "serif italic muted", size=22), x


def themed(drawn: str, theme: PictureTheme, fonts: bool, *more: Palettes) -> Picture:
    """Return a drawing as a Picture. "css" leaves var(--…) for the page that shows it; `more` is the game's palette."""
    if theme == "css":
        return Picture(drawn)
    resolved = resolve(drawn, theme, *more)
    return Picture(with_fonts(resolved) if fonts else resolved)
