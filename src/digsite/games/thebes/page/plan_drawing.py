"""A plan on the board: the journey in brass, the weeks it takes, and where it would leave the player.

How long a dig lasts is chosen in the page itself: all twelve weeks are drawn, and the page shows those chosen.
"""

from digsite.core.palette import COLOURS, SHAPE_OF
from digsite.core.svg import Pen, num, path, rect
from digsite.games.thebes.draw.calendar import WEEKS, Track, spot, stacks_of
from digsite.games.thebes.draw.map import place_of_figure
from digsite.games.thebes.draw.places import Layout
from digsite.games.thebes.draw.plan import journey
from digsite.games.thebes.page.choice import RouteOnMap
from digsite.games.thebes.rules.state import MOST_WEEKS
from digsite.games.thebes.rules.view_types import ThebesView


def planned_journey(pen: Pen, layout: Layout, plan: RouteOnMap) -> str:
    if len(plan.route) < 2:
        return ""
    if not plan.flown:
        return journey(pen, layout, plan.route)
    start, end = layout.spots[plan.route[0]], layout.spots[plan.route[-1]]
    bow_x, bow_y = (start.x + end.x) / 2, (start.y + end.y) / 2 - abs(end.x - start.x) * 0.18
    flight = f"M{num(start.x)} {num(start.y)}Q{num(bow_x)} {num(bow_y)} {num(end.x)} {num(end.y)}"
    return pen.group(path(flight, "journey-casing") + path(flight, "journey flight"), "journey")


def weeks_of(track: Track, view: ThebesView, plan: RouteOnMap) -> str:
    """Draw the weeks of a plan, travel light and action strong; of a dig as many as could be chosen."""
    start = view["players"][plan.seat]["week"]
    travel = "".join(week(track, start + step, "travel", "") for step in range(1, plan.travel + 1))
    start += plan.travel
    length = MOST_WEEKS if plan.dig else plan.weeks
    kinds = [f"dig-week from-{step}" if plan.dig else "" for step in range(1, length + 1)]
    return travel + "".join(week(track, start + step, "action", kind) for step, kind in enumerate(kinds, 1))


def week(track: Track, number: int, kind: str, group: str) -> str:
    layout = track.layout
    drawn = rect(*track.box(number, layout.bar, layout.border - 1.5), f"{kind}-week")
    drawn += rect(*track.box(number, 0, layout.bar), f"{kind}-bar")
    return f'<g class="{group}">{drawn}</g>' if group else drawn


def ghost_markers(pen: Pen, track: Track, view: ThebesView, plan: RouteOnMap) -> str:
    """Draw where the plan would leave the time marker, on top of those there already."""
    if not plan.dig:
        return pen.group(ghost_marker(pen, track, view, plan, plan.weeks), "ghost-marker")
    ghosts = (
        pen.group(ghost_marker(pen, track, view, plan, length), kind=f"ghost-of week-{length}")
        for length in range(1, MOST_WEEKS + 1)
    )
    return pen.group("".join(ghosts), "ghost-marker")


def ghost_marker(pen: Pen, track: Track, view: ThebesView, plan: RouteOnMap, length: int) -> str:
    colour = COLOURS[plan.seat]
    reached = view["players"][plan.seat]["week"] + plan.travel + length
    number = (reached - 1) % WEEKS + 1
    there = len([seat for seat in stacks_of(view).get(number, ()) if seat != plan.seat]) if reached <= WEEKS else 0
    x, y, size = spot(pen, track, number, there, there + 1)
    cell = track.box(number, track.layout.bar + 0.5, track.layout.border - 1.5)
    ground = "" if there else rect(*cell, "ghost-ground") + rect(*cell, "action-week")
    return ground + pen.symbol(SHAPE_OF[colour], x, y, size, f"ghost fill-{colour}")


def ghost_figure(pen: Pen, layout: Layout, view: ThebesView, plan: RouteOnMap) -> str:
    goal = plan.route[-1]
    if goal == plan.route[0]:
        return ""
    there, colour = sum(player["place"] == goal for player in view["players"]), COLOURS[plan.seat]
    x, y, wide, high = place_of_figure(layout, goal, there, there + 1)
    return pen.group(pen.symbol(f"figure-{colour}", x, y, wide, f"ghost fill-{colour}", high), "ghost-figure")
