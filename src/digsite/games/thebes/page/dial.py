"""The time wheel as a dial: a face of twelve weeks, the tokens each draws, and a hand that the page's styles turn."""

from collections.abc import Mapping, Sequence
from math import cos, radians, sin

from markupsafe import Markup

from digsite.core.svg import num
from digsite.web.i18n import _

CENTRE = 220.0
DAYS = 84  # ticks, one for each day of twelve weeks
HUB, RIM = 92.0, 160.0  # the ring of tokens
ROW = 5  # tokens shown side by side
HAND = (
    '<path class="blade" d="M205 140 202 66Q202 44 207 34L220 4 233 34Q238 44 238 66L235 140z"/>'
    '<circle class="window" cx="220" cy="80" r="15.5"/><path class="grip" d="M212 106h16M212 111h16M212 116h16"/>'
)


def dial(tokens: Sequence[int], possible: Sequence[int]) -> Markup:
    """Return the face for the tokens of 1, 2 … 12 weeks; what stands for one week alone is of class `for-6`."""
    weeks = range(1, len(tokens) + 1)
    body = "".join(
        [
            '<circle class="bezel" cx="220" cy="220" r="212"/><circle class="rim" cx="220" cy="220" r="199"/>',
            '<circle class="face" cx="220" cy="220" r="196"/>',
            f'<path class="day" d="{_ticks(206, 1)}"/><path class="day first" d="{_ticks(202, 7)}"/>',
            *(_sector(week, tokens[week - 1], week in possible) for week in weeks),
            _caption(),
            _hand({week: tokens[week - 1] for week in possible}),
            '<circle class="hub" cx="220" cy="220" r="90"/><circle class="inner" cx="220" cy="220" r="84"/>',
        ]
    )
    return Markup(f'<svg class="face" viewBox="0 0 440 440" aria-hidden="true">{body}</svg>')


def at(radius: float, degrees: float) -> str:
    """Return a point of the face; 0 degrees is at the top."""
    x, y = CENTRE + radius * sin(radians(degrees)), CENTRE - radius * cos(radians(degrees))
    return f"{num(x)} {num(y)}"


def _ticks(inner: float, every: int) -> str:
    angles = [day * 360 / DAYS for day in range(0, DAYS, every)]
    return "".join(f"M{at(211, angle)}L{at(inner, angle)}" for angle in angles)


def _sector(week: int, tokens: int, possible: bool) -> str:
    angle = week * 30
    first, last = angle - 15, angle + 15
    shape = f"M{at(RIM, first)}A{num(RIM)} {num(RIM)} 0 0 1 {at(RIM, last)}L{at(HUB, last)}"
    shape += f"A{num(HUB)} {num(HUB)} 0 0 0 {at(HUB, first)}z"
    kind = f"slice n{week}" if possible else f"slice n{week} shut"
    words = _words(week, 178, angle, "weeks") + _words(tokens, 141, angle, "tokens")
    return (
        f'<g class="{kind}"><path class="sector" d="{shape}"/><path class="lit" d="{shape}"/><g class="at-{week}">'
        + (f"{words}{_pips(tokens, angle)}</g></g>")
    )


def _words(number: int, radius: float, angle: float, kind: str) -> str:
    x, y = at(radius, angle).split()
    return f'<text class="{kind}" x="{x}" y="{y}">{number}</text>'


def _pips(tokens: int, angle: float) -> str:
    rows = ((118.0, 4.8, min(tokens, ROW)), (107.0, 5.4, tokens - ROW))
    places = [
        at(radius, angle + (pip - (count - 1) / 2) * gap).split()
        for radius, gap, count in rows
        for pip in range(max(count, 0))
    ]
    return "".join(f'<circle class="pip" cx="{x}" cy="{y}" r="3.1"/>' for x, y in places)


def _caption() -> str:
    """Return the word at the outer ring, bent along it."""
    path = f'<path id="dial-ring" d="M{at(174, 328)}A174 174 0 0 1 {at(174, 356)}" fill="none"/>'
    return f'{path}<text class="caption"><textPath href="#dial-ring" startOffset="50%">{_("weeks")}</textPath></text>'


def _hand(drawn: Mapping[int, int]) -> str:
    """Return the hand with the numbers of every week in it, which stay upright wherever it points."""
    tips, seen = "", ""
    for week, tokens in drawn.items():
        tips += f'<text class="for for-{week}" x="220" y="42">{week}</text>'
        seen += f'<text class="for for-{week}" x="220" y="80">{tokens}</text>'
    return f'<g class="hand">{HAND}<g class="upright tip">{tips}</g><g class="upright seen">{seen}</g></g>'
