"""The guide follows what is played, lights what is on the table, and can always be left."""

from collections.abc import Iterator

import pytest

from digsite.core.fields import Bytes
from digsite.core.game import OVER
from digsite.core.rng import stream
from digsite.web.guide import Moves, Step
from digsite.web.thebes.guide import COURSE, FIRST_DIG, NAMES
from tests.thebes.position import GAME, Position
from tests.web.looking import look_at

Played = list[tuple[int, int, Bytes]]


def now(state: Bytes, moves: Moves = (), **query: str) -> Step | None:
    return COURSE.step(look_at(state, 0, **query), moves)


def shown(state: Bytes, moves: Moves = (), **query: str) -> Step:
    found = now(state, moves, **query)
    assert found
    return found


def opening() -> Bytes:
    return Position(2).show("book egypt 1 moscow", "congress london", "book crete 2 vienna", "shovel london").build()


def moved(state: Bytes, *texts: str) -> Played:
    """So many turns of seat 0, all in one position: only what was done counts."""
    return [(0, GAME.parse(state, text), state) for text in texts]


def test_it_begins_with_the_map_and_reads_on_to_the_book() -> None:
    state = opening()
    assert [shown(state, guide=str(asked)).number for asked in range(1, 6)] == [1, 2, 3, 3, 3]
    assert shown(state).number == 1
    assert "guide=2" in shown(state).on
    assert shown(state).back == ""
    assert shown(state, guide="2").back.startswith("/t/table?guide=1")


def test_the_book_that_brings_most_for_its_weeks_is_lit() -> None:
    lesson = shown(opening(), guide="3").lesson
    assert lesson.lit == "space-3"  # Vienna: 1 + 2 weeks for 2 points; Moscow: 1 + 1 for 1
    assert lesson.title == "Take this book: it makes every dig on Crete better."
    assert lesson.paragraphs[-1] == "It is to be had in Vienna: 1 week to get there, 2 weeks for the card."
    assert shown(opening(), guide="3").on == ""


def test_while_something_is_chosen_it_asks_to_confirm_that() -> None:
    assert shown(opening(), choose="take-1").lesson.lit == "choice"
    assert shown(opening(), choose="take-1").number == 3


def test_a_first_card_moves_the_calendar_then_a_second_is_asked_for() -> None:
    state = opening()
    assert shown(state, moved(state, "exchange")).number == 3
    assert shown(state, moved(state, "take 3")).number == 4
    assert shown(state, moved(state, "take 3"), guide="5").number == 5
    assert shown(state, moved(state, "take 3", "exchange")).number == 5
    assert shown(state, moved(state, "take 3", "take 1")).number == 5  # nothing known yet


def test_with_enough_knowledge_it_leads_to_a_dig() -> None:
    state = Position(2).give(0, "book egypt 3").build()
    found = shown(state, moved(state, "take 3", "take 1"))
    assert found.number == FIRST_DIG
    assert found.lesson.lit == "dig-egypt"
    assert shown(state, moved(state, "take 3", "take 1"), choose="dig-egypt").lesson.at == "sheet"


def test_after_the_first_dig_every_turn_has_a_lesson_and_then_it_is_over() -> None:
    state = Position(2).give(0, "book egypt 3").build()
    before = moved(state, "take 1", "take 2", "dig egypt 6")
    turns = [now(state, [*before, *moved(state, *["exchange"] * more)]) for more in range(5)]
    assert [each and each.number for each in turns] == [7, 8, 9, 10, None]
    assert turns[0]
    assert turns[0].on == "/t/table?guide=rest"
    assert now(state, before, guide="rest") is None
    assert now(state, before, choose="take-1") is None
    assert COURSE.step(look_at(state, 1), before) is not None  # seat 1 has played nothing yet


def test_it_can_be_left_and_is_only_for_players() -> None:
    state = opening()
    assert now(state, guide="off") is None
    assert COURSE.step(look_at(state, None), []) is None


@pytest.mark.parametrize("asked", ["0", "-1", "99", "x", "²", "007", "1e3"])
def test_nonsense_in_the_address_is_harmless(asked: str) -> None:
    assert 1 <= shown(opening(), guide=asked).number <= 3


def test_the_list_shows_what_is_done_and_links_what_may_be_read() -> None:
    look = look_at(opening(), guide="2")
    found = shown(opening(), guide="2")
    listed = COURSE.entries(look, found)
    assert len(listed) == len(NAMES) == COURSE.last
    assert [entry["state"] for entry in listed][:3] == ["done", "now", ""]
    assert [bool(entry["link"]) for entry in listed] == [True] * 3 + [False] * 7


def games() -> Iterator[tuple[Bytes, Played]]:
    """Positions of some games at random, with what was played before."""
    for seed in range(3):
        rng, played = stream(seed), Played()
        state = GAME.settle(GAME.new(2), rng)
        while GAME.to_act(state) != OVER:
            yield state, played
            legal = GAME.legal(state)
            action = int(legal[(seed + 7 * len(played)) % len(legal)])
            played.append((GAME.to_act(state), action, state))
            state = GAME.settle(GAME.apply(state, action), rng)


def test_in_any_game_every_step_can_be_shown() -> None:
    seen = set[int]()
    for state, played in games():
        for asked in ("", "10"):
            query = {"guide": asked} if asked else {}
            look = look_at(state, 0, **query)
            found = COURSE.step(look, played)
            if found is None:
                continue
            seen.add(found.number)
            html = COURSE.shown(look, found)
            assert html.startswith('<section id="guide"')
            assert "style=" not in html
    assert {1, 3, COURSE.last} <= seen
