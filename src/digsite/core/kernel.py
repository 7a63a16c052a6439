"""Compiled loops that every game needs, written once: listing, checked moves, settling, random play, batches.

The functions here are patterns. `bind` compiles a copy of each in which the names below stand for one game's own
compiled functions, so that a whole game runs without returning to Python.
"""

import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from numba.core.errors import TypingError
from numba.extending import intrinsic

from digsite.core.fields import Bytes, Numbers, Stream
from digsite.core.game import CHANCE, OVER
from digsite.core.jit import entry_point, package_of
from digsite.core.kernel_names import TIE_SPAN, Namespace, check_names
from digsite.core.rng import below, seed_stream

# The names that a game gives: what each must be is in `kernel_names`
STATE: np.dtype[np.void]
TABLES: np.dtype[np.void]
STATE_BYTES: int
ACTIONS: int
SEATS: int
PARTS: int
list_actions: Callable[..., int]
list_chance: Callable[..., int]
perform: Callable[..., None]
chance_ways: Callable[..., int]
chance_action: Callable[..., int]
score_parts: Callable[..., None]
tie_value: Callable[..., int]
find_faults: Callable[..., int]

Batch = npt.NDArray[np.uint8]
Streams = npt.NDArray[np.uint64]
Totals = npt.NDArray[np.int32] | npt.NDArray[np.float64]


class StateRecord(Protocol):
    """What the records of all games have."""

    actor: int
    seats: int


@intrinsic  # type: ignore[untyped-decorator]
def record_of(_typing: Any, position: Any, record: Any) -> Any:
    """Return the record that a vector of bytes is, like `position.view(record)[0]` but for nothing.

    It does not keep the vector alive: the vector must be an argument, or be used as long as the record is. Only
    contiguous vectors are compiled: a row of a matrix in Fortran's order would be misread.
    """
    if position.layout != "C":
        raise TypingError("a position must be contiguous: pass a copy, or a batch in C order")

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector = context.make_array(signature.args[0])(context, builder, args[0])
        return builder.bitcast(vector.data, context.get_value_type(signature.return_type))

    return record.dtype(position, record), codegen


def copy(position: Bytes, after: Bytes) -> None:
    for i in range(STATE_BYTES):  # quicker to compile than a slice, and the same machine code
        after[i] = position[i]


def legal(position: Bytes, tables: Bytes, out: Numbers) -> int:
    """Fill in the legal actions of the player to act, ascending. Return how many there are."""
    if position[0] >= CHANCE:
        return 0
    return list_actions(record_of(position, STATE), record_of(tables, TABLES), out)


def chance(position: Bytes, tables: Bytes, ids: Numbers, weights: Numbers) -> int:
    """Fill in what can be drawn, ascending, with weights that have no common divisor. Return how many there are."""
    if position[0] != CHANCE:
        return 0
    n = list_chance(record_of(position, STATE), record_of(tables, TABLES), ids, weights)
    divisor = 0
    for i in range(n):
        one, other = divisor, weights[i]
        while other:
            one, other = other, one % other
        divisor = one
    for i in range(n):
        weights[i] //= divisor
    return n


def is_allowed(position: Bytes, tables: Bytes, action: int) -> bool:
    """Return whether an action, a player's or a draw, is possible now."""
    ids = np.empty(ACTIONS, np.int32)
    n = legal(position, tables, ids)
    if position[0] == CHANCE:
        n = chance(position, tables, ids, np.empty(ACTIONS, np.int32))
    for i in range(n):
        if ids[i] == action:
            return True
    return False


def step(position: Bytes, tables: Bytes, action: int) -> bool:
    """Apply an action in place if it is allowed. Return whether it was."""
    if not is_allowed(position, tables, action):
        return False
    perform(record_of(position, STATE), record_of(tables, TABLES), action)
    return True


def settle(position: Bytes, tables: Bytes, rng: Stream) -> None:
    """Draw all pending chance, in place."""
    state = record_of(position, STATE)
    data = record_of(tables, TABLES)
    while position[0] == CHANCE:
        perform(state, data, chance_action(state, data, below(rng, chance_ways(state, data))))


def score(position: Bytes, tables: Bytes, parts: Numbers, ties: Numbers) -> None:
    """Fill in every seat's points part by part, and what parts equal points (the more the better)."""
    state = record_of(position, STATE)
    score_parts(state, record_of(tables, TABLES), parts)
    for seat in range(position[1]):
        ties[seat] = tie_value(state, seat)


def faults(position: Bytes, tables: Bytes) -> int:
    """Return what is wrong with a position, as bits; 0 when it is sound."""
    return find_faults(record_of(position, STATE), record_of(tables, TABLES))


def find_winners(position: Bytes, tables: Bytes, parts: Numbers, ties: Numbers, totals: Totals) -> int:
    """Fill in every seat's points, part by part and all together. Return the seats that win, as bits."""
    score(position, tables, parts, ties)
    best = 0
    winners = 0
    for seat in range(position[1]):
        points = 0
        for part in range(PARTS):
            points += parts[seat, part]
        totals[seat] = points
        standing = points * TIE_SPAN + ties[seat]
        if seat == 0 or standing > best:
            best = standing
            winners = 0
        if standing == best:
            winners |= 1 << seat
    return winners


def random_action(state: StateRecord, data: object, rng: Stream, actions: Numbers) -> int:
    """Return what chance brings, or an even choice of what the player may do."""
    if state.actor == CHANCE:
        return chance_action(state, data, below(rng, chance_ways(state, data)))
    return int(actions[below(rng, list_actions(state, data, actions))])


def simulate(
    start: Bytes,
    tables: Bytes,
    seed: np.uint64,
    first: int,
    totals: Numbers,
    winners: Numbers,
    decisions: Numbers,
    log: Numbers,
) -> int:
    """Play game `first` and those after it at random from `start` to the end, each with its own stream.

    Winners are bits. The actions of the last game are logged as far as `log` reaches; returns how many there were.
    """
    position = np.empty(STATE_BYTES, np.uint8)
    actions = np.empty(ACTIONS, np.int32)
    parts = np.zeros((SEATS, PARTS), np.int32)
    ties = np.zeros(SEATS, np.int32)
    rng = np.empty(4, np.uint64)
    state = record_of(position, STATE)
    data = record_of(tables, TABLES)
    plies = 0
    for game in range(totals.shape[0]):
        seed_stream(rng, seed, np.uint64(first + game))
        copy(start, position)
        plies = chosen = 0
        while position[0] != OVER:
            chosen += position[0] != CHANCE
            action = random_action(state, data, rng, actions)
            if plies < log.size:
                log[plies] = action
            plies += 1
            perform(state, data, action)
        decisions[game] = chosen
        winners[game] = find_winners(position, tables, parts, ties, totals[game])
    return plies


def check_walk(start: Bytes, tables: Bytes, seed: np.uint64, first: int, games: int) -> tuple[int, int, int]:
    """Play games at random and look for faults after every action. Return the actions played, a fault and its game."""
    position = np.empty(STATE_BYTES, np.uint8)
    actions = np.empty(ACTIONS, np.int32)
    rng = np.empty(4, np.uint64)
    state = record_of(position, STATE)
    data = record_of(tables, TABLES)
    walked = 0
    for game in range(first, first + games):
        seed_stream(rng, seed, np.uint64(game))
        copy(start, position)
        while position[0] != OVER:
            perform(state, data, random_action(state, data, rng, actions))
            walked += 1
            found = find_faults(state, data)
            if found:
                return walked, found, game
    return walked, 0, -1


def choose(positions: Batch, tables: Bytes, rngs: Streams, chosen: Numbers) -> None:
    """Fill in a random legal action for every game of a batch, -1 where no player is to act."""
    actions = np.empty(ACTIONS, np.int32)
    for game in range(positions.shape[0]):
        n = legal(positions[game], tables, actions)
        chosen[game] = actions[below(rngs[game], n)] if n else -1


def first_illegal(positions: Batch, tables: Bytes, chosen: Numbers) -> int:
    """Return the first game of a batch whose action (negative: none) is not allowed; -1 where all are."""
    for game in range(positions.shape[0]):
        if chosen[game] >= 0 and not is_allowed(positions[game], tables, chosen[game]):
            return game
    return -1


def advance(positions: Batch, tables: Bytes, rngs: Streams, chosen: Numbers) -> None:
    """Apply one action in every game of a batch (negative: none) and settle it, in place. Actions must be legal."""
    for game in range(positions.shape[0]):
        if chosen[game] >= 0:
            perform(record_of(positions[game], STATE), record_of(tables, TABLES), chosen[game])
        settle(positions[game], tables, rngs[game])


def branch(positions: Batch, tables: Bytes, chosen: Numbers, after: Batch) -> None:
    """Copy every position and apply one legal action to the copy."""
    data = record_of(tables, TABLES)
    for game in range(positions.shape[0]):
        copy(positions[game], after[game])
        perform(record_of(after[game], STATE), data, chosen[game])


@dataclass(frozen=True, eq=False)
class Kernel:
    """One game's compiled functions; each is compiled, or loaded from the cache, when it is first called."""

    names: Namespace  # all that a pattern can use, for those who bind patterns of their own

    legal: Callable[[Bytes, Bytes, Numbers], int]
    chance: Callable[[Bytes, Bytes, Numbers, Numbers], int]
    step: Callable[[Bytes, Bytes, int], bool]
    settle: Callable[[Bytes, Bytes, Stream], None]
    score: Callable[[Bytes, Bytes, Numbers, Numbers], None]
    faults: Callable[[Bytes, Bytes], int]
    simulate: Callable[[Bytes, Bytes, np.uint64, int, Numbers, Numbers, Numbers, Numbers], int]
    check_walk: Callable[[Bytes, Bytes, np.uint64, int, int], tuple[int, int, int]]
    choose: Callable[[Batch, Bytes, Streams, Numbers], None]
    first_illegal: Callable[[Batch, Bytes, Numbers], int]
    advance: Callable[[Batch, Bytes, Streams, Numbers], None]
    branch: Callable[[Batch, Bytes, Numbers, Batch], None]


PATTERNS = (
    copy, legal, chance, is_allowed, step, settle, score, faults, find_winners, random_action, simulate, check_walk,
    choose, first_illegal, advance, branch,
)  # fmt: skip


def bind_patterns(name: str, names: Namespace, patterns: Sequence[Callable[..., object]]) -> Namespace:
    """Return all names, those of the patterns now standing for copies compiled for one game.

    Their machine code depends on the sources of the package that the game stands in.
    """
    package = package_of(names["perform"].py_func)
    bound = dict(names)
    for pattern in patterns:
        own = types.FunctionType(pattern.__code__, bound, f"{name}_{pattern.__name__}")
        own.__qualname__ = own.__name__
        bound[pattern.__name__] = entry_point(own, folder=name, package=package)
    return bound


def bind(name: str, names: Namespace) -> Kernel:
    """Return the compiled functions of a game, from the names it gives.

    `kernel_names.GIVEN` lists them; what it gives besides is for bots (see `bots.compiled_bots`). Raises BadGame.
    """
    check_names(name, names)
    bound = bind_patterns(name, {**globals(), **names}, PATTERNS)
    return Kernel(bound, **{field.name: bound[field.name] for field in fields(Kernel)[1:]})
