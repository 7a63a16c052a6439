"""T6, the dig itself: tokens out of the bag, permits, the bonus."""

import tomllib
from pathlib import Path

import pytest

from digsite.core.compiled import CompiledGame
from digsite.core.errors import IllegalAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from digsite.games import thebes
from digsite.games.thebes.rules.data import Facts
from tests.thebes.position import (
    FACTS,
    GAME,
    Position,
    drawable,
    legal,
    move,
    number,
    play,
    player,
    used_permits,
    view,
    when,
)

PERMIT_LONDON, PERMIT_MOSCOW = number("permit london"), number("permit moscow")


def digging(*more: str) -> Bytes:
    """A dig of 5 tokens on Crete: 8 points of knowledge and 4 weeks, as printed."""
    books = ("book crete 3", "book crete 1", "general 2", "general 2")
    return play(Position().at(0, "crete").give(0, *books, *more).build(), "dig crete 4")


def with_sand(sand: int) -> CompiledGame[Facts]:
    """The game with less sand on Crete: with the real 16 no dig can empty a bag."""
    data = tomllib.loads(Path(thebes.__file__).with_name("rules").joinpath("data.toml").read_text("utf-8"))
    data["tokens"]["crete"]["sand"] = sand
    return GAME.with_data(data)


def finds(state: Bytes, seat: int = 0) -> list[tuple[str, int]]:
    return [(found["site"], found["number"]) for found in player(state, seat)["finds"]]


@pytest.mark.rule("T6.10")
def test_tokens_are_drawn_from_the_sites_bag_all_equally_likely() -> None:
    assert drawable(digging()) == {**{f"find {token}": 1 for token in range(1, 15)}, "sand": 16}


@pytest.mark.rule("T6.10")
def test_nothing_is_put_back_in_between() -> None:
    state = play(digging(), "find 3", "sand", "sand")
    assert drawable(state) == {**{f"find {token}": 1 for token in range(1, 15) if token != 3}, "sand": 14}
    with pytest.raises(IllegalAction, match=r"T6.10: the bag of Crete holds no find 3 any more"):
        play(state, "find 3")


@pytest.mark.rule("T6.10")
def test_the_printed_dig_brings_three_finds_and_two_sand() -> None:
    state = play(digging(), "find 1", "sand", "find 5", "find 9", "sand")
    assert finds(state) == [("crete", 0), ("crete", 1), ("crete", 5), ("crete", 9)]
    values = [found["value"] for found in player(state)["finds"]]
    assert values == [1, 1, 3, 4]  # the bonus, then the 8 points of the example
    assert view(state)["sites"]["crete"] == {
        "bonus": False,
        "left": 30 - 3,
        "tokens": [2, 3, 4, 6, 7, 8, 10, 11, 12, 13, 14],
        "sand": 16,
    }
    assert GAME.to_act(state) == 1


@pytest.mark.rule("T6.10", "T6.6")
@pytest.mark.parametrize("site", FACTS.sites)
def test_every_site_holds_a_general_book_and_one_on_another_site(site: str) -> None:
    state = play(Position().give(0, *[f"book {site} 3"] * 2).build(), f"dig {site} 2", "find 13", "find 14")
    on = FACTS.book_on[FACTS.sites.index(site)]
    assert player(state)["knowledge"][on]["found"] == 1
    assert player(state)["general"] == {"books": 0, "found": 1}


@pytest.mark.rule("T6.10")
def test_found_books_stay_with_the_player_and_count_at_once() -> None:
    state = play(digging(), "find 13", "find 14", "sand", "sand", "sand")
    assert player(state)["knowledge"]["greece"] == {"books": 0, "found": 1, "rumours": 0}
    assert player(state)["general"] == {"books": 4, "found": 1}


@pytest.mark.rule("T6.10")
def test_sand_returns_only_to_its_own_bag_and_at_the_end() -> None:
    state = play(digging(), "sand", "sand")
    assert view(state)["sites"]["crete"]["sand"] == 14
    assert view(state)["sites"]["greece"]["sand"] == 16
    state = play(state, "sand", "sand", "sand")
    assert view(state)["sites"]["crete"]["sand"] == 16


@pytest.mark.rule("T6.10")
def test_what_others_have_found_is_not_in_the_bag() -> None:
    position = Position().at(0, "crete").give(0, "book crete 3").found(1, "crete", 0, 1, 2, 3, 13)
    state = play(position.build(), "dig crete 3")
    assert drawable(state) == {**{f"find {token}": 1 for token in (4, 5, 6, 7, 8, 9, 10, 11, 12, 14)}, "sand": 16}


@pytest.mark.rule("T6.10")
def test_a_bag_with_too_few_tokens_is_simply_emptied() -> None:
    game = with_sand(1)
    position = Position(game=game).at(0, "crete").give(0, "book crete 3", "book crete 3", "book crete 2")
    state = position.found(1, "crete", *range(13)).build()
    state = play(state, "dig crete 12", game=game)
    assert drawable(state, game) == {"find 13": 1, "find 14": 1, "sand": 1}
    state = play(state, "sand", "find 13", "find 14", game=game)
    assert game.to_act(state) == 1
    assert game.view(state)["sites"]["crete"]["left"] == 1
    state = play(state, "exchange", game=game)
    assert game.to_act(state) == CHANCE


@pytest.mark.rule("T6.10", "T6.13")
def test_digging_in_an_empty_bag_finds_nothing_but_takes_its_weeks() -> None:
    game = with_sand(0)
    position = Position(game=game).at(0, "crete").give(0, "book crete 3").found(1, "crete", *range(15))
    state = play(position.build(), "dig crete 3", game=game)
    assert game.to_act(state) == 1
    assert game.view(state)["players"][0]["week"] == 3
    assert game.view(state)["players"][0]["permits"]["crete"] is False


@pytest.mark.rule("T6.11")
@pytest.mark.parametrize("site", FACTS.sites)
def test_the_permit_is_used_up_by_the_dig(site: str) -> None:
    state = move(Position().week(1, 1903, 1).give(0, f"book {site} 3").build(), f"dig {site} 3")
    assert used_permits(state) == [site]
    with pytest.raises(IllegalAction, match=rf"T6.1: no valid permit for {site.title()}"):
        play(state, f"dig {site} 3")


@pytest.mark.rule("T6.11")
def test_only_the_diggers_own_permit_is_used_up() -> None:
    state = move(Position(3).give(0, "book greece 3").build(), "dig greece 3")
    assert [used_permits(state, seat) for seat in range(3)] == [["greece"], [], []]


@pytest.mark.rule("T6.11", "T8.1")
def test_the_permit_is_valid_again_in_the_players_next_year() -> None:
    state = Position().week(0, 1901, 45).week(1, 1903, 1).at(0, "greece").give(0, "book greece 3").build()
    state = move(state, "dig greece 3")
    assert used_permits(state) == ["greece"]
    state = move(state, "exchange", "exchange")  # a step and 1 week, then 2 weeks: week 52
    assert (when(state), used_permits(state)) == ((1901, 52), ["greece"])
    state = move(state, "exchange")
    assert used_permits(state) == []
    assert "dig greece 3" in legal(state)


@pytest.mark.rule("T6.12")
def test_a_special_permit_allows_a_dig_where_the_permit_is_used_up() -> None:
    state = Position().give(0, "book greece 3", "permit london").used(0, "greece").build()
    state = move(state, "dig greece 3")
    assert player(state)["special_permits"] == 0
    assert view(state)["discards"] == [PERMIT_LONDON]
    assert used_permits(state) == ["greece"]


@pytest.mark.rule("T6.12")
def test_a_special_permit_is_used_only_where_the_permit_is_used_up() -> None:
    state = Position().give(0, "book greece 3", "permit london").used(0, "crete").build()
    state = move(state, "dig greece 3")
    assert player(state)["special_permits"] == 1
    assert used_permits(state) == ["greece", "crete"]


@pytest.mark.rule("T6.12")
def test_a_special_permit_serves_by_itself() -> None:
    state = Position().give(0, "book greece 3", "permit").used(0, "greece").build()
    assert legal(state, "dig") == [f"dig greece {weeks}" for weeks in range(3, 13)]


@pytest.mark.rule("T6.12")
def test_a_special_permit_serves_at_any_site() -> None:
    used = ("greece", "crete", "egypt", "palestine", "mesopotamia")
    books = [f"book {site} 3" for site in used]
    state = Position().give(0, *books, "permit").used(0, *used).build()
    assert {text.split()[1] for text in legal(state, "dig")} == set(used)


@pytest.mark.rule("T6.12")
def test_of_two_special_permits_the_one_of_lower_number_goes() -> None:
    assert PERMIT_LONDON < PERMIT_MOSCOW
    state = Position().give(0, "book greece 3", "permit moscow", "permit london").used(0, "greece").build()
    state = move(state, "dig greece 3")
    assert view(state)["discards"] == [PERMIT_LONDON]
    assert PERMIT_MOSCOW in player(state)["cards"]


@pytest.mark.rule("T6.12")
def test_a_third_dig_with_the_second_special_permit_is_allowed_and_a_fourth_is_not() -> None:
    state = Position().week(1, 1903, 1).at(0, "greece").give(0, "book greece 3", "permit", "permit").build()
    state = move(state, "dig greece 3", "dig greece 3", "dig greece 3")
    assert when(state) == (1901, 9)
    assert view(state)["discards"] == [PERMIT_LONDON, PERMIT_MOSCOW]
    with pytest.raises(IllegalAction, match=r"T6.1: no valid permit for Greece"):
        play(state, "dig greece 3")


@pytest.mark.rule("T6.12")
def test_a_special_permit_replaces_no_knowledge() -> None:
    state = Position().give(0, "permit").used(0, "greece").build()
    with pytest.raises(IllegalAction, match=r"T6.1: no specialised knowledge about Greece"):
        play(state, "dig greece 12")


@pytest.mark.rule("T6.13")
@pytest.mark.parametrize("site", FACTS.sites)
def test_the_first_to_dig_at_a_site_gets_its_bonus(site: str) -> None:
    state = Position().top(1).give(0, f"book {site} 3").give(1, f"book {site} 3").build()
    state = play(state, f"dig {site} 3", "sand")
    assert (finds(state, 0), finds(state, 1)) == ([], [(site, 0)])
    assert [other for other, seen in view(state)["sites"].items() if not seen["bonus"]] == [site]
    assert GAME.score(state)[1]["artifacts"] == 1


@pytest.mark.rule("T6.13")
def test_the_second_to_dig_there_gets_none() -> None:
    state = Position().give(0, "book greece 3").give(1, "book greece 3").build()
    state = play(state, "dig greece 3", "sand", "dig greece 3", "sand")
    assert finds(state, 1) == []


@pytest.mark.rule("T6.13")
def test_nor_does_the_first_digger_a_second_time() -> None:
    state = Position().week(1, 1903, 1).give(0, "book greece 3", "permit").build()
    state = play(state, "dig greece 3", "sand", "dig greece 3", "sand")
    assert finds(state) == [("greece", 0)]


@pytest.mark.rule("T6.14")
def test_the_weeks_are_paid_before_the_first_token_and_never_changed() -> None:
    state = digging()
    assert when(state) == (1901, 4)
    for text in ("find 2", "sand", "sand", "find 7"):
        assert GAME.to_act(state) == CHANCE
        assert legal(state) == []
        for change in ("dig crete 5", "dig crete 3", "exchange"):
            with pytest.raises(IllegalAction, match=r"T6.10: tokens of a dig are still to be drawn"):
                play(state, change)
        state = play(state, text)
    assert when(play(state, "sand")) == (1901, 4)


@pytest.mark.rule("T6.14")
def test_a_book_found_in_a_dig_does_not_help_the_same_dig() -> None:
    state = play(digging(), "find 14")
    assert view(state)["dig"]["left"] == 4
