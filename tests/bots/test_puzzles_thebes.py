"""Last weeks of Thebes with one right answer: each is proved by searching everything, then put to the master."""

import pytest

from digsite.bots.master import Master
from digsite.bots.player import Budget
from digsite.core.fields import Bytes
from digsite.games.thebes.rules.state import FIND, STATE
from tests.bots.puzzle import Proof, Puzzle
from tests.thebes.position import GAME, Position

IDLE = ("general 2 berlin", "general 2 london", "general 2 moscow", "general 2 paris")  # 6 weeks and no point
LAST = {2: 3 * 52 + 1, 3: 3 * 52 + 1, 4: 2 * 52 + 1}  # the last space, in weeks from the start of the first year


def late(seats: int, weeks: int, place: str) -> Position:
    """Only seat 0 has weeks left; whatever else is drawn takes long and is worth nothing."""
    position = Position(seats).week(0, 1903, 53 - weeks).at(0, place).deck(*IDLE)
    for seat in range(1, seats):
        position.week(seat, 1904, 1)
    return position


class LastWeeks(Proof):
    """Leaves out what changes nothing: the last refill, and an exchange with no time for any errand after it."""

    def is_decided(self, state: Bytes) -> bool:
        fields, seats = state.view(STATE)[0], int(state[1])
        return bool(fields["time"][:seats].min() == LAST[seats] and fields["phase"] != FIND)

    def considered(self, state: Bytes) -> list[int]:
        """Every card lies at least 1 week from Warsaw and takes at least 1."""
        actor = GAME.to_act(state)
        actions = super().considered(state)
        exchange = GAME.parse(state, "exchange")
        if exchange in actions and GAME.apply(state, exchange).view(STATE)["time"][0, actor] > LAST[int(state[1])] - 2:
            actions.remove(exchange)
        return actions


PUZZLES = [
    Puzzle(
        "the last exhibition just fits",
        "Paris to Berlin is 1 week and 3 to exhibit, all 4 that are left: 3 + 4 points beat 6; the congress makes 4.",
        lambda: late(2, 4, "paris")
        .found(0, "crete", 1).found(0, "greece", 1, 2).exhibitions("small berlin")
        .give(1, "congress", "congress", "congress").show("congress paris").build(),
        {"exhibit a"},
    ),
    Puzzle(
        "two exhibitions in the only order that fits",
        "London 3, to Berlin 1, Berlin 4 are the 8 weeks left; Berlin first takes 9. Only both, 10 + 4 + 5, beat 17."
        " An exchange takes 3 weeks from here.",
        lambda: late(3, 8, "london")
        .found(0, "greece", 1).found(0, "egypt", 1, 2).found(0, "palestine", 1).found(0, "mesopotamia", 1, 2)
        .found(0, "crete", 1, 2, 3).exhibitions("small london", "large berlin")
        .give(1, *["congress"] * 5).found(1, "egypt", 4).show("general 1 rome").build(),
        {"exhibit a"},
        "exchange",
    ),
    Puzzle(
        "the sixth congress is worth more than an exhibition",
        "15 + 3 points: the sixth congress makes 15 into 21, so 24 against 23; the exhibition makes 22.",
        lambda: late(3, 3, "berlin")
        .give(0, *["congress vienna"] * 2, *["congress moscow"] * 2, "congress london").show("congress berlin")
        .found(0, "crete", 1).found(0, "greece", 1, 2).exhibitions("small berlin")
        .give(1, "large london", "large paris", "large vienna", "large moscow").found(1, "egypt", 6).build(),
        {"take 1"},
    ),
    Puzzle(
        "the book that takes a majority away",
        "2 + 2 books on Greece beat 3, so 3 + 5 against 4; the book on Crete gives 5 too but leaves 4 + 5 over there.",
        lambda: late(2, 2, "rome")
        .give(0, "book greece 2 london").found(0, "egypt", 6).give(1, "book greece 3").found(1, "egypt", 9)
        .show("book crete 2 rome", "book greece 2 rome").build(),
        {"take 2"},
    ),
    Puzzle(
        "a book that only draws level",
        "Level on Palestine is 3 each: 4 + 3 against 1 + 3, instead of 4 against 1 + 5; Crete stays with its 3 points.",
        lambda: late(4, 1, "vienna")
        .give(0, "book palestine 1 rome").found(0, "egypt", 9).give(1, "book palestine 2").found(1, "egypt", 1)
        .give(2, "book crete 3").give(3, "congress")
        .show("zeppelin vienna", "book crete 1 vienna", "book palestine 1 vienna").build(),
        {"take 3"},
    ),
    Puzzle(
        "weeks that are good for nothing else are dug",
        "4 points of knowledge draw 1 token in 2 or 3 weeks, 2 in 4; 5 points need at least 2 more to beat 6.",
        lambda: late(2, 4, "egypt")
        .give(0, "book egypt 3", "book egypt 1").found(1, "egypt", 0).found(1, "palestine", 10).build(),
        {"dig egypt 4"},
    ),
    Puzzle(
        "the zeppelin reaches the exhibition",
        "Moscow is 3 weeks away and all 3 are needed there: 3 + 4 beat 6; flying to the congress makes 4.",
        lambda: late(3, 3, "mesopotamia")
        .give(0, "zeppelin").found(0, "mesopotamia", 1).found(0, "crete", 1, 2).exhibitions("small moscow")
        .give(1, *["congress berlin"] * 2, "congress london").show("congress moscow").build(),
        {"exhibit a zeppelin"},
    ),
    Puzzle(
        "the rumour serves the last dig",
        "4 weeks draw 1 token with 3 points of knowledge and 3 with the rumour's 2 more; 5 points need 3 to beat 7.",
        lambda: late(2, 4, "crete")
        .give(0, "book crete 3", "rumour crete").found(1, "crete", 0).found(1, "palestine", 11).build(),
        {"dig crete 4 rumour"},
    ),
    Puzzle(
        "the shovel serves the last dig",
        "3 weeks with 5 points of knowledge draw 2 tokens, with the shovel 3; at least 2 points more are needed.",
        lambda: late(3, 3, "palestine")
        .give(0, "book palestine 3", "book palestine 2", "shovel").found(1, "palestine", 0).found(2, "egypt", 12)
        .build(),
        {"dig palestine 3 shovel"},
    ),
    Puzzle(
        "everything serves the last dig",
        "2 + 1 + 2 special and 1 general point draw 2 tokens in 2 weeks and the shovel a third; anything less draws 2.",
        lambda: late(4, 2, "greece")
        .give(0, "book greece 2", "assistant", "rumour greece", "shovel", "general 1").found(2, "greece", 0)
        .found(3, "egypt", 12).build(),
        {"dig greece 2 assistant rumour shovel"},
    ),
    Puzzle(
        "the rich bag, not the poor one",
        "42 points against 45. In Greece only three 1s are left, in Crete everything but the bonus.",
        lambda: late(2, 3, "rome")
        .give(0, "book greece 3 berlin", "book greece 3 london", "book crete 3", "book crete 3")
        .found(0, "greece", *range(4, 13)).found(1, "greece", 0).found(1, "crete", 0)
        .give(1, *["congress"] * 7, "large london", "large paris", "large berlin").build(),
        {"dig crete 2"},
    ),
    Puzzle(
        "the first to dig is sure of a point",
        "11 all. The first dig in Palestine is sure of its bonus; of 435 pairs of tokens in Crete 153 bring nothing.",
        lambda: late(3, 2, "crete")
        .give(0, "book crete 3", "book crete 3", "book palestine 3", "book palestine 2").found(0, "greece", 1)
        .give(1, *["congress"] * 4).found(1, "crete", 0).build(),
        {"dig palestine 1"},
    ),
    Puzzle(
        "the near card first, then both fit",
        "Berlin 2, to London 1, London 2 are the 5 weeks left, and four congresses, 10, beat 8; London first takes 6.",
        lambda: late(4, 5, "berlin")
        .give(0, "congress paris", "congress paris").give(1, "congress vienna", "congress vienna", "congress moscow")
        .found(1, "egypt", 4).show("congress london", "congress berlin").build(),
        {"take 2"},
    ),
    Puzzle(
        "a bag of sand",
        "23 all, and everything of Greece has been found: a congress is a point, digging for a week is none.",
        lambda: late(2, 3, "vienna")
        .give(0, "book greece 3", "book greece 3").found(0, "greece", 4, 5, 9, 10, 11)
        .found(1, "greece", 0, 1, 2, 3, 6, 7, 8, 12, 13, 14).show("congress vienna").build(),
        {"take 1"},
    ),
    Puzzle(
        "a useless card is left lying",
        "8 against 6. Next comes a congress of Paris, the fourth and 4 points for who is there, so nothing is taken.",
        lambda: Position(2)
        .deck("congress paris").week(0, 1903, 50).week(1, 1903, 51).at(0, "london").at(1, "paris")
        .show("shovel london", *IDLE[:3]).found(0, "egypt", 12, 4).give(1, *["congress berlin"] * 2, "congress london")
        .build(),
        {"stop"},
    ),
    Puzzle(
        "the exchange finds a congress for certain",
        "Only four congresses are left to draw, each 1 + 2 weeks from Warsaw and with the exchange 4: a point decides.",
        lambda: Position(3)
        .deck("congress berlin", "congress vienna", "congress moscow", "congress berlin")
        .week(0, 1903, 49).week(1, 1904, 1).week(2, 1904, 1).show("car moscow", *IDLE[:3])
        .found(0, "egypt", 1).found(2, "greece", 1).build(),
        {"exchange"},
    ),
    Puzzle(
        "the card that both want before the exhibition that waits",
        "The fourth congress is 4 points for either: 13 against 10. The exhibition leaves it lying: 13 against 14.",
        lambda: Position(2)
        .deck(*IDLE).week(0, 1903, 50).week(1, 1903, 50).at(0, "berlin").at(1, "berlin").show("congress berlin")
        .give(0, "congress vienna", "congress vienna", "congress moscow").found(0, "crete", 1)
        .found(0, "greece", 1, 2).exhibitions("small berlin")
        .give(1, "congress paris", "congress paris", "congress moscow").found(1, "egypt", 9).build(),
        {"take 1"},
    ),
    Puzzle(
        "the book that both want before the congress",
        "Level on Palestine, so the book makes 5 to nothing: 3 + 5 against 6. The congress makes 6 against 3 + 5.",
        lambda: Position(3)
        .deck(*IDLE).week(0, 1903, 51).week(1, 1903, 51).week(2, 1904, 1).at(0, "vienna").at(1, "vienna")
        .show("congress vienna", "book palestine 1 vienna")
        .give(0, "book palestine 2", "congress paris", "congress paris")
        .give(1, "book palestine 2", "congress berlin", "congress berlin").build(),
        {"take 2"},
    ),
    Puzzle(
        "a short dig leaves time to exhibit what it brings",
        "The bonus of Greece is the second Greek artifact: dig 1, to Berlin 2, exhibit 3 are the 6 weeks left, 1 + 4."
        " 7 + 5 beat 11 for certain; an exchange costs the time for it.",
        lambda: late(4, 6, "greece")
        .give(0, "book greece 3", "book greece 2").found(0, "crete", 1).found(0, "greece", 1)
        .exhibitions("small berlin").give(2, *["congress vienna"] * 2, *["congress moscow"] * 2).found(2, "egypt", 1)
        .build(),
        {"dig greece 1"},
        "exchange",
    ),
]  # fmt: skip
each = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)


@each
def test_the_answer_is_right(puzzle: Puzzle) -> None:
    state = puzzle.build()
    assert GAME.check(state) == []
    assert LastWeeks(GAME, puzzle.but).right(state) == puzzle.right


@each
def test_the_master_finds_it(puzzle: Puzzle) -> None:
    state = puzzle.build()
    chosen = Master(GAME, GAME.to_act(state), seed=1).choose(state, Budget(simulations=30_000))
    assert GAME.text(state, chosen) in puzzle.right, puzzle.why
