"""What goes wrong around a server: disks, databases, networks, clocks, upgrades. Nothing is lost, and it goes on."""

import asyncio
import contextlib
import json
import random
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvloop
from benchmarks.server.kill import Company
from benchmarks.server.proof import Log, prove, prove_log
from benchmarks.server.wire import Client as Asker
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import Connection, event, select

from digsite.core.registry import load
from digsite.server import connection, live, middleware, table_store
from digsite.server import schema as s
from digsite.server.app import create_app
from digsite.server.clock import Clock
from digsite.server.settings import Settings
from digsite.server.store import Store
from tests.server.clients import ME, OPEN, Client, become_guest, bot
from tests.server.processes import Inside, Postgres, Server, connect, eventually, postgres_of_its_own, served_inside

Guests = Callable[[str], Client]
MANY = 100


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with postgres_of_its_own() as found:
        yield found


def assert_sound(store: Store) -> None:
    """Every head is what its log makes, and no version is missing."""

    def job(c: Connection) -> None:
        for id in c.scalars(select(s.tables.c.id)).all():
            head = table_store.load(c, id)
            assert head is not None
            prove_log(id, list(table_store.entries(c, id)), head)

    store.now(job)


def at(inside: Inside, name: str) -> Client:
    http = httpx.Client(base_url=f"http://127.0.0.1:{inside.port}", timeout=60)
    return become_guest(http, name)


def begun(person: Client, *seats: Any, **terms: Any) -> str:
    id = person.open_table(*(seats or (ME, ME)), **terms)
    assert person.start(id).status_code == 200
    return id


class Stream:
    """A table's events over a plain connection."""

    def __init__(self, port: int, id: str, buffer: int | None = None) -> None:
        said = f"GET /api/tables/{id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
        self.connection = connect(port, said.encode(), buffer)
        self._heard = b""

    def until(self, version: int) -> list[int]:
        """The versions that came, the last as told."""
        while f"id: {version}\n".encode() not in self._heard:
            heard = self.connection.recv(65536)
            assert heard, f"the stream ended before version {version}"
            self._heard += heard
        return [int(line[4:]) for line in self._heard.split(b"\n") if line.startswith(b"id: ")]

    def ends(self) -> bool:
        """Whether the server closes it."""
        try:
            while self.connection.recv(65536):
                pass
        except ConnectionResetError:
            pass
        return True


# Disks and databases


class Disk:
    """A disk that can be full, as SQLite sees it."""

    def __init__(self, store: Store) -> None:
        self.full = False
        event.listen(store.engine, "begin", self._limit)

    def _limit(self, connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {1 if self.full else 2**30}")


def test_on_a_full_disk_actions_are_refused_and_nothing_is_half_written(app: FastAPI, guest: Guests) -> None:
    store: Store = app.state.service.store
    ann = guest("Ann")
    id, disk = begun(ann), Disk(store)
    disk.full = True
    for _ in range(100):  # what free space there was within the file is used up first
        table = ann.table(id)
        body = {"action": table["legal"][0], "version": table["version"], "id": f"v{table['version']}"}
        refused = ann.post(f"/api/tables/{id}/actions", body)
        if refused.status_code != 200:
            break
    assert refused.status_code == 503
    assert refused.headers["retry-after"]
    assert refused.json()["code"] == "database away"
    assert ann.post(f"/api/tables/{id}/actions", body).status_code == 503
    assert ann.table(id)["version"] == table["version"]
    assert_sound(store)
    disk.full = False
    done = ann.post(f"/api/tables/{id}/actions", body)
    assert done.json()["version"] == table["version"] + 1
    assert ann.post(f"/api/tables/{id}/actions", body).json() == done.json()
    assert_sound(store)


def test_while_postgresql_is_away_actions_are_refused_and_then_all_goes_on(postgres: Postgres) -> None:
    settings = Settings(db=postgres.new_database("away"), bot_threads=1, log="text")
    app = create_app(settings)
    with served_inside(app, settings) as inside:
        ann = at(inside, "Ann")
        id = begun(ann)
        ann.act(id)
        stream, version = Stream(inside.port, id), ann.table(id)["version"]
        stream.until(version)
        body = {"action": ann.table(id)["legal"][0], "version": version, "id": "while-away"}
        postgres.stop()
        refused = ann.post(f"/api/tables/{id}/actions", body)
        assert refused.status_code == 503
        assert refused.headers["content-type"] == "application/problem+json"
        assert ann.get("/readyz").status_code == 503
        assert ann.get("/healthz").status_code == 200
        assert ann.get(f"/api/tables/{id}").status_code == 503  # whether the action was kept is not known now
        postgres.start()
        done = eventually(lambda: _if_ok(ann.post(f"/api/tables/{id}/actions", body)), "an answer")
        assert done["version"] == version + 1
        assert ann.post(f"/api/tables/{id}/actions", body).json() == done
        ann.act(id)
        assert stream.until(version + 2) == [version, version + 1, version + 2]
        stream.connection.close()
        assert_sound(app.state.service.store)


def _if_ok(answer: httpx.Response) -> Any:
    return answer.json() if answer.status_code == 200 else None


def test_a_server_that_stops_gives_its_bots_back(postgres: Postgres) -> None:
    settings = Settings(db=postgres.new_database("bots"), bot_threads=1, log="text")
    with TestClient(create_app(settings), base_url="http://localhost") as http:
        ann = become_guest(http, "Ann")
        id = begun(ann, bot("novice"), bot("novice"), pause=100)
        eventually(lambda: ann.table(id)["version"] > 3, "a bot's action")
    store = Store(settings.url)
    assert store.now(lambda c: c.scalar(select(s.tables.c.leased_until).where(s.tables.c.id == id))) == 0
    store.close()


def test_after_a_restart_bots_go_on_and_people_go_on_against_them(settings: Settings) -> None:
    with TestClient(create_app(settings), base_url="http://localhost") as http:
        ann = become_guest(http, "Ann")
        id = begun(ann, ME, bot("novice"), bot("random"), pause=100)
        version = ann.table(id)["version"]
    with TestClient(create_app(settings), base_url="http://localhost") as http:
        ann.http = http
        for _ in range(3):
            ann.act(id, eventually(lambda: ann.table(id)["legal"], "a turn")[0])
        assert ann.table(id)["version"] >= version + 3


# Clients


def test_a_client_that_never_reads_holds_up_nobody_and_is_dropped(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PATIENCE", 1.0)
    monkeypatch.setattr(connection, "TAKING", 1)
    app = create_app(settings)
    with served_inside(app, settings) as inside:
        ann, hub = at(inside, "Ann"), inside.service.hub
        id = begun(ann)
        version = ann.table(id)["version"]
        before = inside.connections
        deaf, keen = Stream(inside.port, id, buffer=4096), Stream(inside.port, id)
        keen.until(version)
        eventually(lambda: hub.count == 2, "the second stream")
        most = 0
        large = live.frame("x" * 60_000, event="large")

        def is_dropped() -> bool:
            nonlocal most
            inside.do(lambda: hub.publish(f"table {id}", None, large))
            most = max([most, *(len(reader.waiting) for reader in list(hub._readers[f"table {id}"]))])
            keen.connection.recv(2**20)
            return hub.count == 1

        eventually(is_dropped, "the end of the stream that nobody reads")
        assert most <= live.MOST_WAITING
        ann.act(id)
        keen.until(version + 1)
        eventually(lambda: inside.connections == before + 1, "the end of the connection that nobody reads")
        deaf.connection.close()
        keen.connection.close()


HALVES = [b"", b"P", b"POST /api/guests HTT", b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nX-Half: "]


def test_many_half_requests_hold_up_nobody_and_are_not_waited_for(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 2.0)
    with served_inside(create_app(settings), settings) as inside:
        halves = [connect(inside.port, HALVES[i % len(HALVES)]) for i in range(MANY)]
        ann = at(inside, "Ann")
        assert ann.get("/healthz").status_code == 200
        before = inside.connections
        eventually(lambda: inside.connections <= max(before - MANY, 1), "the end of half requests")
        for half in halves:
            with contextlib.suppress(ConnectionResetError):
                assert half.recv(1000) == b""
            half.close()
        assert ann.get("/api/me").status_code == 200


def test_a_body_that_stops_halfway_is_told_so_and_nothing_is_done(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.3)
    with served_inside(create_app(settings), settings) as inside:
        head = (
            "POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n"
        )
        halves = [connect(inside.port, f'{head}\r\n{{"name": "An'.encode()) for _ in range(20)]
        assert at(inside, "Bo").get("/healthz").status_code == 200
        for half in halves:
            assert b" 408 " in half.recv(2000)
            half.close()


def test_a_head_without_end_is_not_listened_to(settings: Settings) -> None:
    with served_inside(create_app(settings), settings) as inside:
        endless = connect(inside.port, b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            _say_on(endless)
        endless.close()
        assert at(inside, "Ann").get("/api/me").status_code == 200


def _say_on(connection: socket.socket) -> None:
    for _ in range(1000):
        connection.sendall(b"X-More: " + b"x" * 8000 + b"\r\n")


def test_a_client_that_leaves_before_its_answer_finds_its_action_done_once(settings: Settings) -> None:
    with served_inside(create_app(settings), settings) as inside:
        ann = at(inside, "Ann")
        id = begun(ann)
        table = ann.table(id)
        action = {"action": table["legal"][0], "version": table["version"], "id": "left"}
        body = json.dumps(action)
        head = f"POST /api/tables/{id}/actions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {ann.token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        for _ in range(5):
            gone = connect(inside.port, (head + body).encode())
            gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            gone.close()
        done = ann.post(f"/api/tables/{id}/actions", action)
        assert done.json()["version"] == table["version"] + 1
        assert ann.table(id)["version"] == table["version"] + 1


# Clocks


class Hands:
    """Clocks turned by hand: the one on the wall, and the one that only goes on."""

    def __init__(self) -> None:
        self.wall, self.tick = 1_700_000_000.0, 0.0

    def clock(self) -> Clock:
        return Clock(lambda: self.wall, lambda: self.tick)

    def wait(self, seconds: float) -> None:
        self.wall += seconds
        self.tick += seconds


def time_left(person: Client, id: str) -> int:
    view = person.table(id)
    return int(view["clock"]["left"][view["to_act"]])


def test_a_clock_set_back_takes_nobodys_time_and_keeps_the_order(settings: Settings) -> None:
    hands, times = Hands(), list[int]()
    with TestClient(create_app(settings, hands.clock()), base_url="http://localhost") as http:
        ann = become_guest(http, "Ann")
        id = begun(ann, bank=60_000)
        hands.wait(2)
        times.append(ann.act(id).json()["at"])
        hands.wall -= 3600
        hands.wait(2)
        assert time_left(ann, id) >= 56_000
        times.append(ann.act(id).json()["at"])
    hands.wall -= 3600
    hands.tick = 0.0  # as after a restart of the machine
    with TestClient(create_app(settings, hands.clock()), base_url="http://localhost") as http:
        ann.http = http
        assert ann.table(id)["status"] == "playing"
        assert time_left(ann, id) >= 56_000
        hands.wait(2)
        times.append(ann.act(id).json()["at"])
        assert ann.table(id)["status"] == "playing"
    assert times == sorted(times)
    assert times[1] - times[0] == 2000


@pytest.mark.parametrize("seconds", [4, 3600])
def test_a_restart_of_any_length_takes_nobodys_time(settings: Settings, seconds: int) -> None:
    hands = Hands()
    with TestClient(create_app(settings, hands.clock()), base_url="http://localhost") as http:
        ann = become_guest(http, "Ann")
        id = begun(ann, bank=60_000)
        hands.wait(3)
    hands.wait(seconds)
    with TestClient(create_app(settings, hands.clock()), base_url="http://localhost") as http:
        ann.http = http
        assert time_left(ann, id) == 57_000
        hands.wait(1)
        assert time_left(ann, id) == 56_000


def test_after_an_outage_clocks_that_still_run_are_not_looked_at_again_and_again(settings: Settings) -> None:
    hands = Hands()
    with TestClient(create_app(settings, hands.clock()), base_url="http://localhost") as http:
        ann = become_guest(http, "Ann")
        ids = [begun(ann, bank=60_000, on_timeout="end") for _ in range(3)]
    hands.wait(3600)
    app = create_app(settings, hands.clock())
    with TestClient(app, base_url="http://localhost") as http:
        ann.http = http
        store: Store = app.state.service.store
        late = select(s.tables.c.id).where(s.tables.c.deadline <= hands.wall * 1000)
        eventually(lambda: not store.now(lambda c: c.scalars(late).all()), "a new deadline")
        assert [ann.table(id)["status"] for id in ids] == ["playing"] * 3
        for _ in range(12):
            hands.wait(5)  # less than what counts as an outage
            assert http.portal
            http.portal.call(app.state.service.table_service._beat)
        eventually(lambda: [ann.table(id)["status"] for id in ids] == ["over"] * 3, "the end of their time")


# Upgrades


def test_after_an_upgrade_of_the_rules_a_table_is_shown_kept_and_abandoned_but_not_played_on(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TestClient(create_app(settings), base_url="http://localhost") as http:
        ann, bo = become_guest(http, "Ann"), become_guest(http, "Bo")
        id = ann.open_table(ME, OPEN, bot("novice"), bank=3_600_000)
        bo.sit(id)
        ann.start(id)
        acting = eventually(lambda: next((p for p in (ann, bo) if p.table(id)["legal"]), None), "a turn")
        legal, version = acting.table(id)["legal"][0], acting.table(id)["version"]
    game = load("mykerinos")
    monkeypatch.setattr(game, "version", game.version + 1)
    with TestClient(create_app(settings), base_url="http://localhost") as http:
        ann.http = bo.http = http
        table = ann.table(id)
        assert table["outdated"]
        assert (table["status"], table["version"], table["legal"]) == ("playing", version, [])
        assert [row["id"] for row in ann.get("/api/me/tables").json()] == [id]
        refused = acting.post(f"/api/tables/{id}/actions", {"action": legal, "version": version, "id": "one-more"})
        assert refused.status_code == 409
        assert refused.json()["code"] == "other rules"
        assert str(game.version) in refused.json()["detail"]
        assert refused.json()["table"]["version"] == version
        assert ann.post(f"/api/tables/{id}/undo").status_code == 409
        assert ann.get(f"/api/tables/{id}/picture.svg").status_code == 404
        record = ann.get(f"/api/tables/{id}/record").json()
        assert record["rules"] == game.version - 1
        assert len(record["actions"]) == table["ply"]
        for person in (ann, bo):
            assert person.post(f"/api/tables/{id}/abandon").status_code == 200
        assert ann.table(id)["status"] == "over"
        assert ann.table(id)["chance"]["seed"]
        begun(ann)


# Stopping


def test_a_server_told_to_stop_under_load_has_all_it_answered_and_ends_well(tmp_path: Path) -> None:
    log = Log()

    async def scenario(server: Server) -> int:
        people = [await Asker(server.host, server.port).become_guest(f"Guest {i}") for i in range(12)]
        companies = [Company([person], i, log, random.Random(i), i % 3 == 0) for i, person in enumerate(people)]
        playing = [asyncio.create_task(company.play(asyncio.Event())) for company in companies]
        while len(log.answered) < 100:
            await asyncio.sleep(0.05)
            assert not any(task.done() for task in playing)
        stream = await asyncio.to_thread(Stream, server.port, companies[0].table)
        server.signal(signal.SIGTERM)
        assert await asyncio.to_thread(stream.ends)
        status = await asyncio.to_thread(server.wait)
        for task in playing:
            task.cancel()
        for result in await asyncio.gather(*playing, return_exceptions=True):
            assert isinstance(result, asyncio.CancelledError)
        return status

    with Server(f"sqlite:///{tmp_path / 'stopped.db'}", tmp_path / "log") as server:
        assert uvloop.run(scenario(server)) == 0
    said = (tmp_path / "log").read_text()
    assert "Shutting down" in said
    assert "timeout graceful shutdown exceeded" not in said
    proved = prove(server.db, log, [])
    assert proved["answered"] >= 100
