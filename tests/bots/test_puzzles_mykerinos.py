"""The end of Mykerinos with one right answer: each is proved by searching everything, then put to the master."""

import pytest

from digsite.bots.master import Master
from digsite.bots.player import Budget
from digsite.games.mykerinos.rules.state import NEUTRAL
from tests.bots.puzzle import Proof, Puzzle
from tests.mykerinos.position import GAME, Position, play

FOUR = ("violet 3", "lemon 3", "brown 3", "blackmore 3")  # 16 points, and a fifth patron makes 5 more


def last(seats: int) -> Position:
    return Position(seats, round=4)


def closed(seats: int) -> Position:
    """Seat 2 has no tile but every room of the museum."""
    return last(seats).rooms(2, *range(15)).pool(2, 5)


def helped(seats: int) -> Position:
    """Seat 0 lacks one patron, and the others have helped already."""
    return closed(seats).own(0, *FOUR).turn_over(0, "violet", "lemon", "brown", "blackmore")


def starts(*names: str) -> set[str]:
    return {f"start {name}" for words in names for name in words.split()}


PUZZLES = [
    Puzzle(
        "the fifth patron",
        "4 points and the fifth patron's 1 + 5 beat 9; the richer plot's 3 + 1 make 8.",
        lambda: last(3)
        .own(0, "violet 0", "lemon 0", "brown 0", "blackmore 0").own(1, "violet 3", "lemon 3", "brown 0")
        .lay(0, "tangerine 0", "violet 3").dig(0, "a1").score(),
        {"tile 1"},
    ),
    Puzzle(
        "the 5 room behind one's own 3 room",
        "Four tiles of Brown rise from 3 to 5, so 14 + 8 beat 20; a plot makes 14 + 4.",
        lambda: last(4)
        .own(0, "brown 0", "brown 0", "brown 0", "brown 2").rooms(0, 2)
        .own(1, "lemon 3", "blackmore 3", "violet 3", "violet 3", "tangerine 3")
        .lay(0, "blackmore 3", "lemon 3").dig(0, "a1").score(),
        {"room 7"},
    ),
    Puzzle(
        "the 2 room between two wings",
        "The 3 rooms are taken: a 2 for three Lemon and two Brown makes 10 against 9; a plot makes 9, with fewer left.",
        lambda: last(3)
        .own(0, "lemon 0", "lemon 0", "lemon 0", "brown 0", "brown 0").rooms(1, 1).rooms(2, 2).pool(0, 3)
        .own(1, "tangerine 3", "tangerine 3", "violet 0").lay(0, "violet 3", "blackmore 3").dig(0, "a1").score(),
        {"room 11"},
    ),
    Puzzle(
        "the plot without a patron",
        "6 + 5 beat 10; the other plot's 3 + 1 only draw level, with fewer archaeologists at hand.",
        lambda: last(2)
        .own(0, "lemon 2", "violet 2").own(1, "lemon 3", "violet 3", "tangerine 0", "blackmore 0").pool(0, 2)
        .lay(0, "plot", "brown 3").dig(0, "b1").score(),
        {"tile 1"},
    ),
    Puzzle(
        "a plot whose patron one has a 5 room for",
        "Violet's plot is 2 + 5, so 5 + 7 beat 11; the plot without a patron makes 10.",
        lambda: last(4)
        .own(0, "violet 0").rooms(0, 0, 5).own(1, "violet 3", "lemon 3", "brown 2")
        .lay(0, "plot", "violet 2").dig(0, "b1").score(),
        {"tile 2"},
    ),
    Puzzle(
        "the plot the next one needs",
        "19 + 1 and 16 + 3 for what is left; the other way 19 + 3 and 16 + 1 + 5, level but with fewer at hand.",
        lambda: closed(3)
        .own(0, "violet 3", "lemon 3", "brown 3", "violet 2", "brown 2", "brown 0").pool(0, 2).own(1, *FOUR)
        .lay(0, "tangerine 0", "lemon 2").dig(0, "a1 a2").dig(1, "a3").score(),
        {"tile 1"},
    ),
    Puzzle(
        "the last archaeologist wins a zone",
        "Level with an earlier passer, one more is first and gets the fifth patron: 16 + 6 against 19 + 1.",
        lambda: helped(3)
        .own(1, *FOUR, "violet 2").lay(0, "tangerine 0", "lemon 0")
        .dig(0, "a1 a2").dig(1, "c1 d1").pool(0, 1).passed(1, 2).build(),
        starts("b2 a3 b3 d2 c3 d3"),
    ),
    Puzzle(
        "one extension wins two zones",
        "First is worth 4 in both zones and second 1: winning both makes 10 + 8 against 13 + 2, one 15 against 18.",
        lambda: closed(4)
        .own(0, "lemon 3", "blackmore 3", "blackmore 0", "blackmore 0").pool(0, 2)
        .turn_over(0, "lemon", *["blackmore"] * 3)
        .own(1, "lemon 3", "blackmore 3", "lemon 2", "lemon 0", "lemon 0")
        .lay(0, "tangerine 3", 7).lay(1, "violet 3", 21).dig(0, "c2 f2").dig(1, "a1 h1").passed(1, 2, 3).build(),
        {"extend d2", "extend e2"},
    ),
    Puzzle(
        "passing first wins two ties",
        "First is worth 4 in both zones and second 1: passing wins both ties, 10 + 8 against 13 + 2; one more in a zone"
        " wins that alone, for then the other, who can only pass, has passed earlier.",
        lambda: closed(3)
        .own(0, "lemon 3", "blackmore 3", "blackmore 0", "blackmore 0").pool(0, 1).pool(1, 0)
        .own(1, "lemon 3", "blackmore 3", "lemon 2", "lemon 0", "lemon 0")
        .lay(0, "tangerine 3", 7).lay(1, "violet 3", 14).dig(0, "c2 f2").dig(1, "a1 h1").passed(2).build(),
        {"pass"},
    ),
    Puzzle(
        "Brown for the 5 room",
        "Four tiles of Lemon rise from 3 to 5: 17 + 8 beat 23. A zone brings one plot, at most 3 + 1, and no room,"
        " for all 24 are at hand and none in the common pool.",
        lambda: last(3)
        .own(0, "lemon 2", "lemon 2", "lemon 0", "lemon 0", "brown 0").rooms(0, 1).pool(0, 24)
        .own(1, "violet 3", "violet 3", "blackmore 3", "blackmore 3", "tangerine 3", "violet 2").passed(1, 2).build(),
        {"use brown"},
    ),
    Puzzle(
        "which room Brown reserves",
        "Four tiles of Lemon rise from 3 to 5: 17 + 8 beat 23; a 3 for the one tile of Brown makes 19.",
        lambda: play(
            last(3)
            .own(0, "lemon 2", "lemon 2", "lemon 0", "lemon 0", "brown 0").rooms(0, 1).pool(0, 24)
            .own(1, "violet 3", "violet 3", "blackmore 3", "blackmore 3", "tangerine 3", "violet 2")
            .passed(1, 2).build(),
            "use brown",
        ),
        {"room 6"},
    ),
    Puzzle(
        "a neutral archaeologist pushes the other to third",
        "Both lack one patron and 2 + 1 + 5 points. Two neutral ones rank before one: the second plot leaves the game,"
        " and it is 4 + 8 against 6 instead of 6 + 8.",
        lambda: play(
            last(2)
            .lay(0, 32, 25).own(0, "violet 0", "lemon 0", "brown 0", "tangerine 0").neutral(0, 1).pool(0, 1)
            .own(1, "violet 0", "lemon 0", "brown 0", "blackmore 2")
            .dig(0, "b1 a2 b2 a3").dig(1, "d1").dig(NEUTRAL, "c2").passed(1).build(),
            "start c1",
        ),
        {"neutral start d3"},
    ),
    Puzzle(
        "third says which plot the neutral player takes",
        "14 against 9: the fifth patron would be 1 + 5, the other plot is 3 + 1.",
        lambda: last(2)
        .own(0, "tangerine 3", "tangerine 3", "violet 3", "tangerine 0", "violet 0")
        .own(1, "violet 3", "lemon 2", "brown 0", "blackmore 0").lay(0, "tangerine 0", "lemon 3")
        .dig(NEUTRAL, "a1 a2 a3").dig(1, "b2 b3").dig(0, "d3").score(),
        {"remove 1"},
    ),
    Puzzle(
        "absent, one says which plot the neutral player takes",
        "16 against 10: with the 5 room of Violet her plot would be 2 + 5, the other is 3 + 1.",
        lambda: last(2)
        .own(0, "lemon 3", "blackmore 3", "blackmore 3", "brown 3").own(1, "violet 0", "violet 0").rooms(1, 0, 5)
        .lay(0, "lemon 3", "violet 2").dig(NEUTRAL, "a1 b1").dig(1, "b2").score(),
        {"remove 2"},
    ),
    Puzzle(
        "a room, and the neutral player takes the plot that hurts",
        "Four tiles of Lemon rise from 3 to 5: 14 + 8 against 19 + 1, for the fifth patron leaves the game."
        " A plot makes 15 against 19.",
        lambda: last(2)
        .own(0, "lemon 0", "lemon 0", "lemon 0", "lemon 2").rooms(0, 1).own(1, *FOUR, "violet 2")
        .lay(0, "tangerine 0", "blackmore 0").dig(0, "a1 a2 a3").dig(NEUTRAL, "c1 d1").dig(1, "b2").score(),
        {"room 6"},
    ),
    Puzzle(
        "first says which plot the neutral player takes",
        "22 against 19: the fifth patron would be 1 + 5, the other plot is 1.",
        lambda: play(
            last(2)
            .own(0, "lemon 0", "lemon 0", "lemon 0", "lemon 2").rooms(0, 1).own(1, *FOUR, "violet 2")
            .lay(0, "tangerine 0", "blackmore 0").dig(0, "a1 a2 a3").dig(NEUTRAL, "c1 d1").dig(1, "b2").score(),
            "room 6",
        ),
        {"remove 1"},
    ),
    Puzzle(
        "an archaeologist kept decides a tie",
        "One more in the zone is enough for the fifth patron: 16 + 6 are level with 21 + 1, and 2 at hand beat 1."
        " Extending leaves 1 at hand and the victory is shared.",
        lambda: helped(3)
        .own(1, "violet 3", "lemon 3", "brown 3", "violet 2", "lemon 2", "brown 2")
        .lay(0, 28, 7).dig(0, "a1").dig(1, "c1").pool(0, 3).pool(1, 1).passed(1, 2).build(),
        starts("b1 d1 a2 b2 c2 d2 a3 b3 c3 d3"),
    ),
    Puzzle(
        "Violet brings the second archaeologist of an extension",
        "Against two, only three are first, and that is the fifth patron: 16 + 6 against 20 + 1.",
        lambda: closed(4)
        .own(0, *FOUR).own(1, *FOUR, "violet 2", "violet 0").lay(0, 28, 7)
        .dig(0, "a1").dig(1, "c1 d1").pool(0, 1).passed(3, 1, 2).build(),
        {"use violet"},
    ),
    Puzzle(
        "Lemon where only pyramids are free",
        "Four all in a zone without a free field: Lemon's fifth is first and gets the fifth patron, 16 + 8 against 22.",
        lambda: closed(3)
        .own(0, *FOUR).own(1, *FOUR, "violet 2").lay(0, 32, 25)
        .dig(0, "b1 a2 b2 a3").dig(1, "c1 d1 c2 d3").pool(0, 1).passed(1, 2).build(),
        {"use lemon"},
    ),
    Puzzle(
        "Tangerine's three at once",
        "Against three, only four are first, and that is the fifth patron: 16 + 6 against 20 + 1.",
        lambda: closed(3)
        .own(0, "violet 3", "lemon 3", "brown 3", "tangerine 3").lay(0, 21, 7)
        .own(1, "violet 3", "lemon 3", "brown 3", "tangerine 3", "violet 2", "violet 0")
        .dig(0, "a1").dig(1, "c1 d1 c2").pool(0, 3).passed(2, 1).build(),
        {"use tangerine"},
    ),
    Puzzle(
        "Blackmore's two where one has nobody",
        "Against one, only two are first, and that is the fifth patron: 16 + 6 against 20 + 1.",
        lambda: closed(4)
        .own(0, *FOUR).own(1, *FOUR, "violet 2", "violet 0").lay(0, 28, 7)
        .dig(1, "c1").pool(0, 2).passed(1, 2, 3).build(),
        {"use blackmore"},
    ),
    Puzzle(
        "the 3 room now, the 5 room next",
        "Four tiles of Lemon at 5 make 2 + 20 in two zones and beat 20; a room and a plot make 14 + 4.",
        lambda: last(3)
        .own(0, "lemon 0", "lemon 0", "lemon 0", "lemon 2").rooms(2, 10, 11)
        .own(1, "violet 3", "brown 3", "brown 3", "blackmore 3", "tangerine 3")
        .lay(0, "violet 3", "blackmore 3").dig(0, "a1 e1").score(),
        {"room 1"},
    ),
    Puzzle(
        "the room the next one needs",
        "20 + 3 against at most 17 + 4. With the fifth patron's 6 it is 26, but the other's four tiles of Lemon at 5"
        " instead of 2 make 29.",
        lambda: last(4)
        .own(0, "lemon 0", "violet 3", "brown 3", "brown 3", "blackmore 3", "blackmore 0").rooms(0, 10)
        .own(1, "lemon 0", "lemon 0", "lemon 2", "lemon 2", "violet 3", "violet 0").rooms(1, 11)
        .lay(0, "tangerine 0", "blackmore 0").dig(0, "a1 a2").dig(1, "c2").score(),
        {"room 6"},
    ),
]  # fmt: skip
each = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)


@each
def test_the_answer_is_right(puzzle: Puzzle) -> None:
    state = puzzle.build()
    assert GAME.check(state) == []
    assert Proof(GAME).right(state) == puzzle.right


@each
def test_the_master_finds_it(puzzle: Puzzle) -> None:
    state = puzzle.build()
    chosen = Master(GAME, GAME.to_act(state), seed=1).choose(state, Budget(simulations=30_000))
    assert GAME.text(state, chosen) in puzzle.right, puzzle.why
