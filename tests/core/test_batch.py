"""Batches: one call advances many games, and threads change nothing."""

import numpy as np
import pytest

from digsite.core.batch import advance_all, choose_all
from digsite.core.game import OVER
from digsite.core.registry import game_names, load
from digsite.core.rng import stream


@pytest.mark.parametrize("name", game_names())
def test_a_batch_goes_as_its_games_would_one_by_one(name: str) -> None:
    game = load(name)
    rngs = np.array([stream(3, number) for number in range(7)])
    positions = np.array([game.settle(game.new(3), rng) for rng in rngs])
    single, own_rngs = positions.copy(), rngs.copy()
    for _ in range(2000):
        chosen = choose_all(game, positions, rngs)
        for number, action in enumerate(chosen.tolist()):
            if action >= 0:
                below_was_drawn = choose_all(game, single[number : number + 1], own_rngs[number : number + 1])
                assert below_was_drawn.tolist() == [action]
                single[number] = game.settle(game.apply(single[number], action), own_rngs[number])
        advance_all(game, positions, rngs, chosen)
        assert (positions == single).all()
        if (positions[:, 0] == OVER).all():
            return
    raise AssertionError("the games did not end")


@pytest.mark.parametrize("name", game_names())
def test_threads_change_nothing(name: str) -> None:
    game = load(name)
    finals = []
    for threads in (1, 2, 5):
        rngs = np.array([stream(4, number) for number in range(100)])
        positions = np.array([game.settle(game.new(2), rng) for rng in rngs])
        for _ in range(40):
            advance_all(game, positions, rngs, choose_all(game, positions, rngs, threads), threads)
        finals.append(positions.tobytes())
    assert finals[0] == finals[1] == finals[2]
