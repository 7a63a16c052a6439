"""A damaged row stops only what needs it: a head is mended from its log, anything else is closed, with a reason."""

import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from rich.console import Console
from sqlalchemy import text

from digsite.server import admin
from digsite.server import schema as s
from digsite.server.app import create_app
from digsite.server.clock import Clock
from digsite.server.damage import insert_numbered
from digsite.server.settings import Settings
from digsite.server.store import Store
from tests.programs import eventually
from tests.server.clients import ME, OPEN, Client, become_guest, bot
from tests.server.databases import url
from tests.server.visitor import Visitor

__all__ = ["url"]
HEADS = {  # what damages a head, its seed not
    "told": "UPDATE tables SET told = '{' WHERE id = :id",
    "state": "UPDATE tables SET state = :spoilt WHERE id = :id",
    "version": "UPDATE tables SET version = version + 64 WHERE id = :id",
    "status": "UPDATE tables SET status = 'pmaying' WHERE id = :id",
    "game": "UPDATE tables SET game = 'nykerinos' WHERE id = :id",
    "to act": "UPDATE tables SET waits_for = NULL, bot_to_act = FALSE WHERE id = :id",
    "deadline": "UPDATE tables SET deadline = 1 WHERE id = :id",
    "lease": "UPDATE tables SET lease = 'nobody', leased_until = 9000000000000000 WHERE id = :id",
    "created": "UPDATE tables SET created = created + 1 WHERE id = :id",
    "checksum": "UPDATE tables SET sum = sum + 1 WHERE id = :id",
    "checksum of what is fixed": "UPDATE tables SET fixed_sum = 0 WHERE id = :id",
}
LOG = "UPDATE entries SET told = REPLACE(told, 'start', 'stapt') WHERE table_id = :id AND version = 2"
OTHERS = {
    "chat": "UPDATE chat SET told = '{'",
    "place": "UPDATE places SET person = '~' || SUBSTR(person, 2)",
    "outage": "UPDATE outages SET begun = begun + 1",
    "alive": "UPDATE settings SET value = 'now' WHERE name = 'alive'",
    "cookie key": "UPDATE settings SET value = 'x' WHERE name = 'cookie key digest'",
}


@contextmanager
def served(url: str) -> Iterator[TestClient]:
    app = create_app(Settings(db=url, bot_threads=1, log="text", metrics="open"))
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as http:
        yield http


def again(http: TestClient, client: Client) -> Client:
    return Client(http, client.headers, client.id)


def damage(url: str, statement: str, **values: object) -> None:
    store = Store(url)
    assert store.now(lambda c: c.execute(text(statement), values).rowcount) > 0
    store.close()


def begun(person: Client, *seats: Any, **terms: Any) -> str:
    id = person.open_table(*(seats or (ME, ME)), **terms)
    assert person.start(id).status_code == 200
    return id


def faults(url: str) -> str:
    said = StringIO()
    admin.verify(Store(url), Console(file=said, width=200))
    return said.getvalue()


def lines(caplog: pytest.LogCaptureFixture, message: str) -> list[str]:
    found = [record for record in caplog.records if record.name == "digsite.damage" and record.message == message]
    return [str(vars(record).get("row") or vars(record)["table"]) for record in found]


@pytest.fixture(autouse=True)
def _log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let logs come to the test, too."""
    monkeypatch.setattr("digsite.server.app.set_up", lambda kind: None)
    caplog.set_level(logging.INFO, "digsite")


def assert_goes_on(http: TestClient, url: str) -> None:
    """Lists, pages, bots and clocks go on for everybody else, and nothing failed."""
    cy = become_guest(http, "Cy")
    assert Visitor(http).see("/").status_code == 200
    assert http.get("/lists").status_code == 200
    assert cy.get("/api/tables").status_code == 200
    assert cy.get("/api/tables?status=playing").status_code == 200
    with_bot = begun(cy, ME, bot("random"), visibility="public")
    eventually(lambda: cy.table(with_bot)["legal"], "the bot's action")
    timed = begun(cy, ME, ME, bank=1, on_timeout="end")
    eventually(lambda: cy.table(timed)["status"] == "over", "the end of the clock")
    assert with_bot in {row["id"] for row in cy.get("/api/tables?status=playing").json()}


def assert_closed(http: TestClient, person: Client, id: str) -> None:
    refused = person.get(f"/api/tables/{id}")
    assert (refused.status_code, refused.json()["code"]) == (503, "damaged")
    assert refused.headers["content-type"] == "application/problem+json"
    page = http.get(f"/t/{id}")
    assert page.status_code == 503
    assert "This table is damaged in the database" in page.text
    for path in ("record", "events", "chat"):
        assert person.get(f"/api/tables/{id}/{path}").status_code == 503


def played(person: Client) -> dict[str, str]:
    """Tables at which somebody, a bot and a clock are to act; Thebes has draws, Mykerinos something to undo."""
    tables = {
        "thebes": begun(person, ME, ME, game="thebes", visibility="public"),
        "timed": begun(person, ME, ME, bank=3_600_000, visibility="public"),
        "bots": begun(person, bot("random"), bot("random"), pause=300, visibility="public"),
        "open": person.open_table(ME, OPEN, visibility="public"),
    }
    for key in ("thebes", "timed"):
        for _ in range(6):
            assert person.act(tables[key]).status_code == 200
    return tables


def test_damaged_heads_are_mended_from_their_logs(url: str, caplog: pytest.LogCaptureFixture) -> None:
    with served(url) as http:
        ann = become_guest(http, "Ann")
        tables = {what: begun(ann, ME, ME, bank=3_600_000, visibility="public") for what in HEADS}
        for id in tables.values():
            for _ in range(3):
                assert ann.act(id).status_code == 200
        bots = begun(ann, bot("random"), bot("random"), pause=300)
        before = {what: ann.table(id) for what, id in tables.items()}
    for what, id in tables.items():
        damage(url, HEADS[what], id=id, **({"spoilt": before_state(url, id)} if what == "state" else {}))
    damage(url, HEADS["told"], id=bots)
    bad = {*tables.values(), bots}
    said = faults(url)
    assert all(f"{id}: " in said for id in bad)
    caplog.clear()
    with served(url) as http:
        ann = again(http, ann)
        for what, id in tables.items():
            assert without_clock(ann.table(id)) == without_clock(before[what])
            assert ann.act(id).status_code == 200
        version = ann.table(bots)["version"]
        eventually(lambda: ann.table(bots)["version"] > version, "the bots' next action")
        assert_goes_on(http, url)
    assert sorted(lines(caplog, "damaged")) == sorted(f"tables {id}" for id in bad)
    assert sorted(lines(caplog, "mended")) == sorted(bad)
    assert "none with a fault" in faults(url)


def before_state(url: str, id: str) -> bytes:
    """The position of a table with two bytes changed."""
    store = Store(url)
    state = bytearray(store.now(lambda c: c.scalar(text("SELECT state FROM tables WHERE id = :id"), {"id": id})))
    state[20] ^= 255
    state[40] ^= 255
    return bytes(state)


def without_clock(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in ("clock", "clocks", "since", "thinking", "time")}


def test_heads_that_nobody_opens_are_found_and_mended(url: str) -> None:
    """Where a column for searching is damaged, bots and clocks would wait for ever."""
    with served(url) as http:
        ann = become_guest(http, "Ann")
        bots = begun(ann, bot("random"), bot("random"), pause=100)
        timed = begun(ann, ME, ME, bank=1_000, on_timeout="end")
    for id in (bots, timed):
        damage(url, "UPDATE tables SET bot_to_act = FALSE, deadline = NULL WHERE id = :id", id=id)
    store = Store(url)

    def version(id: str) -> int:
        query = text("SELECT version FROM tables WHERE id = :id")
        return int(store.now(lambda c: c.scalar(query, {"id": id})))

    before = {id: version(id) for id in (bots, timed)}
    with served(url):
        eventually(lambda: all(version(id) > old for id, old in before.items()), "an entry at each")


@pytest.mark.parametrize("what", ["head", "seed", "nothing"])
def test_a_table_with_a_damaged_log_is_closed(url: str, what: str, caplog: pytest.LogCaptureFixture) -> None:
    with served(url) as http:
        ann = become_guest(http, "Ann")
        tables = played(ann)
    for key in ("thebes", "timed", "bots"):
        damage(url, LOG, id=tables[key])
        if what == "head":
            damage(url, HEADS["told"], id=tables[key])
        if what == "seed":
            damage(url, "UPDATE tables SET seed = :seed WHERE id = :id", id=tables[key], seed=bytes(32))
    caplog.clear()
    with served(url) as http:
        ann = again(http, ann)
        for key in ("thebes", "timed", "bots"):
            http.get(f"/t/{tables[key]}")  # reads the log
            assert_closed(http, ann, tables[key])
            assert ann.act(tables[key], "pass", 2).status_code == 503
        assert ann.table(tables["open"])["status"] == "open"
        assert ann.get("/api/me/tables").status_code == 200
        assert_goes_on(http, url)
    met = lines(caplog, "damaged")
    assert {f"entries {tables[key]} 2" for key in ("thebes", "timed", "bots")} <= set(met)
    assert len(met) == len(set(met))
    said = faults(url)
    assert all(f"{tables[key]}: " in said for key in ("thebes", "timed", "bots"))


def test_a_mended_log_opens_its_table_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("digsite.server.mending.AGAIN", 0.2)
    with served(url) as http:
        ann = become_guest(http, "Ann")
        id = played(ann)["thebes"]
    damage(url, LOG, id=id)
    with served(url) as http:
        ann = again(http, ann)
        http.get(f"/t/{id}")
        assert_closed(http, ann, id)
        damage(url, LOG.replace("'start', 'stapt'", "'stapt', 'start'"), id=id)
        eventually(lambda: ann.get(f"/api/tables/{id}").status_code == 200, "the table")
        assert ann.act(id).status_code == 200


@pytest.mark.parametrize("what", ["changed", "missing", "last missing", "head missing"])
def test_damaged_logs_that_nobody_reads_are_found(url: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else such a table would take moves until somebody reads its log."""
    monkeypatch.setattr("digsite.server.mending.ROWS", 3)
    with served(url) as http:
        ann = become_guest(http, "Ann")
        good, bad, other = (begun(ann, ME, ME) for _ in range(3))
        for id in (good, bad, other):
            assert ann.act(id).status_code == 200
    statement = {
        "changed": LOG,
        "missing": "DELETE FROM entries WHERE table_id = :id AND version = 2",
        "last missing": "DELETE FROM entries WHERE table_id = :id AND version = 3",
        "head missing": "DELETE FROM tables WHERE id = :id",
    }[what]
    damage(url, statement, id=bad)
    with served(url) as http:
        closed = http.app.state.service.store.damage.closed  # type: ignore[attr-defined]
        eventually(lambda: closed, "its closing")
        assert_closed(http, again(http, ann), bad)
        assert again(http, ann).act(good).status_code == again(http, ann).act(other).status_code == 200
        assert set(closed) == {bad}
        assert "digsite_damaged_tables 1.0" in http.get("/metrics").text


def head(url: str, id: str) -> dict[str, Any]:
    store = Store(url)
    query = text("SELECT * FROM tables WHERE id = :id")
    row = dict(store.now(lambda c: c.execute(query, {"id": id}).mappings().one()))
    store.close()
    return row


def put_back(url: str, row: dict[str, Any]) -> None:
    """Copy a whole head over the one that is there."""
    damage(url, f"UPDATE tables SET {', '.join(f'{name} = :{name}' for name in row)} WHERE id = :id", **row)


def with_older_head(person: Client, url: str) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """A table, its head of three actions ago, and what its players see now."""
    id = begun(person, ME, ME)
    older = head(url, id)
    for _ in range(3):
        assert person.act(id).status_code == 200
    return id, older, person.table(id)


def test_a_head_older_than_its_log_is_mended_by_the_next_action(url: str) -> None:
    with served(url) as http:
        ann = become_guest(http, "Ann")
        id, older, now = with_older_head(ann, url)
        put_back(url, older)
        answers = [ann.act(id) for _ in range(3)]  # the first may be about another position than the head's
        assert answers[-1].status_code == 200
        assert {answer.status_code for answer in answers} <= {200, 409}
        assert ann.table(id)["version"] > now["version"]
        assert ann.get(f"/api/tables/{id}/record").status_code == 200
    assert "none with a fault" in faults(url)


def test_a_head_older_than_its_log_is_found_and_mended(url: str) -> None:
    with served(url) as http:
        ann = become_guest(http, "Ann")
        id, older, now = with_older_head(ann, url)
    put_back(url, older)
    with served(url) as http:
        ann = again(http, ann)
        eventually(lambda: ann.table(id)["version"] == now["version"], "the newest position")
        assert without_clock(ann.table(id)) == without_clock(now)
        assert ann.act(id).status_code == 200


def test_a_whole_head_from_a_backup_opens_a_table_with_a_damaged_seed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("digsite.server.mending.AGAIN", 0.2)
    with served(url) as http:
        ann = become_guest(http, "Ann")
        id, older, now = with_older_head(ann, url)
    damage(url, "UPDATE tables SET seed = :seed WHERE id = :id", id=id, seed=bytes(32))
    with served(url) as http:
        ann = again(http, ann)
        assert_closed(http, ann, id)
        put_back(url, older)
        eventually(lambda: ann.get(f"/api/tables/{id}").status_code == 200, "the table")
        assert without_clock(ann.table(id)) == without_clock(now)
        assert ann.act(id).status_code == 200


@pytest.mark.parametrize("what", ["entry", "seed", "head"])
def test_the_guide_says_how_to_open_a_closed_table_again(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("digsite.server.mending.AGAIN", 0.2)
    url, old = f"sqlite:///{tmp_path / 'digsite.db'}", tmp_path / "old.db"
    with served(url) as http:
        ann = become_guest(http, "Ann")
        id = begun(ann, ME, ME)
        copied = Store(url)
        copied.now(lambda c: c.execute(text("VACUUM INTO :file").bindparams(file=str(old))))
        copied.close()
        assert ann.act(id).status_code == 200
        now = ann.table(id)
    change, start = {
        "entry": (LOG, "INSERT OR REPLACE INTO entries"),
        "seed": ("UPDATE tables SET seed = X'00' WHERE id = :id", "UPDATE tables"),
        "head": ("DELETE FROM tables WHERE id = :id", "INSERT INTO tables"),
    }[what]
    damage(url, change, id=id)
    guide = (Path(__file__).parents[2] / "docs" / "self-hosting.md").read_text()
    statement = re.search(rf"{start} [^;`]+'ID'[^;`]*", guide)
    assert statement
    with served(url) as http:
        ann = again(http, ann)
        eventually(lambda: ann.get(f"/api/tables/{id}").status_code == 503, "its closing")
        with sqlite3.connect(tmp_path / "digsite.db") as shell:
            shell.execute("ATTACH ? AS old", [str(old)])
            shell.execute(statement[0].replace("'ID'", f"'{id}'").replace("version = 17", "version = 2"))
        eventually(lambda: ann.get(f"/api/tables/{id}").status_code == 200, "the table")
        assert without_clock(ann.table(id)) == without_clock(now)
        assert ann.act(id).status_code == 200


def test_a_head_newer_than_its_log_closes_its_table(url: str) -> None:
    with served(url) as http:
        ann = become_guest(http, "Ann")
        id, _, now = with_older_head(ann, url)
    damage(url, "DELETE FROM entries WHERE table_id = :id AND version = :last", id=id, last=now["version"])
    with served(url) as http:
        ann = again(http, ann)
        eventually(lambda: ann.get(f"/api/tables/{id}").status_code == 503, "its closing")
        assert ann.act(id, "pass", 2).status_code == 503


def test_a_damaged_seed_closes_a_table_and_only_it(url: str) -> None:
    with served(url) as http:
        ann = become_guest(http, "Ann")
        tables = played(ann)
    damage(url, "UPDATE tables SET seed = :seed WHERE id = :id", id=tables["thebes"], seed=bytes(32))
    with served(url) as http:
        assert_closed(http, again(http, ann), tables["thebes"])
        assert_goes_on(http, url)
    assert f"{tables['thebes']}: " in faults(url)


def test_other_damaged_rows_stop_nothing(url: str, caplog: pytest.LogCaptureFixture) -> None:
    with served(url) as http:
        ann = become_guest(http, "Ann")
        id = played(ann)["thebes"]
        assert ann.post(f"/api/tables/{id}/chat", {"text": "hello"}).status_code == 201
    store, now = Store(url), Clock().now()
    store.now(lambda c: insert_numbered(c, s.outages, {"begun": now - 2_000, "ended": now - 1_000}))
    for statement in OTHERS.values():
        damage(url, statement)
    said = faults(url)
    assert all(
        f"{row}: its checksum is wrong" in said for row in ("settings alive", "settings cookie key digest", "chat 1")
    )
    caplog.clear()
    with served(url) as http:
        ann = again(http, ann)
        assert ann.get(f"/api/tables/{id}/chat").json() == []
        assert http.get(f"/t/{id}").status_code == 200
        assert ann.act(id).status_code == 200
        assert ann.get("/api/me/tables").json() == []  # the damaged places
        assert_goes_on(http, url)
    met = lines(caplog, "damaged")
    assert {row.split()[0] for row in met} == {"chat", "outages", "settings"}
    assert len(met) == len(set(met))


@pytest.mark.parametrize("what", ["people", "tokens"])
def test_a_damaged_person_is_told_so_and_nobody_else_notices(
    url: str, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    with served(url) as http:
        ann, visitor = become_guest(http, "Ann"), Visitor(http)
        bo = become_guest(http, "Bo")
        visitor.see("/")
        tables = played(ann)
        id = ann.open_table(ME, OPEN)
        assert bo.sit(id).status_code == 200
        assert ann.start(id).status_code == 200
    changed = {
        "people": "UPDATE people SET colour = 'x' WHERE id = :id",
        "tokens": "UPDATE tokens SET label = 'x' WHERE person = :id",
    }
    damage(url, changed[what], id=ann.id)
    caplog.clear()
    with served(url) as http:
        ann, bo = again(http, ann), again(http, bo)
        refused = ann.get("/api/me")
        assert (refused.status_code, refused.json()["code"]) == (503, "damaged")
        assert ann.get("/api/me/tables").status_code == 503
        assert bo.table(id)["seats"][0]["name"] == "Ann"
        assert http.get(f"/t/{id}").status_code == 200
        assert http.get(f"/t/{tables['open']}").status_code == 200
        assert_goes_on(http, url)
    assert len(lines(caplog, "damaged")) == 1


def test_a_browser_of_a_damaged_person_keeps_its_cookie(url: str) -> None:
    with served(url) as http:
        visitor = Visitor(http)
        visitor.see("/")
        cookie = become_by_page(http)
        id = json.loads(json.dumps(cookie.partition(".")[0]))
    damage(url, "UPDATE people SET name = 'x' WHERE id = :id", id=id)
    with served(url) as http:
        http.cookies.set("digsite", cookie)
        for path in ("/", "/about"):
            page = http.get(path)
            assert page.status_code == 503
            assert "damaged" in page.text
            assert "set-cookie" not in page.headers


def become_by_page(http: TestClient) -> str:
    """The cookie of a guest who opened a table in a browser."""
    http.post("/play", data={"game": "mykerinos", "person": "Ann"})
    return str(http.cookies["digsite"])


def test_a_damaged_record_is_told_so(url: str) -> None:
    with served(url) as http:
        ann = become_guest(http, "Ann")
        id = begun(ann, bot("random"), bot("random"), pause=0)
        eventually(lambda: ann.table(id)["status"] == "over", "the end of a game")
        kept = ann.post("/api/records", ann.get(f"/api/tables/{id}/record").json()).json()["id"]
    damage(url, "UPDATE records SET record = REPLACE(record, '1', '2')")
    with served(url) as http:
        refused = again(http, ann).get(f"/api/records/{kept}")
        assert (refused.status_code, refused.json()["code"]) == (503, "damaged")
        assert_goes_on(http, url)


def test_many_damaged_tables_keep_no_other_from_lists_and_clocks(url: str) -> None:
    with served(url) as http:
        ann = become_guest(http, "Ann")
        good = begun(ann, ME, ME, visibility="public")
        bad = [begun(ann, ME, ME, bank=1, visibility="public") for _ in range(110)]
    for id in bad:
        damage(url, LOG, id=id)
        damage(url, HEADS["told"], id=id)
    with served(url) as http:
        ann = again(http, ann)
        eventually(
            lambda: good in {row["id"] for row in ann.get("/api/tables?status=playing").json()}, "the sound table"
        )
        assert_goes_on(http, url)
