"""What only the server may read: the database, and the key that signs cookies, which is not in it."""

import gzip
import logging
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from benchmarks.server.process import Server
from fastapi.testclient import TestClient
from sqlalchemy import insert, select

from digsite.server import admin
from digsite.server import schema as s
from digsite.server.app import create_app
from digsite.server.cookie_key import KEY, BadKey, cookie_key
from digsite.server.settings import Settings
from digsite.server.store import BadStore, Store
from tests.server.clients import ME, become_guest
from tests.server.databases import KINDS, new_database, url
from tests.server.visitor import Visitor

__all__ = ["url"]
OLD_KEY = "0123456789abcdef" * 4


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("DIGSITE_DATA_DIR", str(folder))
    return folder


@contextmanager
def served(url: str, **more: str) -> Iterator[TestClient]:
    app = create_app(Settings(db=url, bot_threads=1, log="text", **more))  # type: ignore[arg-type]
    with TestClient(app, base_url="http://localhost") as http:
        yield http


def kept_key(url: str) -> str | None:
    """The key that is in the database itself."""
    store = Store(url)
    try:
        return store.now(lambda c: c.scalar(select(s.settings.c.value).where(s.settings.c.name == KEY)))
    finally:
        store.close()


def keep_key_in_database(url: str, key: str = OLD_KEY) -> None:
    """As versions before did."""
    store = Store(url)
    store.open()
    store.now(lambda c: c.execute(insert(s.settings), {"name": KEY, "value": key}))
    store.close()


def key_file(url: str, data_folder: Path) -> Path:
    database = Store(url).url.database
    assert database
    return Path(f"{database}.key") if url.startswith("sqlite") else data_folder / f"{database}.key"


# The SQLite file


def test_the_files_of_sqlite_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with served(f"sqlite:///{tmp_path / 'digsite.db'}") as http:
            become_guest(http, "Ann").open_table(ME, ME)
            names = {f"digsite.db{end}" for end in ("", "-wal", "-shm", ".lock", ".key")}
            assert {path.name for path in tmp_path.glob("digsite.db*")} == names
            assert {mode(path) for path in tmp_path.glob("digsite.db*")} == {0o600}
    finally:
        os.umask(before)


def test_files_that_others_could_read_are_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "digsite.db"
    with served(f"sqlite:///{file}"):
        pass
    for end in ("", ".lock", ".key"):
        Path(f"{file}{end}").chmod(0o644)
    with served(f"sqlite:///{file}"):
        assert {mode(path) for path in tmp_path.glob("digsite.db*")} == {0o600}


def test_what_is_no_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "digsite.db").mkdir()
    store = Store(f"sqlite:///{tmp_path / 'digsite.db'}")
    with pytest.raises(BadStore, match=r"digsite\.db: cannot be opened: Is a directory"):
        store.open()
    store.close()


# The cookie key


def test_a_new_key_is_in_a_file_and_not_in_the_database(url: str, data_folder: Path) -> None:
    with served(url) as http:
        ann = Visitor(http)
        path = ann.open()
    file = key_file(url, data_folder)
    key = file.read_text().strip()
    assert len(key) == 64
    assert mode(file) == 0o600
    assert kept_key(url) is None
    with served(url) as http:
        assert Visitor(http, ann.cookie).see(path).status_code == 200
        assert "Ann" in Visitor(http, ann.cookie).see("/me").text
    assert file.read_text().strip() == key


def test_a_key_in_the_database_is_moved_and_nobody_is_signed_out(url: str, data_folder: Path) -> None:
    keep_key_in_database(url)
    with served(url, secret=OLD_KEY) as http:
        ann = Visitor(http)
        ann.open()
    with served(url) as http:
        assert "Ann" in Visitor(http, ann.cookie).see("/me").text
    assert key_file(url, data_folder).read_text().strip() == OLD_KEY
    assert kept_key(url) is None


def test_a_backup_does_not_hold_the_key(url: str, data_folder: Path, tmp_path: Path) -> None:
    with served(url):
        pass
    admin.backup(Store(url), tmp_path / "backup.gz")
    with gzip.open(tmp_path / "backup.gz", "rt") as lines:
        assert key_file(url, data_folder).read_text().strip() not in lines.read()


def test_another_key_than_before_is_told_in_the_log(
    url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("digsite"), "propagate", True)  # as before a server set up its log
    store = Store(url)
    store.open()
    try:
        for secret, told in (("one", False), ("one", False), ("two", True), ("two", False)):
            caplog.clear()
            cookie_key(Settings(db=url, secret=secret * 8), store)
            assert ("everybody is signed out" in caplog.text) is told
    finally:
        store.close()


def test_a_server_says_at_its_start_that_the_key_is_another(tmp_path: Path) -> None:
    said = []
    for secret in ("one", "two"):
        log = tmp_path / secret
        with Server(f"sqlite:///{tmp_path / 'digsite.db'}", log, secret=secret * 8):
            said.append("everybody is signed out" in log.read_text())
    assert said == [False, True]


def test_a_setting_is_the_key(url: str, data_folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a secret of the operator's own\n")
    store = Store(url)
    store.open()
    try:
        assert cookie_key(Settings(db=url, secret="mine, and long enough"), store) == b"mine, and long enough"
        assert cookie_key(Settings(db=url, secret_file=str(secret)), store) == b"a secret of the operator's own"
    finally:
        store.close()
    assert not key_file(url, data_folder).exists()


def test_a_named_file_is_made_where_there_is_none(url: str, tmp_path: Path) -> None:
    store, file = Store(url), tmp_path / "named.key"
    store.open()
    try:
        key = cookie_key(Settings(db=url, secret_file=str(file)), store)
    finally:
        store.close()
    assert (file.read_text().strip().encode(), mode(file)) == (key, 0o600)


@pytest.mark.parametrize("content", ["", "\n", "short", "\xff" * 3])
def test_a_file_with_no_good_key_is_refused(url: str, tmp_path: Path, content: str) -> None:
    store, file = Store(url), tmp_path / "bad.key"
    file.write_text(content)
    store.open()
    try:
        with pytest.raises(BadKey, match=r"bad\.key"):
            cookie_key(Settings(db=url, secret_file=str(file)), store)
    finally:
        store.close()


def test_where_no_file_can_be_written_a_setting_is_asked_for(url: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Store(url)
    store.open()
    try:
        with pytest.raises(BadKey, match="DIGSITE_SECRET"):
            cookie_key(Settings(db=url, secret_file=str(tmp_path / "file" / "no.key")), store)
    finally:
        store.close()


MAKE = """
import sys
from digsite.server.cookie_key import cookie_key
from digsite.server.settings import Settings
from digsite.server.store import BadStore, Store
store = Store(sys.argv[1])
print(cookie_key(Settings(db=sys.argv[1]), store).decode())
"""


@pytest.mark.parametrize("begins_in_database", [True, False])
def test_several_workers_that_start_together_agree(tmp_path: Path, begins_in_database: bool) -> None:
    url = new_database(KINDS[1], tmp_path)
    if begins_in_database:
        keep_key_in_database(url)
    else:
        store = Store(url)
        store.open()
        store.close()
    command = [sys.executable, "-c", MAKE, url]
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    keys = {worker.communicate(timeout=60)[0].strip() for worker in workers}
    assert len(keys) == 1
    assert len(keys.pop()) == 64
