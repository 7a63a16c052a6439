"""M3.5 to M3.10: the patrons' help."""

import pytest

from digsite.core.errors import IllegalAction
from tests.mykerinos.position import (
    GAME,
    ROOMS_2_AND_3,
    Position,
    field_names,
    legal,
    play,
    player,
    settle,
    standing_on,
)

PATRONS = ("violet", "lemon", "brown", "blackmore", "tangerine")


def filled(but: str) -> Position:
    """A second round's desert full of others' archaeologists but for these fields."""
    position = Position(3, 2).pool(0, 5).pool(1, 0).pool(2, 0).own(0, *PATRONS)
    free = [name for name in field_names() if name not in but.split() and name not in position.pyramids()]
    for number, name in enumerate(free):
        position.dig(1 + number % 2, name)
    return position


@pytest.mark.rule("M3.5")
def test_nobody_has_a_patron_in_the_first_round() -> None:
    state = Position(3).build()
    assert legal(state, "use") == []
    for patron in PATRONS:
        with pytest.raises(IllegalAction, match=f"M3.5: the player has no unturned plot of {patron.title()}"):
            play(state, f"use {patron}")


@pytest.mark.rule("M3.5", "M4.6")
def test_a_plot_won_helps_from_the_next_round_on() -> None:
    state = play(Position(3).lay(0, 12, 0).dig(0, "b1").score(2, 1, 0), "tile 1")  # a plot of Lord Lemon
    state = settle(state)
    assert GAME.to_act(state) == 0
    assert legal(state, "use") == ["use lemon"]


@pytest.mark.rule("M3.5")
def test_only_the_owner_is_helped() -> None:
    state = Position(3, 2).own(1, "lemon", "violet").build()
    assert legal(state, "use") == []
    assert legal(play(state, "pass"), "use") == ["use violet", "use lemon"]


@pytest.mark.rule("M3.5")
def test_a_tile_helps_once_a_round() -> None:
    state = Position(3, 2).own(0, "violet").build()
    state = play(state, "use violet", "start a1")
    assert player(state)["patrons"]["violet"]["turned"] == 1
    state = play(state, "start c1", "start d1")
    assert legal(state, "use") == []
    with pytest.raises(IllegalAction, match=r"M3.5: the player has no unturned plot of Violet"):
        play(state, "use violet")


@pytest.mark.rule("M3.5")
def test_several_tiles_of_a_patron_are_several_helps() -> None:
    state = Position(3, 3).own(0, "violet", "violet", "violet").turn_over(0, "violet").build()
    state = play(state, "use violet", "start a1", "pass", "start d1")
    state = play(state, "use violet", "start a2", "start e1")
    assert player(state)["patrons"]["violet"] == {"tiles": 3, "turned": 3, "worth": 1}
    assert legal(state, "use") == []


@pytest.mark.rule("M3.5")
def test_a_turn_has_room_for_one_tile_only() -> None:
    state = play(Position(3, 2).own(0, "violet", "lemon").build(), "use violet")
    assert legal(state, "use") == []
    with pytest.raises(IllegalAction, match=r"M3.6: Violet's action must be finished first"):
        play(state, "use lemon")
    with pytest.raises(IllegalAction, match=r"M3.6: Violet's action must be finished first"):
        play(state, "pass")


@pytest.mark.rule("M3.5")
def test_the_plot_without_a_patron_helps_nobody() -> None:
    assert legal(Position(3, 2).own(0, "plot").build(), "use") == []


@pytest.mark.rule("M3.5")
@pytest.mark.parametrize(
    ("patron", "pool", "allowed"),
    [
        ("lemon", 1, True),  # a start on a pyramid
        ("blackmore", 1, False),
        ("blackmore", 2, True),
        ("tangerine", 2, False),
        ("tangerine", 3, True),
        ("brown", 1, True),
        ("violet", 1, True),
    ],
)
def test_all_archaeologists_of_a_patrons_action_must_be_at_hand(patron: str, pool: int, allowed: bool) -> None:
    state = Position(3, 2).pool(0, pool).dig(0, "a1").own(0, patron).build()
    assert (f"use {patron}" in legal(state)) == allowed


@pytest.mark.rule("M3.5")
def test_without_room_for_all_of_it_a_patron_does_not_help() -> None:
    state = filled("a1 c1 c2").build()
    assert legal(state, "use") == ["use violet", "use lemon", "use brown", "use blackmore"]
    with pytest.raises(IllegalAction, match=r"M3.10: Tangerine's action cannot be done in full"):
        play(state, "use tangerine")
    state = filled("a1 c1").build()
    with pytest.raises(IllegalAction, match=r"M3.9: Blackmore's action cannot be done in full"):
        play(state, "use blackmore")
    state = filled("").build()
    assert legal(state) == ["pass", "use lemon", "use brown"]
    with pytest.raises(IllegalAction, match=r"M3.6: Violet's action cannot be done in full"):
        play(state, "use violet")


@pytest.mark.rule("M3.6")
def test_violet_brings_one_archaeologist_and_then_one_starts() -> None:
    state = play(Position(3, 2).pool(0, 4).own(0, "violet").build(), "use violet")
    assert (player(state)["pool"], player(state)["common"]) == (5, 20)
    assert {text.split()[0] for text in legal(state)} == {"start"}
    state = play(state, "start a1")
    assert (player(state)["pool"], player(state)["common"], GAME.to_act(state)) == (4, 20, 1)


@pytest.mark.rule("M3.6")
def test_violet_may_make_an_extension_possible() -> None:
    state = Position(3, 2).pool(0, 1).dig(0, "a1").own(0, "violet").build()
    assert legal(state, "extend") == []
    state = play(state, "use violet", "extend b1", "then c1")
    assert standing_on(state, 0) == {"a1", "b1", "c1"}
    assert player(state)["pool"] == 0


@pytest.mark.rule("M3.6")
def test_violet_does_not_help_when_the_common_pool_has_none() -> None:
    state = Position(3, 2).pool(0, 24).dig(0, "a1").own(0, "violet").build()
    assert player(state)["common"] == 0
    assert legal(state, "use") == []
    with pytest.raises(IllegalAction, match=r"M3.6: no archaeologist of that colour is left in the common pool"):
        play(state, "use violet")


@pytest.mark.rule("M3.6")
def test_violet_keeps_off_pyramids() -> None:
    state = play(Position(3, 2).own(0, "violet").build(), "use violet")
    with pytest.raises(IllegalAction, match=r"M3.2: c4 has a pyramid"):
        play(state, "start c4")


@pytest.mark.rule("M3.7")
def test_the_example_of_lord_lemon() -> None:
    """One of the two on a pyramid; from there the other may not go on to a second pyramid."""
    state = Position(3, 2).lay(0, 34, 0).dig(0, "a1").own(0, "lemon").build()  # pyramids on a2 and b2
    state = play(state, "use lemon", "extend a2")
    assert legal(state) == ["then a3"]
    with pytest.raises(IllegalAction, match=r"M3.2: b2 has a pyramid"):
        play(state, "then b2")
    state = play(state, "then a3")
    assert standing_on(state, 0) == {"a1", "a2", "a3"}


@pytest.mark.rule("M3.7")
def test_lemon_starts_on_any_free_pyramid_and_nowhere_else() -> None:
    position = Position(3, 2).dig(1, "f5").own(0, "lemon")
    state = play(position.build(), "use lemon")
    assert {text.split()[1] for text in legal(state)} == position.pyramids() - {"f5"}
    with pytest.raises(IllegalAction, match=r"M3.7: a1 has no pyramid"):
        play(state, "start a1")
    with pytest.raises(IllegalAction, match=r"M3.2: f5 is occupied"):
        play(state, "start f5")
    state = play(state, "start c4")
    assert standing_on(state, 0) == {"c4"}
    assert (player(state)["pool"], GAME.to_act(state)) == (10, 1)


@pytest.mark.rule("M3.7")
def test_lemons_second_may_stand_on_the_pyramid_instead() -> None:
    state = Position(3, 2).lay(0, 34, 0).dig(0, "a1").own(0, "lemon").build()  # pyramids on a2 and b2
    state = play(state, "use lemon")
    assert legal(state, "extend") == ["extend b1", "extend a2"]
    state = play(state, "extend b1")
    assert legal(state) == ["then b2"]
    with pytest.raises(IllegalAction, match=r"M3.7: c1 has no pyramid"):
        play(state, "then c1")


@pytest.mark.rule("M3.7")
def test_lemon_does_not_extend_without_a_pyramid() -> None:
    state = play(Position(3, 2).dig(0, "a1").own(0, "lemon").build(), "use lemon")
    assert legal(state, "extend") == []
    with pytest.raises(IllegalAction, match=r"M3.7: from b1 there is no way to go on"):
        play(state, "extend b1")


@pytest.mark.rule("M3.7")
def test_lemon_needs_two_for_an_extension() -> None:
    state = Position(3, 2).lay(0, 34, 0).dig(0, "a1").pool(0, 1).own(0, "lemon").build()
    assert legal(play(state, "use lemon"), "extend") == []
    with pytest.raises(IllegalAction, match=r"M3.7: 2 archaeologists are needed, the pool has 1"):
        play(state, "use lemon", "extend a2")


@pytest.mark.rule("M3.7")
def test_an_archaeologist_on_a_pyramid_is_as_good_as_any() -> None:
    state = Position(3, 2).lay(0, 34, 0).dig(0, "b2").build()
    assert set(legal(state, "extend")) == {"extend b1", "extend b3", "extend c2"}


@pytest.mark.rule("M3.7")
def test_lemon_does_not_help_where_no_pyramid_is_free() -> None:
    position = Position(3, 2).own(0, "lemon")
    state = position.dig(1, *position.pyramids()).build()
    assert legal(state, "use") == []
    with pytest.raises(IllegalAction, match=r"M3.7: Lemon's action cannot be done in full"):
        play(state, "use lemon")


@pytest.mark.rule("M3.8")
def test_brown_reserves_a_room_with_an_archaeologist_from_the_own_pool() -> None:
    state = play(Position(3, 2).own(0, "brown").build(), "use brown")
    assert legal(state) == ROOMS_2_AND_3
    state = play(state, "room 3")
    assert player(state)["rooms"] == [3]
    assert (player(state)["pool"], player(state)["common"], GAME.to_act(state)) == (10, 14, 1)


@pytest.mark.rule("M3.8", "M5.2")
def test_brown_keeps_to_the_rules_of_the_museum() -> None:
    position = Position(3, 2).own(0, "brown").rooms(0, 10).rooms(1, 3, 11)
    state = play(position.build(), "use brown")
    expected = [0, 1, 2, 4, 5, 6, 12, 13, 14]  # the "5" rooms of wings 0 and 1 next to the own "2" between them
    assert legal(state) == [f"room {room}" for room in expected]
    with pytest.raises(IllegalAction, match=r"M5.2: room 7 is closed: a room next to it must be yours"):
        play(state, "room 7")
    with pytest.raises(IllegalAction, match=r"M5.1: room 11 is taken"):
        play(state, "room 11")
    with pytest.raises(IllegalAction, match=r"M3.8: Brown does not start a dig"):
        play(state, "start a1")
    with pytest.raises(IllegalAction, match=r"M3.8: Brown does not extend a dig"):
        play(state, "extend a1")


@pytest.mark.rule("M3.8")
def test_brown_does_not_help_where_no_room_is_open() -> None:
    state = Position(3, 2).own(0, "brown").rooms(1, *range(5), *range(10, 15)).build()
    assert legal(state, "use") == []
    with pytest.raises(IllegalAction, match=r"M3.8: Brown's action cannot be done in full"):
        play(state, "use brown")


@pytest.mark.rule("M3.9")
def test_the_example_of_mrs_blackmore() -> None:
    state = play(Position(3, 2).own(0, "blackmore").build(), "use blackmore", "start g2")
    assert GAME.to_act(state) == 0
    assert set(legal(state)) == {"then g1", "then g3", "then f2", "then h2"}
    state = play(state, "then h2")
    assert standing_on(state, 0) == {"g2", "h2"}
    assert (player(state)["pool"], GAME.to_act(state)) == (9, 1)


@pytest.mark.rule("M3.9")
def test_blackmores_first_stands_on_any_free_field_with_a_free_one_next_to_it() -> None:
    state = play(filled("a1 c1 c2").build(), "use blackmore")
    assert legal(state) == ["start c1", "start c2"]
    with pytest.raises(IllegalAction, match=r"M3.9: no free field is next to a1"):
        play(state, "start a1")
    with pytest.raises(IllegalAction, match=r"M3.9: Blackmore does not extend a dig"):
        play(state, "extend c1")


@pytest.mark.rule("M3.9")
def test_blackmore_keeps_off_pyramids() -> None:
    state = play(Position(3, 2).lay(0, 34, 0).own(0, "blackmore").build(), "use blackmore")
    with pytest.raises(IllegalAction, match=r"M3.2: a2 has a pyramid"):
        play(state, "start a2")
    assert legal(play(state, "start a1")) == ["then b1"]
    with pytest.raises(IllegalAction, match=r"M3.2: a2 has a pyramid"):
        play(state, "start a1", "then a2")


@pytest.mark.rule("M3.10")
def test_the_example_of_colonel_tangerine() -> None:
    state = Position(3, 2).dig(0, "a1").own(0, "tangerine").build()
    state = play(state, "use tangerine", "extend b1", "then c1", "then c2")
    assert standing_on(state, 0) == {"a1", "b1", "c1", "c2"}
    assert (player(state)["pool"], GAME.to_act(state)) == (8, 1)


@pytest.mark.rule("M3.10")
def test_each_of_tangerines_three_is_next_to_the_one_before() -> None:
    state = Position(3, 2).dig(0, "c2").own(0, "tangerine").build()
    state = play(state, "use tangerine")
    assert legal(state, "start") == []
    with pytest.raises(IllegalAction, match=r"M3.10: Tangerine does not start a dig"):
        play(state, "start h1")
    with pytest.raises(IllegalAction, match=r"M3.3: h1 is not next to"):
        play(state, "extend h1")
    state = play(state, "extend d2", "then d3")
    assert set(legal(state)) == {"then c3", "then e3", "then d4"}  # not d1, next to the first only
    with pytest.raises(IllegalAction, match=r"M3.3: d1 is not next to d3"):
        play(state, "then d1")


@pytest.mark.rule("M3.10")
def test_tangerine_keeps_out_of_dead_ends() -> None:
    state = filled("a1 a2 b1 c1 b2 b3").dig(0, "a1").build()
    state = play(state, "use tangerine")
    assert legal(state) == ["extend b1", "extend a2"]
    assert legal(play(state, "extend a2")) == ["then b2"]
    state = play(state, "extend b1")
    assert legal(state) == ["then b2"]  # from c1 nothing leads on
    with pytest.raises(IllegalAction, match=r"M3.10: from c1 there is no way to go on"):
        play(state, "then c1")
    assert legal(play(state, "then b2")) == ["then a2", "then b3"]


@pytest.mark.rule("M3.10")
def test_tangerine_keeps_off_pyramids() -> None:
    state = Position(3, 2).lay(0, 34, 0).dig(0, "a1").own(0, "tangerine").build()  # pyramids on a2 and b2
    state = play(state, "use tangerine")
    assert legal(state) == ["extend b1"]
    state = play(state, "extend b1", "then c1")
    assert set(legal(state)) == {"then c2", "then d1"}
    with pytest.raises(IllegalAction, match=r"M3.2: a2 has a pyramid"):
        play(Position(3, 2).lay(0, 34, 0).dig(0, "a1").own(0, "tangerine").build(), "use tangerine", "extend a2")


@pytest.mark.rule("M3.10")
def test_tangerines_first_must_stand_next_to_one_already_there() -> None:
    state = Position(3, 2).own(0, "tangerine").build()
    assert legal(state, "use") == []
