"""What a choice costs, in words: the way, the weeks, the year it leads into, and who moves then."""

from collections.abc import Sequence
from fractions import Fraction

from markupsafe import Markup, escape

from digsite.games.thebes.page import names
from digsite.games.thebes.page.position import facts, view_of
from digsite.games.thebes.rules.view import calendar
from digsite.web.art import mark
from digsite.web.i18n import _, weeks
from digsite.web.viewer import Viewer


def percent(chance: Fraction) -> str:
    """Return a chance as a whole number of hundredths, but never as certain or impossible where it is not."""
    number = round(100 * chance)
    if number == 0 and chance:
        return _("under 1%")
    return _("over 99%") if number == 100 and chance < 1 else _("%(number)s%%", number=number)


def way(route: Sequence[str]) -> str:
    """Return the places passed: "Rome, Vienna, Warsaw"."""
    return ", ".join(names.place(place) for place in route)


def travelled(route: Sequence[str], travel: int, flown: bool) -> str:
    if len(route) == 1:
        return _("You are there: no travel")
    if flown:
        return _("%(places)s: by zeppelin in no time", places=way((route[0], route[-1])))
    return _("%(places)s: %(weeks)s of travel", places=way(route), weeks=weeks(travel))


def date(viewer: Viewer, seat: int, later: int = 0) -> tuple[int, int]:
    """Return the year and week of a player's marker, now or so many weeks later."""
    view = view_of(viewer)
    return calendar(facts(viewer), view["seats"], view["players"][seat]["time"] + later)


def span(viewer: Viewer, seat: int, total: int) -> str:
    """Return from when to when: "From week 11 to week 18"."""
    (year, week), (then, end) = date(viewer, seat), date(viewer, seat, total)
    if year == then and not week:
        return _("From the start to week %(end)s", end=end)
    if year == then:
        return _("From week %(week)s to week %(end)s", week=week, end=end)
    return _("From week %(week)s to week %(end)s of %(year)s", week=week, end=end, year=then)


def renewal(viewer: Viewer, seat: int, total: int) -> str:
    """Return what a new year brings (T8.1)."""
    (year, _week), (then, _end) = date(viewer, seat), date(viewer, seat, total)
    if then == year or then > facts(viewer).last_year:
        return ""
    return _("%(year)s begins for you: all permits are valid again.", year=then)


def named(viewer: Viewer, seat: int) -> Markup:
    """Return a player with the mark."""
    return mark(seat, 16) + escape(viewer.name(seat))


def moves_next(viewer: Viewer, mover: int, order: Sequence[tuple[int, int, int]]) -> str:
    """Return who moves once `mover` is done."""
    if not order:
        return _("Then the game is over.")
    seat = order[0][0]
    if seat == mover:
        return _("Then you move again.")
    return _("Then %(player)s moves.", player=named(viewer, seat))
