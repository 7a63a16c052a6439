"""A player's turn: everything that might be done, what it costs, and why some of it is refused."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from digsite.games.thebes.evaluation.odds import DigOdds
from digsite.games.thebes.evaluation.odds import dig as dig_odds
from digsite.games.thebes.page import names
from digsite.games.thebes.page.position import facts, view_of
from digsite.games.thebes.rules.costs import journey, total_knowledge
from digsite.games.thebes.rules.decode import Dig, Exchange, Exhibit, PlayerAction, Stop, Take, decode, dig_with
from digsite.games.thebes.rules.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL, USE_ZEPPELIN
from digsite.games.thebes.rules.notation import HALL_NAMES
from digsite.games.thebes.rules.planning import in_turn
from digsite.games.thebes.rules.view import calendar
from digsite.games.thebes.rules.view_types import CardView, ExhibitionView, player_to_act
from digsite.web.i18n import _, n_
from digsite.web.viewer import Viewer

USED = {"zeppelin": USE_ZEPPELIN, "assistant": USE_ASSISTANT, "rumour": USE_RUMOUR, "shovel": USE_SHOVEL}
Reason = tuple[str, str]  # a short sentence and the number of its rule
Errand = Take | Exchange | Exhibit


@dataclass(frozen=True)
class Offer:
    """One thing a player might do: what it costs, the action that does it, or why it cannot be done."""

    key: str  # as the address names it: "take-1", "exhibit-a", "dig-egypt", "exchange", "stop"
    place: str
    travel: int
    weeks: int
    action: str = ""
    refusal: str = ""
    rule: str = ""
    move: PlayerAction | None = field(default=None, compare=False)  # the same action, decoded
    card: CardView | ExhibitionView | None = field(default=None, compare=False)  # what is taken or shown

    @property
    def kind(self) -> str:
        """ "take", "exchange", "exhibit", "dig" or "stop"."""
        return self.key.partition("-")[0]

    @property
    def total(self) -> int:
        return self.travel + self.weeks

    @property
    def possible(self) -> bool:
        return not self.refusal


def turn_of(viewer: Viewer) -> "Turn | None":
    """Return the viewer's turn, or while others move the one they can plan; None for those who have none. It is built
    once for all parts of a page."""
    view = view_of(viewer)
    planning = viewer.may_plan and viewer.you is not None and not view["players"][viewer.you]["done"]
    if view["phase"] != "turn" or not (viewer.my_turn or planning):
        return None
    return viewer.once_per_position(Turn)


def offers_of(viewer: Viewer) -> Mapping[str, Offer]:
    """Return everything that might be done in the viewer's turn, possible or not; nothing for those who have none."""
    turn = turn_of(viewer)
    return turn.offers if turn else {}


class Turn:
    """A player's turn and what is legal in it; `planned` while others move."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer, self.view, self.state = viewer, view_of(viewer), viewer.state
        self.planned = not viewer.my_turn
        if self.planned and viewer.you is not None:
            self.state, self.view = in_turn(viewer.state, viewer.you), self.view | {"to_act": viewer.you}
        self.facts = facts(viewer)
        self.player = player_to_act(self.view)
        self.seat = self.player["seat"]
        self.legal = {decode(number) for number in viewer.game.legal(self.state).tolist()}
        self.left = self.facts.end(self.view["seats"]) - self.player["time"]

    @cached_property
    def offers(self) -> dict[str, Offer]:
        """Everything that might be done, in the order of the table."""
        found = [
            *(self.take(space, card) for space, card in enumerate(self.view["cards"]) if card),
            self.exchange(),
            *(self.exhibit(hall, show) for hall, show in enumerate(self.view["exhibitions"]) if show),
            *(self.dig(site) for site in self.facts.sites),
            *([self.stop()] if Stop() in self.legal else []),
        ]
        return {offer.key: offer for offer in found}

    def take(self, space: int, card: CardView) -> Offer:
        return replace(self.errand(f"take-{space + 1}", card["city"], card["weeks"], Take(space)), card=card)

    def exchange(self) -> Offer:
        """Return the exchange, one week longer for each just before (T5.2)."""
        before = self.view["exchanges"]
        weeks = 1 + (before["count"] if before and before["seat"] == self.seat else 0)
        return self.errand("exchange", self.facts.start_city, weeks, Exchange())

    def exhibit(self, hall: int, show: ExhibitionView) -> Offer:
        lacking = self.lacking(show["needs"])
        reason = (lacking, "T7.2") if lacking else ("", "")
        key = f"exhibit-{HALL_NAMES[hall]}"
        return replace(self.errand(key, show["city"], show["weeks"], Exhibit(hall), reason), card=show)

    def lacking(self, needs: Mapping[str, int]) -> str:
        """Return what an exhibition still needs, in words (T7.2)."""
        owned = [find["site"] for find in self.player["finds"] if find["kind"] == "artifact"]
        short = {site: number - owned.count(site) for site, number in needs.items() if number > owned.count(site)}
        if len(short) == 1:
            [(site, number)] = short.items()
            return n_(
                "%(number)s %(adjective)s artifact short",
                "%(number)s %(adjective)s artifacts short",
                number,
                adjective=names.adjective(site),
            )
        return _("%(finds)s short", finds=names.artifacts(short)) if short else ""

    def errand(self, key: str, place: str, weeks: int, move: Errand, reason: Reason = ("", "")) -> Offer:
        """Return an action on foot if time allows, else by zeppelin (T3.3)."""
        walk = journey(self.facts, self.player, place)
        if move in self.legal:
            return Offer(key, place, walk, weeks, self.text(move), move=move)
        by_air = replace(move, zeppelin=True)
        if by_air in self.legal:
            return Offer(key, place, 0, weeks, self.text(by_air), move=by_air)
        travel = 0 if self.player["zeppelins"] and not reason[0] else walk
        return Offer(key, place, travel, weeks, "", *(reason if reason[0] else self.too_late(travel + weeks)))

    def stop(self) -> Offer:
        return Offer("stop", self.player["place"], 0, self.left, self.text(Stop()), move=Stop())

    def dig(self, site: str) -> Offer:
        """Return the shortest dig that uses up the fewest cards, or what forbids every dig."""
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
        """Return the weeks that may be dug, by what is used for it as bits."""
        return self._digs[site]

    @cached_property
    def _digs(self) -> dict[str, dict[int, list[int]]]:
        found: dict[str, dict[int, list[int]]] = {site: {} for site in self.facts.sites}
        digs = [move for move in self.legal if isinstance(move, Dig)]
        for dig in sorted(digs, key=Dig.encode):
            found[self.facts.sites[dig.site]].setdefault(dig.options, []).append(dig.weeks)
        return found

    def helpers(self, site: str) -> int:
        """Return everything that adds knowledge there and may be used up (T6.4, T6.5)."""
        lone, rumours = self.player["assistants"] == 1, self.player["knowledge"][site]["rumours"]
        return USE_ASSISTANT * int(lone) + USE_RUMOUR * bool(rumours)

    def shortest(self, site: str, options: int) -> int:
        """Return the fewest weeks that draw a token (T6.8); 0 without knowledge."""
        known = total_knowledge(self.facts, self.player, site, options)
        return int(self.facts.wheel[known - 1].count(0)) + 1 if known else 0

    def too_late(self, needed: int) -> Reason:
        """Return that there is no time for so many weeks (T8.3)."""
        return _("no time left: needs %(needed)s of %(left)s weeks", needed=needed, left=self.left), "T8.3"

    def odds(self, site: str, weeks: int, options: int) -> DigOdds:
        dig = dig_with(self.facts.sites.index(site), weeks, options)
        return dig_odds(self.viewer.game, self.state, dig.encode())

    def text(self, move: PlayerAction) -> str:
        return self.viewer.game.text(self.state, move.encode())

    def flight(self, offer: Offer) -> Errand | None:
        """Return the action of an offer by zeppelin, None where it may not be used (T3.3)."""
        if not isinstance(offer.move, Errand):
            return None
        by_air = replace(offer.move, zeppelin=True)
        return by_air if by_air in self.legal else None

    def next_to_move(self, weeks: int) -> list[tuple[int, int, int]]:
        """Return who moves after an action of so many weeks, in order: seat, week and year (T2.1, T2.2)."""
        view, seats = self.view, self.view["seats"]
        times = {player["seat"]: player["time"] for player in view["players"]}
        times[self.seat] += weeks
        others = [seat for seat in view["order"] if seat != self.seat]
        ahead = [seat for seat in others if times[seat] < times[self.seat]]
        order = [*ahead, self.seat, *others[len(ahead) :]]
        end = self.facts.end(seats)
        dates = {seat: calendar(self.facts, seats, times[seat]) for seat in order if times[seat] < end}
        return [(seat, dates[seat][1], dates[seat][0]) for seat in order if seat in dates]


def plainest(digs: Mapping[int, object]) -> int:
    """Return the options that use up the fewest cards."""
    return min(digs, key=lambda options: (options.bit_count(), options))
