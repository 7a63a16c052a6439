"""Declined and turned tiles of Mykerinos, on the page and at the terminal."""

import re

from digsite.core.fields import Bytes
from digsite.core.player_labels import PlayerLabels
from digsite.games.mykerinos.page import log, scoring
from digsite.games.mykerinos.terminal import MykerinosTerminal
from digsite.web.game_page import page_of
from digsite.web.viewer import Viewer
from tests.mykerinos.position import GAME
from tests.mykerinos.test_options import DEALING, GREEN, MAY, RANDOM, third_to_choose
from tests.web.suite import line_of
from tests.web.tables import EXPLORERS, LookAt


def look_at(state: Bytes, you: int | None, options: dict[str, str], **query: str) -> Viewer:
    """A table with rule options at a position."""
    return LookAt(GAME, EXPLORERS, {"options": options})(state, you, **query)


def test_the_third_of_a_zone_may_take_no_plot() -> None:
    viewer = look_at(third_to_choose(), GREEN, {"last-tile": "may"})
    cards = scoring.cards(viewer)
    assert [card.key for card in cards] == ["tile-0", "tile-1", "decline"]
    assert (cards[-1].action, cards[-1].button) == ("decline", "Take no plot")
    assert scoring.rule(viewer) == "M4.9"


def test_taking_no_plot_is_chosen_and_confirmed_as_a_plot_is() -> None:
    asked = scoring.cards(look_at(third_to_choose(), GREEN, {"last-tile": "may"}))
    assert [(card.link, card.chosen) for card in asked][1:] == [
        ("/t/abc?choose=tile-1", False), ("/t/abc?choose=decline", False),
    ]  # fmt: skip
    chosen = look_at(third_to_choose(), GREEN, {"last-tile": "may"}, choose="decline")
    assert [card.chosen for card in scoring.cards(chosen)] == [False, False, True]
    dock = page_of("mykerinos").parts(chosen)["dock"]
    assert dock.count("data-enter") == 1
    assert re.search(r'data-enter form="act" name="action" value="decline"', dock)


def test_without_the_option_there_are_only_plots() -> None:
    viewer = look_at(third_to_choose(), GREEN, {})
    assert [card.key for card in scoring.cards(viewer)] == ["tile-0", "tile-1"]
    assert scoring.rule(viewer) == "M4.5"


def test_the_log_says_who_took_nothing() -> None:
    states, actions = line_of(MAY, third_to_choose(), ["decline"])
    for you, sentence in ((GREEN, "<b>You</b> took no plot in zone I."), (0, "<b>Layard</b> took no plot in zone I.")):
        said = log.sentences(look_at(states[0], you, {"last-tile": "may"}), states, actions)
        assert str(said[0]) == sentence


def test_the_log_counts_tiles_that_lie_the_other_way_up() -> None:
    draws = [*DEALING, *(text for tile in range(8) for text in (f"deal {tile}", f"turn {int(tile < 3)}"))]
    states, actions = line_of(RANDOM, RANDOM.new(3), draws)
    said = log.sentences(look_at(states[-1], 0, {"tile-rotation": "random"}), states, actions)
    assert str(said[-1]) == "3 of the 8 lie the other way up."
    lines = MykerinosTerminal(RANDOM).tell(states, actions, PlayerLabels(list(EXPLORERS[:3])))
    assert lines[-1].plain == "3 of 8 lie the other way up (M2.5)."


def test_the_terminal_offers_and_tells_it() -> None:
    states, actions = line_of(MAY, third_to_choose(), ["decline"])
    ui = MykerinosTerminal(MAY)
    assert [choice.typed for choice in ui.menu(states[0])] == ["tile 1", "tile 2", "decline"]
    assert ui.completions("dec") == ["decline"]
    lines = ui.tell(states, actions, PlayerLabels(list(EXPLORERS)))
    assert "declines what is left of zone I (M4.9)." in lines[0].plain
