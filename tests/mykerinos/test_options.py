"""M2.5 and M4.9: the rules of Mykerinos that a table may read in two ways."""

import pytest

from digsite.core.errors import BadOptions, IllegalAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from digsite.games.mykerinos.evaluation import odds
from digsite.games.mykerinos.evaluation.reasons import reason
from digsite.games.mykerinos.rules.state import TILES
from tests.mykerinos.position import FACTS, GAME, Position, drawable, legal, play, slot_names
from tests.mykerinos.reference import DATA

MAY = GAME.with_options({"last-tile": "may"})
RANDOM = GAME.with_options({"tile-rotation": "random"})
BLUE, RED, GREEN, WHITE = range(4)
DEALING = ("first 0", "wing violet", "wing lemon", "wing brown", "wing blackmore", "wing tangerine")


def third_to_choose(*, fourth: bool = True) -> Bytes:
    """Blue and Red have gone to the museum; Green, the third, is to choose, and White may be fourth."""
    position = Position(4, game=MAY).lay(0, 12, 22).dig(BLUE, "a1 a2 a3").dig(RED, "b1 b2").dig(GREEN, "c1")
    if fourth:
        position.dig(WHITE, "d1")
    return play(position.score(BLUE, RED, GREEN, WHITE), "room 0", "room 1", game=MAY)


@pytest.mark.rule("M4.9", "M4.5")
def test_the_third_must_take_a_tile_unless_the_option_says_otherwise() -> None:
    state = third_to_choose()
    assert legal(state, game=MAY) == ["tile 1", "tile 2", "decline"]
    assert legal(state, game=GAME) == ["tile 1", "tile 2"]
    with pytest.raises(IllegalAction, match=r"M4.5: "):
        play(state, "decline", game=GAME)


@pytest.mark.rule("M4.9")
def test_a_tile_the_third_declines_goes_on_to_the_fourth() -> None:
    state = play(third_to_choose(), "decline", game=MAY)
    assert MAY.to_act(state) == WHITE
    assert legal(state, game=MAY) == ["tile 1", "tile 2", "decline"]
    state = play(state, "tile 2", game=MAY)
    assert [tile["tile"] for tile in MAY.view(state)["players"][WHITE]["tiles"]] == [22]
    assert MAY.view(state)["players"][GREEN]["tiles"] == []


@pytest.mark.rule("M4.9", "M4.7")
def test_tiles_that_all_decline_leave_the_game() -> None:
    state = play(third_to_choose(), "decline", "decline", game=MAY)
    assert MAY.to_act(state) == CHANCE  # nobody is in another zone, so the next round is dealt
    assert all(player["tiles"] == [] for player in MAY.view(state)["players"])
    assert not {"deal 12", "deal 22"} & set(drawable(state, MAY))


@pytest.mark.rule("M4.9")
@pytest.mark.parametrize("before", [(), ("room 0",)])
def test_the_first_and_the_second_never_decline(before: tuple[str, ...]) -> None:
    position = Position(4, game=MAY).dig(BLUE, "a1 a2 a3").dig(RED, "b1 b2").dig(GREEN, "c1")
    state = play(position.score(BLUE, RED, GREEN, WHITE), *before, game=MAY)
    assert "decline" not in legal(state, game=MAY)
    with pytest.raises(IllegalAction, match=r"M4.9: only the third and the fourth of a zone may decline"):
        play(state, "decline", game=MAY)


@pytest.mark.rule("M4.9")
def test_a_lone_player_never_declines() -> None:
    state = Position(3, game=MAY).dig(0, "a1").score()
    assert "decline" not in legal(state, game=MAY)


@pytest.mark.rule("M4.9", "M7.4")
def test_with_two_players_the_third_behind_a_neutral_one_may_decline() -> None:
    position = Position(2, game=MAY).dig(0, "a1 a2 a3").dig(4, "b1 b2").dig(1, "c1")
    state = play(position.score(0, 1), "room 0", "remove 1", game=MAY)
    assert (MAY.to_act(state), legal(state, game=MAY)) == (1, ["tile 2", "decline"])


@pytest.mark.rule("M4.9")
def test_outside_a_scoring_nobody_declines() -> None:
    with pytest.raises(IllegalAction, match=r"M4.1: no zone is being scored"):
        play(Position(game=MAY).build(), "decline", game=MAY)


@pytest.mark.rule("M4.9")
def test_the_fourth_may_find_two_tiles_where_the_third_may_decline() -> None:
    state = third_to_choose()
    *_, may = odds.zones(MAY, state)[0].now
    *_, must = odds.zones(GAME, state)[0].now
    assert (may.colour, may.tiles) == (WHITE, (1, 2))
    assert (must.colour, must.tiles) == (WHITE, (1, 1))


@pytest.mark.rule("M4.9")
def test_a_hint_says_where_a_declined_tile_goes() -> None:
    state = third_to_choose()
    assert "to the next player" in reason(MAY, state, MAY.parse(state, "decline"))
    state = third_to_choose(fourth=False)
    assert "the game" in reason(MAY, state, MAY.parse(state, "decline"))


@pytest.mark.rule("M2.5")
def test_every_tile_dealt_is_turned_by_chance_before_the_next_is_dealt() -> None:
    state = play(RANDOM.new(3), *DEALING, game=RANDOM)
    for tile in range(8):
        state = play(state, f"deal {tile}", game=RANDOM)
        assert drawable(state, RANDOM) == {"turn 0": 1, "turn 1": 1}
        assert RANDOM.view(state)["phase"] == "rotate"
        state = play(state, f"turn {tile % 2}", game=RANDOM)
    assert RANDOM.to_act(state) == 0
    with pytest.raises(IllegalAction, match=r"M3.1"):
        play(state, "turn 0", game=RANDOM)


@pytest.mark.rule("M2.5", "M2.3")
def test_half_a_turn_moves_each_pyramid_to_the_opposite_field() -> None:
    tile = next(
        number
        for number in range(TILES)
        if FACTS.tiles[number].pyramids == (0, 1) or FACTS.tiles[number].pyramids == (0,)
    )
    printed, opposite = (play(RANDOM.new(3), *DEALING, f"deal {tile}", f"turn {n}", game=RANDOM) for n in (0, 1))
    names = slot_names(0)  # a1 b1 a2 b2 a3 b3
    across = {"a1": "b3", "b1": "a3", "a2": "b2", "b2": "a2", "a3": "b1", "b3": "a1"}
    stand = {names[place] for place in FACTS.tiles[tile].pyramids}
    assert {f["field"] for f in RANDOM.view(printed)["fields"] if f["pyramid"]} == stand
    assert {f["field"] for f in RANDOM.view(opposite)["fields"] if f["pyramid"]} == {across[name] for name in stand}


@pytest.mark.rule("M2.5")
def test_a_view_shows_a_turned_tile_as_it_lies() -> None:
    tile = next(n for n in range(TILES) if FACTS.tiles[n].pyramids == (0,))
    printed, turned = (play(RANDOM.new(3), *DEALING, f"deal {tile}", f"turn {n}", game=RANDOM) for n in (0, 1))
    assert "turned" not in RANDOM.view(printed)["zones"][0]["tiles"][0]
    seen = RANDOM.view(turned)["zones"][0]["tiles"][0]
    assert (seen["pyramids"], seen["turned"]) == ([5], True)


@pytest.mark.rule("M2.5")
def test_a_tile_that_waits_to_be_turned_lets_no_other_be_dealt() -> None:
    state = play(RANDOM.new(2), *DEALING, "deal 3", game=RANDOM)
    for text in ("deal 4", "pass"):
        with pytest.raises(IllegalAction, match=r"M2.5: the plot dealt last is still to be turned"):
            play(state, text, game=RANDOM)


@pytest.mark.rule("M2.5", "M2.3")
def test_tiles_lie_as_printed_unless_the_option_says_otherwise() -> None:
    state = play(GAME.new(2), *DEALING, "deal 3")
    assert "turn 0" not in drawable(state)
    with pytest.raises(IllegalAction, match=r"M2.3: plots lie as printed"):
        play(state, "turn 1")


@pytest.mark.rule("M2.5")
def test_the_way_a_tile_is_turned_is_no_draw_from_the_tiles() -> None:
    waiting = play(RANDOM.new(2), *DEALING, game=RANDOM)
    turning = play(waiting, "deal 3", game=RANDOM)
    assert RANDOM.source(waiting) == RANDOM.source(play(turning, "turn 0", game=RANDOM))
    assert RANDOM.source(turning) != RANDOM.source(waiting)


def test_a_turned_desert_is_no_position_of_the_usual_rules() -> None:
    tile = next(n for n in range(TILES) if FACTS.tiles[n].pyramids == (0,))
    state = play(RANDOM.new(3), *DEALING, f"deal {tile}", "turn 1", game=RANDOM)
    assert RANDOM.check(state) == []
    assert GAME.check(state) == ["the pyramids do not fit the tiles"]
    waiting = play(RANDOM.new(3), *DEALING, f"deal {tile}", game=RANDOM)
    assert RANDOM.check(waiting) == []
    assert GAME.check(waiting) == ["a tile is in two places"]


def test_numbers_of_actions_do_not_depend_on_options() -> None:
    assert MAY.actions == RANDOM.actions == GAME.actions
    assert [GAME.text(GAME.new(2), action) for action in range(GAME.actions - 4, GAME.actions)] == [
        "deal 35",
        "decline",
        "turn 0",
        "turn 1",
    ]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"last-tile": "perhaps"}, "options: last-tile is 'must' or 'may', not 'perhaps'"),
        ({"lost-tile": "may"}, "options: mykerinos has no option 'lost-tile'; there is last-tile, tile-rotation"),
        ({"last-tile": True}, "options: last-tile is 'must' or 'may', not True"),
        (["last-tile"], "options: ['last-tile'] is not a table of option names and values"),
    ],
)
def test_options_that_do_not_exist_are_refused(options: object, sentence: str) -> None:
    with pytest.raises(BadOptions) as raised:
        GAME.with_setup(options=options)  # type: ignore[arg-type]
    assert str(raised.value) == sentence


def test_a_setup_keeps_what_it_does_not_change() -> None:
    assert MAY.options == {"last-tile": "may"}
    assert GAME.options == GAME.with_options({"last-tile": "must"}).options == {}
    both = MAY.with_data({**DATA, "note": "another edition"})
    assert (both.options, both.data_digest is None) == ({"last-tile": "may"}, False)
    assert both.with_options({}).data_digest == both.data_digest
