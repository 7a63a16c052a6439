"""M6: the end of the game and its points."""

import pytest

from digsite.core.errors import IllegalAction
from digsite.core.game import OVER
from tests.mykerinos.position import GAME, Position, legal, play, player, view

ONE_OF_EACH = ("violet 0", "lemon 0", "brown 0", "blackmore 0", "tangerine 0")


@pytest.mark.rule("M6.5")
def test_the_printed_example_of_34_points() -> None:
    tiles = ["lemon 0"] * 2 + ["blackmore 0"] + ["brown 0"] * 3 + ["tangerine 0"] * 2 + ["violet 0"]
    # wings violet, lemon, brown, blackmore, tangerine: Lemon's and Blackmore's "3", Brown's "3" and "5", and the "2"
    # between Blackmore and Tangerine
    state = Position(3).own(0, *tiles).rooms(0, 1, 3, 2, 7, 13).over()
    assert GAME.score(state)[0] == {
        "plots": 0,
        "wings": {"violet": 1, "lemon": 6, "brown": 15, "blackmore": 3, "tangerine": 4},
        "sets": 5,
        "total": 34,
    }


@pytest.mark.rule("M6.1")
def test_after_round_4_the_game_is_over() -> None:
    state = Position(3, 4).score()
    assert GAME.to_act(state) == OVER
    assert (legal(state), GAME.chance(state)[0].size) == ([], 0)
    with pytest.raises(IllegalAction, match=r"M6.4: the game is over"):
        play(state, "pass")
    assert GAME.to_act(Position(3, 3).score()) != OVER


@pytest.mark.rule("M6.1")
@pytest.mark.parametrize(
    ("rooms", "worth"),
    [
        ((), 1),
        ((10,), 2),
        ((0,), 3),
        ((0, 10), 3),
        ((10, 14), 2),
        ((10, 5), 5),
        ((0, 5), 5),
        ((0, 5, 10, 14), 5),
        ((1, 2, 11), 1),
    ],
)
def test_a_tile_is_worth_the_highest_room_held_in_its_patrons_wing(rooms: tuple[int, ...], worth: int) -> None:
    state = Position(3).own(0, "violet 0", "violet 0", "violet 0").rooms(0, *rooms).over()
    assert GAME.score(state)[0]["wings"]["violet"] == 3 * worth
    assert player(state)["patrons"]["violet"]["worth"] == worth


@pytest.mark.rule("M6.1")
def test_the_wing_decides_and_not_its_number() -> None:
    position = Position(3).wings("tangerine", "brown", "lemon", "violet", "blackmore")
    state = position.own(0, *ONE_OF_EACH).rooms(0, 3, 8, 11).over()
    assert GAME.score(state)[0]["wings"] == {"violet": 5, "lemon": 2, "brown": 2, "blackmore": 1, "tangerine": 1}


@pytest.mark.rule("M6.1")
def test_rooms_alone_and_rooms_of_others_give_nothing() -> None:
    state = Position(3).rooms(0, 0, 5, 10).own(1, "violet 0").over()
    assert GAME.score(state)[0]["total"] == 0
    assert GAME.score(state)[1]["total"] == 1


@pytest.mark.rule("M6.2")
@pytest.mark.parametrize(
    ("sets", "more"), [(0, ("violet 0", "lemon 0", "brown 0", "tangerine 0")), (1, ()), (2, ()), (3, ())]
)
def test_every_complete_set_of_five_patrons_gives_5_points(sets: int, more: tuple[str, ...]) -> None:
    state = Position(3).own(0, *(ONE_OF_EACH * sets), *more).over()
    assert GAME.score(state)[0]["sets"] == 5 * sets


@pytest.mark.rule("M6.2")
def test_the_rarest_patron_counts_the_sets() -> None:
    tiles = [*ONE_OF_EACH, *ONE_OF_EACH, "violet", "lemon", "brown", "blackmore"]
    assert GAME.score(Position(3).own(0, *tiles).over())[0]["sets"] == 10


@pytest.mark.rule("M6.3")
def test_the_plot_without_a_patron_counts_neither_for_wings_nor_for_sets() -> None:
    state = Position(3).own(0, "plot", "violet 0", "lemon 0", "brown 0", "tangerine 0").rooms(0, 3, 8).over()
    score = GAME.score(state)[0]
    assert score["plots"] == 5
    assert sum(score["wings"].values()) == 4
    assert (score["sets"], score["total"]) == (0, 9)


@pytest.mark.rule("M4.6", "M6.1")
def test_plots_and_wings_add_up() -> None:
    state = Position(3).own(0, "violet 3", "violet 2").rooms(0, 0).over()
    assert GAME.score(state)[0]["total"] == 3 + 2 + 2 * 3


@pytest.mark.rule("M6.4")
def test_most_points_win() -> None:
    state = Position(3).own(0, "lemon 2").own(1, "lemon 3").pool(0, 20).over()
    outcome = GAME.outcome(state)
    assert (outcome.totals, outcome.ranking, outcome.winners, outcome.tie_break) == (
        [3, 4, 0],
        [[1], [0], [2]],
        [1],
        None,
    )


@pytest.mark.rule("M6.4")
def test_a_tie_goes_to_more_archaeologists_left_in_the_own_pool() -> None:
    state = Position(3).own(0, "lemon 2").own(1, "brown 2").own(2, "violet 2").pool(0, 4).pool(1, 6).pool(2, 5).over()
    outcome = GAME.outcome(state)
    assert (outcome.ranking, outcome.winners) == ([[1], [2], [0]], [1])
    assert outcome.tie_break == "archaeologists left"


@pytest.mark.rule("M6.4")
def test_then_the_victory_is_shared() -> None:
    state = Position(3).own(0, "lemon 2").own(1, "brown 2").pool(0, 4).pool(1, 4).pool(2, 9).over()
    outcome = GAME.outcome(state)
    assert (outcome.ranking, outcome.winners, outcome.tie_break) == ([[0, 1], [2]], [0, 1], "shared")


@pytest.mark.rule("M6.4")
def test_neutral_archaeologists_break_no_tie() -> None:
    state = Position(2).pool(0, 3).pool(1, 3).neutral(0, 9).neutral(1, 0).over()
    assert GAME.outcome(state).winners == [0, 1]


@pytest.mark.rule("M6.4")
def test_archaeologists_in_the_common_pool_or_the_museum_break_no_tie() -> None:
    state = Position(3).pool(0, 3).pool(1, 3).rooms(0, 0, 1).pool(2, 0).over()
    assert GAME.outcome(state).winners == [0, 1]


@pytest.mark.rule("M6.1", "M6.4")
def test_the_last_zone_of_round_4_still_counts() -> None:
    state = play(Position(3, 4).lay(5, 0, 35).dig(0, "e7").score(), "tile 2")
    assert view(state)["phase"] == "over"
    assert GAME.outcome(state).totals == [5, 0, 0]
