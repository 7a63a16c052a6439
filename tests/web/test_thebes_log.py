"""The log of Thebes: each kind of decision told to whoever made it and to the others."""

from functools import partial
from typing import Any

import pytest

from digsite.core.fields import Bytes
from digsite.games.thebes.page import ending, log
from tests.thebes.position import GAME, Position
from tests.web.suite import line_of
from tests.web.tables import EXPLORERS, LookAt

look_at = LookAt(GAME, names=EXPLORERS)
line = partial(line_of, GAME)


def tell(state: Bytes, *texts: str, you: int | None = None) -> list[str]:
    states, actions = line(state, texts)
    return [str(sentence) for sentence in log.sentences(look_at(state, you), states, actions)]


def both(position: Position, *texts: str) -> tuple[str, str]:
    """What the player is told first, and what the others are."""
    state = position.build()
    return tell(state, *texts, you=0)[0], tell(state, *texts, you=1)[0]


@pytest.mark.parametrize(
    ("card", "place", "words"),
    [
        ("book crete 1 paris", "paris", "read a book on Crete in Paris, 1 week."),
        ("book greece 3 berlin", "warsaw", "went to Berlin and read a book on Greece, 5 weeks."),
        ("general 1 berlin", "warsaw", "went to Berlin and studied general knowledge, 4 weeks."),
        ("general 2 london", "london", "studied general knowledge in London, 6 weeks."),
        ("rumour egypt", "rome", "heard a rumour of Egypt in Rome, 1 week."),
        ("assistant vienna", "rome", "went to Vienna and hired an assistant, 3 weeks."),
        ("shovel rome", "rome", "took a shovel in Rome, 3 weeks."),
        ("shovel rome", "paris", "went to Rome and took a shovel, 4 weeks."),
        ("congress moscow", "warsaw", "went to Moscow and spoke at a congress, 3 weeks."),
        ("car rome", "vienna", "went to Rome and took a car, 2 weeks."),
        ("permit london", "london", "took a special permit in London, 3 weeks."),
    ],
)
def test_a_card_taken(card: str, place: str, words: str) -> None:
    position = Position().at(0, place).show(card, "congress", "congress", "congress")
    assert both(position, "take 1") == (f"<b>You</b> {words}", f"<b>Noor</b> {words}")


def test_a_journey_by_zeppelin_is_told() -> None:
    position = Position().give(0, "zeppelin").show("shovel rome", "congress", "congress", "congress")
    words = "went to Rome by zeppelin and took a shovel, 3 weeks."
    assert both(position, "take 1 zeppelin") == (f"<b>You</b> {words}", f"<b>Noor</b> {words}")


def test_an_exchange() -> None:
    assert both(Position(), "exchange")[0] == "<b>You</b> exchanged the open cards in Warsaw, 1 week."
    assert both(Position().at(0, "rome"), "exchange")[1] == (
        "<b>Noor</b> went to Warsaw and exchanged the open cards, 3 weeks."
    )


def test_a_dig_names_the_dearest_find_first_and_counts_the_sand() -> None:
    position = Position().at(0, "egypt").give(0, "book egypt 3", "book egypt 3").found(1, "egypt", 0)
    words = "dug for 6 weeks in Egypt: Rosetta stone 5, Bust of Nefertiti 3, a general book, sand twice."
    draws = ("sand", "find 14", "find 7", "sand", "find 11")  # 6 points and 6 weeks draw 5 tokens
    assert both(position, "dig egypt 6", *draws) == (f"<b>You</b> {words}", f"<b>Noor</b> {words}")


def test_a_dig_tells_the_bonus_and_what_was_used() -> None:
    position = Position().give(0, "book crete 3", "rumour crete", "shovel", "zeppelin")
    sentences = both(position, "dig crete 1 zeppelin rumour shovel", "find 13", "sand")
    # 5 points and 1 week draw 1 token, the shovel 1 more
    words = (
        "flew to Crete and dug for 1 week with the rumour and the shovel: a book on Greece, "
        "Statuettes of Dreros 1 for digging first, sand."
    )
    assert sentences == (f"<b>You</b> {words}", f"<b>Noor</b> {words}")


def test_a_dig_that_finds_sand_alone() -> None:
    position = Position().at(0, "greece").give(0, "book greece 3").found(1, "greece", 0)
    assert both(position, "dig greece 3", "sand")[0] == "<b>You</b> dug for 3 weeks in Greece: nothing but sand."


def test_a_dig_with_a_special_permit() -> None:
    position = Position().at(0, "greece").give(0, "book greece 3", "permit").found(1, "greece", 0)
    sentences = both(position.used(0, "greece"), "dig greece 3", "sand")
    assert sentences[1] == "<b>Noor</b> dug for 3 weeks in Greece with the special permit: nothing but sand."


def test_an_exhibition_held() -> None:
    position = Position().at(0, "london").found(0, "greece", 1).found(0, "egypt", 1, 2).exhibitions("small london")
    words = "held the exhibition in London: 4 points, 3 weeks."
    assert both(position, "exhibit a") == (f"<b>You</b> {words}", f"<b>Noor</b> {words}")


def test_a_stop_tells_the_weeks_left() -> None:
    position = Position().week(0, 1903, 48).week(1, 1903, 50)
    assert both(position, "stop") == ("<b>You</b> stopped, 5 weeks unused.", "<b>Noor</b> stopped, 5 weeks unused.")
    assert len(tell(position.state, "stop")) == 1


BEGIN = ("marker 0", "marker 1", "card 0", "card 1", "card 2", "card 3")


def test_the_marker_laid_last_begins() -> None:
    assert tell(GAME.new(2), *BEGIN) == ["<b>Belzoni</b> began."]
    assert tell(GAME.new(2), *BEGIN, you=1) == ["<b>You</b> began."]


def test_an_exhibition_that_opens_and_one_that_must_go() -> None:
    position = Position().at(0, "paris").show("book crete paris", "congress", "congress", "congress")
    position.exhibitions("small berlin", "small vienna", "small moscow").second_stack(5, 2)
    state = position.build()
    assert tell(state, "take 1", "card 85")[1:] == [
        "An exhibition opened in London: 4 points for 1 Greek artifact and 2 Egyptian artifacts.",
        "The exhibition in Moscow closed.",
    ]


def test_a_deck_made_anew() -> None:
    state = Position().deck().build()
    drawn = GAME.apply(state, GAME.parse(state, "take 1"))
    card = GAME.text(drawn, int(GAME.chance(drawn)[0][0]))
    assert "The deck ran out and was reshuffled." in tell(state, "take 1", card)


def test_a_new_year() -> None:
    position = Position().week(0, 1901, 51).week(1, 1901, 52).at(0, "paris")
    state = position.show("book crete 2 paris", "congress", "congress", "congress").build()
    assert tell(state, "take 1", you=0)[1:] == ["<b>You</b> entered 1902: all your permits are valid again."]
    assert tell(state, "take 1", you=1)[1:] == ["<b>Noor</b> entered 1902: all their permits are valid again."]


def test_the_end_reached_by_an_action() -> None:
    position = Position().week(0, 1903, 51).week(1, 1903, 52).at(0, "paris")
    state = position.show("book crete 2 paris", "congress", "congress", "congress").build()
    assert tell(state, "take 1", you=0)[1:] == ["<b>You</b> reached the end of 1903."]


def test_the_headline_of_a_dig_is_its_points() -> None:
    state = Position().at(0, "egypt").give(0, "book egypt 3", "book egypt 3").build()
    states, actions = line(state, ["dig egypt 6", "sand", "find 14", "find 7", "sand", "find 11"])
    # 3 and 5, and 1 for the first to dig there
    assert log.headline(look_at(state, 1), states, actions) == "<b>Noor</b> dug for 6 weeks in Egypt: 9 points."


def test_luck_alone_tells_the_rest_of_a_dig() -> None:
    state = Position().at(0, "egypt").give(0, "book egypt 3", "book egypt 3").build()
    (*_, state), _actions = line(state, ["dig egypt 6", "sand", "find 14"])
    assert tell(state, "find 7", "sand", "find 11") == ["<b>Noor</b> found Rosetta stone 5, Bust of Nefertiti 3, sand."]


def test_a_name_is_no_markup() -> None:
    state = Position().build()
    viewer = look_at(state, None)
    viewer.names[0] = "<i>Eve</i>"
    states, actions = line(state, ["exchange"])
    assert log.sentences(viewer, states, actions)[0].startswith("<b>&lt;i&gt;Eve&lt;/i&gt;</b> exchanged")


def test_where_a_marker_lies() -> None:
    state = Position().week(0, 1902, 14).week(1, 1904, 1).build()
    assert [log.when(look_at(state, None), state, seat) for seat in (0, 1)] == ["wk 14", "done"]


def at_the_end(state: Bytes, *texts: str) -> tuple[list[str], str]:
    """The titles of the digs told of, and what is said instead."""
    states, actions = line(state, texts)
    context: dict[str, Any] = ending.context(look_at.over(states[-1], None), states, actions, 2)
    return [dig["title"] for dig in context["digs"]], context["undug"]


def test_a_game_without_a_find_has_no_best_dig() -> None:
    digger = Position().at(0, "crete").give(0, "book crete 3", "book crete 3").found(1, "crete", 0).build()
    assert at_the_end(digger) == ([], "Nobody has dug.")
    assert at_the_end(digger, "dig crete 1", "sand") == (["Worst luck"], "Nobody has found an artifact by digging.")
    assert at_the_end(digger, "dig crete 1", "find 7") == (["Best dig"], "")
