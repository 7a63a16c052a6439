"""What Lord Lemon owes ends with his own action."""

import pytest

from digsite.games.mykerinos.rules.state import NEUTRAL
from tests.mykerinos.position import Position, legal, play


@pytest.mark.rule("M3.7", "M7.3")
def test_after_lemons_pyramid_a_neutral_extension_stays_off_pyramids() -> None:
    """Tile 1 has its only pyramid on field 0: laid at the top left that is a1; tile 0 beside it has none."""
    position = Position(seats=2, round=2).own(0, "lemon").lay(0, 1, 0).dig(0, "a3").dig(NEUTRAL, "d1")
    state = play(position.build(), "use lemon", "extend a2", "then a1")
    assert "neutral extend c1" in legal(state)
    after = play(state, "neutral extend c1")
    assert legal(after) == ["then b1", "then c2"]  # free fields next to c1; d1 is taken


@pytest.mark.rule("M3.7")
def test_after_lemons_pyramid_the_next_player_extends_on_plain_fields() -> None:
    position = Position(seats=3, round=2).own(0, "lemon").lay(0, 1, 0).dig(0, "a3").dig(1, "d1")
    state = play(position.build(), "use lemon", "extend a2", "then a1")
    assert legal(play(state, "extend c1")) == ["then b1", "then c2"]
