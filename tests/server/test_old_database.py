"""A database and a backup of the first version (schema 0001, before tables were split) open, play on and verify.

`tests/fixtures/server-0001` was written by that version: an open table; games of Thebes with clocks and chat and of
Mykerinos with something to undo; one that is over with a rematch, one resigned, one of practice, one by correspondence.
"""

import gzip
import json
import shutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from rich.console import Console
from sqlalchemy import func, select, text
from sqlalchemy.exc import DatabaseError

from digsite.server import admin
from digsite.server import schema as s
from digsite.server.app import create_app
from digsite.server.migrations import upgrade
from digsite.server.settings import Settings
from digsite.server.store import Store
from tests.server.clients import Client, play_out

OLD = Path(__file__).parents[1] / "fixtures" / "server-0001"
KNOWN: dict[str, dict[str, str]] = json.loads((OLD / "old.json").read_text())
TABLES = KNOWN["tables"]
STARTED = [key for key in TABLES if key != "open"]


@pytest.fixture(params=["database", "backup"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The database itself, and the one its backup restores to."""
    url = f"sqlite:///{tmp_path / 'digsite.db'}"
    if request.param == "database":
        shutil.copy(OLD / "old.db", tmp_path / "digsite.db")
    else:
        admin.restore(Store(url), OLD / "old.backup.gz")
    return url


@pytest.fixture
def http(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(db=database, bot_threads=1, log="quiet")), base_url="http://localhost") as http:
        yield http


def client(http: TestClient, name: str) -> Client:
    return Client(http, {"Authorization": f"Bearer {KNOWN['tokens'][name]}"}, KNOWN["people"][name])


def to_act(http: TestClient, id: str) -> Client:
    return next(one for one in (client(http, name) for name in KNOWN["people"]) if one.table(id)["legal"])


def faults(url: str) -> tuple[int, str]:
    said = StringIO()
    return admin.verify(Store(url), Console(file=said, width=200)), said.getvalue()


def test_every_table_is_sound(database: str) -> None:
    assert faults(database)[0] == 0


def test_people_tokens_lists_and_chat_are_there(http: TestClient) -> None:
    for name, id in KNOWN["people"].items():
        assert client(http, name).get("/api/me").json()["id"] == id
    listed = {row["id"] for row in client(http, "Ann").get("/api/me/tables").json()}
    assert set(TABLES.values()) <= listed
    assert [row["id"] for row in http.get("/api/tables").json()][-1] == TABLES["open"]
    said = http.get(f"/api/tables/{TABLES['thebes']}/chat").json()
    assert [message["text"] for message in said] == ["Good luck!", "Thanks é"]


@pytest.mark.parametrize("key", STARTED)
def test_records_verify(http: TestClient, key: str) -> None:
    record = http.get(f"/api/tables/{TABLES[key]}/record").json()
    assert http.post("/api/verify", json=record).json()["true"] is True
    assert ("scores" in record) == (key in ("over", "resigned"))


def test_games_play_on_to_their_end(http: TestClient, database: str) -> None:
    for key in ("thebes", "mykerinos", "correspondence"):
        id = TABLES[key]
        before: dict[str, Any] = client(http, "Ann").table(id)
        assert before["status"] == "playing"
        assert to_act(http, id).act(id).json()["version"] == before["version"] + 1
        over = play_out(id, *(client(http, name) for name in KNOWN["people"]))
        assert over["chance"]["commitment"] == before["chance"]["commitment"]
        record = http.get(f"/api/tables/{id}/record").json()
        assert http.post("/api/verify", json=record).json() == {
            "true": True,
            "draws": sum(text.split()[0] in ("marker", "card", "find", "sand", "first", "wing", "deal")
                         for text in record["actions"]),
            "reason": None,
        }  # fmt: skip
    assert faults(database)[0] == 0


def test_an_action_of_before_is_undone(http: TestClient, database: str) -> None:
    id = TABLES["mykerinos"]
    owner = next(one for one in (client(http, name) for name in KNOWN["people"]) if one.table(id)["undo"])
    before = owner.table(id)
    undone = owner.post(f"/api/tables/{id}/undo").json()
    assert (undone["kind"], undone["to"], undone["ply"]) == ("undone", before["undo"][-1], before["undo"][-1])
    assert faults(database)[0] == 0


def test_at_the_practice_table_one_goes_back_to_the_first_decision(http: TestClient, database: str) -> None:
    id, ann = TABLES["practice"], client(http, "Ann")
    first = ann.table(id)["undo"][0]
    assert ann.post(f"/api/tables/{id}/undo", {"ply": first}).json()["ply"] == first
    assert ann.act(id).status_code == 200
    assert faults(database)[0] == 0


def test_the_open_table_starts_once_its_seats_are_taken(http: TestClient) -> None:
    id, ann, cy = TABLES["open"], client(http, "Ann"), client(http, "Cy")
    assert cy.sit(id, 2).status_code == 200
    started = ann.start(id).json()
    assert (started["status"], started["chance"]["words"]) == ("playing", ["", "luck é", ""])


def test_a_database_that_lacks_a_column_of_this_version_is_backed_up(tmp_path: Path) -> None:
    shutil.copy(OLD / "old.db", tmp_path / "digsite.db")
    store, file = Store(f"sqlite:///{tmp_path / 'digsite.db'}"), tmp_path / "new.gz"
    with store.engine.begin() as connection:
        connection.execute(text("ALTER TABLE tokens DROP COLUMN label"))
    admin.backup(store, file)
    with gzip.open(file, "rt") as lines:
        rows = [row for row in map(json.loads, lines) if isinstance(row, list)]
    tokens = [row for name, row in rows if name == "tokens"]
    assert tokens
    assert all("digest" in row and "label" not in row for row in tokens)
    assert sum(name == "entries" for name, _ in rows) == 57


def test_a_backup_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    damaged = bytearray((OLD / "old.db").read_bytes())
    half = len(damaged) // 2
    damaged[half:] = bytes(len(damaged) - half)
    (tmp_path / "digsite.db").write_bytes(damaged)
    with pytest.raises(DatabaseError, match="malformed"):
        admin.backup(Store(f"sqlite:///{tmp_path / 'digsite.db'}"), tmp_path / "new.gz")
    assert [path.name for path in tmp_path.glob("new.gz*")] == []


def test_a_new_backup_of_it_restores_to_the_same(database: str, tmp_path: Path) -> None:
    file, other = tmp_path / "new.gz", f"sqlite:///{tmp_path / 'other.db'}"
    admin.backup(Store(database), file)
    admin.restore(Store(other), file)
    one, two = Store(database), Store(other)
    upgrade(one.engine)
    assert one.now(lambda c: c.scalar(select(func.count()).select_from(s.entries))) == 57
    for table in s.metadata.sorted_tables:
        query = select(table).order_by(*table.primary_key)
        assert one.now(lambda c, q=query: c.execute(q).all()) == two.now(lambda c, q=query: c.execute(q).all())  # type: ignore[misc]
