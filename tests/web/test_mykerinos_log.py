"""The log of Mykerinos: each kind of decision and of luck told to whoever made it and to the others."""

from functools import partial
from pathlib import Path

import pytest

from digsite.core.fields import Bytes
from digsite.core.record import read
from digsite.games.mykerinos.page import log
from digsite.games.mykerinos.rules.actions import FIRST_PLAYER
from digsite.games.mykerinos.rules.state import NEUTRAL
from tests.mykerinos.position import GAME, Position, play, view
from tests.web.suite import line_of
from tests.web.tables import EXPLORERS, LookAt

look_at = LookAt(GAME, names=EXPLORERS, terms={"guide": True})
line = partial(line_of, GAME)

RECORDS = Path(__file__).parent.parent / "records"


def tell(state: Bytes, *texts: str, you: int | None = None) -> list[str]:
    states, actions = line(state, texts)
    return [str(sentence) for sentence in log.sentences(look_at(state, you), states, actions)]


def both(state: Bytes, *texts: str) -> tuple[str, str]:
    """What the player is told first, and what the others are."""
    seat = GAME.to_act(state)
    return tell(state, *texts, you=seat)[0], tell(state, *texts, you=1 - seat)[0]


def same(words: str) -> tuple[str, str]:
    return f"<b>You</b> {words}", f"<b>Noor</b> {words}"


def test_archaeologists_placed() -> None:
    position = Position().dig(0, "a4")
    assert both(position.build(), "start b4") == same("started on b4 in zone III.")
    assert both(position.build(), "extend a3") == same("extended to a3 in zone I.")
    assert both(play(position.build(), "extend a3"), "then a2") == same("went on to a2 in zone I.")


def test_neutral_archaeologists_placed_or_not() -> None:
    after = play(Position(2).dig(NEUTRAL, "e1").build(), "start b4")
    assert both(after, "neutral start a5") == same("put a neutral archaeologist on a5 in zone III.")
    assert both(after, "neutral extend e2") == same("extended the neutral archaeologists to e2 in zone II.")
    assert both(after, "neutral skip") == same("placed no neutral archaeologist.")
    on = play(after, "neutral extend e2")
    assert both(on, "then e3") == same("went on with a neutral archaeologist to e3 in zone II.")


@pytest.mark.parametrize(
    ("patron", "words"),
    [
        ("violet", "used Lady Violet and took one archaeologist from the common pool."),
        ("lemon", "used Lord Lemon to stand on a pyramid."),
        ("brown", "used Sir Brown to reserve a museum room."),
        ("blackmore", "used Mrs Blackmore to start with two."),
        ("tangerine", "used Colonel Tangerine to extend with three."),
    ],
)
def test_patrons_used(patron: str, words: str) -> None:
    state = Position(round=2).own(0, patron).dig(0, "a1").build()
    assert both(state, f"use {patron}") == same(words)


def test_a_pyramid_is_told_with_lord_lemon() -> None:
    position = Position(round=2).own(0, "lemon 0").lay(3, "lemon 3", "brown 3")
    pyramid = min(position.pyramids())
    state = play(position.build(), "use lemon")
    assert both(state, f"start {pyramid}")[0].startswith(f"<b>You</b> started on the pyramid {pyramid} in zone")


def test_a_room_by_sir_brown_is_told_with_its_points() -> None:
    state = play(Position(round=2).own(0, "brown 0", "lemon 0", "lemon 0").build(), "use brown")
    # wings violet, lemon, brown, blackmore, tangerine; two plots at 3 instead of 1
    assert both(state, "room 1") == same("reserved the room “3” of Lord Lemon: +4 points.")
    assert both(state, "room 0") == same("reserved the room “3” of Lady Violet.")


def test_passing_says_who_wins_ties() -> None:
    first, second = Position(3).build(), Position(3).passed(0).turn(1).build()
    assert both(first, "pass") == (
        "<b>You</b> passed first: you win every tie of this round.",
        "<b>Noor</b> passed first and wins every tie of this round.",
    )
    assert tell(second, "pass", you=1)[0] == "<b>You</b> passed onto space 2: you win ties with those who pass later."
    assert tell(second, "pass")[0] == "<b>Belzoni</b> passed onto space 2 and wins ties with those who pass later."
    third = Position(3).passed(0, 1).turn(2).build()
    assert tell(third, "pass", you=2)[0] == "<b>You</b> passed last, onto space 3: you lose every tie of this round."
    two = Position(2).passed(0).turn(1).build()
    assert (
        tell(two, "pass")[0] == "<b>Belzoni</b> passed last, onto space 3, and loses every tie of this round."
    )  # M7.2


def test_the_last_action_is_announced() -> None:
    state = Position(2).build()
    assert tell(state, "pass", you=0)[1] == "All others have passed: <b>Belzoni</b> has one more action."
    assert tell(state, "pass", you=1)[1] == "All others have passed: <b>You</b> have one more action."


def test_zones_scored_are_ranked_and_ties_explained() -> None:
    state = Position(3).dig(0, "a1 b1").dig(1, "a2 b2").dig(2, "e1").passed(1, 0).turn(2).build()
    lines = tell(state, "pass", you=0)
    assert lines[1:] == [
        "The digging was over, and the zones were scored.",
        "Zone I was scored: <b>Belzoni</b> with 2 and <b>you</b> with 2. On a tie the earlier pass went first.",
    ]


def test_the_last_archaeologist_placed_counts_in_its_zone() -> None:
    state = Position(2).dig(0, "a1").neutral(1, 0).passed(0).turn(1).pool(1, 1).build()
    lines = tell(state, "start b1", you=1)
    assert "Zone I was scored: <b>Noor</b> with 1 and <b>you</b> with 1. On a tie the earlier pass went first." in lines


def test_a_zone_without_anybody_and_one_of_neutral_archaeologists_alone() -> None:
    state = Position(2).dig(NEUTRAL, "a1").dig(0, "a4").passed(0).turn(1).build()
    assert tell(state, "pass")[2:] == [
        "Only neutral archaeologists were in zone I: its plots left the game.",
        "Nobody was in zone II: its plots left the game.",
        "Zone III was scored: <b>Noor</b> with 1.",
    ]


def test_a_plot_taken_and_one_that_nobody_took() -> None:
    state = Position(3).lay(0, "lemon 3", "brown 2").dig(0, "a1").score()
    assert both(state, "tile 1") == same("took the plot of Lord Lemon worth 3 points in zone I: +4 points.")  # M6.1
    assert tell(state, "tile 1")[1] == "Nobody took the plot of Sir Brown worth 2 points in zone I."
    assert "Nobody took the plot of Lord Lemon" in tell(state, "room 1")[1]
    assert both(state, "room 1")[1] == "<b>Noor</b> reserved the room “3” of Lord Lemon."


def test_a_plot_named_for_the_neutral_player() -> None:
    state = play(Position(2).lay(0, "lemon 3", "brown 2").dig(0, "a1 b1").dig(NEUTRAL, "a2").score(), "room 0")
    words = "named the plot of Sir Brown worth 2 points in zone I for the neutral player: it left the game."
    assert both(state, "remove 2") == same(words)


def test_the_beginning_tells_who_starts_the_wings_and_the_plots() -> None:
    draws = ["first 1", *(f"wing {patron}" for patron in ("lemon", "brown", "violet", "tangerine", "blackmore"))]
    draws += [f"deal {tile}" for tile in (0, 35, 13, 7, 6, 14, 21, 28)]
    assert tell(GAME.new(2), *draws, you=1) == [
        "<b>You</b> began.",
        "The wings of the museum: Lord Lemon, Sir Brown, Lady Violet, Colonel Tangerine and Mrs Blackmore.",
        "Plots were dealt: Violet 3, Violet 0, Lemon 3, Lemon 0, Brown 0, Blackmore 0, Tangerine 0 and No patron 5.",
    ]
    assert tell(GAME.new(2), *draws)[0] == "<b>Belzoni</b> began."


def drawn(state: Bytes) -> list[str]:
    """Some plots for a new round."""
    texts = []
    while GAME.to_act(state) == 254:
        texts.append(GAME.text(state, int(GAME.chance(state)[0][0])))
        state = play(state, texts[-1])
    return texts


def test_a_new_round_begins_with_the_last_on_the_pass_track() -> None:
    state = Position(2).passed(1).turn(0).start(1).build()
    draws = drawn(play(state, "pass"))
    assert "Round 2 began. <b>You</b> start it, as the last on the pass track." in tell(state, "pass", *draws, you=0)
    lines = tell(state, "pass", *draws, you=1)
    assert "Round 2 began. <b>Noor</b> starts it, as the last on the pass track." in lines
    assert lines[-1].startswith("Plots were dealt: ")


def test_the_end_of_the_game_is_told() -> None:
    state = Position(2, 4).passed(1).turn(0).build()
    assert tell(state, "pass")[-1] == "All zones were scored: the game was over."


def test_a_headline_is_the_decision_alone() -> None:
    state = Position(2).passed(1).turn(0).start(1).build()
    states, actions = line(state, ["pass"])
    assert log.headline(look_at(state, 1), states, actions).startswith("<b>Noor</b> passed last")


def test_when_something_happened() -> None:
    state = Position(2).passed(1).turn(0).start(1).build()
    viewer, last = look_at(state, None), play(state, "pass", *drawn(play(state, "pass")))
    assert view(last)["round"] == 2
    assert log.when(viewer, last, 0) == "round 1"  # what ended it belongs to it
    assert log.when(viewer, play(last, "start a1" if "start a1" in texts(last) else texts(last)[0]), 0) == "round 2"
    assert log.when(viewer, Position(2).build(), None) == "round 1"


def texts(state: Bytes) -> list[str]:
    return [GAME.text(state, int(action)) for action in GAME.legal(state)]


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("mykerinos-*.json")))
def test_every_decision_of_every_record_has_its_sentences(name: str) -> None:
    record = read(RECORDS / f"{name}.json")
    states, actions = line(GAME.new(record.seats), record.actions)
    viewer, begin = look_at(states[-1], 0), 0
    while begin < len(actions):
        end = begin + 1
        while end < len(actions) and actions[end] >= FIRST_PLAYER:
            end += 1
        lines = log.sentences(viewer, states[begin : end + 1], actions[begin:end])
        assert lines
        assert all(sentence.endswith(".") for sentence in lines)
        assert log.headline(viewer, states[begin : end + 1], actions[begin:end]) == lines[0]
        begin = end


def test_a_name_is_no_markup() -> None:
    state = Position().build()
    viewer = look_at(state, None)
    viewer.names[0] = "<i>Eve</i>"
    states, actions = line(state, ["start a1"])
    assert log.sentences(viewer, states, actions)[0].startswith("<b>&lt;i&gt;Eve&lt;/i&gt;</b> started")
