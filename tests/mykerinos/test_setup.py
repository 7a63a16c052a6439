"""M1: setting up."""

from collections import Counter

import pytest

from digsite.core.errors import BadSeats, IllegalAction
from digsite.core.game import CHANCE
from tests.mykerinos.position import FACTS, GAME, drawable, legal, play, view

PATRONS = ("violet", "lemon", "brown", "blackmore", "tangerine")
WINGS = [f"wing {patron}" for patron in PATRONS]


@pytest.mark.rule("M1.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_colour_has_25_archaeologists_in_the_common_pool_and_every_score_is_0(seats: int) -> None:
    seen = view(GAME.new(seats))
    assert [(p["common"], p["pool"], p["score"]["total"]) for p in seen["players"]] == [(25, 0, 0)] * seats


@pytest.mark.rule("M1.1")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_only_two_to_four_play(seats: int) -> None:
    with pytest.raises(BadSeats):
        GAME.new(seats)


@pytest.mark.rule("M1.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_player_may_be_drawn_to_start(seats: int) -> None:
    assert GAME.to_act(GAME.new(seats)) == CHANCE
    assert drawable(GAME.new(seats)) == {f"first {seat}": 1 for seat in range(seats)}


@pytest.mark.rule("M1.2")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_whoever_is_drawn_starts(first: int) -> None:
    state = play(GAME.new(3), f"first {first}", *WINGS, *(f"deal {tile}" for tile in range(8)))
    assert GAME.to_act(state) == first
    assert view(state)["start"] == first


@pytest.mark.rule("M1.2")
def test_the_patrons_are_dealt_to_the_wings_one_by_one() -> None:
    state = play(GAME.new(2), "first 0")
    assert drawable(state) == dict.fromkeys(WINGS, 1)
    state = play(state, "wing brown")
    assert drawable(state) == {text: 1 for text in WINGS if text != "wing brown"}
    state = play(state, "wing violet", "wing tangerine", "wing lemon")
    assert drawable(state) == {"wing blackmore": 1}
    state = play(state, "wing blackmore")
    assert view(state)["museum"]["wings"] == ["brown", "violet", "tangerine", "lemon", "blackmore"]


@pytest.mark.rule("M1.2")
def test_no_patron_has_two_wings() -> None:
    state = play(GAME.new(2), "first 0", "wing brown")
    with pytest.raises(IllegalAction, match=r"M1.2: Brown has a wing already"):
        play(state, "wing brown")


@pytest.mark.rule("M1.2")
def test_nobody_acts_before_the_game_is_set_up() -> None:
    state = GAME.new(3)
    assert legal(state) == []
    with pytest.raises(IllegalAction, match=r"M1.2: the start player is not drawn yet"):
        play(state, "pass")
    with pytest.raises(IllegalAction, match=r"M1.2: nobody sits at seat 3"):
        play(state, "first 3")
    with pytest.raises(IllegalAction, match=r"M1.2: not every wing"):
        play(state, "first 1", "start a1")
    with pytest.raises(IllegalAction, match=r"M1.2: the start player is drawn already"):
        play(state, "first 1", "first 1")


@pytest.mark.rule("M1.3")
def test_35_of_36_tiles_have_one_of_five_patrons() -> None:
    counts = Counter(tile.patron for tile in FACTS.tiles)
    assert counts.pop("") == 1
    assert set(counts) == set(PATRONS)
    assert sum(counts.values()) == 35


@pytest.mark.rule("M1.3")
def test_a_plot_has_six_fields_and_gives_0_2_3_or_5_points() -> None:
    assert {tile.points for tile in FACTS.tiles} == {0, 2, 3, 5}
    assert {field for tile in FACTS.tiles for field in tile.pyramids} <= set(range(6))
    state = play(GAME.new(3), "first 0", *WINGS, *(f"deal {tile}" for tile in range(8)))
    assert len(view(state)["fields"]) == 8 * 6
