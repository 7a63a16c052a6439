"""What a choice costs, in words: the way, the weeks, the year it leads into, and who moves then."""

from collections.abc import Sequence
from fractions import Fraction

from markupsafe import Markup, escape

from digsite.games.thebes.view import calendar
from digsite.web.art import mark
from digsite.web.look import Look
from digsite.web.thebes import names
from digsite.web.words import _, weeks


def percent(chance: Fraction) -> str:
    """A chance as a whole number of hundredths, but never as certain or impossible where it is not."""
    told = round(100 * chance)
    if told == 0 and chance:
        return _("under 1%")
    return _("over 99%") if told == 100 and chance < 1 else _("%(number)s%%", number=told)


def way(route: Sequence[str]) -> str:
    """The places passed: "Rome, Vienna, Warsaw"."""
    return ", ".join(names.place(place) for place in route)


def travelled(route: Sequence[str], travel: int, flown: bool) -> str:
    if len(route) == 1:
        return _("You are there: no travel")
    if flown:
        return _("%(places)s: by zeppelin in no time", places=way((route[0], route[-1])))
    return _("%(places)s: %(weeks)s of travel", places=way(route), weeks=weeks(travel))


def date(look: Look, seat: int, later: int = 0) -> tuple[int, int]:
    """Year and week of a player's marker, now or so many weeks later."""
    return calendar(look.game.facts, look.view["seats"], int(look.view["players"][seat]["time"]) + later)


def span(look: Look, seat: int, total: int) -> str:
    """From when to when: "From week 11 to week 18"."""
    (year, week), (then, end) = date(look, seat), date(look, seat, total)
    if year == then and not week:
        return _("From the start to week %(end)s", end=end)
    if year == then:
        return _("From week %(week)s to week %(end)s", week=week, end=end)
    return _("From week %(week)s to week %(end)s of %(year)s", week=week, end=end, year=then)


def renewal(look: Look, seat: int, total: int) -> str:
    """T8.1: what a new year brings."""
    (year, _week), (then, _end) = date(look, seat), date(look, seat, total)
    if then == year or then > look.game.facts.last_year:
        return ""
    return _("%(year)s begins for you: all permits are valid again.", year=then)


def named(look: Look, seat: int) -> Markup:
    """A player with the mark."""
    return mark(seat, 16) + escape(look.name(seat))


def moves_next(look: Look, order: Sequence[tuple[int, int, int]]) -> str:
    """Who moves once it is done."""
    if not order:
        return _("Then the game is over.")
    seat = order[0][0]
    if seat == look.view["to_act"]:
        return _("Then you move again.")
    return _("Then %(player)s moves.", player=named(look, seat))
