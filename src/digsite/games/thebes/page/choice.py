"""What the address asks for in a player's turn, decoded once for all parts of the page."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from digsite.games.thebes.page.turn import USED, Errand, Offer, Turn, plainest, turn_of
from digsite.games.thebes.rules.costs import journey
from digsite.games.thebes.rules.data import Facts
from digsite.games.thebes.rules.decode import PlayerAction, dig_with
from digsite.web.viewer import Viewer


@dataclass(frozen=True)
class RouteOnMap:
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


@dataclass(frozen=True)
class Choice:
    """Something of a turn that the address chooses: `choose=take-1&zeppelin=on`, `choose=dig-egypt&weeks=6`."""

    turn: Turn = field(compare=False)
    offer: Offer
    move: PlayerAction | None = None  # what confirming plays, None where it cannot be done
    plan: RouteOnMap | None = None  # None where it cannot be done
    options: int = 0  # what a dig uses, as bits

    @property
    def is_dig(self) -> bool:
        """Whether it is a dig that can be done."""
        return self.plan is not None and self.plan.dig

    @property
    def action(self) -> str:
        """The text of what confirming plays."""
        return self.turn.text(self.move) if self.move else ""


def choice_of(viewer: Viewer) -> Choice | None:
    """Return what the address chooses, None where it chooses nothing that there is."""
    return viewer.once(decode_choice)


def plan_of(viewer: Viewer) -> RouteOnMap | None:
    """Return what the address chooses as the map shows it, None where it cannot be done."""
    choice = choice_of(viewer)
    return choice.plan if choice else None


def decode_choice(viewer: Viewer) -> Choice | None:
    turn = turn_of(viewer)
    offer = turn.offers.get(viewer.query.choose) if turn else None
    if turn is None or offer is None:
        return None
    if not offer.possible:
        return Choice(turn, offer)
    way = route(turn.facts, turn.player["place"], offer.place)
    walk = journey(turn.facts, turn.player, offer.place)
    if offer.kind == "dig":
        options, weeks = chosen_dig(viewer.query.options, turn, offer.place)
        dig = dig_with(turn.facts.sites.index(offer.place), weeks, options)
        travel = 0 if dig.zeppelin else walk
        plan = RouteOnMap(offer.key, turn.seat, way, travel, weeks, flown=dig.zeppelin, dig=True)
        return Choice(turn, offer, dig, plan, options)
    flight = turn.flight(offer) if viewer.query.options.get("zeppelin") == "on" else None
    move = flight or offer.move
    flown = isinstance(move, Errand) and move.zeppelin
    travel = 0 if flown or offer.kind == "stop" else walk
    return Choice(turn, offer, move, RouteOnMap(offer.key, turn.seat, way, travel, offer.weeks, flown, dig=False))


def chosen_dig(asked: Mapping[str, str], turn: Turn, site: str) -> tuple[int, int]:
    """Return what a dig uses, as bits, and its weeks: as the address asks, else those that bring most for each week."""
    digs = turn.digs(site)
    options = nearest(digs, sum(bit for name, bit in USED.items() if asked.get(name) == "on"))
    wanted = small_number(asked.get("weeks", ""))
    if wanted:
        return options, min(digs[options], key=lambda weeks: (abs(weeks - wanted), weeks))
    return options, max(digs[options], key=lambda weeks: (turn.odds(site, weeks, options).per_week, -weeks))


def nearest(digs: Mapping[int, object], wanted: int) -> int:
    """Return the options nearest to those wanted: with more where they are not enough, else the plainest of all."""
    return plainest({options: 0 for options in digs if options & wanted == wanted} or digs)


def small_number(text: object) -> int:
    """Return a small whole number as a form has it; 0 for anything else."""
    digits = str(text)
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 3 else 0


def route(facts: Facts, start: str, end: str) -> tuple[str, ...]:
    """Return the places of a shortest way; of several the first as the map lists them."""
    way, goal = [start], facts.places.index(end)
    neighbours = {frozenset(pair) for pair in facts.routes}
    while way[-1] != end:
        left = facts.steps[facts.places.index(way[-1]), goal]
        nearer = (place for i, place in enumerate(facts.places) if facts.steps[i, goal] == left - 1)
        way.append(next(place for place in nearer if {way[-1], place} in neighbours))
    return tuple(way)


def action_of(form: Mapping[str, object]) -> str:
    """Return the text of the action that a form describes; where it describes none, one that the engine refuses."""
    if form.get("action") or not form.get("site"):
        return str(form.get("action", ""))
    used = "".join(f" {name}" for name in USED if form.get(name) == "on")
    return f"dig {form['site']} {small_number(form.get('weeks'))}{used}"
