"""A game may bring an evaluation of its own, or only a part of one: bots use what there is."""

from typing import Any

from digsite.bots import entrant
from digsite.bots.player import Budget
from digsite.core.compiled import CompiledGame
from digsite.core.jit import compiled
from digsite.core.kernel import bind
from digsite.core.kernel_names import GIVEN
from tests.conformance import nim


@compiled
def evaluate(state: Any, data: Any, totals: Any) -> float:
    """Whoever is to act with a multiple of four matches left loses, if the other plays well."""
    totals[0] = totals[1] = 0.0
    totals[state.actor] = -10.0 if state.left % 4 == 0 else 10.0
    return 1.0


class NimWithEvaluation(CompiledGame[nim.Facts]):
    def __init__(self) -> None:
        plain = nim.load()
        super().__init__("nim-evaluated", 1, plain.seats, plain._spec, {})
        self.kernel = bind("nim-evaluated", {name: nim.KERNEL.names[name] for name in GIVEN} | {"evaluate": evaluate})


def test_bots_use_an_evaluation_without_priors_and_keys() -> None:
    game = NimWithEvaluation()
    state = game.new(2)
    for _ in range(5):
        state = game.apply(state, game.parse(state, "take 3"))
    for bot in ("scholar", "master"):
        player = entrant(bot).player(game, game.to_act(state), 1)
        assert game.text(state, player.choose(state, Budget(simulations=500))) == "take 2"  # 6 left: leave four
    novice = entrant("novice").player(game, game.to_act(state), 1)
    assert novice.choose(state, Budget()) in game.legal(state)
