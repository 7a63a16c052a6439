"""The end of a game of Mykerinos: who won, the points by part and over time, the best room and plot."""

import re
from functools import partial
from pathlib import Path

import pytest

from digsite.core.fields import Bytes
from digsite.core.record import End, read
from digsite.games.mykerinos.page import closest_zone, ending
from digsite.games.mykerinos.page.point_values import with_plot, with_room, without_plot, without_room
from digsite.games.mykerinos.rules.view_types import MykerinosView, view_of
from digsite.web import render
from tests.mykerinos.position import FACTS, GAME, Position
from tests.web.suite import line_of
from tests.web.tables import EXPLORERS, LookAt

look_at = LookAt(GAME, names=EXPLORERS, terms={"guide": True})
line = partial(line_of, GAME)

RECORDS = Path(__file__).parent.parent / "records"


def view(state: Bytes) -> MykerinosView:
    return view_of(GAME, state)


def printed_example() -> Bytes:
    """M6.5, in the wings violet, lemon, brown, blackmore, tangerine."""
    tiles = ["lemon 0"] * 2 + ["blackmore 0"] + ["brown 0"] * 3 + ["tangerine 0"] * 2 + ["violet 0"]
    return Position(3).own(0, *tiles).rooms(0, 1, 3, 2, 7, 13).over()


@pytest.mark.rule("M6.5")
def test_the_printed_example_is_counted_wing_by_wing() -> None:
    counted = ending.counting(FACTS, view(printed_example()))
    assert counted["plots"]["cells"] == [("9 plots", 0), ("", 0), ("", 0)]
    assert counted["wings"]["cells"][0] == ("5 rooms", 6 + 3 + 15 + 4 + 1)
    wings = {row["patron"]: row["cells"][0] for row in counted["patrons"]}
    assert wings == {
        "lemon": ("2 × 3", 6), "blackmore": ("1 × 3", 3), "brown": ("3 × 5", 15), "tangerine": ("2 × 2", 4),
        "violet": ("1 × 1", 1),
    }  # fmt: skip
    assert counted["sets"]["cells"] == [("1 × 5", 5), ("", 0), ("", 0)]
    viewer = look_at.over(printed_example(), 0)
    assert ending.context(viewer, [printed_example()], [], 3)["totals"] == [34, 0, 0]
    assert ending.context(viewer, [printed_example()], [], 3)["heading"] == "You win with 34 points"


@pytest.mark.rule("M6.3")
def test_the_plot_without_a_patron_counts_at_once_alone() -> None:
    counted = ending.counting(FACTS, view(Position(2).own(0, "plot").over()))
    assert counted["plots"]["cells"][0] == ("1 plot", 5)
    assert all(row["cells"][0] == ("", 0) for row in counted["patrons"])


@pytest.mark.rule("M6.4")
def test_archaeologists_left_decide_between_equal_points() -> None:
    state = Position(3).pool(0, 3).pool(1, 5).pool(2, 0).own(0, "lemon 3").own(1, "brown 3").over()
    context = ending.context(look_at.over(state, 0), [state], [], 3)
    assert context["heading"] == "Belzoni wins with 4 points"
    assert context["note"] == "Equal points: archaeologists left in the pool decided it, 5 to 3."
    shared = Position(2).pool(0, 1).pool(1, 1).over()
    context = ending.context(look_at.over(shared, 0), [shared], [], 2)
    assert context["heading"] == "You share the victory with Belzoni, 0 points each"
    assert context["note"] == "Equal points, and each has 1 archaeologist left."
    clear = ending.context(look_at.over(printed_example(), 0), [printed_example()], [], 3)
    assert clear["note"] == ""


def test_the_best_room_is_the_one_whose_loss_would_cost_most() -> None:
    state = printed_example()
    seen = view(state)
    # Brown: three plots at 5 instead of 3; Lemon: two at 3 instead of 1; Blackmore: one at 3 instead of 2 (room 13)
    lost = {room: sum(each.lost for each in without_room(FACTS, seen, 0, room)) for room in (7, 1, 3, 2, 13)}
    assert lost == {7: 6, 1: 4, 3: 1, 2: 0, 13: 2}
    best = ending.best_room(look_at(state, 0), seen, [], [])
    assert best is not None
    assert (best["points"], best["who"]) == (6, "You: Brown “5”")
    assert best["why"] == ["3 plots of Sir Brown, 5 instead of 3 each"]
    assert ending.best_room(look_at(state, 0), view(Position(2).over()), [], []) is None


def test_a_room_between_two_wings_counts_in_both() -> None:
    seen = view(Position(3, 2).own(0, "violet 0", "lemon 0", "lemon 0").build())
    assert [each.lost for each in with_room(FACTS, seen, 0, 10)] == [1, 2]


def test_what_a_plot_brings_at_once_in_the_museum_and_for_a_set() -> None:
    seen = view(
        Position(3, 2).own(0, "violet 3", "lemon 0", "brown 0", "blackmore 0", "tangerine 0").rooms(0, 0).build()
    )
    player = seen["players"][0]
    violet = next(tile for tile in player["tiles"] if tile["patron"] == "violet")
    assert without_plot(FACTS, player, violet) == (3, 3, 5)
    assert with_plot(FACTS, player, violet) == (3, 3, 0)  # a second one makes no second set
    assert with_plot(FACTS, player, {"tile": 35, "patron": None, "points": 5, "pyramids": []}) == (5, 0, 0)


def test_the_best_plot_is_told_with_its_parts() -> None:
    state = Position(2).own(1, "violet 3", "lemon 0", "brown 0", "blackmore 0", "tangerine 0").rooms(1, 0).over()
    best = ending.best_plot(look_at(state, 0), view(state))
    assert best is not None
    assert (best["who"], best["points"]) == ("Belzoni: Violet 3", 11)
    assert best["why"] == ["3 points at once", "3 points in the museum", "5 points for a set"]


def recorded(name: str) -> tuple[list[Bytes], list[int], int]:
    record = read(RECORDS / f"{name}.json")
    return *line(GAME.new(record.seats), record.actions), record.seats


@pytest.mark.parametrize("name", ["mykerinos-2", "mykerinos-3", "mykerinos-4"])
def test_points_over_time_have_a_mark_a_round_and_end_with_the_score(name: str) -> None:
    states, _actions, seats = recorded(name)
    viewer = look_at.over(states[-1], None)
    over_time = ending.over_time(viewer, states, seats)
    totals = [score["total"] for score in GAME.score(states[-1])]
    assert [len(each.marks) for each in over_time["chart"].lines] == [4] * seats
    assert [period for period, _totals in over_time["standings"]] == ["round 1", "round 2", "round 3", "round 4"]
    assert over_time["standings"][-1][1] == totals
    assert len(over_time["last_round"]) == 2
    times, _scores = ending.moments(viewer, states)
    assert times == sorted(times)
    assert (times[0], times[-1]) == (0, 4)


def page(name: str, verified: bool | None = None, you: int | None = 0) -> str:
    states, actions, seats = recorded(name)
    viewer = look_at.over(states[-1], you, read(RECORDS / f"{name}.json").end)
    return render(
        "mykerinos/end.html", viewer=viewer, verified=verified, **ending.context(viewer, states, actions, seats)
    )


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("mykerinos-*.json")))
def test_every_recorded_game_has_an_end_without_inline_styles(name: str) -> None:
    html = page(name)
    assert html.strip().startswith('<section id="end"')
    assert "style=" not in html
    assert "<script" not in html


def test_a_game_ended_early_says_why() -> None:
    state = Position(2).build()
    context = ending.context(look_at.over(state, 0, End("resigned", 1)), [state], [], 2)
    assert (context["heading"], context["note"]) == ("You win", "Belzoni resigned; the points are as they stood then.")


def test_what_may_be_done_at_the_end() -> None:
    html = page("mykerinos-3", verified=True)
    for way in ("/t/abc?do=rematch", "/t/abc?do=verify", "/t/abc?ply=0", "/api/tables/abc/record"):
        assert way in html
    assert "Every draw follows from the seed" in html
    assert "?do=rematch" not in page("mykerinos-3", you=None)


@pytest.mark.rule("M4.2")
def test_the_closest_zone_is_the_one_decided_by_least() -> None:
    position = Position(3, 2).lay(0, "lemon 3", "violet 0").lay(1, "brown 2", "violet 0")
    state = position.dig(0, "a1 a2").dig(1, "b1 b2").dig(2, "e1 e2 e3").dig(0, "f1").score(1, 0, 2)
    states, actions = line(state, ["tile 1", "tile 2", "tile 1"])
    closest = closest_zone.context(look_at(states[-1], 0), states, actions)
    assert closest is not None
    assert (closest["score"], closest["colours"], closest["when"]) == ("2 : 2", [1, 0], "round 2, zone I")
    assert closest["why"] == "Belzoni stood further ahead on the pass track"
    assert closest["took"] == "Belzoni took the plot of Lord Lemon worth 3 points."
    assert closest["points"] == 3 + 1
    clear = closest_zone.context(look_at(states[-1], 2), states[2:], actions[2:])
    assert clear is not None
    assert (clear["score"], clear["why"]) == ("3 : 1", "2 more archaeologists")
    assert closest_zone.context(look_at(state, 0), [state], []) is None


def test_the_museum_at_the_end_has_ids_of_its_own_and_the_common_drawings() -> None:
    state = printed_example()
    museum = ending.museum_at_the_end(look_at(state, 0), view(state))
    assert (museum["free"], museum["held"][0]) == ("10 rooms stayed free", (0, "You", 5))
    ids = re.findall(r' id="([^"]+)"', museum["plan"])
    assert ids
    assert all(name.startswith("end-") for name in ids)
    assert "#end-symbol" not in museum["plan"]
    assert "#symbol-figure-crimson" in museum["plan"]


def test_plots_are_told_by_patron() -> None:
    state = Position(2).own(0, "lemon", "lemon", "plot").over()
    by_patron = ending.plots_by_patron(look_at(state, 0), view(state)["players"][0])
    counts = {patron: count for patron, count, _name in by_patron["plots"]}
    assert counts == {"violet": 0, "lemon": 2, "brown": 0, "blackmore": 0, "tangerine": 0, None: 1}
