"""Play many games at once: a batch is a matrix with one position in each row, divided among threads if wanted."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from operator import index

import numpy as np
import numpy.typing as npt

from digsite.core.errors import IllegalAction, InvalidAction, InvalidState
from digsite.core.fields import Numbers
from digsite.core.game import Game
from digsite.core.kernel import Batch, Streams

Chosen = npt.NDArray[np.integer] | Sequence[int]


def choose_all(game: Game, positions: Batch, rngs: Streams, threads: int = 1) -> Numbers:
    """Return a random legal action for every game, -1 where no player is to act."""
    threads = _check(game, positions, rngs, threads)
    chosen = np.empty(len(positions), np.int32)
    _share(
        len(positions), threads, lambda part: game.kernel.choose(positions[part], game.tables, rngs[part], chosen[part])
    )
    return chosen


def advance_all(
    game: Game, positions: Batch, rngs: Streams, chosen: Chosen, threads: int = 1, *, checked: bool = True
) -> None:
    """Apply one action in every game (negative: none), then draw all pending chance; in place.

    Raises IllegalAction or InvalidAction naming the game, before anything is changed. `checked=False` leaves that out
    and is up to twice as fast: actions that are not legal then make impossible positions.
    """
    threads = _check(game, positions, rngs, threads)
    actions = _actions(game, positions, chosen)
    if checked:
        _refuse_illegal(game, positions, actions, threads)
    _share(
        len(positions),
        threads,
        lambda part: game.kernel.advance(positions[part], game.tables, rngs[part], actions[part]),
    )


def _check(game: Game, positions: Batch, rngs: Streams, threads: int) -> int:
    """Return the number of threads. Raises InvalidState where compiled functions cannot read these matrices."""
    if not _is_matrix(positions, np.uint8) or positions.shape[1] != game.state_bytes:
        raise InvalidState(
            f"a batch of {game.name} is a writable matrix of bytes in C order with {game.state_bytes} columns"
        )
    if not _is_matrix(rngs, np.uint64) or rngs.shape != (len(positions), 4):
        raise InvalidState("the streams of a batch are a writable matrix of uint64 in C order with 4 columns")
    if index(threads) < 1:
        raise ValueError(f"threads: {threads} is less than 1")
    return index(threads)


def _is_matrix(given: object, kind: type[np.generic]) -> bool:
    return isinstance(given, np.ndarray) and given.ndim == 2 and given.dtype == kind and bool(given.flags.carray)


def _actions(game: Game, positions: Batch, chosen: Chosen) -> Numbers:
    """Return the actions as compiled functions read them."""
    numbers = np.asarray(chosen)
    if numbers.shape != (len(positions),) or numbers.dtype.kind not in "iu":
        raise InvalidAction(f"a batch needs one whole number for each of its {len(positions)} games")
    if numbers.dtype == np.int32 and numbers.flags.carray:
        return numbers.astype(np.int32, copy=False)
    if numbers.dtype.kind == "u":  # the largest of them would be negative as int64
        return np.minimum(numbers.astype(np.uint64), np.uint64(game.actions)).astype(np.int32)
    return np.clip(numbers.astype(np.int64), -1, game.actions).astype(np.int32)


def _refuse_illegal(game: Game, positions: Batch, actions: Numbers, threads: int) -> None:
    """Raise what `apply` raises for the first game whose action is not allowed."""
    found: list[int] = []

    def search(part: slice) -> None:
        first = game.kernel.first_illegal(positions[part], game.tables, actions[part])
        if first >= 0:
            found.append(part.start + first)

    _share(len(positions), threads, search)
    if found:
        number = min(found)
        try:
            game.apply(positions[number], int(actions[number]))
        except IllegalAction as error:
            raise IllegalAction(error.rule, f"game {number} of the batch: {error.reason}") from None
        except InvalidAction as error:
            raise InvalidAction(f"game {number} of the batch: {error}") from None


def _share(rows: int, threads: int, work: Callable[[slice], None]) -> None:
    """Do work on all rows, divided among threads."""
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
    """Return a pool that is kept for later calls: starting threads takes longer than many a batch."""
    return ThreadPoolExecutor(threads)
