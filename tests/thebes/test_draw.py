"""The drawings of Thebes: well formed, keyed, themable, and true to the view."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from digsite.core.palette import COLOURS, Picture, colours_of, resolve
from digsite.games.thebes import draw
from digsite.games.thebes.draw.art import symbols
from digsite.games.thebes.draw.artifacts import ARTIFACTS, WORDS, artifact_kind
from digsite.games.thebes.draw.palette import PALETTES
from digsite.games.thebes.draw.plan import PlannedAction
from digsite.games.thebes.draw.style import STYLE
from digsite.games.thebes.rules.data import KINDS
from digsite.games.thebes.rules.view_types import FindView

from . import views

SVG = "{http://www.w3.org/2000/svg}"
VIEWS: dict[str, Callable[[], views.View]] = {
    "two at the opening": lambda: views.opening(2),
    "three at the opening": lambda: views.opening(3),
    "four at the opening": lambda: views.opening(4),
    "middle": views.middle,
    "crowded": views.crowded,
    "digging": views.digging,
    "over": views.over,
}


def drawings(view: views.View) -> list[str]:
    return [drawn(view, phone=phone) for phone in (False, True) for drawn in (draw.board, draw.table)]


def ids(svg: str) -> list[str]:
    return [element.attrib["id"] for element in ET.fromstring(svg).iter() if "id" in element.attrib]


def words(svg: str) -> str:
    """All text shown, without titles and descriptions."""
    return " ".join("".join(element.itertext()) for element in ET.fromstring(svg).iter(f"{SVG}text"))


def order_of(svg: str, kind: str) -> list[str]:
    """Ids of one kind in the order they are drawn: the last lies on top."""
    return [name for name in ids(svg) if re.fullmatch(rf"{kind}-\d+", name)]


def marker_place(svg: str, seat: int) -> tuple[float, float]:
    group = next(element for element in ET.fromstring(svg).iter() if element.get("id") == f"marker-{seat}")
    used = group.find(f"{SVG}use")
    assert used is not None
    return tuple(float(used.attrib[a]) + float(used.attrib[b]) / 2 for a, b in (("x", "width"), ("y", "height")))  # type: ignore[return-value]


@pytest.fixture(params=list(VIEWS), ids=lambda name: str(name).replace(" ", "-"))
def view(request: pytest.FixtureRequest) -> views.View:
    return VIEWS[request.param]()


def test_every_drawing_is_well_formed_and_says_what_it_shows(view: views.View) -> None:
    for svg in drawings(view):
        root = ET.fromstring(svg)
        assert root.get("role") == "img"
        title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert title.text
        assert description is not None
        assert str(view["year"]) in (description.text or "")


def test_ids_are_unique(view: views.View) -> None:
    for svg in drawings(view):
        names = ids(svg)
        assert len(names) == len(set(names))


def test_every_reference_finds_its_id(view: views.View) -> None:
    for svg in drawings(view):
        wanted = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
        assert wanted <= set(ids(svg))


def test_a_prefix_keeps_two_drawings_apart() -> None:
    one, other = draw.table(views.middle(), prefix="one-"), draw.table(views.middle(), prefix="other-")
    assert not set(ids(one)) & set(ids(other))
    assert all(name.startswith("one-") for name in ids(one))
    assert set(re.findall(r'href="#([^"]+)"', one)) <= set(ids(one))


def test_no_style_attribute_no_script_no_handler(view: views.View) -> None:
    for svg in drawings(view):
        for element in ET.fromstring(svg).iter():
            assert element.tag != f"{SVG}script"
            assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


def test_every_piece_of_every_player_has_its_id(view: views.View) -> None:
    names = set(ids(draw.table(view)))
    for seat in range(view["seats"]):
        assert {f"marker-{seat}", f"figure-{seat}", f"panel-{seat}"} <= names
    assert f"marker-{view['seats']}" not in names
    for site, state in view["sites"].items():
        assert f"site-{site}" in names
        assert (f"bonus-{site}" in names) == state["bonus"]
    assert {f"card-{card['card']}" for card in view["cards"] if card} <= names
    assert {f"exhibition-{card['card']}" for card in view["exhibitions"] if card} <= names
    assert ("dig" in names) == bool(view["dig"])
    assert "year" in names


def test_ids_stay_the_same_from_one_position_to_the_next() -> None:
    before, after = views.middle(), views.middle()
    after["players"][0] |= {"place": "moscow", "week": 18}
    assert set(ids(draw.board(before))) == set(ids(draw.board(after)))


def test_empty_spaces_are_drawn_as_empty() -> None:
    view = views.middle() | {"cards": [None] * 4, "exhibitions": [None] * 3}
    for phone in (False, True):
        svg = draw.table(view, phone=phone)
        assert {"space-0", "space-1", "space-2", "space-3", "slot-a", "slot-b", "slot-c"} <= set(ids(svg))
        assert words(svg).count("empty") == 7


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True])
def test_a_resolved_picture_has_no_custom_property_left(view: views.View, theme: Any, phone: bool) -> None:
    picture = draw.picture(view, theme=theme, phone=phone)
    assert "var(" not in picture
    ET.fromstring(picture)
    assert colours_of(theme)["paper"] in picture


def test_both_palettes_name_every_colour_the_style_asks_for() -> None:
    asked = set(re.findall(r"var\(--([a-z0-9-]+)\)", STYLE))
    light, dark = colours_of("light", PALETTES), colours_of("dark", PALETTES)
    assert asked <= set(light)
    assert set(light) == set(dark)


def test_the_css_theme_leaves_colours_to_the_page() -> None:
    picture = draw.picture(views.middle(), theme="css")
    assert "var(--ink)" in picture
    assert "--ink:" not in picture
    assert "@font-face" not in picture


def test_a_page_may_serve_the_style_itself() -> None:
    assert "<style" not in draw.board(views.middle(), style=False)
    assert all(rule.startswith(".thebes ") for rule in STYLE.splitlines())


def test_fonts_travel_inside_a_resolved_picture_unless_refused() -> None:
    assert "data:font/woff2" in draw.picture(views.middle())
    assert "@font-face" not in draw.picture(views.middle(), fonts=False)


def test_a_picture_shows_itself_in_a_notebook() -> None:
    picture = draw.picture(views.middle(), fonts=False)
    assert isinstance(picture, Picture)
    assert picture.svg == str(picture)
    other = draw.picture(views.middle(), theme="dark", fonts=False)
    ids = [set(re.findall(r'\bid="([^"]+)"', shown._repr_svg_())) for shown in (picture, other)]
    assert not ids[0] & ids[1]  # both may stand in one notebook
    assert ".thebes " not in picture._repr_svg_()
    for name in re.findall(r'(?:href="#|url\(#)([\w-]+)', picture._repr_svg_()):
        assert name in ids[0]
    assert picture.svg.startswith("<svg")


def test_names_are_escaped_and_shown() -> None:
    names = ['<b>"A" & B</b>', "x\x00y\x0b", "Żółć"]
    for phone in (False, True):
        svg = draw.table(views.middle(), names=names, phone=phone)
        assert "<b>" not in svg
        shown = words(svg)
        assert '<b>"A" & B</b>' in shown
        assert "xy" in shown
        assert "Żółć" in shown


def test_long_names_are_cut() -> None:
    svg = draw.table(views.crowded(), names=["Maximiliana Archibald von Hohenstein the Elder"] * 4)
    assert "…" in words(svg)
    assert "the Elder" not in "".join(re.findall(r"<tspan[^>]*>([^<]*)", svg.split('id="panel-0"')[1]))


def test_players_without_a_name_are_called_by_their_colour() -> None:
    shown = words(draw.table(views.opening(4), names=["Noor", "  "]))
    assert "Noor" in shown
    assert all(colour.capitalize() in shown for colour in COLOURS[1:])


def test_of_four_markers_on_one_space_the_next_to_move_lies_on_top() -> None:
    for phone in (False, True):
        svg = draw.board(views.crowded(), phone=phone)
        assert order_of(svg, "marker") == ["marker-1", "marker-3", "marker-0", "marker-2"]
        places = {marker_place(svg, seat) for seat in range(4)}
        assert len(places) == 4


def test_markers_of_week_zero_lie_in_the_start_corner() -> None:
    svg = draw.board(views.opening(4))
    assert order_of(svg, "marker")[-1] == "marker-0"
    for seat in range(4):
        x, y = marker_place(svg, seat)
        assert 0 < x < 30
        assert 0 < y < 30


def test_the_calendar_runs_clockwise_from_the_top_left() -> None:
    def at(week: int) -> tuple[float, float]:
        view = views.opening(2)
        view["players"][0]["week"] = week
        return marker_place(draw.board(view), 0)

    assert at(1)[1] == at(16)[1] < 30
    assert at(17)[0] == at(26)[0] > 910
    assert at(27)[1] == at(42)[1] > 580
    assert at(43)[0] == at(52)[0] < 30
    assert at(1)[0] < at(16)[0]
    assert at(17)[1] < at(26)[1]
    assert at(27)[0] > at(42)[0]
    assert at(43)[1] > at(52)[1]


def test_a_marker_in_a_later_year_carries_that_year() -> None:
    assert "’03" in words(draw.board(views.digging()))
    assert "’0" not in words(draw.board(views.middle()))


def test_those_who_are_done_lie_on_the_first_space_again() -> None:
    svg = draw.board(views.over())
    assert words(svg).split().count("end") == 1
    for seat in range(2):
        x, y = marker_place(svg, seat)
        assert 30 < x < 85
        assert y < 30


def test_of_figures_in_one_place_the_next_to_move_stands_in_front() -> None:
    assert order_of(draw.board(views.crowded()), "figure")[-1] == "figure-2"


def test_forty_finds_are_all_shown() -> None:
    panel = draw.table(views.crowded()).split('id="panel-0"')[1].split('id="panel-1"')[0]
    assert panel.count("Bronze horse") == 38
    assert panel.count("Book on Crete") == 1
    assert panel.count("General book") == 1


def test_a_dig_under_way_shows_what_was_drawn() -> None:
    for phone in (False, True):
        shown = words(draw.table(views.digging(), phone=phone))
        assert "Dig in Egypt" in shown
        assert "3 tokens still to draw" in shown
        assert "Rosetta" in shown
        assert shown.split().count("sand") == 2


def test_every_artifact_has_a_drawing_that_suits_it() -> None:
    assert artifact_kind("Mask of Agamemnon") == "mask"
    assert artifact_kind("Rosetta stone") == "stone"
    assert artifact_kind("Book on Crete") == "book"
    assert artifact_kind("something never seen") == "vase"
    assert {kind for _, kind in WORDS} <= set(ARTIFACTS)


def test_score_is_told_by_part() -> None:
    panel = draw.table(views.middle()).split('id="panel-2"')[1]
    assert [part in panel for part in ("Artifacts", "Exhibitions", "Congress", "Most knowledge")] == [True] * 4
    assert "with 28 points" in panel


def test_offers_ring_their_places_and_say_what_they_cost() -> None:
    offers = {"moscow": "7 weeks", "egypt": "dig, 3+ weeks", "crete": ""}
    svg = draw.board(views.middle(), offers=offers)
    assert svg.count('class="ring"') == 3
    assert {"offer-moscow", "offer-egypt"} <= set(ids(svg))
    assert "dig, 3+ weeks" in words(svg)


@pytest.mark.parametrize("phone", [False, True])
def test_a_plan_shows_its_journey_and_its_weeks(phone: bool) -> None:
    plan: PlannedAction = {"seat": 0, "route": ["rome", "vienna", "warsaw", "moscow"], "travel": 3, "weeks": 4}
    svg = draw.board(views.middle(), phone=phone, plan=plan)
    assert {"journey", "ghost-figure", "ghost-marker"} <= set(ids(svg))
    assert svg.count('class="journey"') == 3
    assert svg.count('class="travel-week"') == 3
    assert svg.count('class="action-week"') == 4


def test_a_plan_without_a_journey_leaves_no_ghost_on_the_map() -> None:
    names = ids(draw.board(views.middle(), plan={"seat": 0, "route": ["rome"], "travel": 0, "weeks": 50}))
    assert "ghost-marker" in names
    assert "ghost-figure" not in names


def test_a_finished_game_names_the_winner_and_then_the_others() -> None:
    svg = draw.table(views.over(), names=["Ada", "Bel"])
    assert "Ada wins with 53 points" in words(svg)
    assert "Bel 52" in words(svg)


def test_a_shared_win_names_all_winners() -> None:
    view = views.over()
    view["players"][1]["score"]["total"] = 53
    assert "Ada and Bel win with 53 points each" in words(draw.table(view, names=["Ada", "Bel"]))


def test_a_found_book_has_the_colour_of_what_it_is_about() -> None:
    view = views.middle()
    book: FindView = {
        "site": "greece",
        "number": 13,
        "kind": "book",
        "name": "book on crete",
        "value": 1,
        "on": "crete",
    }
    view["players"][0]["finds"] = [book]
    panel = draw.table(view).split('id="panel-0"')[1].split('id="panel-1"')[0]
    drawn = panel.split("Book on Crete, Greece, 1</title>")[1]
    assert drawn.startswith("<rect")
    assert "fill-crete" in drawn.split("/>")[0]


def test_an_unknown_colour_is_an_error_not_a_hole() -> None:
    with pytest.raises(KeyError):
        resolve("fill:var(--nonsense)", "light")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_card_has_a_drawing(kind: str) -> None:
    assert f"kind-{kind}" in symbols()
