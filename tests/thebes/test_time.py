"""T2: whose turn it is, and what a turn is."""

import pytest

from digsite.core.errors import IllegalAction, InvalidAction
from digsite.core.game import CHANCE
from tests.thebes.position import GAME, Position, legal, move, play, player, view, when


@pytest.mark.rule("T2.1")
def test_the_player_furthest_back_in_time_moves() -> None:
    state = Position(3).week(0, 1901, 30).week(1, 1901, 20).week(2, 1901, 25).build()
    assert GAME.to_act(state) == 1
    assert view(state)["order"] == [1, 2, 0]


@pytest.mark.rule("T2.1")
def test_week_3_of_1902_is_later_than_week_50_of_1901() -> None:
    assert GAME.to_act(Position().week(0, 1902, 3).week(1, 1901, 50).build()) == 1
    assert GAME.to_act(Position().week(0, 1901, 50).week(1, 1902, 3).build()) == 0


@pytest.mark.rule("T2.1")
def test_the_start_space_lies_before_space_1() -> None:
    state = Position().week(0, 1901, 1).build()
    assert GAME.to_act(state) == 1


@pytest.mark.rule("T2.1")
def test_space_1_of_a_year_follows_space_52_of_the_last() -> None:
    state = Position().week(0, 1902, 1).week(1, 1901, 52).build()
    assert GAME.to_act(state) == 1
    after = move(state, "exchange")
    assert when(after, 1) == (1902, 1)


@pytest.mark.rule("T2.2")
def test_the_marker_that_arrives_last_lies_on_top_and_moves_first() -> None:
    state = Position().week(0, 1901, 4).week(1, 1901, 5).build()
    state = move(state, "exchange")  # seat 0 lands on seat 1's space
    assert (when(state, 0), when(state, 1)) == ((1901, 5), (1901, 5))
    assert GAME.to_act(state) == 0


@pytest.mark.rule("T2.2")
def test_three_markers_on_a_space_leave_it_from_the_top() -> None:
    state = Position(3).week(0, 1901, 20).week(1, 1901, 20).week(2, 1901, 19).top(1, 0).build()
    state = move(state, "exchange")
    assert view(state)["order"] == [2, 1, 0]
    state = move(state, "exchange")  # seat 2 again, 2 weeks: it leaves the space
    assert view(state)["order"] == [1, 0, 2]
    state = move(state, "exchange")
    assert view(state)["order"] == [0, 1, 2]


@pytest.mark.rule("T2.2")
def test_four_markers_stack_in_the_order_of_arrival() -> None:
    state = Position(4).top(0, 1, 2, 3).build()
    for seat in range(4):
        assert GAME.to_act(state) == seat
        state = move(state, "exchange")
        assert view(state)["order"] == [*range(seat + 1, 4), *range(seat, -1, -1)]
    assert [when(state, seat) for seat in range(4)] == [(1902, 1)] * 4


@pytest.mark.rule("T2.2")
@pytest.mark.parametrize(("place", "order"), [("warsaw", [0, 2, 1, 3]), ("berlin", [2, 1, 0, 3])])
def test_a_marker_lands_on_a_stack_or_in_the_gap_behind_it(place: str, order: list[int]) -> None:
    position = Position(4).week(0, 1902, 6).week(1, 1902, 7).week(2, 1902, 7).week(3, 1902, 9).top(2, 1)
    state = position.at(0, place).build()  # exchanging from Warsaw ends in week 7, from Berlin in week 8
    assert view(move(state, "exchange"))["order"] == order


@pytest.mark.rule("T2.2")
def test_passing_a_marker_is_not_landing_on_it() -> None:
    state = Position(3).week(0, 1901, 20).week(1, 1901, 21).week(2, 1901, 22).at(0, "berlin").build()
    state = move(state, "exchange")
    assert when(state, 0) == (1901, 22)
    assert view(state)["order"] == [1, 0, 2]


@pytest.mark.rule("T2.3")
def test_a_player_far_behind_has_several_turns_running() -> None:
    state = Position().week(0, 1901, 10).week(1, 1901, 15).show("congress berlin", "congress berlin").build()
    state = move(state, "take 1")  # a step and 2 weeks: week 13
    assert GAME.to_act(state) == 0
    state = move(state, "take 2")  # already in Berlin, 2 weeks: week 15, on top of seat 1
    assert GAME.to_act(state) == 0
    state = move(state, "exchange")
    assert GAME.to_act(state) == 1


@pytest.mark.rule("T2.4")
def test_a_turn_is_one_journey_and_one_action() -> None:
    state = Position().week(1, 1901, 1).show("congress berlin", "shovel london", "assistant rome", "car rome").build()
    after = move(state, "take 1")
    assert player(after)["place"] == "berlin"
    assert len(player(after)["cards"]) == 1
    assert GAME.to_act(after) == 1


@pytest.mark.rule("T2.4")
def test_a_journey_may_have_length_0() -> None:
    state = Position().at(0, "berlin").show("congress berlin").build()
    assert when(move(state, "take 1")) == (1901, 2)


@pytest.mark.rule("T2.4")
@pytest.mark.parametrize("text", ["travel berlin", "berlin", "go berlin", "pass", "wait", "stay"])
def test_travelling_or_waiting_without_an_action_does_not_exist(text: str) -> None:
    with pytest.raises(InvalidAction):
        play(Position().build(), text)


@pytest.mark.rule("T2.4")
def test_every_choice_before_1903_is_one_of_the_four_actions() -> None:
    state = Position().give(0, "book greece 3", "zeppelin", "shovel", "assistant").build()
    assert {text.split()[0] for text in legal(state)} == {"take", "exchange", "dig"}


@pytest.mark.rule("T2.4")
def test_nothing_is_drawn_while_a_player_is_to_act() -> None:
    state = Position().build()
    for text in ("marker 0", "card 5", "find 3", "sand"):
        with pytest.raises(IllegalAction, match=r"T2.4: seat 0 is to act, nothing is to be drawn"):
            play(state, text)


@pytest.mark.rule("T2.5")
@pytest.mark.parametrize(
    ("place", "card", "weeks"),
    [
        ("warsaw", "book berlin greece 1", 1 + 1),
        ("warsaw", "general london 2", 2 + 6),
        ("moscow", "shovel london", 3 + 3),
        ("egypt", "book moscow crete 3", 4 + 4),
        ("vienna", "assistant vienna", 0 + 2),
    ],
)
def test_the_marker_advances_by_journey_and_action(place: str, card: str, weeks: int) -> None:
    state = Position().week(0, 1901, 10).week(1, 1902, 10).at(0, place).show(card).build()
    assert when(move(state, "take 1")) == (1901, 10 + weeks)


@pytest.mark.rule("T2.5")
def test_only_the_marker_of_the_player_who_acted_advances() -> None:
    state = move(Position(3).build(), "exchange")
    assert [when(state, seat) for seat in range(3)] == [(1901, 17), (1901, 16), (1901, 16)]


@pytest.mark.rule("T2.5", "T4.3")
def test_the_turn_passes_only_once_the_display_is_refilled() -> None:
    state = play(Position().build(), "exchange")
    assert GAME.to_act(state) == CHANCE
    assert legal(state) == []
    with pytest.raises(IllegalAction, match=r"T4.3: an empty space waits for a card from the deck"):
        play(state, "exchange")
