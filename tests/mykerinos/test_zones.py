"""M4.1 to M4.7: scoring the zones."""

import pytest

from digsite.core.errors import IllegalAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from tests.mykerinos.position import (
    GAME,
    ROOMS_2_AND_3,
    Position,
    legal,
    owned,
    play,
    player,
    ranking,
    standing_on,
    view,
    zone_scored,
)

BLUE, RED, GREEN, WHITE = range(4)


def printed() -> Bytes:
    """The rulebook's zone: Blue has 4 archaeologists, Red and Green 2 each, White 1; Green passed before Red."""
    position = Position(4).lay(0, 12, 22).wings("violet", "lemon", "blackmore", "brown", "tangerine")
    position.dig(BLUE, "b1 a2 a3 b3").dig(RED, "c1 d1").dig(GREEN, "c2 d2").dig(WHITE, "d3")
    return position.score(WHITE, GREEN, RED, BLUE)


@pytest.mark.rule("M4.2", "M4.3", "M4.4", "M4.5", "M4.6", "M4.7")
def test_the_printed_zone_of_4_2_2_and_1() -> None:
    state = printed()
    assert ranking(state) == [BLUE, GREEN, RED, WHITE]
    assert GAME.to_act(state) == BLUE
    assert legal(state) == ["tile 1", "tile 2", *ROOMS_2_AND_3]
    state = play(state, "tile 1")
    assert (owned(state, BLUE), player(state, BLUE)["score"]["plots"]) == ([12], 3)
    assert player(state, BLUE)["patrons"]["lemon"]["tiles"] == 1

    assert GAME.to_act(state) == GREEN
    assert legal(state) == ["tile 2", *ROOMS_2_AND_3]
    state = play(state, "room 11")  # the "2" between Lemon and Blackmore
    assert player(state, GREEN)["rooms"] == [11]

    assert GAME.to_act(state) == RED
    assert legal(state) == ["tile 2"]
    with pytest.raises(IllegalAction, match=r"M4.5: only the first two of a zone may go to the museum"):
        play(state, "room 0")
    state = play(state, "tile 2")
    assert (owned(state, RED), player(state, RED)["score"]["plots"]) == ([22], 0)
    assert player(state, RED)["patrons"]["blackmore"]["tiles"] == 1

    assert GAME.to_act(state) == CHANCE  # White gets nothing, and no other zone has anybody
    assert owned(state, WHITE) == []
    held = [p["common"] + p["pool"] for p in view(state)["players"]]
    assert held == [25, 25, 24, 25]


@pytest.mark.rule("M4.1")
@pytest.mark.parametrize(("round", "fields"), [(1, "d3 e1 a4 h6"), (4, "d3 e1 a4 h6 a7 h9")])
def test_zones_are_scored_from_top_left_row_by_row(round: int, fields: str) -> None:
    state = Position(3, round).dig(0, fields).score()
    seen = []
    while view(state)["phase"] == "claim":
        seen.append(zone_scored(state))
        state = play(state, legal(state)[0])
    assert seen == list(range(len(fields.split())))


@pytest.mark.rule("M4.1")
def test_no_dig_is_possible_while_zones_are_scored() -> None:
    state = Position(3).dig(0, "a1").score()
    for text in ("start b1", "pass", "use violet", "remove 1"):
        with pytest.raises(IllegalAction, match=r"M4.3: a zone is being scored"):
            play(state, text)


@pytest.mark.rule("M4.2")
def test_players_with_nobody_in_a_zone_take_no_part() -> None:
    state = Position(4).dig(1, "a1").dig(3, "b1 c1").score()
    assert ranking(state) == [3, 1]


@pytest.mark.rule("M4.2")
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_ties_go_to_the_earlier_passer(order: tuple[int, ...]) -> None:
    state = Position(4).dig(0, "a1").dig(1, "b1").dig(2, "c1").dig(3, "d1").score(*order)
    assert ranking(state) == list(order)


@pytest.mark.rule("M4.2", "M3.11")
def test_who_did_the_one_more_action_loses_ties() -> None:
    state = Position(3).dig(0, "a1").passed(1, 0).turn(2).build()
    assert ranking(play(state, "start b1")) == [0, 2]


@pytest.mark.rule("M4.2")
def test_more_archaeologists_outrank_an_earlier_pass() -> None:
    state = Position(3).dig(0, "a1").dig(1, "b1 b2").score(0, 2, 1)
    assert ranking(state) == [1, 0]


@pytest.mark.rule("M4.2")
def test_only_archaeologists_in_the_zone_itself_count() -> None:
    state = Position(3).dig(0, "d1 e1 e2 e3").dig(1, "c1 c2").score()
    assert ranking(state) == [1, 0]


@pytest.mark.rule("M4.3")
def test_the_first_may_reserve_a_room_with_an_archaeologist_from_the_common_pool() -> None:
    state = Position(3).dig(0, "a1").dig(1, "b1 e1").score(0, 1, 2)
    before = player(state)
    state = play(state, "room 2")
    assert player(state)["rooms"] == [2]
    assert (player(state)["pool"], player(state)["common"]) == (before["pool"], before["common"] - 1)


@pytest.mark.rule("M4.3")
def test_with_none_in_the_common_pool_the_museum_is_no_choice() -> None:
    state = Position(3).pool(0, 24).dig(0, "a1").score()
    assert legal(state) == ["tile 1", "tile 2"]
    with pytest.raises(IllegalAction, match=r"M4.3: no archaeologist of that colour is left in the common pool"):
        play(state, "room 0")


@pytest.mark.rule("M4.3")
def test_with_no_room_allowed_the_museum_is_no_choice() -> None:
    state = Position(3, 2).dig(0, "a1").rooms(1, *range(5), *range(10, 15)).score()
    assert legal(state) == ["tile 1", "tile 2"]


@pytest.mark.rule("M4.4")
def test_the_second_chooses_from_what_is_left() -> None:
    state = Position(3).dig(0, "a1 a2").dig(1, "b1").score()
    assert legal(play(state, "tile 2")) == ["tile 1", *ROOMS_2_AND_3]
    with pytest.raises(IllegalAction, match=r"M4.4: plot 2 of the zone is taken"):
        play(state, "tile 2", "tile 2")
    after = play(state, "room 0")
    assert GAME.to_act(after) == 1
    assert legal(after) == ["tile 1", "tile 2", *(room for room in ROOMS_2_AND_3 if room != "room 0")]
    with pytest.raises(IllegalAction, match=r"M5.1: room 0 is taken"):
        play(after, "room 0")


@pytest.mark.rule("M4.4")
def test_the_second_without_archaeologists_in_the_common_pool_takes_a_tile() -> None:
    state = Position(3).pool(1, 24).dig(0, "a1 a2").dig(1, "b1").score()
    assert legal(play(state, "tile 1")) == ["tile 2"]


@pytest.mark.rule("M4.4")
@pytest.mark.parametrize("choice", ["tile 1", "tile 2", "room 4"])
def test_a_player_alone_in_a_zone_gets_only_one_choice(choice: str) -> None:
    state = play(Position(3).dig(0, "a1 a2 a3").dig(1, "e1").score(), choice)
    assert zone_scored(state) == 1
    assert len(owned(state, 0)) + len(player(state, 0)["rooms"]) == 1


@pytest.mark.rule("M4.5")
def test_the_third_and_the_fourth_take_what_tiles_are_left() -> None:
    position = Position(4).lay(0, 0, 7).dig(0, "a1 a2 a3 b3").dig(1, "b1 b2 c3").dig(2, "c1 c2").dig(3, "d1")
    state = play(position.score(), "room 0", "room 1")
    assert GAME.to_act(state) == 2
    assert legal(state) == ["tile 1", "tile 2"]  # one of them, and no way to decline
    state = play(state, "tile 2")
    assert GAME.to_act(state) == 3
    assert legal(state) == ["tile 1"]
    with pytest.raises(IllegalAction, match=r"M4.5: only the first two"):
        play(state, "room 2")
    state = play(state, "tile 1")
    assert (owned(state, 2), owned(state, 3)) == ([7], [0])


@pytest.mark.rule("M4.5")
def test_the_third_gets_one_tile_only() -> None:
    state = play(Position(3).dig(0, "a1 a2 a3").dig(1, "b1 b2").dig(2, "c1").score(), "room 0", "room 1", "tile 1")
    assert len(owned(state, 2)) == 1
    assert GAME.to_act(state) == CHANCE


@pytest.mark.rule("M4.5")
def test_the_third_goes_empty_when_both_tiles_are_gone() -> None:
    state = Position(3).dig(0, "a1 a2 a3").dig(1, "b1 b2").dig(2, "c1").dig(0, "e1").score()
    state = play(state, "tile 1", "tile 2")
    assert zone_scored(state) == 1
    assert owned(state, 2) == []


@pytest.mark.rule("M4.6")
@pytest.mark.parametrize(
    ("tile", "points", "patron"), [(0, 0, "violet"), (11, 2, "lemon"), (19, 3, "brown"), (35, 5, None)]
)
def test_a_tile_scores_its_points_at_once_and_shows_its_patron(tile: int, points: int, patron: str | None) -> None:
    state = play(Position(3).lay(0, tile, 7).dig(0, "b1 e1").score(), "tile 1")
    assert zone_scored(state) == 1
    assert player(state)["score"]["plots"] == points
    shown = {name: seen["tiles"] for name, seen in player(state)["patrons"].items() if seen["tiles"]}
    assert shown == ({patron: 1} if patron else {})
    assert [(t["tile"], t["patron"], t["points"]) for t in player(state)["tiles"]] == [(tile, patron, points)]


@pytest.mark.rule("M4.7")
def test_tiles_nobody_took_leave_the_game() -> None:
    state = play(Position(3).lay(0, 0, 7).lay(1, 1, 2).lay(2, 3, 4).lay(3, 5, 6).dig(0, "a1 e1").score(), "tile 1")
    assert view(state)["zones"][0]["tiles"] == [None, None]
    state = play(state, "room 0")
    left = [int(text.split()[1]) for text in (GAME.text(state, int(i)) for i in GAME.chance(state)[0])]
    assert len(left) == 28
    assert not {*range(8)} & set(left)
    assert owned(state, 0) == [0]


@pytest.mark.rule("M4.7")
def test_archaeologists_return_before_the_next_zone_is_scored() -> None:
    state = Position(3).pool(0, 20).dig(0, "a1 a2 a3 b1").dig(0, "e1").score()
    assert player(state)["common"] == 0
    state = play(state, "tile 1")
    assert player(state)["common"] == 4
    assert standing_on(state, 0) == {"e1"}


@pytest.mark.rule("M4.7", "M4.3")
def test_archaeologists_just_returned_may_go_to_the_museum() -> None:
    state = Position(3).pool(0, 23).dig(0, "a1 e1").score()
    assert legal(state) == ["tile 1", "tile 2"]
    state = play(state, "tile 1")
    assert legal(state) == ["tile 1", "tile 2", *ROOMS_2_AND_3]
    state = play(state, "room 0")
    assert (player(state)["pool"], player(state)["common"]) == (23 + 1, 0)  # the second one, with the new round


@pytest.mark.rule("M4.7")
def test_an_archaeologist_sent_to_the_museum_leaves_one_less_for_the_next_zone() -> None:
    state = Position(3).pool(0, 22).dig(0, "a1 e1").score()
    assert player(state)["common"] == 1
    state = play(state, "room 0")
    assert player(state)["common"] == 1  # the one from the zone, and not that from the museum


@pytest.mark.rule("M4.7")
def test_all_colours_return_from_a_zone() -> None:
    state = Position(3).dig(0, "a1 a2").dig(1, "b1").dig(2, "c1 e1").score()
    state = play(state, "tile 1", "tile 2")
    assert zone_scored(state) == 1
    assert {field["archaeologist"] for field in view(state)["fields"] if field["zone"] == 0} == {None}
    assert standing_on(state, 2) == {"e1"}
    assert [p["common"] for p in view(state)["players"]] == [14, 14, 13]
