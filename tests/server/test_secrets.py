"""Nothing secret leaves the server: every byte sent to anybody and every line of the log, over whole games."""

import json
import logging
import re
import threading
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text
from starlette.types import Message, Receive, Scope, Send

from digsite.core.chance import commitment, fair_key
from digsite.server import schema as s
from digsite.server.app import create_app
from digsite.server.logs import Lines
from digsite.server.people import COOKIE
from digsite.server.service import Service
from digsite.server.settings import Settings
from digsite.server.store import StoreDown
from tests.server.clients import ME, OPEN, Client, Json, become_guest, bot
from tests.server.serving import serving

PART = 15  # bytes that give a secret away; a multiple of 3, so that base64 of a part is part of the base64

REFUSALS = {
    "no action",
    "not allowed",
    "not your turn",
    "stale",
    "not started",
    "started",
    "over",
    "not over",
    "invalid",
}
REFUSALS |= {"nothing to undo", "forbidden", "taken", "no seat", "no table", "no token", "unknown", "bad cookie"}
REFUSALS |= {"bad text", "http", "failed", "database away"}
LOGGERS = ("digsite", "uvicorn", "uvicorn.error", "sqlalchemy", "alembic", "asyncio")


def disguises(secret: bytes) -> set[bytes]:
    """How some of a secret could look to who finds it."""
    found: set[bytes] = set()
    for start in range(0, len(secret) - PART + 1, PART):
        part = secret[start : start + PART]
        shown, numbers = repr(part)[2:-1], [str(byte) for byte in part]
        texts = {part.hex(), part.hex().upper(), shown, json.dumps(shown)[1:-1], ", ".join(numbers), ",".join(numbers)}
        found |= {part, b64encode(part), urlsafe_b64encode(part)} | {text.encode() for text in texts}
    for order in ("big", "little"):
        found.add(str(int.from_bytes(secret, order)).encode())
    return found


@dataclass
class Sent:
    """Some bytes that left the server, to whom and in answer to what, and how all tables stood then."""

    what: bytes
    to: str
    path: str
    tables: Mapping[str, str]


@dataclass
class Watch:
    """Stands between the application and the world and notes everything."""

    app: Any
    sent: list[Sent] = field(default_factory=list)

    @property
    def service(self) -> Service:
        service: Service = self.app.state.service
        return service

    def note(self, what: bytes, to: str, path: str) -> None:
        tables = {id: table.status for id, table in list(self.service.table_service._cache.items())}
        self.sent.append(Sent(what, to, path, tables))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        to = headers.get(b"authorization", headers.get(b"cookie", b"")).decode("latin-1")

        async def noting(message: Message) -> None:
            for name, value in message.get("headers", ()):
                self.note(name + b": " + value, to, scope["path"])
            if message.get("body"):
                self.note(message["body"], to, scope["path"])
            await send(message)

        await self.app(scope, receive, noting)


def together(sent: Iterable[Sent]) -> bytes:
    """Everything once, as one text to search."""
    return b"\n".join({each.what for each in sent})


class Noting(logging.Handler):
    def __init__(self, watch: Watch) -> None:
        super().__init__(logging.DEBUG)
        self.watch = watch
        self.setFormatter(Lines())

    def emit(self, record: logging.LogRecord) -> None:
        self.watch.note(self.format(record).encode(), "log", record.name)


@contextmanager
def noting(watch: Watch) -> Iterator[None]:
    handler, loggers = Noting(watch), [logging.getLogger(name) for name in LOGGERS]
    for logger in loggers:
        logger.addHandler(handler)
    logging.getLogger("digsite").setLevel(logging.DEBUG)
    yield
    for logger in loggers:
        logger.removeHandler(handler)


@dataclass
class Evening:
    """Games that people played, all that was sent meanwhile, and all secrets there were."""

    watch: Watch
    http: httpx.Client
    file: Path
    words: dict[str, list[str]] = field(default_factory=dict)  # of tables
    keys: list[str] = field(default_factory=list)  # tokens, links and cookies
    over: dict[str, Json] = field(default_factory=dict)
    commitments: dict[str, str] = field(default_factory=dict)
    records: dict[str, Json] = field(default_factory=dict)
    verdicts: dict[str, Json] = field(default_factory=dict)
    cookie_key: str = ""
    seeds: dict[str, bytes] = field(default_factory=dict)

    def guest(self, name: str) -> Client:
        client = become_guest(self.http, name)
        self.keys.append(client.token)
        return client

    def lay(self, game: str, host: Client, *seats: Json, others: tuple[Client, ...] = (), **terms: Any) -> str:
        """A table with lucky words, somebody who listens from the first entry on, and everybody who plays too."""
        table = host.open_table(*seats, game=game, **terms)
        self.commitments[table] = host.table(table)["chance"]["commitment"]
        words = self.words[table] = []
        for listener in (host, *others, Client(self.http)):
            threading.Thread(target=listen, args=(listener, table), daemon=True).start()
        for seat, player in enumerate((host, *others)):
            words.append(f"lucky-{table}-{seat}-é")
            assert player.sit(table, seat, word=words[-1]).status_code == 200
            player.get("/metrics")
        self.provoke(table, host)
        self.provoke(table, Client(self.http))
        assert host.start(table).status_code == 200
        return table

    def provoke(self, table: str, client: Client) -> None:
        """Everything that can be refused."""
        path = f"/api/tables/{table}"
        client.act(table, "no such action", 1)
        client.act(table, "no such action")
        client.post(f"{path}/actions", content=b"{")
        client.post(f"{path}/actions", {"action": 1})
        client.post(f"{path}/undo", {"ply": 10**9})
        client.post(f"{path}/undo", {"ply": 0})
        client.post(f"{path}/resign", {"seat": 3})
        client.post(f"{path}/seats/1", {"word": "late"})
        client.post(f"{path}/seats/3/absent")
        client.post(f"{path}/rematch")
        client.post(f"{path}/chat", {"text": "\0"})
        client.get(f"{path}/nothing")
        client.get(f"{path}x")
        client.get(path, headers={"Authorization": "Bearer false"})
        self.http.get(path, headers={"Cookie": f"{COOKIE}=false"})
        client.get(f"{path}/record")
        client.get(f"{path}/picture.svg")
        client.get(f"{path}/chat")
        client.get("/api/tables?status=playing")
        client.get("/api/me/tables")
        client.get("/metrics")

    def play(self, table: str, *people: Client, most: int = 10**6) -> None:
        """Everybody takes the last legal action, sometimes takes it back, and now and then asks for the impossible."""
        moves, known = 0, set[str]()
        while moves < most and (view := people[0].table(table))["status"] == "playing":
            for person in people:
                view = view if person is people[0] else person.table(table)
                if view["legal"]:
                    if moves % 40 == 0:
                        person.start(table)
                        for client in people:
                            self.provoke(table, client)
                    for impossible in sorted(known - set(view["legal"]))[:2]:
                        person.act(table, impossible, view["version"])
                    known |= set(view["legal"])
                    person.act(table, view["legal"][-1], view["version"])
                    if moves % 5 == 0:
                        person.post(f"/api/tables/{table}/undo")
                    moves += 1

    def end(self, table: str, *people: Client) -> None:
        self.over[table] = people[0].table(table)
        assert self.over[table]["status"] == "over"
        self.records[table] = people[0].get(f"/api/tables/{table}/record").json()
        self.verdicts[table] = people[0].post("/api/verify", self.records[table]).json()
        self.provoke(table, people[0])


def listen(client: Client, table: str) -> None:
    headers = client.headers | {"Last-Event-ID": "0"}
    address = f"{client.http.base_url}/api/tables/{table}/events"
    try:
        with httpx.stream("GET", address, headers=headers, timeout=None) as stream:
            for _ in stream.iter_raw():
                pass
    except httpx.HTTPError:
        pass  # the server has stopped


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    file = tmp_path_factory.mktemp("secrets") / "digsite.db"
    app = create_app(Settings(db=f"sqlite:///{file}", bot_threads=1))
    watch = Watch(app)
    with serving(watch) as port, httpx.Client(base_url=f"http://localhost:{port}", timeout=60) as http, noting(watch):
        evening = Evening(watch, http, file)
        spend(evening)
        seeds = select(s.tables.c.id, s.tables.c.seed)
        evening.seeds = watch.service.store.now(lambda c: {row.id: row.seed for row in c.execute(seeds)})
        evening.cookie_key = Path(f"{file}.key").read_text().strip()
    return evening


def spend(evening: Evening) -> None:
    ann, bo = evening.guest("Ann"), evening.guest("Bo")
    people = evening.watch.service.people

    two = evening.lay("thebes", ann, ME, OPEN, others=(bo,))
    evening.play(two, ann, bo)
    evening.end(two, ann, bo)

    with_bot = evening.lay("mykerinos", ann, ME, bot("scholar"))
    ann.post(f"/api/tables/{with_bot}/chat", {"text": "Good luck"})
    evening.play(with_bot, ann)
    evening.end(with_bot, ann)

    again = ann.post(f"/api/tables/{with_bot}/rematch").json()["id"]
    evening.commitments[again] = ann.table(again)["chance"]["commitment"]
    evening.provoke(again, ann)
    assert ann.start(again).status_code == 200
    evening.play(again, ann, most=2)
    assert ann.post(f"/api/tables/{again}/resign").status_code == 200
    evening.end(again, ann)

    given_up = evening.lay("mykerinos", bo, ME, OPEN, others=(ann,))
    evening.play(given_up, ann, bo, most=3)
    assert bo.post(f"/api/tables/{given_up}/abandon").status_code == 200
    assert ann.post(f"/api/tables/{given_up}/abandon").status_code == 200
    evening.end(given_up, ann, bo)

    unfinished = evening.lay("thebes", ann, ME, OPEN, others=(bo,))
    evening.play(unfinished, ann, bo, most=12)

    practice = ann.open_table(ME, bot(), game="thebes", practice=True, seed="secret words of a practice table")
    ann.start(practice)
    evening.play(practice, ann, most=3)

    new = ann.post("/api/me/tokens", {"label": "program"}).json()
    evening.keys.append(new["token"])
    link = ann.post("/api/me/link").json()["secret"]
    unused = ann.post("/api/me/link").json()["secret"]
    evening.keys += [link, unused, evening.http.post("/api/links", json={"secret": link}).json()["token"]]
    cookie = people.cookie(ann.id)
    evening.keys.append(cookie)
    by_cookie = Client(evening.http, {"Cookie": f"{COOKIE}={cookie}"})
    assert by_cookie.get("/api/me").status_code == 200
    by_cookie.get("/")
    evening.http.get("/api/me/tokens", headers=ann.headers)
    break_down(evening, ann, unfinished)


def break_down(evening: Evening, ann: Client, table: str) -> None:
    """The server fails in the middle of an action, in code and in the database."""
    table_service = evening.watch.service.table_service
    before = ann.table(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("digsite.server.table_service.event_of", failing)
        for client in (ann,):
            for path in ("resign", "abandon"):
                assert client.post(f"/api/tables/{table}/{path}").status_code == 500
    broken = text("INSERT INTO tables (id, seed) VALUES (:id, :seed)")
    seed = table_service._cache[table].seed
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "digsite.server.table_store.append",
            lambda connection, **_: connection.execute(broken, {"id": table, "seed": seed}),
        )
        assert ann.post(f"/api/tables/{table}/abandon").status_code == 503
    assert ann.table(table)["version"] == before["version"]


def failing(table: Any, entry: Any) -> Json:
    raise RuntimeError(f"failed with {table} and {entry}")


# The watch itself


@pytest.mark.parametrize("way", ["raw", "hex", "HEX", "base64", "urlsafe", "repr", "quoted repr", "list", "number"])
def test_a_secret_is_found_in_every_disguise(way: str) -> None:
    secret = sha256(b"a secret").digest()
    disguised = {
        "raw": secret,
        "hex": secret.hex().encode(),
        "HEX": secret.hex().upper().encode(),
        "base64": b64encode(secret),
        "urlsafe": urlsafe_b64encode(secret),
        "repr": repr(secret).encode(),
        "quoted repr": json.dumps(repr(secret)).encode(),
        "list": json.dumps(list(secret)).encode(),
        "number": str(int.from_bytes(secret, "big")).encode(),
    }[way]
    assert any(disguise in b"before " + disguised + b" after" for disguise in disguises(secret))
    assert not any(disguise in sha256(secret).hexdigest().encode() for disguise in disguises(secret))


def test_everything_was_watched(evening: Evening) -> None:
    sent = evening.watch.sent
    streamed = [each for each in sent if each.path.endswith("/events") and each.what.startswith(b"id: ")]
    for table in evening.commitments:
        if table in evening.words:
            kinds = {json.loads(each.what.split(b"data: ")[1])["kind"] for each in streamed if table in each.path}
            assert {"opened", "sat", "started", "acted"} <= kinds
    assert any(each.path == "/metrics" and b"digsite_changes_total" in each.what for each in sent)
    codes = {json.loads(each.what)["code"] for each in sent if each.what.startswith(b'{"type":"about:blank"')}
    assert codes >= REFUSALS
    logged = [each.what for each in sent if each.to == "log"]
    assert any(b'"request"' in line for line in logged)
    assert any(b"RuntimeError" in line for line in logged)


# Draws


def test_no_seed_is_told_before_the_game_is_over(evening: Evening) -> None:
    for table, seed in evening.seeds.items():
        words = evening.words.get(table, [])
        keys = {seed, fair_key(seed, words), fair_key(seed, [*words, ""]), fair_key(seed, ["", ""])}
        hidden = set().union(*map(disguises, keys))
        early = together(each for each in evening.watch.sent if each.tables.get(table) != "over")
        assert not any(disguise in early for disguise in hidden)


def test_no_key_of_draws_is_told_at_all(evening: Evening) -> None:
    everything = together(evening.watch.sent)
    for table, seed in evening.seeds.items():
        words = evening.words.get(table, [])
        hidden = disguises(fair_key(seed, [*words, *[""] * (2 - len(words))]))
        assert not any(disguise in everything for disguise in hidden)


def test_the_seed_is_told_when_the_game_is_over_and_proves_every_draw(evening: Evening) -> None:
    assert {view["game"] for view in evening.over.values()} == {"thebes", "mykerinos"}
    for table, view in evening.over.items():
        seed = evening.seeds[table]
        assert view["chance"]["seed"] == seed.hex() == evening.records[table]["chance"]["seed"]
        assert view["chance"]["commitment"] == evening.commitments[table] == commitment(seed)
        assert evening.verdicts[table]["true"]
        assert evening.verdicts[table]["draws"] > 0


def test_a_lucky_word_is_told_with_the_start_and_not_before(evening: Evening) -> None:
    for table, words in evening.words.items():
        for word in words:
            forms = {word.encode(), json.dumps(word)[1:-1].encode()}
            telling = [each for each in evening.watch.sent if any(form in each.what for form in forms)]
            assert telling
            assert all(each.tables.get(table) in ("playing", "over") for each in telling)


def test_the_seed_of_a_practice_table_is_never_told(evening: Evening) -> None:
    hidden = disguises(sha256(b"secret words of a practice table").digest()) | {b"secret words of a practice"}
    everything = together(evening.watch.sent)
    assert not any(disguise in everything for disguise in hidden)


# Keys


def test_every_key_is_told_once_and_only_to_its_owner(evening: Evening) -> None:
    made = re.compile(r"/api/(guests|me/tokens|me/link|links)")
    for key in evening.keys:
        telling = [each for each in evening.watch.sent if key.encode() in each.what]
        if "." not in key:
            assert len(telling) == 1
        assert all(made.fullmatch(each.path) or each.to == f"{COOKIE}={key}" for each in telling)


def test_no_digest_of_a_key_and_no_key_of_cookies_is_told(evening: Evening) -> None:
    assert len(evening.cookie_key) == 64
    hidden = {evening.cookie_key.encode(), *disguises(bytes.fromhex(evening.cookie_key))}
    for key in evening.keys:
        hidden |= disguises(sha256(key.encode()).digest())
    everything = together(evening.watch.sent)
    assert not any(disguise in everything for disguise in hidden)


def test_nobody_is_told_who_another_person_is(evening: Evening) -> None:
    """An id is nobody's key, but it would show who plays at several tables under several names."""
    ids = {}
    for each in evening.watch.sent:
        if each.path == "/api/guests" and each.what.startswith(b"{"):
            guest = json.loads(each.what)
            ids[guest["id"]] = guest["token"]
    for id, token in ids.items():
        for each in evening.watch.sent:
            if id.encode() in each.what and each.to != "log":
                assert each.path in ("/api/guests", "/api/links") or token in each.to or id in each.to, each


def test_at_rest_no_key_stands_in_clear(evening: Evening) -> None:
    kept = b"".join(file.read_bytes() for file in evening.file.parent.iterdir())
    assert b"Ann" in kept
    for key in evening.keys:
        assert key.encode() not in kept
        assert not any(disguise in kept for disguise in disguises(key.encode()))
        assert key.rpartition(".")[2].encode() not in kept


def test_a_statement_that_fails_tells_no_parameters(evening: Evening) -> None:
    store = create_app(Settings(db="sqlite://")).state.service.store
    with pytest.raises(StoreDown) as failure:
        store.now(lambda c: c.execute(text("SELECT :seed FROM nowhere"), {"seed": "the seed"}))
    assert failure.value.__cause__
    assert "the seed" not in f"{failure.value} {failure.value.__cause__}"
