"""A table's setup: rule options from the lobby to the record, and other data for owners of the printed game."""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from digsite.core.record import from_dict
from digsite.core.registry import load, of_record, use_data, use_own_data
from digsite.core.verify import verify
from digsite.server.settings import BadSetting, Settings
from digsite.tables import commands
from digsite.tables.refused import Refused
from digsite.tables.serializers import table_view
from digsite.tables.snapshots import restore, snapshot
from digsite.web.timeline import Event, Timeline
from tests.mykerinos.reference import DATA
from tests.server.clients import ME, OPEN, Client
from tests.server.tabletop import ANN, BO, Tabletop, lay
from tests.server.visitor import Visitor

RANDOM = {"tile-rotation": "random"}
MAY = {"last-tile": "may"}


@pytest.fixture
def own_tiles() -> Iterator[dict[str, object]]:
    """Other data than the game's own, as a server with `--data` plays with."""
    data = {**DATA, "edition": "a printed one"}
    use_data("mykerinos", data)
    yield data
    use_own_data()


def test_programs_can_ask_which_options_a_game_has(http: TestClient) -> None:
    games = {game["name"]: game for game in http.get("/api/games").json()}
    readings = {
        (name, option["name"], option["rule"]): [reading["value"] for reading in option["readings"]]
        for name, game in games.items()
        for option in game["options"]
    }
    assert readings == {
        ("thebes", "exhibition-shift", "T4.7"): ["taken", "always"],
        ("thebes", "permit-renewal", "T8.6"): ["at-once", "end-of-turn"],
        ("mykerinos", "last-tile", "M4.9"): ["must", "may"],
        ("mykerinos", "tile-rotation", "M2.5"): ["printed", "random"],
    }


def draws_of(top: Tabletop) -> list[str]:
    return [move.text for move in top.moves]


def test_a_table_plays_with_its_options() -> None:
    top = lay(options={**RANDOM, "last-tile": "must"})
    assert top.table.terms.options == RANDOM  # only what is not the default is kept
    assert all(later.startswith("turn") for one, later in pairwise(draws_of(top)) if one.startswith("deal"))
    assert top.refold() == top.table


def test_at_default_options_nothing_is_written() -> None:
    top = lay(options={"last-tile": "must"})
    assert "options" not in top.log[0].payload["terms"]
    assert "options" not in table_view(top.table, ANN)["terms"]
    assert "options" not in snapshot(top.table)["terms"]
    assert "data" not in snapshot(top.table)
    assert "data" not in top.log[1].payload
    assert not {"options", "data"} & set(top.table.record(top.moves).as_dict())


def test_options_outlive_a_restart() -> None:
    table = lay(options=RANDOM).table
    kept = json.loads(json.dumps(snapshot(table)))
    assert restore(table.id, table.version, table.status, table.seed, table.state, kept) == table


def test_a_record_of_a_table_names_its_options_and_every_draw_is_fair() -> None:
    top = lay(options=RANDOM | MAY)
    while top.table.status == "playing":
        top.act()
    record = top.table.record(top.moves)
    assert record.options == MAY | RANDOM
    assert verify(of_record(record), record) == sum(move.seat is None for move in top.moves)


@pytest.mark.parametrize("options", [{"last-tile": "perhaps"}, {"permit-renewal": "end-of-turn"}])
def test_options_that_the_game_does_not_have_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        lay(options=options)
    assert (refused.value.status, refused.value.code) == (422, "bad options")


def test_the_host_changes_options_until_the_start() -> None:
    top = lay(start=False)
    assert top.do(commands.change_terms, ANN, {"options": MAY}).terms.options == MAY
    assert top.do(commands.change_terms, ANN, {"undo": False}).terms.options == MAY
    assert top.refused(commands.change_terms, ANN, {"options": {"last-tile": "no"}}).code == "bad options"
    assert top.refused(commands.change_terms, BO, {"options": RANDOM}).status == 403
    assert top.do(commands.change_terms, ANN, {"options": {}}).terms.options == {}


def test_the_log_says_options_at_the_start() -> None:
    top = lay(start=False)
    top.do(commands.change_terms, ANN, {"options": MAY})
    top.do(commands.start, ANN)
    timeline = Timeline(load("mykerinos"))
    timeline.add(top.log)
    said = [item.sentence(None) for item in timeline.items if isinstance(item, Event)]
    assert said == ["Rule M4.9: They may take a plot if one is left, or decline."]
    assert timeline.states[-1].tobytes() == top.table.state
    assert timeline.game.options == MAY


def test_by_the_api(guest: Callable[[str], Client]) -> None:
    ann, bo = guest("Ann"), guest("Bo")
    id = ann.open_table(ME, OPEN, options=MAY)
    assert ann.table(id)["terms"]["options"] == MAY
    changed = ann.send("PATCH", f"/api/tables/{id}/terms", {"options": RANDOM})
    assert changed.json()["terms"]["options"] == RANDOM
    bo.sit(id)
    assert ann.start(id).status_code == 200
    record = from_dict(ann.get(f"/api/tables/{id}/record").json())
    assert record.options == RANDOM
    assert "options" not in ann.table(ann.open_table(ME, OPEN))["terms"]
    for bad in ({"last-tile": "x"}, {"x": "may"}, {"last-tile": 1}, ["last-tile"]):
        answer = ann.post("/api/tables", {"game": "mykerinos", "seats": [ME, OPEN], "options": bad})
        assert answer.status_code == 422


def test_in_the_lobby_the_host_chooses_and_guests_see_it(ann: Visitor, bo: Visitor) -> None:
    path = ann.open("me", "open", game="mykerinos")
    assert "They may take a plot if one is left, or decline." in ann.page
    assert 'name="option-last-tile" value="must" checked' in ann.page
    ann.post(path, do="agree", **{"option-last-tile": "may", "option-tile-rotation": "printed"})
    ann.see(path)
    assert 'name="option-last-tile" value="may" checked' in ann.page
    bo.see(path)
    assert "They may take a plot if one is left, or decline." in bo.page
    assert "option-last-tile" not in bo.page
    ann.post(path, do="agree", undo="no")
    assert 'name="option-last-tile" value="may" checked' in ann.page
    ann.post(path, do="bot", seat=1, bot="novice")
    ann.post(path, do="start")
    assert "Rule M4.9: They may take a plot if one is left, or decline." in ann.page


def test_a_table_is_played_with_the_servers_data(own_tiles: dict[str, object]) -> None:
    top = lay()
    digest = top.table.game.data_digest
    assert digest
    assert top.log[1].payload["data"] == top.table.data == digest
    assert top.table.record(top.moves).data == digest
    assert top.act().to_act is not None
    assert top.refold() == top.table


def test_a_table_begun_with_other_data_is_not_played_on(own_tiles: dict[str, object]) -> None:
    top = lay()
    use_own_data()
    assert top.table.outdated
    assert table_view(top.table, ANN)["view"] is None
    assert top.refused(commands.act, ANN, "pass", 0).code == "other data"
    assert top.table.record(top.moves).data == top.table.data
    use_data("mykerinos", own_tiles)
    assert not top.table.outdated


def test_a_table_begun_with_the_games_own_data_is_not_played_on_with_others() -> None:
    top = lay()
    use_data("mykerinos", {**DATA, "edition": "a printed one"})
    try:
        assert top.refused(commands.act, ANN, "pass", 0).code == "other data"
    finally:
        use_own_data()


def test_settings_name_files_of_data(tmp_path: Path) -> None:
    file = tmp_path / "printed.toml"
    text = Path(__file__).parents[2] / "src/digsite/games/mykerinos/rules/data.toml"
    file.write_text('edition = "a printed one"\n' + text.read_text("utf-8"), "utf-8")
    try:
        Settings(data=f"mykerinos={file}").use_data()
        assert lay().table.data
        for wrong in ("mykerinos", f"chess={file}"):
            with pytest.raises(BadSetting, match="GAME=FILE"):
                Settings(data=wrong).use_data()
    finally:
        use_own_data()
