"""What is not listed is refused by the number of a rule, and a refusal leaves the position alone."""

import pytest

from digsite.core.errors import IllegalAction
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.registry import game_names, load, plugin
from tests.conformance.refusing import numbered_rules, possible, refused, some, walk

each_table = pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(load(n), seats, id=f"{n}-{seats}") for n in game_names() for seats in plugin(n).seats],
)


@each_table
@pytest.mark.parametrize("seed", range(4))
def test_every_action_that_is_not_listed_is_refused_by_a_rule(game: Game, seats: int, seed: int) -> None:
    positions, rules = list(walk(game, seats, seed)), numbered_rules(game)
    assert bool(rules) == bool(plugin(game.name).rulebook)
    for state in [*some(positions, 30, seed), positions[-1]]:
        before = state.tobytes()
        for refusal in refused(game, state).values():
            assert refusal.rule in rules if rules else refusal.rule
            assert refusal.reason
            assert "\n" not in str(refusal)
        assert state.tobytes() == before


@each_table
def test_applying_what_is_not_listed_raises_the_refusal_and_changes_nothing(game: Game, seats: int) -> None:
    for state in some(list(walk(game, seats, 11)), 5, seats):
        before = state.tobytes()
        refusals = refused(game, state)
        for text in some(sorted(refusals), 60, seats):
            with pytest.raises(IllegalAction) as raised:
                game.apply(state, game.parse(state, text))
            assert str(raised.value) == str(refusals[text])
            assert str(raised.value) == f"{raised.value.rule}: {raised.value.reason}"
        for action in possible(game, state):
            after = game.apply(state, action)
            assert after.tobytes() != before
            assert game.check(after) == []
        assert state.tobytes() == before


@each_table
def test_listed_actions_are_accepted_all_through_a_game(game: Game, seats: int) -> None:
    for state in walk(game, seats, 7):
        assert game.check(state) == []
        actor = game.to_act(state)
        assert (game.legal(state).size > 0) == (actor not in (CHANCE, OVER))
        assert (game.chance(state)[0].size > 0) == (actor == CHANCE)
