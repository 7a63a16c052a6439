"""Luck and skill in Thebes: what every dig of a game brought beside what it could be expected to bring.

Luck is the value of what was drawn less what was to be expected, over all digs. The first-dig bonus is certain and
so no luck. Skill is all the rest of the score: luck and skill add up to it exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import takewhile

from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.games.thebes.evaluation import odds
from digsite.games.thebes.rules import decode
from digsite.games.thebes.rules.data import facts_of
from digsite.games.thebes.rules.state import ARTIFACTS, STATE


@dataclass(frozen=True)
class Dig:
    """One dig, without its bonus."""

    seat: int
    site: str
    ply: int
    time: int  # when the digging began
    weeks: int
    draw: odds.Draw
    drawn: tuple[decode.FindDraw | decode.SandDraw, ...]
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
        """The chance to find as much or more."""
        return self.draw.at_least(self.found)

    @property
    def as_badly(self) -> Fraction:
        """The chance to find as little or less."""
        return Fraction(sum(count for points, count in self.ways.items() if points <= self.found), self.draw.ways)


def digs(game: Game, states: Sequence[Bytes], actions: Sequence[int]) -> list[Dig]:
    """Return every finished dig of a game, in order; `actions[i]` leads from `states[i]` to the next."""
    done = [decode.decode(action) for action in actions]
    found = (_dig(game, states, done, ply) for ply, action in enumerate(done) if isinstance(action, decode.Dig))
    return [dig for dig in found if len(dig.drawn) == dig.draw.tokens]


def _dig(game: Game, states: Sequence[Bytes], done: Sequence[decode.Action], ply: int) -> Dig:
    dig = odds.dig(game, states[ply], done[ply].encode())
    draws = takewhile(lambda action: isinstance(action, decode.ChanceAction), done[ply + 1 :])
    drawn = tuple(draw for draw in draws if isinstance(draw, decode.FindDraw | decode.SandDraw))
    seat = game.to_act(states[ply])
    worth = facts_of(game).artifacts[facts_of(game).sites.index(dig.site)]
    tokens = [draw.number for draw in drawn if isinstance(draw, decode.FindDraw)]
    return Dig(
        seat=seat,
        site=dig.site,
        ply=ply,
        time=int(states[ply].view(STATE)[0]["time"][seat]) + dig.journey,
        weeks=dig.weeks,
        draw=odds.Draw(dig.site, dig.finds, dig.values, dig.sand, dig.tokens),
        drawn=drawn,
        found=sum(worth[token][0] for token in tokens if token < ARTIFACTS),
    )


def best(digs: Sequence[Dig]) -> Dig | None:
    """Return the dig that found most, if any found something; of equals the one of which least was expected."""
    most = max(digs, key=lambda dig: (dig.found, dig.luck), default=None)
    return most if most and most.found else None


def unluckiest(digs: Sequence[Dig]) -> Dig | None:
    """Return the dig that fell furthest below what was expected, if any did."""
    worst = min(digs, key=lambda dig: dig.luck, default=None)
    return worst if worst and worst.luck < 0 else None


def luck(digs: Sequence[Dig], seat: int) -> Fraction:
    return sum((dig.luck for dig in digs if dig.seat == seat), Fraction(0))
