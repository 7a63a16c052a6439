"""Measure the bots: how fast they search, how long a move takes, how well they keep to time and stop."""

import time
from statistics import median
from threading import Event, Timer

from digsite.bots import entrant
from digsite.bots.master import Master, Plain
from digsite.bots.player import Budget
from digsite.core.fields import Bytes
from digsite.core.game import OVER, Game
from digsite.core.rng import stream

TRIES = 9
SHORT = 0.05


def opening(game: Game, seats: int) -> Bytes:
    return game.settle(game.new(seats), stream(1))


def simulations_per_second(game: Game, seats: int, maker: type[Master], seconds: float) -> float:
    """Return the simulations a second of a search from the opening, in one thread."""
    state = opening(game, seats)
    player = maker(game, 0, 0)
    player.search.run(state, Budget(simulations=100))
    done, started = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - started) < seconds:
        player.search.run(state, Budget(simulations=1000))
        done += player.search.simulations
    return done / elapsed


def move_seconds(game: Game, seats: int, bot: str) -> tuple[float, float]:
    """Return the mean and the longest seconds of a move, in one game in which the bot has every seat."""
    entering = entrant(bot)
    players = [entering.player(game, seat, 0) for seat in range(seats)]
    players[0].choose(opening(game, seats), entering.budget)
    rng, state, times = stream(1), opening(game, seats), []
    while game.to_act(state) != OVER:
        started = time.perf_counter()
        action = players[game.to_act(state)].choose(state, entering.budget)
        times.append(time.perf_counter() - started)
        state = game.settle(game.apply(state, action), rng)
    return sum(times) / len(times), max(times)


def overrun(game: Game, seats: int) -> float:
    """Return by how much a short budget is exceeded at worst (negative: the choice was clear before)."""
    state, worst = opening(game, seats), -SHORT
    for seed in range(TRIES):
        player = Master(game, 0, seed)
        started = time.perf_counter()
        player.choose(state, Budget(seconds=SHORT))
        worst = max(worst, time.perf_counter() - started - SHORT)
    return worst


def seconds_to_stop(game: Game, seats: int) -> float:
    """Return the seconds from cancelling a long search to its end, the median of several tries."""
    state, waits = opening(game, seats), list[float]()
    for seed in range(TRIES):
        cancel, asked = Event(), list[float]()

        def stop(cancel: Event = cancel, asked: list[float] = asked) -> None:
            asked.append(time.perf_counter())
            cancel.set()

        Timer(SHORT, stop).start()
        Master(game, 0, seed).choose(state, Budget(simulations=10**8), cancel)
        ended = time.perf_counter()
        waits.append(ended - asked[0] if asked else 0.0)  # a small game is searched to its end before
    return median(waits)


def measure(game: Game, seats: int, seconds: float) -> dict[str, float]:
    row = {
        "full_playouts_per_second": simulations_per_second(game, seats, Plain, seconds),
        "master_simulations_per_second": simulations_per_second(game, seats, Master, seconds),
        "search_megabytes_at_most": Master(game, 0, 0).search.most_bytes / 1e6,
        "overrun_ms": 1e3 * overrun(game, seats),
        "stop_ms": 1e3 * seconds_to_stop(game, seats),
    }
    for bot in ("random", "novice", "scholar"):
        mean, longest = move_seconds(game, seats, bot)
        row[f"{bot}_move_ms"], row[f"{bot}_longest_ms"] = 1e3 * mean, 1e3 * longest
    return row
