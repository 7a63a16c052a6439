"""Positions in which many rules stand in the way at once."""

from tests.conformance.refusing import refused
from tests.thebes.position import GAME, Position


def test_a_rich_player_in_the_last_weeks_meets_refusals_of_every_sort() -> None:
    position = Position().week(0, 1903, 45).week(1, 1903, 50).give(0, "book greece 3", "book crete 1", "assistant")
    position.give(0, "zeppelin", "shovel", "rumour egypt").used(0, "crete").show(
        "general 2 london", "permit london", None
    )
    state = position.exhibitions(a="small london").build()
    named = {refusal.rule for refusal in refused(GAME, state).values()}
    assert named >= {"T2.4", "T3.3", "T4.1", "T6.1", "T6.5", "T6.8", "T7.1", "T7.2", "T8.3"}
    assert "T8.4" not in named
