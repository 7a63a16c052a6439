"""T7: exhibiting."""

import pytest

from digsite.core.errors import IllegalAction
from digsite.core.game import CHANCE
from tests.thebes.position import FACTS, GAME, Position, halls, legal, move, number, play, player, shown, view, when

LONDON = number("small london")


def ready_for_london() -> Position:
    """One Greek and two Egyptian artifacts, and the small London exhibition open."""
    return Position().found(0, "greece", 4).found(0, "egypt", 5, 6).exhibitions(a="small london")


@pytest.mark.rule("T7.1")
def test_the_player_travels_to_the_city_pays_the_weeks_and_takes_the_card() -> None:
    state = play(ready_for_london().build(), "exhibit a")
    assert player(state)["place"] == "london"
    assert when(state) == (1901, 2 + 3)
    assert [show["card"] for show in player(state)["exhibitions"]] == [LONDON]


@pytest.mark.rule("T7.1")
def test_a_large_exhibition_takes_four_weeks() -> None:
    position = (
        Position().at(0, "moscow").found(0, "egypt", 1).found(0, "palestine", 1, 2).found(0, "mesopotamia", 1, 2, 3)
    )
    state = play(position.exhibitions(b="large moscow").build(), "exhibit b")
    assert when(state) == (1901, 0 + 4)


@pytest.mark.rule("T7.1")
@pytest.mark.parametrize("hall", [0, 1, 2])
def test_any_open_exhibition_may_be_chosen(hall: int) -> None:
    shows = ["small london", "small paris", "small berlin"]
    position = Position().exhibitions(*shows)
    for site in FACTS.sites:
        position.found(0, site, 1, 2)
    state = position.build()
    assert legal(state, "exhibit") == ["exhibit a", "exhibit b", "exhibit c"]
    state = play(state, f"exhibit {'abc'[hall]}")
    assert [show["card"] for show in player(state)["exhibitions"]] == [number(shows[hall])]
    assert player(state)["place"] == ["london", "paris", "berlin"][hall]


@pytest.mark.rule("T7.1")
def test_an_empty_space_shows_nothing() -> None:
    state = ready_for_london().build()
    with pytest.raises(IllegalAction, match=r"T7.1: space b shows no exhibition"):
        play(state, "exhibit b")


@pytest.mark.rule("T7.2")
def test_one_greek_and_two_egyptian_artifacts_open_the_london_exhibition() -> None:
    assert FACTS.exhibitions[LONDON - 85].needs == {"greece": 1, "egypt": 2}
    assert legal(ready_for_london().build(), "exhibit") == ["exhibit a"]


@pytest.mark.rule("T7.2")
@pytest.mark.parametrize(
    ("greek", "egyptian", "refusal"),
    [
        ([], [1, 2], "T7.2: it asks for 1 artifact from Greece, the player has 0"),
        ([1], [1], "T7.2: it asks for 2 artifacts from Egypt, the player has 1"),
        ([1, 2, 3, 4], [1], "T7.2: it asks for 2 artifacts from Egypt, the player has 1"),
    ],
)
def test_too_few_artifacts_of_one_site_are_not_made_up_by_another(
    greek: list[int], egyptian: list[int], refusal: str
) -> None:
    position = Position().found(0, "greece", *greek).found(0, "egypt", *egyptian).found(0, "crete", 1, 2, 3)
    state = position.exhibitions(a="small london").build()
    assert legal(state, "exhibit") == []
    with pytest.raises(IllegalAction, match=refusal):
        play(state, "exhibit a")


@pytest.mark.rule("T7.2")
@pytest.mark.parametrize("card", range(10))
def test_every_exhibition_needs_exactly_what_it_shows(card: int) -> None:
    needs = FACTS.exhibitions[card].needs
    for missing in [None, *needs]:
        position = Position().exhibitions(a=85 + card)
        for site, needed in needs.items():
            position.found(0, site, *range(1, 1 + needed - (site == missing)))
        assert legal(position.build(), "exhibit") == (["exhibit a"] if missing is None else [])


@pytest.mark.rule("T7.2")
def test_more_artifacts_than_shown_do_no_harm() -> None:
    state = ready_for_london().found(0, "greece", 5, 6).found(0, "egypt", 7, 8).found(0, "crete", 1).build()
    assert legal(state, "exhibit") == ["exhibit a"]


@pytest.mark.rule("T7.2")
@pytest.mark.parametrize(("greek", "egyptian"), [([1], [1, 2]), ([12], [11, 12])])
def test_the_values_do_not_matter(greek: list[int], egyptian: list[int]) -> None:
    position = Position().found(0, "greece", *greek).found(0, "egypt", *egyptian).exhibitions(a="small london")
    assert legal(position.build(), "exhibit") == ["exhibit a"]


@pytest.mark.rule("T7.2")
def test_found_books_are_not_artifacts() -> None:
    position = Position().found(0, "greece", 13, 14).found(0, "egypt", 1, 2).exhibitions(a="small london")
    assert legal(position.build(), "exhibit") == []


@pytest.mark.rule("T7.2", "T6.13")
def test_the_first_dig_bonus_is_an_artifact() -> None:
    position = Position().found(0, "greece", 0).found(0, "egypt", 0, 1).exhibitions(a="small london")
    assert legal(position.build(), "exhibit") == ["exhibit a"]


@pytest.mark.rule("T7.2")
def test_another_players_artifacts_do_not_count() -> None:
    position = Position().found(0, "greece", 1).found(1, "egypt", 1, 2).exhibitions(a="small london")
    assert legal(position.build(), "exhibit") == []


@pytest.mark.rule("T7.3")
def test_the_artifacts_are_kept_and_may_be_exhibited_again() -> None:
    position = ready_for_london().week(1, 1903, 1).found(0, "crete", 1).found(0, "greece", 5).found(0, "egypt", 7)
    state = position.exhibitions(a="small london", b="large london").build()
    after = move(state, "exhibit a")
    assert player(after)["finds"] == player(state)["finds"]
    after = move(after, "exhibit b")
    assert [show["size"] for show in player(after)["exhibitions"]] == ["small", "large"]


@pytest.mark.rule("T7.3")
def test_the_space_stays_empty_and_nothing_is_drawn() -> None:
    paris, berlin = number("small paris"), number("small berlin")
    state = ready_for_london().exhibitions(a=paris, b=LONDON, c=berlin).build()
    before = shown(state)
    state = play(state, "exhibit b")
    assert halls(state) == [paris, None, berlin]
    assert shown(state) == before
    assert GAME.to_act(state) == 1


@pytest.mark.rule("T7.3", "T4.4")
def test_the_empty_space_is_filled_only_when_a_card_is_pushed_onto_it() -> None:
    paris, berlin, vienna = number("small paris"), number("small berlin"), number("small vienna")
    state = ready_for_london().exhibitions(a=paris, b=LONDON, c=berlin).deck(vienna, 7).build()
    state = play(state, "exhibit b", "take 1")
    assert GAME.to_act(state) == CHANCE
    state = play(state, f"card {vienna}")
    assert halls(state) == [vienna, paris, berlin]


@pytest.mark.rule("T7.3")
def test_an_exhibition_taken_never_returns_to_the_deck() -> None:
    state = play(ready_for_london().deck(7).discard(8).rest_to(1).build(), "exhibit a", "take 1", "card 7", "take 2")
    assert LONDON not in view(state)["discards"]
    assert GAME.to_act(state) == CHANCE
    with pytest.raises(IllegalAction):
        play(state, f"card {LONDON}")
