"""A server that is killed loses nothing it has answered, does nothing twice and invents nothing."""

import random
from pathlib import Path

import uvloop
from benchmarks.server.forked import ForkedServer
from benchmarks.server.kill import Campaign

from tests.server.processes import postgres_of_its_own

KILLS = 5
TABLES, LAST = 6, 3
PAUSES = (0.2, 0.7)


def test_a_server_killed_again_and_again_loses_and_doubles_nothing_on_sqlite(tmp_path: Path) -> None:
    with ForkedServer(f"sqlite:///{tmp_path / 'killed.db'}", tmp_path / "log") as server:
        campaign = Campaign(server, KILLS, TABLES, random.Random(1), pauses=PAUSES, last=LAST)
        proved = uvloop.run(campaign.run())
    assert proved["exit_status"] == 0
    assert proved["answered"] > 0
    assert proved["games_finished"] >= LAST


def test_a_server_and_its_postgresql_killed_again_and_again_lose_and_double_nothing(tmp_path: Path) -> None:
    with postgres_of_its_own() as postgres, ForkedServer(postgres.new_database("killed"), tmp_path / "log") as server:
        campaign = Campaign(server, KILLS, TABLES, random.Random(2), postgres, PAUSES, LAST)
        proved = uvloop.run(campaign.run())
    assert proved["exit_status"] == 0
    assert proved["answered"] > 0
    assert proved["games_finished"] >= LAST
