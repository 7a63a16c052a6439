"""Everything the data of Thebes names has a message of its own."""

from gettext import NullTranslations

import pytest

from digsite.core.registry import load
from digsite.games.thebes.page import names
from digsite.games.thebes.rules.data import KINDS, facts_of
from digsite.games.thebes.rules.state import CARDS, RESEARCHERS
from digsite.games.thebes.rules.view import exhibition_view, find_view, researcher_view
from digsite.games.thebes.rules.view_types import CardView
from digsite.web.i18n import speaking

FACTS = facts_of(load("thebes"))


def test_every_artifact_of_the_data_is_a_message_and_no_other() -> None:
    assert {name for site in FACTS.artifacts for _, name in site} == set(names.ARTIFACTS)
    assert len(names.ARTIFACTS) == len(set(names.ARTIFACTS))


def test_every_place_site_and_kind_has_its_messages() -> None:
    assert set(names.PLACES) == set(FACTS.places)
    assert set(names.ADJECTIVES) == set(names.BOOKS) == set(names.RUMOURS) == set(FACTS.sites)
    assert set(KINDS) <= set(names.KINDS)
    assert set(KINDS) - {"book", "rumour"} == set(names.CARDS)


@pytest.mark.parametrize(
    ("card", "title", "short", "within"),
    [
        ("book egypt", "Book on Egypt", "Book", "a book on Egypt"),
        ("rumour crete", "Rumour of Crete", "Rumour", "a rumour of Crete"),
        ("general ", "General book", "General", "a general book"),
        ("assistant ", "Assistant", "Assistant", "an assistant"),
        ("permit ", "Special permit", "Permit", "a special permit"),
    ],
)
def test_what_a_card_is_called(card: str, title: str, short: str, within: str) -> None:
    kind, site = card.split(" ")
    shown: CardView = {"card": 0, "kind": kind, "city": "rome", "weeks": 1, "value": 1, "site": site or None}
    assert (names.card_title(shown), names.card_short(shown)) == (title, short)
    assert names.a_card(kind, site or None) == within


def test_every_card_and_find_of_the_data_has_a_name() -> None:
    for number in range(CARDS):
        card = researcher_view(FACTS, number) if number < RESEARCHERS else exhibition_view(FACTS, number)
        assert card is not None
        assert names.card_title(card)
        assert names.card_short(card)
    assert names.find_name(find_view(FACTS, 2, 11)) == "Rosetta stone"
    assert names.find_name(find_view(FACTS, 0, 13)) == "Book on Crete"
    assert names.find_name(find_view(FACTS, 0, 14)) == "General book"


def test_another_editions_names_stand_as_they_are() -> None:
    assert (names.place("troy"), names.in_place("troy"), names.artifact("Trojan horse")) == (
        "Troy",
        "in Troy",
        "Trojan horse",
    )


def test_names_are_told_in_the_readers_language() -> None:
    class Polish(NullTranslations):
        def gettext(self, message: str) -> str:
            return {"in Egypt": "w Egipcie", "a book on Egypt": "książkę o Egipcie"}.get(message, message)

    with speaking(Polish()):
        assert names.in_place("egypt") == "w Egipcie"
        assert names.a_book("egypt") == "książkę o Egipcie"
    assert names.in_place("egypt") == "in Egypt"


def test_sand_is_counted() -> None:
    assert [names.sand(times) for times in (1, 2, 3)] == ["sand", "sand twice", "sand 3 times"]
