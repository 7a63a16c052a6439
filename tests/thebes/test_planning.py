"""The position in which a turn is planned while others move."""

import pytest

from digsite.games.thebes.rules.planning import in_turn
from digsite.games.thebes.rules.state import STATE
from tests.thebes.position import GAME
from tests.web.thebes_turns import walked


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_the_players_turn_and_nothing_else_is_different(seats: int) -> None:
    for steps in range(2, 42, 4):
        state = walked(GAME.new(seats), steps, seed=steps)
        before = state.tobytes()
        for player in GAME.view(state)["players"]:
            if player["done"]:
                continue
            planned = in_turn(state, player["seat"])
            assert GAME.to_act(planned) == player["seat"]
            assert len(GAME.legal(planned))
            was, now = state.view(STATE)[0], planned.view(STATE)[0]
            others = [seat for seat in was["order"].tolist()[:seats] if seat != player["seat"]]
            assert now["order"].tolist()[:seats] == [player["seat"], *others]
            kept = [name for name in STATE.names or () if name not in ("actor", "order")]
            assert all(now[name].tobytes() == was[name].tobytes() for name in kept)
        assert state.tobytes() == before
