"""What the player to act may do, what each choice costs, and why some are refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from digsite.games.thebes.actions import DIG, EXCHANGE, EXHIBIT, STOP, TAKE, dig_action, dig_parts
from digsite.games.thebes.data import Facts
from digsite.games.thebes.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL, USE_ZEPPELIN
from digsite.games.thebes.odds import DigOdds
from digsite.games.thebes.odds import dig as dig_odds
from digsite.games.thebes.reckoning import Player, journey, total_knowledge
from digsite.games.thebes.state import HALLS, SPACES
from digsite.games.thebes.view import calendar
from digsite.web.look import Look
from digsite.web.thebes import names
from digsite.web.words import _, listed, n_

USED = {"zeppelin": USE_ZEPPELIN, "assistant": USE_ASSISTANT, "rumour": USE_RUMOUR, "shovel": USE_SHOVEL}
Reason = tuple[str, str]  # a short sentence and the number of its rule


@dataclass(frozen=True)
class Offer:
    """One thing a player might do: what it costs, the action that does it, or why it cannot be done."""

    key: str
    place: str
    travel: int
    weeks: int
    action: str = ""
    refusal: str = ""
    rule: str = ""

    @property
    def total(self) -> int:
        return self.travel + self.weeks

    @property
    def possible(self) -> bool:
        return not self.refusal


@dataclass(frozen=True)
class Plan:
    """A choice as the map shows it: the places passed, from where the player is to where it leads."""

    key: str
    seat: int
    route: tuple[str, ...]
    travel: int
    weeks: int
    flown: bool
    dig: bool

    @property
    def total(self) -> int:
        return self.travel + self.weeks


def offers(look: Look) -> dict[str, Offer]:
    """All that might be done now, possible or not, in the order of the table; nothing unless the viewer is to act."""
    if not look.my_turn or look.view["phase"] != "turn":
        return {}
    turn = Turn(look)
    found = [
        *(turn.take(space) for space in range(SPACES) if look.view["cards"][space]),
        turn.exchange(),
        *(turn.exhibit(hall) for hall in range(HALLS) if look.view["exhibitions"][hall]),
        *(turn.dig(site) for site in turn.facts.sites),
        *([turn.stop()] if STOP in turn.legal else []),
    ]
    return {offer.key: offer for offer in found}


class Turn:
    """The player to act and what is legal."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.facts: Facts = look.game.facts
        self.seat = int(look.view["to_act"])
        self.player: Player = look.view["players"][self.seat]
        self.legal = set(look.game.legal(look.state).tolist())
        self.left = end_of_time(self.facts, look.view["seats"]) - int(self.player["time"])

    def take(self, space: int) -> Offer:
        card = self.look.view["cards"][space]
        return self.errand(f"take-{space + 1}", card["city"], card["weeks"], TAKE + 2 * space)

    def exchange(self) -> Offer:
        """T5.2."""
        before = self.look.view["exchanges"]
        weeks = 1 + (before["count"] if before and before["seat"] == self.seat else 0)
        return self.errand("exchange", self.facts.start_city, weeks, EXCHANGE)

    def exhibit(self, hall: int) -> Offer:
        show = self.look.view["exhibitions"][hall]
        lacking = self.lacking(show["needs"])
        reason = (lacking, "T7.2") if lacking else ("", "")
        return self.errand(f"exhibit-{'abc'[hall]}", show["city"], show["weeks"], EXHIBIT + 2 * hall, reason)

    def lacking(self, needs: Mapping[str, int]) -> str:
        """T7.2: what an exhibition still needs, in words."""
        owned = [find["site"] for find in self.player["finds"] if find["kind"] == "artifact"]
        short = {site: number - owned.count(site) for site, number in needs.items() if number > owned.count(site)}
        if len(short) == 1:
            [(site, number)] = short.items()
            whose = names.adjective(site)
            return n_(
                "%(number)s %(adjective)s find short", "%(number)s %(adjective)s finds short", number, adjective=whose
            )
        told = [
            n_("%(number)s %(adjective)s find", "%(number)s %(adjective)s finds", n, adjective=names.adjective(site))
            for site, n in short.items()
        ]
        return _("%(finds)s short", finds=listed(told)) if told else ""

    def errand(self, key: str, place: str, weeks: int, action: int, reason: Reason = ("", "")) -> Offer:
        """An action on foot if time allows, else by zeppelin (T3.3)."""
        walk = journey(self.facts, self.player, place)
        if action in self.legal:
            return Offer(key, place, walk, weeks, self.text(action))
        if action + 1 in self.legal:
            return Offer(key, place, 0, weeks, self.text(action + 1))
        travel = 0 if self.player["zeppelins"] and not reason[0] else walk
        return Offer(key, place, travel, weeks, "", *(reason if reason[0] else self.too_late(travel + weeks)))

    def stop(self) -> Offer:
        return Offer("stop", self.player["place"], 0, self.left, self.text(STOP))

    def dig(self, site: str) -> Offer:
        """The shortest dig that uses up the fewest cards, or what forbids every dig."""
        key, walk = f"dig-{site}", journey(self.facts, self.player, site)
        possible = self.digs(site)
        if possible:
            options = plainest(possible)
            return Offer(key, site, 0 if options & USE_ZEPPELIN else walk, possible[options][0])
        plain, most = self.shortest(site, 0), self.shortest(site, self.helpers(site))
        if not self.player["permits"][site] and not self.player["special_permits"]:
            return Offer(key, site, walk, plain, "", _("permit used"), "T6.11")
        if not most:
            return Offer(key, site, walk, 0, "", _("no knowledge of it yet"), "T6.1")
        travel = 0 if self.player["zeppelins"] else walk
        return Offer(key, site, travel, most, "", *self.too_late(travel + most))

    def digs(self, site: str) -> dict[int, list[int]]:
        """The weeks that may be dug, by what is used for it as bits."""
        return self._digs[site]

    @cached_property
    def _digs(self) -> dict[str, dict[int, list[int]]]:
        found: dict[str, dict[int, list[int]]] = {site: {} for site in self.facts.sites}
        for action in sorted(self.legal):
            if DIG <= action < STOP:
                site, weeks, options = dig_parts(action)
                found[self.facts.sites[site]].setdefault(options, []).append(weeks)
        return found

    def helpers(self, site: str) -> int:
        """Everything that adds knowledge there and may be used up (T6.4, T6.5)."""
        lone, told = self.player["assistants"] == 1, self.player["knowledge"][site]["rumours"]
        return USE_ASSISTANT * int(lone) + USE_RUMOUR * bool(told)

    def shortest(self, site: str, options: int) -> int:
        """The fewest weeks that draw a token (T6.8); 0 without knowledge."""
        known = total_knowledge(self.facts, self.player, site, options)
        return int(self.facts.wheel[known - 1].count(0)) + 1 if known else 0

    def too_late(self, needed: int) -> Reason:
        """T8.3."""
        return _("no time left: needs %(needed)s of %(left)s weeks", needed=needed, left=self.left), "T8.3"

    def odds(self, site: str, weeks: int, options: int) -> DigOdds:
        action = dig_action(self.facts.sites.index(site), weeks, options)
        return dig_odds(self.look.game, self.look.state, action)

    def text(self, action: int) -> str:
        return self.look.game.text(self.look.state, action)

    def flight(self, offer: Offer) -> str:
        """The action of an offer by zeppelin; nothing where it may not be used (T3.3)."""
        text = f"{offer.action.removesuffix(' zeppelin')} zeppelin"
        if offer.key == "stop" or not offer.action:
            return ""
        return text if self.look.game.parse(self.look.state, text) in self.legal else ""


def end_of_time(facts: Facts, seats: int) -> int:
    """The time of the space where the game ends (T8.3)."""
    return (facts.last_year - facts.first_year[seats] + 1) * facts.weeks_per_year + 1


def plainest(digs: Mapping[int, Any]) -> int:
    """The options that use up the fewest cards."""
    return min(digs, key=lambda options: (options.bit_count(), options))


def asked(look: Look) -> int:
    """What the address asks to use, as bits."""
    return sum(bit for name, bit in USED.items() if look.choose.get(name) == "on")


def nearest(digs: Mapping[int, Any], wanted: int) -> int:
    """The options nearest to those wanted: with more where they are not enough, else the plainest of all."""
    return plainest({options: 0 for options in digs if options & wanted == wanted} or digs)


def plan(look: Look) -> Plan | None:
    """What the address chooses, if it can be done."""
    offer = offers(look).get(look.choose.get("choose", ""))
    if offer is None or not offer.possible:
        return None
    turn, dig = Turn(look), offer.key.startswith("dig-")
    if dig:
        options, weeks = chosen_dig(look, turn, offer.place)
        flown = bool(options & USE_ZEPPELIN)
    else:
        flown, weeks = chosen_action(look, turn, offer).endswith(" zeppelin"), offer.weeks
    travel = 0 if flown or offer.key == "stop" else journey(turn.facts, turn.player, offer.place)
    way = route(turn.facts, turn.player["place"], offer.place)
    return Plan(offer.key, turn.seat, way, travel, weeks, flown, dig)


def chosen_action(look: Look, turn: Turn, offer: Offer) -> str:
    """The action of an offer, by zeppelin where the address asks for it and it may be used."""
    asks = look.choose.get("zeppelin") == "on"
    return (asks and turn.flight(offer)) or offer.action


def chosen_dig(look: Look, turn: Turn, site: str) -> tuple[int, int]:
    """What a dig uses, as bits, and its weeks: as the address asks, else those that bring most for each week."""
    digs = turn.digs(site)
    options = nearest(digs, asked(look))
    wanted = number(look.choose.get("weeks", ""))
    if wanted:
        return options, min(digs[options], key=lambda weeks: (abs(weeks - wanted), weeks))
    return options, max(digs[options], key=lambda weeks: (turn.odds(site, weeks, options).per_week, -weeks))


def number(told: object) -> int:
    """A small whole number as a form has it; 0 for anything else."""
    text = str(told)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0


def route(facts: Facts, start: str, end: str) -> tuple[str, ...]:
    """The places of a shortest way; of several the first as the map lists them."""
    way, goal = [start], facts.places.index(end)
    neighbours = {frozenset(pair) for pair in facts.routes}
    while way[-1] != end:
        left = facts.steps[facts.places.index(way[-1]), goal]
        nearer = (place for i, place in enumerate(facts.places) if facts.steps[i, goal] == left - 1)
        way.append(next(place for place in nearer if {way[-1], place} in neighbours))
    return tuple(way)


def next_to_move(look: Look, chosen: Plan | int) -> list[tuple[int, int, int]]:
    """Seat, week and year of those still in the game, in the order in which they move after the choice (T2.1, T2.2)."""
    view, facts = look.view, look.game.facts
    actor = int(view["to_act"])
    times = {player["seat"]: int(player["time"]) for player in view["players"]}
    times[actor] += chosen if isinstance(chosen, int) else chosen.total
    others = [seat for seat in view["order"] if seat != actor]
    ahead = [seat for seat in others if times[seat] < times[actor]]
    order = [*ahead, actor, *others[len(ahead) :]]
    end = end_of_time(facts, view["seats"])
    dates = {seat: calendar(facts, view["seats"], times[seat]) for seat in order if times[seat] < end}
    return [(seat, dates[seat][1], dates[seat][0]) for seat in order if seat in dates]


def action_of(look: Look, form: Mapping[str, Any]) -> str:
    """The action that a posted form describes; where it describes none, a text that the engine refuses."""
    if form.get("action") or not form.get("site"):
        return str(form.get("action", ""))
    used = "".join(f" {name}" for name in USED if form.get(name) == "on")
    return f"dig {form['site']} {number(form.get('weeks'))}{used}"
