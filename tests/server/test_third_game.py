"""A game from elsewhere has a page too, of generic parts: its picture, its menu as buttons, its words, its score."""

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import httpx
import pytest
from benchmarks.server.process import Server


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("DIGSITE_GAMES", "cave=examples.cave")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    return Server(f"sqlite:///{tmp_path / 'digsite.db'}", tmp_path / "log").start()


def test_the_cave_is_played_on_the_page_to_its_end(server: Server) -> None:
    try:
        with httpx.Client(base_url=server.url, follow_redirects=True, timeout=60) as http:
            assert "Play Cave now" in http.get("/").text
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
            assert "The counting" in page.text
            assert http.get(f"/api/tables{path[2:]}/picture.svg").headers["content-type"] == "image/svg+xml"
            assert http.get("/rules/cave").status_code == 404
    finally:
        server.kill()


def test_games_from_elsewhere_are_named_by_the_environment() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "from digsite.games import GAMES; print(list(GAMES))"],
        env=os.environ | {"DIGSITE_GAMES": "cave=examples.cave, nonsense"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "['thebes', 'mykerinos', 'cave']"
