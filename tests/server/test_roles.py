"""Nobody acts for another: every route of the API, asked by everybody."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from httpx import Response
from sqlalchemy import select

from digsite.server import clock
from digsite.server import schema as s
from digsite.server import store as kept
from digsite.server.api import api
from digsite.server.app import create_app
from digsite.server.clock import Clock
from digsite.server.people import COOKIE, COOKIE_DAYS
from digsite.server.service import Service
from digsite.server.settings import Settings
from tests.server.clients import ME, OPEN, Client, Told, become_guest, bot, play_out

SIGNED_IN = ("actor", "other", "host", "watcher")
NOT_KNOWN = ("unknown token", "cookie of another", "cookie signed anew", "old cookie")
ROLES = (*SIGNED_IN, "stranger", *NOT_KNOWN)
KEPT = (s.people, s.tokens, s.tables, s.entries, s.places, s.chat, s.records)


class House:
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
        """All that is kept."""
        return self.service.store.now(lambda c: [list(c.execute(select(rows)).all()) for rows in KEPT])

    def log(self, table: str) -> list[Any]:
        query = select(s.entries).where(s.entries.c.table_id == table).order_by(s.entries.c.version)
        return self.service.store.now(lambda c: list(c.execute(query).all()))

    def opened(self) -> str:
        table = self.cy.open_table(OPEN, OPEN)
        assert self.ann.sit(table, 0).status_code == 200
        assert self.bo.sit(table, 1).status_code == 200
        return table

    def wider(self) -> str:
        table = self.opened()
        assert self.cy.post(f"/api/tables/{table}/seats").status_code == 200
        return table

    def playing(self) -> str:
        table = self.opened()
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
        told = self.bo.table(table)
        bo_acts = bool(told["undo"]) or (told["to_act"] == 1 and not self.ann.table(table)["undo"])
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


Laid = Callable[[House], str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    now = 0.0

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    settings = Settings(db=f"sqlite:///{tmp_path_factory.mktemp('roles') / 'digsite.db'}", bot_threads=1, log="text")
    app = create_app(settings, Clock(wall=lambda: 1e9, tick=lambda: now))
    with pytest.MonkeyPatch.context() as patch, TestClient(app, base_url="http://localhost") as http:
        patch.setattr(clock, "GAP", float("inf"))  # no sleep is an outage
        yield House(http, app.state.service, sleep)


@pytest.fixture(scope="module")
def tables(house: House) -> dict[Laid, str]:
    """Tables as they were laid out, until an answer changes them."""
    return {}


@dataclass(frozen=True, eq=False)
class Asked:
    """A request, and what each role is answered: `signed_in` in the order actor, other, host, watcher.

    `others` have no credentials or false ones. They are "refused"; or "known": strangers may ask, false names may not;
    or "anybody": nobody looks who asks.
    """

    route: str
    signed_in: tuple[int, int, int, int]
    others: str = "refused"
    at: Laid = House.playing
    body: Callable[[House, str], Any] = lambda house, table: None
    filled: Callable[[House, str], dict[str, str]] = field(default=lambda house, table: {})

    def expected(self, role: str) -> int:
        if role in SIGNED_IN:
            return self.signed_in[SIGNED_IN.index(role)]
        allowed = self.others == "anybody" or (self.others == "known" and role == "stranger")
        return self.signed_in[SIGNED_IN.index("watcher")] if allowed else 401

    def send(self, house: House, client: Client, table: str) -> Response:
        method, path = self.route.split(" ")
        for name, value in ({"id": table} | self.filled(house, table)).items():
            path = path.replace(f"{{{name}}}", value)
        return client.send(method, path, self.body(house, table))


def is_(told: Any) -> Callable[[House, str], Any]:
    return lambda house, table: told


def an_action(house: House, table: str) -> Told:
    told = house.to_act(table).table(table)
    return {"action": told["legal"][0], "version": told["version"], "id": f"asked-{told['version']}"}


def seat_to_act(house: House, table: str) -> dict[str, str]:
    return {"seat": str(house.ann.table(table)["to_act"])}


def a_token_of_who_acts(house: House, table: str) -> dict[str, str]:
    tokens = house.to_act(table).get("/api/me/tokens").json()
    return {"token": next(token["id"] for token in tokens if token["label"] == "spare")}


def with_a_spare_token(house: House) -> str:
    table = house.playing()
    assert house.to_act(table).post("/api/me/tokens", {"label": "spare"}).status_code == 201
    return table


def a_record(house: House, table: str) -> Told:
    told: Told = house.ann.get(f"/api/tables/{table}/record").json()
    return told


def a_kept_record(house: House, table: str) -> dict[str, str]:
    return {"id": house.ann.post("/api/records", a_record(house, table)).json()["id"]}


ALL, MADE, PLAYERS = (200, 200, 200, 200), (201, 201, 201, 201), (200, 200, 403, 403)
SEAT_0, A_WORD, A_BOT = is_({"seat": "0"}), is_({"word": "luck"}), is_({"bot": "novice"})
T = "/api/tables/{id}"
ASKED = [
    Asked("POST /api/guests", MADE, "anybody", body=is_({"name": "Eve"})),
    Asked("GET /api/me", ALL),
    Asked("PATCH /api/me", ALL, body=is_({"colour": "rose"})),
    Asked("GET /api/me/tables", ALL),
    Asked("GET /api/me/tokens", ALL),
    Asked("POST /api/me/tokens", MADE, body=is_({"label": "new"})),
    Asked("DELETE /api/me/tokens/{token}", (204, 404, 404, 404), at=with_a_spare_token, filled=a_token_of_who_acts),
    Asked("POST /api/me/link", MADE),
    Asked("POST /api/links", (404, 404, 404, 404), "anybody", body=is_({"secret": "guessed"})),
    Asked("GET /api/games", ALL, "anybody"),
    Asked("GET /api/bots", ALL, "anybody"),
    Asked("GET /api/tables", ALL, "known"),
    Asked("POST /api/tables", MADE, body=is_({"game": "thebes", "seats": [ME, OPEN]})),
    Asked(f"GET {T}", ALL, "known"),
    Asked(f"GET {T}/record", ALL, "anybody"),
    Asked(f"GET {T}/picture.svg", ALL, "anybody"),
    Asked(f"POST {T}/seats/{{seat}}", (200, 409, 409, 409), at=House.opened, body=is_({"word": "luck"}), filled=SEAT_0),
    Asked(
        f"POST {T}/seats/{{seat}}", (403, 403, 409, 403), at=House.opened, body=is_({"bot": "novice"}), filled=SEAT_0
    ),
    Asked(f"POST {T}/seats/{{seat}}", (409, 409, 409, 409), filled=seat_to_act),
    Asked(f"POST {T}/seats/{{seat}}", (409, 409, 409, 409), at=House.over, filled=SEAT_0),
    Asked(f"DELETE {T}/seats/{{seat}}", (200, 403, 200, 403), at=House.opened, filled=SEAT_0),
    Asked(f"DELETE {T}/seats/{{seat}}", (409, 403, 409, 403), filled=seat_to_act),
    Asked(f"POST {T}/seats/{{seat}}/absent", (409, 409, 403, 403), filled=seat_to_act),
    Asked(f"POST {T}/seats/{{seat}}/absent", (409, 200, 403, 403), at=House.kept_waiting, filled=seat_to_act),
    Asked(f"PATCH {T}/terms", (403, 403, 200, 403), at=House.opened, body=is_({"hints": False})),
    Asked(f"PATCH {T}/terms", (403, 403, 409, 403), body=is_({"hints": False})),
    Asked(f"POST {T}/seats", (403, 403, 200, 403), at=House.opened),
    Asked(f"POST {T}/seats", (403, 403, 409, 403)),
    Asked(f"POST {T}/seats/{{seat}}/removal", (403, 403, 200, 403), at=House.wider, filled=is_({"seat": "2"})),
    Asked(f"POST {T}/seats/{{seat}}/removal", (403, 403, 409, 403), at=House.opened, filled=SEAT_0),
    Asked(f"POST {T}/start", (200, 200, 200, 403), at=House.opened),
    Asked(f"POST {T}/start", (409, 409, 409, 403)),
    Asked(f"POST {T}/actions", (200, 403, 403, 403), body=an_action),
    Asked(f"POST {T}/undo", (200, 409, 403, 403), at=House.with_something_to_undo),
    Asked(f"POST {T}/resign", PLAYERS),
    Asked(f"POST {T}/resign", (200, 403, 403, 403), body=lambda h, t: {"seat": h.ann.table(t)["to_act"]}),
    Asked(f"POST {T}/abandon", PLAYERS),
    Asked(f"POST {T}/rematch", (409, 409, 409, 403)),
    Asked(f"POST {T}/rematch", (200, 200, 200, 403), at=House.over),
    Asked(f"POST {T}/rematch", (200, 200, 200, 403), at=House.with_a_rematch),
    Asked(f"GET {T}/events", ALL, "known"),
    Asked(f"GET {T}/chat", ALL, "anybody"),
    Asked(f"POST {T}/chat", MADE, body=is_({"text": "Hello"})),
    Asked("POST /api/verify", ALL, "anybody", at=House.over, body=a_record),
    Asked("POST /api/records", MADE, at=House.over, body=a_record),
    Asked("GET /api/records/{id}", ALL, "anybody", at=House.over, filled=a_kept_record),
    Asked("GET /healthz", ALL, "anybody"),
    Asked("GET /readyz", ALL, "anybody"),
    Asked("GET /metrics", ALL, "anybody"),
]
ROUTES = list(dict.fromkeys(asked.route for asked in ASKED))


def told_in_the_document(house: House) -> set[str]:
    paths = house.http.get("/openapi.json").json()["paths"]
    return {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}


def test_every_route_of_the_api_is_asked(house: House) -> None:
    assert set(ROUTES) == told_in_the_document(house)


def test_no_route_of_the_api_is_left_out_of_its_document(house: House) -> None:
    routes = [route for route in api.routes if isinstance(route, APIRoute)]
    there = {f"{method} {route.path}" for route in routes for method in route.methods or ()}
    assert there == {route for route in told_in_the_document(house) if " /api/" in route}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("asked", [pytest.param(asked, id=f"{i} {asked.route}") for i, asked in enumerate(ASKED)])
def test_everybody_may_do_what_is_theirs_and_nothing_else(
    house: House, tables: dict[Laid, str], asked: Asked, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.service.hub, "closing", True)  # so that streams end once they are up to date
    table = tables.pop(asked.at, None) or asked.at(house)
    client = house.who(role, table)
    asked.filled(house, table)
    before, log = house.everything(), house.log(table)

    answer = asked.send(house, client, table)

    assert answer.status_code == asked.expected(role), answer.text
    happened = house.log(table)[len(log) :]
    assert all(entry.person == client.id for entry in happened)
    if house.everything() == before:
        tables[asked.at] = table
    elif answer.is_error:
        pytest.fail("it was refused, and changed something")


# Cookies


def filled(route: str) -> str:
    return route.format(id="table", seat="0", token="token")


def test_a_cookie_lets_its_person_act(house: House) -> None:
    table = house.playing()
    actor = house.to_act(table)
    assert house.with_cookie(house.cookie(actor)).act(table).status_code == 200


def test_a_cookie_of_one_player_does_not_act_for_the_other(house: House) -> None:
    table = house.playing()
    action = an_action(house, table)
    other = house.who("other", table)
    assert house.with_cookie(house.cookie(other)).act(table, action["action"]).status_code == 403


@pytest.mark.parametrize(
    "told",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "http://localhost.elsewhere.example"},
        {"Origin": "http://localhost:81"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "asked", [asked for asked in ASKED if not asked.route.startswith("GET")], ids=lambda a: a.route
)
def test_a_page_of_another_site_changes_nothing(house: House, asked: Asked, told: dict[str, str]) -> None:
    actor = house.with_cookie(house.cookie(house.ann))
    actor.headers |= told
    method, path = asked.route.split(" ")
    before = house.everything()
    answer = actor.send(method, path.format(id="table", seat="0", token="token"), {})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign page")
    assert house.everything() == before


@pytest.mark.parametrize("told", [{"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}], ids=str)
def test_a_page_of_ones_own_may_act(house: House, told: dict[str, str]) -> None:
    table = house.playing()
    actor = house.with_cookie(house.cookie(house.to_act(table)))
    actor.headers |= told
    assert actor.act(table).status_code == 200


@pytest.mark.parametrize(
    "host", ["elsewhere.example", "localhost.elsewhere.example", "", "127.0.0.1.elsewhere.example"]
)
@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked.route)
def test_a_server_does_not_answer_to_another_name(house: House, asked: Asked, host: str) -> None:
    method, path = asked.route.split(" ")
    path = path.format(id="table", seat="0", token="token")
    answer = house.with_cookie(house.cookie(house.ann)).send(method, path, headers={"Host": host})
    assert answer.status_code == 421


def test_a_cookie_that_is_signed_for_something_else_is_none(house: House) -> None:
    form = f"{house.ann.id}.{house.service.people.form_token(house.ann.id)}"
    assert house.with_cookie(form).get("/api/me").status_code == 401


@pytest.mark.parametrize("cookie", ["", ".", "..", "a.b.c", "é", "." * 4000, "x" * 4000, '"quoted"'])
def test_what_is_no_cookie_of_ours_lets_nobody_in(house: House, cookie: str) -> None:
    answer = house.http.get("/api/me", headers={b"Cookie": f"{COOKIE}={cookie}".encode("latin-1")})
    assert answer.status_code == 401


# Tokens and links


def test_a_deleted_token_lets_nobody_in(house: House) -> None:
    told = house.ann.post("/api/me/tokens", {"label": "lost"}).json()
    program = Client(house.http, {"Authorization": f"Bearer {told['token']}"})
    assert program.get("/api/me").json()["id"] == house.ann.id
    assert house.ann.send("DELETE", f"/api/me/tokens/{told['id']}").status_code == 204
    assert program.get("/api/me").status_code == 401


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic {}", "bearer: {}", "{}", "Bearer {} {}", "Bearer  x"]
)
def test_a_token_counts_only_as_a_bearer_of_it(house: House, header: str) -> None:
    headers = {"Authorization": header.format(house.ann.token, house.ann.token)}
    assert Client(house.http, headers).get("/api/me").status_code == 401


def test_a_false_token_is_not_made_good_by_a_cookie(house: House) -> None:
    both = house.with_cookie(house.cookie(house.ann))
    for false in ("Bearer false", "Basic false"):
        both.headers["Authorization"] = false
        assert both.get("/api/me").status_code == 401


def test_a_link_works_once(house: House) -> None:
    link = house.ann.post("/api/me/link").json()
    first = house.http.post("/api/links", json={"secret": link["secret"]})
    assert (first.status_code, first.json()["id"]) == (201, house.ann.id)
    assert house.http.post("/api/links", json={"secret": link["secret"]}).status_code == 404
    gone = next(told["id"] for told in house.ann.get("/api/me/tokens").json() if told["label"] == "by link")
    assert house.ann.send("DELETE", f"/api/me/tokens/{gone}").status_code == 204


def test_a_link_works_for_a_day(house: House) -> None:
    link = house.bo.post("/api/me/link").json()
    house.sleep(86_401)
    assert house.http.post("/api/links", json={"secret": link["secret"]}).status_code == 404


def test_a_link_is_no_token_and_a_token_no_link(house: House) -> None:
    link = house.ann.post("/api/me/link").json()["secret"]
    assert Client(house.http, {"Authorization": f"Bearer {link}"}).get("/api/me").status_code == 401
    assert house.http.post("/api/links", json={"secret": house.ann.token}).status_code == 404
    assert house.ann.get("/api/me").status_code == 200


# Seats


def test_nobody_acts_for_a_bot(house: House) -> None:
    table = house.ann.open_table(ME, bot(), pause=10_000)
    house.ann.start(table)
    while house.ann.table(table)["to_act"] == 0:
        house.ann.act(table)
    told = house.service.store.now(lambda c: kept.load(c, table))
    assert told
    legal = told.game.text(told.position, int(told.game.legal(told.position)[0]))
    before = house.log(table)
    for client in (house.ann, house.bo, house.di):
        assert client.act(table, legal).status_code == 403
        assert client.post(f"/api/tables/{table}/resign", {"seat": 1}).status_code == 403
        assert client.post(f"/api/tables/{table}/seats/1", {}).status_code == 409
    assert house.log(table) == before


def test_one_player_neither_undoes_nor_resigns_nor_abandons_for_another(house: House) -> None:
    table = house.with_something_to_undo()
    actor, other = house.who("actor", table), house.who("other", table)
    seat = next(i for i, seat in enumerate(actor.table(table)["seats"]) if seat["you"])
    ply = actor.table(table)["undo"][-1]
    before = house.log(table)
    assert other.post(f"/api/tables/{table}/undo", {"ply": ply}).status_code == 409
    assert other.post(f"/api/tables/{table}/resign", {"seat": seat}).status_code == 403
    assert house.log(table) == before
    assert other.post(f"/api/tables/{table}/abandon").status_code == 200
    told = actor.table(table)
    assert told["status"] == "playing"
    assert [chair["wants_end"] for chair in told["seats"]] == [i != seat for i in range(2)]


def test_one_person_plays_several_seats(house: House) -> None:
    table = house.ann.open_table(ME, ME)
    house.ann.start(table)
    seats: set[int] = set()
    over = play_out(table, house.ann, after=lambda: seats.add(house.ann.table(table)["to_act"]))
    assert over["status"] == "over"
    assert {0, 1} <= seats
    assert [seat["you"] for seat in over["seats"]] == [True, True]


def test_at_a_shared_screen_the_others_seats_stay_their_own(house: House) -> None:
    table = house.ann.open_table(ME, ME, OPEN)
    house.bo.sit(table, 2)
    house.ann.start(table)
    turns: set[str] = set()
    while len(turns) < 2:
        to_act = house.ann.table(table)["to_act"]
        holder, other = (house.bo, house.ann) if to_act == 2 else (house.ann, house.bo)
        action = holder.table(table)["legal"][0]
        assert other.act(table, action).status_code == 403
        assert holder.act(table, action).status_code == 200
        turns.add(holder.id)


def test_a_kept_seat_is_only_for_whom_it_is_kept(house: House) -> None:
    old = house.over()
    table = house.ann.post(f"/api/tables/{old}/rematch").json()["id"]
    assert house.di.sit(table, 1).status_code == 409
    assert house.bo.sit(table, 1).status_code == 200


def test_a_request_is_remembered_only_for_who_made_it(house: House) -> None:
    table = house.playing()
    action = an_action(house, table)
    actor, other = house.who("actor", table), house.who("other", table)
    path = f"/api/tables/{table}/actions"
    done = actor.post(path, action)
    assert actor.post(path, action).json() == done.json()
    assert other.post(path, action).status_code == 409
