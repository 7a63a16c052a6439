"""Small drawings of Mykerinos for pages, made of the symbols that stand once in a page. Screen readers skip them."""

from collections.abc import Sequence

from markupsafe import Markup, escape

from digsite.core.svg import Pen, circle, path, rect
from digsite.games.mykerinos.draw.art import colour_key
from digsite.games.mykerinos.draw.art import emblem as disc
from digsite.games.mykerinos.draw.style import ROOT
from digsite.web.art import drawing, used

FIGURE_WIDE, FIGURE_HIGH = 34, 41


def emblem(patron: str | None, size: float = 24, *, turned: bool = False) -> Markup:
    """Draw a patron's disc, filled while ready to help; an ankh where there is no patron."""
    return drawing(disc(Pen({}, ROOT), patron, size / 2, size / 2, size / 2 - 0.7, turned), size, size, ROOT)


def figure(colour: int | str, size: float = 26) -> Markup:
    """Draw an archaeologist of a seat, or of the colour nobody plays."""
    key = colour_key(colour)
    return used(f"figure-{key}", f"piece fill-{key}", size, size * FIGURE_HIGH / FIGURE_WIDE, ROOT)


def standing_figure(colour: int | str, name: str) -> Markup:
    """Draw an archaeologist on a field, with its shadow, as large as the field lets it be."""
    key = colour_key(colour)
    shade = '<ellipse cx="19" cy="38.6" rx="17" ry="3.6" class="shadow"/>'
    use = f'<use href="#symbol-figure-{key}" width="34" height="41" class="piece fill-{key}"/>'
    tag = f' id="{escape(name)}"' if name else ""
    box = f'viewBox="0 0 {FIGURE_WIDE} {FIGURE_HIGH}"'
    home = f' data-home="panel-{colour}"'  # where it walks when it leaves the field
    return Markup(f'<svg{tag} class="{ROOT} figure glide" {box}{home} aria-hidden="true">{shade}{use}</svg>')


def pyramid(variant: int) -> Markup:
    use = f'<use href="#symbol-pyramid-{variant}"/>'
    return Markup(f'<svg class="{ROOT} pyramid" viewBox="0 0 100 100" aria-hidden="true">{use}</svg>')


def ground(*, gone: bool = False) -> Markup:
    """Draw the strings and pegs of a plot; only its outline where the plot is gone."""
    use = f'<use href="#symbol-plot{"-gone" if gone else ""}"/>'
    return Markup(f'<svg class="{ROOT} ground" viewBox="0 0 200 300" aria-hidden="true">{use}</svg>')


def small_plot(pyramids: Sequence[bool]) -> Markup:
    """Draw a plot's six fields, two in a row, with its pyramids."""
    body = rect(1, 1, 24, 36, "pitch", 2) + path("M13 1v36M1 13h24M1 25h24", "small-string")
    for place, built in enumerate(pyramids):
        x, y = 13 + 12 * (place % 2 - 0.5), 12 * (place // 2) + 7
        body += path(f"M{x:g} {y - 4:g}l5 8.5h-10z", "small-pyramid") if built else ""
    return drawing(body, 26, 38, f"{ROOT} small-plot")


def mark(kind: str, size: float = 18) -> Markup:
    """Draw the mark of what a field offers: a dot for "start", a ringed dot for "extend"."""
    body = circle(9, 9, 7.6, "offer-ring") if kind == "extend" else ""
    body += circle(9, 9, 2.9 if kind == "extend" else 3.4, "offer-dot")
    return drawing(body, 18, 18, f"{ROOT} mark-{kind}", scale=size / 18)


def rounds(number: int, of: int) -> Markup:
    """Draw a diamond for every round, those begun filled."""
    body = "".join(
        f'<path d="M{7 + 14 * each} 2l5 5-5 5-5-5z" class="round-{"done" if each < number else "open"}"/>'
        for each in range(of)
    )
    return drawing(body, 14 * of, 14, ROOT)


def lock(size: float = 12) -> Markup:
    """Draw a lock, for what stands on its space for good."""
    body = path("M3.5 6V4a2.5 2.5 0 0 1 5 0v2", "lock") + rect(2.4, 5.6, 7.2, 5.4, "lock-body", 1)
    return drawing(body, 12, 12, ROOT, scale=size / 12)
