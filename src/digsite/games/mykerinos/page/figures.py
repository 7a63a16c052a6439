"""The figures of Mykerinos' rules."""

import numpy as np
from markupsafe import Markup

from digsite.core.registry import load
from digsite.core.svg import Pen, path, rect, text
from digsite.games.mykerinos.draw.art import figure as standing
from digsite.games.mykerinos.draw.art import symbols
from digsite.games.mykerinos.draw.desert import desert, ground
from digsite.games.mykerinos.draw.museum import museum
from digsite.games.mykerinos.draw.style import ROOT
from digsite.games.mykerinos.page import art, names
from digsite.games.mykerinos.rules.view_types import MykerinosView, view_of
from digsite.web.art import SpritePen, drawing
from digsite.web.figures import Figure, arrow, row
from digsite.web.i18n import _

PREFIX = "figure"  # of the ids of drawings
SEED = 4  # of the desert shown
FIELD = 46.0
PLOT = (False, True, False, False, False, True)


def figures() -> dict[str, Figure]:
    """Return the figures by the number of their rule."""
    view = _dealt()
    return {
        "M1.3": Figure(_tile(), _("A plot: its fields on the front, its patron on the back")),
        "M2.3": Figure(
            _desert(view), _("A new round: two plots side by side are a zone; each shows its patron and its points")
        ),
        "M3.3": Figure(
            _extension(), _("Extending: the first goes next to one of yours, the second next to the first; no pyramids")
        ),
        "M3.4": Figure(_track(), _("The pass track: who passes earlier wins ties")),
        "M3.5": Figure(row((art.emblem(key, 44), names.patron(key)) for key in names.PATRONS), _("The five patrons")),
        "M4.2": Figure(_ranks(), _("Ranks in a zone; of two with equal numbers, the one who passed earlier is ahead")),
        "M5.1": Figure(_museum(view), _("The museum: five wings, each with rooms of 2, 3 and 5")),
    }


def _dealt() -> MykerinosView:
    game = load("mykerinos")
    return view_of(game, game.settle(game.new(3), np.random.default_rng(SEED)))


def _pen() -> Pen:
    return SpritePen(symbols(), ROOT, PREFIX, phone=True)


def _tile() -> Markup:
    return (
        row([(art.small_plot(PLOT), _("six fields, two pyramids"))])
        + arrow()
        + row([(art.emblem("violet", 38), _("a patron"))])
    )


def _desert(view: MykerinosView) -> Markup:
    laid = ground(view, True, 390)
    return drawing(desert(_pen(), laid, view, ["", "", ""]), 390, laid.high, ROOT)


def _museum(view: MykerinosView) -> Markup:
    return drawing(museum(_pen(), view, ["", "", ""], 180, 168, 140), 360, 326, ROOT)


def _extension() -> Markup:
    pen = _pen()
    body = "".join(rect(1 + FIELD * x, 1 + FIELD * y, FIELD, FIELD, "figure-field") for x in range(4) for y in range(2))
    for x, y, words in ((0, 1, ""), (1, 1, "1"), (1, 0, "2")):
        middle, foot = 1 + FIELD * (x + 0.5), 1 + FIELD * (y + 1) - 5
        body += f'<g class="{"figure-new" if words else ""}">{standing(pen, 0, middle, foot, 26)}</g>'
        body += text(middle + 15, foot - 27, words, "semibold", size=13, anchor="middle") if words else ""
    body += path(f"M{1 + FIELD * 2.5} {FIELD + 12}l16 26h-32z", "small-pyramid")
    return drawing(body, FIELD * 4 + 2, FIELD * 2 + 2, ROOT)


def _track() -> Markup:
    body = "".join(
        f'<g transform="translate({45 * space} 0)">{rect(0.5, 0.5, 37, 49, "space", 6)}'
        f"{text(7, 16, str(space + 1), 'medium muted', size=13)}{standing(_pen(), seat, 20, 46, 24)}</g>"
        for space, seat in enumerate((2, 0, 1))
    )
    return drawing(body, 130, 50, ROOT)


def _ranks() -> Markup:
    counts = (("1.", 0, 4), ("2.", 2, 2), ("3.", 1, 2), ("4.", 3, 1))
    return row(
        (Markup('<span class="crowd">{}</span>').format(Markup("").join([art.figure(seat, 20)] * count)), rank)
        for rank, seat, count in counts
    )
