"""The dig sheet: the dial, what may be used, and the exact odds of every number of weeks."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import TypedDict

from markupsafe import Markup

from digsite.games.thebes.evaluation.odds import DigOdds
from digsite.games.thebes.page import art, names
from digsite.games.thebes.page.chart import chart, reach
from digsite.games.thebes.page.choice import Choice, route
from digsite.games.thebes.page.cost_text import date, moves_next, percent, renewal, travelled
from digsite.games.thebes.page.dial import dial
from digsite.games.thebes.page.turn import USED
from digsite.games.thebes.rules.costs import journey, specialised, total_knowledge
from digsite.games.thebes.rules.data import worth_of
from digsite.games.thebes.rules.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL, USE_ZEPPELIN
from digsite.games.thebes.rules.state import MOST_WEEKS
from digsite.games.thebes.rules.view_types import PlayerView, view_of
from digsite.web.i18n import _, listed, n_, points, weeks


@dataclass(frozen=True)
class Week:
    """One number of weeks on the dial."""

    number: int
    tokens: int
    refusal: str = ""
    action: str = ""
    button: str = ""
    until: str = ""
    renewal: str = ""
    then: str = ""
    expected: str = ""
    sand: str = ""
    goal: int = 0  # the expectation as a whole number, at least a point …
    many: str = ""  # … and how likely a dig brings as much
    chart: str = ""

    @property
    def label(self) -> str:
        drawn = n_("%(weeks)s, %(number)s token", "%(weeks)s, %(number)s tokens", self.tokens, weeks=weeks(self.number))
        return _("%(choice)s: %(reason)s", choice=drawn, reason=self.refusal) if self.refusal else drawn


@dataclass(frozen=True)
class Part:
    """A term of the sum that makes the knowledge."""

    drawing: Markup
    value: int
    name: str


@dataclass(frozen=True)
class Switch:
    """Something that may be used for the dig; `fixed` where there is no choice."""

    name: str
    drawing: Markup
    title: str
    gives: Mapping[int, str]  # what it adds, for each number of weeks
    on: bool
    fixed: bool

    @property
    def same(self) -> str:
        """What it adds, where that is the same for every number of weeks; else nothing."""
        texts = set(self.gives.values())
        return texts.pop() if len(texts) == 1 else ""


class DigContext(TypedDict):
    site: str
    key: str
    title: str
    way: str
    dial: Markup
    weeks: list[Week]
    chosen: int
    knowledge: int
    sum: list[Part]
    switches: list[Switch]
    notes: list[str]
    bag: str
    bonus: str
    bonus_points: int | None
    planned: bool  # whether it waits for the player's turn


def context(choice: Choice) -> DigContext:
    """Return everything the sheet of a dig that can be done shows."""
    return _Sheet(choice).context()


class _Sheet:
    def __init__(self, choice: Choice) -> None:
        assert choice.plan is not None
        self.turn, self.site, self.options = choice.turn, choice.offer.place, choice.options
        self.viewer, site = choice.turn.viewer, choice.offer.place
        self.chosen = choice.plan.weeks
        self.facts, self.player = self.turn.facts, self.turn.player
        self.digs = self.turn.digs(site)
        self.flown = bool(self.options & USE_ZEPPELIN)
        self.walk = journey(self.facts, self.player, site)
        self.known = total_knowledge(self.facts, self.player, site, self.options)
        self.odds = {week: self.turn.odds(site, week, self.options) for week in self.digs[self.options]}
        self.most = reach(*(odds.points for odds in self.odds.values()))
        self.tall = 86 if self.digs.keys() - {0} else 150  # where nothing may be used there is room

    def context(self) -> DigContext:
        rows = [self.week(number) for number in range(1, MOST_WEEKS + 1)]
        any_odds = self.odds[self.chosen]
        return {
            "site": self.site,
            "key": f"dig-{self.site}",
            "title": _("Dig %(in_place)s", in_place=names.in_place(self.site)),
            "way": travelled(route(self.facts, self.player["place"], self.site), self.travel, self.flown),
            "dial": dial([row.tokens for row in rows], list(self.odds)),
            "weeks": rows,
            "chosen": self.chosen,
            "knowledge": self.known,
            "sum": self.sum(),
            "switches": self.switches(),
            "notes": self.notes(),
            "bag": self.bag(any_odds),
            "bonus": self.bonus(any_odds),
            "bonus_points": any_odds.bonus,
            "planned": self.turn.planned,
        }

    @property
    def travel(self) -> int:
        return 0 if self.flown else self.walk

    @property
    def shovels(self) -> int:
        """What a set of shovels adds (T6.9)."""
        return worth_of(self.facts.sets, self.player["shovels"])

    def tokens(self, number: int, options: int) -> int:
        """Return what so many weeks draw with these options (T6.8, T6.9); never more than the bag holds."""
        known = total_knowledge(self.facts, self.player, self.site, options)
        drawn = self.facts.wheel[known - 1][number - 1] if known else 0
        more = self.shovels + self.facts.single * bool(options & USE_SHOVEL)
        return min(drawn + more, self.turn.view["sites"][self.site]["left"]) if drawn else 0

    def week(self, number: int) -> Week:
        odds = self.odds.get(number)
        if odds is None:
            drawn = self.tokens(number, self.options)
            return Week(number, drawn, _("no time left for it") if drawn else _("draws nothing"))
        return Week(
            number,
            odds.tokens,
            action=self.viewer.game.text(self.turn.state, odds.action),
            button=n_(
                "Dig %(weeks)s: %(number)s token", "Dig %(weeks)s: %(number)s tokens", odds.tokens, weeks=weeks(number)
            ),
            until=self.until(number),
            renewal=renewal(self.viewer, self.turn.seat, self.travel + number),
            then=moves_next(self.viewer, self.turn.seat, self.turn.next_to_move(self.travel + number)),
            expected=f"{float(odds.expected):.1f}",
            sand=percent(odds.nothing),
            goal=max(1, ceil(odds.expected)),
            many=percent(odds.at_least(max(1, ceil(odds.expected)))),
            chart=chart(odds.points, self.most, 360, self.tall, expected=float(odds.expected)),
        )

    def until(self, number: int) -> str:
        """Return when the dig ends."""
        total, seat = self.travel + number, self.turn.seat
        (year, _week), (then, week) = date(self.viewer, seat), date(self.viewer, seat, total)
        if year != then:
            return _("%(weeks)s in total, to week %(week)s of %(year)s.", weeks=weeks(total), week=week, year=then)
        if self.travel:
            return _("%(weeks)s with travel, to week %(week)s.", weeks=weeks(total), week=week)
        return _("%(weeks)s, to week %(week)s.", weeks=weeks(total), week=week)

    def sum(self) -> list[Part]:
        """Return the parts of knowledge; general knowledge counts at most as much as the rest (T6.2 to T6.7)."""
        known, count = self.player["knowledge"][self.site], self.player["assistants"]
        books = known["books"] + known["found"]
        helpers = worth_of(self.facts.sets, count)
        helpers += self.facts.single * bool(self.options & USE_ASSISTANT)
        general = self.player["general"]["books"] + self.player["general"]["found"]
        counted = min(general, specialised(self.facts, self.player, self.site, self.options))
        parts = [Part(art.card_picture("book", self.site, 1, 30), books, _("books"))]
        if self.options & USE_RUMOUR:
            parts.append(Part(art.card_picture("rumour", self.site, 1, 30), self.facts.rumour, _("rumour")))
        if helpers:
            parts.append(Part(art.kit("assistant", 30), helpers, n_("assistant", "assistants", count)))
        name = _("general") if counted == general else _("general, of %(number)s", number=general)
        return [part for part in (*parts, Part(art.kit("general", 30), counted, name)) if part.value]

    def switches(self) -> list[Switch]:
        knowledge = _("+%(number)s knowledge")
        rumour = art.card_picture("rumour", self.site, self.facts.rumour, 28)
        offered = {
            "rumour": (rumour, knowledge % {"number": self.facts.rumour}),
            "assistant": (art.kit("assistant", 28), knowledge % {"number": self.facts.single}),
            "shovel": (art.kit("shovel", 28), n_("+%(number)s token", "+%(number)s tokens", self.facts.single)),
            "zeppelin": (art.kit("zeppelin", 28), _("travel 0 weeks")),
        }
        useful = 0
        for options in self.digs:
            useful |= options
        return [self.switch(name, drawing, gives) for name, (drawing, gives) in offered.items() if useful & USED[name]]

    def switch(self, name: str, drawing: Markup, gives: str) -> Switch:
        """Return the switch for a card; it is fixed where the dig depends on using it, or on not using it."""
        on, fixed = bool(self.options & USED[name]), self.options ^ USED[name] not in self.digs
        if fixed:
            gives = _("needed here") if on else _("not possible here")
        idle = [] if fixed or name == "zeppelin" else self.idle(USED[name])
        effects = {
            number: _("adds nothing at %(weeks)s", weeks=weeks(number)) if number in idle else gives
            for number in self.odds
        }
        return Switch(name, drawing, names.kind(name), effects, on, fixed)

    def idle(self, bit: int) -> list[int]:
        """Return the weeks that draw no more with it than without."""
        without, using = self.options & ~bit, self.options | bit
        return [number for number in self.odds if self.tokens(number, using) == self.tokens(number, without)]

    def notes(self) -> list[str]:
        """Return what else is to be known before digging."""
        after = self.after(self.chosen)
        early = self.facts.wheel[self.known - 1].count(0)
        notes = []
        if self.digs.keys() - {0}:
            notes.append(_("Each is discarded when used."))
        if early:
            notes.append(n_("%(number)s week alone draws nothing.", "Up to %(number)s weeks draw nothing.", early))
        if after["special_permits"] < self.player["special_permits"]:
            notes.append(_("Your special permit is used for it."))
        if self.shovels:
            notes.append(n_("Your shovels add %(number)s token.", "Your shovels add %(number)s tokens.", self.shovels))
        return notes

    def after(self, week: int) -> PlayerView:
        """Return the player once the dig has begun."""
        state = self.viewer.game.apply(self.turn.state, self.odds[week].action)
        return view_of(self.viewer.game, state)["players"][self.turn.seat]

    def bag(self, odds: DigOdds) -> str:
        artifacts, books = len(odds.values), len(odds.finds) - len(odds.values)
        held = [
            n_("%(number)s artifact", "%(number)s artifacts", artifacts),
            *([n_("%(number)s book", "%(number)s books", books)] if books else []),
            _("%(number)s sand", number=odds.sand),
        ]
        return _("In the bag: %(contents)s", contents=listed(held))

    def bonus(self, odds: DigOdds) -> str:
        """Return the sentence on the bonus for digging first (T6.13)."""
        if odds.bonus is None:
            return ""
        name = names.artifact(self.facts.artifacts[self.facts.sites.index(self.site)][0][1])
        return _("First dig: %(points)s for certain, %(artifact)s", points=points(odds.bonus), artifact=name)
