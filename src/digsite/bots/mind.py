"""Compiled thinking that works for every game: judging, looking ahead, and growing a search tree.

These are patterns like those of `core.kernel`: a copy of each is compiled for one game, in which the names below stand
for that game's own compiled functions. A game may bring its judgement (`estimate`, `urges`, `key_of`, `is_rest`,
`in_chain`); one without gets a plain one, which knows the points so far and no preference.

The tree is open-loop: its nodes stand for what the players did, whatever chance brought in between, and every
simulation draws anew. All of it lies in one arena of fixed size.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes, Numbers, Stream
from digsite.core.game import CHANCE, OVER
from digsite.core.jit import compiled, entry_point
from digsite.core.kernel import Kernel, bind_patterns, record_of
from digsite.core.rng import below

# What a game brings, see `core.kernel`
STATE: np.dtype[np.void]
TABLES: np.dtype[np.void]
STATE_BYTES: int
ACTIONS: int
SEATS: int
PARTS: int
KEYS: int
TIE_SPAN: int
list_actions: Callable[..., int]
perform: Callable[..., None]
copy: Callable[..., None]
score: Callable[..., None]
score_parts: Callable[..., None]
random_action: Callable[..., int]
estimate: Callable[..., float]
urges: Callable[..., None]
key_of: Callable[..., int]
is_rest: Callable[..., bool]
in_chain: Callable[..., bool]

Reals = npt.NDArray[np.float64]
NONE = -1
DEEPEST = 512  # decisions on one path
CHAIN = 5  # decisions in one action at most, and one more
FINE = 1 << 30  # steps of a random fraction

# The manner of a search, one number each
(
    EXPLORATION,  # how much a promising but little tried action is preferred
    PLAYOUT,  # decisions played beyond the tree before judging; negative: to the end, at random
    TRUST,  # for how many visits counts what was hoped for before the first; 0: nothing is
    WARMTH,  # how much more must be hoped for to appeal e times as much; 0: actions appeal by first sight
    MARGIN,  # how much of the hope at the end is for points rather than for winning
    LENGTH,
) = range(6)
MARGIN_SPREAD = 10.0  # points
FIRST_TRUST = 1e-3  # where nothing was hoped for, an untried action is worth what the tried ones are


class Tree(NamedTuple):
    """One arena: nodes are places where somebody decides, edges are what was done there."""

    first: Numbers  # of each node: its first edge
    key: Numbers  # of each edge: what is done
    sibling: Numbers  # the next edge of the same node
    child: Numbers  # the node it leads to
    visits: Numbers
    appeal: npt.NDArray[np.float32]
    hope: npt.NDArray[np.float32]  # of who decides, before anything was tried
    value: npt.NDArray[np.float32]  # chances, summed over visits, one column for each seat
    points: npt.NDArray[np.float32]  # points expected at the end, likewise
    used: Numbers  # nodes and edges in use


def new_tree(edges: int, seats: int) -> Tree:
    nodes = max(edges // 8, 2)

    def numbers(size: int = edges) -> Numbers:
        return np.empty(size, np.int32)

    def reals(*shape: int) -> npt.NDArray[np.float32]:
        return np.empty((edges, *shape), np.float32)

    tree = Tree(
        numbers(nodes),
        numbers(),
        numbers(),
        numbers(),
        numbers(),
        reals(),
        reals(),
        reals(seats),
        reals(seats),
        numbers(2),
    )
    clear(tree)
    return tree


@entry_point
def clear(tree: Tree) -> None:
    """Nothing but the root, node 0, without edges."""
    tree.first[0] = NONE
    tree.used[0], tree.used[1] = 1, 0


@entry_point
def find_edge(tree: Tree, node: int, key: int) -> int:
    edge = tree.first[node]
    while edge != NONE and tree.key[edge] != key:
        edge = tree.sibling[edge]
    return int(edge)


@entry_point
def tally(tree: Tree, keys: Numbers, sums: Reals) -> None:
    """Add up what was found of each key at the root: visits, then chances and points of every seat."""
    seats = tree.value.shape[1]
    for i in range(keys.size):
        edge = find_edge(tree, 0, keys[i])
        if edge != NONE:
            sums[i, 0] += tree.visits[edge]
            for seat in range(seats):
                sums[i, 1 + seat] += tree.value[edge, seat]
                sums[i, 1 + seats + seat] += tree.points[edge, seat]


@entry_point
def keep_below(tree: Tree, root: int, spare: Tree) -> None:
    """Copy what stands below a node into an empty arena, where that node becomes the root."""
    clear(spare)
    origin = np.empty(spare.first.size, np.int32)
    origin[0] = root
    node = 0
    while node < spare.used[0]:
        edge, last = tree.first[origin[node]], NONE
        while edge != NONE:
            new = spare.used[1]
            spare.used[1] += 1
            spare.key[new], spare.sibling[new], spare.child[new] = tree.key[edge], NONE, NONE
            spare.visits[new], spare.appeal[new] = tree.visits[edge], tree.appeal[edge]
            spare.hope[new] = tree.hope[edge]
            for seat in range(tree.value.shape[1]):
                spare.value[new, seat] = tree.value[edge, seat]
                spare.points[new, seat] = tree.points[edge, seat]
            if tree.child[edge] != NONE:
                spare.child[new] = spare.used[0]
                origin[spare.used[0]] = tree.child[edge]
                spare.first[spare.used[0]] = NONE
                spare.used[0] += 1
            if last == NONE:
                spare.first[node] = new
            else:
                spare.sibling[last] = new
            edge, last = tree.sibling[edge], new
        node += 1


def judge(position: Bytes, tables: Bytes, margin: float, totals: Reals, hopes: Reals) -> None:
    """What each seat may hope for, 1 between them: at the end the share of the win, before it the chances."""
    seats = position[1]
    if position[0] == OVER:
        final(position, tables, margin, totals, hopes)
        return
    spread = estimate(record_of(position, STATE), record_of(tables, TABLES), totals)
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


def best_of_chain(position: Bytes, tables: Bytes, seat: int, totals: Reals, hopes: Reals) -> float:
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
                judge(frames[depth], tables, 0.0, totals, hopes)
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


def look_ahead(position: Bytes, tables: Bytes, actions: Numbers, values: Reals) -> int:
    """The legal actions and what each promises who acts; how many there are."""
    after = np.empty(STATE_BYTES, np.uint8)
    totals, hopes = np.empty(SEATS), np.empty(SEATS)
    data = record_of(tables, TABLES)
    n = list_actions(record_of(position, STATE), data, actions)
    for i in range(n):
        copy(position, after)
        perform(record_of(after, STATE), data, actions[i])
        values[i] = best_of_chain(after, tables, position[0], totals, hopes)
    return n


def play_on(position: Bytes, tables: Bytes, rng: Stream, decisions: float, actions: Numbers, weights: Reals) -> None:
    """Play a few decisions by what appeals, or to the end at random, in place."""
    state, data = record_of(position, STATE), record_of(tables, TABLES)
    if decisions < 0:
        while position[0] != OVER:
            perform(state, data, random_action(state, data, rng, actions))
        return
    left = decisions
    while position[0] != OVER and not is_rest(state):
        if position[0] == CHANCE:
            perform(state, data, random_action(state, data, rng, actions))
            continue
        if left <= 0:
            return
        left -= 1
        n = list_actions(state, data, actions)
        urges(state, data, actions, n, weights)
        whole = 0.0
        for i in range(n):
            whole += weights[i]
        rest = below(rng, FINE) / FINE * whole
        chosen = 0
        while chosen < n - 1 and rest >= weights[chosen]:
            rest -= weights[chosen]
            chosen += 1
        perform(state, data, actions[chosen])


def hope_after(position: Bytes, tables: Bytes, action: int, trial: Bytes, totals: Reals, hopes: Reals) -> float:
    """What the one to act may hope for after an action."""
    copy(position, trial)
    perform(record_of(trial, STATE), record_of(tables, TABLES), action)
    judge(trial, tables, 0.0, totals, hopes)
    return float(hopes[position[0]])


def open_edges(
    position: Bytes, tables: Bytes, tree: Tree, node: int, manner: Reals, n: int, actions: Numbers, weights: Reals,
    keys: Numbers, edge_of: Numbers, trial: Bytes, totals: Reals, hopes: Reals,
) -> None:  # fmt: skip
    """Edges for the legal actions that have none yet, as far as there is room."""
    missing = 0
    for i in range(n):
        missing += edge_of[keys[i]] == NONE
    if missing == 0 or tree.used[1] + missing > tree.key.size:
        return
    now = 0.0
    if manner[WARMTH] > 0:
        judge(position, tables, 0.0, totals, hopes)
        now = hopes[position[0]]
    else:
        urges(record_of(position, STATE), record_of(tables, TABLES), actions, n, weights)
    for i in range(n):
        if edge_of[keys[i]] != NONE:
            continue
        edge = tree.used[1]
        tree.used[1] += 1
        tree.hope[edge] = hope_after(position, tables, actions[i], trial, totals, hopes) if manner[TRUST] > 0 else NONE
        if manner[WARMTH] > 0:
            tree.appeal[edge] = exp(min((tree.hope[edge] - now) / manner[WARMTH], 20.0))
        else:
            tree.appeal[edge] = weights[i]
        tree.key[edge], tree.child[edge], tree.visits[edge] = keys[i], NONE, 0
        for seat in range(SEATS):
            tree.value[edge, seat] = tree.points[edge, seat] = 0.0
        tree.sibling[edge] = tree.first[node]
        tree.first[node] = edge
        edge_of[keys[i]] = edge


@compiled
def pick(tree: Tree, n: int, actor: int, manner: Reals, keys: Numbers, edge_of: Numbers) -> int:
    """Which legal action to try: by what it has brought so far, its appeal, and how often it was tried (PUCT)."""
    tried, whole, won = 0, 0.0, 0.0
    for i in range(n):
        edge = edge_of[keys[i]]
        if edge != NONE:
            tried += tree.visits[edge]
            whole += tree.appeal[edge]
            won += tree.value[edge, actor]
    expected = won / tried if tried else 0.5
    best, chosen = -1e30, NONE
    for i in range(n):
        edge = edge_of[keys[i]]
        if edge == NONE:
            continue
        visits = tree.visits[edge]
        hope, trust = expected, FIRST_TRUST
        if tree.hope[edge] >= 0:
            hope, trust = tree.hope[edge], manner[TRUST]
        worth = (tree.value[edge, actor] + trust * hope) / (visits + trust)
        worth += manner[EXPLORATION] * tree.appeal[edge] / whole * sqrt(tried + 1.0) / (1 + visits)
        if worth > best:
            best, chosen = worth, i
    return chosen


def grow(start: Bytes, tables: Bytes, tree: Tree, rng: Stream, simulations: int, manner: Reals) -> None:
    """Simulations from a player's decision, each adding at most one node."""
    position, trial = np.empty(STATE_BYTES, np.uint8), np.empty(STATE_BYTES, np.uint8)
    actions, keys = np.empty(ACTIONS, np.int32), np.empty(ACTIONS, np.int32)
    weights, totals, hopes = np.empty(ACTIONS), np.empty(SEATS), np.empty(SEATS)
    edge_of = np.full(KEYS, NONE, np.int32)
    path = np.empty(DEEPEST, np.int32)
    state, data = record_of(position, STATE), record_of(tables, TABLES)
    for _ in range(simulations):
        copy(start, position)
        node = depth = 0
        while depth < DEEPEST:
            while position[0] == CHANCE and not is_rest(state):
                perform(state, data, random_action(state, data, rng, actions))
            if position[0] >= CHANCE or node == NONE:
                break
            if depth and tree.first[node] == NONE and tree.visits[path[depth - 1]] == 0:
                break
            n = list_actions(state, data, actions)
            edge = tree.first[node]
            while edge != NONE:
                edge_of[tree.key[edge]] = edge
                edge = tree.sibling[edge]
            for i in range(n):
                keys[i] = key_of(state, data, actions[i])
            open_edges(position, tables, tree, node, manner, n, actions, weights, keys, edge_of, trial, totals, hopes)
            chosen = pick(tree, n, position[0], manner, keys, edge_of)
            taken = edge_of[keys[chosen]] if chosen != NONE else NONE
            edge = tree.first[node]
            while edge != NONE:
                edge_of[tree.key[edge]] = NONE
                edge = tree.sibling[edge]
            if taken == NONE:
                break
            perform(state, data, actions[chosen])
            path[depth] = taken
            depth += 1
            if tree.child[taken] == NONE and tree.used[0] < tree.first.size:
                tree.child[taken] = tree.used[0]
                tree.first[tree.used[0]] = NONE
                tree.used[0] += 1
            node = tree.child[taken]
        play_on(position, tables, rng, manner[PLAYOUT], actions, weights)
        judge(position, tables, manner[MARGIN], totals, hopes)
        for step in range(depth):
            edge = path[step]
            tree.visits[edge] += 1
            for seat in range(position[1]):
                tree.value[edge, seat] += hopes[seat]
                tree.points[edge, seat] += totals[seat]


def keys_at(position: Bytes, tables: Bytes, actions: Numbers, keys: Numbers) -> int:
    """The legal actions and their keys; how many there are."""
    state, data = record_of(position, STATE), record_of(tables, TABLES)
    n = list_actions(state, data, actions)
    for i in range(n):
        keys[i] = key_of(state, data, actions[i])
    return n


PATTERNS = (
    final, judge, wishes, best_of_chain, look_ahead, play_on, hope_after, open_edges, grow, keys_at,
)  # fmt: skip


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
    look_ahead: Callable[[Bytes, Bytes, Numbers, Reals], int]
    grow: Callable[[Bytes, Bytes, Tree, Stream, int, Reals], None]
    keys_at: Callable[[Bytes, Bytes, Numbers, Numbers], int]


def mind_of(game: CompiledGame[Any]) -> Mind:
    return _bind(game.name, game.kernel)


@cache
def _bind(name: str, kernel: Kernel) -> Mind:
    names = {**globals(), **kernel.brings}
    if "estimate" not in kernel.brings:
        plain = bind_patterns(name, names, PLAIN)
        names |= {pattern.__name__[6:]: plain[pattern.__name__] for pattern in PLAIN} | {"KEYS": names["ACTIONS"]}
    names = bind_patterns(name, names, PATTERNS)
    return Mind(**{field.name: names[field.name] for field in fields(Mind)})
