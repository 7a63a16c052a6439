"""What happened in Thebes, in sentences of the past.

Every sentence is one message for the reader and one for anybody else; who it is about stands at its beginning.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from markupsafe import Markup, escape

from digsite.core.fields import Bytes
from digsite.core.game import View
from digsite.games.thebes.actions import CARD, DIG, EXCHANGE, EXHIBIT, FOUND, MARKER, SAND, STOP, TAKE, dig_parts
from digsite.games.thebes.data import Exhibition, Facts
from digsite.games.thebes.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL, USE_ZEPPELIN
from digsite.games.thebes.state import FIND, NO_CARD, RESEARCHERS, STATE, WORD
from digsite.games.thebes.view import calendar, find_view
from digsite.web.look import Look
from digsite.web.saying import say
from digsite.web.thebes import names
from digsite.web.thebes.deeds import DUG, DUG_WITH, EXCHANGED, EXHIBITED, TAKEN, TOOK, Deed
from digsite.web.words import _, later, listed, n_, points, weeks

HELP = (
    (USE_ASSISTANT, later("the assistant")),
    (USE_RUMOUR, later("the rumour")),
    (USE_SHOVEL, later("the shovel")),
)


class Moment:
    """What sentences need of a position: telling all of it for each would take too long."""

    def __init__(self, facts: Facts, state: Bytes) -> None:
        self.facts = facts
        self.state = state.view(STATE)[0]
        self.seats = int(self.state["seats"])
        self.actor = int(self.state["actor"])

    def time(self, seat: int) -> int:
        return int(self.state["time"][seat])

    def year(self, seat: int) -> int:
        return calendar(self.facts, self.seats, self.time(seat))[0]

    def week(self, seat: int) -> int:
        return calendar(self.facts, self.seats, self.time(seat))[1]

    def done(self, seat: int) -> bool:
        return self.year(seat) > self.facts.last_year

    def place(self, seat: int) -> str:
        return str(self.facts.places[self.state["place"][seat]])

    def holds(self, seat: int, card: int) -> bool:
        return bool(int(self.state["hand"][seat][card // WORD]) >> card % WORD & 1)

    def permits(self, seat: int) -> int:
        """The special ones."""
        cards = enumerate(self.facts.researchers)
        return sum(self.holds(seat, number) for number, card in cards if card.kind == "permit")

    def bonus(self, site: int) -> bool:
        return bool(int(self.state["bonus"]) >> site & 1)

    @property
    def exhibitions(self) -> list[int]:
        """The cards of those that are open."""
        return [card for card in self.state["hall"].tolist() if card != NO_CARD]


def sentences(look: Look, states: Sequence[Bytes], actions: Sequence[int]) -> list[Markup]:
    """One decision and the luck after it, or luck alone; `states` are the positions between which `actions` lie."""
    before, after = (Moment(look.game.facts, state) for state in (states[0], states[-1]))
    if actions[0] >= MARKER:
        return luck(look, before, after, actions)
    told = [decision(look, before, after, actions), *shows(before, after, actions)]
    if made_anew(states):
        told.append(escape(_("The deck ran out and was made anew.")))
    return [*told, *new_year(look, before, after, stopped=actions[0] == STOP)]


def headline(look: Look, states: Sequence[Bytes], actions: Sequence[int]) -> Markup:
    """The decision alone, in one short line: of a dig, what it was worth."""
    before, after = (Moment(look.game.facts, state) for state in (states[0], states[-1]))
    if actions[0] >= MARKER:
        return luck(look, before, after, actions)[0]
    return decision(look, before, after, actions, short=True)


def week_of(view: View, seat: int) -> str:
    """Where a player's marker lies: "wk 14"."""
    player = view["players"][seat]
    return _("done") if player["done"] else _("wk %(week)s", week=player["week"])


def week_at(look: Look, state: Bytes, seat: int) -> str:
    """The same from the position itself, which is much quicker."""
    moment = Moment(look.game.facts, state)
    return _("done") if moment.done(seat) else _("wk %(week)s", week=moment.week(seat))


def done(look: Look, seat: int, deed: Deed, moved: bool, **values: object) -> Markup:
    yours, theirs = deed[2:] if moved else deed[:2]
    return say(look, seat, yours, theirs, **values)


def decision(look: Look, before: Moment, after: Moment, actions: Sequence[int], short: bool = False) -> Markup:
    seat, action = before.actor, actions[0]
    spent, place = weeks(after.time(seat) - before.time(seat)), after.place(seat)
    if action == STOP:
        yours, theirs = later("%(you)s stopped, %(weeks)s unused."), later("%(name)s stopped, %(weeks)s unused.")
        return say(look, seat, yours, theirs, weeks=spent)
    if action >= DIG:
        return dug(look, before, after, actions, short)
    to_place = names.to_place(place)
    where = {
        "in_place": names.in_place(place),
        "to_place": _("%(to_place)s by zeppelin", to_place=to_place) if action % 2 else to_place,
        "weeks": spent,
    }
    moved = place != before.place(seat)
    if action >= EXHIBIT:
        show = before.facts.exhibitions[before.state["hall"][(action - EXHIBIT) // 2] - RESEARCHERS]
        return done(look, seat, EXHIBITED, moved, points=points(show.points), **where)
    if action >= EXCHANGE:
        return done(look, seat, EXCHANGED, moved, **where)
    card = before.facts.researchers[before.state["display"][(action - TAKE) // 2]]._asdict()
    return done(look, seat, TAKEN.get(card["kind"], TOOK), moved, card=names.a_card(card), **where)


def dug(look: Look, before: Moment, after: Moment, actions: Sequence[int], short: bool) -> Markup:
    seat, facts = before.actor, before.facts
    site, length, options = dig_parts(actions[0])
    help = [_(name) for bit, name in HELP if options & bit]
    if after.permits(seat) < before.permits(seat):
        help.append(_("the special permit"))
    bonus = before.bonus(site)
    where = {
        "weeks": weeks(length),
        "in_place": names.in_place(facts.sites[site]),
        "to_place": names.to_place(facts.sites[site]),
        "finds": worth(facts, site, actions[1:], bonus) if short else found(facts, site, actions[1:], bonus),
    }
    flown = bool(options & USE_ZEPPELIN)
    if help and not short:
        return done(look, seat, DUG_WITH, flown, help=listed(help), **where)
    return done(look, seat, DUG, flown, **where)


def drawn_finds(facts: Facts, site: int, drawn: Sequence[int]) -> list[dict[str, Any]]:
    """What came out of the bag besides sand: artifacts, the dearest first, then books."""
    finds = [find_view(facts, site, action - FOUND + 1) for action in drawn if FOUND <= action < SAND]
    return sorted(finds, key=lambda find: (find["kind"] != "artifact", -find["value"]))


def found(facts: Facts, site: int, drawn: Sequence[int], bonus: bool) -> str:
    """All that a dig brought, as a list."""
    told = [names.a_find(find) for find in drawn_finds(facts, site, drawn)]
    if bonus:
        told.append(_("%(find)s for digging first", find=names.a_find(find_view(facts, site, 0))))
    sand = sum(action == SAND for action in drawn)
    if sand:
        told.append(names.sand(sand) if told else _("nothing but sand"))
    return ", ".join(told) or "…"


def worth(facts: Facts, site: int, drawn: Sequence[int], bonus: bool) -> str:
    """The points a dig brought."""
    values = [find["value"] for find in drawn_finds(facts, site, drawn) if find["kind"] == "artifact"]
    return points(sum(values) + (facts.artifacts[site][0][0] if bonus else 0))


def luck(look: Look, before: Moment, after: Moment, actions: Sequence[int]) -> list[Markup]:
    """The beginning of a game, or what was still to be drawn."""
    if actions[0] < CARD and after.actor < after.seats:
        return [say(look, after.actor, later("%(you)s began."), later("%(name)s began."))]
    if before.state["phase"] != FIND:
        return shows(before, after, actions) or [escape(_("Cards were drawn."))]
    finds = found(before.facts, int(before.state["dig_site"]), actions, bonus=False)
    yours, theirs = later("%(you)s found %(finds)s."), later("%(name)s found %(finds)s.")
    return [say(look, int(before.state["digger"]), yours, theirs, finds=finds)]


def shows(before: Moment, after: Moment, actions: Sequence[int]) -> list[Markup]:
    """The exhibitions that opened, and those that had to go."""
    drawn = [action - CARD for action in actions if CARD + RESEARCHERS <= action < FOUND]
    told = [opened(before.facts.exhibitions[card - RESEARCHERS]) for card in drawn]
    lies = after.exhibitions
    for card in dict.fromkeys([*before.exhibitions, *drawn]):
        if card not in lies and not any(after.holds(seat, card) for seat in range(after.seats)):
            city = before.facts.exhibitions[card - RESEARCHERS].city
            told.append(escape(_("The exhibition %(in_place)s closed.", in_place=names.in_place(city))))
    return told


def opened(show: Exhibition) -> Markup:
    needs = [
        n_("%(number)s %(adjective)s artifact", "%(number)s %(adjective)s artifacts", number,
           adjective=names.adjective(site))
        for site, number in show.needs.items()
    ]  # fmt: skip
    return escape(
        _(
            "An exhibition opened %(in_place)s: %(points)s for %(needs)s.",
            in_place=names.in_place(show.city),
            points=points(show.points),
            needs=listed(needs),
        )
    )


def made_anew(states: Sequence[Bytes]) -> bool:
    """T4.5: whether cards went into the deck."""
    told = [state.view(STATE)[0] for state in states]
    for before, after in pairwise(told):
        if after["reshuffled"] > before["reshuffled"] or (after["deck"] & ~before["deck"]).any():
            return True
    return False


def new_year(look: Look, before: Moment, after: Moment, stopped: bool) -> list[Markup]:
    """T8.1, and the end of a player's game."""
    seat = before.actor
    year = after.year(seat)
    if stopped or year == before.year(seat):
        return []
    if after.done(seat):
        yours, theirs = later("%(you)s reached the end of %(year)s."), later("%(name)s reached the end of %(year)s.")
        return [say(look, seat, yours, theirs, year=year - 1)]
    yours = later("%(you)s entered %(year)s: all your permits are valid again.")
    theirs = later("%(name)s entered %(year)s: all their permits are valid again.")
    return [say(look, seat, yours, theirs, year=year)]
