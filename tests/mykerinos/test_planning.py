"""The position in which a turn is planned while others dig."""

import random

import pytest

from digsite.core.game import OVER
from digsite.core.rng import stream
from digsite.games.mykerinos.rules.planning import in_turn
from digsite.games.mykerinos.rules.state import CLAIM, DEAL, STATE
from tests.mykerinos.position import GAME


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_a_sound_position_in_which_the_player_begins_a_turn(seats: int) -> None:
    rng, draws = random.Random(seats), stream(seats)
    state, seen = GAME.settle(GAME.new(seats), draws), 0
    while GAME.to_act(state) != OVER:
        row, before = state.view(STATE)[0], state.tobytes()
        for seat in range(seats) if DEAL < row["phase"] < CLAIM else ():
            if not row["track"][seat]:
                planned = in_turn(state, seat)
                view = GAME.view(planned)
                assert GAME.check(planned) == []
                assert (view["to_act"], view["phase"], view["chain"]) == (seat, "turn", None)
                assert view["fields"] == GAME.view(state)["fields"]
                seen += seat != GAME.to_act(state)
        assert state.tobytes() == before
        state = GAME.settle(GAME.apply(state, rng.choice(GAME.legal(state).tolist())), draws)
    assert seen
