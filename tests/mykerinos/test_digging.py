"""M3.2 and M3.3: starting and extending digs."""

import pytest

from digsite.core.errors import IllegalAction
from tests.mykerinos.position import GAME, Position, field_names, legal, play, player, standing_on, view


@pytest.mark.rule("M3.2")
def test_the_example_of_a_start() -> None:
    """A free field may be chosen, an occupied one or a pyramid not."""
    state = Position(3).lay(0, 34, 0).dig(1, "a1").dig(2, "c1").build()  # pyramids on a2 and b2
    assert {"start b1", "start d1"} <= set(legal(state))
    for occupied in ("a1", "c1"):
        with pytest.raises(IllegalAction, match=f"M3.2: {occupied} is occupied"):
            play(state, f"start {occupied}")
    for pyramid in ("a2", "b2"):
        with pytest.raises(IllegalAction, match=f"M3.2: {pyramid} has a pyramid"):
            play(state, f"start {pyramid}")


@pytest.mark.rule("M3.2")
def test_a_start_takes_one_archaeologist_from_the_own_pool() -> None:
    state = play(Position(3).build(), "start c2")
    assert standing_on(state, 0) == {"c2"}
    assert (player(state)["pool"], player(state)["common"]) == (10, 14)


@pytest.mark.rule("M3.2")
def test_any_free_field_without_a_pyramid_will_do() -> None:
    position = Position(4).dig(0, "a1").dig(1, "d4 e4").dig(3, "h6")
    free = set(field_names()) - position.pyramids() - {"a1", "d4", "e4", "h6"}
    assert {text.split()[1] for text in legal(position.build(), "start")} == free


@pytest.mark.rule("M3.2")
def test_not_even_an_own_field_is_used_twice() -> None:
    with pytest.raises(IllegalAction, match=r"M3.2: a1 is occupied"):
        play(Position(3).dig(0, "a1").build(), "start a1")


@pytest.mark.rule("M3.3")
def test_the_example_of_an_extension() -> None:
    """From the own archaeologist on one field to the next and the one after."""
    state = play(Position(3).dig(0, "a1").build(), "extend b1", "then c1")
    assert standing_on(state, 0) == {"a1", "b1", "c1"}
    assert player(state)["pool"] == 9
    assert GAME.to_act(state) == 1


@pytest.mark.rule("M3.3")
def test_the_second_is_next_to_the_first_and_not_only_to_the_dig() -> None:
    state = play(Position(3).dig(0, "c2").build(), "extend d2")
    assert set(legal(state)) == {"then d1", "then d3", "then e2"}
    with pytest.raises(IllegalAction, match=r"M3.3: b2 is not next to d2"):
        play(state, "then b2")
    with pytest.raises(IllegalAction, match=r"M3.2: c2 is occupied"):
        play(state, "then c2")


@pytest.mark.rule("M3.3")
def test_the_second_may_lie_next_to_the_old_dig_too() -> None:
    state = Position(3).dig(0, "a1 b3").build()
    assert "then a2" in legal(play(state, "extend a3"))


@pytest.mark.rule("M3.3")
def test_the_first_is_next_to_an_own_archaeologist() -> None:
    state = Position(3).dig(0, "a1").dig(1, "e1").build()
    with pytest.raises(IllegalAction, match=r"M3.3: f1 is not next to one of the player's archaeologists"):
        play(state, "extend f1")
    with pytest.raises(IllegalAction, match=r"M3.3: b2 is not next to"):
        play(state, "extend b2")
    assert legal(Position(3).build(), "extend") == []


@pytest.mark.rule("M3.3")
def test_neither_stands_on_a_pyramid() -> None:
    state = Position(3).lay(0, 34, 0).dig(0, "a1").build()  # pyramids on a2 and b2
    assert legal(state, "extend") == ["extend b1"]
    assert legal(play(state, "extend b1")) == ["then c1"]
    with pytest.raises(IllegalAction, match=r"M3.2: b2 has a pyramid"):
        play(state, "extend b1", "then b2")
    with pytest.raises(IllegalAction, match=r"M3.2: a2 has a pyramid"):
        play(state, "extend a2")


@pytest.mark.rule("M3.3")
def test_both_must_be_placed_so_a_dead_end_is_no_beginning() -> None:
    state = Position(3).dig(0, "a2").dig(1, "b1").build()  # a1 leads nowhere
    assert "extend a1" not in legal(state)
    with pytest.raises(IllegalAction, match=r"M3.3: from a1 there is no way to go on"):
        play(state, "extend a1")


@pytest.mark.rule("M3.3")
def test_both_must_be_placed_so_two_must_be_at_hand() -> None:
    state = Position(3).pool(0, 1).dig(0, "a1").build()
    assert legal(state, "extend") == []
    with pytest.raises(IllegalAction, match=r"M3.3: 2 archaeologists are needed, the pool has 1"):
        play(state, "extend b1")
    assert legal(Position(3).pool(0, 2).dig(0, "a1").build(), "extend") == ["extend b1", "extend a2"]


@pytest.mark.rule("M3.3")
def test_there_is_no_then_without_a_beginning() -> None:
    with pytest.raises(IllegalAction, match=r"M3.3: no archaeologist of this action is placed yet"):
        play(Position(3).dig(0, "a1").build(), "then a2")


@pytest.mark.rule("M3.3")
@pytest.mark.parametrize("text", ["start h1", "extend h1", "pass", "use violet"])
def test_an_extension_under_way_must_be_finished(text: str) -> None:
    state = play(Position(3).dig(0, "a1 g1").build(), "extend a2")
    with pytest.raises(IllegalAction, match=r"M3.3: the next archaeologist of this action must be placed first"):
        play(state, text)


@pytest.mark.rule("M3.3")
def test_the_view_tells_the_chain_under_way() -> None:
    state = play(Position(3).dig(0, "a1").build(), "extend a2")
    assert view(state)["chain"] == {"last": "a2", "steps": 1, "pyramid": False, "colour": 0}
    assert view(play(state, "then a3"))["chain"] is None


@pytest.mark.rule("M3.3", "M3.2")
def test_outside_the_scoring_nobody_takes_tiles_or_rooms() -> None:
    state = Position(3, 2).own(0, "brown").build()
    with pytest.raises(IllegalAction, match=r"M4.1: no zone is being scored"):
        play(state, "tile 1")
    with pytest.raises(IllegalAction, match=r"M3.8: before zones are scored, only Sir Brown"):
        play(state, "room 0")
