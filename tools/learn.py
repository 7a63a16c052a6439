"""Learn from games played how far the judgement of Thebes is from the truth: writes learned.npy beside it.

python tools/learn.py                 (all numbers of players; about an hour on two cores)
python tools/learn.py 2 --games 2000  (two players only, and less thoroughly)

In every round players that look one action ahead meet, with what was learned so far. Now and then one strays, doing
what appeals at first sight instead, so that mistakes are learned from too. Then the network is fitted anew to all
positions seen in these rounds and to the points and wins that came of them.
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
AT_FIRST_SIGHT = 0.06  # of all actions
PATIENCE = 0.93  # how far ahead of a position what came of it is sought, see `play_one`
KEPT = 0.3  # of all positions, before and after an action
PACK = 100  # games that one worker plays at once
# Fitting
PASSES = 4
BATCH = 1024
RATE, WARM_UP = 2e-3, 0.02  # the rate of learning, and the part of all steps after which it is reached
POINTS = 15.0  # a usual distance from the points expected
WINS = 10.0  # how much winning counts beside points
APART = 20  # one of so many positions is kept apart to see how well the rest was fitted


class Seen(NamedTuple):
    """Positions, a row for each; of each seat where a seat is meant."""

    features: Any
    shared: Any
    promised: Any  # points by the hand-made judgement
    spread: Any
    points: Any  # what came of it …
    won: Any  # … and the share of the win


@entry_point
def look(position: Bytes, tables: Bytes, features: Any, shared: Any, promised: Any, foreseen: Any) -> float:
    """Fills in all that is seen, and the points expected by hand and by experience; how wrong they may be."""
    fill_features(record_of(position, STATE), record_of(tables, TABLES), features, shared, promised)
    return evaluate_learned(record_of(position, STATE), record_of(tables, TABLES), foreseen)


def play(seats: int, seed: int, patience: float) -> Seen:
    """A pack of games."""
    rng = stream(seed, seats)
    return join([play_one(seats, rng, patience) for _ in range(PACK)])


def play_one(seats: int, rng: Any, patience: float) -> Seen:
    """One game. What came of a position is what was expected after the decisions to come, the sooner the more.

    With a patience of 1 it is what the game ended with; with less, luck has less of a say, and so has the truth. What
    followed after somebody strayed says nothing about the position before.
    """
    game = load("thebes")
    compiled = compiled_bots_of(game)
    actions, values = np.empty(game.actions, np.int32), np.empty(game.actions)
    seen: list[tuple[Any, ...]] = []
    expected: list[tuple[Any, Any]] = []  # points and shares before every decision, and at the end
    strayed: list[bool] = []

    def look_at(state: Bytes, after: bool) -> None:
        features, shared = np.zeros((PLAYERS, FEATURES), np.float32), np.zeros(SHARED, np.float32)
        promised, foreseen = np.zeros(PLAYERS), np.zeros(PLAYERS)
        spread = look(state, game.tables, features, shared, promised, foreseen)
        if below(rng, FINE) < KEPT * FINE:
            seen.append((features[:seats], shared, promised[:seats], spread, len(strayed) - after, after))
        if not after:
            totals = foreseen[:seats]
            expected.append((totals, win_chances(totals[None], np.array([spread]))[0]))

    state = game.settle(game.new(seats), rng)
    while state[0] != OVER:
        look_at(state, after=False)
        strayed.append(below(rng, FINE) < AT_FIRST_SIGHT * FINE)
        if strayed[-1]:
            n = compiled.list_priors(state, game.tables, actions, values)
            chosen = int(np.searchsorted(values[:n].cumsum(), below(rng, FINE) / FINE * values[:n].sum()))
        else:
            n = compiled.look_ahead(state, game.tables, True, actions, values)
            chosen = int(values[:n].argmax())
        state = game.apply(state, int(actions[min(chosen, n - 1)]))
        if state[0] != OVER:
            look_at(state, after=True)
        state = game.settle(state, rng)
    points = np.array(game.outcome(state).totals, float)
    expected.append((points, shares(points[None])[0]))
    came = what_came(expected, strayed, patience)
    rows = [(*row, *came[decision][after]) for *row, decision, after in seen]
    features, shared, promised, spread, points, won = map(np.array, zip(*rows, strict=True))
    return Seen(features, shared, promised, spread, points, won)


def what_came(expected: Sequence[tuple[Any, Any]], strayed: Sequence[bool], patience: float) -> list[list[Any]]:
    """For every decision: what came of the position before it, and of the one after."""
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


def join(packs: Sequence[Seen]) -> Seen:
    return Seen(*(np.concatenate(column).astype(np.float32) for column in zip(*packs, strict=True)))


def inputs(seen: Seen) -> Any:
    """A row for each seat of each position, as `learned.foresee` reads it."""
    seats = seen.features.shape[1]
    others = (seen.features.sum(1, keepdims=True) - seen.features) / (seats - 1)
    shared = np.repeat(seen.shared[:, None], seats, axis=1)
    return np.concatenate([seen.features, others, shared], axis=2)


def shares(points: Any) -> Any:
    won = (points == points.max(1, keepdims=True)).astype(np.float32)
    return won / won.sum(1, keepdims=True)


def win_chances(totals: Any, spread: Any) -> Any:
    raised = np.exp((totals - totals.max(1, keepdims=True)) / spread[:, None])
    return raised / raised.sum(1, keepdims=True)


def fit(seen: Seen, rng: np.random.Generator) -> Any:
    """The weights of one number of players: Adam on points and wins, over all positions a few times."""
    rows, won = inputs(seen), seen.won
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
        return hidden, seen.promised[places] + POINTS * (hidden @ learned[1])

    def told(places: Any) -> str:
        promised = totals(rows[places].astype(np.float32), places)[1]
        surprise = -(np.log(win_chances(promised, seen.spread[places]) + 1e-9) * won[places]).sum(1).mean()
        off = np.sqrt(((promised - seen.points[places]) ** 2).mean())
        return f"{off:.2f} points off, {surprise:.4f} surprised by who won"

    steps = PASSES * (len(order) // BATCH)
    step = 0
    for _ in range(PASSES):
        rng.shuffle(order)
        for places in np.array_split(order, max(len(order) // BATCH, 1)):
            x = rows[places].astype(np.float32)
            hidden, promised = totals(x, places)
            spread = seen.spread[places]
            error = 2 * (promised - seen.points[places]) / POINTS**2
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
        print(f"  {told(order[: apart.sum()])}; of games kept apart: {told(np.flatnonzero(apart))}")
    weights = learned[0] / scale[:, None]
    weights[one] -= (mean / scale) @ learned[0]
    return np.concatenate([weights, POINTS * learned[1][None]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seats", type=int, nargs="*", default=[2, 3, 4], help="numbers of players (2 3 4)")
    parser.add_argument("--games", type=int, default=20_000, help="of each round (20000)")
    parser.add_argument("--rounds", type=int, default=3, help="(3)")
    parser.add_argument("--afresh", action="store_true", help="forget what was learned before")
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
