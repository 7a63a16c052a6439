"""Explanations say what is true of this very game, and cite rules that exist."""

import re

import pytest

from digsite.core.fields import Bytes
from digsite.games.thebes.page import board, names, panels
from digsite.games.thebes.page.explain import explain
from digsite.games.thebes.rules.state import CARDS
from digsite.games.thebes.rules.view_types import KIT
from digsite.tables.refused import Refused
from digsite.web import render
from digsite.web.side_panel import side
from tests.thebes.position import FACTS, GAME, Position
from tests.web.tables import LookAt

look_at = LookAt(GAME, terms={"guide": True})

NEEDS = {
    "card": 1,
    "exhibition": 1,
    "site": 1,
    "place": 1,
    "bonus": 1,
    "marker": 1,
    "figure": 1,
    "knowledge": 2,
    "permits": 2,
}
OF_A_PLAYER = ("general", "finds", "score", *KIT, "exhibitions")


def middle() -> Bytes:
    """Two players in the middle of a game."""
    return (
        Position(2)
        .at(0, "rome")
        .week(0, 1902, 11)
        .week(1, 1902, 14)
        .give(0, "book egypt 2", "book egypt 1", "general 1", "assistant", "assistant", "shovel", "rumour egypt")
        .give(0, "congress", "congress", "car")
        .give(1, "book egypt 3", "assistant", "book crete 2")
        .show("book egypt 3 moscow", "shovel rome", "congress", "assistant")
        .exhibitions(a="small london")
        .found(0, "greece", 5, 13)
        .found(1, "egypt", 0, 9)
        .used(0, "greece")
        .build()
    )


def text(key: str, you: int | None = 0) -> str:
    found = explain(look_at(middle(), you), key)
    assert found
    return " ".join(found.paragraphs)


def every_key() -> list[str]:
    sites = FACTS.sites
    return [
        *(f"card-{card}" for card in range(CARDS)),
        *(f"exhibition-{card}" for card in range(85, CARDS)),
        *(f"{kind}-{site}" for kind in ("site", "bonus") for site in sites),
        *(f"place-{place}" for place in FACTS.places),
        *(f"{kind}-{seat}-{site}" for kind in ("knowledge", "permits") for seat in range(2) for site in sites),
        *(f"{kind}-{seat}" for kind in (*OF_A_PLAYER, "marker", "figure") for seat in range(2)),
        *("deck", "discards", "aside", "year", "calendar", "exchange", "stop"),
    ]


def test_assistants_are_told_with_what_they_add() -> None:
    assert text("assistants-0") == (
        "You have 2 assistants: together they add 1 point of knowledge in every dig, and stay. "
        "With one more it would be 2 in every dig."
    )
    assert text("assistants-1").startswith("Bo has one assistant: it can add 1 point in a single dig")


def test_knowledge_is_told_by_its_sources_and_who_leads() -> None:
    said = text("knowledge-0-egypt")
    assert "Your knowledge about it: 3 from book cards and 2 from a rumour, for one dig." in said
    assert "The assistants add 1 point in every dig." in said
    assert "Of 1 point of general knowledge, 1 count here: 5 on the wheel in total." in said  # 3 + 1 + 1
    assert "Tokens it draws: 1 in 1 week, 3 in 4 weeks, 5 in 8 weeks and 8 in 12 weeks." in said
    assert "Others have as much: as it stands, each gets 3 points at the end." in said
    assert "Bo has most knowledge about it: as it stands, that brings 5 points at the end." in text("knowledge-1-crete")
    assert "Most knowledge about it so far: Bo, with 2." in text("knowledge-0-crete")  # a found book makes it 1
    assert "You have most knowledge about it: as it stands, you get 5 points at the end." in text(
        "knowledge-1-crete", 1
    )


def test_a_bag_is_told_with_all_that_is_left_in_it() -> None:
    said = text("site-egypt")
    values = [value for number, (value, _) in enumerate(FACTS.artifacts[2]) if number not in (0, 9)]
    holds = f"The bag holds 29 tokens: 11 artifacts worth {sum(values)} points, 2 books and 16 sand."
    assert said.startswith(holds)
    assert "The first to dig here" not in said
    assert text("bonus-egypt") == "Bo was the first to dig here and got Ushabti 1."
    assert "From Rome it takes you 2 weeks to get there. One week from here: Crete and Palestine." in said


def test_a_site_shows_all_its_finds_and_who_has_those_that_are_gone() -> None:
    found = explain(look_at(middle()), "site-egypt")
    assert found
    assert found.figure
    entries = re.findall(r"<li.*?</li>", found.figure, re.DOTALL)
    assert len(entries) == 13 + 2 + 1  # artifacts, books, sand
    shown = {names.artifact(name): next(entry for entry in entries if f"<b>{names.artifact(name)}</b>" in entry)
             for _, name in FACTS.artifacts[2]}  # fmt: skip
    gone = {name for name, entry in shown.items() if 'class="gone"' in entry}
    assert gone == {names.artifact(FACTS.artifacts[2][number][1]) for number in (0, 9)}
    assert all("no longer in the bag:" in shown[name] and "Bo</small>" in shown[name] for name in gone)
    assert "×16" in entries[-1]
    assert all("<svg" in entry for entry in entries)


def test_the_bonus_of_a_first_dig_is_shown_apart_from_the_bag() -> None:
    found = explain(look_at(Position(2).build()), "site-crete")
    assert found
    assert found.figure
    gone = re.findall(r'<li class="gone">.*?<b>([^<]*)</b>.*?first dig</small></li>', found.figure, re.DOTALL)
    assert gone == [names.artifact(FACTS.artifacts[1][0][1])]


def test_permits_are_valid_or_used() -> None:
    assert text("permits-0-egypt").startswith("Your permit is valid")
    assert text("permits-0-greece").startswith("You have dug here this year")
    assert text("permits-0-greece", 1).startswith("Ann has dug here this year")


def test_an_open_card_is_told_with_its_way_and_price() -> None:
    viewer = look_at(middle())
    card = viewer.view["cards"][0]
    said = text(f"card-{card['card']}")
    assert "It takes 4 weeks in Moscow, plus 2 weeks to get there: 6 weeks in total." in said
    assert "With it, a dig of 6 weeks there would draw 6 tokens for you instead of 4." in said  # 8 instead of 5
    assert "It takes 4 weeks in Moscow." in text(f"card-{card['card']}", None)


def test_an_exhibition_says_what_is_lacking() -> None:
    assert "asks for 1 Greek artifact and 2 Egyptian artifacts" in text("exhibition-85")
    assert "You still lack: 2 Egyptian artifacts." in text("exhibition-85")
    assert "You still lack: 1 Greek artifact and 1 Egyptian artifact." not in text("exhibition-85", None)


def test_congresses_and_points() -> None:
    assert text("congresses-0") == (
        "You have attended 2 congresses, together worth 3 points at the end. The next one adds 3 points."
    )
    assert "Total: " in text("score-0")


@pytest.mark.rule("T2.1", "T2.2", "T8.1", "T8.3")
def test_the_calendar_is_told_with_its_order_its_ties_and_its_end() -> None:
    said = text("calendar")
    assert "On a shared space the last to arrive is on top and moves first." in said
    assert "The order now: You and Bo." in said
    assert "You are in week 11: 41 weeks are left of the year." in said  # of 52
    assert "Whoever passes week 52 begins a new year" in said
    assert "You are in week" not in text("calendar", None)


def test_a_marker_is_told_with_its_week_and_who_moves_before_it() -> None:
    def marker(seat: int, position: Position, you: int | None = 0) -> str:
        found = explain(look_at(position.build(), you), f"marker-{seat}")
        assert found
        return " ".join(found.paragraphs)

    assert marker(0, Position(2)).startswith("You are at the start. Your archaeologist stands here: Warsaw.")
    later = Position(2).week(0, 1902, 11).week(1, 1902, 14)
    assert marker(0, later).startswith("You are in week 11 of 1902.")
    assert marker(1, later).endswith("You move before this marker.")
    assert marker(1, later, None).endswith("Ann moves before this marker.")
    assert marker(0, Position(2).week(0, 1904, 1).week(1, 1903, 14)) == "You have reached the end of 1903."


@pytest.mark.parametrize("you", [0, None])
def test_weeks_year_and_markers_on_the_map_lead_to_what_they_are(you: int | None) -> None:
    viewer = look_at(middle(), you)
    drawn = board.context(viewer)
    pieces = drawn["pieces"]
    for size in ("", "phone-"):
        assert f'<a id="{size}calendar" ' in pieces[f"{size}calendar"]
        assert 'href="/t/abc?explain=calendar"' in pieces[f"{size}calendar"]
        assert 'href="/t/abc?explain=marker-1"' in pieces[f"{size}markers"]
    assert 'href="/t/abc?explain=year"' in render("thebes/board.html", **drawn)
    assert 'href="/t/abc?explain=calendar"' in render("thebes/status.html", **panels.status_context(viewer))


def test_every_sign_of_a_panel_says_what_it_is_where_one_points_at_it() -> None:
    """Also the little book: knowledge found in the ground."""
    viewer = look_at(Position(2).give(0, "book egypt 2", "rumour egypt", "shovel").found(0, "egypt", 13).build())
    panel = render("thebes/panel.html", viewer=viewer, **panels.context(viewer, 0))
    assert '<span class="found">' in panel
    signs = re.findall(r'<a class="(?:known|permit|finds)[^>]*>|<ul class="kit">.*?</a>', panel, re.DOTALL)
    assert len(signs) == 5 + 1 + 5 + 1 + 1
    for sign in signs:
        words = re.search(r'aria-label="([^"]+)"', sign)
        assert words
        assert f'title="{words[1]}"' in sign


def test_a_city_that_offers_nothing_says_what_it_is_and_so_does_who_stands_there() -> None:
    pieces = board.context(look_at(middle()))["pieces"]
    for size in ("", "phone-"):
        assert (
            f'<a id="{size}place-paris" class="spot" href="/t/abc?explain=place-paris"' in pieces[f"{size}place-paris"]
        )
        assert 'href="/t/abc?explain=figure-1"' in pieces[f"{size}figures"]
    paris = text("place-paris")
    assert "From Rome it takes you 1 week to get there." in paris
    assert "No open card is available here." in paris
    assert text("figure-0").startswith("Your archaeologist stands in Rome: every journey begins there.")
    assert "Available here: Shovel and Assistant." in text("figure-0")
    assert text("figure-1").startswith("Bo is in Warsaw. From Rome it takes you 2 weeks to get there.")


def test_beside_the_table_an_explanation_quotes_its_rules() -> None:
    html = side(look_at(middle(), explain="assistants-0"))
    assert html.startswith('<aside id="side" class="explain"')
    assert html.count("<blockquote>") == 2
    assert 'href="/t/abc?rules=T6.3#T6.3"' in html
    assert 'href="/t/abc"' in html


def test_beside_the_table_the_rules_are_shown_or_nothing() -> None:
    assert side(look_at(middle())) == '<aside id="side" hidden></aside>\n'
    html = side(look_at(middle(), rules="T6.4"))
    assert 'id="T6.4" aria-current="true"' in html
    assert "style=" not in html
    with pytest.raises(Refused):
        side(look_at(middle(), rules="T77"))
