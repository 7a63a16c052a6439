"""The rules as pages show them: every rule is there, can be linked to, and its numbers lead where they say."""

import re
from html import unescape
from importlib import resources

import pytest

from digsite import web
from digsite.core.registry import plugin
from digsite.web import rules
from digsite.web.game_page import page_of

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
    assert "it leaves you when the dig is done." in rules.rule("thebes", "T6.4")


def test_what_digsite_decided_is_marked() -> None:
    assert '<em class="ruling">(ruling: more than three still add' in rules.rule("thebes", "T6.3")


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
    assert all(rules.knows("thebes", number) for number in ("T6", "T6.4", "T10"))
    assert not any(rules.knows("thebes", number) for number in ("T6.99", "M3.1", "", "T11", "x"))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_contents_and_the_other_game(game: str) -> None:
    page = web.render("rules.html", me=None, here="rules", **rules.context(game))
    assert all(f'href="#{chapter.number}"' in page for chapter in rules.contents(game))
    assert all(f'href="/rules/{other}"' in page for other in GAMES)
    assert "<h1>" in page
    assert "**" not in page


@pytest.mark.parametrize("game", GAMES)
def test_figures_stand_at_rules_and_only_on_the_page_itself(game: str) -> None:
    figures = page_of(game).figures()
    page = web.render("rules.html", me=None, here="rules", **rules.context(game))
    assert len(figures) > 5
    assert page.count('<figure class="rule-figure">') == len(figures)
    for number, figure in figures.items():
        item = page[page.index(f'id="{number}"') :].partition("</li>")[0]
        assert figure.caption in unescape(item)
    assert "rule-figure" not in rules.page(game, "/t/abc")


@pytest.mark.parametrize("game", GAMES)
def test_every_symbol_of_a_figure_is_on_the_page(game: str) -> None:
    page = web.render("rules.html", me=None, here="rules", **rules.context(game))
    assert set(re.findall(r'<use href="#([^"]+)"', page)) <= set(re.findall(r' id="([^"]+)"', page))
    ids = re.findall(r' id="([^"]+)"', page)
    assert sorted(set(ids)) == sorted(ids)


def test_a_search_finds_the_rules_that_have_all_its_words() -> None:
    found = rules.search("thebes", "Zeppelin  DISCARDED")
    assert [chapter.number for chapter, _rules in found] == ["T3"]
    assert "T3.3" in found[0][1][0]
    assert 'href="/rules/thebes#T3.3"' in found[0][1][0]
    assert len(rules.search("thebes", "exhibiting")[0][1]) == 3
    assert rules.search("thebes", "") == rules.search("thebes", "xyzzy") == []


def test_without_script_a_search_shows_what_it_found() -> None:
    page = web.render("rules.html", me=None, here="rules", **rules.context("thebes", "zeppelin"))
    assert "T3.3" in page
    assert "T9.1" not in page
    assert "Show all rules" in page
    page = web.render("rules.html", me=None, here="rules", **rules.context("thebes", "<xyzzy>"))
    assert "No rule has “&lt;xyzzy&gt;”." in page
