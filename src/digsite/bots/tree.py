"""The tree of a search, in one arena of fixed size, and how it grows.

It is open-loop: its nodes stand for what the players did, whatever chance brought in between, and every simulation
draws anew. What grows it is compiled for each game, see `mind`.
"""

from collections.abc import Callable
from math import exp, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from digsite.core.fields import Bytes, Numbers, Stream
from digsite.core.game import CHANCE, OVER
from digsite.core.jit import compiled, entry_point
from digsite.core.kernel import record_of

# What a game brings, see `core.kernel` and `mind`
STATE: np.dtype[np.void]
TABLES: np.dtype[np.void]
STATE_BYTES: int
ACTIONS: int
SEATS: int
KEYS: int
list_actions: Callable[..., int]
perform: Callable[..., None]
copy: Callable[..., None]
random_action: Callable[..., int]
urges: Callable[..., None]
key_of: Callable[..., int]
is_rest: Callable[..., bool]
judge: Callable[..., None]

Reals = npt.NDArray[np.float64]
NONE = -1
DEEPEST = 512  # decisions on one path

# The manner of a search, one number each
(
    EXPLORATION,  # how much a promising but little tried action is preferred
    PLAYOUT,  # 1: simulations are played to the end at random; 0: positions are judged at the tip of the tree
    TRUST,  # for how many visits counts what was hoped for before the first; 0: nothing is
    WARMTH,  # how much more must be hoped for to appeal e times as much; 0: actions appeal by first sight
    MARGIN,  # how much of the hope at the end is for points rather than for winning
    LENGTH,
) = range(6)
FIRST_TRUST = 1e-3  # where nothing was hoped for, an untried action is worth what the tried ones are


def manner(**numbers: float) -> Reals:
    """A manner of searching by the names of its numbers."""
    told = np.zeros(LENGTH)
    for name, number in numbers.items():
        told[globals()[name.upper()]] = number
    return told


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
    """Add up what was found of each key at the root: visits, chances and points of every seat, and the first hope."""
    seats = tree.value.shape[1]
    for i in range(keys.size):
        edge = find_edge(tree, 0, keys[i])
        if edge != NONE:
            sums[i, 0] += tree.visits[edge]
            for seat in range(seats):
                sums[i, 1 + seat] += tree.value[edge, seat]
                sums[i, 1 + seats + seat] += tree.points[edge, seat]
            sums[i, 1 + 2 * seats] = tree.hope[edge]


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


def hope_after(position: Bytes, tables: Bytes, action: int, trial: Bytes, totals: Reals, hopes: Reals) -> float:
    """What the one to act may hope for after an action."""
    copy(position, trial)
    perform(record_of(trial, STATE), record_of(tables, TABLES), action)
    judge(trial, tables, True, 0.0, totals, hopes)
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
        judge(position, tables, True, 0.0, totals, hopes)
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
        while manner[PLAYOUT] > 0 and position[0] != OVER:
            perform(state, data, random_action(state, data, rng, actions))
        judge(position, tables, True, manner[MARGIN], totals, hopes)
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


PATTERNS = (hope_after, open_edges, grow, keys_at)
