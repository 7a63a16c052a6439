"""The arena: many games between bots, in rotated seats and with shared luck."""

from collections.abc import Callable, Iterable, Iterator

from digsite.bots.arena_stats import ArenaResult
from digsite.bots.workers import GameResult, InProcessPool, Lineup, WorkerPool


def arena(
    lineup: Lineup,
    games: int,
    pool: WorkerPool | InProcessPool,
    *,
    sure: float | None = None,
    kept: Iterable[GameResult] = (),
    keep: Callable[[GameResult], None] = lambda played: None,
) -> Iterator[ArenaResult]:
    """Yield the same result after every game. The caller may stop at any time.

    Games count in the order of their numbers, whichever finished first, so the result does not depend on how many
    workers there are. `kept` are the first games, played before; `keep` is given each new one. With `sure`, it ends
    after the first deal that leaves no doubt at that level who is best.
    """
    result = ArenaResult(lineup)

    def decided() -> bool:
        return sure is not None and result.games % lineup.seats == 0 and result.is_sure(sure)

    for played in kept:
        result.add(played)
        if decided():
            break
    yield result
    if result.games >= games or decided():
        return
    for played in pool.play(lineup, range(result.games, games)):
        result.add(played)
        keep(played)
        yield result
        if decided():
            return
