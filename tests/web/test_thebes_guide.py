"""The guide follows what is played, lights what is on the table, and can always be left."""

from digsite.core.fields import Bytes
from digsite.games.thebes.page.guide import COURSE, EXHIBITION, FIRST_DIG, NAMES
from digsite.games.thebes.page.page import ThebesPage
from digsite.web.guide import NOTHING, Lesson, Moves, Step
from digsite.web.timeline import Timeline
from tests.thebes.position import FACTS, GAME, Position
from tests.web.suite import Played
from tests.web.tables import LookAt

look_at = LookAt(GAME, terms={"guide": True})


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


def lesson_of(position: Position) -> Lesson:
    """What is said about exhibitions."""
    return COURSE.lessons[EXHIBITION - 1](look_at(position.build(), 0))


def test_it_begins_with_the_map_and_reads_on_to_the_book() -> None:
    state = opening()
    assert [shown(state, guide=str(asked)).number for asked in range(1, 6)] == [1, 2, 3, 3, 3]
    assert shown(state).number == 1
    assert "guide=2" in shown(state).on
    assert shown(state).back == ""
    assert shown(state, guide="2").back.startswith("/t/abc?guide=1")


def test_the_book_that_brings_most_for_its_weeks_is_lit() -> None:
    lesson = shown(opening(), guide="3").lesson
    assert lesson.lit == "space-3"  # Vienna: 1 + 2 weeks for 2 points; Moscow: 1 + 1 for 1
    assert lesson.title == "Take this book: it makes every dig on Crete better."
    assert lesson.paragraphs[-1] == "You'll find it in Vienna: 1 week to get there, 2 weeks for the card."
    assert shown(opening(), guide="3").on == ""


def test_while_something_is_chosen_it_asks_to_confirm_that() -> None:
    assert shown(opening(), choose="take-1").lesson.lit == "choice"
    assert shown(opening(), choose="take-1").number == 3


def test_another_card_than_the_lit_one_is_told_with_what_it_does() -> None:
    """Lit is the book in Vienna, the third card."""
    assert shown(opening(), choose="take-3").lesson.title == "See what it costs, then confirm."
    book, congress = (shown(opening(), choose=f"take-{space}").lesson for space in (1, 2))
    assert {book.title, congress.title} == {"You chose something else."}
    assert book.paragraphs[0] == "It is a book, too: it makes every dig in Egypt better."
    assert congress.paragraphs[0] == "Congresses do not help you dig, but they are worth points at the end."
    assert "The highlighted card was a book on Crete, in Vienna" in book.paragraphs[1]
    assert shown(opening(), choose="exchange").lesson.paragraphs[0] == "It brings you no knowledge."


def test_who_took_no_book_is_told_so_in_the_next_step() -> None:
    def said(card: str) -> list[str]:
        state = Position(2).give(0, card).show("book greece 3", "congress", "congress", "congress").build()
        played = moved(state, "take 2")
        steps = shown(state, played), shown(state, played, guide="5")
        return [steps[0].lesson.paragraphs[-1], steps[1].lesson.paragraphs[0]]

    calendar, second = said("assistant")
    assert calendar.startswith("You have no book on a site yet")
    assert second == "It is your first book: it opens a site to you."
    assert not said("book egypt 1")[0].startswith("You have no book")


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
    state = Position(2).give(0, "book egypt 3").exhibitions("small london").build()
    before = moved(state, "take 1", "take 2", "dig egypt 6")
    turns = [now(state, [*before, *moved(state, *["exchange"] * more)]) for more in range(5)]
    assert [each and each.number for each in turns] == [7, 8, 9, 10, None]
    assert turns[0]
    assert turns[0].on == "/t/abc?guide=rest"
    assert now(state, before, guide="rest") is None
    assert now(state, before, choose="take-1") is None
    assert COURSE.step(look_at(state, 1), before) is not None  # seat 1 has played nothing yet


def test_the_lesson_on_exhibitions_waits_until_there_is_one() -> None:
    empty = Position(2).give(0, "book egypt 3").build()
    shows = Position(2).give(0, "book egypt 3").exhibitions("small london").build()
    before = moved(empty, "take 1", "take 2", "dig egypt 6", *["exchange"] * 6)
    assert now(empty, before) is None
    assert shown(shows, before).number == EXHIBITION
    assert now(shows, [*before, *moved(shows, "exchange")]) is None
    assert now(empty, [*before, *moved(shows, "exchange")]) is None


def test_an_exhibition_is_told_with_what_it_asks_for_and_what_is_short() -> None:
    """The small one in London: 1 Greek and 2 Egyptian artifacts, 4 points."""
    position = Position(2).exhibitions(b="small london")
    lesson = lesson_of(position)
    assert (
        "The one in London asks for 1 Greek artifact and 2 Egyptian artifacts and brings 4 points." in lesson.paragraphs
    )
    assert "Not yet: 1 Greek artifact and 2 Egyptian artifacts short." in lesson.paragraphs
    able = lesson_of(position.found(0, "greece", 5).found(0, "egypt", 7, 9))
    assert able.title == "You can hold an exhibition now."
    assert not any(part.startswith("Not yet") for part in able.paragraphs)


def test_what_was_found_is_shown_where_it_lies() -> None:
    state = Position(2).found(0, "egypt", 9).build()
    lesson = COURSE.lessons[FIRST_DIG](look_at(state, 0))
    worth = FACTS.artifacts[2][9][0]
    assert lesson.lit == "panel-0"
    assert lesson.paragraphs[0].startswith(f"Your artifacts are worth {worth} point")


def test_a_third_card_is_the_last_before_a_dig() -> None:
    """One book of 1: a token takes 8 weeks (the wheel's first row), too many unless three cards are taken."""
    state = Position(2).give(0, "book egypt 1").build()
    assert shown(state, moved(state, "take 1", "take 2")).number == 5
    assert shown(state, moved(state, "take 1", "take 2", "take 3")).number == FIRST_DIG


def test_a_second_site_is_opened_once() -> None:
    def said(*books: str) -> str:
        state = Position(2).give(0, *books).show("book greece 3", "congress", "congress", "congress").build()
        return shown(state, moved(state, "take 2", "exchange")).lesson.paragraphs[0]

    assert said("book egypt 1").startswith("It opens a second site")
    assert said("book egypt 1", "book crete 1").startswith("It opens one more site")


def test_whatever_else_is_chosen_is_spoken_of() -> None:
    state = Position(2).give(0, "book egypt 3").exhibitions("small london").build()
    assert shown(state, choose="dig-egypt").lesson.at == "sheet"
    played = moved(state, "take 1", "exchange")
    assert shown(state, played, choose="exchange").lesson.do == "Now press the button on the ticket"
    refused = shown(state, choose="exhibit-a").lesson
    assert (refused.title, refused.lit) == ("That is not possible yet.", "choice")


def test_who_waits_is_told_so_beside_the_turn() -> None:
    state = Position(2).give(0, "book egypt 3").week(0, 1901, 9).week(1, 1901, 3).build()
    for played in (["take 1"] * 2, ["take 1", "exchange"]):
        lesson = shown(state, moved(opening(), *played)).lesson
        assert lesson.lit == "status"
        assert lesson.paragraphs == ["It is not your turn: wait until the others have overtaken you."]
    assert shown(state, moved(opening(), "take 1", "take 1"), choose="take-1").lesson.lit == "status"


def test_a_guide_at_rest_or_sent_away_shows_nothing() -> None:
    page, timeline = ThebesPage(), Timeline(GAME)
    assert page.guide(look_at(opening(), guide="rest"), timeline) == NOTHING
    assert page.guide(look_at(opening(), guide="off"), timeline) == NOTHING


def test_the_list_shows_what_is_done_and_links_what_may_be_read() -> None:
    viewer = look_at(opening(), guide="2")
    found = shown(opening(), guide="2")
    listed = COURSE.entries(viewer, found)
    assert len(listed) == len(NAMES) == COURSE.last
    assert [entry["state"] for entry in listed][:3] == ["done", "now", ""]
    assert [bool(entry["link"]) for entry in listed] == [True] * 3 + [False] * 7
