"""The facts themselves: tiles, rooms and numbers, and refusal of files that break them."""

import copy
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from digsite.core.errors import BadData
from digsite.games import mykerinos
from tests.mykerinos.position import FACTS, GAME, play, view

PAGE = (Path(__file__).parents[2] / "src" / "digsite" / "games" / "mykerinos" / "rulebook.md").read_text(
    encoding="utf-8"
)
DATA = tomllib.loads(Path(mykerinos.__file__).with_name("rules").joinpath("data.toml").read_text("utf-8"))
PATRONS = ("violet", "lemon", "brown", "blackmore", "tangerine")


def changed(path: str, value: Any) -> dict[str, Any]:
    """The data with one entry replaced: "tiles.tiles.3"."""
    data = copy.deepcopy(DATA)
    inside: Any = data
    *way, last = path.split(".")
    for step in way:
        inside = inside[int(step)] if isinstance(inside, list) else inside[step]
    inside[int(last) if isinstance(inside, list) else last] = value
    return data


@pytest.mark.rule("M1.3")
@pytest.mark.parametrize("patron", PATRONS)
def test_each_patron_has_seven_tiles_of_like_points_and_pyramids(patron: str) -> None:
    tiles = [tile for tile in FACTS.tiles if tile.patron == patron]
    assert [tile.points for tile in tiles] == [0, 0, 0, 2, 2, 3, 3]
    assert [len(tile.pyramids) for tile in tiles] == [0, 1, 1, 1, 2, 2, 2]


@pytest.mark.rule("M1.3")
def test_the_one_plot_without_a_patron_gives_5() -> None:
    assert [tile.points for tile in FACTS.tiles if not tile.patron] == [5]
    assert [tile.patron for tile in FACTS.tiles if tile.points == 5] == [""]
    assert len(FACTS.tiles) == 36


@pytest.mark.rule("M5.1")
def test_the_museum_has_five_rooms_of_each_value() -> None:
    assert Counter(room.value for room in FACTS.rooms) == {2: 5, 3: 5, 5: 5}
    assert [len(room.wings) for room in FACTS.rooms] == [1] * 10 + [2] * 5


@pytest.mark.rule("M1.1", "M2.1", "M2.3", "M6.1", "M6.2", "M7.1")
def test_the_numbers_are_the_rulebooks() -> None:
    assert (FACTS.archaeologists, FACTS.per_round, FACTS.neutral_per_round) == (25, {2: 11, 3: 11, 4: 8}, 4)
    assert DATA["rounds"] == {"count": 4, "zones": [4, 4, 4, 6]}
    assert 2 * sum(DATA["rounds"]["zones"]) == 36
    assert (FACTS.no_room, FACTS.set_of_five) == (1, 5)


@pytest.mark.rule("M5.1", "M5.2")
@pytest.mark.parametrize("wing", range(5))
def test_a_5_room_is_entered_from_its_wings_other_rooms(wing: int) -> None:
    expected = [i for i, room in enumerate(FACTS.rooms) if room.value < 5 and wing in room.wings]
    assert FACTS.doors(5 + wing) == expected
    assert len(expected) == 3
    assert FACTS.doors(wing) == FACTS.doors(10 + wing) == []


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("players.archaeologists", 0, "players.archaeologists"),
        ("players.archaeologists", 100, "players.archaeologists"),
        ("players.archaeologists", "25", "players.archaeologists"),
        ("players.per_round.3", 26, r"players.per_round.3"),
        ("players.per_round.4", -1, r"players.per_round.4"),
        ("players.neutral_per_round", 26, "players.neutral_per_round"),
        ("rounds.count", 5, "rounds"),
        ("rounds.zones", [4, 4, 4, 4], "rounds"),
        ("rounds.zones", [4, 4, 6], "rounds"),
        ("tiles.columns", 3, "tiles"),
        ("tiles.rows", 2, "tiles"),
        ("tiles.patrons", ["violet", "lemon", "brown", "blackmore"], "tiles.patrons"),
        ("tiles.patrons", ["lemon", "violet", "brown", "blackmore", "tangerine"], "tiles.patrons"),
        ("tiles.tiles", DATA["tiles"]["tiles"][:35], "tiles.tiles"),
        ("tiles.tiles", [*DATA["tiles"]["tiles"], ["", 5, []]], "tiles.tiles"),
        ("tiles.tiles", 36, "tiles.tiles"),
        ("tiles.tiles.3", ["scarlet", 0, []], r"tiles.tiles\[3\]"),
        ("tiles.tiles.4", ["violet", 10, []], r"tiles.tiles\[4\]"),
        ("tiles.tiles.4", ["violet", -1, []], r"tiles.tiles\[4\]"),
        ("tiles.tiles.4", ["violet", 2.0, []], r"tiles.tiles\[4\]"),
        ("tiles.tiles.4", ["violet", True, []], r"tiles.tiles\[4\]"),
        ("tiles.tiles.5", ["violet", 2, [6]], r"tiles.tiles\[5\]"),
        ("tiles.tiles.5", ["violet", 2, [-1]], r"tiles.tiles\[5\]"),
        ("tiles.tiles.5", ["violet", 2, [1, 1]], r"tiles.tiles\[5\].*twice"),
        ("tiles.tiles.5", ["violet", 2, 3], r"tiles.tiles\[5\].*not a list"),
        ("tiles.tiles.5", ["violet", 2, "3"], r"tiles.tiles\[5\]"),
        ("tiles.tiles.6", ["violet", 2, [0, 1, 2, 3, 4, 5]], r"tiles.tiles\[6\]: at least one field"),
        ("tiles.tiles.7", ["violet", 2], r"tiles.tiles"),
        ("tiles.tiles.7", [7, 2, []], r"tiles.tiles\[7\]"),
        ("museum.rooms", DATA["museum"]["rooms"][:14], "museum.rooms"),
        ("museum.rooms.2", [4, [2]], r"museum.rooms\[2\]: 4 is not a value of a room"),
        ("museum.rooms.2", ["3", [2]], r"museum.rooms\[2\]"),
        ("museum.rooms.2", [3.0, [2]], r"museum.rooms\[2\]"),
        ("museum.rooms.3", [3, [5]], r"museum.rooms\[3\]"),
        ("museum.rooms.3", [3, []], r"museum.rooms\[3\]: must belong to a wing"),
        ("museum.rooms.3", [2, [1, 1]], r"museum.rooms\[3\].*twice"),
        ("museum.rooms.3", [3], r"museum.rooms"),
        ("scoring.no_room", 10, "scoring.no_room"),
        ("scoring.set_of_five", 100, "scoring.set_of_five"),
        ("scoring.set_of_five", None, "scoring.set_of_five"),
    ],
)
def test_a_bad_file_is_refused_by_the_name_of_its_entry(path: str, value: Any, message: str) -> None:
    with pytest.raises(BadData, match=message) as refused:
        GAME.with_data(changed(path, value))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "path",
    [
        "players",
        "players.archaeologists",
        "players.per_round",
        "players.per_round.2",
        "players.neutral_per_round",
        "rounds",
        "rounds.count",
        "tiles",
        "tiles.columns",
        "tiles.patrons",
        "tiles.tiles",
        "museum",
        "museum.rooms",
        "scoring",
        "scoring.no_room",
    ],
)
def test_a_missing_entry_is_named(path: str) -> None:
    data = copy.deepcopy(DATA)
    inside: Any = data
    *way, last = path.split(".")
    for step in way:
        inside = inside[step]
    del inside[last]
    with pytest.raises(BadData, match=path.split(".")[0]):
        GAME.with_data(data)


@pytest.mark.parametrize("data", [{}, {"players": 3}, {"tiles": []}])
def test_a_file_about_something_else_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(BadData):
        GAME.with_data(data)


def test_other_tiles_are_played_as_told() -> None:
    other = GAME.with_data(changed("tiles.tiles.0", ["lemon", 9, [0, 1, 2, 3, 4]]))
    assert other.data_digest is not None
    state = play(other.new(3), "first 0", *(f"wing {patron}" for patron in PATRONS), game=other)
    state = play(state, *(f"deal {tile}" for tile in range(8)), game=other)
    seen = other.view(state)
    assert seen["zones"][0]["tiles"][0] == {"tile": 0, "patron": "lemon", "points": 9, "pyramids": [0, 1, 2, 3, 4]}
    assert {field["field"] for field in seen["fields"][:24] if field["pyramid"]} >= {"a1", "b1", "a2", "b2", "a3"}
    state = play(state, "start b3", "pass", "pass", "pass", "tile 1", game=other)
    assert other.score(state)[0]["plots"] == 9
    assert other.score(state)[0]["wings"]["lemon"] == 1


def test_the_games_own_data_has_no_digest_to_tell() -> None:
    assert GAME.with_data(DATA).data_digest is None
    assert view(GAME.with_data(DATA).new(2)) == view(GAME.new(2))


def table(start: str) -> list[list[str]]:
    """The rows of the table on the rules page whose heading begins so."""
    lines = PAGE[PAGE.index(f"\n| {start}") + 1 :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_rooms_on_the_page_are_the_rooms() -> None:
    for row in table("wings"):
        wing = int(row[0])
        three, five, two = (FACTS.rooms[int(cell.split()[1])] for cell in row[1:])
        assert (three.value, three.wings, five.value, five.wings) == (3, (wing,), 5, (wing,))
        assert (two.value, set(two.wings)) == (2, {wing, (wing + 1) % 5})


def test_the_tiles_on_the_page_are_the_tiles() -> None:
    counts = {(int(points), int(pyramids)): int(count) for count, points, pyramids in table("plots of each")}
    for patron in PATRONS:
        assert Counter((tile.points, len(tile.pyramids)) for tile in FACTS.tiles if tile.patron == patron) == counts
