"""The rules pages and the tests keep each other honest: every numbered rule is proved, every proof names a rule."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from digsite.core.registry import plugin

TESTS = Path(__file__).parent
PAGES = sorted((TESTS.parent / "src" / "digsite" / "games").glob("*/rulebook.md"))
NUMBER = re.compile(r"^- \*\*([A-Z]\d+\.\d+)\*\*", re.MULTILINE)

EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)


def numbers(page: Path) -> list[str]:
    """The rules of a page: a number in bold at the start of a list item."""
    return NUMBER.findall(page.read_text(encoding="utf-8"))


def is_rule_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"


def marks_in(file: Path) -> Iterator[tuple[str, str]]:
    """Every marked test of a file with each number that it is marked with."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        for mark in filter(is_rule_mark, node.decorator_list):
            assert isinstance(mark, ast.Call)
            for number in mark.args:
                yield node.name, ast.literal_eval(number)


def marks_of(page: Path) -> list[tuple[str, str]]:
    """The marks in all tests of the game that a page is about."""
    return [mark for file in sorted((TESTS / page.parent.name).rglob("test_*.py")) for mark in marks_in(file)]


def test_there_are_rules_pages() -> None:
    assert "thebes" in [page.parent.name for page in PAGES]


@EACH_PAGE
def test_every_rule_has_a_test(page: Path) -> None:
    proved = {number for _, number in marks_of(page)}
    assert [number for number in numbers(page) if number not in proved] == []


@EACH_PAGE
def test_every_test_names_rules_that_exist(page: Path) -> None:
    known = set(numbers(page))
    assert [(test, number) for test, number in marks_of(page) if number not in known] == []


@EACH_PAGE
def test_every_rule_option_belongs_to_a_rule(page: Path) -> None:
    known = set(numbers(page))
    assert [option.name for option in plugin(page.parent.name).options if option.rule not in known] == []


@EACH_PAGE
def test_rules_are_numbered_once_and_in_order(page: Path) -> None:
    found = numbers(page)
    assert found
    assert {number[0] for number in found} == {page.parent.name[0].upper()}
    places = [tuple(int(part) for part in number[1:].split(".")) for number in found]
    assert places == sorted(set(places))
    for (chapter, rule), (next_chapter, next_rule) in pairwise(places):
        assert (next_chapter, next_rule) in [(chapter, rule + 1), (chapter + 1, 1)]


@EACH_PAGE
def test_every_number_a_page_mentions_is_one_of_its_rules(page: Path) -> None:
    letter = page.parent.name[0].upper()
    mentioned = set(re.findall(rf"\b{letter}\d+\.\d+\b", page.read_text(encoding="utf-8")))
    assert mentioned <= set(numbers(page))
