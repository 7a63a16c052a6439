"""The tree of a Monte Carlo tree search, stored in arrays of fixed size, and the functions that grow it.

The search is open-loop: a node stands for the actions of the players, whatever chance brought in between, and every
simulation draws again. `compiled_bots` compiles these functions for each game.
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

# The names that a game provides, see `core.kernel` and `compiled_bots`
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
priors: Callable[..., None]
key_of: Callable[..., int]
is_leaf: Callable[..., bool]
evaluate_win_chances: Callable[..., None]

Reals = npt.NDArray[np.float64]
NONE = -1
DEEPEST = 512  # decisions on one path

# The parameters of a search: their places in the array that `search_params` returns
(
    EXPLORATION,  # the weight of the prior against the value in PUCT
    PLAYOUT,  # 1: simulations are played to the end at random; 0: leaves are evaluated
    PRIOR_VISITS,  # for how many visits the evaluation before the first one counts; 0: it is not computed
    TEMPERATURE,  # the difference in win chance that makes a prior e times as large; 0: the game's own priors
    MARGIN,  # the share of points in the value of a finished game; the rest is for winning
    LENGTH,
) = range(6)
FIRST_PRIOR_VISITS = 1e-3  # without an evaluation, an untried action is worth what the tried ones are on average


def search_params(**numbers: float) -> Reals:
    """Return the array of search parameters; those not named are 0."""
    params = np.zeros(LENGTH)
    for name, number in numbers.items():
        params[globals()[name.upper()]] = number
    return params


class Tree(NamedTuple):
    """The arrays of one tree: nodes are decisions of players, edges are the actions chosen there."""

    first: Numbers  # of each node: its first edge
    key: Numbers  # of each edge: what is done
    sibling: Numbers  # the next edge of the same node
    child: Numbers  # the node it leads to
    visits: Numbers
    prior: npt.NDArray[np.float32]
    evaluation: npt.NDArray[np.float32]  # of who decides, before anything was tried
    value: npt.NDArray[np.float32]  # chances, summed over visits, one column for each seat
    points: npt.NDArray[np.float32]  # points expected at the end, likewise
    used: Numbers  # nodes and edges in use


def new_tree(edges: int, seats: int) -> Tree:
    """Return an empty tree with room for so many edges."""
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
    """Empty the tree: only the root, node 0, is left, without edges."""
    tree.first[0] = NONE
    tree.used[0], tree.used[1] = 1, 0


@entry_point
def find_edge(tree: Tree, node: int, key: int) -> int:
    """Return the edge of a node that has this key, NONE if there is none."""
    edge = tree.first[node]
    while edge != NONE and tree.key[edge] != key:
        edge = tree.sibling[edge]
    return int(edge)


@entry_point
def tally(tree: Tree, keys: Numbers, sums: Reals) -> None:
    """Add up what was found for each key at the root: visits, win chances and points by seat, and the evaluation."""
    seats = tree.value.shape[1]
    for i in range(keys.size):
        edge = find_edge(tree, 0, keys[i])
        if edge != NONE:
            sums[i, 0] += tree.visits[edge]
            for seat in range(seats):
                sums[i, 1 + seat] += tree.value[edge, seat]
                sums[i, 1 + seats + seat] += tree.points[edge, seat]
            sums[i, 1 + 2 * seats] = tree.evaluation[edge]


@entry_point
def keep_below(tree: Tree, root: int, spare: Tree) -> None:
    """Copy the part of a tree below a node into another tree, where that node becomes the root."""
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
            spare.visits[new], spare.prior[new] = tree.visits[edge], tree.prior[edge]
            spare.evaluation[new] = tree.evaluation[edge]
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


def evaluate_after(
    position: Bytes, tables: Bytes, action: int, trial: Bytes, totals: Reals, win_chances: Reals
) -> float:
    """Return the evaluated win chance of the player to act after an action."""
    copy(position, trial)
    perform(record_of(trial, STATE), record_of(tables, TABLES), action)
    evaluate_win_chances(trial, tables, True, 0.0, totals, win_chances)
    return float(win_chances[position[0]])


def open_edges(
    position: Bytes, tables: Bytes, tree: Tree, node: int, search_params: Reals, n: int, actions: Numbers,
    weights: Reals, keys: Numbers, edge_of: Numbers, trial: Bytes, totals: Reals, win_chances: Reals,
) -> None:  # fmt: skip
    """Add edges for the legal actions that have none yet, unless the arrays are full."""
    missing = 0
    for i in range(n):
        missing += edge_of[keys[i]] == NONE
    if missing == 0 or tree.used[1] + missing > tree.key.size:
        return
    now = 0.0
    if search_params[TEMPERATURE] > 0:
        evaluate_win_chances(position, tables, True, 0.0, totals, win_chances)
        now = win_chances[position[0]]
    else:
        priors(record_of(position, STATE), record_of(tables, TABLES), actions, n, weights)
    for i in range(n):
        if edge_of[keys[i]] != NONE:
            continue
        edge = tree.used[1]
        tree.used[1] += 1
        tree.evaluation[edge] = (
            evaluate_after(position, tables, actions[i], trial, totals, win_chances)
            if search_params[PRIOR_VISITS] > 0
            else NONE
        )
        if search_params[TEMPERATURE] > 0:
            tree.prior[edge] = exp(min((tree.evaluation[edge] - now) / search_params[TEMPERATURE], 20.0))
        else:
            tree.prior[edge] = weights[i]
        tree.key[edge], tree.child[edge], tree.visits[edge] = keys[i], NONE, 0
        for seat in range(SEATS):
            tree.value[edge, seat] = tree.points[edge, seat] = 0.0
        tree.sibling[edge] = tree.first[node]
        tree.first[node] = edge
        edge_of[keys[i]] = edge


@compiled
def pick(tree: Tree, n: int, actor: int, search_params: Reals, keys: Numbers, edge_of: Numbers) -> int:
    """Return the index of the legal action to try, by value, prior and visits (PUCT)."""
    tried, whole, won = 0, 0.0, 0.0
    for i in range(n):
        edge = edge_of[keys[i]]
        if edge != NONE:
            tried += tree.visits[edge]
            whole += tree.prior[edge]
            won += tree.value[edge, actor]
    expected = won / tried if tried else 0.5
    best, chosen = -1e30, NONE
    for i in range(n):
        edge = edge_of[keys[i]]
        if edge == NONE:
            continue
        visits = tree.visits[edge]
        evaluation, prior_visits = expected, FIRST_PRIOR_VISITS
        if tree.evaluation[edge] >= 0:
            evaluation, prior_visits = tree.evaluation[edge], search_params[PRIOR_VISITS]
        worth = (tree.value[edge, actor] + prior_visits * evaluation) / (visits + prior_visits)
        worth += search_params[EXPLORATION] * tree.prior[edge] / whole * sqrt(tried + 1.0) / (1 + visits)
        if worth > best:
            best, chosen = worth, i
    return chosen


def grow(start: Bytes, tables: Bytes, tree: Tree, rng: Stream, simulations: int, search_params: Reals) -> None:  # noqa: C901  compiled; one loop walks the whole tree
    """Run simulations from a position where a player decides. Each adds at most one node."""
    position, trial = np.empty(STATE_BYTES, np.uint8), np.empty(STATE_BYTES, np.uint8)
    actions, keys = np.empty(ACTIONS, np.int32), np.empty(ACTIONS, np.int32)
    weights, totals, win_chances = np.empty(ACTIONS), np.empty(SEATS), np.empty(SEATS)
    edge_of = np.full(KEYS, NONE, np.int32)
    path = np.empty(DEEPEST, np.int32)
    state, data = record_of(position, STATE), record_of(tables, TABLES)
    for _ in range(simulations):
        copy(start, position)
        node = depth = 0
        while depth < DEEPEST:
            while position[0] == CHANCE and not is_leaf(state):
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
            open_edges(
                position,
                tables,
                tree,
                node,
                search_params,
                n,
                actions,
                weights,
                keys,
                edge_of,
                trial,
                totals,
                win_chances,
            )
            chosen = pick(tree, n, position[0], search_params, keys, edge_of)
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
        while search_params[PLAYOUT] > 0 and position[0] != OVER:
            perform(state, data, random_action(state, data, rng, actions))
        evaluate_win_chances(position, tables, True, search_params[MARGIN], totals, win_chances)
        for step in range(depth):
            edge = path[step]
            tree.visits[edge] += 1
            for seat in range(position[1]):
                tree.value[edge, seat] += win_chances[seat]
                tree.points[edge, seat] += totals[seat]


def keys_at(position: Bytes, tables: Bytes, actions: Numbers, keys: Numbers) -> int:
    """Fill in the legal actions and their keys. Return how many there are, 0 where no player is to act."""
    if position[0] >= CHANCE:
        return 0
    state, data = record_of(position, STATE), record_of(tables, TABLES)
    n = list_actions(state, data, actions)
    for i in range(n):
        keys[i] = key_of(state, data, actions[i])
    return n


PATTERNS = (evaluate_after, open_edges, grow, keys_at)
