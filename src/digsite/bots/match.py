"""One game between bots. Every bot observes all actions; each source of chance has a random stream of its own."""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from operator import index

from digsite.bots import Entrant
from digsite.bots.player import Budget, Player
from digsite.core.chance import weighted_draw
from digsite.core.errors import DigsiteError, IllegalAction, InvalidAction
from digsite.core.fields import Bytes, Stream
from digsite.core.game import CHANCE, OVER, Game, Outcome
from digsite.core.history import History
from digsite.core.rng import below, stream

SOURCES = 64  # at most, of one game
HALF = 31  # bits of a random number that come at once


class BotFailed(DigsiteError, RuntimeError):
    """A bot raised an error or chose an illegal action."""


class Luck:
    """The draws of one deal.

    Every source (a bag, a deck) has a stream of its own, and its k-th draw takes the stream's k-th number. So wherever
    two games of a deal are in the same situation, they draw the same, however much was drawn elsewhere before.
    """

    def __init__(self, seed: int, deal: int) -> None:
        self.seed, self.deal = seed, deal
        self.streams: dict[int, Stream] = {}

    def draw(self, game: Game, state: Bytes) -> int:
        source = game.source(state)
        if source not in self.streams:
            self.streams[source] = stream(self.seed, self.deal * SOURCES + source)
        rng = self.streams[source]
        number = below(rng, 1 << HALF) << HALF | below(rng, 1 << HALF)
        return weighted_draw(game, state, lambda total: number * total >> 2 * HALF)


@dataclass(frozen=True)
class PlayedMatch:
    """A game that bots have played, and the time each seat spent on its choices."""

    history: History
    outcome: Outcome
    seconds: list[float]  # of each seat in total
    longest: list[float]  # of each seat for one choice
    decisions: list[int]


def seed_of(*what: object) -> int:
    """Return a seed for a bot, the same for the same arguments."""
    return int.from_bytes(hashlib.sha256(repr(what).encode()).digest()[:8], "big")


def timed_by_work(entrant: Entrant) -> Entrant:
    """Return the bot with one thread and its CPU time as clock, so that other programs do not weaken it."""
    return replace(entrant, budget=replace(entrant.budget, threads=1, clock=time.thread_time))


def play(
    game: Game,
    entrants: Sequence[Entrant],
    luck: Luck,
    seed: int,
    *,
    plies: int | None = None,
    asking: Callable[[int], None] = lambda seat: None,
) -> PlayedMatch:
    """Play one game, a bot for each seat. `asking` is called with each seat that is to choose. Raises BotFailed."""
    seats = range(len(entrants))
    history = History.start(game, len(entrants))
    seconds, longest, decisions = [0.0 for _ in seats], [0.0 for _ in seats], [0 for _ in seats]
    players = []
    for seat, entrant in enumerate(entrants):
        with bot_errors(entrant):
            players.append(entrant.player(game, seat, seed_of(seed, seat, entrant.name)))
    while (actor := game.to_act(state := history.state)) != OVER and history.ply != plies:
        if actor == CHANCE:
            action = luck.draw(game, state)
        elif len(legal := game.legal(state)) == 1:
            action = int(legal[0])
        else:
            asking(actor)
            action, spent = _ask(players[actor], entrants[actor], state)
            seconds[actor] += spent
            longest[actor] = max(longest[actor], spent)
            decisions[actor] += 1
        try:
            history.play(action)
        except (IllegalAction, InvalidAction) as error:
            raise not_allowed(entrants[actor], error) from None
        for player, entrant in zip(players, entrants, strict=True):
            with bot_errors(entrant):
                player.observe(state, action)
    return PlayedMatch(history, game.outcome(history.state), seconds, longest, decisions)


@contextmanager
def bot_errors(entrant: Entrant) -> Iterator[None]:
    """Turn any error inside the block into BotFailed, which names the bot."""
    try:
        yield
    except Exception as error:
        raise _failed(entrant, error) from error


def _ask(player: Player, entrant: Entrant, state: Bytes) -> tuple[int, float]:
    clock = entrant.budget.clock
    started = clock()
    with bot_errors(entrant):
        chosen = index(player.choose(state, entrant.budget))
    return chosen, clock() - started


def not_allowed(entrant: Entrant, error: DigsiteError) -> BotFailed:
    return BotFailed(f"{entrant.name} plays what is not allowed: {error}")


def _failed(entrant: Entrant, error: Exception) -> BotFailed:
    if isinstance(error, DigsiteError):
        return BotFailed(f"{entrant.name} breaks off: {error}")
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" (line {place.tb_lineno} of {place.tb_frame.f_code.co_filename})" if place else ""
    return BotFailed(f"{entrant.name} breaks off: {type(error).__name__}: {error}{where}")


def warm(game: Game, entrants: Sequence[Entrant], asking: Callable[[int], None] = lambda seat: None) -> None:
    """Play the beginning of a game quickly, so that all code is compiled before the first real choice."""
    quick = Budget(seconds=0.05, simulations=8, clock=time.thread_time)
    play(game, [replace(entrant, budget=quick) for entrant in entrants], Luck(0, 0), 0, plies=60, asking=asking)
