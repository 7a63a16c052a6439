"""The calendar round the map: its graduated border is the year, and the time markers lie on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from digsite.core.palette import COLOURS, SHAPE_OF
from digsite.core.svg import Pen, num, path, rect, text, text_width
from digsite.games.thebes.draw.places import Layout
from digsite.games.thebes.rules.view_types import PlayerView, ThebesView

WEEKS = 52

# The way time runs along each side, clockwise from the top left corner.
RUNS = {"top": (1, 0), "right": (0, 1), "bottom": (-1, 0), "left": (0, -1)}
# Markers in the start corner, by how many there are: their size and their places, as shares of the corner.
START_CORNER: dict[int, tuple[float, tuple[tuple[float, float], ...]]] = {
    1: (0.76, ((0, 0),)),
    2: (0.6, ((-0.17, -0.15), (0.17, 0.15))),
    3: (0.54, ((-0.2, -0.18), (0.2, -0.18), (0, 0.19))),
    4: (0.52, ((-0.2, -0.2), (0.2, -0.2), (-0.2, 0.2), (0.2, 0.2))),
}


@dataclass(frozen=True)
class Track:
    """Where the 52 weeks lie along the border."""

    layout: Layout

    @property
    def lane(self) -> float:
        return (self.layout.border - self.layout.bar) / 2

    def side(self, week: int) -> tuple[str, int]:
        """Return the side a week lies on, and how many weeks of that side come before it."""
        across, down = self.layout.across, self.layout.down
        left = (week - 1) % WEEKS
        for side, length in (("top", across), ("right", down), ("bottom", across)):
            if left < length:
                return side, left
            left -= length
        return "left", left

    def centre(self, week: int) -> tuple[float, float]:
        """Return the middle of a week's cell, in the lane where markers lie."""
        side, before = self.side(week)
        along = self.layout.border + (before + 0.5) * self.layout.cell
        wide, high = self.layout.width, self.layout.height
        return {
            "top": (along, self.lane),
            "right": (wide - self.lane, along),
            "bottom": (wide - along, high - self.lane),
            "left": (self.lane, high - along),
        }[side]

    def box(self, week: int, near: float, far: float) -> tuple[float, float, float, float]:
        """Return the part of a week's cell between two distances from the map's edge: x, y, width, height."""
        side, before = self.side(week)
        edge, cell = self.layout.border, self.layout.cell
        start = edge + before * cell
        wide, high, depth = self.layout.width, self.layout.height, far - near
        return {
            "top": (start, edge - far, cell, depth),
            "right": (wide - edge + near, start, depth, cell),
            "bottom": (wide - start - cell, high - edge + near, cell, depth),
            "left": (edge - far, high - start - cell, depth, cell),
        }[side]


def calendar(pen: Pen, layout: Layout, view: ThebesView, names: Sequence[str], lane: str = "", bars: str = "") -> str:
    """Draw the border; `lane` and `bars` are what a plan lays under and beside the markers."""
    track = Track(layout)
    stacks = stacks_of(view)
    body = border(pen, track, view, lane, bars)
    body += "".join(stack(pen, track, view, names, week, stacks[week]) for week in sorted(stacks))
    return pen.group(body, "calendar")


def border(pen: Pen, track: Track, view: ThebesView, lane: str = "", bars: str = "") -> str:
    """Draw the calendar without its markers."""
    crowd = {week: len(seats) for week, seats in stacks_of(view).items()}
    body = frame(track.layout) + past_weeks(track, view) + lane + graduation(track) + bars
    return body + corners(track.layout, 0 in crowd) + numerals(pen, track, crowd)


def space_of(player: PlayerView) -> int:
    """Return the space a marker lies on: 0 is the start, and whoever is done lies on space 1 again."""
    return 1 if player["done"] else min(player["week"], WEEKS)


def stacks_of(view: ThebesView) -> dict[int, list[int]]:
    """Return the seats on every occupied space, the one on top (who moves first) last."""
    players = view["players"]
    listed = [seat for seat in view["order"] if 0 <= seat < len(players)]
    order = listed + [seat for seat in range(len(players)) if seat not in listed]
    stacks: dict[int, list[int]] = {}
    for seat in reversed(order):
        stacks.setdefault(space_of(players[seat]), []).append(seat)
    return stacks


@cache
def frame(layout: Layout) -> str:
    wide, high, edge, inner = layout.width, layout.height, layout.border, layout.border - layout.bar
    lane = f"M.8 .8H{num(wide - 0.8)}V{num(high - 0.8)}H.8zM{num(edge)} {num(edge)}V{num(high - edge)}"
    lane += f"H{num(wide - edge)}V{num(edge)}z"
    body = path(lane, "lane")
    body += rect(inner, inner, wide - 2 * inner, high - 2 * inner, "rule")
    body += rect(edge, edge, wide - 2 * edge, high - 2 * edge, "rule")
    return body + rect(0.8, 0.8, wide - 1.6, high - 1.6, "outer-rule")


def past_weeks(track: Track, view: ThebesView) -> str:
    """Draw the weeks behind everybody, tinted."""
    layout = track.layout
    behind = [player for player in view["players"] if not player["done"] and player["year"] <= view["year"]]
    last = min((space_of(player) for player in behind), default=WEEKS)
    return path(boxes(track, range(1, last + 1), layout.bar, layout.border - 1.5), "past")


@cache
def boxes(track: Track, weeks: range, near: float, far: float) -> str:
    """Draw the outline round these parts of some weeks' cells."""
    cells = (track.box(week, near, far) for week in weeks)
    return "".join(f"M{num(x)} {num(y)}h{num(wide)}v{num(high)}h{num(-wide)}z" for x, y, wide, high in cells)


@cache
def graduation(track: Track) -> str:
    """Draw bars that change with the week, and a tick at the end of each, long after every fourth."""
    layout = track.layout
    ticks = {"tick": "", "long-tick": ""}
    for week in range(1, WEEKS + 1):
        far = layout.border if week % 4 == 0 else layout.bar + 5
        x, y, wide, high = track.box(week, layout.bar, far)
        ticks["tick" if week % 4 else "long-tick"] += {
            "top": f"M{num(x + wide)} {num(y)}v{num(high)}",
            "right": f"M{num(x)} {num(y + high)}h{num(wide)}",
            "bottom": f"M{num(x)} {num(y)}v{num(high)}",
            "left": f"M{num(x)} {num(y)}h{num(wide)}",
        }[track.side(week)[0]]
    bars = path(boxes(track, range(1, WEEKS + 1, 2), 0, layout.bar), "bar")
    return bars + "".join(path(drawn, kind) for kind, drawn in ticks.items())


def corners(layout: Layout, occupied: bool) -> str:
    """Draw four plates; the first is the start, week 0."""
    edge, reach = layout.border, layout.border * 0.22
    body = ""
    for right, low in ((False, False), (True, False), (False, True), (True, True)):
        x, y = (layout.width - edge if right else 0.8), (layout.height - edge if low else 0.8)
        body += rect(x, y, edge - 0.8, edge - 0.8, "corner")
        middle_x, middle_y = x + (edge - 0.8) / 2, y + (edge - 0.8) / 2
        if right or low:
            body += path(star(middle_x, middle_y, reach), "star")
        elif not occupied:
            tip = f"M{num(middle_x - reach)} {num(middle_y - reach * 1.15)}l{num(reach * 2.2)} {num(reach * 1.15)}"
            body += path(tip + f"l{num(-reach * 2.2)} {num(reach * 1.15)}z", "start")
    return body


def star(x: float, y: float, reach: float) -> str:
    waist = reach * 0.32
    points = (
        (0, -reach), (waist, -waist), (reach, 0), (waist, waist), (0, reach), (-waist, waist), (-reach, 0),
        (-waist, -waist),
    )  # fmt: skip
    return "M" + "L".join(f"{num(x + dx)} {num(y + dy)}" for dx, dy in points) + "z"


def numerals(pen: Pen, track: Track, crowd: Mapping[int, int]) -> str:
    """Draw the week numbers; in an occupied cell the number makes way for the markers."""
    layout, body = track.layout, ""
    for week in range(1, WEEKS + 1):
        count, fourth = crowd.get(week, 0), week % 4 == 0
        if (pen.phone and (not fourth or count)) or count > 3:
            continue
        x, y = track.centre(week)
        if count:
            run_x, run_y = RUNS[track.side(week)[0]]
            back = layout.cell / 2 - (9 if run_x else 8)
            x, y = x - run_x * back, y - run_y * back
        size = 12 if pen.phone or not fourth else 13
        kind = "fourth-week" if fourth else "week"
        body += text(x, y + 4.2, str(week), kind, size=size, anchor="middle")
    return body


def stack(pen: Pen, track: Track, view: ThebesView, names: Sequence[str], week: int, seats: Sequence[int]) -> str:
    """Draw the markers of one space, overlapping along the track; the one in front moves first."""
    signs = signs_of(view, seats)
    markers = flags = ""
    for seat, x, y, size in laid_out(pen, track, week, seats):
        drawn = pen.symbol(SHAPE_OF[COLOURS[seat]], x, y, size, f"marker fill-{COLOURS[seat]}")
        markers += pen.group(drawn, f"marker-{seat}", title=f"{names[seat]}: {when(view['players'][seat], view)}")
        flags += flag(pen, track.layout, x, y, size, signs[seat]) if signs[seat] else ""
    return markers + flags


def laid_out(pen: Pen, track: Track, week: int, seats: Sequence[int]) -> list[tuple[int, float, float, float]]:
    """Return each marker of one space: whose it is, its middle and its size."""
    places = (
        start_spot(track, rank, len(seats)) if week == 0 else spot(pen, track, week, rank, len(seats))
        for rank in range(len(seats))
    )
    return [(seat, *place) for seat, place in zip(seats, places, strict=True)]


def signs_of(view: ThebesView, seats: Sequence[int]) -> dict[int, str]:
    """Return what the markers of one space carry; where all say the same, the one in front says it."""
    signs = {seat: later_sign(view["players"][seat], view) for seat in seats}
    if len(set(signs.values())) == 1:
        signs |= dict.fromkeys(seats[:-1], "")
    return signs


def start_spot(track: Track, rank: int, count: int) -> tuple[float, float, float]:
    """Return where a marker lies in the start corner; all but the front one are partly covered."""
    edge = track.layout.border
    size, shifts = START_CORNER[min(count, len(START_CORNER))]
    dx, dy = shifts[rank]
    return edge * (0.5 + dx), edge * (0.5 + dy), edge * size


def spot(pen: Pen, track: Track, week: int, rank: int, count: int) -> tuple[float, float, float]:
    layout = track.layout
    size = layout.marker
    step = size * 0.62 if count < 3 else size * (0.42 if count == 3 else 0.4)
    if pen.phone:
        step = size * (0.55 if count < 3 else 0.38)
    shift = (rank - (count - 1) / 2) * step
    if not pen.phone and count < 4:
        shift += {1: 5, 2: 7, 3: 6}[count]
    x, y = track.centre(week)
    run_x, run_y = RUNS[track.side(week)[0]]
    return x + run_x * shift, y + run_y * shift, size


def later_sign(player: PlayerView, view: ThebesView) -> str:
    """Draw what a marker carries when it is not in the year the calendar shows."""
    if player["done"]:
        return "end"
    return f"’{player['year'] % 100:02d}" if player["year"] > view["year"] else ""


def when(player: PlayerView, view: ThebesView) -> str:
    if player["done"]:
        return "at the end"
    return f"week {player['week']}" + (f" of {player['year']}" if player["year"] != view["year"] else "")


def flag(
    pen: Pen, layout: Layout, x: float, y: float, size: float, sign: str, at: tuple[float, float] | None = None
) -> str:  # fmt: skip
    """Draw a small sign at the marker's corner nearest the map; `at` is where the marker lies, if elsewhere."""
    across, down = at or (x, y)
    letter = 10.5 if pen.phone else 11.5
    wide, high = text_width(sign, letter) + 7, letter + 2.5
    reach = size * 0.46
    x += reach if across < layout.width / 2 else -reach
    y += reach if down < layout.height / 2 else -reach
    body = rect(x - wide / 2, y - high / 2, wide, high, "year-flag", high / 2)
    return body + text(x, y + letter * 0.36, sign, "year-flag-text", size=letter, anchor="middle")


def legend_dot(pen: Pen, seat: int, x: float, y: float, size: float) -> str:
    """Draw a player's shape as a small mark beside words."""
    colour = COLOURS[seat]
    return pen.symbol(SHAPE_OF[colour], x, y, size, f"marker fill-{colour}")
