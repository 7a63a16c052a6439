"""Many games at once: a batch is a matrix of positions, one row a game, shared out among threads if wanted."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from digsite.core.compiled import CompiledGame
from digsite.core.fields import Numbers
from digsite.core.kernel import Batch, Streams


def choose_all(game: CompiledGame[Any], positions: Batch, rngs: Streams, threads: int = 1) -> Numbers:
    """A random legal action for every game, -1 where no player is to act."""
    chosen = np.empty(len(positions), np.int32)
    _share(
        len(positions), threads, lambda part: game.kernel.choose(positions[part], game.tables, rngs[part], chosen[part])
    )
    return chosen


def advance_all(game: CompiledGame[Any], positions: Batch, rngs: Streams, chosen: Numbers, threads: int = 1) -> None:
    """One action in every game (negative: none), then all pending chance; in place. The actions must be legal."""
    _share(
        len(positions),
        threads,
        lambda part: game.kernel.advance(positions[part], game.tables, rngs[part], chosen[part]),
    )


def _share(rows: int, threads: int, work: Callable[[slice], None]) -> None:
    if threads == 1:
        return work(slice(0, rows))
    bounds = np.linspace(0, rows, threads + 1).astype(int).tolist()
    first, *others = (slice(low, high) for low, high in pairwise(bounds))
    running = [_pool(threads - 1).submit(work, part) for part in others]
    work(first)
    for part in running:
        part.result()
    return None


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    """Kept for later calls: starting threads takes longer than many a batch."""
    return ThreadPoolExecutor(threads)
