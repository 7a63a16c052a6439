"""A server with four people who want different things of it, for tests of who may do what."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from digsite.server import clock
from digsite.server import schema as s
from digsite.server.app import create_app
from digsite.server.clock import Clock
from digsite.server.people import COOKIE, COOKIE_DAYS
from digsite.server.service import Service
from digsite.server.settings import Settings
from tests.server.clients import OPEN, Client, Json, become_guest

KEPT = (s.people, s.tokens, s.tables, s.entries, s.places, s.chat, s.records)


class Players:
    """A server, and people: Ann and Bo play, Cy opens tables without a seat of their own, Di watches."""

    def __init__(self, http: TestClient, service: Service, sleep: Callable[[float], None]) -> None:
        self.http, self.service, self.sleep = http, service, sleep
        self.ann, self.bo, self.cy, self.di = (become_guest(http, name) for name in ("Ann", "Bo", "Cy", "Di"))
        self.old_cookie = self.cookie(self.ann)
        sleep(COOKIE_DAYS * 86_400 + 1)

    def cookie(self, client: Client) -> str:
        return self.service.people.cookie(client.id)

    def with_cookie(self, cookie: str) -> Client:
        return Client(self.http, {"Cookie": f"{COOKIE}={cookie}"})

    def everything(self) -> list[list[Any]]:
        """All that is kept, but the days on which people came."""
        queries = [select(*(column for column in rows.c if column.name != "seen")) for rows in KEPT]
        return self.service.store.now(lambda c: [list(c.execute(query).all()) for query in queries])

    def log(self, table: str) -> list[Any]:
        query = select(s.entries).where(s.entries.c.table_id == table).order_by(s.entries.c.version)
        return self.service.store.now(lambda c: list(c.execute(query).all()))

    def events(self, table: str) -> list[Json]:
        return [json.loads(row.told) for row in self.log(table)]

    def opened(self, **terms: Any) -> str:
        table = self.cy.open_table(OPEN, OPEN, **terms)
        assert self.ann.sit(table, 0).status_code == 200
        assert self.bo.sit(table, 1).status_code == 200
        return table

    def wider(self) -> str:
        table = self.opened()
        assert self.cy.post(f"/api/tables/{table}/seats").status_code == 200
        return table

    def playing(self, **terms: Any) -> str:
        table = self.opened(**terms)
        assert self.cy.start(table).status_code == 200
        return table

    def with_something_to_undo(self) -> str:
        table = self.playing()
        while not any(player.table(table)["undo"] for player in (self.ann, self.bo)):
            assert self.to_act(table).act(table).status_code == 200
        return table

    def kept_waiting(self) -> str:
        table = self.playing()
        self.sleep(301)
        return table

    def with_a_clock(self) -> str:
        return self.playing(bank=3_600_000)

    def with_take_backs(self) -> str:
        table = self.playing(game="thebes", takebacks=True)
        assert self.to_act(table).act(table, "take 1").status_code == 200
        return table

    def asked_to_take_back(self) -> str:
        table = self.with_take_backs()
        who = next(who for who in (self.ann, self.bo) if who.post(f"/api/tables/{table}/takeback").status_code == 200)
        assert who.table(table)["takeback"]
        return table

    def out_of_time(self) -> str:
        """Whoever was to act has lost the seat; the bot that has it now takes its time."""
        table = self.playing(pause=10_000)
        actor = self.to_act(table)
        other, seat = (self.bo, 0) if actor is self.ann else (self.ann, 1)
        self.sleep(301)
        assert other.post(f"/api/tables/{table}/seats/{seat}/absent").status_code == 200
        return table

    def over(self) -> str:
        table = self.playing()
        assert self.ann.post(f"/api/tables/{table}/resign").status_code == 200
        return table

    def with_a_rematch(self) -> str:
        table = self.over()
        assert self.bo.post(f"/api/tables/{table}/rematch").status_code == 200
        return table

    def to_act(self, table: str) -> Client:
        return (self.ann, self.bo)[self.ann.table(table)["to_act"]]

    def who(self, role: str, table: str) -> Client:
        view = self.bo.table(table)
        bo_acts = bool(view["undo"]) or (view["to_act"] == 1 and not self.ann.table(table)["undo"])
        if view["terms"].get("takebacks"):  # there, who has acted
            bo_acts = any(entry["kind"] == "acted" and entry["seat"] == 1 for entry in self.events(table))
        actor, other = (self.bo, self.ann) if bo_acts else (self.ann, self.bo)
        signed = self.cookie(actor)
        person, issued, signature = signed.split(".")
        changed = "0" if signature[-1] != "0" else "1"
        return {
            "actor": actor,
            "other": other,
            "host": self.cy,
            "watcher": self.di,
            "stranger": Client(self.http),
            "unknown token": Client(self.http, {"Authorization": f"Bearer {actor.token[:-1]}~"}),
            "cookie of another": self.with_cookie(f"{other.id}.{issued}.{signature}"),
            "cookie signed anew": self.with_cookie(f"{person}.{issued}.{signature[:-1]}{changed}"),
            "old cookie": self.with_cookie(self.old_cookie),
        }[role]


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Players]:
    now = 0.0

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    settings = Settings(db=f"sqlite:///{tmp_path_factory.mktemp('roles') / 'digsite.db'}", bot_threads=1, log="text")
    app = create_app(settings, Clock(wall=lambda: 1e9, tick=lambda: now))
    with pytest.MonkeyPatch.context() as patch, TestClient(app, base_url="http://localhost") as http:
        patch.setattr(clock, "GAP", float("inf"))  # no sleep is an outage
        patch.setattr(app.state.service, "limit_messages", lambda person: None)
        yield Players(http, app.state.service, sleep)
