"""Positions in which many rules stand in the way at once."""

from tests.conformance.refusing import refused
from tests.mykerinos.position import GAME, Position, play


def test_a_turn_meets_refusals_of_every_sort() -> None:
    position = Position(2, 2).lay(0, 34, 0).dig(0, "a1").dig(1, "c1").pool(0, 2).own(0, "tangerine", "lemon", "violet")
    state = position.turn_over(0, "lemon").build()
    named = {refusal.rule for refusal in refused(GAME, state).values()}
    assert named == {"M2.3", "M3.1", "M3.2", "M3.3", "M3.5", "M3.8", "M3.10", "M4.1", "M7.3"}


def test_a_scoring_meets_refusals_of_every_sort() -> None:
    state = Position(2).dig(0, "a1 a2").dig(1, "b1").rooms(1, 3).score()
    named = {refusal.rule for refusal in refused(GAME, play(state, "tile 1")).values()}
    assert named == {"M3.1", "M4.3", "M4.4", "M5.1", "M5.2"}
