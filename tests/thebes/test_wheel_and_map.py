"""The facts themselves: cards, tokens, wheel and map as printed, and refusal of files that break them."""

import copy
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from digsite.core.errors import BadData
from digsite.games import thebes
from digsite.games.thebes.rules.data import Facts
from tests.thebes.position import FACTS, GAME

DATA = tomllib.loads(Path(thebes.__file__).with_name("rules").joinpath("data.toml").read_text("utf-8"))
SITES = ("greece", "crete", "egypt", "palestine", "mesopotamia")


def of_kind(kind: str) -> list[Any]:
    return [card for card in FACTS.researchers if card.kind == kind]


@pytest.mark.rule("T1.3")
def test_there_are_85_researcher_cards_of_nine_kinds() -> None:
    assert Counter(card.kind for card in FACTS.researchers) == {
        "book": 45,
        "general": 8,
        "rumour": 5,
        "assistant": 6,
        "shovel": 6,
        "congress": 9,
        "zeppelin": 2,
        "car": 2,
        "permit": 2,
    }
    assert len(FACTS.researchers) == 85


@pytest.mark.rule("T6.2")
@pytest.mark.parametrize("site", SITES)
def test_each_site_has_nine_books(site: str) -> None:
    values = Counter(card.value for card in of_kind("book") if card.site == site)
    assert values == {1: 4, 2: 3, 3: 2}


@pytest.mark.rule("T6.6")
def test_half_of_the_general_books_are_worth_1_and_half_2() -> None:
    assert Counter(card.value for card in of_kind("general")) == {1: 4, 2: 4}


@pytest.mark.rule("T6.5")
def test_each_site_has_one_rumour_worth_2() -> None:
    assert sorted((card.site, card.value) for card in of_kind("rumour")) == sorted((site, 2) for site in SITES)


@pytest.mark.rule("T4.1")
@pytest.mark.parametrize(
    ("kind", "weeks"),
    [
        ("rumour", 1),
        ("assistant", 2),
        ("shovel", 3),
        ("congress", 2),
        ("zeppelin", 1),
        ("car", 1),
        ("permit", 3),
    ],
)
def test_cards_of_one_kind_cost_the_same_weeks(kind: str, weeks: int) -> None:
    assert {card.weeks for card in of_kind(kind)} == {weeks}


@pytest.mark.rule("T4.1")
def test_a_book_costs_more_the_more_it_is_worth() -> None:
    assert {(card.value, card.weeks) for card in of_kind("book")} == {(1, 1), (2, 2), (3, 4)}
    assert {(card.value, card.weeks) for card in of_kind("general")} == {(1, 3), (2, 6)}


@pytest.mark.rule("T4.1")
def test_cards_are_studied_in_six_cities_and_never_in_warsaw() -> None:
    cities = {"berlin", "london", "moscow", "paris", "rome", "vienna"}
    assert {card.city for card in FACTS.researchers} == cities
    assert {show.city for show in FACTS.exhibitions} <= cities


@pytest.mark.rule("T7.1", "T9.2")
def test_small_exhibitions_are_worth_4_points_and_large_ones_5() -> None:
    small, large = FACTS.exhibitions[:5], FACTS.exhibitions[5:]
    assert {(show.size, show.weeks, show.points) for show in small} == {("small", 3, 4)}
    assert {(show.size, show.weeks, show.points) for show in large} == {("large", 4, 5)}
    assert {tuple(sorted(show.needs.values())) for show in small} == {(1, 2)}
    assert {tuple(sorted(show.needs.values())) for show in large} == {(1, 2, 3)}


@pytest.mark.rule("T7.2")
def test_every_site_is_needed_equally_often_by_the_exhibitions() -> None:
    for shows, needed in ((FACTS.exhibitions[:5], 1 + 2), (FACTS.exhibitions[5:], 1 + 2 + 3)):
        assert {site: sum(show.needs.get(site, 0) for show in shows) for site in SITES} == dict.fromkeys(SITES, needed)


@pytest.mark.rule("T1.6")
@pytest.mark.parametrize("site", SITES)
def test_each_site_has_31_tokens_13_of_them_artifacts(site: str) -> None:
    i = FACTS.sites.index(site)
    assert len(FACTS.artifacts[i]) + 1 + 1 + FACTS.sand[i] == 31
    assert len({name for _, name in FACTS.artifacts[i]}) == 13
    assert all(1 <= value <= 7 for value, _ in FACTS.artifacts[i])


@pytest.mark.rule("T1.6")
def test_every_site_is_the_subject_of_one_found_book() -> None:
    assert sorted(FACTS.book_on) == sorted(SITES)
    assert all(on != site for on, site in zip(FACTS.book_on, FACTS.sites, strict=True))


@pytest.mark.rule("T6.8")
def test_the_wheel_never_falls_with_knowledge_or_weeks() -> None:
    wheel = FACTS.wheel
    assert [len(row) for row in wheel] == [12] * 12
    for knowledge in range(12):
        for weeks in range(12):
            assert knowledge == 0 or wheel[knowledge][weeks] >= wheel[knowledge - 1][weeks]
            assert weeks == 0 or wheel[knowledge][weeks] >= wheel[knowledge][weeks - 1]


@pytest.mark.rule("T6.8")
def test_the_wheel_reads_as_printed() -> None:
    assert FACTS.wheel[8 - 1][4 - 1] == 5
    assert FACTS.wheel[1 - 1] == [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2]
    assert FACTS.wheel[12 - 1] == [3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10]


@pytest.mark.rule("T6.3", "T6.9", "T9.3")
def test_sets_and_congresses_are_worth_what_the_summary_sheet_says() -> None:
    assert FACTS.sets[:4] == [0, 0, 1, 2]
    assert FACTS.congress[:8] == [0, 1, 3, 6, 10, 15, 21, 28]
    assert (FACTS.single, FACTS.rumour, FACTS.majority, FACTS.majority_tie) == (1, 2, 5, 3)


@pytest.mark.rule("T3.1")
def test_the_map_has_seven_cities_five_sites_and_18_routes() -> None:
    assert set(FACTS.cities) == {"london", "paris", "berlin", "rome", "vienna", "warsaw", "moscow"}
    assert FACTS.sites == SITES
    assert len({frozenset(route) for route in FACTS.routes}) == len(FACTS.routes) == 18


@pytest.mark.rule("T3.1")
def test_moscow_is_reached_from_warsaw_only_and_sites_through_greece_or_rome() -> None:
    def beside(place: str) -> set[str]:
        return {one if other == place else other for one, other in FACTS.routes if place in (one, other)}

    assert beside("moscow") == {"warsaw"}
    assert beside("egypt") == {"crete", "palestine"}
    assert beside("crete") == {"rome", "greece", "egypt", "palestine"}
    assert beside("warsaw") == {"berlin", "moscow", "vienna", "greece"}


def test_the_game_has_no_digest_for_its_own_data_and_one_for_other() -> None:
    assert GAME.data_digest is None
    other = copy.deepcopy(DATA)
    other["bonus"]["rumour"] = 3
    assert len(GAME.with_data(other).data_digest or "") == 64


def changed(path: str, value: Any) -> dict[str, Any]:
    """The data with one entry replaced; None removes it."""
    data: dict[str, Any] = copy.deepcopy(DATA)
    entry: Any = data
    *way, last = path.split(".")
    for key in way:
        entry = entry[int(key) if isinstance(entry, list) else key]
    place: Any = int(last) if isinstance(entry, list) else last
    if value is None:
        del entry[place]
    else:
        entry[place] = value
    return data


BAD = {
    "no table of cards": ("cards", None, "cards.researcher: missing"),
    "too few cities": ("map.cities", ["london"], "map.cities: must be 7 names"),
    "a city named like a site": (
        "map.cities",
        ["greece", "paris", "berlin", "rome", "vienna", "warsaw", "moscow"],
        "map: every city and site needs a name of its own",
    ),
    "an unknown start": ("map.start", "atlantis", "map.start: 'atlantis' is none of london"),
    "a route to nowhere": ("map.routes.0", ["london", "atlantis"], r"map.routes\[0\]: 'atlantis' is none of"),
    "a route with three ends": ("map.routes.0", ["london", "paris", "rome"], r"map.routes\[0\]: must have 2 entries"),
    "a year without weeks": ("time.weeks_per_year", 0, "time.weeks_per_year: 0 is not a whole number from 1 to 52"),
    "a start week missing": ("time.start_week.3", None, "time.start_week.3: missing"),
    "a first year after the last": (
        "time.first_year.2",
        1904,
        "time.first_year.2: 1904 is not a whole number from 1900",
    ),
    "a short wheel": ("wheel.tokens", [[1] * 12], "wheel.tokens: must have 12 rows"),
    "a short wheel row": ("wheel.tokens.5", [1], r"wheel.tokens\[5\]: must have 12 entries"),
    "a wheel that falls": (
        "wheel.tokens.11",
        [0] * 12,
        "wheel.tokens: more knowledge or more weeks must never draw fewer",
    ),
    "half a token": ("wheel.tokens.0", [0.5] * 12, r"wheel.tokens\[0\]\[0\]: 0.5 is not a whole number from 0 to 31"),
    "a bonus that is true": ("bonus.rumour", True, "bonus.rumour: True is not a whole number from 0 to 12"),
    "no values for sets": ("bonus.sets", [], "bonus.sets: must be a list of numbers"),
    "84 cards": ("cards.researcher.84", None, "cards.researcher: must have 85 rows"),
    "an unknown kind": (
        "cards.researcher.3",
        ["scroll", "rome", 1, 1, ""],
        r"cards.researcher\[3\]: 'scroll' is none of",
    ),
    "a card in a site": (
        "cards.researcher.3",
        ["car", "egypt", 1, 0, ""],
        r"cards.researcher\[3\]: 'egypt' is none of",
    ),
    "a book on nothing": (
        "cards.researcher.3",
        ["book", "rome", 1, 1, ""],
        r"cards.researcher\[3\]: '' is none of greece",
    ),
    "a car on a site": (
        "cards.researcher.3",
        ["car", "rome", 1, 0, "egypt"],
        r"cards.researcher\[3\]: 'egypt' is none of",
    ),
    "a card for nothing": (
        "cards.researcher.3",
        ["car", "rome", 0, 0, ""],
        r"cards.researcher\[3\]: 0 is not a whole number",
    ),
    "too much knowledge": (
        "cards.researcher",
        [["general", "rome", 1, 9, ""]] * 85,
        "cards.researcher: cards and found books together must not exceed 127",
    ),
    "an exhibition of no size": (
        "cards.exhibition.0",
        ["huge", "london", 3, 4, {}],
        r"cards.exhibition\[0\]: 'huge' is none of small, large",
    ),
    "needs from a city": (
        "cards.exhibition.0",
        ["small", "london", 3, 4, {"rome": 1}],
        r"cards.exhibition\[0\]: needs must name sites",
    ),
    "six small exhibitions": (
        "cards.exhibition.9",
        ["small", "london", 3, 4, {"crete": 1}],
        "cards.exhibition: half of the exhibitions must be small",
    ),
    "a site without tokens": ("tokens.crete", None, "tokens.crete.sand: missing"),
    "a book on nowhere": ("tokens.crete.book_on", "rome", "tokens.crete.book_on: 'rome' is none of greece"),
    "less than no sand": ("tokens.egypt.sand", -1, "tokens.egypt.sand: -1 is not a whole number from 0 to 99"),
    "twelve artifacts": ("tokens.greece.artifacts.12", None, "tokens.greece.artifacts: must have 13 rows"),
    "a priceless artifact": (
        "tokens.greece.artifacts.2",
        ["much", "Attic cup"],
        r"tokens.greece.artifacts\[2\]: 'much' is not a whole number",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_data_is_refused_by_the_name_of_its_entry(case: str) -> None:
    path, value, message = BAD[case]
    with pytest.raises(BadData, match=message):
        Facts(changed(path, value))


def test_a_route_from_a_place_to_itself_is_refused() -> None:
    with pytest.raises(BadData, match=r"map.routes"):
        GAME.with_data(changed("map.routes.0", ["paris", "paris"]))


def test_more_general_knowledge_than_a_position_can_hold_is_refused() -> None:
    data = copy.deepcopy(DATA)
    cards = data["cards"]["researcher"]
    cards[:] = [["car", *card[1:3], 0, ""] for card in cards[:71]] + [["general", "rome", 1, 8, ""]] * 14
    for site in SITES:
        data["tokens"][site]["general"] = 9  # 14 * 8 + 5 * 9 = 157 points
    with pytest.raises(BadData, match=r"general|cards.researcher"):
        GAME.with_data(data)


def test_a_map_in_two_pieces_is_refused() -> None:
    data = copy.deepcopy(DATA)
    data["map"]["routes"] = [route for route in data["map"]["routes"] if "moscow" not in route]
    with pytest.raises(BadData, match=r"map.routes: some place cannot be reached"):
        GAME.with_data(data)
