"""The drawings of Mykerinos: well formed, keyed, themable, and true to the view."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from digsite.core.game import OVER
from digsite.core.palette import COLOURS, Picture, colours_of
from digsite.core.registry import load
from digsite.core.rng import below, stream
from digsite.games.mykerinos import draw
from digsite.games.mykerinos.draw.museum import places
from digsite.games.mykerinos.draw.palette import PALETTES
from digsite.games.mykerinos.draw.style import STYLE
from digsite.games.mykerinos.rules.view_types import MykerinosView, view_of

View = MykerinosView
SVG = "{http://www.w3.org/2000/svg}"


def archaeologists(view: View) -> int:
    return sum(field["archaeologist"] is not None for field in view["fields"])


def play(seats: int, seed: int, stop: Callable[[View], bool]) -> View:
    """The first position of a game played at random, passing seldom, at which to stop; else its end."""
    game, rng = load("mykerinos"), stream(seed)
    state = game.settle(game.new(seats), rng)
    while game.to_act(state) != OVER and not stop(view_of(game, state)):
        actions = [int(action) for action in game.legal(state)]
        others = [action for action in actions if game.text(state, action) != "pass"]
        chosen = others if others and below(rng, 12) else actions
        state = game.settle(game.apply(state, chosen[below(rng, len(chosen))]), rng)
    return view_of(game, state)


def digging(seats: int, seed: int, number: int = 2) -> View:
    return play(
        seats, seed, lambda view: view["round"] == number and view["phase"] == "turn" and archaeologists(view) > 15
    )


def scoring(seats: int, seed: int, ranked: int) -> View:
    return play(seats, seed, lambda view: view["scoring"] is not None and len(view["scoring"]["ranking"]) >= ranked)


MAKERS: dict[str, Callable[[], View]] = {
    "before the first draw": lambda: view_of(load("mykerinos"), load("mykerinos").new(3)),
    "two digging": lambda: digging(2, 5),
    "three digging": lambda: digging(3, 1),
    "four digging": lambda: digging(4, 1),
    "two in round 4": lambda: digging(2, 5, 4),
    "four in round 4": lambda: digging(4, 2, 4),
    "on the way": lambda: play(3, 2, lambda view: view["phase"] == "then"),
    "removing": lambda: play(2, 2, lambda view: view["phase"] == "remove"),
    "three scored": lambda: scoring(3, 2, 3),
    "four scored": lambda: scoring(4, 3, 4),
    "two at the end": lambda: play(2, 4, lambda view: False),
    "four at the end": lambda: play(4, 4, lambda view: False),
}


@cache
def made(name: str) -> View:
    return MAKERS[name]()


def at(name: str) -> View:
    return copy.deepcopy(made(name))


def drawings(view: View) -> list[str]:
    return [drawn(view, phone=phone) for phone in (False, True) for drawn in (draw.board, draw.table)]


def ids(svg: str) -> list[str]:
    return [element.attrib["id"] for element in ET.fromstring(svg).iter() if "id" in element.attrib]


def words(svg: str) -> str:
    """All text shown, without titles and descriptions."""
    return " ".join("".join(element.itertext()) for element in ET.fromstring(svg).iter(f"{SVG}text"))


def group(svg: str, name: str) -> ET.Element:
    return next(element for element in ET.fromstring(svg).iter() if element.get("id") == name)


def shown_in(svg: str, name: str) -> str:
    return " ".join("".join(element.itertext()) for element in group(svg, name).iter(f"{SVG}text"))


@pytest.fixture(params=list(MAKERS), ids=lambda name: str(name).replace(" ", "-"))
def view(request: pytest.FixtureRequest) -> View:
    return at(request.param)


def test_every_drawing_is_well_formed_and_says_what_it_shows(view: View) -> None:
    for svg in drawings(view):
        root = ET.fromstring(svg)
        assert root.get("role") == "img"
        title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert title is not None
        assert (title.text or "").startswith("Mykerinos: ")
        assert description is not None
        assert f"Round {view['round']} of 4" in (description.text or "")


def test_ids_are_unique(view: View) -> None:
    for svg in drawings(view):
        names = ids(svg)
        assert len(names) == len(set(names))


def test_every_reference_finds_its_id(view: View) -> None:
    for svg in drawings(view):
        wanted = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
        assert wanted <= set(ids(svg))


def test_a_prefix_keeps_two_drawings_apart() -> None:
    one, other = (draw.table(at("three digging"), prefix=prefix) for prefix in ("one-", "other-"))
    assert not set(ids(one)) & set(ids(other))
    assert all(name.startswith("one-") for name in ids(one))
    assert set(re.findall(r'href="#([^"]+)"', one)) <= set(ids(one))
    assert set(re.findall(r"url\(#([^)]+)\)", one)) <= set(ids(one))


def test_no_style_attribute_no_script_no_handler(view: View) -> None:
    for svg in drawings(view):
        for element in ET.fromstring(svg).iter():
            assert element.tag != f"{SVG}script"
            assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


def test_every_piece_has_its_id(view: View) -> None:
    for phone in (False, True):
        names = set(ids(draw.table(view, phone=phone)))
        for field in view["fields"]:
            assert f"field-{field['field']}" in names
            assert (f"figure-{field['field']}" in names) == (field["archaeologist"] is not None)
        tiles = [tile for zone in view["zones"] for tile in zone["tiles"] if tile]
        tiles += [tile for player in view["players"] for tile in player["tiles"]]
        assert {f"tile-{tile['tile']}" for tile in tiles} == {name for name in names if re.fullmatch(r"tile-\d+", name)}
        for zone in range(len(view["zones"])):
            assert {f"zone-{zone}", f"standing-{zone}"} <= names
        for room in view["museum"]["rooms"]:
            assert f"room-{room['room']}" in names
            assert (f"holder-{room['room']}" in names) == (room["holder"] is not None)
        assert {f"wing-{wing}" for wing in range(len(view["museum"]["wings"]))} <= names
        assert {f"panel-{seat}" for seat in range(view["seats"])} <= names
        assert f"panel-{view['seats']}" not in names
        assert ("panel-neutral" in names) == (view["seats"] == 2)
        assert {"desert", "track", "museum", "ledger"} <= names


def test_a_board_has_no_museum_and_no_panel() -> None:
    names = set(ids(draw.board(at("three digging"))))
    assert {"desert", "track", "zone-0", "field-a1"} <= names
    assert not {"museum", "panel-0", "ledger"} & names


def test_the_last_round_has_nine_rows_and_six_zones() -> None:
    for phone in (False, True):
        names = set(ids(draw.board(at("four in round 4"), phone=phone)))
        assert {"field-h9", "zone-5"} <= names
        names = set(ids(draw.board(at("four digging"), phone=phone)))
        assert "field-h6" in names
        assert not {"field-a7", "zone-4"} & names


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True])
def test_a_resolved_picture_has_no_custom_property_left(view: View, theme: Any, phone: bool) -> None:
    picture = draw.picture(view, theme=theme, phone=phone)
    assert "var(" not in picture
    ET.fromstring(picture)
    assert colours_of(theme)["desert"] in picture


def test_both_palettes_name_every_colour_the_style_asks_for() -> None:
    asked = set(re.findall(r"var\(--([a-z0-9-]+)\)", STYLE))
    light, dark = colours_of("light", PALETTES), colours_of("dark", PALETTES)
    assert asked <= set(light)
    assert set(light) == set(dark)


def test_every_class_drawn_is_known_to_the_style(view: View) -> None:
    known = set(re.findall(r"\.([a-z][a-z0-9-]*)", STYLE)) | {"serif", "phone", "pyramid"}
    for svg in drawings(view):
        drawn = {kind for element in ET.fromstring(svg).iter() for kind in element.get("class", "").split()}
        assert drawn <= known


def test_the_css_theme_leaves_colours_to_the_page() -> None:
    picture = draw.picture(at("three digging"), theme="css")
    assert "var(--ink)" in picture
    assert "--ink:" not in picture
    assert "@font-face" not in picture


def test_a_page_may_serve_the_style_itself() -> None:
    assert "<style" not in draw.board(at("three digging"), style=False)
    assert all(rule.startswith(".mykerinos ") for rule in STYLE.splitlines())


def test_a_picture_shows_itself_in_a_notebook_with_its_fonts() -> None:
    picture = draw.picture(at("three digging"))
    assert isinstance(picture, Picture)
    assert picture.svg == str(picture)
    assert len(ids(picture._repr_svg_())) == len(ids(picture))
    assert "data:font/woff2" in picture
    assert "@font-face" not in draw.picture(at("three digging"), fonts=False)


def test_names_are_escaped_and_shown() -> None:
    names = ['<b>"A" & B</b>', "x\x00y\x0b", "Żółć"]
    for phone in (False, True):
        svg = draw.table(at("three digging"), names=names, phone=phone)
        assert "<b>" not in svg
        shown = words(svg)
        assert '<b>"A" & B</b>' in shown
        assert "xy" in shown
        assert "Żółć" in shown


@pytest.mark.parametrize("name", ["four digging", "four scored", "four at the end", "two in round 4"])
@pytest.mark.parametrize("phone", [False, True])
def test_long_names_are_cut(name: str, phone: bool) -> None:
    view = at(name)
    svg = draw.table(
        view, names=["Maximiliana Archibald von Hohenstein the Elder of Thuringia"] * view["seats"], phone=phone
    )
    assert "…" in words(svg)
    assert "Thuringia" not in shown_in(svg, "panel-0")


def test_players_without_a_name_are_called_by_their_colour() -> None:
    shown = words(draw.table(at("four digging"), names=["Noor", "  "]))
    assert "Noor" in shown
    assert all(colour.capitalize() in shown for colour in COLOURS[1:])


def test_whose_turn_it_is_and_what_for() -> None:
    view = at("on the way")
    view["to_act"] = 1
    svg = draw.table(view, names=["Ada", "Bel", "Cy"])
    assert "Bel to move" in words(svg)
    assert view["chain"] is not None
    assert f"goes on from {view['chain']['last']}" in words(svg)
    assert f'id="field-{view["chain"]["last"]}"' in svg
    assert 'class="last"' in svg


def test_the_final_action_is_told() -> None:
    assert "final action" in words(draw.table(at("three digging") | {"final": True}))


def test_the_neutral_colour_stands_on_the_second_space() -> None:
    svg = draw.board(at("two digging"))
    assert "figure-neutral" in ET.tostring(group(svg, "space-2"), encoding="unicode")
    assert "lock" in ET.tostring(group(svg, "space-2"), encoding="unicode")
    assert "neutral" not in ET.tostring(group(draw.board(at("three digging")), "track"), encoding="unicode")


def test_the_pass_track_shows_who_passed_when() -> None:
    view = at("four scored")
    svg = draw.board(view)
    for player in view["players"]:
        space = ET.tostring(group(svg, f"space-{player['space']}"), encoding="unicode")
        assert f"figure-{COLOURS[player['seat']]}" in space


def test_a_zone_being_scored_stands_out_with_its_ranking() -> None:
    view = at("four scored")
    names = ["Ada", "Bel", "Cy", "Dee"]
    assert view["scoring"] is not None
    zone, seats = view["scoring"]["zone"], [seat for seat in view["scoring"]["ranking"] if seat != "neutral"]
    for phone in (False, True):
        svg = draw.table(view, names=names, phone=phone)
        assert svg.count("zone-scored") == 2  # its rule and the frame
        assert group(svg, f"zone-{zone}").get("class") is None
        assert all(
            group(svg, f"zone-{other}").get("class") == "dim" for other in range(len(view["zones"])) if other != zone
        )
        ranking = shown_in(svg, "ranking")
        places_shown = [ranking.index(names[seat]) for seat in seats]
        assert places_shown == sorted(places_shown)


def test_the_neutral_colour_removes_a_plot_where_others_choose() -> None:
    view = at("removing")
    svg = draw.table(view, names=["Ada", "Bel"], phone=True)
    assert "names a plot to remove" in words(svg)
    assert "removes a plot" in shown_in(svg, "ranking")


def test_a_plot_taken_leaves_its_fields_without_a_cartouche() -> None:
    view = at("three digging")
    tile = view["zones"][0]["tiles"][0]
    assert tile is not None
    view["zones"][0]["tiles"][0] = None
    names = ids(draw.board(view))
    assert f"tile-{tile['tile']}" not in names
    assert "field-a1" in names


def test_standings_are_told_in_rank_order() -> None:
    view = at("three digging")
    for zone in view["zones"]:
        shown = re.findall(r"\d+", shown_in(draw.board(view), f"standing-{zone['zone']}").split("leads")[0])
        assert [int(count) for count in shown] == [entry["count"] for entry in zone["standing"]]


def test_turned_plots_are_dashed() -> None:
    view = at("four in round 4")
    player = view["players"][0]
    for entry in player["patrons"].values():
        entry["turned"] = entry["tiles"]
    panel = ET.tostring(group(draw.table(view), "panel-0"), encoding="unicode")
    assert panel.count("disc-turned") == sum(tile["patron"] is not None for tile in player["tiles"])


def test_score_is_told_by_part() -> None:
    view = at("three digging")
    score = view["players"][0]["score"]
    panel = shown_in(draw.table(view), "panel-0")
    assert f"plots{score['plots']}" in panel
    assert f"sets{score['sets']}" in panel
    assert str(score["total"]) in panel
    assert shown_in(draw.table(view), "ledger").count("×") == 5 * 3 + 1


def test_the_museum_keeps_neighbours_together() -> None:
    """A room for two wings lies between them, and every large room over the rooms that lead to it."""
    laid = {place.room["room"]: place for place in places(at("three digging")["museum"]["rooms"])}
    assert [round(laid[room].middle) % 360 for room in range(5)] == [0, 72, 144, 216, 288]
    assert [round(laid[room].middle) % 360 for room in range(10, 15)] == [36, 108, 180, 252, 324]
    assert [round(laid[room].last - laid[room].first) for room in (0, 5, 10)] == [43, 72, 29]


def test_an_empty_desert_says_why() -> None:
    svg = draw.table(at("before the first draw"))
    assert "plate" in ids(svg)
    assert "The first player is drawn" in words(svg)
    assert not [name for name in ids(svg) if name.startswith(("tile-", "wing-", "figure-"))]


def test_a_finished_game_names_the_winner_and_every_score() -> None:
    view = at("four at the end")
    names = ["Ada", "Bel", "Cy", "Dee"]
    best = max(view["players"], key=lambda player: (player["score"]["total"], player["pool"]))
    for phone in (False, True):
        svg = draw.table(view, names=names, phone=phone)
        assert f"{names[best['seat']]} wins with {best['score']['total']} points" in words(svg)
        assert all(str(player["score"]["total"]) in shown_in(svg, "result") for player in view["players"])


def test_a_tie_goes_to_more_archaeologists_left_and_else_is_shared() -> None:
    view = at("two at the end")
    for player in view["players"]:
        player["score"]["total"], player["pool"] = 40, 3 + player["seat"]
    assert "Bel wins with 40 points" in words(draw.table(view, names=["Ada", "Bel"]))
    assert "more archaeologists left" in shown_in(draw.board(view), "result")
    view["players"][0]["pool"] = 4
    assert "Ada and Bel win with 40 points each" in words(draw.table(view, names=["Ada", "Bel"]))


def test_a_museum_of_another_edition_is_drawn_too() -> None:
    view = at("three digging")
    rooms = view["museum"]["rooms"]
    rooms[10]["wings"], rooms[11]["wings"], rooms[3]["value"] = [0, 2], [1], 5
    for svg in drawings(view):
        ET.fromstring(svg)
