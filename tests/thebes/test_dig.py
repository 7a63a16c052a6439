"""T6: digging. What it needs, how knowledge is counted, what the wheel gives."""

import pytest

from digsite.core.errors import IllegalAction
from tests.thebes.position import FACTS, Position, legal, move, number, play, player, tokens, view, wheel_row

WHEEL = [[0] * 12, *FACTS.wheel]  # by knowledge, as the data has it


@pytest.mark.rule("T6.1")
def test_a_dig_needs_a_valid_permit() -> None:
    state = Position().give(0, "book egypt 3").used(0, "egypt").build()
    assert legal(state, "dig") == []
    with pytest.raises(IllegalAction, match=r"T6.1: no valid permit for Egypt"):
        play(state, "dig egypt 3")


@pytest.mark.rule("T6.1")
def test_a_used_permit_for_one_site_forbids_no_other() -> None:
    state = Position().give(0, "book egypt 3", "book crete 3").used(0, "egypt").build()
    assert {text.split()[1] for text in legal(state, "dig")} == {"crete"}


@pytest.mark.rule("T6.1")
@pytest.mark.parametrize("site", FACTS.sites)
def test_a_dig_needs_specialised_knowledge_about_the_site(site: str) -> None:
    others = [f"book {other} 3" for other in FACTS.sites if other != site]
    state = Position().give(0, *others, "general 2", "general 2", "shovel", "shovel", "shovel").build()
    assert legal(state, f"dig {site}") == []
    with pytest.raises(IllegalAction, match=f"T6.1: no specialised knowledge about {site.title()}"):
        play(state, f"dig {site} 12")


@pytest.mark.rule("T6.1", "T6.2")
def test_a_book_card_a_found_book_assistants_or_a_rumour_are_enough() -> None:
    assert legal(Position().give(0, "book crete 1").build(), "dig crete")
    assert legal(Position().found(0, "greece", 13).build(), "dig crete")  # the book found in Greece is on Crete
    assert legal(Position().give(0, "assistant", "assistant").build(), "dig crete")
    assert legal(Position().give(0, "assistant").build(), "dig crete")
    assert legal(Position().give(0, "rumour crete").build(), "dig crete")


@pytest.mark.rule("T6.1", "T6.4")
def test_a_lone_assistant_gives_the_point_only_if_it_is_used() -> None:
    state = Position().give(0, "assistant").build()
    assert all(text.endswith(" assistant") for text in legal(state, "dig"))
    with pytest.raises(IllegalAction, match=r"T6.1: no specialised knowledge about Crete"):
        play(state, "dig crete 12")


@pytest.mark.rule("T6.1", "T6.5")
def test_a_rumour_gives_the_points_only_if_it_is_used() -> None:
    state = Position().give(0, "rumour crete").build()
    assert all(text.endswith(" rumour") for text in legal(state, "dig"))
    with pytest.raises(IllegalAction, match=r"T6.1: no specialised knowledge about Crete"):
        play(state, "dig crete 12")


@pytest.mark.rule("T6.2")
def test_the_printed_example_for_crete_adds_up_to_6() -> None:
    position = Position().give(0, "book crete 2", "rumour crete", "assistant", "assistant").found(0, "greece", 13)
    state = position.build()  # 2 + 1 points of books, 2 of the rumour, 1 of two assistants
    assert wheel_row(state, "crete", "rumour") == WHEEL[2 + 1 + 2 + 1]
    assert wheel_row(state, "crete") == WHEEL[2 + 1 + 1]


@pytest.mark.rule("T6.2")
@pytest.mark.parametrize("site", FACTS.sites)
def test_only_books_of_the_sites_colour_count(site: str) -> None:
    others = [f"book {other} 2" for other in FACTS.sites if other != site]
    state = Position().give(0, f"book {site} 3", f"book {site} 1", *others).build()
    assert wheel_row(state, site) == WHEEL[4]


@pytest.mark.rule("T6.2")
@pytest.mark.parametrize(
    ("found_in", "on"),
    [
        ("greece", "crete"),
        ("crete", "greece"),
        ("egypt", "mesopotamia"),
        ("palestine", "egypt"),
        ("mesopotamia", "palestine"),
    ],
)
def test_a_found_book_counts_for_the_site_it_is_about(found_in: str, on: str) -> None:
    state = Position().give(0, f"book {on} 3", f"book {found_in} 3").found(0, found_in, 13).build()
    assert wheel_row(state, on) == WHEEL[3 + 1]
    assert wheel_row(state, found_in) == WHEEL[3]


@pytest.mark.rule("T6.3")
@pytest.mark.parametrize(("assistants", "points"), [(2, 1), (3, 2), (4, 2), (5, 2), (6, 2)])
def test_two_assistants_are_worth_1_point_and_three_or_more_2_at_every_site(assistants: int, points: int) -> None:
    state = Position().give(0, *["assistant"] * assistants, "book greece 3", "book egypt 2").build()
    assert wheel_row(state, "greece") == WHEEL[3 + points]
    assert wheel_row(state, "egypt") == WHEEL[2 + points]
    assert wheel_row(state, "crete") == WHEEL[points]


@pytest.mark.rule("T6.3")
def test_a_set_of_assistants_is_kept() -> None:
    state = move(Position().give(0, "assistant", "assistant", "book greece 3").build(), "dig greece 2")
    assert player(state)["assistants"] == 2
    assert view(state)["discards"] == []


@pytest.mark.rule("T6.4")
def test_a_lone_assistant_is_worth_1_point_if_its_owner_wants() -> None:
    state = Position().give(0, "assistant", "book greece 3").build()
    assert wheel_row(state, "greece") == WHEEL[3]
    assert wheel_row(state, "greece", "assistant") == WHEEL[4]


@pytest.mark.rule("T6.4")
def test_a_lone_assistant_is_discarded_after_the_dig() -> None:
    state = move(Position().give(0, "assistant vienna", "book greece 3").build(), "dig greece 2 assistant")
    assert player(state)["assistants"] == 0
    assert view(state)["discards"] == [number("assistant vienna")]


@pytest.mark.rule("T6.4")
def test_a_lone_assistant_that_is_not_used_stays() -> None:
    state = move(Position().give(0, "assistant", "book greece 3").build(), "dig greece 3")
    assert player(state)["assistants"] == 1


@pytest.mark.rule("T6.4")
@pytest.mark.parametrize("assistants", [0, 2, 3, 6])
def test_only_the_owner_of_exactly_one_assistant_may_use_it_up(assistants: int) -> None:
    state = Position().give(0, *["assistant"] * assistants, "book greece 3").build()
    assert not any("assistant" in text for text in legal(state))
    with pytest.raises(IllegalAction, match=f"T6.4: only a lone assistant can be used up, the player has {assistants}"):
        play(state, "dig greece 5 assistant")


@pytest.mark.rule("T6.5")
def test_a_rumour_is_worth_2_points_at_its_site_for_one_dig() -> None:
    state = Position().week(1, 1903, 1).give(0, "rumour greece", "book greece 3").build()
    assert wheel_row(state, "greece") == WHEEL[3]
    assert wheel_row(state, "greece", "rumour") == WHEEL[3 + 2]
    after = move(state, "dig greece 1 rumour")
    assert view(after)["discards"] == [number("rumour greece")]
    assert player(after)["knowledge"]["greece"] == {"books": 3, "found": 0, "rumours": 0}


@pytest.mark.rule("T6.5")
def test_a_rumour_that_is_not_used_stays() -> None:
    state = move(Position().give(0, "rumour greece", "book greece 3").build(), "dig greece 3")
    assert player(state)["knowledge"]["greece"]["rumours"] == 1


@pytest.mark.rule("T6.5")
def test_a_rumour_of_another_site_is_of_no_use() -> None:
    state = Position().give(0, "rumour crete", "book greece 3").build()
    assert not any("rumour" in text for text in legal(state, "dig greece"))
    with pytest.raises(IllegalAction, match=r"T6.5: there is no rumour of Greece to use"):
        play(state, "dig greece 5 rumour")


@pytest.mark.rule("T6.6")
def test_4_specialised_and_5_general_points_count_as_8() -> None:
    books = ("book crete 3", "book crete 1", "general 2", "general 2", "general 1")
    assert wheel_row(Position().give(0, *books).build(), "crete") == WHEEL[8]


@pytest.mark.rule("T6.6")
def test_general_knowledge_adds_at_every_site() -> None:
    books = [f"book {site} 2" for site in FACTS.sites]
    state = Position().give(0, *books, "general 1").build()
    for site in FACTS.sites:
        assert wheel_row(state, site) == WHEEL[3]


@pytest.mark.rule("T6.6")
def test_found_general_books_count_like_cards() -> None:
    state = Position().give(0, "book greece 3", "general 1").found(0, "crete", 14).found(0, "egypt", 14).build()
    assert wheel_row(state, "greece") == WHEEL[3 + 3]
    assert player(state)["general"] == {"books": 1, "found": 2}


@pytest.mark.rule("T6.6")
def test_assistants_and_rumours_raise_the_limit_of_general_knowledge() -> None:
    state = Position().give(0, "book greece 1", "assistant", "rumour greece", "general 2", "general 2").build()
    assert wheel_row(state, "greece") == WHEEL[1 + 1]
    assert wheel_row(state, "greece", "assistant") == WHEEL[2 + 2]
    assert wheel_row(state, "greece", "rumour") == WHEEL[3 + 3]
    assert wheel_row(state, "greece", "assistant rumour") == WHEEL[4 + 4]


@pytest.mark.rule("T6.7")
def test_the_total_counts_up_to_12() -> None:
    books = ("book greece 3", "book greece 3", "book greece 2", "general 2", "general 2", "general 2")
    assert wheel_row(Position().give(0, *books).build(), "greece") == WHEEL[12]  # 8 + 6 points


@pytest.mark.rule("T6.7", "T6.4", "T6.5")
def test_helpers_may_be_used_even_where_they_change_nothing() -> None:
    books = ("book greece 3", "book greece 3", "general 2", "general 2", "general 2")
    state = Position().give(0, *books, "assistant", "rumour greece").build()
    for options in ("", "assistant", "rumour", "assistant rumour"):
        assert wheel_row(state, "greece", options) == WHEEL[12]


@pytest.mark.rule("T6.8")
def test_8_points_and_4_weeks_draw_5_tokens() -> None:
    books = ("book crete 3", "book crete 1", "general 2", "general 2")
    assert tokens(Position().give(0, *books).build(), "dig crete 4") == 5


@pytest.mark.rule("T6.8")
@pytest.mark.parametrize("knowledge", range(1, 13))
def test_the_wheel_gives_the_tokens_for_knowledge_and_weeks(knowledge: int) -> None:
    books = ["book greece 3"] * 2 + ["book greece 2"] * 3 + ["book greece 1"] * 4
    chosen, left = [], knowledge
    for book in books:
        if int(book[-1]) <= left:
            chosen.append(book)
            left -= int(book[-1])
    state = Position().give(0, *chosen).build()
    assert wheel_row(state, "greece") == WHEEL[knowledge]


@pytest.mark.rule("T6.8")
@pytest.mark.parametrize("shovels", [0, 2, 3])
def test_a_choice_without_tokens_is_not_allowed_whatever_the_shovels(shovels: int) -> None:
    state = Position().give(0, "book greece 1", *["shovel"] * shovels).build()
    assert legal(state, "dig greece") == [f"dig greece {weeks}" for weeks in (8, 9, 10, 11, 12)]
    with pytest.raises(IllegalAction, match=r"T6.8: with knowledge 1, a dig of 7 weeks draws no token"):
        play(state, "dig greece 7")


@pytest.mark.rule("T6.8")
def test_a_lone_shovel_makes_no_token_out_of_none() -> None:
    state = Position().give(0, "book greece 1", "shovel").build()
    with pytest.raises(IllegalAction, match=r"T6.8"):
        play(state, "dig greece 7 shovel")


@pytest.mark.rule("T6.9")
@pytest.mark.parametrize(("shovels", "more"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 2), (6, 2)])
def test_two_shovels_draw_1_more_token_and_three_or_more_2(shovels: int, more: int) -> None:
    state = Position().give(0, "book greece 3", *["shovel"] * shovels).build()
    assert wheel_row(state, "greece") == [drawn and drawn + more for drawn in WHEEL[3]]
    after = move(state, "dig greece 3")
    assert player(after)["shovels"] == shovels


@pytest.mark.rule("T6.9")
def test_a_lone_shovel_draws_1_more_token_and_is_discarded_after_the_dig() -> None:
    state = Position().give(0, "book greece 3", "shovel moscow").build()
    assert wheel_row(state, "greece", "shovel") == [drawn and drawn + 1 for drawn in WHEEL[3]]
    after = move(state, "dig greece 3 shovel")
    assert player(after)["shovels"] == 0
    assert view(after)["discards"] == [number("shovel moscow")]


@pytest.mark.rule("T6.9")
@pytest.mark.parametrize("shovels", [0, 2, 3, 6])
def test_only_the_owner_of_exactly_one_shovel_may_use_it_up(shovels: int) -> None:
    state = Position().give(0, *["shovel"] * shovels, "book greece 3").build()
    assert not any("shovel" in text for text in legal(state))
    with pytest.raises(IllegalAction, match=f"T6.9: only a lone shovel can be used up, the player has {shovels}"):
        play(state, "dig greece 5 shovel")


@pytest.mark.rule("T6.4", "T6.5", "T6.9", "T3.3")
def test_all_choices_of_one_dig_may_be_combined() -> None:
    state = Position().give(0, "book greece 1", "zeppelin", "assistant", "rumour greece", "shovel").build()
    after = play(state, "dig greece 4 zeppelin assistant rumour shovel")
    assert view(after)["dig"]["left"] == WHEEL[1 + 1 + 2][4 - 1] + 1
    assert view(after)["discards"] == sorted(
        number(card) for card in ("zeppelin", "assistant", "rumour greece", "shovel")
    )
