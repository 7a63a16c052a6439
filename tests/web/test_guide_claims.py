"""Whatever a guide says about the table is so: every step of games at random, against the position and the data."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.games.mykerinos.page import guide as mykerinos_guide
from digsite.games.thebes.page import guide as thebes_guide
from digsite.web.guide import Course, Lesson
from tests.mykerinos.position import GAME as MYKERINOS
from tests.mykerinos.reference import DATA as MYKERINOS_DATA
from tests.thebes.position import GAME as THEBES
from tests.thebes.reference import DATA as THEBES_DATA
from tests.web.suite import Played, random_games
from tests.web.tables import LookAt

YOU = 0
BONUS, TIME, ROUTES = THEBES_DATA["bonus"], THEBES_DATA["time"], THEBES_DATA["map"]["routes"]
ZONES = ("I", "II", "III", "IV", "V", "VI")


@dataclass(frozen=True)
class Board:
    """A position and what was played before, read without the page's help; `lesson` is what the guide says there."""

    game: Game
    state: Bytes
    played: Played
    lesson: Lesson

    @cached_property
    def view(self) -> Any:
        return self.game.view(self.state)

    @property
    def me(self) -> Any:
        return self.view["players"][YOU]

    @property
    def my_move(self) -> bool:
        return self.game.to_act(self.state) == YOU

    def may(self, action: str) -> bool:
        """Whether an action that begins so is legal now, for the one who is guided."""
        legal = self.game.legal(self.state) if self.my_move else ()
        return any(self.game.text(self.state, int(each)).startswith(action) for each in legal)

    @property
    def lit_card(self) -> Any:
        return self.view["cards"][int(self.lesson.lit.removeprefix("space-")) - 1]

    @property
    def lit_dig(self) -> str:
        return self.lesson.lit.replace("-", " ")

    @property
    def known_sites(self) -> int:
        return sum(self.me["knowledge"][site]["books"] > 0 for site in self.view["sites"])

    def was_done(self, action: str) -> bool:
        return any(self.game.text(before, number).startswith(action) for _seat, number, before in self.played)

    def points_of(self, zone: int) -> int:
        return sum(tile["points"] for tile in self.view["zones"][zone]["tiles"] if tile)

    @property
    def zones_led(self) -> list[str]:
        """The zones where this player alone has most archaeologists."""
        counts = [Counter({each["colour"]: each["count"] for each in zone["standing"]}) for zone in self.view["zones"]]
        mine = [count.pop(YOU, 0) for count in counts]
        return [f"zone {ZONES[i]}" for i, count in enumerate(counts) if mine[i] > max(count.values(), default=0)]


def distance(start: str, end: str) -> int:
    """Weeks from one place to another, along the routes of the data."""
    reached, weeks = {start}, 0
    while end not in reached:
        weeks += 1
        reached |= {there for route in ROUTES for here, there in (route, route[::-1]) if here in reached}
    return weeks


def place(said: str) -> str:
    """The place in “in Paris”, “on Crete”."""
    return said.split()[-1].lower()


def is_offered(board: Board, at: str, travel: int, weeks: int) -> bool:
    faster = board.me["zeppelins"] or board.me["cars"]
    way = travel if faster else distance(board.me["place"], place(at))
    return (board.lit_card["city"], way, board.lit_card["weeks"]) == (place(at), travel, weeks)


def shown(board: Board, at: str, points: int) -> bool:
    return any(show and (show["city"], show["points"]) == (place(at), points) for show in board.view["exhibitions"])


Claim = Callable[[Board, re.Match[str]], bool]
OF_THEBES: Mapping[str, Claim] = {
    r"You are an archaeologist (.+?)\. ": lambda board, said: place(said[1]) == board.me["place"],
    r"the five sites": lambda board, _said: len(board.view["sites"]) == 5,
    r"find it (.+?): (\d) weeks? to get there, (\d) weeks? for": lambda board, said: is_offered(
        board, said[1], int(said[2]), int(said[3])
    ),
    r"find it (.+?), where you are: (\d) week": lambda board, said: is_offered(board, said[1], 0, int(said[2])),
    r"moved on to week (\d+)": lambda board, said: int(said[1]) == board.me["week"],
    r"Nobody is behind you: it is your move": lambda board, _said: (
        board.my_move and board.me["time"] == min(player["time"] for player in board.view["players"])
    ),
    r"Now whoever is behind you moves": lambda board, _said: not board.my_move,
    r"You have no book on a site yet": lambda board, _said: board.known_sites == 0,
    r"It is your first book": lambda board, _said: board.known_sites == 0 and board.lit_card["kind"] == "book",
    r"It opens a second site": lambda board, _said: board.known_sites == 1,
    r"It opens one more site": lambda board, _said: board.known_sites > 1,
    r"Books on the same site": lambda board, _said: board.me["knowledge"][board.lit_card["site"]]["books"] > 0,
    r"You know enough for a first dig": lambda board, _said: board.may(board.lit_dig),
    r"Nobody has dug there yet": lambda board, _said: not board.was_done(board.lit_dig),
    r"artifacts are worth (\d+) point": lambda board, said: int(said[1]) == sum(
        find["value"] for find in board.me["finds"] if find["kind"] == "artifact"
    ),
    r"The one (.+?) asks for .+ brings (\d+) point": lambda board, said: shown(board, said[1], int(said[2])),
    r"You can hold an exhibition now": lambda board, _said: board.may("exhibit"),
    r"Not yet: ": lambda board, _said: not board.may("exhibit"),
    r": ([\d, and]+) points for one to seven": lambda _board, said: (
        [int(each) for each in re.findall(r"\d+", said[1])] == BONUS["congress"][1:8]
    ),
    r"gets (\d+) points, or (\d+) each on a tie": lambda _board, said: (
        [int(said[1]), int(said[2])] == [BONUS["majority"], BONUS["majority_tie"]]
    ),
    r"passes week (\d+), a new year": lambda _board, said: int(said[1]) == TIME["weeks_per_year"],
    r"After (\d+) the game is over": lambda _board, said: int(said[1]) == TIME["last_year"],
}  # fmt: skip
OF_MYKERINOS: Mapping[str, Claim] = {
    r"has (\d) zones. In each there are two plots": lambda board, said: (
        [len(zone["tiles"]) for zone in board.view["zones"]] == [2] * int(said[1])
    ),
    r"You have (\d+) archaeologists? for this round": lambda board, said: int(said[1]) == board.me["pool"],
    r"plots of zone (\w+) bring most at once: together (\d+) point": lambda board, said: (
        board.points_of(ZONES.index(said[1])) == int(said[2])
        == max(board.points_of(zone) for zone in range(len(board.view["zones"])))
    ),
    r"Pyramids are closed to you for now": lambda board, _said: board.view["round"] == 1,  # M3.5
    r"With two players there is a neutral player": lambda board, _said: board.view["seats"] == 2,
    r"The second goes next to the first, which stands on (\w+)\.": lambda board, said: (
        board.view["chain"]["last"] == said[1].lower()
    ),
    r"You lead in (.+)\.": lambda board, said: re.findall(r"zone \w+", said[1]) == board.zones_led,
    r"You lead nowhere yet": lambda board, _said: board.zones_led == [],
    r"neutral marker always stands on space (\d)": lambda board, said: board.view["neutral"]["space"] == int(said[1]),
    r"You may choose in zone (\w+)": lambda board, said: board.view["scoring"]["zone"] == ZONES.index(said[1]),
    r"neutral player ranks high in zone (\w+)": lambda board, said: (
        board.view["scoring"]["zone"] == ZONES.index(said[1]) and "neutral" in board.view["scoring"]["ranking"][:2]
    ),
    r"Without a room that is (\d)\.": lambda _board, said: int(said[1]) == MYKERINOS_DATA["scoring"]["no_room"],
    r"A “3” belongs to one wing, a “2” to two": lambda board, _said: all(
        len(room["wings"]) == {3: 1, 2: 2}[room["value"]] for room in board.view["museum"]["rooms"] if room["value"] < 5
    ),
    r"the “5” is open only to whoever holds a room next to it": lambda board, _said: (
        all(bool(room["doors"]) is (room["value"] == 5) for room in board.view["museum"]["rooms"])
    ),
    r"(Lord|Lady|Sir) (\w+): ": lambda board, said: board.me["patrons"][said[2].lower()]["tiles"] > 0,
    r"You have none yet": lambda board, _said: not any(
        held["tiles"] > held["turned"] for held in board.me["patrons"].values()
    ),
    r"After round (\d) the wings are counted, .+ brings (\d+) point": lambda _board, said: (
        [int(said[1]), int(said[2])] == [MYKERINOS_DATA["rounds"]["count"], MYKERINOS_DATA["scoring"]["set_of_five"]]
    ),
    r"If it ended now, you would have (\d+) point": lambda board, said: (
        board.game.score(board.state)[YOU]["total"] == int(said[1])
    ),
}  # fmt: skip
GAMES: dict[str, tuple[Game, Course, Mapping[str, Claim]]] = {
    "thebes": (THEBES, thebes_guide.COURSE, OF_THEBES),
    "mykerinos": (MYKERINOS, mykerinos_guide.COURSE, OF_MYKERINOS),
}


def assert_so(board: Board, claims: Mapping[str, Claim]) -> set[str]:
    """Check everything that is said; what holds a figure must be among what is checked. Return what was checked."""
    found = set[str]()
    for text in (board.lesson.title, *board.lesson.paragraphs):
        said = {pattern: match for pattern in claims if (match := re.search(pattern, text))}
        assert said or not re.search(r"\d", text), f"nothing checks “{text}”"
        for pattern, match in said.items():
            assert claims[pattern](board, match), text
        found |= said.keys()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_whatever_the_guide_says_is_so_on_the_board(game: str) -> None:
    rules, course, claims = GAMES[game]
    look, checked = LookAt(rules, terms={"guide": True}), set[str]()
    for state, played in random_games(rules):
        for asked in ("", *map(str, range(1, course.last + 1))):
            step = course.step(look(state, YOU, guide=asked), played)
            if step:
                checked |= assert_so(Board(rules, state, played, step.lesson), claims)
    assert set(claims) - checked <= RARE[game]


RARE: dict[str, set[str]] = {"thebes": set(), "mykerinos": set()}
