"""Every change of the schema since the first carries the rows of a first database along, forwards and back."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Connection, MetaData, insert, inspect, select, update

from digsite.server import admin, migrations
from digsite.server import schema as s
from digsite.server.app import create_app
from digsite.server.backups import _unpacked
from digsite.server.settings import Settings
from digsite.server.store import Store
from tests.server.clients import Client
from tests.server.databases import url
from tests.server.test_old_database import KNOWN, OLD

__all__ = ["url"]
FIRST = "0001"
Rows = dict[str, list[dict[str, Any]]]


def chain() -> list[str]:
    """All schemas, the first one first."""
    return [script.revision for script in reversed(list(migrations._scripts().walk_revisions()))]


def first_rows() -> Rows:
    """What a server of the first version kept: people, tokens, tables of every kind, chat."""
    found: Rows = {}
    with gzip.open(OLD / "old.backup.gz", "rt") as lines:
        head, *rows = (json.loads(line) for line in lines)
    assert head["schema"] == FIRST
    for name, row in rows[:-1]:
        found.setdefault(name, []).append(dict(_unpacked(row)))
    return found


def rows_of(connection: Connection) -> Rows:
    tables = MetaData()
    tables.reflect(connection)
    return {
        table.name: sorted((dict(row) for row in connection.execute(select(table)).mappings()), key=repr)
        for table in tables.sorted_tables
        if table.name != "alembic_version"
    }


@pytest.fixture
def store(url: str) -> Store:
    """A database of the first schema, with its rows."""
    store = Store(url)
    migrations.migrate(store.engine, FIRST)

    def fill(connection: Connection) -> None:
        tables = MetaData()
        tables.reflect(connection)
        for name, rows in first_rows().items():
            connection.execute(insert(tables.tables[name]), rows)

    store.now(fill)
    return store


def only_columns_of(first: Rows, found: Rows) -> Rows:
    """The part of rows that the first schema had."""
    columns = {name: rows[0].keys() for name, rows in first.items()}
    return {
        name: sorted(({key: row[key] for key in columns[name]} for row in found[name]), key=repr) for name in columns
    }


def test_the_schemas_are_one_chain() -> None:
    assert chain()[0] == FIRST
    assert len(migrations._scripts().get_heads()) == 1
    files = sorted(path.stem for path in (Path(migrations.__file__).parent / "versions").glob("0*.py"))
    assert [name.partition("_")[0] for name in files] == chain()


def test_step_by_step_every_row_comes_along(store: Store) -> None:
    first = {name: sorted(rows, key=repr) for name, rows in first_rows().items()}
    for schema in chain()[1:]:
        migrations.migrate(store.engine, schema)
        assert store.now(migrations.current) == schema
        found = store.now(rows_of)
        assert only_columns_of(first, found) == first, schema
    columns = {table: {column["name"] for column in inspect(store.engine).get_columns(table)} for table in first}
    assert columns == {name: {column.name for column in s.metadata.tables[name].columns} for name in first}
    assert admin.verify(store) == 0


def test_and_back_again(store: Store) -> None:
    first = store.now(rows_of)
    migrations.upgrade(store.engine)
    for schema in reversed(chain()[:-1]):
        migrations.migrate(store.engine, schema)
    assert store.now(rows_of) == first


def test_tables_that_waited_for_an_opponent_still_do(store: Store) -> None:
    def wait(connection: Connection) -> str:
        c = s.tables.c
        id, kept = connection.execute(select(c.id, c.snapshot).where(c.status == "open")).first() or ("", "")
        snapshot = json.loads(kept)
        snapshot["terms"]["pairing"] = True
        values = {"snapshot": json.dumps(snapshot, ensure_ascii=False)}
        connection.execute(update(s.tables).where(c.id == id).values(values))
        return id

    waiting = store.now(wait)
    migrations.upgrade(store.engine)
    assert store.now(lambda c: c.scalars(select(s.tables.c.id).where(s.tables.c.pairing)).all()) == [waiting]


def test_people_of_the_first_version_play_on(store: Store, url: str) -> None:
    with TestClient(create_app(Settings(db=url, bot_threads=1, log="quiet")), base_url="http://localhost") as http:
        for name, id in KNOWN["people"].items():
            person = Client(http, {"Authorization": f"Bearer {KNOWN['tokens'][name]}"}, id)
            assert person.get("/api/me").json()["id"] == id
            assert [token["used"] for token in person.get("/api/me/tokens").json()] != []
        playing = [person.table(table) for table in KNOWN["tables"].values()]
    assert {table["status"] for table in playing} == {"open", "playing", "over"}
