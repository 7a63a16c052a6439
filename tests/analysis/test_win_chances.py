"""Each seat's chance to win from a position."""

import numpy as np
import pytest
from examples import cave

from digsite.analysis.win_chances import win_chances
from digsite.bots.master import Master
from digsite.bots.player import Budget
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.registry import load
from digsite.core.rng import stream

SHORT = Budget(simulations=300)
GAME = cave.load()


def after(*actions: str) -> Bytes:
    """A position of Cave-in, two players."""
    state = GAME.new(2)
    for action in actions:
        state = GAME.apply(state, GAME.parse(state, action))
    return state


FULL_SACK = ("first 1", *["dig", "shards 6"] * 5)  # 30 shards, and 25 win


def test_who_can_win_at_once_wins() -> None:
    assert win_chances(GAME, after(*FULL_SACK), SHORT) == pytest.approx([0, 1], abs=0.03)


def test_winners_share_a_game_that_is_over() -> None:
    assert win_chances(GAME, after(*FULL_SACK, "leave"), SHORT) == [0, 1]
    shared = GAME.new(2)
    fields = shared.view(cave.STATE)[0]
    fields["actor"], fields["turns"] = OVER, 31
    assert win_chances(GAME, shared, SHORT) == [0.5, 0.5]


def test_before_a_draw_the_chances_are_a_mean() -> None:
    chances = win_chances(GAME, after(*FULL_SACK, "dig"), SHORT)
    assert sum(chances) == pytest.approx(1)
    assert 0.6 < chances[1] < 0.999  # one draw in six loses the sack


def test_a_forced_action_needs_no_search() -> None:
    chances = win_chances(GAME, after("first 0"), SHORT)  # nothing but `dig` is legal
    assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("name", ["thebes", "mykerinos"])
@pytest.mark.parametrize("seats", [2, 4])
def test_chances_add_up_to_one_and_repeat(name: str, seats: int) -> None:
    game: Game = load(name)
    state = game.settle(game.new(seats), stream(3))
    chances = win_chances(game, state, SHORT)
    assert len(chances) == seats
    assert all(0 < chance < 1 for chance in chances)
    assert sum(chances) == pytest.approx(1, abs=1e-4)
    assert win_chances(game, state, SHORT) == chances


def test_a_search_needs_a_player_to_act() -> None:
    for state in (after(), after(*FULL_SACK, "leave")):
        assert GAME.to_act(state) in (CHANCE, OVER)
        player = Master(GAME, 0, 0)
        before = np.copy(state)
        with pytest.raises(ValueError, match="player is to act"):
            player.search.run(state, SHORT)
        assert (state == before).all()
