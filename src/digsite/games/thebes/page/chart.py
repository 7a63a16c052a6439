"""The points a dig may bring, as a small chart.

Its columns are one path, for a sheet shows a chart for each number of weeks; the end of a game has larger charts of
single digs (`digsite.web.charts`).
"""

from collections.abc import Mapping
from fractions import Fraction

from markupsafe import Markup, escape

from digsite.core.svg import num
from digsite.web.charts import usual_most
from digsite.web.i18n import _

HEAD, FOOT = 18.0, 20.0  # room above the tallest bar and below the line
RARE = Fraction(1, 250)  # what comes more seldom than this is off the chart's right end
FEWEST = 11


def reach(*chances: Mapping[int, int]) -> int:
    """Return the most points that the charts of several digs show, so that they can be compared."""
    return max(FEWEST, *(usual_most(counts, RARE) + 1 for counts in chances))


def chart(
    counts: Mapping[int, int], most: int, wide: float, high: float, *, expected: float | None = None, mark: int = -1
) -> Markup:
    """Return a bar for each number of points; the expectation as a dashed line, or what came out of it marked."""
    foot = FOOT if mark < 0 else FOOT + 6  # what was found stands in larger letters on small screens
    step, base, top = wide / (most + 1), high - foot, max(counts.values())
    tall = {points: max(counts.get(points, 0) / top * (base - HEAD), 0.6) for points in range(max(most, mark) + 1)}
    shown = [points for points in range(most + 1) if points in counts and points != mark]
    body = f'<path class="column zero" d="{_bar(0, tall[0], step, base)}"/>' if 0 in shown else ""
    body += (
        f'<path class="column" d="{"".join(_bar(points, tall[points], step, base) for points in shown if points)}"/>'
    )
    body += f'<path class="base" d="M0 {num(base + 0.5)}H{num(wide)}"/>'
    body += "".join(_label(points, step, high - 4, "scale") for points in range(0, most + 1, 5))
    if expected is not None:
        body += f'<path class="expected" d="M{num((expected + 0.5) * step)} 8V{num(base)}"/>'
    if 0 <= mark <= most:
        body += f'<path class="column marked" d="{_bar(mark, max(tall[mark], 2), step, base)}"/>'
        body += _label(mark, step, base - tall[mark] - 5, "mark")
    kind, ways = "chart found" if mark >= 0 else "chart", sum(counts.values())
    chances = " ".join(num(100 * counts.get(points, 0) / ways) for points in range(most + 1))
    tip = f'data-chances="{chances}" data-tip="{escape(_("{points} points: {chance}%"))}"'
    return Markup(f'<svg class="{kind}" viewBox="0 0 {num(wide)} {num(high)}" {tip} aria-hidden="true">{body}</svg>')


def _bar(points: int, tall: float, step: float, base: float) -> str:
    return f"M{num(points * step + step * 0.09)} {num(base)}v-{num(tall)}h{num(step * 0.82)}V{num(base)}z"


def _label(points: int, step: float, y: float, kind: str) -> str:
    return f'<text class="{kind}" x="{num((points + 0.5) * step)}" y="{num(y)}">{points}</text>'
