"""Every bot plays whole games under every rule option."""

import pytest

from digsite.bots import entrant
from digsite.bots.match import Luck, play
from digsite.core.game import OVER
from digsite.core.registry import game_names, load, plugin

SETUPS = [
    pytest.param(name, {option.name: reading.value}, id=f"{name} {option.name}")
    for name in game_names()
    for option in plugin(name).options
    for reading in option.readings[1:]
]


@pytest.mark.parametrize(("name", "options"), SETUPS)
@pytest.mark.parametrize("bot", ["random", "novice", "scholar", "master:20sims"])
def test_a_bot_plays_a_whole_game(name: str, options: dict[str, str], bot: str) -> None:
    game = load(name).with_options(options)
    match = play(game, [entrant(bot)] * 3, Luck(1, 0), 1)
    assert game.to_act(match.history.states[-1]) == OVER
    assert all(game.check(state) == [] for state in match.history.states[::10])
