"""What happened in Thebes, in sentences of the past.

Every sentence is one message for the reader and one for anybody else; who it is about stands at its beginning.
"""

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup, escape

from digsite.core.fields import Bytes
from digsite.games.thebes.page import names
from digsite.games.thebes.page.log_messages import DUG, DUG_WITH, EXCHANGED, EXHIBITED, TAKEN, TOOK, Messages
from digsite.games.thebes.page.position import facts
from digsite.games.thebes.rules.data import Exhibition, Facts
from digsite.games.thebes.rules.decode import (
    Action,
    CardDraw,
    ChanceAction,
    Dig,
    Exchange,
    Exhibit,
    FindDraw,
    MarkerDraw,
    SandDraw,
    Stop,
    decode,
)
from digsite.games.thebes.rules.state import FIND, NO_CARD, RESEARCHERS, STATE, WORD
from digsite.games.thebes.rules.view import calendar, find_view
from digsite.games.thebes.rules.view_types import FindView
from digsite.web.i18n import _, later, listed, points, weeks
from digsite.web.sentences import say
from digsite.web.viewer import Viewer


class Moment:
    """What sentences need of a position: a whole view for each of them would take too long."""

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
        """Return how many special permits a player has."""
        cards = enumerate(self.facts.researchers)
        return sum(self.holds(seat, number) for number, card in cards if card.kind == "permit")

    def bonus(self, site: int) -> bool:
        return bool(int(self.state["bonus"]) >> site & 1)

    @property
    def exhibitions(self) -> list[int]:
        """The cards of those that are open."""
        return [card for card in self.state["hall"].tolist() if card != NO_CARD]


def sentences(viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int]) -> list[Markup]:
    """Return the sentences on one decision and the draws after it, or on draws alone."""
    before, after, done = moments(viewer, states, actions)
    if isinstance(done[0], ChanceAction):
        return luck(viewer, before, after, done)
    found = [decision(viewer, before, after, done), *shows(before, after, done)]
    if made_anew(states):
        found.append(escape(_("The deck ran out and was reshuffled.")))
    return [*found, *new_year(viewer, before, after, stopped=isinstance(done[0], Stop))]


def headline(viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int]) -> Markup:
    """Return the decision alone, in one short line: of a dig, what it was worth."""
    before, after, done = moments(viewer, states, actions)
    if isinstance(done[0], ChanceAction):
        return luck(viewer, before, after, done)[0]
    return decision(viewer, before, after, done, short=True)


def moments(viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int]) -> tuple[Moment, Moment, list[Action]]:
    """Return the positions before and after some actions, and the actions decoded."""
    before, after = (Moment(facts(viewer), state) for state in (states[0], states[-1]))
    return before, after, [decode(action) for action in actions]


def when(viewer: Viewer, state: Bytes, seat: int | None) -> str:
    """Return where a player's marker lies: "wk 14"; "" for draws of no player's turn."""
    if seat is None:
        return ""
    moment = Moment(facts(viewer), state)
    return _("done") if moment.done(seat) else _("wk %(week)s", week=moment.week(seat))


def by_player(viewer: Viewer, seat: int, messages: Messages, moved: bool, **values: object) -> Markup:
    """Return what a player did, where they stood or after a journey."""
    yours, theirs = messages[2:] if moved else messages[:2]
    return say(viewer, seat, yours, theirs, **values)


def decision(viewer: Viewer, before: Moment, after: Moment, done: Sequence[Action], short: bool = False) -> Markup:
    seat, action = before.actor, done[0]
    spent, place = weeks(after.time(seat) - before.time(seat)), after.place(seat)
    if isinstance(action, Stop):
        yours, theirs = later("%(you)s stopped, %(weeks)s unused."), later("%(name)s stopped, %(weeks)s unused.")
        return say(viewer, seat, yours, theirs, weeks=spent)
    if isinstance(action, Dig):
        return dug(viewer, before, after, action, done[1:], short)
    assert not isinstance(action, ChanceAction)
    to_place = names.to_place(place)
    where = {
        "in_place": names.in_place(place),
        "to_place": _("%(to_place)s by zeppelin", to_place=to_place) if action.zeppelin else to_place,
        "weeks": spent,
    }
    moved = place != before.place(seat)
    if isinstance(action, Exhibit):
        show = before.facts.exhibitions[before.state["hall"][action.hall] - RESEARCHERS]
        return by_player(viewer, seat, EXHIBITED, moved, points=points(show.points), **where)
    if isinstance(action, Exchange):
        return by_player(viewer, seat, EXCHANGED, moved, **where)
    card = before.facts.researchers[before.state["display"][action.space]]
    name = names.a_card(card.kind, card.site or None)
    return by_player(viewer, seat, TAKEN.get(card.kind, TOOK), moved, card=name, **where)


def dug(viewer: Viewer, before: Moment, after: Moment, dig: Dig, drawn: Sequence[Action], short: bool) -> Markup:
    seat, facts = before.actor, before.facts
    used = {
        _("the assistant"): dig.assistant,
        _("the rumour"): dig.rumour,
        _("the shovel"): dig.shovel,
        _("the special permit"): after.permits(seat) < before.permits(seat),
    }
    help = [name for name, is_used in used.items() if is_used]
    bonus = before.bonus(dig.site)
    where = {
        "weeks": weeks(dig.weeks),
        "in_place": names.in_place(facts.sites[dig.site]),
        "to_place": names.to_place(facts.sites[dig.site]),
        "finds": worth(facts, dig.site, drawn, bonus) if short else found(facts, dig.site, drawn, bonus),
    }
    if help and not short:
        return by_player(viewer, seat, DUG_WITH, dig.zeppelin, help=listed(help), **where)
    return by_player(viewer, seat, DUG, dig.zeppelin, **where)


def drawn_finds(facts: Facts, site: int, drawn: Sequence[Action]) -> list[FindView]:
    """Return what came out of the bag besides sand: artifacts, the dearest first, then books."""
    finds = [find_view(facts, site, draw.number) for draw in drawn if isinstance(draw, FindDraw)]
    return sorted(finds, key=lambda find: (find["kind"] != "artifact", -find["value"]))


def found(facts: Facts, site: int, drawn: Sequence[Action], bonus: bool) -> str:
    """Return all that a dig brought, as a list."""
    finds = [names.a_find(find) for find in drawn_finds(facts, site, drawn)]
    if bonus:
        finds.append(_("%(find)s for digging first", find=names.a_find(find_view(facts, site, 0))))
    sand = sum(isinstance(draw, SandDraw) for draw in drawn)
    if sand:
        finds.append(names.sand(sand) if finds else _("nothing but sand"))
    return ", ".join(finds) or "…"


def worth(facts: Facts, site: int, drawn: Sequence[Action], bonus: bool) -> str:
    """Return the points a dig brought."""
    values = [find["value"] for find in drawn_finds(facts, site, drawn) if find["kind"] == "artifact"]
    return points(sum(values) + (facts.artifacts[site][0][0] if bonus else 0))


def luck(viewer: Viewer, before: Moment, after: Moment, draws: Sequence[Action]) -> list[Markup]:
    """Return the beginning of a game, or what was still to be drawn."""
    if isinstance(draws[0], MarkerDraw) and after.actor < after.seats:
        return [say(viewer, after.actor, later("%(you)s began."), later("%(name)s began."))]
    if before.state["phase"] != FIND:
        return shows(before, after, draws) or [escape(_("Cards were drawn."))]
    finds = found(before.facts, int(before.state["dig_site"]), draws, bonus=False)
    yours, theirs = later("%(you)s found %(finds)s."), later("%(name)s found %(finds)s.")
    return [say(viewer, int(before.state["digger"]), yours, theirs, finds=finds)]


def shows(before: Moment, after: Moment, done: Sequence[Action]) -> list[Markup]:
    """Return the exhibitions that opened, and those that had to go."""
    drawn = [action.card for action in done if isinstance(action, CardDraw) and action.card >= RESEARCHERS]
    found = [opened(before.facts.exhibitions[card - RESEARCHERS]) for card in drawn]
    lies = after.exhibitions
    for card in dict.fromkeys([*before.exhibitions, *drawn]):
        if card not in lies and not any(after.holds(seat, card) for seat in range(after.seats)):
            city = before.facts.exhibitions[card - RESEARCHERS].city
            found.append(escape(_("The exhibition %(in_place)s closed.", in_place=names.in_place(city))))
    return found


def opened(show: Exhibition) -> Markup:
    return escape(
        _(
            "An exhibition opened %(in_place)s: %(points)s for %(needs)s.",
            in_place=names.in_place(show.city),
            points=points(show.points),
            needs=names.artifacts(show.needs),
        )
    )


def made_anew(states: Sequence[Bytes]) -> bool:
    """Return whether cards went into the deck (T4.5)."""
    rows = [state.view(STATE)[0] for state in states]
    for before, after in pairwise(rows):
        if after["reshuffled"] > before["reshuffled"] or (after["deck"] & ~before["deck"]).any():
            return True
    return False


def new_year(viewer: Viewer, before: Moment, after: Moment, stopped: bool) -> list[Markup]:
    """Return the sentence on a new year, or on the end of a player's game (T8.1)."""
    seat = before.actor
    year = after.year(seat)
    if stopped or year == before.year(seat):
        return []
    if after.done(seat):
        yours, theirs = later("%(you)s reached the end of %(year)s."), later("%(name)s reached the end of %(year)s.")
        return [say(viewer, seat, yours, theirs, year=year - 1)]
    yours = later("%(you)s entered %(year)s: all your permits are valid again.")
    theirs = later("%(name)s entered %(year)s: all their permits are valid again.")
    return [say(viewer, seat, yours, theirs, year=year)]
