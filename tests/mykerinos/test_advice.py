"""Reasons for actions of Mykerinos: what they say is reckoned here from the rulebook's numbers."""

import pytest

from digsite.core.fields import Bytes
from digsite.core.rng import below, stream
from digsite.games.mykerinos.evaluation.reasons import reason
from digsite.games.mykerinos.rules.state import NEUTRAL
from tests.mykerinos.position import GAME, Position, play
from tests.repeated import repeated


def why(state: Bytes, text: str) -> str:
    return reason(GAME, state, GAME.parse(state, text))


@pytest.mark.parametrize("seats", [2, 4, *repeated(3)])
def test_every_legal_action_of_a_random_game_has_a_reason(seats: int) -> None:
    kinds = set()
    rng = stream(1, seats)
    state = GAME.settle(GAME.new(seats), rng)
    while GAME.to_act(state) < seats:
        legal = GAME.legal(state).tolist()
        for action in legal:
            words = reason(GAME, state, action)
            assert words.endswith(".")
            assert words[0].isupper() or words[0].isdigit()
            assert len(words) > 20
        kinds |= {GAME.text(state, action).split()[0] for action in legal}
        state = GAME.settle(GAME.apply(state, legal[below(rng, len(legal))]), rng)
    assert kinds >= {"start", "extend", "then", "use", "pass", "tile", "room"}
    assert (kinds >= {"neutral", "remove"}) == (seats == 2)


def zone_1(seats: int = 3) -> Position:
    """Violet 3 and Lemon 0 in the first zone: 3 + 1 and 0 + 1 points to somebody without rooms."""
    return Position(seats).lay(0, "violet 3", 7)


def test_an_archaeologist_who_takes_the_lead() -> None:
    alone = zone_1().build()
    assert why(alone, "start b1") == "Zone I is yours alone so far: Violet 3 there is worth 4 points to you."
    behind = zone_1().dig(0, "b1 b2 b3").dig(1, "c1 c2 c3").build()
    assert why(behind, "start d2") == "Makes zone I yours, 4 to 3: Violet 3 there is worth 4 points to you."
    ahead = zone_1().dig(0, "b1 b2").dig(1, "c1").build()
    assert why(ahead, "extend b3") == "Holds zone I, 3 to 1: Violet 3 there is worth 4 points to you."


def test_a_room_and_a_set_make_a_tile_worth_more() -> None:
    owner = Position(3, round=2).lay(0, "violet 3", 7).own(0, "lemon", "brown", "blackmore", "tangerine").rooms(0, 0)
    # 3 for the plot, 3 by the room in Violet's wing, 5 for the set
    assert why(owner.build(), "start b1").endswith("Violet 3 there is worth 11 points to you.")


def test_level_with_somebody() -> None:
    open_tie = zone_1().dig(1, "c1").build()
    assert why(open_tie, "start b1") == "Draws level in zone I, 1 to 1: the tie is yours if you pass before the other."
    lost = zone_1().dig(1, "c1").passed(1).build()
    assert why(lost, "start b1") == (
        "Second place in zone I, 1 to 1 with the tie lost: what is left there is worth at least 1 point to you."
    )
    both = zone_1().dig(1, "c1").dig(2, "c2").build()
    assert why(both, "start b1") == "Draws level in zone I, 1 to 1: the tie is yours if you pass before the others."


def test_behind_somebody() -> None:
    second = zone_1().dig(1, "c1 c2").build()
    assert why(second, "start b1") == (
        "Second place in zone I, 1 to 2: what is left there is worth at least 1 point to you."
    )
    level = zone_1().dig(1, "c1 c2").dig(2, "c3").build()
    assert why(level, "start b1") == "Level for second place in zone I: the tie is yours if you pass before the other."
    third = zone_1().dig(1, "c1 c2").dig(2, "b3 c3").build()
    assert why(third, "start b1") == (
        "Only third in zone I: you get a plot there only if somebody before you prefers a room."
    )
    fourth = zone_1(4).dig(1, "c1 c2").dig(2, "b3 c3").dig(3, "d2 d3").build()
    assert why(fourth, "start b1") == (
        "Only fourth in zone I: you get a plot there only if two before you prefer a room."
    )


def test_neutral_ones() -> None:
    def placing(position: Position) -> str:
        return why(play(position.build(), "start h6"), "neutral start b1")

    assert placing(zone_1(2)) == (
        "Only neutral archaeologists stand in zone I then: if that stays so, both plots leave the game."
    )
    assert placing(zone_1(2).dig(1, "c1")) == (
        "The neutral player draws level with the other player in zone I, 1 each, "
        "and loses the tie only if the other player passes first."
    )
    assert placing(zone_1(2).dig(0, "c1").dig(1, "c2")) == (
        # M7.2: whoever passes first is before them, the other after them
        "The neutral player is second in zone I then, 1 to 1: the third gets a plot only if the first takes a room."
    )
    assert placing(zone_1(2).dig(0, "c1")) == (
        "The neutral player draws level with you in zone I, 1 each, and loses the tie only if you pass first."
    )
    assert placing(zone_1(2).dig(1, "c1").dig(NEUTRAL, "c2")) == (
        "The neutral player leads zone I then, 2 to 1: a plot leaves the game before anybody chooses."
    )
    assert placing(zone_1(2).dig(0, "c1 c2")) == (
        "The neutral player is second in zone I then, 1 to 2: only you choose there."
    )
    assert placing(zone_1(2).dig(0, "c1 c2 c3").dig(1, "d2").dig(NEUTRAL, "b2")) == (
        "The neutral player is second in zone I then, 2 to 3: the third gets a plot only if the first takes a room."
    )
    assert placing(zone_1(2).dig(0, "c1 c2").dig(1, "d1 d2")) == (
        "The neutral player is third in zone I then and takes nothing."
    )
    assert why(play(zone_1(2).build(), "start h6"), "neutral skip") == "Keeps 4 neutral archaeologists in your pool."


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (Position(3).pool(0, 3), "Passing first wins all ties; 3 archaeologists stay for the next round."),
        (Position(3).pool(0, 1).passed(1),
         "Passing second wins ties with those who are still in; 1 archaeologist stays for the next round."),
        (Position(3).pool(0, 0).passed(1, 2), "Passing last loses all ties but begins the next round; "
         "nobody is left to place."),
        (Position(2, round=4).pool(0, 2).passed(1),
         "Passing last loses all ties; 2 archaeologists stay in your pool, which breaks ties at the end."),
    ],
)  # fmt: skip
def test_passing(position: Position, words: str) -> None:
    assert why(position.build(), "pass") == words


def test_patrons_tell_what_they_help_with() -> None:
    owner = Position(3, round=2).own(0, "violet", "lemon", "brown", "brown", "blackmore", "tangerine")
    owner = owner.pool(0, 5).dig(0, "a1 b1").wings("brown", "violet", "lemon", "blackmore", "tangerine")
    state, pyramids = owner.build(), len(owner.pyramids())
    assert why(state, "use violet") == (
        "One more archaeologist, 6 in your pool then, and a start or an extension with them."
    )
    assert why(state, "use lemon") == (
        f"A start on a pyramid or an extension over one: {pyramids} pyramids stand free."
    )
    # the two Brown tiles count 1 each, and 3 each with the "3" of their wing
    assert why(state, "use brown") == (
        "A museum room for one archaeologist: the room “3” of Brown brings 4 points; 1 more such plot this round."
    )
    assert why(state, "use blackmore") == "Two archaeologists side by side anywhere, where a start places one."
    assert why(state, "use tangerine") == "Three archaeologists in a row, where an extension places two."


def scored(position: Position) -> Bytes:
    """Seat 0 is first in the first zone and chooses there."""
    return position.dig(0, "b1 b2").dig(1, "c1").score()


def test_tiles_tell_their_points() -> None:
    state = scored(zone_1().rooms(0, 0))  # Violet's "3"
    assert why(state, "tile 1") == (
        "6 points: 3 for the plot and 3 in the wing of Violet; the patron helps from the next round on."
    )
    assert why(state, "tile 2") == (
        "1 point: 0 for the plot and 1 in the wing of Lemon; the patron helps from the next round on."
    )
    bare = scored(Position(3).lay(0, "plot", 7))
    assert why(bare, "tile 1") == "5 points for the plot, but no patron, so nothing in museum or sets."
    last = scored(Position(3, round=4).lay(0, "violet 3", 7).own(0, "lemon", "brown", "blackmore", "tangerine"))
    assert why(last, "tile 1") == (
        "Completes a set of five patrons: 5 points; with 3 for the plot and 1 in the wing of Violet that makes 9."
    )
    assert why(last, "tile 2") == "1 point: 0 for the plot and 1 in the wing of Lemon."


def test_rooms_tell_which_plots_they_lift() -> None:
    owner = Position(3, round=3).own(0, "lemon", "lemon", "lemon", "brown")
    state = scored(owner.wings("lemon", "brown", "violet", "blackmore", "tangerine"))
    assert why(state, "room 0") == "Lifts your 3 Lemon plots from 1 to 3 each: 6 points."
    assert why(state, "room 1") == "Lifts your Brown plot from 1 to 3: 2 points."
    assert why(state, "room 10") == (  # between the two wings
        "Lifts your 3 Lemon plots from 1 to 2 each and your Brown plot from 1 to 2: 4 points."
    )
    assert why(state, "room 2") == "You have no plot of Violet yet: each would then count 3."
    better = scored(Position(3, round=3).own(0, "violet").rooms(0, 0, 1))
    assert why(better, "room 10") == "Keeps others out of this room; you have a better one there already."


def test_a_tile_named_for_the_neutral_player() -> None:
    state = zone_1(2).rooms(1, 0).dig(0, "b1 b2").dig(NEUTRAL, "c1").score()
    state = play(state, "room 1")  # then M7.6: the first says which tile
    assert why(state, "remove 1") == "Violet 3 leaves the game, worth 4 points to you and 6 to the other player."
