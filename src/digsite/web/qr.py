"""A link as a QR code: dark on light whatever the theme, since some readers know it only that way."""

from itertools import groupby

import segno
from markupsafe import Markup, escape

QUIET = 4  # empty modules around it, as the standard wants


def code(link: str, label: str) -> Markup:
    """The code as a drawing; `label` says what it holds to those who cannot see it."""
    matrix = segno.make_qr(link, error="m").matrix
    size = len(matrix) + 2 * QUIET
    drawn = "".join(_row(y, row) for y, row in enumerate(matrix, QUIET))
    return Markup(
        '<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{label}" shape-rendering="crispEdges">'
        '<path class="qr-paper" d="M0 0h{size}v{size}H0z"/><path class="qr-ink" d="{drawn}"/></svg>'
    ).format(size=size, label=escape(label), drawn=drawn)


def _row(y: int, row: bytes | bytearray) -> str:
    drawn, x = "", QUIET
    for dark, run in groupby(row):
        wide = len(list(run))
        drawn += f"M{x} {y}h{wide}v1h-{wide}z" if dark else ""
        x += wide
    return drawn
