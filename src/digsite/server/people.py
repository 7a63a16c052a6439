"""People and how they are recognised: guests by a signed cookie, programs by a token, kept as its digest."""

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection, delete, insert, select, update

from digsite.core.palette import COLOURS
from digsite.server import preferences
from digsite.server import schema as s
from digsite.server.checksums import Row, as_it_is
from digsite.server.clock import Clock
from digsite.server.damage import Damaged, alter, sound_row, sound_rows
from digsite.server.ids import new_id
from digsite.server.naming import clean_label, clean_name
from digsite.server.store import Job, Store, notify
from digsite.tables.refused import Refused
from digsite.tables.table import DAY

COOKIE = "digsite"
COOKIE_DAYS = 365
LINK_LASTS = DAY
MOST_TOKENS = 20
MOST_CACHED = 10_000
FRESH = 30_000  # how long a token is trusted without asking the database again
KEY = "cookie key"
PEOPLE_CHANGED = "people"  # what other servers are told


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    colour: str
    settings: preferences.Preferences = field(default_factory=dict, compare=False)

    @property
    def public(self) -> dict[str, str]:
        """The person as the API's answers have them."""
        return {"id": self.id, "name": self.name, "colour": self.colour}

    @property
    def has_made_up_name(self) -> bool:
        return self.settings.get("name") == "made-up"


def _person(connection: Connection, id: str) -> Person | None:
    """Return a person. Raises Damaged."""
    row = sound_row(connection, s.people, s.people.c.id == id)
    return Person(row["id"], row["name"], row["colour"], preferences.decode(row["settings"])) if row else None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    def __init__(self, store: Store, clock: Clock, secret: str = "") -> None:
        self.store, self.clock = store, clock
        self._key = secret.encode()
        self._known: OrderedDict[str, tuple[int, Person]] = OrderedDict()
        self._wishes: dict[str, tuple[int, str]] = {}  # the colours people wish for, and since when they are known

    async def start(self) -> None:
        if not self._key:
            self._key = (await self.store.write(_key)).encode()

    # Cookies

    def cookie(self, person: str) -> str:
        content = f"{person}.{self.clock.now() // 1000:x}"
        return f"{content}.{self._sign('cookie', content)}"

    def _sign(self, what: str, content: str) -> str:
        return hmac.new(self._key, f"{what} {content}".encode(), "sha256").hexdigest()[:43]

    def form_token(self, person: str) -> str:
        """Return the token of every form on our pages: without it, nobody can send one."""
        return self._sign("form", person)

    def is_form_token(self, person: str, token: str) -> bool:
        return hmac.compare_digest(self.form_token(person).encode(), token.encode())

    async def by_cookie(self, cookie: str) -> Person:
        content, _, signature = cookie.rpartition(".")
        person, _, issued = content.rpartition(".")
        if not hmac.compare_digest(self._sign("cookie", content).encode(), signature.encode()):
            raise Refused(401, "bad cookie", "This cookie is not valid")
        if self.clock.now() - int(issued, 16) * 1000 > COOKIE_DAYS * DAY:
            raise Refused(401, "bad cookie", "The cookie has expired")
        return await self._by(f"person {person}", lambda connection: _person(connection, person))

    async def by_token(self, token: str) -> Person:
        digest, c = _digest(token), s.tokens.c

        def job(connection: Connection) -> Person | None:
            token = sound_row(connection, s.tokens, (c.digest == digest) & (c.kind == "token"))
            return _person(connection, token["person"]) if token else None

        return await self._by(f"token {digest}", job)

    async def _by(self, key: str, job: Job[Person | None]) -> Person:
        now = self.clock.now()
        known = self._known.get(key)
        if known and now - known[0] < FRESH:
            return known[1]
        person = await self.store.read(job)
        if person is None:
            raise Refused(401, "unknown", "This token is not valid")
        self._known[key] = (now, person)
        if len(self._known) > MOST_CACHED:
            self._known.popitem(last=False)
        return person

    # People and their keys

    async def new(self, name: str, colour: str | None = None, settings: Mapping[str, str] | None = None) -> Person:
        chosen = preferences.cleaned(dict(settings or {}) | ({"colour": colour} if colour else {}))
        own = _good_colour(colour) if colour else secrets.choice(COLOURS)
        person = Person(new_id(), _good_name(name), own, chosen)
        row = person.public | {"settings": preferences.encode(chosen), "created": self.clock.now()}
        await self.store.write(lambda c: c.execute(insert(s.people), row))
        return person

    async def name_of(self, id: str) -> str:
        """Return a person's name, "" where nobody has that id or it is damaged."""
        rows = await self.store.read(lambda c: sound_rows(c, s.people, as_it_is(s.people).where(s.people.c.id == id)))
        return rows[0]["name"] if rows else ""

    async def change(self, person: Person, name: str | None, colour: str | None) -> Person:
        """Change a person's name, or the colour wished for at tables; "" wishes for none."""
        changed = person
        if name is not None:
            changed = _with_settings(replace(changed, name=_good_name(name)), name="own")
        if colour is not None:
            own = _good_colour(colour) if colour else person.colour
            changed = _with_settings(replace(changed, colour=own), colour=colour)
        return await self._write(changed)

    async def choose(self, person: Person, chosen: Mapping[str, str]) -> Person:
        """Keep some settings with a person; the others stay."""
        return await self._write(_with_settings(person, **chosen))

    async def _write(self, person: Person) -> Person:
        values = {"name": person.name, "colour": person.colour, "settings": preferences.encode(person.settings)}

        def job(connection: Connection) -> None:
            alter(connection, s.people, s.people.c.id == person.id, **values)
            notify(connection, PEOPLE_CHANGED)

        await self.store.write(job)
        self.forget()
        return person

    def forget(self) -> None:
        """Read people and tokens from the database next time: some have changed."""
        self._known.clear()
        self._wishes.clear()

    async def wished_colours(self, people: Iterable[str]) -> dict[str, str]:
        """Return the colours that some people wish for at tables, by id."""
        now, asked = self.clock.now(), set(people)
        unknown = {id for id in asked if id not in self._wishes or now - self._wishes[id][0] > FRESH}
        if unknown:
            query = as_it_is(s.people).where(s.people.c.id.in_(unknown))
            rows = await self.store.read(lambda c: sound_rows(c, s.people, query))
            found = {row["id"]: preferences.decode(row["settings"]).get("colour", "") for row in rows}
            if len(self._wishes) > MOST_CACHED:
                self._wishes.clear()
            self._wishes |= {id: (now, found.get(id, "")) for id in unknown}
        return {id: self._wishes[id][1] for id in asked if self._wishes[id][1]}

    async def new_token(self, person: str, label: str = "") -> tuple[str, str]:
        """Return a new token's id and the token itself, which is never shown again."""
        return await self._new_key(person, "token", clean_label(label), None)

    async def new_link(self, person: str) -> str:
        """Return the secret of a link that signs this person in on another device, once."""
        return (await self._new_key(person, "link", "", self.clock.now() + LINK_LASTS))[1]

    async def _new_key(self, person: str, kind: str, label: str, expires: int | None) -> tuple[str, str]:
        token, id = secrets.token_urlsafe(32), new_id()
        row: dict[str, object] = {"digest": _digest(token), "id": id, "person": person, "kind": kind, "label": label}
        row |= {"created": self.clock.now(), "expires": expires}

        def job(connection: Connection) -> None:
            held = select(s.tokens.c.id).where(s.tokens.c.person == person, s.tokens.c.kind == kind)
            held = held.order_by(s.tokens.c.created.desc(), s.tokens.c.id)
            old = connection.scalars(held).all()[MOST_TOKENS - 1 :]
            if old and kind == "token":
                raise Refused(
                    409, "too many", "You can have at most %(most)s tokens; delete one first", most=MOST_TOKENS
                )
            if old:
                connection.execute(delete(s.tokens).where(s.tokens.c.id.in_(old)))
            connection.execute(insert(s.tokens), row)

        await self.store.write(job)
        return id, token

    async def tokens(self, person: str) -> list[dict[str, object]]:
        c = s.tokens.c
        query = select(c.id, c.label, c.created).where(c.person == person, c.kind == "token").order_by(c.created)
        return [dict(row._mapping) for row in await self.store.read(lambda con: con.execute(query).all())]

    async def delete_token(self, person: str, id: str) -> None:
        c = s.tokens.c
        gone = delete(s.tokens).where(c.person == person, c.id == id, c.kind == "token")

        def job(connection: Connection) -> int:
            notify(connection, PEOPLE_CHANGED)
            return connection.execute(gone).rowcount

        if await self.store.write(job) != 1:
            raise Refused(404, "no token", "You have no such token")
        self.forget()

    async def has_link(self, link: str) -> bool:
        """Return whether a link can still be followed."""
        c = s.tokens.c
        fresh = select(c.id).where(c.digest == _digest(link), c.kind == "link", c.expires > self.clock.now())
        return await self.store.read(lambda con: con.execute(fresh).first()) is not None

    async def follow(self, link: str) -> Person:
        """Return the person a link belongs to. It works once."""
        c, now = s.tokens.c, self.clock.now()

        def job(connection: Connection) -> Person | None:
            own = (c.digest == _digest(link)) & (c.kind == "link")
            row = sound_row(connection, s.tokens, own)
            person = row["person"] if row and row["expires"] > now else None
            connection.execute(delete(s.tokens).where(own))
            return _person(connection, person) if person else None

        person = await self.store.write(job)
        if person is None:
            raise Refused(404, "no link", "This link has already been used or has expired")
        return person


def _with_settings(person: Person, **chosen: str) -> Person:
    return replace(person, settings=preferences.cleaned({**person.settings, **chosen}))


def _good_name(name: str) -> str:
    name = clean_name(name)
    if not name:
        raise Refused(422, "bad name", "The name is empty")
    return name


def _good_colour(colour: str) -> str:
    if colour not in COLOURS:
        detail = f"A colour is one of {', '.join(COLOURS)}"
        raise Refused(422, "bad colour", "There is no such colour", detail=detail)
    return colour


def _key(connection: Connection) -> str:
    """Return the key that signs cookies, made once. A damaged one signs nothing any more, and is kept aside."""
    own = s.settings.c.name == KEY
    try:
        row: Row | None = sound_row(connection, s.settings, own)
    except Damaged:
        connection.execute(update(s.settings).where(own).values(name=f"{KEY} {secrets.token_hex(4)}"))
        row = None
    if row is None:
        row = {"name": KEY, "value": secrets.token_hex(32)}
        connection.execute(insert(s.settings), row)
    return str(row["value"])
