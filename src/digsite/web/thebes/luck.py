"""Luck and skill in Thebes: what every dig of a game brought beside what it could be expected to bring.

Luck is the value of what was drawn less what was to be expected, over all digs. The first-dig bonus is certain and
so no luck. Skill is all the rest of the score: luck and skill add up to it exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.games.thebes import odds
from digsite.games.thebes.actions import DIG, FOUND, MARKER, SAND, STOP
from digsite.games.thebes.data import Facts
from digsite.games.thebes.state import ARTIFACTS, STATE


@dataclass(frozen=True)
class Dig:
    """One dig, without its bonus."""

    seat: int
    site: str
    ply: int
    time: int  # when the digging began
    weeks: int
    draw: odds.Draw
    drawn: tuple[int, ...]  # actions of chance
    found: int  # points

    @property
    def expected(self) -> Fraction:
        return self.draw.expected

    @property
    def luck(self) -> Fraction:
        return self.found - self.expected

    @cached_property
    def ways(self) -> dict[int, int]:
        return self.draw.points

    @property
    def as_well(self) -> Fraction:
        """How many of such digs find so much or more."""
        return self.draw.at_least(self.found)

    @property
    def as_badly(self) -> Fraction:
        """How many of such digs find so little or less."""
        return Fraction(sum(count for points, count in self.ways.items() if points <= self.found), self.draw.ways)


def digs(game: CompiledGame[Facts], states: Sequence[Bytes], actions: Sequence[int]) -> list[Dig]:
    """Every finished dig of a game, in order; `actions[i]` leads from `states[i]` to the next."""
    told = (_dig(game, states, actions, ply) for ply, action in enumerate(actions) if DIG <= action < STOP)
    return [dig for dig in told if len(dig.drawn) == dig.draw.tokens]


def _dig(game: CompiledGame[Facts], states: Sequence[Bytes], actions: Sequence[int], ply: int) -> Dig:
    told = odds.dig(game, states[ply], actions[ply])
    end = next((later for later in range(ply + 1, len(actions)) if actions[later] < MARKER), len(actions))
    drawn = tuple(action for action in actions[ply + 1 : end] if action >= FOUND)
    seat = game.to_act(states[ply])
    worth = game.facts.artifacts[game.facts.sites.index(told.site)]
    tokens = [action - FOUND + 1 for action in drawn if action < SAND]
    return Dig(
        seat=seat,
        site=told.site,
        ply=ply,
        time=int(states[ply].view(STATE)[0]["time"][seat]) + told.journey,
        weeks=told.weeks,
        draw=odds.Draw(told.site, told.finds, told.values, told.sand, told.tokens),
        drawn=drawn,
        found=sum(worth[token][0] for token in tokens if token < ARTIFACTS),
    )


def best(told: Sequence[Dig]) -> Dig | None:
    """The dig that found most, if any found something; of equals the one of which least was to be expected."""
    most = max(told, key=lambda dig: (dig.found, dig.luck), default=None)
    return most if most and most.found else None


def unluckiest(told: Sequence[Dig]) -> Dig | None:
    """The dig that fell shortest of what was to be expected, if any did."""
    worst = min(told, key=lambda dig: dig.luck, default=None)
    return worst if worst and worst.luck < 0 else None


def luck(told: Sequence[Dig], seat: int) -> Fraction:
    return sum((dig.luck for dig in told if dig.seat == seat), Fraction(0))
