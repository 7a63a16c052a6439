"""The quick draws of simulations come out exactly as the weights of `chance` say."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from digsite.core.fields import Bytes, Numbers
from digsite.core.game import CHANCE
from digsite.core.jit import entry_point
from digsite.core.registry import load
from digsite.core.rng import stream
from digsite.games.thebes.rules.data import TABLES
from digsite.games.thebes.rules.perform import chance_action, chance_ways
from digsite.games.thebes.rules.state import STATE

GAME = load("thebes")


@entry_point
def count_ways(position: Bytes, tables: Bytes, counts: Numbers) -> int:
    state: Any = position.view(STATE)[0]
    data: Any = tables.view(TABLES)[0]
    ways = chance_ways(state, data)
    for way in range(ways):
        counts[chance_action(state, data, way)] += 1
    return ways


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_draw_has_as_many_ways_as_its_weight_says(seats: int) -> None:
    rng = np.random.default_rng(seats)
    seen = 0
    for game in range(12):
        state = GAME.new(seats)
        for _ in range(10_000):
            if GAME.to_act(state) > CHANCE:
                break
            if GAME.to_act(state) == CHANCE:
                ids, weights = GAME.chance(state)
                counts = np.zeros(GAME.actions, np.int32)
                ways = count_ways(state, GAME.tables, counts)
                assert np.nonzero(counts)[0].tolist() == ids.tolist()
                total = int(weights.sum())
                for action, weight in zip(ids, weights, strict=True):
                    assert Fraction(int(counts[action]), ways) == Fraction(int(weight), total)
                seen += 1
                state = GAME.apply(state, int(rng.choice(ids, p=weights / total)))
            else:
                legal = GAME.legal(state)
                state = GAME.apply(state, int(legal[0] if game % 2 else rng.choice(legal)))
    assert seen > 500


def test_settling_follows_the_ways_in_their_order() -> None:
    """One stream gives one game: settling is a pure function of position and stream."""
    start = GAME.new(4)
    assert bytes(GAME.settle(start, stream(9, 4))) == bytes(GAME.settle(start, stream(9, 4)))
    assert bytes(GAME.settle(start, stream(9, 4))) != bytes(GAME.settle(start, stream(9, 5)))
