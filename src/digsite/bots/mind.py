"""Compiled judging that works for every game: what a position promises, and looking ahead to the end of one action.

These are patterns like those of `core.kernel`: a copy of each is compiled for one game, in which the names below stand
for that game's own compiled functions. A game may bring its judgement (`estimate`, `urges`, `key_of`, `is_rest`,
`in_chain`) and what was learned about it from games played (`foresee`); one without gets a plain one, which knows the
points so far and no preference.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from math import exp
from typing import Any

import numpy as np

from digsite.bots import tree
from digsite.bots.tree import Reals, Tree
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes, Numbers, Stream
from digsite.core.game import OVER
from digsite.core.jit import compiled
from digsite.core.kernel import Kernel, bind_patterns, record_of

# What a game brings, see `core.kernel`
STATE: np.dtype[np.void]
TABLES: np.dtype[np.void]
STATE_BYTES: int
ACTIONS: int
SEATS: int
PARTS: int
TIE_SPAN: int
list_actions: Callable[..., int]
perform: Callable[..., None]
copy: Callable[..., None]
score: Callable[..., None]
score_parts: Callable[..., None]
estimate: Callable[..., float]
foresee: Callable[..., float]
urges: Callable[..., None]
in_chain: Callable[..., bool]

CHAIN = 5  # decisions in one action at most, and one more
FINE = 1 << 30  # steps of a random fraction
MARGIN_SPREAD = 10.0  # points


def judge(position: Bytes, tables: Bytes, learned: bool, margin: float, totals: Reals, hopes: Reals) -> None:
    """What each seat may hope for, 1 between them: at the end the share of the win, before it the chances.

    With what was learned from games played, or by the hand-made judgement alone.
    """
    seats = position[1]
    if position[0] == OVER:
        final(position, tables, margin, totals, hopes)
        return
    state, data = record_of(position, STATE), record_of(tables, TABLES)
    spread = foresee(state, data, totals) if learned else estimate(state, data, totals)
    share_out(totals, seats, spread, hopes)


def final(position: Bytes, tables: Bytes, margin: float, totals: Reals, hopes: Reals) -> None:
    parts = np.zeros((SEATS, PARTS), np.int32)
    ties = np.zeros(SEATS, np.int32)
    score(position, tables, parts, ties)
    best, winners = -1.0, 0
    for seat in range(position[1]):
        points = 0
        for part in range(PARTS):
            points += parts[seat, part]
        totals[seat] = points
        standing = points * TIE_SPAN + ties[seat]
        if standing > best:
            best, winners = standing, 0
        if standing == best:
            winners += 1
    share_out(totals, position[1], MARGIN_SPREAD, hopes)
    for seat in range(position[1]):
        won = totals[seat] * TIE_SPAN + ties[seat] == best
        hopes[seat] = margin * hopes[seat] + (1.0 - margin) * (1.0 / winners if won else 0.0)


@compiled
def share_out(totals: Reals, seats: int, spread: float, hopes: Reals) -> None:
    """The chances of seats with these points, when each may turn out better or worse by the spread."""
    best = totals[0]
    for seat in range(1, seats):
        best = max(best, totals[seat])
    whole = 0.0
    for seat in range(seats):
        hopes[seat] = exp((totals[seat] - best) / spread)
        whole += hopes[seat]
    for seat in range(seats):
        hopes[seat] /= whole


def wishes(position: Bytes, tables: Bytes, actions: Numbers, weights: Reals) -> int:
    """The legal actions and how much each appeals at first sight; how many there are."""
    state, data = record_of(position, STATE), record_of(tables, TABLES)
    n = list_actions(state, data, actions)
    urges(state, data, actions, n, weights)
    return n


def best_of_chain(position: Bytes, tables: Bytes, learned: bool, seat: int, totals: Reals, hopes: Reals) -> float:
    """What a seat may hope for when the action under way has been completed in the best way."""
    frames, lists = np.empty((CHAIN, STATE_BYTES), np.uint8), np.empty((CHAIN, ACTIONS), np.int32)
    count, tried = np.zeros(CHAIN, np.int64), np.zeros(CHAIN, np.int64)
    data = record_of(tables, TABLES)
    best, depth = -1.0, 0
    copy(position, frames[0])
    while depth >= 0:
        here = record_of(frames[depth], STATE)
        if tried[depth] == 0:
            if depth + 1 == CHAIN or here.actor != seat or not in_chain(here):
                judge(frames[depth], tables, learned, 0.0, totals, hopes)
                best = max(best, hopes[seat])
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
    """The legal actions and what each promises who acts; how many there are."""
    after = np.empty(STATE_BYTES, np.uint8)
    totals, hopes = np.empty(SEATS), np.empty(SEATS)
    data = record_of(tables, TABLES)
    n = list_actions(record_of(position, STATE), data, actions)
    for i in range(n):
        copy(position, after)
        perform(record_of(after, STATE), data, actions[i])
        values[i] = best_of_chain(after, tables, learned, position[0], totals, hopes)
    return n


PATTERNS = (final, judge, wishes, best_of_chain, look_ahead)


# The judgement of a game that brings none
def plain_estimate(state: Any, data: Any, totals: Reals) -> float:
    parts = np.zeros((SEATS, PARTS), np.int32)
    score_parts(state, data, parts)
    for seat in range(state.seats):
        totals[seat] = 0.0
        for part in range(PARTS):
            totals[seat] += parts[seat, part]
    return MARGIN_SPREAD


def plain_urges(state: Any, data: Any, actions: Numbers, n: int, weights: Reals) -> None:
    for i in range(n):
        weights[i] = 1.0


def plain_key_of(state: Any, data: Any, action: int) -> int:
    return action


def plain_is_rest(state: Any) -> bool:
    return False


def plain_in_chain(state: Any) -> bool:
    return False


PLAIN = (plain_estimate, plain_urges, plain_key_of, plain_is_rest, plain_in_chain)


@dataclass(frozen=True)
class Mind:
    """One game's compiled thinking; each is compiled, or loaded from the cache, when it is first called."""

    wishes: Callable[[Bytes, Bytes, Numbers, Reals], int]
    look_ahead: Callable[[Bytes, Bytes, bool, Numbers, Reals], int]
    grow: Callable[[Bytes, Bytes, Tree, Stream, int, Reals], None]
    keys_at: Callable[[Bytes, Bytes, Numbers, Numbers], int]


def mind_of(game: CompiledGame[Any]) -> Mind:
    return _bind(game.name, game.kernel)


@cache
def _bind(name: str, kernel: Kernel) -> Mind:
    names = {**vars(tree), **globals(), **kernel.brings}
    if "estimate" not in names:
        plain = bind_patterns(name, names, PLAIN)
        names |= {pattern.__name__[6:]: plain[pattern.__name__] for pattern in PLAIN} | {"KEYS": names["ACTIONS"]}
    names.setdefault("foresee", names["estimate"])
    names = bind_patterns(name, names, (*PATTERNS, *tree.PATTERNS))
    return Mind(**{field.name: names[field.name] for field in fields(Mind)})
