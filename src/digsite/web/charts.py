"""Charts that fit any width: across they are measured in hundredths of it, upwards in pixels, so that letters and marks
keep their size. `charts.html` draws them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from digsite.core.palette import SEAT_COLOURS, SHAPE_OF
from digsite.core.svg import cut

ACROSS = 1000  # units of a line's path from end to end
TOP = 12.0  # room above the highest line
GAP = 21.0  # between two names of a legend
BESIDE = 2.2  # how far lines of equal values lie from each other
NAME_ROOM, NAME_SIZE = 62.0, 14.0


@dataclass(frozen=True)
class Line:
    """What happens to one seat over time: values from a time on, and the moments to be marked."""

    seat: int
    name: str
    values: Sequence[tuple[float, float]]
    marks: Sequence[tuple[float, float]] = ()

    @property
    def last(self) -> float:
        return self.values[-1][1] if self.values else 0


@dataclass(frozen=True)
class Drawn:
    """A line as it is drawn; marks and the name have places of their own."""

    colour: str
    shape: str
    path: str
    marks: list[tuple[str, float]]
    name: str
    value: str
    y: float


@dataclass(frozen=True)
class Steps:
    high: float
    base: float
    ticks: list[tuple[int, float]]
    bounds: list[str]  # where a period begins, but for the first
    periods: list[tuple[str, str]]
    lines: list[Drawn]


@dataclass(frozen=True)
class Bar:
    value: int
    x: str
    wide: str
    y: float
    high: float
    found: bool


@dataclass(frozen=True)
class Distribution:
    high: float
    base: float
    bars: list[Bar]
    ticks: list[tuple[int, str]]
    expected: str
    words: str
    leftwards: bool  # where the words about what was expected go


@dataclass(frozen=True)
class Shares:
    """A bar of two parts; where the second is below zero, the bar ends before it and it is but outlined."""

    solid: str
    more: str
    below: bool


def hundredths(part: float, whole: float) -> str:
    """Return a place or width across the chart."""
    return f"{100 * part / whole:.2f}".rstrip("0").rstrip(".") + "%"


def scale(most: float, steps: int = 5) -> tuple[int, int]:
    """Return the top of an axis and the distance of its lines: round numbers, at most `steps` of them."""
    sizes = (digit * 10**power for power in range(6) for digit in (1, 2, 5))
    step = next(size for size in sizes if size * steps >= most)
    return max(1, ceil(most / step)) * step, step


def spread(places: Sequence[float], low: float, high: float, gap: float = GAP) -> list[float]:
    """Return the same places, ascending, moved apart as little as needed to stand between two bounds."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + gap if moved else low))
    limit = high
    for number in range(len(moved) - 1, -1, -1):
        moved[number] = min(moved[number], limit)
        limit = moved[number] - gap
    return moved


def step_chart(
    lines: Sequence[Line], start: float, end: float, periods: Sequence[tuple[str, float]], high: float = 214
) -> Steps:
    """Return the chart of values that hold until they change; each of `periods` is a name and when it begins."""
    top, step = scale(max((value for line in lines for _, value in line.values), default=0))
    ends = [*(begin for _, begin in periods[1:]), end]

    def x(time: float) -> str:
        return hundredths(time - start, end - start)

    def y(value: float) -> float:
        return round(TOP + (high - TOP) * (1 - value / top), 1)

    def drawn(line: Line, aside: float, name_y: float) -> Drawn:
        places = [((time - start) / (end - start) * ACROSS, y(value) + aside) for time, value in line.values]
        colour = SEAT_COLOURS[line.seat]
        return Drawn(
            colour=colour,
            shape=SHAPE_OF[colour],
            path=_path(places),
            marks=[(x(time), y(value) + aside) for time, value in line.marks],
            name=cut(line.name, NAME_ROOM, NAME_SIZE),
            value=f"{line.last:g}",
            y=name_y,
        )

    ranks = sorted(range(len(lines)), key=lambda rank: -lines[rank].last)
    names = dict(zip(ranks, spread([y(lines[rank].last) for rank in ranks], TOP, high - 4), strict=True))
    return Steps(
        high=high + 30,
        base=high,
        ticks=[(value, y(value)) for value in range(0, top + 1, step)],
        bounds=[x(begin) for _, begin in periods[1:]],
        periods=[
            (name, x((max(begin, start) + until) / 2)) for (name, begin), until in zip(periods, ends, strict=True)
        ],
        lines=[
            drawn(line, aside, names[rank])
            for rank, (line, aside) in enumerate(zip(lines, _asides(len(lines)), strict=True))
        ],
    )


def _asides(lines: int) -> list[float]:
    """Return how far up each line is moved: each by more than the last, so that none hides another."""
    return [round(-rank * BESIDE, 1) for rank in range(lines)]


def _path(places: Sequence[tuple[float, float]]) -> str:
    """Return a path that goes along, then up or down; places that change nothing are left out."""
    if not places:
        return ""
    path, height = f"M{places[0][0]:.1f} {places[0][1]:g}", places[0][1]
    for x, y in places[1:]:
        if y != height:
            path, height = f"{path}H{x:.1f}V{y:g}", y
    return f"{path}H{places[-1][0]:.1f}"


def distribution_chart(
    ways: Mapping[int, int],
    expected: Fraction,
    words: str,
    found: int | None = None,
    *,
    most: int | None = None,
    likeliest: Fraction | None = None,
    high: float = 76,
) -> Distribution:
    """Return the chart of a distribution, a bar for each number.

    `ways` says in how many ways each number comes out, `found` which one did. Charts to be compared share `most`, their
    largest number, and `likeliest`, their largest chance.
    """
    total, values = sum(ways.values()), max(ways) + 1 if most is None else most + 1
    peak = float(likeliest or Fraction(max(ways.values()), total))
    room = high - 18

    def bar(value: int) -> Bar:
        tall = round(room * ways.get(value, 0) / total / peak, 1)
        if ways.get(value):
            tall = max(tall, 1)
        return Bar(
            value,
            hundredths(value + 0.05, values),
            hundredths(0.9, values),
            round(high - tall, 1),
            tall,
            value == found,
        )

    middle = float(expected) + 0.5
    return Distribution(
        high=high + 20,
        base=high,
        bars=[bar(value) for value in range(values)],
        ticks=[(value, hundredths(value + 0.5, values)) for value in range(0, values, 5 if values > 8 else 1)],
        expected=hundredths(middle, values),
        words=words,
        leftwards=middle > values * (0.35 if found is not None and found > expected else 0.62),
    )


def usual_most(ways: Mapping[int, int], rare: Fraction = Fraction(1, 400)) -> int:
    """Return the largest number worth showing: what lies above it comes out more rarely than `rare`."""
    total, above = sum(ways.values()), 0
    for value in sorted(ways, reverse=True):
        above += ways[value]
        if above * rare.denominator >= total * rare.numerator:
            return value
    return max(ways)


def shares(solid: float, more: float, most: float) -> Shares:
    """Return a bar of what is solid and of what comes to it, or is missing of it."""
    start, end = sorted((max(solid, 0), max(solid + more, 0)))
    return Shares(hundredths(start, most), hundredths(end - start, most), more < 0)
