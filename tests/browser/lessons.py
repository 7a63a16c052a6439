"""Every lesson of the guided first games: a table where it is given, what it explains, and what it asks for."""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from digsite.core.registry import plugin
from tests.browser.tables import Seated, Tables

Chosen = Callable[[Seated, str], str]  # what is chosen at a table, of what the lesson lights


@dataclass(frozen=True)
class Lesson:
    number: int
    lit: str  # what the id of what is lit begins with
    needed: tuple[str, ...]  # what must be seen; {lit} is the id of what is lit, such as dig-{site}
    title: str = ""  # a part of it, where lessons of one number differ
    asked: bool = False  # for by "Go on", from the lesson before
    choose: Chosen | None = None
    seed: str = ""  # of the draws; "" for those of the guided first game
    dice: int = 1  # of who plays


def the_lit(_table: Seated, lit: str) -> str:
    return lit.replace("space", "take")


def an_unlit_card(table: Seated, lit: str) -> str:
    keys = ("-".join(action.split()[:2]) for action in table.legal if action.startswith("take"))
    return next(key for key in keys if key != the_lit(table, lit))


def a_field(kind: str) -> Chosen:
    return lambda table, _lit: table.first(kind).split()[-1]


LIT, TICKET = ("#{lit}",), ("#choice h2", "#choice .buttons > *")
DESERT, PRIZES, CONFIRM = (".desert",), (".prize .buttons > *",), ("#choice h2", "#confirm, #choice .buttons .main")
LESSONS: Mapping[str, Mapping[str, Lesson]] = {
    "thebes": {
        "map": Lesson(1, "board", ("#board",)),
        "turn": Lesson(2, "status", ("#status",), asked=True),
        "book": Lesson(3, "space", LIT, asked=True),
        "book-chosen": Lesson(3, "space", TICKET, asked=True, choose=the_lit),
        "another-chosen": Lesson(3, "space", TICKET, asked=True, choose=an_unlit_card),
        "refused": Lesson(3, "space", TICKET, asked=True, choose=lambda *_of: "dig-egypt"),
        "calendar": Lesson(4, "board", ("#board",)),
        "second": Lesson(5, "space", LIT, asked=True),
        "dig": Lesson(6, "dig", (".spot[id$='{site}'] .ring | #{lit}",), dice=5),
        "wheel": Lesson(6, "dig", ("#choice .dial", "#choice .side > .buttons > *"), choose=the_lit, dice=5),
        "finds": Lesson(7, "panel", LIT),
        "congresses": Lesson(8, "panel", LIT),
        "years": Lesson(9, "board", ("#board",)),
        "exhibition": Lesson(10, "shows", (".show",)),
    },
    "mykerinos": {
        "desert": Lesson(1, "board", DESERT),
        "start": Lesson(2, "board", DESERT, asked=True),
        "start-chosen": Lesson(2, "board", (*DESERT, *CONFIRM), asked=True, choose=a_field("start")),
        "neutral": Lesson(3, "board", (*DESERT, "#skip")),
        "neutral-chosen": Lesson(3, "board", (*DESERT, *CONFIRM), choose=a_field("neutral start")),
        "extending": Lesson(4, "board", DESERT, title="two for one turn"),
        "first-chosen": Lesson(4, "board", DESERT, title="two for one turn", choose=a_field("extend")),
        "start-instead": Lesson(4, "board", DESERT, title="two for one turn", choose=a_field("start")),
        "second": Lesson(4, "board", DESERT, title="the second one"),
        "neutral-again": Lesson(5, "board", (*DESERT, "#skip"), title="or skip"),
        "standing": Lesson(5, "board", (".desert", ".ladder"), title="Who leads"),
        "passing": Lesson(6, "acting", ("#verb-pass .track",), title="Passing"),
        "choice": Lesson(7, "prizes", PRIZES, title="first choice"),
        "museum": Lesson(8, "museum", ("#museum .floor-plan",)),
        "patrons": Lesson(9, "patrons", (".my-patrons li",)),
        "no-patrons": Lesson(9, "panel", LIT, dice=2),
        "end": Lesson(10, "panel", LIT),
    },
}


def page_of(tables: Tables, lesson: Lesson) -> tuple[str, str]:
    """Where the lesson is given at a new table, and what it lights there."""
    table = tables.new(lesson.seed or plugin(tables.game).first_game_seed, guide=True)
    table.dice = random.Random(lesson.dice)
    path, found = f"{table.path}?guide={lesson.number}" if lesson.asked else table.path, list[str]()

    def given(_view: object) -> bool:
        page = tables.api.get(path).text()
        lit = re.search(f'data-lit="({lesson.lit}[^"]*)"', page)
        title = re.search(f'id="guide-title"[^>]*>[^<]*{lesson.title}', page)
        found[:] = [lit[1]] if lit and title and f"Step {lesson.number} of" in page else []
        return bool(found)

    table.play(given)
    chosen = lesson.choose(table, found[0]) if lesson.choose else ""
    return (f"{table.path}?choose={chosen}" if chosen else path), found[0]
