"""Compiled evaluation and one-action lookahead for every game.

These are patterns like those of `core.kernel`: a copy of each is compiled for one game, in which the names below stand
for that game's own compiled functions. A game may provide its evaluation (`evaluate`, `priors`, `key_of` with `KEYS`,
`is_leaf`, `in_chain`) and one that was learned from played games (`evaluate_learned`). For each that it does not
provide there is a plain one: the points so far, equal priors, an action's number as its key.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from math import exp

import numpy as np

from digsite.bots import search_tree
from digsite.bots.search_tree import Reals, Tree
from digsite.core.bits import popcount
from digsite.core.fields import Bytes, Numbers, Stream
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.jit import compiled
from digsite.core.kernel import Kernel, StateRecord, bind_patterns, record_of

# The names that a game provides, see `core.kernel`
STATE: np.dtype[np.void]
TABLES: np.dtype[np.void]
STATE_BYTES: int
ACTIONS: int
SEATS: int
PARTS: int
list_actions: Callable[..., int]
perform: Callable[..., None]
copy: Callable[..., None]
find_winners: Callable[..., int]
score_parts: Callable[..., None]
evaluate: Callable[..., float]
evaluate_learned: Callable[..., float]
priors: Callable[..., None]
in_chain: Callable[..., bool]

CHAIN = 5  # decisions in one action at most, and one more
FINE = 1 << 30  # steps of a random fraction
MARGIN_SPREAD = 10.0  # points


def evaluate_win_chances(
    position: Bytes, tables: Bytes, learned: bool, margin: float, totals: Reals, win_chances: Reals
) -> None:
    """Fill in the win chance of each seat, 1 in total; in a finished game its share of the win.

    `learned` uses the learned evaluation, otherwise the static one is used.
    """
    seats = position[1]
    if position[0] == OVER:
        final(position, tables, margin, totals, win_chances)
        return
    state, data = record_of(position, STATE), record_of(tables, TABLES)
    spread = evaluate_learned(state, data, totals) if learned else evaluate(state, data, totals)
    share_out(totals, seats, spread, win_chances)


def final(position: Bytes, tables: Bytes, margin: float, totals: Reals, win_chances: Reals) -> None:
    """Fill in the points of a finished game and each seat's share of the win. `margin` is the weight of points."""
    parts = np.zeros((SEATS, PARTS), np.int32)
    ties = np.zeros(SEATS, np.int32)
    winners = find_winners(position, tables, parts, ties, totals)
    share_out(totals, position[1], MARGIN_SPREAD, win_chances)
    for seat in range(position[1]):
        won = 1.0 / popcount(winners) if winners >> seat & 1 else 0.0
        win_chances[seat] = margin * win_chances[seat] + (1.0 - margin) * won


@compiled
def share_out(totals: Reals, seats: int, spread: float, win_chances: Reals) -> None:
    """Fill in the win chances of seats that expect these points, as a softmax on the scale of the spread."""
    best = totals[0]
    for seat in range(1, seats):
        best = max(best, totals[seat])
    whole = 0.0
    for seat in range(seats):
        win_chances[seat] = exp((totals[seat] - best) / spread)
        whole += win_chances[seat]
    for seat in range(seats):
        win_chances[seat] /= whole


def list_priors(position: Bytes, tables: Bytes, actions: Numbers, weights: Reals) -> int:
    """Fill in the legal actions and the prior of each. Return how many there are, 0 where no player is to act."""
    if position[0] >= CHANCE:
        return 0
    state, data = record_of(position, STATE), record_of(tables, TABLES)
    n = list_actions(state, data, actions)
    priors(state, data, actions, n, weights)
    return n


def best_of_chain(position: Bytes, tables: Bytes, learned: bool, seat: int, totals: Reals, win_chances: Reals) -> float:
    """Return the win chance of a seat after the best completion of the action under way."""
    frames, lists = np.empty((CHAIN, STATE_BYTES), np.uint8), np.empty((CHAIN, ACTIONS), np.int32)
    count, tried = np.zeros(CHAIN, np.int64), np.zeros(CHAIN, np.int64)
    data = record_of(tables, TABLES)
    best, depth = -1.0, 0
    copy(position, frames[0])
    while depth >= 0:
        here = record_of(frames[depth], STATE)
        if tried[depth] == 0:
            if depth + 1 == CHAIN or here.actor != seat or not in_chain(here):
                evaluate_win_chances(frames[depth], tables, learned, 0.0, totals, win_chances)
                best = max(best, win_chances[seat])
                depth -= 1
                continue
            count[depth] = list_actions(here, data, lists[depth])
        if tried[depth] == count[depth]:
            tried[depth] = 0
            depth -= 1
            continue
        copy(frames[depth], frames[depth + 1])
        perform(record_of(frames[depth + 1], STATE), data, lists[depth, tried[depth]])
        tried[depth] += 1
        depth += 1
    return best


def look_ahead(position: Bytes, tables: Bytes, learned: bool, actions: Numbers, values: Reals) -> int:
    """Fill in the legal actions and the actor's win chance after each. Return their number, 0 where nobody acts."""
    if position[0] >= CHANCE:
        return 0
    after = np.empty(STATE_BYTES, np.uint8)
    totals, win_chances = np.empty(SEATS), np.empty(SEATS)
    data = record_of(tables, TABLES)
    n = list_actions(record_of(position, STATE), data, actions)
    for i in range(n):
        copy(position, after)
        perform(record_of(after, STATE), data, actions[i])
        values[i] = best_of_chain(after, tables, learned, position[0], totals, win_chances)
    return n


PATTERNS = (final, evaluate_win_chances, list_priors, best_of_chain, look_ahead)


# For what a game does not provide
def plain_evaluate(state: StateRecord, data: object, totals: Reals) -> float:
    parts = np.zeros((SEATS, PARTS), np.int32)
    score_parts(state, data, parts)
    for seat in range(state.seats):
        totals[seat] = 0.0
        for part in range(PARTS):
            totals[seat] += parts[seat, part]
    return MARGIN_SPREAD


def plain_priors(state: StateRecord, data: object, actions: Numbers, n: int, weights: Reals) -> None:
    for i in range(n):
        weights[i] = 1.0


def plain_key_of(state: StateRecord, data: object, action: int) -> int:
    return action


def plain_is_leaf(state: StateRecord) -> bool:
    return False


def plain_in_chain(state: StateRecord) -> bool:
    return False


PLAIN: dict[str, Callable[..., object]] = {
    "evaluate": plain_evaluate,
    "priors": plain_priors,
    "key_of": plain_key_of,
    "is_leaf": plain_is_leaf,
    "in_chain": plain_in_chain,
}


@dataclass(frozen=True)
class CompiledBots:
    """The compiled functions that bots of one game call; each is compiled or loaded at its first call."""

    list_priors: Callable[[Bytes, Bytes, Numbers, Reals], int]
    look_ahead: Callable[[Bytes, Bytes, bool, Numbers, Reals], int]
    grow: Callable[[Bytes, Bytes, Tree, Stream, int, Reals], None]
    keys_at: Callable[[Bytes, Bytes, Numbers, Numbers], int]


def compiled_bots_of(game: Game) -> CompiledBots:
    """Return the compiled functions for bots of a game."""
    return _bind(game.name, game.kernel)


@cache
def _bind(name: str, kernel: Kernel) -> CompiledBots:
    names = {**vars(search_tree), **globals(), **kernel.names}
    missing = {provided: pattern for provided, pattern in PLAIN.items() if provided not in names}
    plain = bind_patterns(name, names, list(missing.values()))
    names |= {provided: plain[pattern.__name__] for provided, pattern in missing.items()}
    names.setdefault("KEYS", names["ACTIONS"])
    names.setdefault("evaluate_learned", names["evaluate"])
    bound = bind_patterns(name, names, (*PATTERNS, *search_tree.PATTERNS))
    return CompiledBots(**{field.name: bound[field.name] for field in fields(CompiledBots)})
