"""Exact odds: what a dig brings (T6.8 to T6.13) and which card comes next (T1.3 to T1.5, T4.5), as ratios of integers.

A dig draws some tokens of a bag, every set of them equally likely. Points are those of artifacts alone (T9.1): what a
found book is worth depends on the rest of the game. The first-dig bonus (T6.13) is certain and not drawn; it is told
apart, counts in points, and never among the artifacts drawn.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, sqrt
from typing import Any, NamedTuple

from digsite.core.compiled import CompiledGame
from digsite.core.errors import InvalidAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER
from digsite.games.thebes.actions import CARD, DIG, STOP, dig_parts
from digsite.games.thebes.data import Facts
from digsite.games.thebes.state import ARTIFACTS, FIND, REFILL, RESEARCHERS, STATE, TOKENS

Game = CompiledGame[Facts]


@lru_cache(1024)
def packed_subsets(values: tuple[int, ...], width: int) -> tuple[int, ...]:
    """How many subsets of k values have which sum, for every k: the counts of sums 0, 1, 2 … lie side by side in one
    integer, `width` bytes each, so that adding a value to all subsets at once is a shift."""
    subsets = [1] + [0] * len(values)
    for n, value in enumerate(values):
        for k in range(n, -1, -1):
            subsets[k + 1] += subsets[k] << 8 * width * value
    return tuple(subsets)


@lru_cache(4096)
def point_counts(values: tuple[int, ...], blanks: int, tokens: int) -> tuple[tuple[int, int], ...]:
    """In how many ways drawing tokens of a bag, `blanks` of them without value, brings how many points."""
    width = (len(values) + blanks) // 8 + 1  # n tokens have less than 2**n subsets
    subsets = packed_subsets(values, width)
    packed = sum(comb(blanks, tokens - k) * subsets[k] for k in range(min(tokens, len(values)) + 1))
    counts = packed.to_bytes(width * (sum(values) + 1), "little")
    found = (int.from_bytes(counts[i : i + width], "little") for i in range(0, len(counts), width))
    return tuple((points, count) for points, count in enumerate(found) if count)


@dataclass(frozen=True)
class Draw:
    """Tokens drawn from a bag without putting any back (T6.10)."""

    site: str
    finds: tuple[int, ...]  # what the bag holds besides sand, by number as in `find 7`
    values: tuple[int, ...]  # of the artifacts among them
    sand: int
    tokens: int  # to be drawn, never more than there are
    bonus: int | None = None  # points of the first-dig bonus, where it is still to be had

    @property
    def bag(self) -> int:
        return len(self.finds) + self.sand

    @property
    def ways(self) -> int:
        """Sets of tokens that may be drawn, all equally likely: every count below is out of these."""
        return comb(self.bag, self.tokens)

    @property
    def artifacts(self) -> list[int]:
        """In how many ways 0, 1, 2 … artifacts are drawn."""
        most = min(self.tokens, len(self.values))
        blanks = self.bag - len(self.values)
        return [comb(len(self.values), k) * comb(blanks, self.tokens - k) for k in range(most + 1)]

    @property
    def points(self) -> dict[int, int]:
        """In how many ways the dig brings how many points, bonus included, ascending."""
        counts = point_counts(self.values, self.bag - len(self.values), self.tokens)
        return {points + (self.bonus or 0): count for points, count in counts}

    def at_least(self, points: int) -> Fraction:
        """The chance of so many points or more, bonus included."""
        return Fraction(sum(count for brought, count in self.points.items() if brought >= points), self.ways)

    def artifact(self, number: int) -> Fraction:
        """The chance of a certain token: an artifact, a book (13, 14), or the bonus (0), which is certain."""
        if number == 0:
            return Fraction(self.bonus is not None)
        return Fraction(self.tokens, self.bag) if number in self.finds else Fraction(0)

    @property
    def nothing(self) -> Fraction:
        """The chance that all that is drawn is sand."""
        return Fraction(comb(self.sand, self.tokens), self.ways)

    @property
    def expected(self) -> Fraction:
        """Points on average, bonus included."""
        drawn = Fraction(self.tokens * sum(self.values), self.bag or 1)
        return drawn + self.bonus if self.bonus else drawn

    @property
    def variance(self) -> Fraction:
        """Of the points: that of a sample without replacement."""
        n, t = self.bag, self.tokens
        squares = n * sum(value * value for value in self.values) - sum(self.values) ** 2
        return Fraction(t * (n - t) * squares, n * n * (n - 1)) if n > 1 else Fraction(0)

    @property
    def spread(self) -> float:
        """The standard deviation of the points."""
        return sqrt(self.variance)


@dataclass(frozen=True)
class DigOdds(Draw):
    """A dig that may be chosen now."""

    action: int = 0
    weeks: int = 1  # of digging
    journey: int = 0  # weeks of the way there
    options: int = 0  # what is used for it, as bits

    @property
    def per_week(self) -> Fraction:
        """Points on average for each week, the journey's included."""
        return self.expected / (self.journey + self.weeks)

    @property
    def per_digging_week(self) -> Fraction:
        return self.expected / self.weeks


class Best(NamedTuple):
    """The best digs of a site: by points for each week in all, and for each week of digging."""

    per_week: DigOdds
    per_digging_week: DigOdds


def contents(game: Game, state: Any, site: int) -> dict[str, Any]:
    """A site and what is in its bag."""
    bits, artifacts = int(state["bag"][site]), game.facts.artifacts[site]
    finds = tuple([token for token in range(1, TOKENS) if bits >> token & 1])
    return {
        "site": game.facts.sites[site],
        "finds": finds,
        "values": tuple([artifacts[token][0] for token in finds if token < ARTIFACTS]),
        "sand": game.facts.sand[site] - int(state["dig_sand"]),
    }


def dig(game: Game, state: Bytes, action: int) -> DigOdds:
    """The odds of a legal dig. Raises IllegalAction where it is not allowed, InvalidAction where it is no dig."""
    if not DIG <= action < STOP:
        raise InvalidAction(f"{game.text(state, action)!r} is no dig")
    site, weeks, options = dig_parts(action)
    seat = game.to_act(state)
    before, after = state.view(STATE)[0], game.apply(state, action).view(STATE)[0]
    bag = contents(game, before, site)
    return DigOdds(
        **bag,
        tokens=min(int(after["dig_left"]), len(bag["finds"]) + bag["sand"]),  # T6.10
        bonus=game.facts.artifacts[site][0][0] if int(before["bonus"]) >> site & 1 else None,
        action=action,
        weeks=weeks,
        journey=int(after["time"][seat]) - int(before["time"][seat]) - weeks,
        options=options,
    )


def rest(game: Game, state: Bytes) -> Draw | None:
    """The odds of what a dig under way has still to draw, None where there is none. Its bonus is taken already."""
    told = state.view(STATE)[0]
    if told["phase"] != FIND:
        return None
    bag = contents(game, told, int(told["dig_site"]))
    return Draw(**bag, tokens=min(int(told["dig_left"]), len(bag["finds"]) + bag["sand"]))


def digs(game: Game, state: Bytes) -> list[DigOdds]:
    """Every legal dig, by site, options and weeks."""
    return [dig(game, state, action) for action in game.legal(state).tolist() if DIG <= action < STOP]


def plainest(digs: list[DigOdds]) -> list[DigOdds]:
    """Of a site's digs, those that use up the fewest cards."""
    fewest = min((dig.options.bit_count(), dig.options) for dig in digs)[1]
    return [dig for dig in digs if dig.options == fewest]


def best_weeks(game: Game, state: Bytes, *, spending: bool = False) -> dict[str, Best]:
    """The best digs of every site that may be dug, the shorter where two are equal.

    They use up as few cards as they can, for what a card might bring elsewhere is not in the points; `spending` uses
    whatever there is.
    """
    sites: dict[str, list[DigOdds]] = {}
    for one in digs(game, state):
        sites.setdefault(one.site, []).append(one)

    def best(own: list[DigOdds], worth: Callable[[DigOdds], Fraction]) -> DigOdds:
        return max(own, key=lambda one: (worth(one), -one.options.bit_count(), -one.weeks))

    return {
        site: Best(best(own, lambda one: one.per_week), best(own, lambda one: one.per_digging_week))
        for site, own in ((site, all_digs if spending else plainest(all_digs)) for site, all_digs in sites.items())
    }


def card_kind(facts: Facts, card: int) -> str:
    """The kind of a card and the site it is about, as in "book egypt", "shovel", "exhibition small"."""
    if card < RESEARCHERS:
        return f"{facts.researchers[card].kind} {facts.researchers[card].site}".rstrip()
    return f"exhibition {facts.exhibitions[card - RESEARCHERS].size}"


def next_card(game: Game, state: Bytes) -> dict[str, Fraction]:
    """The chance of every kind to be the next card drawn, from what is unseen; empty where none can be (T4.6).

    If nobody is about to draw, it is what a draw would bring now. The rules' own code gives the weights.
    """
    ready = state.copy()
    told = ready.view(STATE)[0]
    if told["actor"] == OVER or told["supply"] == 0:
        return {}
    if not (told["deck"].any() if told["reshuffled"] else told["first"] + told["second"] + told["shows"]):  # T4.5
        told["deck"] |= told["discards"]
        told["reshuffled"] = 1
    told["actor"], told["phase"] = CHANCE, REFILL
    weights: Counter[str] = Counter()
    for action, weight in zip(*(numbers.tolist() for numbers in game.chance(ready)), strict=True):
        weights[card_kind(game.facts, action - CARD)] += weight
    return {kind: Fraction(weight, weights.total()) for kind, weight in weights.items()}
