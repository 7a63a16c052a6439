"""T8: years and the end."""

import pytest

from digsite.core.errors import IllegalAction
from digsite.core.game import OVER
from tests.thebes.position import (
    GAME,
    Position,
    legal,
    move,
    number,
    play,
    player,
    used_permits,
    view,
    when,
)

SEVEN = ("book egypt 3", "book egypt 3", "book egypt 1")  # 7 points: a token already in 1 week


@pytest.mark.rule("T8.1")
@pytest.mark.parametrize(("week", "after", "used"), [(50, (1901, 51), ["crete"]), (52, (1902, 1), [])])
def test_passing_space_52_renews_all_permits(week: int, after: tuple[int, int], used: list[str]) -> None:
    state = move(Position().week(0, 1901, week).week(1, 1903, 1).used(0, "crete").build(), "exchange")
    assert (when(state), used_permits(state)) == (after, used)


@pytest.mark.rule("T8.1")
def test_all_five_permits_are_renewed_whatever_action_passes_52() -> None:
    sites = ("greece", "crete", "egypt", "palestine", "mesopotamia")
    for text in ("take 1", "exhibit a", "dig greece 3"):
        position = Position().week(0, 1901, 50).week(1, 1903, 1).used(0, *sites).give(0, "book greece 3", "permit")
        position.show("general 2 berlin").exhibitions(a="small london").found(0, "greece", 0).found(0, "egypt", 0, 1)
        assert used_permits(move(position.build(), text)) == []


@pytest.mark.rule("T8.1")
def test_the_new_year_is_that_players_alone() -> None:
    position = Position(3).week(0, 1901, 51).week(1, 1901, 52).week(2, 1902, 3).top(0, 1)
    state = position.used(0, "crete").used(1, "egypt").used(2, "greece").build()
    state = move(state, "exchange", "exchange")  # seat 0, to week 52 and 2 weeks on
    assert (when(state, 0), GAME.to_act(state)) == ((1902, 2), 1)
    assert [used_permits(state, seat) for seat in range(3)] == [[], ["egypt"], ["greece"]]


@pytest.mark.rule("T8.1")
def test_a_journey_that_passes_52_renews_permits_before_the_dig() -> None:
    state = Position().week(0, 1901, 50).week(1, 1903, 1).give(0, *SEVEN).used(0, "egypt", "greece").build()
    assert "dig egypt 1" in legal(state)
    state = move(state, "dig egypt 1")  # 3 weeks to Egypt: space 1 of 1902, then the dig
    assert when(state) == (1902, 2)
    assert used_permits(state) == ["egypt"]


@pytest.mark.rule("T8.1", "T6.12")
def test_a_special_permit_is_not_needed_where_the_journey_renews() -> None:
    state = Position().week(0, 1901, 50).week(1, 1903, 1).give(0, *SEVEN, "permit").used(0, "egypt").build()
    state = move(state, "dig egypt 1")
    assert player(state)["special_permits"] == 1
    assert used_permits(state) == ["egypt"]


@pytest.mark.rule("T8.1")
def test_a_journey_that_lands_on_52_renews_nothing() -> None:
    state = Position().week(0, 1901, 49).week(1, 1903, 1).give(0, *SEVEN).used(0, "egypt").build()
    with pytest.raises(IllegalAction, match=r"T6.1: no valid permit for Egypt"):
        play(state, "dig egypt 1")


@pytest.mark.rule("T8.1", "T3.2")
def test_a_car_may_keep_a_journey_from_passing_52() -> None:
    state = Position().week(0, 1901, 50).week(1, 1903, 1).give(0, *SEVEN, "car").used(0, "egypt").build()
    with pytest.raises(IllegalAction, match=r"T6.1: no valid permit for Egypt"):
        play(state, "dig egypt 1")


@pytest.mark.rule("T8.1", "T3.3")
def test_a_flight_passes_no_weeks_and_renews_nothing() -> None:
    state = Position().week(0, 1901, 52).week(1, 1903, 1).give(0, *SEVEN, "zeppelin").used(0, "egypt").build()
    assert "dig egypt 1" in legal(state)
    with pytest.raises(IllegalAction, match=r"T6.1: no valid permit for Egypt"):
        play(state, "dig egypt 1 zeppelin")


@pytest.mark.rule("T8.1")
@pytest.mark.parametrize(("weeks", "after", "used"), [(2, (1901, 52), ["egypt"]), (3, (1902, 1), [])])
def test_a_dig_whose_own_weeks_pass_52_leaves_its_permit_valid(
    weeks: int, after: tuple[int, int], used: list[str]
) -> None:
    state = Position().week(0, 1901, 50).week(1, 1903, 1).at(0, "egypt").give(0, *SEVEN).build()
    state = move(state, f"dig egypt {weeks}")
    assert (when(state), used_permits(state)) == (after, used)


@pytest.mark.rule("T8.1", "T6.11")
def test_after_such_a_dig_the_next_one_may_be_at_the_same_site() -> None:
    state = Position().week(0, 1901, 50).week(1, 1903, 1).at(0, "egypt").give(0, *SEVEN).build()
    state = move(state, "dig egypt 3", "dig egypt 3")
    assert (when(state), used_permits(state)) == ((1902, 4), ["egypt"])


@pytest.mark.rule("T8.1")
def test_a_used_permit_forbids_a_dig_even_if_its_own_weeks_would_pass_52() -> None:
    state = Position().week(0, 1901, 50).week(1, 1903, 1).at(0, "egypt").give(0, *SEVEN).used(0, "egypt").build()
    assert legal(state, "dig") == []
    with pytest.raises(IllegalAction, match=r"T6.1: no valid permit for Egypt"):
        play(state, "dig egypt 12")


@pytest.mark.rule("T8.1", "T6.12")
def test_a_special_permit_is_spent_even_if_the_digs_own_weeks_pass_52() -> None:
    position = Position().week(0, 1901, 50).week(1, 1903, 1).at(0, "egypt").give(0, *SEVEN, "permit london")
    state = move(position.used(0, "egypt", "crete").build(), "dig egypt 3")
    assert view(state)["discards"] == [number("permit london")]
    assert used_permits(state) == []


@pytest.mark.rule("T8.1")
def test_leaving_the_start_space_is_no_new_year() -> None:
    state = move(Position().used(0, "crete").build(), "exchange")
    assert (when(state), used_permits(state)) == ((1901, 1), ["crete"])


@pytest.mark.rule("T8.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_year_renews_again(seats: int) -> None:
    position = Position(seats).week(0, 1902, 52).used(0, "crete")
    for seat in range(1, seats):
        position.week(seat, 1903, 9)
    state = move(position.build(), "exchange")
    assert (when(state), used_permits(state)) == ((1903, 1), [])


@pytest.mark.rule("T8.2")
def test_the_year_marker_moves_when_the_last_marker_has_passed_52() -> None:
    state = Position(3).week(0, 1902, 5).week(1, 1901, 52).week(2, 1901, 51).build()
    assert view(state)["year"] == 1901
    state = move(state, "exchange")  # seat 2 lands on 52
    assert (when(state, 2), view(state)["year"]) == ((1901, 52), 1901)
    state = move(state, "exchange")  # seat 2 passes it
    assert (when(state, 2), view(state)["year"]) == ((1902, 2), 1901)
    state = move(state, "exchange")  # seat 1, the last one
    assert (when(state, 1), view(state)["year"]) == ((1902, 1), 1902)


@pytest.mark.rule("T8.2")
def test_there_is_no_year_after_1903() -> None:
    state = move(Position().week(0, 1903, 52).week(1, 1903, 52).build(), "stop", "stop")
    assert view(state)["year"] == 1903


@pytest.mark.rule("T8.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_week_48_of_1903_a_dig_of_5_weeks_is_allowed_and_of_6_not(seats: int) -> None:
    position = Position(seats).at(0, "greece").give(0, "book greece 3")
    for seat in range(seats):
        position.week(seat, 1903, 48)
    state = position.build()
    assert legal(state, "dig") == ["dig greece 3", "dig greece 4", "dig greece 5"]
    with pytest.raises(IllegalAction, match=r"T8.3: 6 weeks are needed, 5 are left"):
        play(state, "dig greece 6")
    after = move(state, "dig greece 5")
    assert when(after) == (1904, 1)
    assert player(after)["done"]


@pytest.mark.rule("T8.3", "T3.3")
def test_the_journey_counts_too_unless_it_is_flown() -> None:
    state = Position().week(0, 1903, 48).week(1, 1903, 50).give(0, "book greece 3", "zeppelin").build()
    walked = [text for text in legal(state, "dig") if "zeppelin" not in text]
    assert walked == ["dig greece 3", "dig greece 4"]
    assert legal(state, "dig greece 5") == ["dig greece 5 zeppelin"]
    with pytest.raises(IllegalAction, match=r"T8.3: 6 weeks are needed, 5 are left"):
        play(state, "dig greece 5")


@pytest.mark.rule("T8.3")
def test_no_card_and_no_exhibition_is_taken_past_space_1() -> None:
    position = Position().week(0, 1903, 50).week(1, 1903, 51).found(0, "greece", 0).found(0, "egypt", 0, 1)
    position.exhibitions(a="small london").show("congress berlin", "general 1 berlin", "congress london", "car moscow")
    state = position.build()  # three weeks are left
    assert legal(state) == ["take 1", "take 4", "exchange", "stop"]
    with pytest.raises(IllegalAction, match=r"T8.3: 4 weeks are needed, 3 are left"):
        play(state, "take 2")
    with pytest.raises(IllegalAction, match=r"T8.3: 4 weeks are needed, 3 are left"):
        play(state, "take 3")
    with pytest.raises(IllegalAction, match=r"T8.3: 5 weeks are needed, 3 are left"):
        play(state, "exhibit a")


@pytest.mark.rule("T8.3")
def test_before_1903_a_year_may_be_passed_freely() -> None:
    state = Position().week(0, 1902, 52).week(1, 1903, 50).at(0, "greece").give(0, "book greece 3").build()
    assert "dig greece 12" in legal(state)
    assert when(play(state, "dig greece 12")) == (1903, 12)


@pytest.mark.rule("T8.4")
def test_a_player_in_1903_may_stop_at_any_turn() -> None:
    state = Position().week(0, 1903, 1).week(1, 1903, 2).at(0, "rome").build()
    after = play(state, "stop")
    assert when(after) == (1904, 1)
    assert player(after)["place"] == "rome"
    assert player(after)["done"]
    assert GAME.to_act(after) == 1


@pytest.mark.rule("T8.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_stops_before_1903(seats: int) -> None:
    position = Position(seats)
    for seat in range(seats):
        position.week(seat, 1902, 52)
    state = position.build()
    assert "stop" not in legal(state)
    with pytest.raises(IllegalAction, match=r"T8.4: only a player in 1903 may stop"):
        play(state, "stop")


@pytest.mark.rule("T8.4")
def test_another_player_in_1903_gives_no_right_to_stop() -> None:
    state = Position().week(0, 1902, 40).week(1, 1903, 5).build()
    assert "stop" not in legal(state)


@pytest.mark.rule("T8.4")
def test_with_no_action_left_stopping_is_the_only_choice() -> None:
    state = Position().week(0, 1903, 52).week(1, 1903, 52).at(0, "egypt").give(0, "book egypt 1").build()
    assert legal(state) == ["stop"]
    at_home = Position().week(0, 1903, 52).week(1, 1903, 52).build()
    assert legal(at_home) == ["exchange", "stop"]


@pytest.mark.rule("T8.5")
def test_the_game_ends_when_every_marker_is_there() -> None:
    state = Position(3).week(0, 1903, 40).week(1, 1903, 52).week(2, 1903, 52).top(2, 1).build()
    state = play(state, "stop")
    assert GAME.to_act(state) == 2
    state = move(state, "exchange")
    assert (when(state, 2), GAME.to_act(state)) == ((1904, 1), 1)
    state = play(state, "stop")
    assert GAME.to_act(state) == OVER
    assert view(state)["to_act"] == "over"
    assert legal(state) == []


@pytest.mark.rule("T8.5")
def test_whoever_is_done_has_no_more_turns() -> None:
    state = move(Position().week(0, 1903, 10).week(1, 1903, 10).build(), "stop", "exchange", "exchange", "exchange")
    assert GAME.to_act(state) == 1
    assert when(state, 1) == (1903, 10 + 1 + 2 + 3)


@pytest.mark.rule("T8.5")
def test_the_game_ends_only_after_the_last_tokens_are_drawn() -> None:
    state = Position().week(0, 1903, 50).week(1, 1904, 1).at(0, "greece").give(0, "book greece 3").build()
    state = play(state, "dig greece 3")
    assert GAME.to_act(state) != OVER
    state = play(state, "find 12")
    assert GAME.to_act(state) == OVER
    assert GAME.score(state)[0]["artifacts"] == 1 + 6


@pytest.mark.rule("T8.5")
@pytest.mark.parametrize("text", ["exchange", "take 1", "stop", "sand", "card 5", "marker 0", "dig greece 12"])
def test_nothing_happens_after_the_end(text: str) -> None:
    state = Position().week(0, 1904, 1).week(1, 1904, 1).build()
    with pytest.raises(IllegalAction, match=r"T8.5: the game is over"):
        play(state, text)
