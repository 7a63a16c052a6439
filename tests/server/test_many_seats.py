"""A game for more than four: every seat has a colour, a shape and a mark of its own, on pages and at the terminal."""

import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from benchmarks.server.process import Server

from digsite.core.palette import COLOURS, DARK, FIGURES, LIGHT, SEAT_COLOURS, SHAPE_OF, SHAPES
from digsite.core.player_labels import MARKS, STYLES
from digsite.core.plugin import MOST_SEATS, GamePlugin
from digsite.terminal.ascii_fallback import ascii_for
from digsite.web.seat_colours import settled
from tests.programs import ROOT, digsite, run_python

ENVIRONMENT = {"DIGSITE_GAMES": "nim=tests.conformance.nim", "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"}


@pytest.fixture
def http(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    """A server that has the game."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    assert digsite("compile").returncode == 0  # so that the server need not do it
    server = Server(f"sqlite:///{tmp_path / 'digsite.db'}", tmp_path / "log").start()
    try:
        with httpx.Client(base_url=server.url, follow_redirects=True, timeout=60) as client:
            yield client
    finally:
        server.kill()


def test_nim_for_eight_is_opened_played_and_looked_at(http: httpx.Client) -> None:
    token = http.post("/api/guests", json={"name": "Ann"}).json()["token"]
    me = {"Authorization": f"Bearer {token}"}
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 6, {"kind": "open"}]
    table = http.post("/api/tables", json={"game": "nim", "seats": seats}, headers=me)
    assert table.status_code == 201, table.text
    path = f"/api/tables/{table.json()['id']}"
    assert http.get("/").status_code == 200
    lobby = http.get(path.replace("/api/tables", "/t"), headers=me)
    assert re.findall(r'class="chair (\w+) ', lobby.text) == list(SEAT_COLOURS)
    assert http.post(f"{path}/seats/7", json={"bot": "random"}, headers=me).status_code == 200
    assert http.post(f"{path}/start", headers=me).status_code == 200
    while (view := http.get(path, headers=me).json())["status"] == "playing":
        if view["to_act"] == 0:
            sent = {"action": "take 1", "version": view["version"], "id": f"take-{view['version']}"}
            assert http.post(f"{path}/actions", json=sent, headers=me).status_code in (200, 409)
    page = http.get(path.replace("/api/tables", "/t")).text
    assert re.findall(r'class="seat (\w+)', page) == list(SEAT_COLOURS)
    for colour in SEAT_COLOURS:
        assert f'id="symbol-figure-{colour}"' in page
        assert f'class="stroke-{colour}"' in page
    assert http.get("/").status_code == 200
    style = http.get(re.findall(r'href="(/static/[^"]+/style.css)"', page)[0]).text
    for colour in SEAT_COLOURS:
        assert f".seat.{colour}{{border-left-color: var(--{colour});}}" in style
        assert f".art .fill-{colour}{{fill:var(--{colour})}}" in style


def test_the_eighth_seat_can_be_resigned(http: httpx.Client) -> None:
    people = [http.post("/api/guests", json={"name": name}).json()["token"] for name in ("Ann", "Bo")]
    ann, bo = ({"Authorization": f"Bearer {token}"} for token in people)
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 6, {"kind": "open"}]
    path = f"/api/tables/{http.post('/api/tables', json={'game': 'nim', 'seats': seats}, headers=ann).json()['id']}"
    assert http.post(f"{path}/seats/7", json={}, headers=bo).status_code == 200
    assert http.post(f"{path}/start", headers=ann).status_code == 200
    assert http.post(f"{path}/resign", json={"seat": 7}, headers=bo).status_code == 200


def test_eight_play_at_the_terminal() -> None:
    done = digsite("play", "nim", "--seed", 1, "--players", ",".join(["random"] * 8), env=os.environ | ENVIRONMENT)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(mark in done.stdout for mark in MARKS)


def test_every_seat_has_a_look_of_its_own() -> None:
    shapes = [SHAPES[SHAPE_OF[colour]] for colour in SEAT_COLOURS]
    looks = [*zip(shapes, (FIGURES[colour] for colour in SEAT_COLOURS), MARKS, STYLES, strict=True)]
    for kind in (*zip(*looks, strict=True), *([theme[colour] for colour in SEAT_COLOURS] for theme in (LIGHT, DARK))):
        assert len(set(kind)) == len(kind) == MOST_SEATS
    assert len({ascii_for(mark) for mark in MARKS}) == MOST_SEATS
    assert SEAT_COLOURS[: len(COLOURS)] == COLOURS


def test_wishes_for_colours_hold_for_any_seat() -> None:
    own = list(SEAT_COLOURS)
    assert settled([""] * 8) == own
    assert settled(["", "", "", "", "", "", "", "crimson"])[7] == "crimson"
    assert sorted(settled(["rose"] * 8)) == sorted(own)


@pytest.mark.parametrize("seats", [range(2, MOST_SEATS + 2), range(3), range(3, 3), range(2, 7, 2)])
def test_a_plug_in_says_how_many_can_play(seats: range) -> None:
    with pytest.raises(ValueError, match=r"^seats: .* 1 .* at most 8"):
        GamePlugin("crowd", "Crowd", seats, rules="tests.conformance.nim:load")


def test_a_game_for_too_many_is_left_out_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "crowd.py").write_text(
        "from digsite.core.plugin import GamePlugin\n"
        'PLUGIN = GamePlugin("crowd", "Crowd", range(2, 10), rules="tests.conformance.nim:load")\n'
    )
    done = run_python(
        "from digsite.core.registry import game_names; print(game_names())",
        env=os.environ | {"DIGSITE_GAMES": "crowd=crowd", "PYTHONPATH": str(tmp_path)},
    )
    assert done.stdout.strip() == "['thebes', 'mykerinos']"
    assert "the game 'crowd' cannot be loaded from crowd:PLUGIN: seats: range(2, 10)" in done.stderr
    assert "at most 8" in unescape(done.stderr)
