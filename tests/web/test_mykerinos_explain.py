"""Explanations say what is true of this very game, and cite rules that exist."""

import pytest

from digsite.core.fields import Bytes
from digsite.games.mykerinos.page.explain import explain
from digsite.games.mykerinos.rules.state import NEUTRAL
from tests.mykerinos.position import FACTS, GAME, Position, field_names
from tests.web.tables import EXPLORERS, LookAt

look_at = LookAt(GAME, names=EXPLORERS, terms={"guide": True})

OF_A_PLAYER = ("pool", "plots", "wings", "rooms", "sets", "score")


def middle() -> Bytes:
    """Two players in the second round; wings violet, lemon, brown, blackmore, tangerine."""
    return (
        Position(2, round=2)
        .own(0, "lemon 3", "lemon 0", "brown 2")
        .own(1, "violet 0")
        .rooms(0, 1)
        .rooms(1, 10)
        .dig(0, "a1 b1")
        .dig(1, "a2 b2")
        .dig(NEUTRAL, "e1")
        .turn_over(0, "lemon")
        .build()
    )


def text(key: str, you: int | None = 0, state: Bytes | None = None) -> str:
    found = explain(look_at(middle() if state is None else state, you), key)
    assert found
    return " ".join(found.paragraphs)


def every_key() -> list[str]:
    patrons = (*FACTS.patrons, "none")
    return [
        *(f"zone-{zone}" for zone in range(4)),
        *(f"field-{field}" for field in field_names()),
        *(f"tile-{tile}" for tile in range(36)),
        *(f"room-{room}" for room in range(15)),
        *(f"patron-{patron}" for patron in patrons),
        *(f"patron-{patron}-{seat}" for patron in patrons for seat in range(2)),
        *(f"{kind}-{seat}" for kind in OF_A_PLAYER for seat in range(2)),
        *("start", "extend", "pass", "round", "deck", "neutral", "museum"),
    ]


@pytest.mark.parametrize(
    "state", [GAME.new(3), Position(3).dig(0, "a1").score(), Position(2, 4).build(), Position(4).over()]
)
def test_every_phase_can_be_explained(state: Bytes) -> None:
    viewer = look_at(state, 0)
    for key in (
        "zone-0",
        "field-a1",
        "tile-0",
        "room-5",
        "patron-lemon-0",
        "pass",
        "round",
        "deck",
        "museum",
        "score-0",
    ):
        assert explain(viewer, key), key


def test_the_neutral_player_takes_part_with_two_players_alone() -> None:
    assert explain(look_at(Position(3).build(), None), "neutral") is None
    assert "Together you hold 8 neutral archaeologists; 16 are in the common pool." in text("neutral")


def test_patrons_are_told_with_plots_and_worth() -> None:
    said = text("patron-lemon")
    assert said.startswith("His help: start on a pyramid, or extend with exactly one of the two on a pyramid.")
    assert "You have 2 plots of Lord Lemon; ready to help in this round: 1." in said
    assert "At the end each is worth 3 points to you, as your rooms stand." in said
    assert text("patron-violet-1").startswith("Belzoni has 1 plot of Lady Violet; ready to help in this round: 1.")
    assert "each is worth 2 points to Belzoni" in text("patron-violet-1")
    assert text("patron-blackmore-0").startswith("You have no plot of Mrs Blackmore.")


def test_zones_are_told_in_the_order_of_choosing() -> None:
    assert "In the order of choosing: you with 2 and Belzoni with 2. A tie goes to whoever passes earlier." in text(
        "zone-0"
    )
    assert "With neutral archaeologists alone, both plots leave the game." in text("zone-1")
    assert "Nobody stands here: as it is, both plots would leave the game." in text("zone-2")


def test_rooms_are_told_with_what_they_bring() -> None:
    assert "You hold it, for good: without it you would have 4 points less." in text("room-1")  # 2 x (3 - 1)
    assert "Only whoever holds a room that leads to it may reserve it" in text("room-6")
    assert "With the plots you have it would bring 4 points." in text("room-6")  # 2 x (5 - 3)
    assert "You hold none of these yet" in text("room-8")
    assert "Belzoni holds it, for good, and would have 1 point less without it." in text("room-10")
    assert "You hold it, for good: without it you would have 1 point less." in text("room-10", 1)


def test_points_add_up() -> None:
    # plots 3 + 0 + 2, wings 2 x 3 + 1 x 1
    assert text("score-0").startswith("Plots 5, museum wings 7, sets of five 0. Total: 12 points")
    assert "Lemon 2 × 3 and Brown 1 × 1, together 7 points." in text("wings-0")
    assert "Missing for the next: Lady Violet, Mrs Blackmore and Colonel Tangerine." in text("sets-0")
    assert text("plots-0").startswith("You have won 3 plots, which brought 5 points: Lemon 3, Brown 2 and Lemon 0.")


def test_fields_say_what_may_be_done_there() -> None:
    assert "You may extend to here. You may start here." in text("field-c1")
    assert "One of your archaeologists stands here." in text("field-a1")
    assert "An archaeologist of Noor stands here." in text("field-a1", 1)
    assert "A neutral archaeologist stands here." in text("field-e1")
    position = Position(3).lay(3, "lemon 3", "brown 3")
    pyramid = min(position.pyramids())
    assert "only Lord Lemon lets an archaeologist onto it" in text(f"field-{pyramid}", 0, position.build())


def test_a_plot_is_told_with_what_it_would_bring() -> None:
    position = Position(3, 2).own(0, "violet 0", "lemon 0", "brown 0", "blackmore 0").lay(0, "tangerine 3", "plot")
    tangerine = position.slots[0]
    assert "It would bring you 9 points: 3 at once, 1 in the museum" in text(f"tile-{tangerine}", 0, position.build())
    assert "It counts for no wing and for no set. It lies in zone I." in text("tile-35", 0, position.build())


def test_passing_is_told_with_who_has_passed() -> None:
    state = Position(3).passed(2).build()
    assert "Passed so far: Layard on space 1." in text("pass", 0, state)
    assert "Nobody has passed yet." in text("pass")
    assert "you can only pass" in text("pass", 0, Position(3).pool(0, 0).build())
