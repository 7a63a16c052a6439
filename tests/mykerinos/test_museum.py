"""M5: the museum."""

import pytest

from digsite.core.errors import IllegalAction
from tests.mykerinos.position import FACTS, Position, legal, play, player, settle, view

THREES, FIVES, TWOS = range(5), range(5, 10), range(10, 15)
GREEN = 2
WINGS = ("violet", "lemon", "blackmore", "brown", "tangerine")


def rooms(*numbers: int) -> list[str]:
    return [f"room {number}" for number in sorted(numbers)]


@pytest.mark.rule("M5.2")
def test_the_printed_example_a_first_archaeologist_may_not_take_a_5() -> None:
    """Nor a room of somebody else; Green then chooses the "2" between Lemon and Blackmore."""
    state = Position(4).wings(*WINGS).rooms(0, 0).rooms(1, 13).dig(GREEN, "a1").score()
    assert legal(state, "room") == rooms(1, 2, 3, 4, 10, 11, 12, 14)
    for room in FIVES:
        with pytest.raises(IllegalAction, match=f"M5.2: room {room} is closed: a room next to it must be yours"):
            play(state, f"room {room}")
    with pytest.raises(IllegalAction, match=r"M5.1: room 0 is taken"):
        play(state, "room 0")
    assert player(play(state, "room 11"), GREEN)["rooms"] == [11]


@pytest.mark.rule("M5.1", "M5.2")
def test_the_printed_example_a_2_between_lemon_and_blackmore_opens_both_their_5_rooms() -> None:
    state = Position(4).wings(*WINGS).rooms(GREEN, 11).dig(GREEN, "a1").score()
    assert legal(state, "room") == rooms(*THREES, 6, 7, 10, 12, 13, 14)
    state = play(state, "room 6")  # Lemon's
    seen = player(state, GREEN)
    assert seen["rooms"] == [6, 11]
    assert [seen["patrons"][patron]["worth"] for patron in WINGS] == [1, 5, 2, 1, 1]


@pytest.mark.rule("M5.1")
def test_each_wing_has_a_3_room_and_a_5_room_and_shares_a_2_room_with_either_neighbour() -> None:
    for wing in range(5):
        here = sorted(room.value for room in FACTS.rooms if wing in room.wings)
        assert here == [2, 2, 3, 5]
    shared = sorted(tuple(sorted(room.wings)) for room in FACTS.rooms if room.value == 2)
    assert shared == [(0, 1), (0, 4), (1, 2), (2, 3), (3, 4)]


@pytest.mark.rule("M5.1", "M5.2")
@pytest.mark.parametrize("wing", range(5))
def test_a_3_room_opens_the_5_room_of_its_wing_only(wing: int) -> None:
    state = Position(3).rooms(0, wing).dig(0, "a1").score()
    assert [text for text in legal(state) if text in rooms(*FIVES)] == rooms(5 + wing)


@pytest.mark.rule("M5.1", "M5.2")
@pytest.mark.parametrize(("room", "wings"), [(10, (0, 1)), (11, (1, 2)), (12, (2, 3)), (13, (3, 4)), (14, (4, 0))])
def test_a_2_room_opens_the_5_rooms_of_both_its_wings(room: int, wings: tuple[int, int]) -> None:
    state = Position(3).rooms(0, room).dig(0, "a1").score()
    assert [text for text in legal(state) if text in rooms(*FIVES)] == rooms(*(5 + wing for wing in wings))


@pytest.mark.rule("M5.2")
def test_somebody_elses_room_opens_nothing() -> None:
    state = Position(3).rooms(1, *THREES).dig(0, "a1").score()
    assert legal(state, "room") == rooms(*TWOS)


@pytest.mark.rule("M5.2")
def test_a_5_room_opens_no_other() -> None:
    state = Position(3).rooms(0, 0, 5).dig(0, "a1").score()
    assert [text for text in legal(state) if text in rooms(*FIVES)] == []


@pytest.mark.rule("M5.2")
def test_any_free_2_or_3_room_may_be_reserved() -> None:
    state = Position(3).dig(0, "a1").score()
    assert legal(state, "room") == rooms(*THREES, *TWOS)


@pytest.mark.rule("M5.1")
def test_a_room_holds_one_archaeologist_even_of_the_same_player() -> None:
    state = Position(3).rooms(0, 3).dig(0, "a1").score()
    assert "room 3" not in legal(state)
    with pytest.raises(IllegalAction, match=r"M5.1: room 3 is taken"):
        play(state, "room 3")


@pytest.mark.rule("M5.1")
def test_a_room_is_held_for_good() -> None:
    state = play(Position(3).dig(0, "a1").score(), "room 12")
    for _ in range(3):
        state = play(settle(state), "pass", "pass", "pass")
        assert player(state)["rooms"] == [12]
        holders = {room["room"]: room["holder"] for room in view(state)["museum"]["rooms"]}
        assert holders == {number: 0 if number == 12 else None for number in range(15)}
    assert view(state)["phase"] == "over"
