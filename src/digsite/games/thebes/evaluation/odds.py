"""Exact odds: what a dig brings (T6.8 to T6.13) and which card comes next (T1.3 to T1.5, T4.5), as ratios of integers.

A dig draws some tokens of a bag, every set of them equally likely. Points are those of artifacts alone (T9.1): what a
found book is worth depends on the rest of the game. The first-dig bonus (T6.13) is certain and not drawn; it is listed
apart, counts in points, and never among the artifacts drawn.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, sqrt
from typing import NamedTuple, TypedDict

import numpy as np

from digsite.core.errors import InvalidAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game
from digsite.games.thebes.rules.data import Facts, facts_of
from digsite.games.thebes.rules.decode import CardDraw, Dig, decode
from digsite.games.thebes.rules.state import ARTIFACTS, FIND, REFILL, RESEARCHERS, STATE, TOKENS
from digsite.games.thebes.rules.view import find_view

Json = dict[str, object]


@lru_cache(1024)
def packed_subsets(values: tuple[int, ...], width: int) -> tuple[int, ...]:
    """Return for every k how many subsets of k values have which sum.

    The counts of sums 0, 1, 2 … lie side by side in one integer, `width` bytes each, so that adding a value to all
    subsets at once is a shift.
    """
    subsets = [1] + [0] * len(values)
    for n, value in enumerate(values):
        for k in range(n, -1, -1):
            subsets[k + 1] += subsets[k] << 8 * width * value
    return tuple(subsets)


@lru_cache(4096)
def point_counts(values: tuple[int, ...], blanks: int, tokens: int) -> tuple[tuple[int, int], ...]:
    """Return in how many ways drawing tokens of a bag, `blanks` of them without value, brings how many points."""
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
        """Return the chance of so many points or more, bonus included."""
        return Fraction(sum(count for brought, count in self.points.items() if brought >= points), self.ways)

    def artifact(self, number: int) -> Fraction:
        """Return the chance of a certain token: an artifact, a book (13, 14), or the bonus (0), which is certain."""
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


class Contents(TypedDict):
    """What is in a site's bag, as `Draw` takes it."""

    site: str
    finds: tuple[int, ...]
    values: tuple[int, ...]
    sand: int


def contents(game: Game, state: np.void, site: int) -> Contents:
    """Return a site and what is in its bag."""
    bits, artifacts = int(state["bag"][site]), facts_of(game).artifacts[site]
    finds = tuple([token for token in range(1, TOKENS) if bits >> token & 1])
    return {
        "site": facts_of(game).sites[site],
        "finds": finds,
        "values": tuple([artifacts[token][0] for token in finds if token < ARTIFACTS]),
        "sand": facts_of(game).sand[site] - int(state["dig_sand"]),
    }


def dig(game: Game, state: Bytes, action: int) -> DigOdds:
    """Return the odds of a legal dig. Raises IllegalAction, or InvalidAction where the action is not a dig."""
    decoded = decode(action)
    if not isinstance(decoded, Dig):
        raise InvalidAction(f"{game.text(state, action)!r} is not a dig")
    site, weeks, seat = decoded.site, decoded.weeks, game.to_act(state)
    before, after = state.view(STATE)[0], game.apply(state, action).view(STATE)[0]
    bag = contents(game, before, site)
    return DigOdds(
        **bag,
        tokens=min(int(after["dig_left"]), len(bag["finds"]) + bag["sand"]),  # T6.10
        bonus=facts_of(game).artifacts[site][0][0] if int(before["bonus"]) >> site & 1 else None,
        action=action,
        weeks=weeks,
        journey=int(after["time"][seat]) - int(before["time"][seat]) - weeks,
        options=decoded.options,
    )


def rest(game: Game, state: Bytes) -> Draw | None:
    """Return the odds of what a dig under way has still to draw, without its bonus; None where there is none."""
    fields = state.view(STATE)[0]
    if fields["phase"] != FIND:
        return None
    bag = contents(game, fields, int(fields["dig_site"]))
    return Draw(**bag, tokens=min(int(fields["dig_left"]), len(bag["finds"]) + bag["sand"]))


def digs(game: Game, state: Bytes) -> list[DigOdds]:
    """Return every legal dig, by site, options and weeks."""
    return [dig(game, state, action) for action in game.legal(state).tolist() if isinstance(decode(action), Dig)]


def plainest(digs: list[DigOdds]) -> list[DigOdds]:
    """Return those of a site's digs that use up the fewest cards."""
    fewest = min((dig.options.bit_count(), dig.options) for dig in digs)[1]
    return [dig for dig in digs if dig.options == fewest]


def best_weeks(game: Game, state: Bytes, *, spending: bool = False) -> dict[str, Best]:
    """Return the best digs of every site that may be dug, the shorter where two are equal.

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
    """Return the kind of a card and the site it is about, as in "book egypt", "shovel", "exhibition small"."""
    if card < RESEARCHERS:
        return f"{facts.researchers[card].kind} {facts.researchers[card].site}".rstrip()
    return f"exhibition {facts.exhibitions[card - RESEARCHERS].size}"


def next_card(game: Game, state: Bytes) -> dict[str, Fraction]:
    """Return the chance of every kind to be the next card drawn, from what is unseen; empty where none can be (T4.6).

    If nobody is about to draw, it is what a draw would bring now. The rules' own code gives the weights.
    """
    ready = state.copy()
    fields = ready.view(STATE)[0]
    if fields["actor"] == OVER or fields["supply"] == 0:
        return {}
    stacks = fields["first"] + fields["second"] + fields["shows"]
    if not (fields["deck"].any() if fields["reshuffled"] else stacks):  # T4.5
        fields["deck"] |= fields["discards"]
        fields["reshuffled"] = 1
    fields["actor"], fields["phase"] = CHANCE, REFILL
    weights: Counter[str] = Counter()
    for action, weight in zip(*(numbers.tolist() for numbers in game.chance(ready)), strict=True):
        drawn = decode(action)
        assert isinstance(drawn, CardDraw), "only cards come from the deck"
        weights[card_kind(facts_of(game), drawn.card)] += weight
    return {kind: Fraction(weight, weights.total()) for kind, weight in weights.items()}


def odds_data(game: Game, state: Bytes) -> Json:
    """Return every dig and the next card, ready for JSON: chances as ratios of integers and as floats."""
    under_way = rest(game, state)
    return {
        "digs": [
            {
                "action": game.text(state, dig.action),
                "weeks": dig.weeks,
                "journey": dig.journey,
                **draw_data(game, dig),
                "points_per_week": number_data(dig.per_week),
                "points_per_digging_week": number_data(dig.per_digging_week),
            }
            for dig in digs(game, state)
        ],
        "best_weeks": {
            site: {name: game.text(state, dig.action) for name, dig in best._asdict().items()}
            for site, best in best_weeks(game, state).items()
        },
        "rest": under_way and draw_data(game, under_way),
        "next_card": {kind: ratio_data(chance) for kind, chance in next_card(game, state).items()},
    }


def draw_data(game: Game, draw: Draw) -> Json:
    site = facts_of(game).sites.index(draw.site)
    return {
        "site": draw.site,
        "bag": draw.bag,
        "sand": draw.sand,
        "tokens": draw.tokens,
        "ways": draw.ways,
        "bonus": draw.bonus,
        "expected_points": number_data(draw.expected),
        "variance": number_data(draw.variance),
        "spread": draw.spread,
        "nothing": ratio_data(draw.nothing),
        "artifacts": {str(n): ways_data(count, draw.ways) for n, count in enumerate(draw.artifacts)},
        "points": {str(points): ways_data(count, draw.ways) for points, count in draw.points.items()},
        "at_least": {str(points): ratio_data(draw.at_least(points)) for points in draw.points},
        "finds": [
            find_view(facts_of(game), site, find) | {"chance": ratio_data(draw.artifact(find))} for find in draw.finds
        ],
    }


def number_data(exact: Fraction) -> Json:
    return {"exact": str(exact), "value": float(exact)}


def ratio_data(chance: Fraction) -> Json:
    return ways_data(chance.numerator, chance.denominator)


def ways_data(ways: int, all_ways: int) -> Json:
    return {"ways": ways, "of": all_ways, "chance": ways / all_ways}
