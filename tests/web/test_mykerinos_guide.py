"""The guide follows what is played, lights what is on the table, and can always be left."""

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from digsite.games.mykerinos.page.guide import (
    CHOICE,
    COURSE,
    DESERT,
    END,
    FIRST_EXTENSION,
    FIRST_START,
    HELP,
    MUSEUM,
    NEUTRALS,
    PASSING,
    STANDING,
)
from digsite.web.guide import Step
from tests.mykerinos.position import GAME, Position, play
from tests.web.suite import Played
from tests.web.tables import EXPLORERS, LookAt

look_at = LookAt(GAME, names=EXPLORERS, terms={"guide": True})


class Line:
    """A game of two that remembers who did what."""

    def __init__(self, state: Bytes) -> None:
        self.state = state
        self.moves = Played()

    def play(self, *texts: str) -> "Line":
        for text in texts:
            seat = GAME.to_act(self.state)
            if seat != CHANCE:
                self.moves.append((seat, GAME.parse(self.state, text), self.state))
            self.state = play(self.state, text)
        return self

    def now(self, **query: str) -> Step | None:
        return COURSE.step(look_at(self.state, 0, **query), self.moves)

    def number(self, **query: str) -> int:
        shown = self.now(**query)
        return shown.number if shown else 0


def opening() -> Line:
    return Line(Position(2).build())


def test_it_begins_with_the_desert_and_reads_on_to_the_start() -> None:
    line = opening()
    assert [line.number(guide=str(asked)) for asked in (1, 2, 3, 9)] == [DESERT, FIRST_START, FIRST_START, FIRST_START]
    first = line.now()
    assert first
    assert (first.number, first.back) == (DESERT, "")
    assert "guide=2" in first.on
    start = line.now(guide="2")
    assert start
    assert (start.on, start.do, start.lesson.lit) == ("", "Choose a field with a dot", "board")


def test_while_something_is_chosen_it_asks_to_confirm_that() -> None:
    shown = opening().now(choose="a1")
    assert shown
    assert (shown.number, shown.lesson.lit) == (FIRST_START, "choice")


def test_after_the_start_comes_a_neutral_archaeologist_then_an_extension() -> None:
    line = opening().play("start a1")
    assert line.number() == NEUTRALS
    line.play("neutral start h1")
    assert line.number() == FIRST_EXTENSION
    waiting = line.now()
    assert waiting
    assert waiting.lesson.paragraphs == ["It is not your turn: wait until the others have moved."]
    line.play("start a5", "neutral skip")
    assert line.number() == FIRST_EXTENSION
    wrong = line.now(choose="b1", deed="start")
    assert wrong
    assert wrong.lesson.title == "Extend instead."
    far = line.now(choose="h6")
    assert far
    assert far.do == "Choose a ringed dot"
    assert line.now(choose="b1") == line.now(choose="b1", deed="extend")
    line.play("extend b1")
    going_on = line.now()
    assert going_on
    assert (going_on.number, going_on.lesson.title) == (FIRST_EXTENSION, "Now the second one.")


def test_then_one_lesson_a_turn() -> None:
    line = opening().play("start a1", "neutral skip", "start a5", "neutral skip", "extend b1", "then c1")
    again = line.now()  # a neutral one may follow again: one line
    assert again
    assert (again.number, len(again.lesson.paragraphs), again.do) == (STANDING, 1, "Choose a field, or skip")
    line.play("neutral skip", "start b5", "neutral skip")
    standing = line.now()
    assert standing
    assert standing.number == STANDING
    assert "You lead in zone I." in standing.lesson.paragraphs
    assert standing.on == "/t/abc?guide=rest"
    line.play("start d1", "neutral skip", "start a6", "neutral skip")
    assert line.number() == PASSING
    line.play("start e1", "neutral skip", "start f1", "neutral skip")
    assert line.number() == 0


def scoring() -> Line:
    return Line(Position(2).dig(0, "a1 b1 e1").passed(0).turn(1).build()).play("pass")


def test_scoring_teaches_the_choice_and_then_the_museum() -> None:
    line = scoring()
    choice = line.now()
    assert choice
    assert (choice.number, choice.lesson.lit, choice.do) == (CHOICE, "prizes", "Choose a card")
    line.play("tile 1")
    assert line.number() == MUSEUM
    assert line.number(choose="room-1") == 0


def test_in_the_second_round_patrons_help_and_the_end_is_told() -> None:
    line = Line(Position(2, round=2).own(0, "lemon 3").build())
    helping = line.now()
    assert helping
    assert (helping.number, helping.lesson.lit) == (HELP, "patrons")
    assert any("Lord Lemon: start on a pyramid" in paragraph for paragraph in helping.lesson.paragraphs)
    line.play("start a1", "neutral skip", "start a5", "neutral skip")
    end = line.now()
    assert end
    assert end.number == END
    assert "If it ended now, you would have 4 points." in end.lesson.paragraphs
    line.play("start b1", "neutral skip", "start b5", "neutral skip")
    assert line.number() == 0


def test_a_tie_is_not_called_a_lead() -> None:
    line = opening().play("start d1", "neutral skip", "start a1", "neutral skip", "extend e1", "then f1")
    line.play("neutral skip", "start b5", "neutral skip")
    standing = line.now()
    assert standing
    assert "You lead in zone II." in standing.lesson.paragraphs
