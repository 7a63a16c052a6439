"""T4: taking researcher cards, and where drawn cards go."""

import pytest

from digsite.core.errors import IllegalAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from tests.thebes.position import GAME, Position, drawable, halls, legal, move, number, play, player, shown, view, when

A, B, C, NEW = (number(f"small {city}") for city in ("london", "paris", "berlin", "vienna"))
CONGRESS_BERLIN = number("congress berlin")


@pytest.mark.rule("T4.1")
@pytest.mark.parametrize("space", [1, 2, 3, 4])
def test_any_open_card_may_be_taken(space: int) -> None:
    cards = ["book greece 1 berlin", "general vienna", "car moscow", "assistant paris"]
    cities = ["berlin", "vienna", "moscow", "paris"]
    state = Position().show(*cards).build()
    after = play(state, f"take {space}")
    assert player(after)["cards"] == [number(cards[space - 1])]
    assert player(after)["place"] == cities[space - 1]
    assert when(after) == (1901, [1 + 1, 1 + 3, 1 + 1, 2 + 2][space - 1])


@pytest.mark.rule("T4.1")
def test_an_empty_space_offers_nothing() -> None:
    state = Position().show("congress", None, "congress", None).build()
    assert legal(state, "take") == ["take 1", "take 3"]
    with pytest.raises(IllegalAction, match=r"T4.1: space 2 is empty"):
        play(state, "take 2")


@pytest.mark.rule("T4.1")
def test_a_taken_card_belongs_to_the_player_who_took_it() -> None:
    state = Position(3).show("general 2 london").top(2).build()
    after = move(state, "take 1")
    assert player(after, 2)["cards"] == [number("general 2 london")]
    assert player(after, 2)["general"] == {"books": 2, "found": 0}
    assert player(after, 0)["cards"] == player(after, 1)["cards"] == []


@pytest.mark.rule("T4.2")
def test_a_card_works_as_long_as_its_owner_has_it() -> None:
    state = Position().week(1, 1903, 1).give(0, "book greece 3", "book crete 3", "car", "shovel", "shovel").build()
    assert player(state)["knowledge"]["greece"]["books"] == 3
    after = move(state, "dig greece 3", "dig crete 3")
    assert player(after)["knowledge"]["greece"]["books"] == 3
    assert player(after)["cards"] == player(state)["cards"]


@pytest.mark.rule("T4.3")
@pytest.mark.parametrize("space", [1, 2, 3, 4])
def test_the_empty_space_is_refilled_at_once(space: int) -> None:
    state = Position().build()
    before = shown(state)
    after = play(state, f"take {space}", "card 7")
    assert shown(after) == [*before[: space - 1], 7, *before[space:]]
    assert GAME.to_act(after) == 1


@pytest.mark.rule("T4.3")
def test_older_gaps_are_refilled_too_in_the_order_1_to_4() -> None:
    state = Position().show(None, "congress berlin", None, "car rome").build()
    after = play(state, "take 4", "card 7", "card 8")
    assert shown(after) == [7, CONGRESS_BERLIN, 8, None]
    assert GAME.to_act(after) == CHANCE
    after = play(after, "card 9")
    assert shown(after) == [7, CONGRESS_BERLIN, 8, 9]
    assert GAME.to_act(after) == 1


@pytest.mark.rule("T4.3")
def test_a_gap_before_the_taken_card_is_filled_first() -> None:
    state = Position().show(None, "car rome", "congress", "congress").build()
    after = play(state, "take 2", "card 7", "card 8")
    assert shown(after)[:2] == [7, 8]


@pytest.mark.rule("T4.3")
def test_what_a_dig_discards_waits_and_refills_nothing() -> None:
    state = Position().give(0, "book greece 1", "rumour greece", "assistant").show("congress", None, None, None).build()
    after = move(state, "dig greece 6 assistant rumour")
    assert view(after)["discards"] == [number("rumour greece"), number("assistant")]
    assert shown(after) == [CONGRESS_BERLIN, None, None, None]


@pytest.mark.rule("T4.3")
def test_a_journey_to_an_exhibition_discards_the_zeppelin_and_refills_nothing() -> None:
    position = Position().give(0, "zeppelin").found(0, "greece", 0).found(0, "egypt", 0, 1)
    state = position.exhibitions(a="small london").show("congress", None, None, None).build()
    after = play(state, "exhibit a zeppelin")
    assert GAME.to_act(after) == 1
    assert view(after)["discards"] == [number("zeppelin")]
    assert shown(after) == [CONGRESS_BERLIN, None, None, None]


@pytest.mark.rule("T4.3")
def test_a_drawn_card_must_be_in_the_deck() -> None:
    state = play(Position().give(1, 30).build(), "take 1")
    with pytest.raises(IllegalAction, match=r"T4.5: card 30 is not in the deck"):
        play(state, "card 30")
    with pytest.raises(IllegalAction, match=r"T1.2: no marker of seat 0 is to be placed"):
        play(state, "marker 0")
    with pytest.raises(IllegalAction, match=r"T6.10: no token is to be drawn"):
        play(state, "sand")


GAPS = {
    "all free": ((None, None, None), (NEW, None, None), []),
    "a taken": ((A, None, None), (NEW, A, None), []),
    "a and b taken": ((A, B, None), (NEW, A, B), []),
    "all taken": ((A, B, C), (NEW, A, B), [C]),
    "only b taken": ((None, B, None), (NEW, B, None), []),
    "only c taken": ((None, None, C), (NEW, None, C), []),
    "a free": ((None, B, C), (NEW, B, C), []),
    "b free": ((A, None, C), (NEW, A, C), []),
}


@pytest.mark.rule("T4.4")
@pytest.mark.parametrize("case", GAPS)
def test_a_drawn_exhibition_pushes_only_as_far_as_spaces_are_taken(case: str) -> None:
    before, after, discarded = GAPS[case]
    state = Position().exhibitions(*before).deck(NEW, 7).rest_to(1).build()
    state = play(state, "take 1", f"card {NEW}")
    assert tuple(halls(state)) == after
    assert view(state)["discards"] == discarded


@pytest.mark.rule("T4.4")
def test_after_an_exhibition_another_card_is_drawn_for_the_space() -> None:
    state = Position().deck(NEW, A, 7).build()
    after = play(state, "take 3", f"card {NEW}")
    assert (GAME.to_act(after), shown(after)[2]) == (CHANCE, None)
    after = play(after, f"card {A}")
    assert (GAME.to_act(after), shown(after)[2]) == (CHANCE, None)
    after = play(after, "card 7")
    assert (GAME.to_act(after), shown(after)[2]) == (1, 7)
    assert halls(after) == [A, NEW, None]


@pytest.mark.rule("T4.4")
def test_an_exhibition_never_lies_on_a_researcher_space() -> None:
    state = play(Position().deck(NEW, 7, 8, 9, 10).build(), "exchange", "card 7", f"card {NEW}", "card 8")
    assert shown(state) == [7, 8, None, None]
    assert halls(state) == [NEW, None, None]


def drained(seats: int, shows: int, *, own: str = "zeppelin") -> Bytes:
    """One researcher and some exhibitions are left of the second stack."""
    return Position(seats).give(0, own).second_stack(researchers=1, shows=shows).build()


@pytest.mark.rule("T4.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_when_the_deck_first_runs_out_discards_and_third_stack_become_the_deck(seats: int) -> None:
    state = drained(seats, 0)
    discards = view(state)["discards"]
    assert discards
    open_before = shown(state)
    state = play(state, "exchange")
    last = next(iter(drawable(state)))
    unseen = set(drawable(state))
    state = play(state, last)
    large = set() if seats == 2 else {f"card {card}" for card in range(90, 95)}
    expected = {f"card {card}" for card in [*discards, *open_before]} | (unseen - {last}) | large
    assert set(drawable(state)) == expected
    assert set(drawable(state).values()) == {1}
    assert (view(state)["aside"], view(state)["discards"]) == (0, [])
    assert view(state)["deck"] == len(expected)


@pytest.mark.rule("T4.5")
def test_an_exchanges_four_cards_are_in_the_new_deck() -> None:
    state = drained(2, 0)
    four = {f"card {card}" for card in shown(state)}
    state = play(state, "exchange")
    assert not four & set(drawable(state))
    state = play(state, next(iter(drawable(state))))
    assert four <= set(drawable(state))


@pytest.mark.rule("T4.5")
def test_this_turns_zeppelin_is_in_the_new_deck() -> None:
    state = Position().give(0, "zeppelin rome").second_stack(researchers=0, shows=0).show("congress berlin").build()
    state = play(state, "take 1 zeppelin")
    assert f"card {number('zeppelin rome')}" in drawable(state)
    assert f"card {CONGRESS_BERLIN}" not in drawable(state)


@pytest.mark.rule("T4.5")
def test_an_exhibition_just_pushed_out_is_in_the_new_deck() -> None:
    state = Position().exhibitions(A, B, C).deck(NEW).discard(7).rest_to(1).build()
    state = play(state, "take 1", f"card {NEW}")
    assert drawable(state) == {"card 7": 1, f"card {C}": 1}


@pytest.mark.rule("T4.5")
def test_the_deck_is_shuffled_only_when_a_card_must_be_drawn() -> None:
    state = drained(2, 0)
    state = play(state, "take 1", next(iter(drawable(play(state, "take 1")))))
    assert GAME.to_act(state) == 1
    assert (view(state)["deck"], view(state)["aside"]) == (0, 27)
    assert view(state)["discards"]
    state = play(state, "take 2")
    assert (view(state)["aside"], view(state)["discards"]) == (0, [])


@pytest.mark.rule("T4.5")
def test_a_dig_with_an_empty_deck_shuffles_nothing() -> None:
    state = Position().give(0, "book greece 3").second_stack(researchers=0, shows=0).build()
    assert (view(state)["deck"], view(state)["aside"]) == (0, 27)
    state = move(state, "dig greece 3")
    assert (view(state)["deck"], view(state)["aside"]) == (0, 27)


@pytest.mark.rule("T4.5")
def test_later_the_discards_alone_are_shuffled() -> None:
    state = Position().deck(7).discard(8, 9, A).rest_to(1).build()
    state = play(state, "take 1", "card 7")
    assert (view(state)["deck"], view(state)["discards"]) == (0, [8, 9, A])
    state = play(state, "exchange")
    four = [card for card in shown(Position().build()) if card is not None][1:]
    assert drawable(state) == {f"card {card}": 1 for card in sorted([8, 9, A, 7, *four])}


@pytest.mark.rule("T4.5")
def test_a_later_deck_runs_out_again_and_again() -> None:
    state = Position().deck(7).discard(8).rest_to(1).show("congress berlin").build()
    state = play(state, "take 1", "card 7", "card 8")
    assert shown(state) == [7, 8, None, None]
    assert (view(state)["deck"], view(state)["discards"]) == (0, [])
    state = play(state, "exchange")
    assert set(drawable(state)) == {"card 7", "card 8"}
    state = play(state, "card 8", "card 7")
    assert shown(state) == [8, 7, None, None]


@pytest.mark.rule("T4.6")
def test_while_no_researcher_is_left_to_draw_the_space_stays_empty() -> None:
    state = Position().deck().rest_to(1).build()
    before = shown(state)
    state = play(state, "take 2")
    assert GAME.to_act(state) == 1
    assert shown(state) == [before[0], None, *before[2:]]


@pytest.mark.rule("T4.6")
def test_without_a_researcher_not_even_an_exhibition_is_drawn() -> None:
    state = Position().deck(NEW, A, B).discard(C).rest_to(1).build()
    state = play(state, "take 2")
    assert GAME.to_act(state) == 1
    assert halls(state) == [None, None, None]
    assert (view(state)["deck"], view(state)["discards"]) == (3, [C])


@pytest.mark.rule("T4.6")
def test_exhibitions_are_drawn_as_long_as_a_researcher_can_still_come() -> None:
    state = Position().deck(NEW).discard(7).rest_to(1).build()
    state = play(state, "take 2", f"card {NEW}", "card 7")
    assert (shown(state)[1], halls(state)[0]) == (7, NEW)


@pytest.mark.rule("T4.6")
def test_drawing_stops_with_the_last_researcher() -> None:
    state = Position().deck(NEW, 7).rest_to(1).show("congress", None, None, None).build()
    state = play(state, "take 1", "card 7")
    assert GAME.to_act(state) == 1
    assert shown(state) == [7, None, None, None]
    assert view(state)["deck"] == 1


@pytest.mark.rule("T4.6", "T4.3")
def test_a_space_left_empty_is_refilled_once_researchers_can_come_again() -> None:
    position = (
        Position().deck().rest_to(1).give(0, "zeppelin rome").show("congress berlin", "congress berlin", None, None)
    )
    state = play(position.build(), "take 2 zeppelin")
    assert GAME.to_act(state) == CHANCE
    state = play(state, f"card {number('zeppelin rome')}")
    assert shown(state) == [CONGRESS_BERLIN, number("zeppelin rome"), None, None]


@pytest.mark.rule("T4.6")
def test_researchers_of_the_third_stack_count_as_left_to_draw() -> None:
    state = Position().second_stack(researchers=0, shows=2).rest_to(1).build()
    state = play(state, "take 1")
    assert GAME.to_act(state) == CHANCE
    assert drawable(state) == {f"card {A}": 1, f"card {B}": 1}
    state = play(state, f"card {A}", f"card {B}")
    assert len(drawable(state)) == 27
