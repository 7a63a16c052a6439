"""Reasons for actions of Thebes: what they say is reckoned here from the rulebook's numbers."""

import pytest

from digsite.core.fields import Bytes
from digsite.core.rng import below, stream
from digsite.games.thebes.evaluation.reasons import reason
from tests.repeated import repeated
from tests.thebes.position import GAME, Position

# A fresh bag has 30 tokens, 16 of them sand; the artifacts in that of Egypt are worth 35 points.


def why(state: Bytes, text: str) -> str:
    return reason(GAME, state, GAME.parse(state, text))


@pytest.mark.parametrize("seats", [2, 4, *repeated(3)])
def test_every_legal_action_of_random_games_has_a_reason(seats: int) -> None:
    kinds = set()
    for seed in range(2):
        rng = stream(seed, seats)
        state = GAME.settle(GAME.new(seats), rng)
        while GAME.to_act(state) < seats:
            legal = GAME.legal(state).tolist()
            for action in legal:
                words = reason(GAME, state, action)
                assert words.endswith(".")
                assert words[0].isupper() or words[0].isdigit()
                assert len(words) > 20
            kinds |= {GAME.text(state, action).split()[0] for action in legal}
            state = GAME.settle(GAME.apply(state, legal[below(rng, len(legal))]), rng)
    assert kinds >= {"take", "exchange", "dig", "stop"}


def test_a_dig_tells_its_odds() -> None:
    known = (
        Position().at(0, "egypt").found(1, "egypt", 0).give(0, "book egypt 3", "book egypt 1", "general 2", "general 2")
    )
    # 8 points and 4 weeks draw 5 tokens: 5 x 35 / 30 points; all sand in C(16, 5) / C(30, 5) = 4368 / 142506
    assert why(known.build(), "dig egypt 4") == "4 weeks bring 5 tokens: about 5.8 points, nothing in 3% of cases."


def test_a_first_dig_tells_its_bonus_and_the_way_and_what_it_uses_up() -> None:
    state = Position().at(0, "rome").give(0, "book egypt 3", "rumour egypt", "shovel", "zeppelin").build()
    # 3 and 2 points are 5: 4 weeks draw 3 tokens, one more with the shovel; 1 + 4 x 35 / 30 points
    assert why(state, "dig egypt 4 rumour shovel") == (
        "2 weeks of travel and 4 of digging bring 4 tokens: about 5.7 points, 1 of them for the first dig there; "
        "it uses up the rumour and shovel."
    )
    # 3 points: 3 weeks draw a token; 1 + 35 / 30 points
    assert why(state, "dig egypt 3 zeppelin") == (
        "3 weeks bring 1 token: about 2.2 points, 1 of them for the first dig there; the zeppelin saves 2 weeks."
    )


def test_a_second_dig_tells_the_special_permit() -> None:
    state = Position().at(0, "egypt").found(1, "egypt", 0).give(0, "book egypt 3", "permit").used(0, "egypt").build()
    assert why(state, "dig egypt 3").endswith("nothing in 53% of cases; it uses up the special permit.")  # 16 / 30


@pytest.mark.parametrize(
    ("owned", "words"),
    [
        (0, "The 1st congress card: 1 more point, 1 in all."),
        (2, "The 3rd congress card: 3 more points, 6 in all."),
        (6, "The 7th congress card: 7 more points, 28 in all."),
        (7, "Nobody else gets this congress card; yours already bring the most, 28 points."),
    ],
)
def test_a_congress_tells_its_points(owned: int, words: str) -> None:
    assert why(Position().give(0, *["congress"] * owned).show("congress").build(), "take 1") == words


def test_a_book_tells_the_dig_that_gains_most_by_it() -> None:
    state = Position().give(0, "book egypt 2").show("book egypt 2").build()
    # the wheel's rows for 2 and 4 points differ most, by 3 tokens, at 8 weeks first
    assert why(state, "take 1") == (
        "2 more points of knowledge about Egypt: 8 weeks there would then draw 4 tokens instead of 1."
    )


def test_a_book_tells_the_majority_it_brings() -> None:
    def taking(mine: str, theirs: str) -> str:
        return why(Position().give(0, mine).give(1, theirs).show("book crete 2").build(), "take 1")

    known = "2 more points of knowledge about Crete: "
    there = "6 weeks there would then draw 2 tokens"  # rows 1 and 3 differ most, by 2
    assert (
        taking("book crete 1", "book crete 2")
        == f"{known}{there}, and you then have the most knowledge there (5 points)."
    )
    assert (
        taking("book crete 1", "book crete 3")
        == f"{known}{there}, and you then share the most knowledge there (3 points)."
    )
    assert taking("book crete 2", "book crete 2").endswith(
        ", and you then have the most knowledge there alone (2 more points)."
    )


def test_a_reason_says_that_knowledge_comes_too_late() -> None:
    def taken(week: int) -> str:
        late = Position().at(0, "rome").week(0, 1903, week).week(1, 1903, 52).show("book egypt 1 rome").build()
        return why(late, "take 1")

    known, majority = "1 more point of knowledge about Egypt", "and you then have the most knowledge there (5 points)."
    # from week 48 five weeks are left: one for the book, two to Egypt, and no two weeks draw a token with 1 point
    assert taken(48) == f"{known}, though no dig there draws more with it, {majority}"
    assert taken(50) == f"{known}, though no dig is possible there any more, {majority}"
    used = Position().at(0, "rome").week(0, 1903, 10).week(1, 1903, 52).used(0, "egypt").show("rumour egypt").build()
    assert why(used, "take 1") == (
        "2 points of knowledge for one dig in Egypt, though no dig is possible there any more."
    )


def test_a_reason_says_where_general_knowledge_counts() -> None:
    none = Position().show("general 2").build()
    assert why(none, "take 1").endswith("it counts as far as you know a site, and no dig draws more with it yet.")
    some = Position().give(0, "book greece 2").show("general 2").build()
    assert why(some, "take 1") == (
        "2 more points of general knowledge: 8 weeks in Greece would then draw 4 tokens instead of 1."
    )


@pytest.mark.parametrize(
    ("owned", "words"),
    [
        # rows 4 and 5 differ most, by 3 tokens, at 12 weeks; so do rows 5 and 6, 6 and 7 by 1, first at 2 and 3 weeks
        (0, "The 1st assistant: 1 point of knowledge in one dig, which uses it up; "
            "12 weeks in Greece would then draw 8 tokens instead of 5."),
        (1, "The 2nd assistant: 1 point of knowledge in every dig; "
            "12 weeks in Greece would then draw 8 tokens instead of 5."),
        (2, "The 3rd assistant: 2 points of knowledge in every dig instead of 1; "
            "2 weeks in Greece would then draw 2 tokens instead of 1."),
        (3, "Nobody else gets this assistant; yours already add the most, 2 in every dig."),
    ],
)  # fmt: skip
def test_assistants_tell_what_a_set_is_worth(owned: int, words: str) -> None:
    state = Position().give(0, "book greece 3", "book greece 1", *["assistant"] * owned).show("assistant").build()
    assert why(state, "take 1") == words


def test_shovels_tell_what_a_set_is_worth() -> None:
    two = Position().give(0, "book greece 3", "shovel").show("shovel").build()
    assert why(two, "take 1") == (
        "The 2nd shovel: 1 more token in every dig; 3 weeks in Greece would then draw 2 tokens instead of 1."
    )


def test_vehicles_and_permits() -> None:
    state = Position().show("zeppelin rome", "car", "permit").used(0, "crete").build()
    assert why(state, "take 1") == ("A later journey costs nothing: from Rome to Egypt, say, that saves 2 weeks.")
    assert why(state, "take 2") == "Every journey of 3 weeks or more takes 1 week less from now on."
    assert why(state, "take 3") == "One more dig this year in Crete, where your permit is used."
    second = Position().give(0, "car").show("car", "permit").build()
    assert why(second, "take 1") == "Nobody else gets this car; you need no second one."
    assert why(second, "take 2") == "Two digs in one year at the same site, once."


def test_the_zeppelin_saves_the_way() -> None:
    state = Position().give(0, "zeppelin").show("congress london").build()
    assert why(state, "take 1 zeppelin") == (
        "The 1st congress card: 1 more point, 1 in all; the zeppelin saves 2 weeks."
    )


def test_an_exhibition_tells_its_weeks_and_rivals() -> None:
    mine = Position().at(0, "paris").found(0, "greece", 1).found(0, "egypt", 1, 2).exhibitions("small london")
    assert why(mine.build(), "exhibit a") == "4 points for 4 weeks, and nobody else could hold it now."
    rival = mine.found(1, "greece", 3).found(1, "egypt", 3, 4).build()
    assert why(rival, "exhibit a") == "4 points for 4 weeks, and somebody else could hold it too."


def test_an_exchange_tells_what_may_come() -> None:
    # 81 researchers are unseen, among them all 45 books and five of the nine congresses
    assert why(Position().build(), "exchange") == (
        "New cards for 1 week: the first is a book in 56% of cases, a congress in 6%."
    )


def test_stopping_tells_what_is_given_up() -> None:
    late = Position().give(0, "congress", "congress").week(0, 1903, 40).week(1, 1903, 52)
    assert why(late.build(), "stop") == "Ends the game for you with 3 points, 13 weeks unused."
    last = Position().at(0, "egypt").week(0, 1903, 52).week(1, 1903, 52).build()
    assert why(last, "stop") == "Nothing else is possible with 1 week left."
