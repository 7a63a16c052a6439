"""The rules as pages show them: every rule is there, can be linked to, and its numbers lead where they say."""

import re
from importlib import resources

import pytest

from digsite import web
from digsite.core.registry import plugin
from digsite.web import rules

GAMES = ["thebes", "mykerinos"]
IDS = re.compile(r'id="([A-Z]\d+(?:\.\d+)?)"')


def source_of(game: str) -> str:
    package, _, file = plugin(game).rulebook.partition(":")
    return (resources.files(package) / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_text_is_on_the_page_once_under_its_number(game: str) -> None:
    numbers = re.findall(r"^- \*\*([A-Z]\d+\.\d+)\*\*", source_of(game), re.MULTILINE)
    chapters = [f"{game[0].upper()}{number}" for number in re.findall(r"^## (\d+)\.", source_of(game), re.MULTILINE)]
    assert sorted(IDS.findall(rules.page(game))) == sorted(numbers + chapters)


@pytest.mark.parametrize("game", GAMES)
def test_every_link_of_a_page_leads_to_something_on_it(game: str) -> None:
    page = rules.page(game)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(IDS.findall(page))
    assert len(re.findall(r"href=", page)) == len(re.findall(r'href="#', page))


def test_a_rule_links_to_itself_and_to_the_rules_it_names() -> None:
    assert rules.rule("thebes", "T5.2").startswith('<p class="rule"><strong><a href="#T5.2" class="number">T5.2</a>')
    assert 'href="#T8.4"' in rules.rule("thebes", "T5.2")
    assert "ends" not in rules.rule("thebes", "T6.4")
    assert "It leaves you when the dig is done." in rules.rule("thebes", "T6.4")


def test_what_digsite_decided_is_marked() -> None:
    assert '<em class="ruling">(ruling: more than three are still good' in rules.rule("thebes", "T6.3")


def test_a_chapter_has_its_heading_rules_and_tables() -> None:
    chapter = rules.chapter("thebes", "T9")
    assert '<h2 id="T9">' in chapter
    assert "Points</h2>" in chapter
    assert {number for number in IDS.findall(chapter) if "." in number} == {f"T9.{rule}" for rule in range(1, 7)}
    assert '<div class="table"><table>' in chapter


def test_beside_a_table_links_stay_at_the_table_and_the_rule_asked_for_is_marked() -> None:
    page = rules.page("thebes", "/t/abc", "T6.4", level=3)
    assert page.count("aria-current") == 1
    assert 'id="T6.4" aria-current="true"' in page
    assert 'href="/t/abc?rules=T6.9#T6.9"' in page
    assert 'href="#' not in page
    assert '<h3 id="T6">' in page


def test_unknown_numbers_are_known_as_such() -> None:
    assert all(rules.knows("thebes", number) for number in ("T6", "T6.4", "T11"))
    assert not any(rules.knows("thebes", number) for number in ("T6.99", "M3.1", "", "T12", "x"))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_contents_and_the_other_game(game: str) -> None:
    page = web.render("rules.html", me=None, here="rules", **rules.context(game))
    assert all(f'href="#{chapter.number}"' in page for chapter in rules.contents(game))
    assert all(f'href="/rules/{other}"' in page for other in GAMES)
    assert "<h1>" in page
    assert "**" not in page
