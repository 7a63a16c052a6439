"""M7: two players and a neutral one."""

import pytest

from digsite.core.errors import IllegalAction
from digsite.core.game import CHANCE
from digsite.games.mykerinos.rules.state import NEUTRAL
from tests.mykerinos.position import (
    FACTS,
    GAME,
    ROOMS_2_AND_3,
    Position,
    field_names,
    legal,
    owned,
    play,
    player,
    ranking,
    settle,
    standing_on,
    view,
    zone_scored,
)


def full_but(*names: str) -> Position:
    """A desert full of archaeologists but for these fields and the pyramids."""
    position = Position(2).pool(0, 5).pool(1, 5)
    free = [name for name in field_names() if name not in names and name not in position.pyramids()]
    for number, name in enumerate(free):
        position.dig((0, 1, NEUTRAL)[number % 3], name)
    return position


@pytest.mark.rule("M7.1")
def test_two_play_as_three_do_and_take_4_neutral_archaeologists_each() -> None:
    state = play(GAME.new(2), "first 1", *(f"wing {patron}" for patron in FACTS.patrons))
    assert [(p["pool"], p["common"], p["neutral"]) for p in view(state)["players"]] == [(11, 14, 4)] * 2
    assert view(state)["neutral"]["common"] == 25 - 8


@pytest.mark.rule("M7.1")
def test_unused_neutral_archaeologists_are_kept() -> None:
    state = Position(2).neutral(0, 3).neutral(1, 1).score()
    assert [p["neutral"] for p in view(state)["players"]] == [3 + 4, 1 + 4]


@pytest.mark.rule("M7.1")
@pytest.mark.parametrize(("order", "hands"), [((0, 1), [11, 14]), ((1, 0), [14, 11])])
def test_the_start_player_takes_first_when_the_neutral_colour_runs_short(
    order: tuple[int, ...], hands: list[int]
) -> None:
    state = (
        Position(2).neutral(0, 10).neutral(1, 10).score(*order)
    )  # 5 are left: 4 for the start player, 1 for the other
    assert view(state)["start"] == order[-1]
    assert [p["neutral"] for p in view(state)["players"]] == hands
    assert view(state)["neutral"]["common"] == 0


@pytest.mark.rule("M7.1")
def test_with_three_or_four_players_there_is_nobody_neutral() -> None:
    for seats in (3, 4):
        state = Position(seats).build()
        assert view(state)["neutral"] is None
        assert GAME.to_act(play(state, "start a1")) == 1
        with pytest.raises(IllegalAction, match=r"M7.1: only with two players"):
            play(state, "neutral start a1")


@pytest.mark.rule("M7.1")
def test_the_neutral_player_scores_nothing() -> None:
    state = Position(2).dig(NEUTRAL, "a1 a2").dig(0, "b1").score()
    state = play(state, "remove 1")
    assert len(GAME.score(state)) == len(GAME.outcome(state).totals) == 2
    assert GAME.outcome(state).totals == [0, 0]


@pytest.mark.rule("M7.2")
def test_the_first_to_pass_takes_space_1_and_the_second_space_3() -> None:
    state = Position(2).dig(0, "a1").dig(1, "e1").score(1, 0)
    assert [p["space"] for p in view(state)["players"]] == [3, 1]
    assert view(state)["neutral"]["space"] == 2


@pytest.mark.rule("M7.2", "M4.2")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_neutral_player_loses_ties_to_the_first_passer_and_wins_them_from_the_second(
    order: tuple[int, int],
) -> None:
    state = Position(2).dig(0, "a1").dig(1, "b1").dig(NEUTRAL, "c1").score(*order)
    assert ranking(state) == [order[0], "neutral", order[1]]


@pytest.mark.rule("M7.3")
def test_after_an_own_action_one_may_place_neutral_archaeologists() -> None:
    state = play(Position(2).dig(NEUTRAL, "e1").build(), "start a1")
    assert GAME.to_act(state) == 0
    assert {" ".join(text.split()[:2]) for text in legal(state)} == {"neutral start", "neutral extend", "neutral skip"}
    skipped = play(state, "neutral skip")
    assert (GAME.to_act(skipped), standing_on(skipped, "neutral")) == (1, {"e1"})
    started = play(state, "neutral start c3")
    assert (GAME.to_act(started), standing_on(started, "neutral"), player(started)["neutral"]) == (1, {"c3", "e1"}, 3)
    extended = play(state, "neutral extend e2")
    assert GAME.to_act(extended) == 0
    assert set(legal(extended)) == {"then d2", "then f2", "then e3"}
    extended = play(extended, "then e3")
    assert (GAME.to_act(extended), player(extended)["neutral"]) == (1, 2)
    assert standing_on(extended, "neutral") == {"e1", "e2", "e3"}
    assert (player(extended)["pool"], standing_on(extended, 0)) == (10, {"a1"})


@pytest.mark.rule("M7.3")
def test_an_extension_goes_on_from_any_neutral_archaeologist_and_from_no_other() -> None:
    position = Position(2).dig(NEUTRAL, "h1").dig(0, "a1").dig(1, "a3")
    state = play(position.build(), "start d1")
    assert legal(state, "neutral extend") == ["neutral extend g1", "neutral extend h2"]
    with pytest.raises(IllegalAction, match=r"M3.3: b1 is not next to a neutral archaeologist"):
        play(state, "neutral extend b1")


@pytest.mark.rule("M7.3")
def test_neutral_archaeologists_keep_the_usual_rules() -> None:
    state = play(Position(2).dig(NEUTRAL, "a1").dig(1, "b1").lay(0, 34, 0).build(), "start c1")  # pyramids a2, b2
    assert legal(state, "neutral extend") == []
    with pytest.raises(IllegalAction, match=r"M3.2: a2 has a pyramid"):
        play(state, "neutral start a2")
    with pytest.raises(IllegalAction, match=r"M3.2: c1 is occupied"):
        play(state, "neutral start c1")
    one_left = play(Position(2).neutral(0, 1).dig(NEUTRAL, "a1").build(), "start c1")
    assert legal(one_left, "neutral extend") == []
    with pytest.raises(IllegalAction, match=r"M7.3: 2 neutral archaeologists are needed, the pool has 1"):
        play(one_left, "neutral extend b1")


@pytest.mark.rule("M7.3")
def test_the_neutral_player_has_no_patrons_and_acts_only_after_an_own_action() -> None:
    state = Position(2, 2).own(0, "lemon", "violet").build()
    with pytest.raises(IllegalAction, match=r"M7.3: neutral archaeologists are placed after the player's own action"):
        play(state, "neutral start a1")
    with pytest.raises(IllegalAction, match=r"M7.3: neutral archaeologists are placed after the player's own action"):
        play(state, "neutral skip")
    state = play(state, "start a1")
    assert legal(state, "use") == []
    for text in ("use lemon", "start c1", "extend b1", "pass"):
        with pytest.raises(IllegalAction, match=r"M7.3: only neutral archaeologists may be placed now"):
            play(state, text)


@pytest.mark.rule("M7.3")
@pytest.mark.parametrize(
    "texts",
    [
        ("start c1",),
        ("extend b1", "then b2"),
        ("use violet", "start c1"),
        ("use violet", "extend b1", "then b2"),
        ("use lemon", "start c4"),
        ("use brown", "room 0"),
        ("use blackmore", "start c1", "then c2"),
        ("use tangerine", "extend b1", "then b2", "then b3"),
    ],
)
def test_every_own_action_other_than_passing_has_a_follow_up(texts: tuple[str, ...]) -> None:
    position = Position(2, 2).dig(0, "a1").own(0, "violet 3", "lemon 3", "brown 3", "blackmore 3", "tangerine 3")
    assert "c4" in position.pyramids()
    state = position.build()
    for text in texts:
        assert view(state)["phase"] != "follow"
        state = play(state, text)
    assert (GAME.to_act(state), view(state)["phase"]) == (0, "follow")
    assert GAME.to_act(play(state, "neutral skip")) == 1


@pytest.mark.rule("M7.3")
def test_the_follow_up_is_offered_only_with_a_neutral_archaeologist_at_hand() -> None:
    state = play(Position(2).neutral(0, 0).build(), "start a1")
    assert (GAME.to_act(state), view(state)["phase"]) == (1, "turn")


@pytest.mark.rule("M7.3")
def test_the_follow_up_is_offered_only_where_a_field_is_free() -> None:
    state = play(full_but("a1").build(), "start a1")
    assert (GAME.to_act(state), view(state)["phase"]) == (1, "turn")
    state = play(full_but("a1", "h1").build(), "start a1")
    assert legal(state) == ["neutral start h1", "neutral skip"]


@pytest.mark.rule("M7.3")
def test_neutral_archaeologists_of_both_players_are_one_colour() -> None:
    state = play(Position(2).build(), "start a1", "neutral start e1", "start c1")
    assert set(legal(state, "neutral extend")) == {"neutral extend d1", "neutral extend f1", "neutral extend e2"}


@pytest.mark.rule("M7.4")
@pytest.mark.parametrize("count", [1, 3])
def test_a_neutral_player_ranked_first_or_second_gets_one_tile_which_leaves_the_game(count: int) -> None:
    position = Position(2).lay(0, 0, 7).dig(0, "a1 a2").dig(0, "e1").dig(NEUTRAL, *["c1", "c2", "c3"][:count])
    state = position.score(0, 1)
    if count == 1:
        state = play(state, "room 0")
    assert view(state)["phase"] == "remove"
    assert legal(state) == ["remove 1", "remove 2"]  # never a museum room
    state = play(state, "remove 1")
    assert owned(state, 0) == owned(state, 1) == []
    if count == 3:
        assert GAME.to_act(state) == 0
        assert legal(state) == ["tile 2", *ROOMS_2_AND_3]
    else:
        assert zone_scored(state) == 1


@pytest.mark.rule("M7.4")
def test_a_neutral_player_ranked_third_gets_nothing() -> None:
    state = Position(2).dig(0, "a1 a2 e1").dig(1, "b1 b2").dig(NEUTRAL, "c1").score()
    assert ranking(state) == [0, 1, "neutral"]
    for texts in (("room 0", "room 1"), ("tile 1", "tile 2"), ("room 0", "tile 1")):
        after = play(state, *texts)
        assert (view(after)["phase"], zone_scored(after)) == ("claim", 1)


@pytest.mark.rule("M7.5")
def test_neutral_first_the_player_ranked_third_says_which_tile() -> None:
    state = Position(2).lay(0, 0, 7).dig(NEUTRAL, "a1 a2 a3").dig(1, "b1 b2").dig(0, "c1").score()
    assert ranking(state) == ["neutral", 1, 0]
    assert (GAME.to_act(state), legal(state)) == (0, ["remove 1", "remove 2"])
    with pytest.raises(IllegalAction, match=r"M7.5: first the plot that leaves the game must be named"):
        play(state, "tile 1")
    state = play(state, "remove 2")
    assert (GAME.to_act(state), legal(state)) == (1, ["tile 1", *ROOMS_2_AND_3])
    state = play(state, "room 0")
    assert (GAME.to_act(state), legal(state)) == (0, ["tile 1"])
    assert owned(play(state, "tile 1"), 0) == [0]


@pytest.mark.rule("M7.5")
@pytest.mark.parametrize("seat", [0, 1])
def test_neutral_first_the_player_with_nobody_in_the_zone_says_which_tile(seat: int) -> None:
    state = Position(2).dig(NEUTRAL, "a1 a2 a3").dig(seat, "b1").score()
    assert ranking(state) == ["neutral", seat]
    assert (GAME.to_act(state), legal(state)) == (1 - seat, ["remove 1", "remove 2"])
    state = play(state, "remove 1")
    assert (GAME.to_act(state), legal(state)) == (seat, ["tile 2", *ROOMS_2_AND_3])


@pytest.mark.rule("M7.6")
def test_neutral_second_the_first_player_says_which_tile_after_going_to_the_museum() -> None:
    state = Position(2).lay(0, 0, 7).dig(0, "a1 a2 a3").dig(NEUTRAL, "b1 b2").dig(1, "c1").score()
    assert ranking(state) == [0, "neutral", 1]
    state = play(state, "room 4")
    assert (GAME.to_act(state), legal(state)) == (0, ["remove 1", "remove 2"])
    with pytest.raises(IllegalAction, match=r"M7.6: first the plot that leaves the game must be named"):
        play(state, "room 0")
    state = play(state, "remove 1")
    assert (GAME.to_act(state), legal(state)) == (1, ["tile 2"])
    assert owned(play(state, "tile 2"), 1) == [7]


@pytest.mark.rule("M7.6")
@pytest.mark.parametrize(("own", "other"), [(1, 2), (2, 1)])
def test_neutral_second_gets_the_other_tile_if_the_first_player_took_one(own: int, other: int) -> None:
    state = Position(2).dig(0, "a1 a2 a3").dig(NEUTRAL, "b1 b2").dig(1, "c1 e1").score()
    state = play(state, f"tile {own}")
    assert (GAME.to_act(state), legal(state)) == (0, [f"remove {other}"])
    with pytest.raises(IllegalAction, match=f"M7.6: plot {own} of the zone is taken"):
        play(state, f"remove {own}")
    state = play(state, f"remove {other}")
    assert zone_scored(state) == 1  # nothing was left for the third
    assert owned(state, 1) == []


@pytest.mark.rule("M7.6")
def test_neutral_second_with_nobody_third() -> None:
    state = Position(2).dig(1, "a1 a2 a3").dig(NEUTRAL, "b1 b2").score()
    assert ranking(state) == [1, "neutral"]
    state = play(state, "tile 1", "remove 2")
    assert GAME.to_act(state) == CHANCE


@pytest.mark.rule("M7.7")
def test_where_only_neutral_archaeologists_are_both_tiles_leave_the_game() -> None:
    state = Position(2).dig(NEUTRAL, "a1 a2 a3").dig(0, "e1").score()
    assert zone_scored(state) == 1
    assert view(state)["zones"][0]["tiles"] == [None, None]
    assert owned(state, 0) == owned(state, 1) == []
    assert view(state)["neutral"]["common"] == 25 - 8
    assert standing_on(state, "neutral") == set()


@pytest.mark.rule("M7.8", "M3.11")
@pytest.mark.parametrize("last", ["neutral skip", "neutral start h1"])
def test_the_last_players_one_more_action_includes_the_follow_up(last: str) -> None:
    state = play(Position(2).passed(0).turn(1).build(), "start a1")
    assert (GAME.to_act(state), view(state)["phase"], view(state)["final"]) == (1, "follow", True)
    state = play(state, last)
    assert view(state)["phase"] == "claim"
    assert player(state, 1)["space"] == 3


@pytest.mark.rule("M7.8", "M7.3")
def test_passing_instead_of_the_one_more_action_has_no_follow_up() -> None:
    state = play(Position(2).passed(0).turn(1).dig(1, "a1").build(), "pass")
    assert (view(state)["phase"], player(state, 1)["space"]) == ("claim", 3)


@pytest.mark.rule("M7.1", "M4.8")
def test_with_two_players_the_second_to_pass_starts_the_next_round() -> None:
    state = settle(Position(2).score(1, 0))
    assert GAME.to_act(state) == 0
