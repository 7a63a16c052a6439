"""The statistics of an arena: win shares with their intervals, scores, ratings and thinking time.

A bot that holds k of n seats has the mean of what its seats won, so equal strength is 1/n for everybody.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import log, sqrt
from typing import Any

import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating

from digsite.bots.workers import GameResult, Lineup

NORMAL_95 = 1.959964
ENOUGH_DEALS = 20  # to see how much deals differ
MOST_WORTH = 2  # a game of a shared deal is worth at most so many games of their own
STAKES = np.array([0.02, 0.05, 0.1, 0.2, 0.4, 0.8])
MODEL = PlackettLuce()


def wilson(share: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share seen in so many games."""
    square = NORMAL_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = NORMAL_95 * sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return max(min(middle - reach, share), 0.0), min(max(middle + reach, share), 1.0)


def interval(won: Sequence[float], rotations: int) -> tuple[float, float]:
    """Return the 95% interval of the share of games won, by Wilson.

    Games of a deal share their luck, so from twenty deals on they count for as many games of their own
    as would make the share as uncertain as it is by the spread between deals; before that each counts for one.
    """
    share, size = float(np.mean(won)), float(len(won))
    deals = len(won) // rotations
    if deals >= ENOUGH_DEALS and 0 < share < 1:
        spread = np.reshape(won[: deals * rotations], (deals, rotations)).mean(axis=1).var(ddof=1) / deals
        size = min(max(share * (1 - share) / max(spread, 1e-12), float(deals)), MOST_WORTH * size)
    return wilson(share, size)


class Bets:
    """Whether one bot is surely better than another, asked after every deal as often as one likes.

    Somebody who holds that it is not bets against us: before each deal we stake a fixed part of our capital on the
    difference of their win shares. If they are right, our capital does not grow on average, and by Ville's inequality
    the chance that it ever reaches 1/p is at most p. Several parts are staked side by side.
    """

    def __init__(self, most_lost: float) -> None:
        self.most_lost = most_lost
        self.logs = np.zeros(len(STAKES))

    def deal(self, difference: float) -> None:
        self.logs += np.log1p(STAKES * difference / self.most_lost)

    @property
    def log_capital(self) -> float:
        return float(np.logaddexp.reduce(self.logs)) - log(len(STAKES))


@dataclass
class Bot:
    """The sums of one bot over all the seats it holds."""

    name: str
    seats: int
    rating: PlackettLuceRating
    won: list[float] = field(default_factory=list)  # of each game, by its seats together
    points: int = 0
    seconds: float = 0.0
    decisions: int = 0
    longest: float = 0.0

    @property
    def win_share(self) -> float:
        return sum(self.won) / (len(self.won) * self.seats)

    def to_json(self, rotations: int) -> dict[str, Any]:
        games = len(self.won)
        low, high = interval(self.won, rotations) if self.seats < rotations else (1.0, 1.0)  # alone it wins everything
        return {
            "name": self.name,
            "seats": self.seats,
            "games": games,
            "win_share": self.win_share,
            "low": low / self.seats,
            "high": high / self.seats,
            "mean_score": self.points / (games * self.seats),
            "rating": self.rating.ordinal(),
            "seconds_per_move": self.seconds / self.decisions if self.decisions else 0.0,
            "longest_move_seconds": self.longest,
        }


class ArenaResult:
    """The result of an arena so far. Games are added in the order of their numbers."""

    def __init__(self, lineup: Lineup) -> None:
        self.lineup = lineup
        self.games = 0
        self.bots = {
            name: Bot(name, lineup.bots.count(name), MODEL.rating(name=name)) for name in dict.fromkeys(lineup.bots)
        }
        self.bets = {pair: Bets(1 / self.bots[pair[1]].seats) for pair in permutations(self.bots, 2)}

    def add(self, played: GameResult) -> None:
        winners = played.ranking[0]
        self._rate(played)
        for bot in self.bots.values():
            held = [seat for seat, name in enumerate(played.bots) if name == bot.name]
            bot.won.append(sum(seat in winners for seat in held) / len(winners))
            bot.points += sum(played.scores[seat] for seat in held)
            bot.seconds += sum(played.seconds[seat] for seat in held)
            bot.decisions += sum(played.decisions[seat] for seat in held)
            bot.longest = max(bot.longest, *(played.longest[seat] for seat in held))
        self.games += 1
        if self.games % self.lineup.seats == 0:
            shares = {bot.name: sum(bot.won[-self.lineup.seats :]) / bot.seats for bot in self.bots.values()}
            for (better, worse), bets in self.bets.items():
                bets.deal((shares[better] - shares[worse]) / self.lineup.seats)

    def _rate(self, played: GameResult) -> None:
        """Update ratings by the model of Plackett and Luce. A bot with several seats gets the mean of their changes."""
        ranks = [
            next(rank for rank, seats in enumerate(played.ranking) if seat in seats) for seat in range(len(played.bots))
        ]
        rated = MODEL.rate([[self.bots[name].rating] for name in played.bots], ranks=[float(rank) for rank in ranks])
        for bot in self.bots.values():
            own = [team[0] for team, name in zip(rated, played.bots, strict=True) if name == bot.name]
            mu, sigma = (sum(getattr(rating, part) for rating in own) / len(own) for part in ("mu", "sigma"))
            bot.rating = MODEL.rating(mu=mu, sigma=sigma, name=bot.name)

    def is_sure(self, level: float) -> bool:
        """Return whether one bot is the best, with an error of at most 1 - level however many games are played."""
        needed = log(max(len(self.bets), 1) / (1 - level))
        return any(
            all(self.bets[best, other].log_capital >= needed for other in self.bots if other != best)
            for best in self.bots
            if len(self.bots) > 1
        )

    def line(self) -> str:
        """Return the win shares so far in one line."""
        return ", ".join(f"{bot.name} {bot.win_share:.1%}" for bot in self.bots.values()) if self.games else ""

    def to_json(self, asked: int, sure: float | None = None) -> dict[str, Any]:
        return {
            "game": self.lineup.game,
            "seats": self.lineup.seats,
            "games": self.games,
            "seed": self.lineup.seed,
            "bots": [bot.to_json(self.lineup.seats) for bot in self.bots.values()] if self.games else [],
            "stopped": self.games < asked,
            "sure": sure is not None and self.is_sure(sure),
            "interval": "deals" if self.games // self.lineup.seats >= ENOUGH_DEALS else "games",
        }
