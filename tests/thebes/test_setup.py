"""T1: setting up."""

import pytest

from digsite.core.errors import BadSeats, IllegalAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from digsite.games.thebes.rules.state import CARDS, RESEARCHERS, SPACES, STACK, WORD, WORDS
from tests.thebes.position import FACTS, GAME, Position, drawable, halls, legal, play, player, shown, view

ALL_SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
EXHIBITION_TEXTS = {f"card {number}" for number in range(85, 95)}
SMALL_TEXTS = {f"card {number}" for number in range(85, 90)}


def stacked(seats: int) -> Bytes:
    """The last seat's marker at the bottom, seat 0 on top."""
    return play(GAME.new(seats), *(f"marker {seat}" for seat in reversed(range(seats))))


def dealt(seats: int) -> Bytes:
    return play(stacked(seats), "card 0", "card 1", "card 2", "card 3")


@pytest.mark.rule("T1.1")
@ALL_SEATS
def test_two_three_or_four_play(seats: int) -> None:
    assert view(GAME.new(seats))["seats"] == seats
    assert len(view(GAME.new(seats))["players"]) == seats


@pytest.mark.rule("T1.1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_no_other_number_plays(seats: int) -> None:
    with pytest.raises(BadSeats, match=f"thebes is played by 2 to 4, not by {seats}"):
        GAME.new(seats)


@pytest.mark.rule("T1.1")
@ALL_SEATS
def test_everybody_begins_in_warsaw_with_five_valid_permits(seats: int) -> None:
    for seat in range(seats):
        seen = player(dealt(seats), seat)
        assert seen["place"] == "warsaw"
        assert seen["permits"] == dict.fromkeys(["greece", "crete", "egypt", "palestine", "mesopotamia"], True)
        assert seen["cards"] == []
        assert seen["finds"] == []


@pytest.mark.rule("T1.2")
@pytest.mark.parametrize(("seats", "year", "week"), [(2, 1901, 0), (3, 1901, 16), (4, 1902, 0)])
def test_markers_begin_on_the_start_space_but_on_space_16_with_three(seats: int, year: int, week: int) -> None:
    seen = view(dealt(seats))
    assert seen["year"] == year
    assert [(p["year"], p["week"]) for p in seen["players"]] == [(year, week)] * seats


@pytest.mark.rule("T1.2")
@ALL_SEATS
def test_markers_are_stacked_in_random_order(seats: int) -> None:
    state = GAME.new(seats)
    for stacked_so_far in range(seats):
        assert GAME.to_act(state) == CHANCE
        assert drawable(state) == {f"marker {seat}": 1 for seat in range(stacked_so_far, seats)}
        state = play(state, f"marker {stacked_so_far}")


@pytest.mark.rule("T1.2", "T2.2")
def test_the_top_of_the_stack_begins() -> None:
    state = play(GAME.new(4), "marker 2", "marker 0", "marker 3", "marker 1", "card 0", "card 1", "card 2", "card 3")
    assert view(state)["order"] == [1, 3, 0, 2]
    assert GAME.to_act(state) == 1


@pytest.mark.rule("T1.2")
def test_a_marker_is_stacked_only_once_and_before_anything_else() -> None:
    state = play(GAME.new(2), "marker 1")
    with pytest.raises(IllegalAction, match=r"T1.2: the marker of seat 1 is on the pile already"):
        play(state, "marker 1")
    with pytest.raises(IllegalAction, match=r"T1.2: no marker of seat 2 is to be placed"):
        play(state, "marker 2")
    with pytest.raises(IllegalAction, match=r"T1.2: not all time markers are piled up yet"):
        play(state, "exchange")


@pytest.mark.rule("T1.3")
@ALL_SEATS
def test_four_researcher_cards_are_laid_open_before_the_first_turn(seats: int) -> None:
    state = stacked(seats)
    for card in (84, 17, 3, 60):
        assert GAME.to_act(state) == CHANCE
        assert legal(state) == []
        state = play(state, f"card {card}")
    assert shown(state) == [84, 17, 3, 60]
    assert GAME.to_act(state) == 0


@pytest.mark.rule("T1.3")
@ALL_SEATS
def test_each_of_the_85_researchers_is_equally_likely_to_lie_open(seats: int) -> None:
    state = stacked(seats)
    assert drawable(state) == {f"card {number}": 1 for number in range(85)}
    assert drawable(play(state, "card 84")) == {f"card {number}": 1 for number in range(84)}


@pytest.mark.rule("T1.3", "T1.4", "T1.5")
@pytest.mark.parametrize(("seats", "deck", "aside"), [(2, 27 + 27 + 10, 27), (3, 27 + 27 + 5, 27 + 5), (4, 59, 32)])
def test_the_deck_is_two_stacks_and_the_third_is_set_aside(seats: int, deck: int, aside: int) -> None:
    seen = view(dealt(seats))
    assert (seen["deck"], seen["aside"]) == (deck, aside)
    assert seen["discards"] == []
    assert halls(dealt(seats)) == [None, None, None]


@pytest.mark.rule("T1.4", "T1.5")
@pytest.mark.parametrize(("seats", "in_second"), [(2, EXHIBITION_TEXTS), (3, SMALL_TEXTS), (4, SMALL_TEXTS)])
def test_exhibitions_can_come_as_soon_as_the_first_stack_is_gone(seats: int, in_second: set[str]) -> None:
    state = dealt(seats)
    drawn = 0
    while drawn < 27:
        if GAME.to_act(state) == CHANCE:
            assert not EXHIBITION_TEXTS & set(drawable(state))
            state = play(state, f"card {4 + drawn}")
            drawn += 1
        else:
            state = play(state, "exchange")
    if GAME.to_act(state) != CHANCE:
        state = play(state, "exchange")
    assert EXHIBITION_TEXTS & set(drawable(state)) == in_second


@pytest.mark.rule("T1.4")
def test_an_exhibition_from_the_first_stack_is_refused() -> None:
    state = play(dealt(2), "exchange")
    with pytest.raises(IllegalAction, match=r"T1.4: exhibition 85 cannot lie on top of the deck now"):
        play(state, "card 85")


@pytest.mark.rule("T1.4")
def test_small_and_large_exhibitions_are_five_each() -> None:
    assert [show.size for show in FACTS.exhibitions] == ["small"] * 5 + ["large"] * 5


@pytest.mark.rule("T1.4", "T1.5")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_large_exhibitions_wait_in_the_third_stack(seats: int) -> None:
    state = play(Position(seats).second_stack(researchers=1, shows=0).build(), "exchange")
    assert not EXHIBITION_TEXTS & set(drawable(state))
    state = play(state, next(iter(drawable(state))))
    large = EXHIBITION_TEXTS - SMALL_TEXTS
    assert large <= set(drawable(state))


@pytest.mark.rule("T1.5")
def test_nothing_of_the_third_stack_comes_before_the_deck_is_empty() -> None:
    state = dealt(2)
    for drawn in range(27 + 27 + 10):
        while GAME.to_act(state) != CHANCE:
            state = play(state, "exchange")
        assert (view(state)["deck"], view(state)["aside"]) == (64 - drawn, 27)
        state = play(state, next(iter(drawable(state))))


@pytest.mark.rule("T1.6")
@pytest.mark.parametrize("site", range(5))
def test_a_site_has_31_tokens(site: int) -> None:
    assert len(FACTS.artifacts[site]) == 13
    assert FACTS.book_on[site] != FACTS.sites[site]
    assert FACTS.found_general[site] == 1
    assert FACTS.sand[site] == 16
    assert 13 + 1 + 1 + 16 == 31


@pytest.mark.rule("T1.6")
@ALL_SEATS
def test_thirty_tokens_lie_in_each_bag_and_the_bonus_on_the_board(seats: int) -> None:
    for site, seen in view(dealt(seats))["sites"].items():
        assert seen == {"bonus": True, "left": 30, "tokens": list(range(1, 15)), "sand": 16}, site


@pytest.mark.rule("T1.6")
@pytest.mark.parametrize("site", range(5))
def test_the_bonus_is_the_first_artifact_of_the_list_and_worth_1(site: int) -> None:
    assert FACTS.artifacts[site][0][0] == 1


@pytest.mark.rule("T1.6")
def test_the_bonus_is_never_drawn_from_the_bag() -> None:
    state = play(Position().give(0, "book greece 3").build(), "dig greece 12")
    assert set(drawable(state)) == {f"find {token}" for token in range(1, 15)} | {"sand"}


def test_the_record_of_a_position_has_room_for_all_cards() -> None:
    """Three equal stacks and the open cards are all researchers (T1.3, T1.4); the last bit of a set stays free."""
    assert RESEARCHERS == SPACES + 3 * STACK
    assert CARDS < WORD * WORDS
