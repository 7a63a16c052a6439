"""T5: exchanging the display."""

import pytest

from digsite.core.errors import IllegalAction
from digsite.core.game import CHANCE
from tests.thebes.position import GAME, Position, halls, legal, move, number, play, player, shown, view, when


@pytest.mark.rule("T5.1")
def test_the_open_cards_are_discarded_and_four_new_ones_fill_spaces_1_to_4_in_order() -> None:
    state = Position().build()
    before = shown(state)
    state = play(state, "exchange")
    assert view(state)["discards"] == before
    for drawn, card in enumerate((40, 3, 77, 12), 1):
        assert GAME.to_act(state) == CHANCE
        state = play(state, f"card {card}")
        assert shown(state) == [40, 3, 77, 12][:drawn] + [None] * (4 - drawn)
    assert GAME.to_act(state) == 1


@pytest.mark.rule("T5.1")
@pytest.mark.parametrize(("place", "weeks"), [("warsaw", 1), ("berlin", 2), ("london", 3), ("egypt", 4)])
def test_it_happens_in_warsaw_and_costs_1_week(place: str, weeks: int) -> None:
    state = play(Position().at(0, place).build(), "exchange")
    assert player(state)["place"] == "warsaw"
    assert when(state) == (1901, weeks)


@pytest.mark.rule("T5.1", "T4.4")
def test_exhibitions_drawn_by_an_exchange_go_to_their_own_spaces() -> None:
    small, large = number("small paris"), number("large paris")
    state = Position().deck(small, large, 7, 8, 9, 10).build()
    state = play(state, "exchange", "card 7", f"card {small}", f"card {large}", "card 8", "card 9", "card 10")
    assert shown(state) == [7, 8, 9, 10]
    assert halls(state) == [large, small, None]


@pytest.mark.rule("T5.1")
def test_fewer_than_four_open_cards_may_be_exchanged() -> None:
    state = Position().show(None, "congress berlin", None, "car rome").build()
    state = play(state, "exchange")
    assert view(state)["discards"] == [number("congress berlin"), number("car rome")]
    assert shown(play(state, "card 7", "card 8", "card 9", "card 10")) == [7, 8, 9, 10]


@pytest.mark.rule("T5.1")
def test_an_empty_display_may_be_exchanged() -> None:
    state = Position().show(None, None, None, None).build()
    assert "exchange" in legal(state)
    assert shown(play(state, "exchange", "card 7", "card 8", "card 9", "card 10")) == [7, 8, 9, 10]


@pytest.mark.rule("T5.1", "T4.6")
def test_exchanging_is_allowed_even_if_nothing_can_be_drawn() -> None:
    state = Position().show(None, None, None, None).deck().rest_to(1).build()
    assert legal(state) == ["exchange"]
    state = play(state, "exchange")
    assert when(state) == (1901, 1)
    assert shown(state) == [None] * 4
    assert GAME.to_act(state) == 1


@pytest.mark.rule("T5.1")
def test_a_lone_open_card_comes_back_when_nothing_else_is_left() -> None:
    state = Position().show(None, None, "car rome", None).deck().rest_to(1).build()
    car = number("car rome")
    assert shown(play(state, "exchange", f"card {car}")) == [car, None, None, None]


@pytest.mark.rule("T5.2")
def test_exchanging_again_in_the_very_next_turn_costs_2_then_3_then_4() -> None:
    state = Position().week(1, 1902, 1).build()
    spent = 0
    for weeks in (1, 2, 3, 4):
        state = move(state, "exchange")
        spent += weeks
        assert when(state) == (1901, spent)


@pytest.mark.rule("T5.2")
def test_taking_a_card_ends_the_series() -> None:
    state = Position().week(0, 1901, 10).week(1, 1902, 1).show("car moscow", "car rome").exchanged(0, 2).build()
    state = move(state, "take 1")
    before = when(state)[1]
    assert when(move(state, "exchange")) == (1901, before + 1 + 1)  # from Moscow, 1 step


@pytest.mark.rule("T5.2")
def test_digging_ends_the_series() -> None:
    state = Position().week(0, 1901, 10).week(1, 1902, 1).give(0, "book greece 3").exchanged(0, 2).build()
    state = move(state, "dig greece 3")
    assert when(state) == (1901, 10 + 1 + 3)
    assert when(move(state, "exchange")) == (1901, 14 + 1 + 1)


@pytest.mark.rule("T5.2")
def test_exhibiting_ends_the_series() -> None:
    position = (
        Position().week(0, 1901, 10).week(1, 1902, 1).exchanged(0, 2).found(0, "greece", 0).found(0, "egypt", 0, 1)
    )
    state = move(position.exhibitions(a="small london").build(), "exhibit a")
    assert when(state) == (1901, 10 + 2 + 3)
    assert when(move(state, "exchange")) == (1901, 15 + 2 + 1)


@pytest.mark.rule("T5.2")
def test_another_players_turn_ends_the_series() -> None:
    state = Position().week(0, 1901, 10).week(1, 1901, 12).show("car moscow", "general 2 paris").build()
    state = move(state, "exchange")  # seat 0: week 11
    state = move(state, "exchange")  # seat 0 again, 2 weeks: week 13
    assert (when(state, 0), GAME.to_act(state)) == ((1901, 13), 1)
    state = move(state, "exchange")  # seat 1 begins a series of its own, 1 week: week 13, on top
    assert (when(state, 1), GAME.to_act(state)) == ((1901, 13), 1)
    state = move(state, "exchange")  # seat 1 again, 2 weeks
    assert (when(state, 1), GAME.to_act(state)) == ((1901, 15), 0)
    state = move(state, "exchange")
    assert when(state, 0) == (1901, 14)


@pytest.mark.rule("T5.2")
def test_any_action_of_another_player_ends_the_series() -> None:
    state = Position().week(0, 1901, 10).week(1, 1901, 10).top(0, 1).build()
    state = play(state, "exchange", "card 7", "card 8", "card 9", f"card {number('car moscow')}")  # seat 0 to week 11
    state = play(state, "take 4", "card 10")  # seat 1 goes to Moscow for the car: week 12
    assert (when(state, 1), GAME.to_act(state)) == ((1901, 12), 0)
    state = move(state, "exchange")
    assert when(state, 0) == (1901, 12)


@pytest.mark.rule("T5.2", "T8.4")
def test_another_players_stop_ends_the_series() -> None:
    state = Position().week(0, 1903, 10).week(1, 1903, 11).build()
    state = move(state, "exchange", "exchange")
    assert (when(state, 0), GAME.to_act(state)) == ((1903, 13), 1)
    state = move(state, "stop", "exchange")
    assert when(state, 0) == (1903, 14)


@pytest.mark.rule("T5.2")
def test_the_series_counts_exchanges_and_not_their_journeys() -> None:
    state = Position().at(0, "egypt").week(1, 1902, 1).build()
    state = move(state, "exchange")
    assert when(state) == (1901, 3 + 1)
    assert when(move(state, "exchange")) == (1901, 4 + 2)


@pytest.mark.rule("T5.2", "T8.3")
def test_a_dearer_exchange_needs_the_weeks_it_costs() -> None:
    state = Position().week(0, 1903, 50).week(1, 1903, 52).build()
    state = move(state, "exchange")  # week 51, two weeks are left
    assert "exchange" in legal(state)
    last = Position().week(0, 1903, 51).week(1, 1903, 52).exchanged(0, 2).build()
    assert legal(last, "exchange") == []
    with pytest.raises(IllegalAction, match=r"T8.3: 3 weeks are needed, 2 are left"):
        play(last, "exchange")
