"""M2, M3.1, M3.4, M3.11 and M4.8: the course of a round."""

import pytest

from digsite.core.errors import IllegalAction
from digsite.core.game import CHANCE
from tests.mykerinos.position import (
    FACTS,
    GAME,
    Position,
    drawable,
    field_names,
    legal,
    play,
    player,
    settle,
    standing_on,
    view,
)

WINGS = [f"wing {patron}" for patron in FACTS.patrons]


@pytest.mark.rule("M2.1")
@pytest.mark.parametrize(("seats", "taken"), [(2, 11), (3, 11), (4, 8)])
def test_every_player_takes_archaeologists_from_the_common_pool(seats: int, taken: int) -> None:
    state = play(GAME.new(seats), "first 0", *WINGS)
    assert [(p["pool"], p["common"]) for p in view(state)["players"]] == [(taken, 25 - taken)] * seats


@pytest.mark.rule("M2.1")
@pytest.mark.parametrize(("seats", "taken"), [(2, 11), (3, 11), (4, 8)])
@pytest.mark.parametrize("round", [1, 2, 3])
def test_every_later_round_brings_as_many(seats: int, taken: int, round: int) -> None:
    position = Position(seats, round)
    for seat in range(seats):
        position.pool(seat, 0)
    state = position.score()
    assert view(state)["round"] == round + 1
    assert [(p["pool"], p["common"]) for p in view(state)["players"]] == [(taken, 25 - taken)] * seats


@pytest.mark.rule("M2.1")
@pytest.mark.parametrize("left", [0, 1, 10])
def test_with_fewer_left_one_takes_as_many_as_there_are(left: int) -> None:
    state = Position(3).pool(1, 25 - left).score()
    assert (player(state, 1)["pool"], player(state, 1)["common"]) == (25, 0)
    assert player(state, 0)["pool"] == 11 + 11


@pytest.mark.rule("M2.1")
def test_rooms_hold_archaeologists_back_for_good() -> None:
    state = Position(3, 2).pool(0, 20).rooms(0, 0, 1, 2).score()
    assert (player(state, 0)["pool"], player(state, 0)["common"]) == (22, 0)


@pytest.mark.rule("M2.2")
def test_unused_archaeologists_stay_and_add_to_the_new_ones() -> None:
    state = Position(4).pool(0, 3).pool(1, 0).pool(2, 8).score()
    assert [p["pool"] for p in view(state)["players"]] == [3 + 8, 8, 8 + 8, 8 + 8]


@pytest.mark.rule("M2.3")
@pytest.mark.parametrize(("round", "tiles"), [(1, 8), (2, 8), (3, 12)])
def test_the_next_round_deals_so_many_tiles(round: int, tiles: int) -> None:
    state = Position(3, round).score()
    dealt = 0
    while GAME.to_act(state) == CHANCE:
        state = play(state, min(drawable(state)))
        dealt += 1
    assert dealt == tiles
    assert len(view(state)["zones"]) == tiles // 2
    assert [len(zone["tiles"]) for zone in view(state)["zones"]] == [2] * (tiles // 2)
    assert len(view(state)["fields"]) == tiles * 6


@pytest.mark.rule("M2.3")
def test_the_four_rounds_deal_all_36_tiles_once() -> None:
    state, dealt = play(GAME.new(3), "first 0"), []
    while view(state)["phase"] != "over":
        if GAME.to_act(state) == CHANCE:
            text = sorted(drawable(state))[-1]
            dealt.append(text)
            state = play(state, text)
        else:
            state = play(state, "pass")
    tiles = [text for text in dealt if text.startswith("deal")]
    assert sorted(tiles) == sorted(f"deal {tile}" for tile in range(36))


@pytest.mark.rule("M2.3")
def test_all_tiles_left_are_equally_likely_and_none_comes_twice() -> None:
    state = play(GAME.new(3), "first 0", *WINGS)
    assert drawable(state) == {f"deal {tile}": 1 for tile in range(36)}
    state = play(state, "deal 17")
    assert drawable(state) == {f"deal {tile}": 1 for tile in range(36) if tile != 17}
    with pytest.raises(IllegalAction, match=r"M2.3: plot 17 is not among those left"):
        play(state, "deal 17")
    with pytest.raises(IllegalAction, match=r"M2.3: the plots of the round are still being dealt"):
        play(state, "pass")


@pytest.mark.rule("M2.3")
def test_tiles_are_laid_zone_by_zone_left_then_right_as_the_data_shows_them() -> None:
    tiles = (35, 20, 4, 9, 13, 33, 18, 26)
    state = play(GAME.new(2), "first 0", *WINGS, *(f"deal {tile}" for tile in tiles))
    zones = [[tile["tile"] for tile in zone["tiles"]] for zone in view(state)["zones"]]
    assert zones == [[35, 20], [4, 9], [13, 33], [18, 26]]
    # pyramids: 35 on its fields 0, 3, 4; 20 on 2, 3; 4 on 0, 3; 9 on 2; 13, 18 and 26 on 1, 2; 33 on 1, 4
    expected = "a1 b2 a3  c2 d2  e1 f2  g2  b4 a5  d4 c6  f4 e5  h4 g5"
    assert {field["field"] for field in view(state)["fields"] if field["pyramid"]} == set(expected.split())


@pytest.mark.rule("M2.3")
def test_two_zones_make_a_row() -> None:
    zones = {field["field"]: field["zone"] for field in view(Position(3, 4).build())["fields"]}
    corners = {
        "a1": 0,
        "d3": 0,
        "e1": 1,
        "h3": 1,
        "a4": 2,
        "d6": 2,
        "e4": 3,
        "h6": 3,
        "a7": 4,
        "d9": 4,
        "e7": 5,
        "h9": 5,
    }
    assert {name: zones[name] for name in corners} == corners
    assert [list(zones.values()).count(zone) for zone in range(6)] == [12] * 6


@pytest.mark.rule("M2.3")
@pytest.mark.parametrize("round", [1, 2, 3])
def test_the_third_row_of_zones_exists_in_the_last_round_only(round: int) -> None:
    with pytest.raises(IllegalAction, match=r"M2.3: the desert has no field a7 this round"):
        play(Position(3, round).build(), "start a7")
    assert "start a7" in legal(Position(3, 4).lay(4, 0, 7).build())


@pytest.mark.rule("M2.4")
@pytest.mark.parametrize(
    ("own", "near"),
    [
        ("a1", "b1 a2"),  # the corner: nothing beyond it
        ("c2", "c1 c3 b2 d2"),  # b and c: two tiles of one zone
        ("d2", "d1 d3 c2 e2"),  # d and e: two zones
        ("b3", "a3 c3 b2 b4"),  # rows 3 and 4: two rows of zones
        ("h1", "g1 h2"),  # no way round to a2
        ("a4", "a3 a5 b4"),
    ],
)
def test_fields_are_neighbours_across_an_edge_and_never_diagonally(own: str, near: str) -> None:
    state = Position(3).dig(0, own).build()
    assert {text.split()[1] for text in legal(state, "extend")} == set(near.split())


@pytest.mark.rule("M2.4")
def test_rows_6_and_7_are_neighbours_in_the_last_round() -> None:
    tiles = Position(3, 4).lay(2, 0, 7).lay(4, 14, 21)
    state = tiles.dig(0, "b6").dig(1, "c7").build()
    assert set(legal(state, "extend")) == {"extend a6", "extend c6", "extend b5", "extend b7"}
    assert set(legal(play(state, "extend b7"), "then")) == {"then a7", "then b8"}
    assert "extend c6" in legal(play(state, "pass"), "extend")


@pytest.mark.rule("M2.4")
def test_the_last_row_of_an_earlier_round_has_nothing_below() -> None:
    state = Position(3).dig(0, "a6").build()
    assert set(legal(state, "extend")) == {"extend a5", "extend b6"}


@pytest.mark.rule("M3.1")
@pytest.mark.parametrize("starter", [0, 1, 2, 3])
def test_from_the_start_player_clockwise_one_action_each(starter: int) -> None:
    state = Position(4).start(starter).turn(starter).build()
    turns = []
    for name in ("a1", "c1", "e1", "g1", "a3"):
        turns.append(GAME.to_act(state))
        state = play(state, f"start {name}")
    assert turns == [(starter + turn) % 4 for turn in range(5)]


@pytest.mark.rule("M3.1")
def test_one_may_start_extend_pass_or_ask_a_patron() -> None:
    state = Position(3, 2).dig(0, "a1").own(0, "violet").build()
    assert {text.split()[0] for text in legal(state)} == {"start", "extend", "pass", "use"}


@pytest.mark.rule("M3.1")
def test_an_action_under_way_is_finished_before_anybody_else_acts() -> None:
    state = play(Position(3).dig(0, "a1").build(), "extend a2")
    assert GAME.to_act(state) == 0
    assert GAME.to_act(play(state, "then a3")) == 1


@pytest.mark.rule("M3.1")
def test_chance_has_no_say_while_players_dig() -> None:
    with pytest.raises(IllegalAction, match=r"M3.1: seat 0 is to act"):
        play(Position(3).build(), "deal 35")


@pytest.mark.rule("M3.4")
def test_the_first_to_pass_takes_space_1_and_the_next_space_2() -> None:
    state = play(Position(4).turn(2).build(), "pass", "start a1", "pass")
    assert [p["space"] for p in view(state)["players"]] == [2, None, 1, None]


@pytest.mark.rule("M3.4")
def test_who_has_passed_is_out_until_the_next_round() -> None:
    state = play(Position(3).build(), "start a1", "pass")
    turns = []
    for name in ("c1", "c2", "c3", "d1"):
        turns.append(GAME.to_act(state))
        state = play(state, f"start {name}")
    assert turns == [2, 0, 2, 0]


@pytest.mark.rule("M3.4")
def test_without_an_own_archaeologist_at_hand_one_can_only_pass() -> None:
    state = Position(3, 2).pool(0, 0).dig(0, "a1").own(0, "violet", "brown", "lemon").build()
    assert legal(state) == ["pass"]
    for text in ("use violet", "use brown", "start b1", "extend b1"):
        with pytest.raises(IllegalAction, match=r"M3.4: "):
            play(state, text)


@pytest.mark.rule("M3.4")
def test_neutral_archaeologists_do_not_keep_a_player_in() -> None:
    state = Position(2).pool(0, 0).neutral(0, 4).build()
    assert legal(state) == ["pass"]


@pytest.mark.rule("M3.4")
def test_one_may_always_pass_while_archaeologists_are_at_hand() -> None:
    assert "pass" in legal(Position(3).build())
    with pytest.raises(IllegalAction, match=r"M3.3: "):
        play(Position(3).dig(0, "a1").build(), "extend a2", "pass")


@pytest.mark.rule("M3.4", "M7.3")
def test_passing_has_no_neutral_follow_up() -> None:
    state = play(Position(2).build(), "pass")
    assert (GAME.to_act(state), view(state)["phase"]) == (1, "turn")


@pytest.mark.rule("M3.4", "M7.3")
def test_placing_the_last_own_archaeologist_has_a_neutral_follow_up() -> None:
    state = play(Position(2).pool(0, 1).build(), "start a1")
    assert (GAME.to_act(state), view(state)["phase"]) == (0, "follow")
    state = play(state, "neutral start b1", "start h1", "neutral skip")
    assert legal(state) == ["pass"]


@pytest.mark.rule("M3.4")
def test_in_a_full_desert_one_can_only_pass() -> None:
    names = [name for name in field_names() if name not in Position(3).pyramids()]
    position = Position(3).pool(0, 5).pool(1, 5).pool(2, 5)
    for number, name in enumerate(names):
        position.dig(number % 3, name)
    assert legal(position.build()) == ["pass"]


@pytest.mark.rule("M3.11")
def test_the_last_player_does_one_more_action_and_then_zones_are_scored() -> None:
    state = Position(3).passed(1, 0).turn(2).build()
    assert view(state)["final"]
    state = play(state, "start a1")
    assert view(state)["phase"] == "claim"
    assert [p["space"] for p in view(state)["players"]] == [2, 1, 3]


@pytest.mark.rule("M3.11")
def test_the_last_action_may_take_several_steps() -> None:
    state = play(Position(3).passed(1, 0).turn(2).dig(2, "a1").build(), "extend a2")
    assert GAME.to_act(state) == 2
    state = play(state, "then a3")
    assert view(state)["phase"] == "claim"


@pytest.mark.rule("M3.11")
def test_the_last_action_may_be_a_patrons() -> None:
    state = Position(3, 2).passed(0, 1).turn(2).own(2, "blackmore").build()
    state = play(state, "use blackmore", "start a1", "then b1")
    assert view(state)["phase"] == "claim"
    assert standing_on(state, 2) == {"a1", "b1"}


@pytest.mark.rule("M3.11")
def test_the_last_player_may_pass_instead_and_then_it_is_written() -> None:
    state = Position(3).passed(1, 0).turn(2).dig(2, "a1").build()
    assert "pass" in legal(state)
    state = play(state, "pass")
    assert view(state)["phase"] == "claim"
    assert player(state, 2)["space"] == 3


@pytest.mark.rule("M3.11")
def test_the_one_more_action_follows_the_pass_of_the_last_but_one() -> None:
    state = play(Position(3).build(), "pass", "start a1")
    assert not view(state)["final"]
    state = play(state, "pass")
    assert view(state)["final"]
    assert GAME.to_act(state) == 1
    assert view(play(state, "start c1"))["phase"] == "claim"


@pytest.mark.rule("M3.11")
def test_a_last_player_without_archaeologists_still_writes_the_pass() -> None:
    state = Position(3).passed(0, 1).turn(2).pool(2, 0).dig(0, "a1").build()
    assert legal(state) == ["pass"]


@pytest.mark.rule("M4.8")
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1)])
def test_the_last_on_the_pass_track_starts_the_next_round(order: tuple[int, ...]) -> None:
    state = settle(Position(3).score(*order))
    assert view(state)["round"] == 2
    assert GAME.to_act(state) == view(state)["start"] == order[-1]


@pytest.mark.rule("M4.8", "M3.11")
def test_who_did_the_one_more_action_starts_the_next_round() -> None:
    state = play(Position(3).passed(2, 0).turn(1).build(), "start a1", "tile 1")
    assert GAME.to_act(settle(state)) == 1


@pytest.mark.rule("M4.8")
def test_the_pass_track_is_cleared_and_turned_patrons_turn_back() -> None:
    position = Position(3, 2).own(0, "lemon", "lemon", "violet").turn_over(0, "lemon", "lemon", "violet")
    state = position.score(2, 1, 0)
    assert [p["space"] for p in view(state)["players"]] == [None] * 3
    assert [patron["turned"] for patron in player(state, 0)["patrons"].values()] == [0] * 5
    assert {"use lemon", "use violet"} <= set(legal(settle(state), "use"))
