"""Fit the correction of Thebes' static evaluation to games that are played for it: writes its weights, learned.npy.

python tools/learn.py                 (all numbers of players; about an hour on two cores)
python tools/learn.py 2 --games 2000  (two players only, and less thoroughly)

In every round players that look one action ahead play each other, with the correction so far. Now and then one strays
and draws an action by its prior instead, so that positions after a mistake are learned from, too. Then the network is
fitted anew to the positions of these rounds and to the points and wins that came of them.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich import print
from rich.progress import track

from digsite.bots.compiled_bots import FINE, compiled_bots_of
from digsite.core.fields import Bytes
from digsite.core.game import OVER
from digsite.core.jit import entry_point
from digsite.core.kernel import record_of
from digsite.core.registry import load
from digsite.core.rng import below, stream
from digsite.games.thebes.evaluation import learned
from digsite.games.thebes.evaluation.learned import FEATURES, HIDDEN, INPUTS, SHARED, evaluate_learned, fill_features
from digsite.games.thebes.rules.data import TABLES
from digsite.games.thebes.rules.state import PLAYERS, STATE

FILE = Path(learned.__file__).with_suffix(".npy")
STRAYING = 0.06  # of all actions
PATIENCE = 0.93  # how much what a position is fitted to counts the decisions far ahead, see `play_one`
KEPT = 0.3  # of all positions, before and after an action
PACK = 100  # games that one worker plays at once
# Fitting
PASSES = 4
BATCH = 1024
RATE, WARM_UP = 2e-3, 0.02  # the rate of learning, and the part of all steps after which it is reached
POINTS = 15.0  # a usual distance from the points expected
WINS = 10.0  # how much winning counts beside points
APART = 20  # one of so many positions is kept apart to see how well the rest was fitted


class Positions(NamedTuple):
    """What is fitted: a row for each position, in most arrays one for each of its seats."""

    features: Any
    shared: Any
    promised: Any  # points by the static evaluation
    spread: Any
    points: Any  # what came of it …
    won: Any  # … and the share of the win


@entry_point
def evaluate_both(position: Bytes, tables: Bytes, features: Any, shared: Any, promised: Any, totals: Any) -> float:
    """Fill in the features, the points of the static evaluation and those of the learned one. Return the spread."""
    fill_features(record_of(position, STATE), record_of(tables, TABLES), features, shared, promised)
    return evaluate_learned(record_of(position, STATE), record_of(tables, TABLES), totals)


def play(seats: int, seed: int, patience: float) -> Positions:
    """Play a pack of games and return some of their positions."""
    rng = stream(seed, seats)
    return join([play_one(seats, rng, patience) for _ in range(PACK)])


def play_one(seats: int, rng: Any, patience: float) -> Positions:
    """Play one game and return some of its positions.

    What a position is fitted to is what the learned evaluation expected after the decisions that followed, the sooner
    the more. With a patience of 1 it is what the game ended with; with less, luck counts for less, but errors of the
    evaluation for more. What followed after somebody strayed says nothing about the position before.
    """
    game = load("thebes")
    compiled = compiled_bots_of(game)
    actions, values = np.empty(game.actions, np.int32), np.empty(game.actions)
    noted: list[tuple[Any, ...]] = []
    expected: list[tuple[Any, Any]] = []  # points and shares before every decision, and at the end
    strayed: list[bool] = []

    def note(state: Bytes, after: bool) -> None:
        features, shared = np.zeros((PLAYERS, FEATURES), np.float32), np.zeros(SHARED, np.float32)
        promised, totals = np.zeros(PLAYERS), np.zeros(PLAYERS)
        spread = evaluate_both(state, game.tables, features, shared, promised, totals)
        if below(rng, FINE) < KEPT * FINE:
            noted.append((features[:seats], shared, promised[:seats], spread, len(strayed) - after, after))
        if not after:
            expected.append((totals[:seats], win_chances(totals[None, :seats], np.array([spread]))[0]))

    state = game.settle(game.new(seats), rng)
    while state[0] != OVER:
        note(state, after=False)
        strayed.append(below(rng, FINE) < STRAYING * FINE)
        if strayed[-1]:
            n = compiled.list_priors(state, game.tables, actions, values)
            chosen = int(np.searchsorted(values[:n].cumsum(), below(rng, FINE) / FINE * values[:n].sum()))
        else:
            n = compiled.look_ahead(state, game.tables, True, actions, values)
            chosen = int(values[:n].argmax())
        state = game.apply(state, int(actions[min(chosen, n - 1)]))
        if state[0] != OVER:
            note(state, after=True)
        state = game.settle(state, rng)
    points = np.array(game.outcome(state).totals, float)
    expected.append((points, shares(points[None])[0]))
    came = what_came(expected, strayed, patience)
    rows = [(*row, *came[decision][after]) for *row, decision, after in noted]
    features, shared, promised, spread, points, won = map(np.array, zip(*rows, strict=True))
    return Positions(features, shared, promised, spread, points, won)


def what_came(expected: Sequence[tuple[Any, Any]], strayed: Sequence[bool], patience: float) -> list[list[Any]]:
    """Return for every decision what came of the position before it, and of the one after."""
    came: list[list[Any]] = []
    later: Any = expected[-1]
    for decision in reversed(range(len(strayed))):
        after = [
            (1 - patience) * soon + patience * late for soon, late in zip(expected[decision + 1], later, strict=True)
        ]
        before = expected[decision] if strayed[decision] and patience < 1 else after
        came.append([before, after])
        later = before
    return came[::-1]


def join(packs: Sequence[Positions]) -> Positions:
    return Positions(*(np.concatenate(column).astype(np.float32) for column in zip(*packs, strict=True)))


def inputs(positions: Positions) -> Any:
    """Return a row for each seat of each position, in the order in which `evaluate_learned` weights them."""
    seats = positions.features.shape[1]
    others = (positions.features.sum(1, keepdims=True) - positions.features) / (seats - 1)
    shared = np.repeat(positions.shared[:, None], seats, axis=1)
    return np.concatenate([positions.features, others, shared], axis=2)


def shares(points: Any) -> Any:
    """Return each seat's share of the win."""
    won = (points == points.max(1, keepdims=True)).astype(np.float32)
    return won / won.sum(1, keepdims=True)


def win_chances(totals: Any, spread: Any) -> Any:
    """Return each seat's chance to win, by the points expected and how far they may be off."""
    raised = np.exp((totals - totals.max(1, keepdims=True)) / spread[:, None])
    return raised / raised.sum(1, keepdims=True)


def fit(positions: Positions, rng: np.random.Generator) -> Any:
    """Return the weights for one number of players: Adam on points and wins, over all positions a few times."""
    rows, won = inputs(positions), positions.won
    mean, scale = rows.mean((0, 1)), rows.std((0, 1)) + 1e-6
    one = 2 * FEATURES  # the input that is always 1
    mean[one], scale[one] = 0.0, 1.0
    rows = ((rows - mean) / scale).astype(np.float16)
    apart = np.arange(len(rows)) >= len(rows) - len(rows) // APART  # whole games, for the most part
    order = np.flatnonzero(~apart)
    first = rng.standard_normal((INPUTS, HIDDEN)).astype(np.float32) / np.sqrt(np.float32(INPUTS))
    learned = [first, np.zeros(HIDDEN, np.float32)]
    means, squares = [[np.zeros_like(part) for part in learned] for _ in range(2)]

    def totals(x: Any, places: Any) -> tuple[Any, Any]:
        hidden = np.maximum(x @ learned[0], 0)
        return hidden, positions.promised[places] + POINTS * (hidden @ learned[1])

    def errors(places: Any) -> str:
        promised = totals(rows[places].astype(np.float32), places)[1]
        surprise = -(np.log(win_chances(promised, positions.spread[places]) + 1e-9) * won[places]).sum(1).mean()
        off = np.sqrt(((promised - positions.points[places]) ** 2).mean())
        return f"{off:.2f} points off, {surprise:.4f} surprised by who won"

    steps = PASSES * (len(order) // BATCH)
    step = 0
    for _ in range(PASSES):
        rng.shuffle(order)
        for places in np.array_split(order, max(len(order) // BATCH, 1)):
            x = rows[places].astype(np.float32)
            hidden, promised = totals(x, places)
            spread = positions.spread[places]
            error = 2 * (promised - positions.points[places]) / POINTS**2
            error += WINS * (win_chances(promised, spread) - won[places]) / spread[:, None]
            error = (error * POINTS / len(places)).astype(np.float32)
            back = error[..., None] * learned[1] * (hidden > 0)
            slopes = [x.reshape(-1, INPUTS).T @ back.reshape(-1, HIDDEN), np.einsum("psh,ps->h", hidden, error)]
            step += 1
            rate = RATE * min(1, step / (WARM_UP * steps)) * (0.51 + 0.5 * np.cos(np.pi * step / steps))
            for part, slope, m, v in zip(learned, slopes, means, squares, strict=True):
                m += 0.1 * (slope - m)
                v += 0.001 * (slope * slope - v)
                part -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
        print(f"  {errors(order[: apart.sum()])}; of games kept apart: {errors(np.flatnonzero(apart))}")
    weights = learned[0] / scale[:, None]
    weights[one] -= (mean / scale) @ learned[0]
    return np.concatenate([weights, POINTS * learned[1][None]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seats", type=int, nargs="*", default=[2, 3, 4], help="numbers of players (2 3 4)")
    parser.add_argument("--games", type=int, default=20_000, help="of each round (20000)")
    parser.add_argument("--rounds", type=int, default=3, help="(3)")
    parser.add_argument("--afresh", action="store_true", help="start from weights of zero")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other games")
    asked = parser.parse_args()
    learned = np.load(FILE)
    for seats in asked.seats:
        if asked.afresh:
            learned[seats - 2] = 0.0
            np.save(FILE, learned)
        packs = []
        for number in range(asked.rounds):
            patience = PATIENCE if learned[seats - 2].any() else 1.0
            first = (asked.seed * asked.rounds + number) * asked.games
            seeds = range(first, first + asked.games, PACK)
            # Fresh workers each round: what they compile has the weights in it
            with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
                played = pool.map(play, repeat(seats), seeds, repeat(patience))
                packs += list(track(played, f"{seats} players, round {number + 1}", len(seeds)))
            learned[seats - 2] = fit(join(packs), np.random.default_rng(number))
            np.save(FILE, learned)


if __name__ == "__main__":
    main()
