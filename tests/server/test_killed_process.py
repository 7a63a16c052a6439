"""Two real processes on one PostgreSQL, of which one is killed while its bots think."""

import time
from pathlib import Path

import httpx
import psycopg
from benchmarks.server.forked import ForkedServer

from tests.server.clients import ME, Client, become_guest, bot
from tests.server.databases import new_postgres
from tests.server.processes import PATIENCE, eventually

TABLES = 2
GO_ON = 3.0  # seconds until another process thinks for the bots of one that was killed
HEAD = "SELECT version, coalesce(lease, ''), leased_until > 0 FROM tables WHERE id = %s"
Head = tuple[int, str, bool]  # a table's version, the process that ran its bots last, and whether it does so now


def test_the_bots_of_a_killed_process_go_on_at_another_within_three_seconds(tmp_path: Path) -> None:
    url = new_postgres()
    with (
        ForkedServer(url, tmp_path / "one") as one,
        ForkedServer(url, tmp_path / "two") as two,
        psycopg.connect(url, autocommit=True) as database,
    ):
        ann = become_guest(httpx.Client(base_url=one.url, timeout=PATIENCE), "Ann")
        tables = [play_until_the_bot_thinks(ann) for _ in range(TABLES)]
        eventually(lambda: all(head(database, id)[2] for id in tables), "two bots that think")
        before = {id: head(database, id)[:2] for id in tables}
        one.kill()
        killed = time.monotonic()
        eventually(lambda: all(head(database, id)[:2] != before[id] for id in tables), "another process")
        assert time.monotonic() - killed < GO_ON
        bo = Client(httpx.Client(base_url=two.url, timeout=PATIENCE))
        eventually(lambda: all(bo.table(id)["version"] > before[id][0] for id in tables), "what the bots do")


def play_until_the_bot_thinks(person: Client) -> str:
    """A table at which a bot is to act that thinks for long."""
    id = person.open_table(ME, bot("master:3s"))
    person.start(id)
    while person.table(id)["legal"]:
        person.act(id)
    return id


def head(database: psycopg.Connection[Head], id: str) -> Head:
    found = database.execute(HEAD, [id]).fetchone()
    assert found
    return found
