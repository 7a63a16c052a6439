"""The tables on the rules page say what the data says."""

from collections import Counter
from pathlib import Path

from tests.thebes.position import FACTS

PAGE = (Path(__file__).parents[2] / "src" / "digsite" / "games" / "thebes" / "rulebook.md").read_text("utf-8")


def table(start: str) -> list[list[str]]:
    """The rows below the heading that begins so, cell by cell."""
    lines = PAGE[PAGE.index(f"\n| {start}") + 1 :].split("\n\n")[0].splitlines()
    return [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in [lines[0], *lines[2:]]]


def test_the_wheel_on_the_page_is_the_wheel() -> None:
    head, *rows = table("| 1 | 2 |")
    assert head[1:] == [str(weeks) for weeks in range(1, 13)]
    assert [row[0] for row in rows] == [str(knowledge) for knowledge in range(1, 13)]
    assert [[0 if cell == "·" else int(cell) for cell in row[1:]] for row in rows] == FACTS.wheel


def test_the_routes_on_the_page_are_the_routes() -> None:
    routes = {(row[0].lower(), goal.lower()) for row in table("from ")[1:] for goal in row[1].split(", ")}
    assert routes == {*FACTS.routes, *((other, one) for one, other in FACTS.routes)}


def test_the_cards_on_the_page_are_the_cards() -> None:
    counts = Counter(card.kind for card in FACTS.researchers)
    rows = table("card |")[1:]
    kinds = {"general book": "general", "special permit": "permit"}
    assert {kinds.get(row[0], row[0]): int(row[1]) for row in rows} == counts
    for row in rows:
        weeks = {card.weeks for card in FACTS.researchers if card.kind == kinds.get(row[0], row[0])}
        assert {int(word) for word in row[2].replace(",", "").split() if word.isdigit()} == weeks


def test_the_exhibitions_on_the_page_are_the_exhibitions() -> None:
    exhibitions = {}
    for city, *shows in table("city ")[1:]:
        for size, show in zip(("small", "large"), shows, strict=True):
            needs = [need.split() for need in show.split(", ")]
            exhibitions[size, city.lower()] = {site.lower(): int(needed) for needed, site in needs}
    assert exhibitions == {(show.size, show.city): show.needs for show in FACTS.exhibitions}


def test_the_congresses_on_the_page_score_what_they_score() -> None:
    head, points = table("congress cards")
    assert [int(cell.split()[0]) for cell in head[1:]] == list(range(1, 8))
    assert [int(cell) for cell in points[1:]] == FACTS.congress[1:8]
    assert set(FACTS.congress[8:]) == {FACTS.congress[7]}
