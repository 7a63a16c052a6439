"""T4.7 and T8.6: the rules of Thebes that rulebooks word differently."""

import pytest

from digsite.core.errors import BadOptions, IllegalAction
from digsite.core.fields import Bytes
from digsite.core.rng import stream
from digsite.games.thebes.evaluation import odds
from tests.thebes.position import GAME, Position, legal, number, play

ALWAYS = GAME.with_options({"exhibition-shift": "always"})
LATE = GAME.with_options({"permit-renewal": "end-of-turn"})
NEW, A, B, C = 85, 86, 87, 88
SEVEN = ("book egypt 3", "book egypt 2", "book egypt 2")
LAYOUTS = {
    "none": ((None, None, None), (NEW, None, None), []),
    "a": ((A, None, None), (NEW, A, None), []),
    "b": ((None, B, None), (NEW, None, B), []),
    "c": ((None, None, C), (NEW, None, None), [C]),
    "a, b": ((A, B, None), (NEW, A, B), []),
    "a, c": ((A, None, C), (NEW, A, None), [C]),
    "b, c": ((None, B, C), (NEW, None, B), [C]),
    "a, b, c": ((A, B, C), (NEW, A, B), [C]),
}


def halls(state: Bytes) -> tuple[int | None, ...]:
    return tuple(show and show["card"] for show in ALWAYS.view(state)["exhibitions"])


@pytest.mark.rule("T4.7")
@pytest.mark.parametrize("case", LAYOUTS)
def test_a_drawn_exhibition_moves_all_others_on(case: str) -> None:
    before, after, discarded = LAYOUTS[case]
    state = Position(game=ALWAYS).exhibitions(*before).deck(NEW, 7).rest_to(1).build()
    state = play(state, "take 1", f"card {NEW}", game=ALWAYS)
    assert halls(state) == after
    assert ALWAYS.view(state)["discards"] == discarded


@pytest.mark.rule("T4.7", "T4.4")
def test_over_a_gap_the_usual_reading_moves_nothing_further() -> None:
    state = Position().exhibitions(A, None, C).deck(NEW, 7).rest_to(1).build()
    assert halls(play(state, "take 1", f"card {NEW}")) == (NEW, A, C)
    assert halls(play(state, "take 1", f"card {NEW}", game=ALWAYS)) == (NEW, A, None)


@pytest.mark.rule("T4.7")
def test_an_exhibition_that_was_moved_off_may_be_the_next_card() -> None:
    state = Position(game=ALWAYS).exhibitions(None, None, C).deck(NEW).discard(7).rest_to(1).build()
    after = play(state, "take 1", f"card {NEW}", game=ALWAYS)
    chances = odds.next_card(ALWAYS, after)
    small = ALWAYS.facts.exhibitions[C - 85].size
    assert chances[f"exhibition {small}"] > 0  # T4.5: the discards are the new deck
    usual = odds.next_card(GAME, play(state, "take 1", f"card {NEW}"))
    assert f"exhibition {small}" not in usual


def late(week: int, *cards: str) -> Position:
    position = Position(game=LATE).week(0, 1901, week).week(1, 1903, 1)
    return position.give(0, *SEVEN, *cards).used(0, "egypt", "greece")


def settled(state: Bytes, text: str) -> Bytes:
    return LATE.settle(play(state, text, game=LATE), stream(1))


def used(state: Bytes) -> list[str]:
    return [site for site, valid in LATE.view(state)["players"][0]["permits"].items() if not valid]


@pytest.mark.rule("T8.6", "T8.1")
def test_a_journey_into_the_new_year_does_not_help_the_dig_it_leads_to() -> None:
    state = late(50).build()  # 3 weeks to Egypt: space 1 of 1902
    assert "dig egypt 1" in legal(state, game=GAME)
    assert legal(state, "dig egypt", LATE) == []
    with pytest.raises(IllegalAction, match=r"T8.6: the permit for Egypt is renewed only at the end of the turn"):
        play(state, "dig egypt 1", game=LATE)


@pytest.mark.rule("T8.6", "T6.1")
def test_a_used_permit_without_a_new_year_is_refused_as_always() -> None:
    with pytest.raises(IllegalAction, match=r"T6.1: no valid permit for Egypt"):
        play(late(30).build(), "dig egypt 1", game=LATE)


@pytest.mark.rule("T8.6", "T6.12")
def test_such_a_dig_costs_a_special_permit_and_afterwards_all_permits_are_valid() -> None:
    state = settled(late(50, "permit london").build(), "dig egypt 1")
    assert LATE.view(state)["discards"] == [number("permit london")]
    assert used(state) == []


@pytest.mark.rule("T8.6")
def test_the_permit_of_a_dig_reached_in_the_new_year_is_valid_after_the_turn() -> None:
    position = Position(game=LATE).week(0, 1901, 50).week(1, 1903, 1).give(0, *SEVEN).used(0, "greece")
    state = position.build()
    assert used(settled(state, "dig egypt 1")) == []
    usual = GAME.settle(play(state, "dig egypt 1"), stream(1))
    assert used(usual) == ["egypt"]  # T8.1: renewed before the dig


@pytest.mark.rule("T8.6")
@pytest.mark.parametrize(("week", "left"), [(51, ["greece", "egypt"]), (52, [])])
def test_an_action_that_passes_52_renews_at_its_end(week: int, left: list[str]) -> None:
    assert sorted(used(settled(late(week).build(), "exchange"))) == sorted(left)


@pytest.mark.rule("T8.6")
def test_only_the_journey_may_pass_52() -> None:
    position = Position(game=LATE).week(0, 1901, 52).week(1, 1903, 1).at(0, "london").used(0, "egypt")
    state = settled(position.build(), "exchange")  # 2 weeks to Warsaw and 1 more
    assert (LATE.view(state)["players"][0]["week"], used(state)) == (3, [])


@pytest.mark.rule("T8.6")
def test_the_next_turn_finds_all_permits_valid() -> None:
    state = settled(late(52).build(), "exchange")
    assert "dig egypt 1" in legal(state, "dig egypt", LATE)


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadOptions, match="thebes has no option 'last-tile'; there is exhibition-shift, permit-renewal"):
        GAME.with_options({"last-tile": "may"})
    with pytest.raises(BadOptions, match="permit-renewal is 'at-once' or 'end-of-turn', not 'never'"):
        GAME.with_options({"permit-renewal": "never"})
