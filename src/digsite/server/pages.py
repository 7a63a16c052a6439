"""The plain pages: both games in any browser, without a script. They do what the API does, by the same commands."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any
from unicodedata import category

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import ValidationError
from starlette.datastructures import UploadFile

from digsite import web
from digsite.games import GAMES
from digsite.server import commands
from digsite.server import models as m
from digsite.server.api.asking import service_of
from digsite.server.api.tables import agreed
from digsite.server.desk import Command, Outrun, new_id
from digsite.server.people import COOKIE, COOKIE_DAYS, Person
from digsite.server.service import Service
from digsite.server.table import Entry, Refused, Table

pages = APIRouter(include_in_schema=False)
ID = re.compile(r"[A-Za-z0-9_-]{1,16}")
MOST_FIELDS = 60
USUAL = ("me", "scholar", "", "")  # who plays, unless told otherwise
BOTS_TAKE = 3.0  # seconds a page waits for bots before it is shown
LOOK_AGAIN = 0.03
REFRESH = 5  # seconds, for who asked for it
DEEDS = ("sit", "leave", "bot", "start", "act", "undo", "resign", "abandon", "rematch", "chat", "absent")
ON_TIME = ("start", "act", "undo")  # what answers to one version of a table
OTHERS = ("/api", "/static", "/healthz", "/readyz", "/metrics", "/openapi.json")  # what is no page


@dataclass
class Visit:
    """A person with a browser, or somebody without a name yet, and what they sent."""

    request: Request
    served: Service
    me: Person | None
    form: dict[str, str] = field(default_factory=dict)
    fresh: bool = False  # whether the cookie is to be set

    @property
    def id(self) -> str | None:
        return self.me.id if self.me else None

    def become(self, person: Person) -> Person:
        self.me, self.fresh = person, True
        return person

    async def somebody(self) -> Person:
        """Who is here, by now with a name."""
        if self.me:
            return self.me
        self.served.may_be_guest(self.request.client.host if self.request.client else "?")
        return self.become(await self.served.people.new(self.form.get("person", "")))

    def number(self, name: str, most: int, default: int | None = None) -> int:
        told = self.form.get(name, "").strip()
        if not told and default is not None:
            return default
        if not (told.isascii() and told.isdigit() and len(told) < 10 and int(told) <= most):
            raise Refused(422, "bad number", f"{name.capitalize()} must be a whole number, at most {most}")
        return int(told)

    def show(self, template: str, status: int = 200, **told: Any) -> Response:
        people = self.served.people
        told |= {"me": self.me, "token": people.form_token(self.me.id) if self.me else "", "request": new_id()}
        return self._dressed(HTMLResponse(web.render(template, **{"said": ""} | told), status))

    def go(self, path: str) -> Response:
        return self._dressed(RedirectResponse(path, 303))

    def _dressed(self, response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        if self.fresh and self.me:
            response.set_cookie(
                COOKIE,
                self.served.people.cookie(self.me.id),
                max_age=COOKIE_DAYS * 86_400,
                secure=self.served.settings.https,
                httponly=True,
                samesite="lax",
            )
        return response


async def _visit(request: Request) -> Visit:
    served, me = service_of(request), None
    if cookie := request.cookies.get(COOKIE):
        try:
            me = await served.people.by_cookie(cookie)
        except Refused:
            me = None
    visit = Visit(request, served, me)
    if request.method == "POST":
        visit.form = await _form(request)
        if me and not served.people.is_form_token(me.id, visit.form.get("token", "")):
            raise Refused(403, "bad form", "This form is too old, or not ours: go back, reload the page and try again")
    return visit


async def _form(request: Request) -> dict[str, str]:
    try:
        sent = (await request.form(max_files=0, max_fields=MOST_FIELDS)).multi_items()
    except UnicodeError:
        raise Refused(400, "no form", "The form cannot be read") from None
    form = {name: value for name, value in sent if not isinstance(value, UploadFile)}
    if any(letter == "\0" or category(letter) == "Cs" for value in form.values() for letter in value):
        raise Refused(422, "bad text", "There is a character in the form that nobody can read")
    return form


Visiting = Annotated[Visit, Depends(_visit)]


def is_page(path: str) -> bool:
    return not path.startswith(OTHERS)


def failed(status: int, said: str, headers: dict[str, str] | None = None) -> Response:
    return HTMLResponse(web.render("failed.html", said=said, me=None), status, headers)


# Home


@pages.get("/")
async def home(visit: Visiting) -> Response:
    visit.fresh = True  # a year from now
    return await _home(visit)


async def _home(visit: Visit, refusal: Refused | None = None) -> Response:
    desk = visit.served.desk
    own = await desk.tables_of(visit.me.id) if visit.me else []
    seen = {row["id"] for row in own}
    return visit.show(
        "home.html",
        refusal.status if refusal else 200,
        said=str(refusal or ""),
        own=sorted(own, key=lambda row: (not row["your_turn"], row["status"] == "over")),
        public=[row for row in await desk.public_tables(visit.id, "open", None) if row["id"] not in seen],
        games=list(GAMES),
        sent=defaultdict(str, visit.form),
        seats=[visit.form.get(f"seat{n}", "") for n in range(4)] if visit.form else USUAL,
    )


@pages.post("/tables")
async def open_table(visit: Visiting) -> Response:
    try:
        wish = _wish(visit)
        me = await visit.somebody()
        terms, seats, seed = agreed(wish, me)
        table = await visit.served.desk.open(terms, seats, me.id, seed)
    except Refused as error:
        return await _home(visit, error)
    return visit.go(f"/t/{table.id}")


def _wish(visit: Visit) -> m.NewTable:
    form = visit.form
    told: dict[str, Any] = {name: form[name] for name in ("game", "pace", "visibility", "on_timeout") if name in form}
    told |= {"name": form.get("name", ""), "stand_in": form.get("stand_in", "novice")}
    told |= {"undo": form.get("undo", "yes") == "yes", "practice": "practice" in form, "seed": form.get("seed") or None}
    told |= {"bank": visit.number("minutes", 24 * 60, 0) * 60_000, "days": visit.number("days", 60, 0)}
    told["increment"] = visit.number("seconds", 3600, 0) * 1000
    chosen = [seat for n in range(4) if (seat := form.get(f"seat{n}", ""))]
    if len(chosen) < 2:
        raise Refused(422, "bad seats", "It takes at least two to play: choose who takes the seats")
    told["seats"] = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in chosen]
    try:
        return m.NewTable.model_validate(told)
    except ValidationError as error:
        faults = [f"{' '.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
        raise Refused(422, "invalid", "; ".join(faults[:3])) from None


# A table


@pages.get("/t/{id}")
async def see_table(visit: Visiting, id: str) -> Response:
    return await _table(visit, id)


async def _table(visit: Visit, id: str, refusal: Refused | None = None) -> Response:
    desk = visit.served.desk
    table = await _find(visit, id)
    entries, chat = await desk.entries(id, 0), await desk.chat(id)
    told = await asyncio.to_thread(_told, visit, table, [entry for entry in entries if entry.version <= table.version])
    return visit.show(
        "table.html",
        refusal.status if refusal else 200,
        said=str(refusal or ""),
        table=table,
        chat=chat,
        invitation=_invitation(visit, id),
        refresh=REFRESH if "refresh" in visit.request.query_params or "refresh" in visit.form else 0,
        **told,
    )


def _told(visit: Visit, table: Table, entries: list[Entry]) -> dict[str, Any]:
    """What a table's page says."""
    id, thinking = visit.id, visit.served.desk.thinking(table)
    known, shown = web.company(table, id), bool(table.state) and not table.outdated
    own = table.seats_of(id) if id else []
    late = table.to_act if id and table.to_act is not None else 0
    return {
        "told": visit.served.desk.told(table, id),
        "known": known,
        "own": own,
        "headline": web.headline(table, id),
        "words": web.in_words(table, id) if shown else "",
        "sections": web.sections(table) if table.to_act in own else [],
        "happened": web.happened(table, entries, id),
        "scores": web.score_rows(table) if shown else [],
        "may_undo": bool(id) and _allowed(lambda: commands.undo(table, id or "", None, 0, 0)),
        "may_kick": bool(id) and _allowed(lambda: commands.kick(table, id or "", late, thinking, 0)),
        "may_start": bool(id) and _allowed(lambda: commands.start(table, id or "", 0)),
    }


def _allowed(command: Callable[[], Entry]) -> bool:
    try:
        command()
    except Refused:
        return False
    return True


async def _find(visit: Visit, id: str) -> Table:
    if not ID.fullmatch(id):
        raise Refused(404, "no table", "There is no such table")
    return await visit.served.desk.current(id)


def _invitation(visit: Visit, id: str) -> str:
    url = visit.request.url
    return f"{'https' if visit.served.settings.https else url.scheme}://{url.netloc}/t/{id}"


@pages.post("/t/{id}")
async def do_something(visit: Visiting, id: str) -> Response:
    await _find(visit, id)
    try:
        other = await _do(visit, id)
    except Refused as error:
        if isinstance(error, Outrun):
            error = Refused(409, "stale", "Something has happened meanwhile: this is how the table stands now")
        return await _table(visit, id, error)
    return visit.go(f"/t/{other}" + ("?refresh" if "refresh" in visit.form else ""))


async def _do(visit: Visit, id: str) -> str:
    """Does what was asked for; the table to look at then."""
    what, served = visit.form.get("do", ""), visit.served
    if visit.me is None and what != "sit":
        raise Refused(403, "no name", "Only who has a name may do that: take a seat, or open a table of your own")
    if what not in DEEDS:
        raise Refused(422, "no deed", "That cannot be done at a table")
    me = await visit.somebody()
    if what == "rematch":
        return (await served.rematch(id, me)).id
    if what == "chat":
        await served.say(id, me, visit.form.get("text", ""))
        return id
    if what == "abandon":
        served.may_speak(me)
    request = f"{what} {visit.form['request']}"[:64] if visit.form.get("request") else None
    version = visit.number("version", 2**31 - 1) if what in ON_TIME else None
    command, with_line = _command(what, visit, me, request), what == "undo"
    await served.desk.change(id, command, person=me.id, version=version, request=request, with_line=with_line)
    if what in ("start", "act"):
        await _bots_have_moved(served, id)
    return id


async def _bots_have_moved(served: Service, id: str) -> None:
    """Waits a little for bots, so that the page shown next says what they did."""
    for _ in range(int(BOTS_TAKE / LOOK_AGAIN)):
        table = await served.desk.current(id)
        if table.actor is None or table.actor.kind != "bot" or table.terms.pause:
            return
        await asyncio.sleep(LOOK_AGAIN)


def _command(what: str, visit: Visit, me: Person, request: str | None) -> Command:
    match what:
        case "start":
            return lambda t, now: commands.start(t, me.id, now.at, request)
        case "act":
            action = visit.form.get("action", "")[:100]
            return lambda t, now: commands.act(t, me.id, action, now.thinking, now.at, request)
        case "undo":
            return lambda t, now: commands.undo(t, me.id, None, now.thinking, now.at, request)
        case "resign":
            return lambda t, now: commands.resign(t, me.id, None, now.at, request)
        case "abandon":
            agree = visit.form.get("agree", "yes") == "yes"
            return lambda t, now: commands.abandon(t, me.id, agree, now.at, request)
    seat = visit.number("seat", 3)
    match what:
        case "sit":
            word = visit.form.get("word", "")
            return lambda t, now: commands.sit(t, me.id, me.name, seat, word, now.at, request)
        case "bot":
            bot = visit.form.get("bot", "")[:60]
            return lambda t, now: commands.seat_bot(t, me.id, seat, bot, now.at, request)
        case "leave":
            return lambda t, now: commands.leave(t, me.id, seat, now.at, request)
    return lambda t, now: commands.kick(t, me.id, seat, now.thinking, now.at, request)


# Oneself


@pages.get("/me")
async def see_me(visit: Visiting) -> Response:
    return await _me(visit) if visit.me else visit.go("/")


async def _me(visit: Visit, status: int = 200, said: str = "", **once: str) -> Response:
    tokens = await visit.served.people.tokens(visit.me.id) if visit.me else []
    return visit.show("me.html", status, said=said, tokens=tokens, once=defaultdict(str, once))


@pages.post("/me")
async def change_me(visit: Visiting) -> Response:
    people, form, me = visit.served.people, visit.form, visit.me
    if me is None:
        return visit.go("/")
    try:
        match form.get("do"):
            case "change":
                visit.me = await people.change(me, form.get("person"), form.get("colour"))
                return await _me(visit, said="Changed.")
            case "link":
                link = _invitation(visit, "").removesuffix("/t/") + f"/link/{await people.new_link(me.id)}"
                return await _me(visit, link=link)
            case "token":
                return await _me(visit, token=(await people.new_token(me.id, form.get("label", "")))[1])
            case "delete":
                await people.delete_token(me.id, form.get("id", ""))
                return await _me(visit, said="The token is gone.")
        raise Refused(422, "no deed", "That cannot be done here")
    except Refused as error:
        return await _me(visit, error.status, str(error))


@pages.get("/link/{secret}")
async def see_link(visit: Visiting, secret: str) -> Response:
    return visit.show("link.html", secret=secret)


@pages.post("/link/{secret}")
async def follow_link(visit: Visiting, secret: str) -> Response:
    visit.become(await visit.served.people.follow(secret))
    return visit.go("/")
