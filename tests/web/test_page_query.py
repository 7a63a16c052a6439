"""What the address of a table's page asks for, decoded once."""

from dataclasses import replace

import pytest

from digsite.core.history import Decision
from digsite.core.registry import load
from digsite.web.page_query import NOTHING_ASKED, PageQuery
from digsite.web.timeline import ReplayStep, Timeline


def test_an_address_without_query_asks_for_nothing() -> None:
    assert PageQuery.decode({}) == NOTHING_ASKED


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ({"choose": "dig-egypt", "weeks": "6"}, PageQuery(choose="dig-egypt", options={"weeks": "6"})),
        ({"explain": "deck"}, PageQuery(explain="deck")),
        ({"rules": ""}, PageQuery(rules="")),
        ({"rules": "T6.4"}, PageQuery(rules="T6.4")),
        ({"hint": ""}, PageQuery(hint=True)),
        ({"log": "all"}, PageQuery(whole_log=True)),
        ({"log": "some"}, NOTHING_ASKED),
        ({"guide": "3"}, PageQuery(guide="3")),
        ({"ply": "40"}, PageQuery(ply=40)),
        ({"found": "0", "refresh": ""}, PageQuery(found=0, refresh=True)),
    ],
)
def test_every_question_has_its_field(query: dict[str, str], asked: PageQuery) -> None:
    assert PageQuery.decode(query) == asked


@pytest.mark.parametrize("text", ["", "-1", "x", "٣", "1234567"])
def test_what_is_no_number_counts_as_zero(text: str) -> None:
    assert PageQuery.decode({"ply": text, "found": text}) == PageQuery(ply=0, found=0)


def test_only_off_sends_the_guide_away() -> None:
    assert PageQuery(guide="off").guide_is_off
    assert not replace(NOTHING_ASKED, guide="rest").guide_is_off


def test_a_replay_steps_from_decision_to_decision() -> None:
    timeline = Timeline(load("thebes"))
    timeline.items = [Decision(None, 0, 5), Decision(0, 5, 6), Decision(1, 6, 9)]
    assert [timeline.decision_end(ply) for ply in (0, 5, 6, 8, 9, 99)] == [5, 5, 6, 6, 9, 9]
    assert timeline.steps_at(5) == ReplayStep(number=0, last=2, back=5, on=6)
    assert timeline.steps_at(6) == ReplayStep(number=1, last=2, back=5, on=9)
    assert timeline.steps_at(9) == ReplayStep(number=2, last=2, back=6, on=9)
