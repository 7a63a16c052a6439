"""`master`: Monte Carlo tree search for any number of players, with the game's evaluation at the leaves.

`plain` is the same search without any evaluation: every simulation is played to the end at random.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from threading import Event
from typing import ClassVar

import numpy as np

from digsite.bots.compiled_bots import compiled_bots_of
from digsite.bots.player import MOST_SIMULATIONS, Budget, NobodyToAct
from digsite.bots.search_tree import (
    NONE,
    PRIOR_VISITS,
    Reals,
    Tree,
    clear,
    find_edge,
    keep_below,
    new_tree,
    search_params,
    tally,
)
from digsite.core.fields import Bytes, Numbers, Stream
from digsite.core.game import CHANCE, Game
from digsite.core.rng import stream

EDGES = 1 << 20  # of one tree
CHUNK_SECONDS = 0.002  # how long a search goes on without looking at the clock
DOUBT = 1.0  # how wrong the value of one visit may be; of many, less by the square root
CATCH_UP = 0.5  # of the simulations to come, at most, go to the second choice more than to the first


@dataclass(frozen=True)
class Option:
    """What a search found about one action."""

    action: int
    visits: int
    win_chances: list[float]  # of each seat
    points: list[float]  # expected final points of each seat


class Search:
    """A search: one tree for each thread, kept from move to move."""

    def __init__(self, game: Game, seed: int, search_params: Reals, edges: int = EDGES) -> None:
        self.game = game
        self.compiled = compiled_bots_of(game)
        self.search_params = search_params
        self.seed = seed
        self.edges = edges
        self.trees: list[Tree] = []
        self.spares: list[Tree] = []
        self.streams: list[Stream] = []
        self.simulations = 0
        self.pool: ThreadPoolExecutor | None = None

    def _make_ready(self, threads: int) -> None:
        while len(self.trees) < threads:
            seats = self.game.seats[-1]
            self.streams.append(stream(self.seed, len(self.trees)))
            self.trees.append(new_tree(self.edges, seats))
            self.spares.append(new_tree(self.edges, seats))
        if threads > 1 and self.pool is None:
            self.pool = ThreadPoolExecutor(threads)

    @property
    def most_bytes(self) -> int:
        """The memory that the trees of one thread take at most, the spare one included."""
        return 2 * sum(array.nbytes for array in (self.trees or [new_tree(self.edges, self.game.seats[-1])])[0])

    def _keys(self, state: Bytes) -> tuple[Numbers, Numbers]:
        """Return the legal actions and their keys. Raises NobodyToAct."""
        actions, keys = np.empty(self.game.actions, np.int32), np.empty(self.game.actions, np.int32)
        n = self.compiled.keys_at(self.game.as_state(state), self.game.tables, actions, keys)
        if not n:
            raise NobodyToAct
        return actions[:n], keys[:n]

    def observe(self, state: Bytes, action: int) -> None:
        """Make the position after a player's action the root of the trees. Draws change nothing."""
        if state[0] >= CHANCE or not self.trees:
            return
        actions, keys = self._keys(state)
        key = keys[np.searchsorted(actions, action)]
        for i, tree in enumerate(self.trees):
            edge = find_edge(tree, 0, key)
            if edge == NONE or tree.child[edge] == NONE:
                clear(tree)
            else:
                keep_below(tree, int(tree.child[edge]), self.spares[i])
                self.trees[i], self.spares[i] = self.spares[i], tree

    def run(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> None:
        """Grow the trees until the budget is used up, `cancel` is set, or more would hardly change the choice.

        A budget in simulations is used to the last one, so that the same seed gives the same trees. Raises NobodyToAct
        where chance is to act or the game is over.
        """
        state = self.game.as_state(state)
        keys = self._keys(state)[1]
        self._make_ready(budget.threads)
        limit = MOST_SIMULATIONS if budget.simulations is None else budget.simulations
        per_tree = max(limit // budget.threads, 1)
        self._grow(state, 0, budget.threads)  # before the clock starts: it may have to be compiled
        started = before = budget.clock()
        done, chunk = 0, 1
        while done < per_tree and not (done and cancel and cancel.is_set()):
            chunk = min(chunk, per_tree - done)
            self._grow(state, chunk, budget.threads)
            done += chunk
            now = budget.clock()
            taken, before = max(now - before, 1e-7), now
            if budget.seconds is not None:
                left = budget.seconds - (now - started)
                to_come = left / taken * chunk * budget.threads
                if left < taken / 2 or self._lead(keys) > CATCH_UP * to_come:
                    break
            chunk = max(1, min(2 * chunk, int(chunk * CHUNK_SECONDS / taken)))
        self.simulations = done * budget.threads

    def _grow(self, state: Bytes, simulations: int, threads: int) -> None:
        def one(i: int) -> None:
            self.compiled.grow(state, self.game.tables, self.trees[i], self.streams[i], simulations, self.search_params)

        if self.pool is None or threads == 1:
            one(0)
        else:
            list(self.pool.map(one, range(threads)))

    def _tally(self, keys: Numbers) -> Reals:
        sums = np.zeros((len(keys), 2 + 2 * self.game.seats[-1]))
        for tree in self.trees:
            tally(tree, keys, sums)
        return sums

    def _lead(self, keys: Numbers) -> float:
        """Return by how many visits the first choice leads the second."""
        second, first = np.sort(self._tally(keys)[:, 0])[-2:]
        return float(first - second)

    def options(self, state: Bytes) -> list[Option]:
        """Return the legal actions that were tried, best first: by value less the doubt about it."""
        actions, keys = self._keys(state)
        actor, seats, most = int(state[0]), int(state[1]), self.game.seats[-1]
        found = []
        for action, (visits, *sums, evaluation) in zip(actions.tolist(), self._tally(keys).tolist(), strict=True):
            if visits:
                means = [number / visits for number in sums]
                option = Option(action, int(visits), means[:seats], means[most : most + seats])
                found.append((self._surely(visits, sums[actor], evaluation), option))
        return [option for _, option in sorted(found, key=lambda pair: -pair[0])]

    def _surely(self, visits: float, value: float, evaluation: float) -> float:
        """Return the value of an action, its evaluation included, less the doubt that is left."""
        prior_visits = self.search_params[PRIOR_VISITS] if evaluation >= 0 else 0.0
        return (value + prior_visits * evaluation) / (visits + prior_visits) - DOUBT / sqrt(visits + prior_visits)


TO_THE_END = search_params(exploration=1.0, playout=1, margin=0.5)


class Master:
    usual: ClassVar[Budget] = Budget(seconds=1.0)

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game = game
        self.search = Search(game, seed * game.seats[-1] + seat, self.search_params(game))

    @staticmethod
    def search_params(game: Game) -> Reals:
        """Return the search parameters of the game's evaluation; without one, those of `plain`."""
        params = game.kernel.names.get("SEARCH_PARAMS")
        return TO_THE_END if params is None else search_params(**params)

    @property
    def simulations(self) -> int:
        """How many simulations the last choice took."""
        return self.search.simulations

    def observe(self, state: Bytes, action: int) -> None:
        self.search.observe(state, action)

    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        actions = self.game.legal(state)
        if len(actions) == 1:
            return int(actions[0])
        self.search.run(state, budget, cancel)
        return self.search.options(state)[0].action


class Plain(Master):
    @staticmethod
    def search_params(game: Game) -> Reals:
        return TO_THE_END
