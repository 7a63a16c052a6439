"""T9: points."""

import pytest

from digsite.core.fields import Bytes
from tests.thebes.position import FACTS, GAME, Position

NOTHING = dict.fromkeys(FACTS.sites, 0)


def points(state: Bytes, part: str) -> list[object]:
    return [score[part] for score in GAME.score(state)]


def site_points(state: Bytes, site: str) -> list[int]:
    return [score["majorities"][site] for score in GAME.score(state)]


@pytest.mark.rule("T9.1")
@pytest.mark.parametrize("site", range(5))
def test_artifacts_score_the_values_shown(site: int) -> None:
    for number, (value, _) in enumerate(FACTS.artifacts[site]):
        state = Position().found(1, FACTS.sites[site], number).build()
        assert points(state, "artifacts") == [0, value]


@pytest.mark.rule("T9.1")
def test_artifacts_add_up_and_found_books_are_none() -> None:
    state = Position().found(0, "palestine", 12, 11, 13, 14).found(0, "greece", 12, 0).build()
    assert points(state, "artifacts") == [7 + 6 + 6 + 1, 0]


@pytest.mark.rule("T9.2")
def test_a_small_exhibition_scores_4_and_a_large_one_5() -> None:
    state = Position(3).give(0, "small london").give(1, "large paris").give(2, "small berlin", "large berlin").build()
    assert points(state, "exhibitions") == [4, 5, 9]


@pytest.mark.rule("T9.3")
@pytest.mark.parametrize(
    ("cards", "scored"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 28), (8, 28), (9, 28)]
)
def test_congress_cards_score_by_their_number_and_never_more_than_28(cards: int, scored: int) -> None:
    state = Position().give(0, *["congress"] * cards).build()
    assert points(state, "congresses") == [scored, 0]


@pytest.mark.rule("T9.4")
@pytest.mark.parametrize("site", FACTS.sites)
def test_the_most_specialised_knowledge_about_a_site_scores_5(site: str) -> None:
    state = Position(3).give(0, f"book {site} 2").give(1, f"book {site} 3").give(2, f"book {site} 1").build()
    assert site_points(state, site) == [0, 5, 0]
    assert all(site_points(state, other) == [0, 0, 0] for other in FACTS.sites if other != site)


@pytest.mark.rule("T9.4")
def test_knowledge_counts_in_points_and_not_in_books() -> None:
    state = Position().give(0, "book crete 3").give(1, "book crete 1", "book crete 1").build()
    assert site_points(state, "crete") == [5, 0]


@pytest.mark.rule("T9.4")
def test_players_tied_for_most_get_3_each() -> None:
    books = Position(4).give(0, "book egypt 2").give(1, "book egypt 1", "book egypt 1").give(2, "book egypt 1")
    assert site_points(books.build(), "egypt") == [3, 3, 0, 0]
    everybody = Position(4)
    for seat in range(4):
        everybody.give(seat, "book egypt 1")
    assert site_points(everybody.build(), "egypt") == [3, 3, 3, 3]


@pytest.mark.rule("T9.4")
def test_found_books_count_for_the_majority() -> None:
    state = Position().give(0, "book crete 1").give(1, "book crete 1").found(1, "greece", 13).build()
    assert site_points(state, "crete") == [0, 5]
    alone = Position().found(1, "greece", 13).build()
    assert site_points(alone, "crete") == [0, 5]


@pytest.mark.rule("T9.4")
def test_assistants_rumours_and_general_knowledge_do_not_count() -> None:
    helpers = ["assistant", "assistant", "assistant", "rumour crete", "general 2", "general 2"]
    state = Position().give(0, *helpers).found(0, "crete", 14).give(1, "book crete 1").build()
    assert site_points(state, "crete") == [0, 5]


@pytest.mark.rule("T9.4")
def test_nobody_scores_a_site_about_which_nobody_knows_anything() -> None:
    state = Position(3).give(0, "rumour crete", "assistant", "assistant", "general 2").build()
    assert [score["majorities"] for score in GAME.score(state)] == [NOTHING] * 3


@pytest.mark.rule("T9.4")
def test_every_site_is_scored_for_itself() -> None:
    position = (
        Position().give(0, "book greece 1", "book crete 2", "book egypt 1").give(1, "book crete 2", "book egypt 3")
    )
    first, second = (score["majorities"] for score in GAME.score(position.build()))
    assert first == {"greece": 5, "crete": 3, "egypt": 0, "palestine": 0, "mesopotamia": 0}
    assert second == {"greece": 0, "crete": 3, "egypt": 5, "palestine": 0, "mesopotamia": 0}


@pytest.mark.rule("T9.5")
def test_most_points_wins() -> None:
    position = Position(3).week(0, 1904, 1).week(1, 1904, 1).week(2, 1904, 1)
    state = position.found(0, "greece", 12).found(1, "palestine", 12).found(2, "greece", 4).build()
    outcome = GAME.outcome(state)
    assert outcome.totals == [6, 7, 2]
    assert outcome.ranking == [[1], [0], [2]]
    assert outcome.winners == [1]
    assert outcome.tie_break is None


@pytest.mark.rule("T9.5")
def test_a_tie_is_shared() -> None:
    position = Position(3).week(0, 1904, 1).week(1, 1904, 1).week(2, 1904, 1)
    state = position.found(0, "greece", 12).give(1, *["congress"] * 3).found(2, "greece", 4).build()
    outcome = GAME.outcome(state)
    assert outcome.totals == [6, 6, 2]
    assert outcome.ranking == [[0, 1], [2]]
    assert outcome.winners == [0, 1]
    assert outcome.tie_break == "shared"


@pytest.mark.rule("T9.5")
def test_a_tie_behind_the_winner_is_nobodys_win() -> None:
    state = Position(3).found(0, "greece", 12).found(1, "greece", 4).found(2, "greece", 5).build()
    outcome = GAME.outcome(state)
    assert outcome.totals == [6, 2, 2]
    assert (outcome.winners, outcome.ranking, outcome.tie_break) == ([0], [[0], [1, 2]], None)


@pytest.mark.rule("T9.6")
def test_the_rulebooks_example_scores_67() -> None:
    position = Position().give(0, "small london", "small paris", "large berlin", *["congress"] * 5)
    position.found(0, "mesopotamia", 5, 6, 7, 8, 9)  # 3 + 3 + 3 + 4 + 4
    position.found(0, "crete", 5, 6, 7, 8)  # 3 + 3 + 3 + 3
    position.found(0, "egypt", 4, 5, 6, 7)  # 2 + 2 + 3 + 3
    for site in FACTS.sites:
        position.give(0, f"book {site} 1").give(1, f"book {site} 2")
    state = position.build()
    assert GAME.score(state)[0] == {
        "artifacts": 39,
        "exhibitions": 13,
        "congresses": 15,
        "majorities": NOTHING,
        "total": 67,
    }


@pytest.mark.rule("T9.1", "T9.2", "T9.3", "T9.4")
def test_the_total_is_the_sum_of_all_parts() -> None:
    state = Position().give(0, "large london", "congress", "congress", "book greece 1").found(0, "crete", 12).build()
    score = GAME.score(state)[0]
    assert score["total"] == 5 + 3 + 5 + 5
    assert score["majorities"] == {**NOTHING, "greece": 5}
