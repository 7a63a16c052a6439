"""A game from elsewhere has a page too, of generic parts: its picture, its menu as buttons, its words, its score."""

import os
import re
from html import unescape
from pathlib import Path

import httpx
import pytest
from benchmarks.server.process import Server

from digsite.core.palette import Picture
from digsite.core.registry import load
from digsite.tables.table import Seat, Table, Terms
from digsite.web.generic_page import GenericPage, by_first_word, facts
from digsite.web.viewer import Viewer
from tests.programs import run_python


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("DIGSITE_GAMES", "cave=examples.cave")
    root = Path(__file__).parents[2]
    monkeypatch.setenv("PYTHONPATH", f"{root}{os.pathsep}{root / 'src'}")
    return Server(f"sqlite:///{tmp_path / 'digsite.db'}", tmp_path / "log").start()


def test_the_cave_is_played_on_the_page_to_its_end(server: Server) -> None:
    try:
        with httpx.Client(base_url=server.url, follow_redirects=True, timeout=60) as http:
            assert "Play Cave-in now" in http.get("/").text
            page = http.post("/play", data={"game": "cave", "level": "novice"})
            path = page.url.path
            assert "What the master would do" in http.get(f"{path}?hint").text
            for _ in range(400):
                html = unescape(page.text)
                actions = re.findall(r'name="action" value="([^"]+)"', html)
                if 'data-status="over"' in html:
                    break
                if not actions:
                    page = http.get(path)
                    continue
                hidden = dict(re.findall(r'type="hidden" name="(token|request|version)" value="([^"]*)"', html))
                action = "leave" if "leave" in actions and "4" in hidden["version"][-1:] else actions[0]
                page = http.post(f"{path}?do=act", data=hidden | {"action": action})
                assert page.status_code in (200, 409), page.text
            assert 'data-status="over"' in page.text
            assert "Final score" in page.text
            assert http.get(f"/api/tables{path[2:]}/picture.svg").headers["content-type"] == "image/svg+xml"
            assert http.get("/rules/cave").status_code == 404
            refused = http.get(f"{path}?rules=")
            assert refused.status_code == 404
            assert "no rulebook" in refused.text
            earlier = http.get(f"{path}/picture.svg?ply=0&theme=dark&phone=true")
            assert earlier.headers["content-type"] == "image/svg+xml"
            assert "The sack holds 0 shards. At home: " in earlier.text
    finally:
        server.kill()


def test_games_from_elsewhere_are_named_by_the_environment() -> None:
    done = run_python(
        "from digsite.core.registry import game_names; print(list(game_names()))",
        env=os.environ | {"DIGSITE_GAMES": "cave=examples.cave, nonsense"},
    )
    assert done.stdout.strip() == "['thebes', 'mykerinos', 'cave']"


# Parts of the generic page


def test_actions_are_grouped_by_their_first_word() -> None:
    found = by_first_word(["dig", "take 1", "take 3", "leave"])
    assert [(section.heading, [(option.label, option.action) for option in section.options]) for section in found] == [
        ("", [("Dig", "dig"), ("Leave", "leave")]),
        ("Take", [("1", "take 1"), ("3", "take 3")]),
    ]
    assert all(section.short for section in found)


def test_a_game_without_opening_draws_has_nothing_to_say_of_its_beginning() -> None:
    game = load("thebes")
    seats = (Seat("person", "ann", "Ann"), Seat("person", "bo", "Bo"))
    start = game.new(2)
    viewer = Viewer(Table("table", bytes(32), Terms("thebes"), "ann", seats, status="playing", state=start.tobytes()))
    assert GenericPage("thebes").sentences(viewer, [start], []) == []


def test_a_game_that_draws_nothing_shows_its_facts() -> None:
    view = {"game": "cave", "to_act": 0, "sack_size": 4, "deck": ["a", "b"], "players": []}
    assert facts(view) == [("Sack size", "4"), ("Deck", "a, b")]


def test_the_size_of_a_picture_is_that_of_its_view_box() -> None:
    assert Picture('<svg viewBox="0 0 690 434.5"></svg>').size == (690, 434.5)
    assert Picture("<svg></svg>").size == (0, 0)
