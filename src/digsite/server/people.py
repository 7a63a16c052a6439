"""People and how they are recognised: guests by a signed cookie, programs by a token, kept as its digest."""

import asyncio
import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, Select, insert, select, update

from digsite.core.palette import COLOURS
from digsite.server import keys, preferences
from digsite.server import schema as s
from digsite.server.clock import Clock
from digsite.server.cookie_key import cookie_key
from digsite.server.ids import new_id
from digsite.server.naming import clean_label, clean_name
from digsite.server.settings import Settings
from digsite.server.store import Job, Store, StoreDown, notify
from digsite.tables.refused import Refused
from digsite.tables.table import DAY

COOKIE = "digsite"
COOKIE_DAYS = 365
LINK_LASTS = DAY
MOST_TOKENS = 20
MOST_DEVICES = 20
MOST_CACHED = 10_000
FRESH = 30_000  # how long a token is trusted without asking the database again
USED = 3_600_000  # how exactly it is known when a key was used last
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


def _person(row: Any) -> Person:
    return Person(row.id, row.name, row.colour, preferences.decode(row.settings))


def device_of(cookie: str) -> str:
    """Return the device that a valid cookie is for; "" for one of an earlier version."""
    return cookie.split(".")[1] if cookie.count(".") == 3 else ""


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    def __init__(self, store: Store, clock: Clock, settings: Settings) -> None:
        self.store, self.clock, self.settings = store, clock, settings
        self._key = b""
        self._known: OrderedDict[str, tuple[int, Person]] = OrderedDict()
        self._changes = 0
        self._wishes: dict[str, tuple[int, str]] = {}  # the colours people wish for, and since when they are known

    async def start(self) -> None:
        self._key = await asyncio.to_thread(cookie_key, self.settings, self.store)

    # Cookies

    def cookie(self, person: str, device: str = "") -> str:
        """Return the cookie of a person on a device; those of earlier versions had none."""
        content = f"{person}{'.' if device else ''}{device}.{self.clock.now() // 1000:x}"
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
        who, _, issued = content.rpartition(".")
        if not hmac.compare_digest(self._sign("cookie", content).encode(), signature.encode()):
            raise Refused(401, "bad cookie", "This cookie is not valid")
        begun = int(issued, 16) * 1000
        if self.clock.now() - begun > COOKIE_DAYS * DAY:
            raise Refused(401, "bad cookie", "The cookie has expired")
        person, _, device = who.partition(".")
        if device:
            return await self._by(f"device {who}", lambda: keys.holder("device", person, id=device))
        return await self._by(f"cookie {content}", lambda: keys.person(person, signed_out_by=begun))

    async def by_token(self, token: str) -> Person:
        digest = _digest(token)
        return await self._by(f"token {digest}", lambda: keys.holder("token", digest=digest))

    async def _by(self, key: str, query: Callable[[], Select[Any]]) -> Person:
        now = self.clock.now()
        known = self._known.get(key)
        if known and now - known[0] < FRESH:
            return known[1]
        changes = self._changes
        row = await self.store.read(lambda c: c.execute(query()).first())
        if row is None:
            raise Refused(401, "unknown", "This token is not valid")
        person = _person(row)
        await self._note_seen(person.id, row.seen, now)
        if changes == self._changes:  # else it may have been read before it was ended
            self._known[key] = (now, person)
        if len(self._known) > MOST_CACHED:
            self._known.popitem(last=False)
        if row.key is not None and (row.used is None or now - row.used > USED):
            with suppress(StoreDown):  # it can wait
                await self.store.write(lambda c: keys.note_use(c, row.key, now))
        return person

    async def _note_seen(self, person: str, seen: int, now: int) -> None:
        """Note the day on which a person came last, so that those who never come again can be deleted."""
        if now - seen > DAY:
            own = update(s.people).where(s.people.c.id == person).values(seen=now)
            with suppress(StoreDown):
                await self.store.write(lambda c: c.execute(own))

    # People and their keys

    async def new(self, name: str, colour: str | None = None, settings: Mapping[str, str] | None = None) -> Person:
        chosen = preferences.cleaned(dict(settings or {}) | ({"colour": colour} if colour else {}))
        own = _good_colour(colour) if colour else secrets.choice(COLOURS)
        person = Person(new_id(), _good_name(name), own, chosen)
        row = person.public | {"settings": preferences.encode(chosen), "created": self.clock.now()}
        await self.store.write(lambda c: c.execute(insert(s.people), row | {"seen": row["created"]}))
        return person

    async def name_of(self, id: str) -> str:
        """Return a person's name, "" where nobody has that id."""
        query = select(s.people.c.name).where(s.people.c.id == id)
        return await self.store.read(lambda c: c.scalar(query)) or ""

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
            connection.execute(update(s.people).where(s.people.c.id == person.id).values(values))
            notify(connection, PEOPLE_CHANGED)

        await self.store.write(job)
        self.forget()
        return person

    def forget(self) -> None:
        """Read people and tokens from the database next time: some have changed."""
        self._changes += 1
        self._known.clear()
        self._wishes.clear()

    async def wished_colours(self, people: Iterable[str]) -> dict[str, str]:
        """Return the colours that some people wish for at tables, by id."""
        now, asked = self.clock.now(), set(people)
        unknown = {id for id in asked if id not in self._wishes or now - self._wishes[id][0] > FRESH}
        if unknown:
            query = select(s.people.c.id, s.people.c.settings).where(s.people.c.id.in_(unknown))
            rows = await self.store.read(lambda c: c.execute(query).all())
            found = {row.id: preferences.decode(row.settings).get("colour", "") for row in rows}
            if len(self._wishes) > MOST_CACHED:
                self._wishes.clear()
            self._wishes |= {id: (now, found.get(id, "")) for id in unknown}
        return {id: self._wishes[id][1] for id in asked if self._wishes[id][1]}

    async def new_token(self, person: str, label: str = "") -> tuple[str, str]:
        """Return a new token's id and the token itself, which is never shown again."""
        token, row = self._new_key(person, "token", clean_label(label))
        await self.store.write(lambda c: keys.add(c, row, MOST_TOKENS))
        return row["id"], token

    async def new_link(self, person: str) -> str:
        """Return the secret of a link that signs this person in on another device, once."""
        link, row = self._new_key(person, "link", "", self.clock.now() + LINK_LASTS)
        await self.store.write(lambda c: keys.add(c, row, MOST_TOKENS))
        return link

    async def new_device(self, person: str, label: str) -> str:
        """Return the cookie of a device that is signed in from now on."""
        _, row = self._new_key(person, "device", label, used=self.clock.now())
        await self.store.write(lambda c: keys.add(c, row, MOST_DEVICES))
        return self.cookie(person, row["id"])

    def _new_key(
        self, person: str, kind: keys.Kind, label: str, expires: int | None = None, used: int | None = None
    ) -> tuple[str, keys.KeyRow]:
        """Return a new secret and its row."""
        secret = secrets.token_urlsafe(32)
        return secret, {
            "digest": _digest(secret),
            "id": new_id(),
            "person": person,
            "kind": kind,
            "label": label,
            "created": self.clock.now(),
            "expires": expires,
            "used": used,
        }

    async def tokens(self, person: str) -> list[keys.Key]:
        return await self.store.read(lambda c: keys.held(c, person, "token"))

    async def devices(self, person: str) -> list[keys.Key]:
        return await self.store.read(lambda c: keys.held(c, person, "device"))

    async def delete_token(self, person: str, id: str) -> None:
        if not await self._end(lambda c: keys.end(c, person, "token", id)):
            raise Refused(404, "no token", "You have no such token")

    async def end_device(self, person: str, id: str) -> None:
        """Sign a person out on one device."""
        if not await self._end(lambda c: keys.end(c, person, "device", id)):
            raise Refused(404, "no device", "You are not signed in on such a device")

    async def sign_out(self, person: str, but: str = "") -> None:
        """Sign a person out everywhere, but for one device: end all devices, tokens and links."""
        await self._end(lambda c: keys.end_all(c, person, but, self.clock.now()))

    async def _end(self, job: Job[int]) -> int:
        """End some keys, here and at all other servers, and return how many there were."""

        def ending(connection: Connection) -> int:
            notify(connection, PEOPLE_CHANGED)
            return job(connection)

        ended = await self.store.write(ending)
        self.forget()
        return ended

    async def has_link(self, link: str) -> bool:
        """Return whether a link can still be followed."""
        c = s.tokens.c
        fresh = select(c.id).where(c.digest == _digest(link), c.kind == "link", c.expires > self.clock.now())
        return await self.store.read(lambda con: con.execute(fresh).first()) is not None

    async def follow(self, link: str) -> Person:
        """Return the person a link belongs to. It works once."""
        return await self.store.write(lambda c: self._followed(c, link))

    async def follow_with_token(self, link: str, label: str) -> tuple[Person, str]:
        """Return the person a link belongs to, and a new token. Where there is no room for one, the link stays good."""

        def job(connection: Connection) -> tuple[Person, str]:
            person = self._followed(connection, link)
            token, row = self._new_key(person.id, "token", label)
            keys.add(connection, row, MOST_TOKENS)
            return person, token

        return await self.store.write(job)

    def _followed(self, connection: Connection, link: str) -> Person:
        row = keys.use_link(connection, _digest(link), self.clock.now())
        if row is None:
            raise Refused(404, "no link", "This link has already been used or has expired")
        return _person(row)


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
