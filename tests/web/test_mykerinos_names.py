"""What things of Mykerinos are called."""

import re
from pathlib import Path

from babel.messages.pofile import read_po

from digsite.core.fields import Bytes
from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.rules.view_types import MykerinosView, TileView, view_of
from tests.mykerinos.position import GAME, Position, play


def view(state: Bytes) -> MykerinosView:
    return view_of(GAME, state)


def test_patrons_have_a_title_a_short_name_and_what_is_theirs() -> None:
    assert [names.patron(key) for key in GAME.facts.patrons] == [
        "Lady Violet", "Lord Lemon", "Sir Brown", "Mrs Blackmore", "Colonel Tangerine",
    ]  # fmt: skip
    assert names.patron_short("lemon") == "Lemon"
    assert names.of_patron("lemon") == "of Lord Lemon"
    assert (names.patron(None), names.of_patron(None)) == ("No patron", "without a patron")


def test_patrons_are_used_in_every_text_and_never_called() -> None:
    with Path(names.__file__).with_name("locale").joinpath("mykerinos.pot").open("rb") as file:
        texts = [str(message.id) for message in read_po(file)]
    assert "Use %(patron)s" in texts
    assert [text for text in texts if re.search(r"\bcall(s|ed)?\b", text, re.IGNORECASE)] == []


def test_zones_are_counted_with_roman_numbers_from_the_top_left() -> None:
    assert [names.zone(number) for number in range(6)] == [
        "zone I", "zone II", "zone III", "zone IV", "zone V", "zone VI",
    ]  # fmt: skip
    assert (names.zone_title(2), names.in_zone(2)) == ("Zone III", "in zone III")
    state = view(Position().build())
    assert [names.zone_of(state, key) for key in ("a1", "e3", "c4", "h6")] == [0, 1, 2, 3]
    assert names.field("c4") == "c4"


def test_plots_are_told_with_their_points() -> None:
    def plot(patron: str | None, points: int) -> TileView:
        return {"tile": 0, "patron": patron, "points": points, "pyramids": []}

    assert (names.plot_name("lemon", 3), names.plot_name(None, 5)) == ("Lemon 3", "No patron 5")
    assert names.a_plot(plot("lemon", 3)) == "the plot of Lord Lemon worth 3 points"
    assert names.a_plot(plot("brown", 0)) == "the plot of Sir Brown without points"
    assert names.a_plot(plot(None, 5)) == "the plot without a patron worth 5 points"


def test_rooms_are_told_by_their_wings() -> None:
    seen = view(Position().wings("brown", "lemon", "violet", "blackmore", "tangerine").build())
    assert [names.room_name(seen, room) for room in (0, 6, 10, 14)] == [
        "Brown “3”", "Lemon “5”", "Brown / Lemon “2”", "Tangerine / Brown “2”",
    ]  # fmt: skip
    assert names.a_room(seen, 6) == "the room “5” of Lord Lemon"
    assert names.a_room(seen, 10) == "the room “2” between Sir Brown and Lord Lemon"


def test_what_the_table_is_doing() -> None:
    assert names.phase(view(GAME.new(2))) == "The first player is drawn"
    assert names.phase(view(Position(round=2).build())) == "Digging"
    used = play(Position(round=2).own(0, "brown").build(), "use brown")
    assert names.phase(view(used)) == "Using Sir Brown"
    assert names.phase(view(Position().dig(0, "a4").score())) == "Scoring zone III"
    assert names.round_of(view(Position(round=2).build())) == "Round 2 of 4"
    assert names.in_round(3) == "round 3"
