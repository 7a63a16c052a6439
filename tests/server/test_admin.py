"""Looking after a database: on either kind, from either kind."""

import asyncio
import gzip
import json
from io import StringIO
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from rich.console import Console
from sqlalchemy import Connection, func, insert, inspect, select, text, update

from digsite.server import admin, table_store
from digsite.server import schema as s
from digsite.server.clock import Clock
from digsite.server.migrations import NewerStore
from digsite.server.store import BadStore, Store
from digsite.tables.table import DAY, Seat, Table, Terms
from tests.programs import digsite, refusal_of
from tests.server.databases import KINDS, new_database, serving, url
from tests.server.service_helpers import act, begin, until_over

__all__ = ["url"]


def filled(url: str) -> list[str]:
    """Tables of every kind: over, playing, open."""

    async def scenario() -> list[str]:
        async with serving(url) as service:
            bots = [Seat("bot", bot="novice"), Seat("bot", bot="random")]
            over = await begin(service.table_service, "thebes", bots)
            table = playing = await begin(service.table_service)
            for _ in range(5):
                table = (await act(service.table_service, table))[1]
            opened = await service.table_service.open(Terms("thebes"), [Seat("open"), Seat("open")], "ann")
            await service.chat.post(playing.id, "ann", "Ann", "hello")
            await until_over(service.table_service, over.id)
            return [over.id, playing.id, opened.id]

    return asyncio.run(scenario())


def faults(url: str) -> tuple[int, str]:
    said = StringIO()
    return admin.verify(Store(url), Console(file=said, width=200)), said.getvalue()


def test_sound_tables_are_found_sound(url: str) -> None:
    filled(url)
    assert faults(url) == (0, "3 tables checked, none with a fault\n")


def test_a_table_that_is_played_at_meanwhile_is_found_sound(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(url)
    other, load = Store(url), table_store.load

    def load_and_play_on(connection: Connection, id: str) -> Table | None:
        """Another process writes an entry just after the table was read."""
        table = load(connection, id)
        assert table is not None
        entry = {"table_id": id, "version": table.version + 1, "kind": "abandon", "event": "{}", "at": 0, "person": ""}
        other.now(lambda c: c.execute(insert(s.entries), entry))
        return table

    monkeypatch.setattr(table_store, "load", load_and_play_on)
    assert faults(url)[0] == 0


def test_what_was_changed_behind_the_servers_back_is_found(url: str) -> None:
    over, playing, opened = filled(url)
    store = Store(url)

    def tamper() -> None:
        entry = s.entries.c
        with store.engine.begin() as c:
            own = (entry.table_id == over) & (entry.kind == "started")
            started = json.loads(c.scalar(select(entry.event).where(own)) or "")
            started["draws"][0], started["draws"][1] = started["draws"][1], started["draws"][0]
            c.execute(update(s.entries).where(own).values(event=json.dumps(started)))
            c.execute(text("DELETE FROM entries WHERE table_id = :id AND version = 4"), {"id": playing})
            c.execute(update(s.tables).where(s.tables.c.id == opened).values(status="over"))

    tamper()
    bad, said = faults(url)
    assert bad == 3
    assert playing in said
    assert "its log has 6 entries for version 7" in said


def test_tables_without_a_head_are_found(url: str) -> None:
    over, _, opened = filled(url)
    store = Store(url)
    store.now(lambda c: c.execute(s.tables.delete().where(s.tables.c.id.in_([over, opened]))))
    bad, said = faults(url)
    assert bad == 2
    assert f"{over}: tables: it is missing\n" in said
    assert f"{opened}: tables: it is missing\n" in said
    assert "3 tables checked, 2 with a fault\n" in said


def test_one_fault_is_told_as_one(url: str) -> None:
    filled(url)
    Store(url).now(lambda c: c.execute(update(s.chat).values(person="bo")))
    assert faults(url)[1].endswith("1 other fault in the database\n")


def test_an_empty_database_is_told_and_stays_empty(url: str) -> None:
    with pytest.raises(BadStore, match="empty"):
        faults(url)
    with pytest.raises(BadStore, match="empty"):
        admin.prune(Store(url), 9, "over")
    assert inspect(Store(url).engine).get_table_names() == []


def test_a_file_of_no_bytes_is_told_and_stays_so(tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    file.touch()
    done = digsite("admin", "verify", "--db", f"sqlite:///{file}")
    assert (done.returncode, done.stderr) == (2, f"digsite: {file}: the database is empty\n")
    assert file.stat().st_size == 0


@pytest.mark.parametrize("damaged", [0, 1, 2])
def test_a_backup_of_damaged_rows_is_written_with_a_warning(url: str, tmp_path: Path, damaged: int) -> None:
    for id in filled(url)[:damaged]:
        Store(url).now(lambda c, id=id: c.execute(update(s.tables).where(s.tables.c.id == id).values(seed=bytes(32))))  # type: ignore[misc]
    file = tmp_path / "backup.gz"
    done = digsite("admin", "backup", str(file), "--db", url)
    assert done.returncode == (1 if damaged else 0)
    assert f"rows written to {file}; keep it safe" in done.stdout
    warnings = [line for line in done.stderr.splitlines() if " damaged, " in line]  # the database is named there, too
    rows = {1: "1 row is", 2: "2 rows are"}
    assert [line.partition(" damaged, ")[0] for line in warnings] == ([f"digsite: {rows[damaged]}"] if damaged else [])
    admin.check(file)


def test_a_database_of_a_later_version_is_not_backed_up(url: str, tmp_path: Path) -> None:
    store = Store(url)
    store.open()
    store.now(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    store.close()
    with pytest.raises(NewerStore, match="later version"):
        admin.backup(Store(url), tmp_path / "backup.gz")
    assert [file for file in tmp_path.iterdir() if file.name.startswith("backup")] == []


@pytest.mark.parametrize("into", KINDS)
def test_a_backup_fills_an_empty_database_of_either_kind(url: str, into: str, tmp_path: Path) -> None:
    filled_id = filled(url)[1]
    file = tmp_path / "backup.gz"
    admin.backup(Store(url), file)
    assert file.stat().st_mode & 0o077 == 0
    other = new_database(into, tmp_path)
    admin.restore(Store(other), file)
    one, two = Store(url), Store(other)
    for table in s.metadata.sorted_tables:
        query = select(table).order_by(*table.primary_key)
        assert one.now(lambda c, q=query: c.execute(q).all()) == two.now(lambda c, q=query: c.execute(q).all())  # type: ignore[misc]
    assert faults(other)[0] == 0

    async def play_on() -> None:
        async with serving(other) as service:
            await service.chat.post(filled_id, "ann", "Ann", "again")

    asyncio.run(play_on())


def test_a_backup_is_not_written_over_nor_restored_into_something(url: str, tmp_path: Path) -> None:
    filled(url)
    file = tmp_path / "backup.gz"
    admin.backup(Store(url), file)
    with pytest.raises(admin.BadBackup, match="already"):
        admin.backup(Store(url), file)
    with pytest.raises(admin.BadBackup, match="not empty"):
        admin.restore(Store(url), file)


@pytest.mark.parametrize("spoil", ["cut", "text", "missing", "foreign"])
def test_a_spoilt_backup_is_refused_and_leaves_nothing(tmp_path: Path, spoil: str) -> None:
    url = new_database("sqlite", tmp_path)
    filled(url)
    file = tmp_path / "backup.gz"
    admin.backup(Store(url), file)
    if spoil == "cut":
        lines = gzip.decompress(file.read_bytes()).decode().splitlines(keepends=True)
        with gzip.open(file, "wt") as out:
            out.writelines(lines[:-3])
    elif spoil == "text":
        file.write_text("hello")
    elif spoil == "missing":
        file.unlink()
    else:
        with gzip.open(file, "wt") as out:
            out.write('{"format": "other"}\n')
    other = new_database("sqlite", tmp_path)
    with pytest.raises(admin.BadBackup):
        admin.restore(Store(other), file)
    empty = Store(other)
    empty.open()
    assert empty.now(lambda c: c.scalar(select(func.count()).select_from(s.tables))) == 0


def test_old_tables_are_deleted_with_all_that_belongs_to_them(url: str) -> None:
    over, playing, opened = filled(url)
    now = Clock().now()
    assert admin.prune(Store(url), 1, "all", now) == "0 tables deleted"
    assert admin.prune(Store(url), 1, "over", now + 2 * DAY) == "1 tables deleted"
    store = Store(url)
    assert set(store.now(lambda c: c.scalars(select(s.tables.c.id)).all())) == {playing, opened}
    assert over not in store.now(lambda c: c.scalars(select(s.entries.c.table_id)).all())
    assert admin.prune(Store(url), 1, "all", now + 2 * DAY) == "2 tables deleted"
    for table in (s.entries, s.chat, s.places):
        assert store.now(lambda c, t=table: c.scalar(select(func.count()).select_from(t))) == 0  # type: ignore[misc]


def test_the_migrations_make_the_schema_the_code_has(url: str) -> None:
    store = Store(url)
    store.open()
    assert store.now(lambda c: compare_metadata(MigrationContext.configure(c), s.metadata)) == []
    store.close()


def test_a_database_of_a_later_version_is_refused(url: str) -> None:
    store = Store(url)
    store.open()
    store.now(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    store.close()
    with pytest.raises(NewerStore, match="later version"):
        Store(url).open()


def test_a_second_server_on_one_sqlite_file_is_refused(tmp_path: Path) -> None:
    url = new_database("sqlite", tmp_path)
    first = Store(url)
    first.open()
    with pytest.raises(BadStore, match="another server"):
        Store(url).open()
    first.close()
    second = Store(url)
    second.open()
    second.close()


@pytest.mark.parametrize(
    "bad", ["mysql://x/y", "nonsense", "sqlite:////proc/none/x.db", "postgresql://nobody@127.0.0.1:1/x"]
)
def test_a_database_that_cannot_be_is_told_in_one_line(bad: str) -> None:
    assert refusal_of("serve", "--db", bad, "--port", "0").startswith("digsite: ")


@pytest.mark.parametrize("command", [["verify"], ["prune", "--days", "9"], ["backup", "copy.gz"]])
@pytest.mark.parametrize("what", ["missing", "junk"])
def test_a_database_that_is_not_there_is_told_and_not_made(tmp_path: Path, command: list[str], what: str) -> None:
    database = tmp_path / "some.db"
    if what == "junk":
        database.write_text("no database at all " * 100)
    done = digsite("admin", *command, "--db", f"sqlite:///{database}", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert database.exists() == (what == "junk")


@pytest.mark.parametrize("command", [["verify"], ["prune", "--days", "9"], ["backup", "copy.gz"]])
def test_commands_say_which_database_they_used(url: str, tmp_path: Path, command: list[str]) -> None:
    store = Store(url)
    store.open()
    store.close()
    done = digsite("admin", *command, "--db", url, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == f"Database: {store.url.render_as_string(hide_password=True)}\n"


def test_several_workers_on_sqlite_are_refused_with_a_sentence(tmp_path: Path) -> None:
    done = digsite("serve", "--workers", "2", "--port", "0", "--db", new_database("sqlite", tmp_path))
    assert done.returncode == 2
    assert "PostgreSQL" in done.stderr
