"""The JSON API. Every answer that is no success is `application/problem+json`."""

import asyncio
import hashlib
import json
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy import insert, select

from digsite import bots
from digsite.core import record as records
from digsite.core.chance import word_fault
from digsite.core.errors import BadRecord, DigsiteError, UntrueRecord
from digsite.core.verify import verify
from digsite.games import GAMES, load, of_record
from digsite.server import commands
from digsite.server import models as m
from digsite.server import schema as s
from digsite.server.desk import Command, Desk, new_id
from digsite.server.guard import problem
from digsite.server.live import EventStream
from digsite.server.people import COOKIE, Person
from digsite.server.service import Service
from digsite.server.table import Refused, Seat, Table, Terms
from digsite.server.telling import called, public

USUAL: dict[int | str, dict[str, Any]] = {
    status: {"model": m.Problem, "description": told}
    for status, told in {
        400: "Not readable",
        401: "A token or cookie is needed, or is not known",
        403: "Not yours to do",
        404: "Not there",
        408: "Too slow",
        413: "Too large",
        421: "Another server's name",
        422: "Not possible",
        429: "Too fast",
        503: "The database is away; try again",
    }.items()
}
CONFLICT: dict[int | str, dict[str, Any]] = {
    409: {"model": m.Conflict, "description": "Not now; with the table as it is"}
}
ALSO_STRANGERS: dict[str, Any] = {"security": [{}]}  # a token or cookie is looked at, and not needed
api = APIRouter(prefix="/api", responses=USUAL)


class Json(JSONResponse):
    """As it is, not checked again on the way out."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


class Picture(Response):
    media_type = "image/svg+xml"


# Who asks

_bearer = HTTPBearer(auto_error=False, description="A guest's token.")
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="What browsers have.")


def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


async def _service(request: Request) -> Service:
    return service_of(request)  # awaited, for FastAPI takes a plain function to a thread and back


async def _caller(
    request: Request,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
    cookie: Annotated[str | None, Depends(_cookie)],
) -> Person | None:
    people = service_of(request).people
    if bearer:
        return await people.by_token(bearer.credentials)
    if "authorization" in request.headers:
        raise Refused(401, "no token", "Send: Authorization: Bearer TOKEN")
    return await people.by_cookie(cookie) if cookie else None


async def _person(caller: Annotated[Person | None, Depends(_caller)]) -> Person:
    if caller is None:
        raise Refused(401, "no token", "Become a guest first: POST /api/guests")
    return caller


Caller = Annotated[Person | None, Depends(_caller)]
Me = Annotated[Person, Depends(_person)]
Served = Annotated[Service, Depends(_service)]
Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,16}$")]
Theme = Annotated[str, Query(pattern="^(light|dark)$")]
SeatNumber = Annotated[int, Path(ge=0, le=3)]


# People


@api.post("/guests", status_code=201, response_model=m.Guest, tags=["people"])
async def become_guest(request: Request, served: Served, sent: m.NewGuest) -> Response:
    """A name is all it takes; the token is shown once."""
    served.may_be_guest(request.client.host if request.client else "?")
    person = await served.people.new(sent.name, sent.colour)
    _, token = await served.people.new_token(person.id, "first")
    return Json(vars(person) | {"token": token}, 201)


@api.get("/me", response_model=m.PersonTold, tags=["people"])
async def who_am_i(me: Me) -> Response:
    return Json(vars(me))


@api.patch("/me", response_model=m.PersonTold, tags=["people"])
async def change_me(served: Served, me: Me, sent: m.ChangedPerson) -> Response:
    return Json(vars(await served.people.change(me, sent.name, sent.colour)))


@api.get("/me/tables", response_model=list[m.Row], tags=["people"])
async def my_tables(served: Served, me: Me) -> Response:
    return Json(await served.desk.tables_of(me.id))


@api.get("/me/tokens", response_model=list[m.TokenTold], tags=["people"])
async def my_tokens(served: Served, me: Me) -> Response:
    return Json(await served.people.tokens(me.id))


@api.post("/me/tokens", status_code=201, response_model=m.NewTokenTold, tags=["people"], responses={409: USUAL[422]})
async def new_token(served: Served, me: Me, sent: m.NewToken) -> Response:
    """For a program that plays in your name; it is shown once."""
    id, token = await served.people.new_token(me.id, sent.label)
    return Json({"id": id, "token": token}, 201)


@api.delete("/me/tokens/{token}", status_code=204, tags=["people"])
async def delete_token(served: Served, me: Me, token: Id) -> Response:
    await served.people.delete_token(me.id, token)
    return Response(status_code=204)


@api.post("/me/link", status_code=201, response_model=m.LinkTold, tags=["people"])
async def new_link(served: Served, me: Me) -> Response:
    """Opens your seats on another device, once, within a day."""
    secret = await served.people.new_link(me.id)
    return Json({"secret": secret, "path": f"/link/{secret}"}, 201)


@api.post("/links", status_code=201, response_model=m.Guest, tags=["people"])
async def follow_link(served: Served, sent: m.Link) -> Response:
    person = await served.people.follow(sent.secret)
    _, token = await served.people.new_token(person.id, "by link")
    return Json(vars(person) | {"token": token}, 201)


# Games and tables


@api.get("/games", response_model=list[m.GameTold], tags=["tables"])
async def games() -> Response:
    return Json([{"name": name, "version": load(name).version, "seats": list(load(name).seats)} for name in GAMES])


@api.get("/bots", response_model=list[str], tags=["tables"])
async def levels() -> Response:
    return Json(bots.names())


@api.get("/tables", response_model=list[m.Row], openapi_extra=ALSO_STRANGERS, tags=["tables"])
async def public_tables(
    served: Served,
    caller: Caller,
    status: Annotated[str, Query(pattern="^(open|playing|over)$")] = "open",
    game: Annotated[str | None, Query(pattern="^(thebes|mykerinos)$")] = None,
) -> Response:
    """The tables anybody may find, the latest first."""
    return Json(await served.desk.public_tables(caller.id if caller else None, status, game))


@api.post("/tables", status_code=201, response_model=m.TableTold, tags=["tables"])
async def open_table(served: Served, me: Me, sent: m.NewTable) -> Response:
    terms, seats, seed = agreed(sent, me)
    table = await served.desk.open(terms, seats, me.id, seed)
    return Json(served.desk.told(table, me.id), 201)


def agreed(sent: m.NewTable, me: Person) -> tuple[Terms, list[Seat], bytes | None]:
    """What a wish for a table comes to."""
    if sent.seed is not None and (not sent.practice or word_fault(sent.seed)):
        raise Refused(422, "bad seed", "Only a practice table may be given a seed, of at most 100 plain characters")
    seats = []
    for seat in sent.seats:
        if (seat.kind == "bot") != (seat.bot is not None):
            raise Refused(422, "bad seats", "A bot's seat, and only that, says which bot")
        if seat.kind == "me":
            seats.append(Seat("person", me.id, me.name))
        else:
            seats.append(Seat(seat.kind, bot=seat.bot or ""))
    alone = all(seat.kind == "bot" for seat in seats)
    told = sent.model_dump(exclude={"seats", "seed"})
    told["name"] = commands.clean_name(sent.name)
    told["pause"] = (1000 if alone else 0) if sent.pause is None else sent.pause
    seed = None if sent.seed is None else hashlib.sha256(sent.seed.encode()).digest()
    return Terms(**told), seats, seed


@api.get("/tables/{id}", response_model=m.TableTold, openapi_extra=ALSO_STRANGERS, tags=["tables"])
async def see_table(served: Served, caller: Caller, id: Id) -> Response:
    return Json(served.desk.told(await served.desk.current(id), caller.id if caller else None))


@api.get("/tables/{id}/record", response_model=m.RecordTold, tags=["tables"])
async def see_record(served: Served, id: Id) -> Response:
    """The game so far; its seed once it is over."""
    record = await record_of(served.desk, id)
    return Json(record.as_dict(), headers={"Content-Disposition": f'attachment; filename="{record.game}-{id}.json"'})


async def record_of(desk: Desk, id: str) -> records.Record:
    table = await desk.current(id)
    return table.record((await desk.line(id))[: table.ply])


@api.get("/tables/{id}/picture.svg", tags=["tables"], response_class=Picture)
async def see_picture(
    served: Served, id: Id, theme: Annotated[str, Query(pattern="^(light|dark)$")] = "light", phone: bool = False
) -> Response:
    """The position; `phone` draws it tall and narrow."""
    return await picture(served.desk, id, theme, phone)


async def picture(desk: Desk, id: str, theme: str, phone: bool) -> Response:
    table = await desk.table(id)
    if not table.state or table.outdated:
        raise Refused(404, "no picture", "There is nothing to see yet")

    def job() -> str:
        drawing = import_module(f"{GAMES[table.terms.game]}.draw")
        drawn: str = drawing.picture(table.game.view(table.position), theme=theme, phone=phone, names=called(table)).svg
        return drawn

    drawn = await asyncio.to_thread(job)
    headers = {"Cache-Control": "no-cache", "ETag": f'"{table.id}-{table.version}-{theme}-{phone:d}"'}
    return Picture(drawn, headers=headers)


# Changing a table


async def _change(
    served: Service, id: str, me: Person, command: Command, sent: m.Do | m.Act | None = None, **more: Any
) -> tuple[dict[str, Any], Table] | Response:
    version, request = (sent.version, sent.id) if sent else (None, None)
    try:
        return await served.desk.change(id, command, person=me.id, version=version, request=request, **more)
    except Refused as error:
        if error.status != 409:
            raise
        table = await served.desk.table(id)
        return problem(409, error.code, str(error), table=served.desk.told(table, me.id))


async def _and_tell_table(served: Service, id: str, me: Person, command: Command, sent: m.Do | None = None) -> Response:
    done = await _change(served, id, me, command, sent)
    return done if isinstance(done, Response) else Json(served.desk.told(done[1], me.id))


async def _and_tell_event(
    served: Service, id: str, me: Person, command: Command, sent: m.Do | m.Act, **more: Any
) -> Response:
    done = await _change(served, id, me, command, sent, **more)
    return done if isinstance(done, Response) else Json(public(done[0]))


def _route(path: str, tell: Any = m.Happened, method: str = "POST") -> Callable[[Any], Any]:
    return api.api_route(
        f"/tables/{{id}}/{path}", methods=[method], response_model=tell, responses=CONFLICT, tags=["playing"]
    )


@_route("seats/{seat}", m.TableTold)
async def sit_down(served: Served, me: Me, id: Id, seat: SeatNumber, sent: m.Sit | None = None) -> Response:
    """Take an open seat, or change the lucky word of one's own until the start; who opened the table may seat a bot."""
    word, bot = (sent.word or "", sent.bot) if sent else ("", None)
    if bot is not None:
        return await _and_tell_table(served, id, me, lambda t, now: commands.seat_bot(t, me.id, seat, bot, now.at))
    return await _and_tell_table(served, id, me, lambda t, now: commands.sit(t, me.id, me.name, seat, word, now.at))


@_route("seats/{seat}", m.TableTold, "DELETE")
async def get_up(served: Served, me: Me, id: Id, seat: SeatNumber) -> Response:
    """Leave one's seat before the start; who opened the table may empty any."""
    return await _and_tell_table(served, id, me, lambda t, now: commands.leave(t, me.id, seat, now.at))


@_route("seats/{seat}/absent")
async def is_absent(served: Served, me: Me, id: Id, seat: SeatNumber, sent: m.Do | None = None) -> Response:
    """Without a clock: a player who lets the others wait for very long gives up the seat."""
    sent = sent or m.Do()
    return await _and_tell_event(
        served, id, me, lambda t, now: commands.kick(t, me.id, seat, now.thinking, now.at, sent.id), sent
    )


@_route("start", m.TableTold)
async def start(served: Served, me: Me, id: Id, sent: m.Do | None = None) -> Response:
    request = sent.id if sent else None
    return await _and_tell_table(served, id, me, lambda t, now: commands.start(t, me.id, now.at, request), sent)


@_route("actions")
async def act(served: Served, me: Me, id: Id, sent: m.Act) -> Response:
    """An action by its text; what chance brings is drawn at once."""

    def command(table: Table, now: Any) -> Any:
        return commands.act(table, me.id, sent.action, now.thinking, now.at, sent.id)

    return await _and_tell_event(served, id, me, command, sent)


@_route("undo")
async def undo(served: Served, me: Me, id: Id, sent: m.Undo | None = None) -> Response:
    """Take back what revealed nothing and nobody has answered; at a practice table, anything."""
    sent = sent or m.Undo()

    def command(table: Table, now: Any) -> Any:
        return commands.undo(table, me.id, sent.ply, now.line, now.thinking, now.at, sent.id)

    return await _and_tell_event(served, id, me, command, sent, with_line=True)


@_route("resign")
async def resign(served: Served, me: Me, id: Id, sent: m.Resign | None = None) -> Response:
    """With two players the game is over; with more, the table's stand-in takes the seat."""
    sent = sent or m.Resign()
    return await _and_tell_event(
        served, id, me, lambda t, now: commands.resign(t, me.id, sent.seat, now.at, sent.id), sent
    )


@_route("abandon")
async def abandon(served: Served, me: Me, id: Id, sent: m.Abandon | None = None) -> Response:
    """Offer to end the game without a winner; it ends when every person agrees."""
    sent = sent or m.Abandon()
    return await _and_tell_event(
        served, id, me, lambda t, now: commands.abandon(t, me.id, sent.agree, now.at, sent.id), sent
    )


@_route("rematch", m.TableTold)
async def rematch(served: Served, me: Me, id: Id) -> Response:
    """Another game of the same company: the first who asks opens the table, the others sit down at it."""
    try:
        table = await served.rematch(id, me)
    except Refused as error:
        if error.status != 409:
            raise
        return problem(409, error.code, str(error), table=served.desk.told(await served.desk.table(id), me.id))
    return Json(served.desk.told(table, me.id))


# Listening and talking

_EVENT = {
    "type": "object",
    "required": ["data"],
    "properties": {name: {"type": "string"} for name in ("id", "event", "data")},
}
_EVENTS = {
    "content": {"text/event-stream": {"schema": _EVENT}},
    "description": "Events of three kinds. Without a name: what happened, as JSON; `id` is the table's version. "
    "`chat`: something was said. `turn`: another table waits for you.",
}


@api.get(
    "/tables/{id}/events",
    tags=["live"],
    status_code=200,
    response_class=EventStream,
    openapi_extra=ALSO_STRANGERS,
    responses={200: _EVENTS},
)
async def listen(
    served: Served, caller: Caller, id: Id, last_event_id: Annotated[str | None, Header(max_length=20)] = None
) -> Response:
    """What happens, as it happens; `Last-Event-ID` goes on from there. Chat and other tables' turns have no id."""
    await served.desk.table(id)
    last = int(last_event_id) if last_event_id and last_event_id.isascii() and last_event_id.isdigit() else None
    return EventStream(served.desk.stream(id, caller.id if caller else None, last))


@api.get("/tables/{id}/chat", response_model=list[m.Said], tags=["live"])
async def hear(served: Served, id: Id) -> Response:
    await served.desk.table(id)
    return Json(await served.desk.chat(id))


@api.post("/tables/{id}/chat", status_code=201, response_model=m.Said, tags=["live"])
async def say(served: Served, me: Me, id: Id, sent: m.Say) -> Response:
    return Json(await served.say(id, me, sent.text), 201)


# Records

_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


async def _read_record(request: Request) -> records.Record:
    try:
        return records.loads(await request.body())
    except BadRecord as error:
        raise Refused(422, "no record", str(error)) from None


async def _verified(record: records.Record) -> int | None:
    def job() -> int | None:
        return verify(of_record(record), record)

    try:
        return await asyncio.to_thread(job)
    except UntrueRecord:
        raise
    except DigsiteError as error:
        raise Refused(422, "no record", str(error)) from None


@api.post("/verify", response_model=m.Verdict, openapi_extra=_BODY, tags=["records"])
async def verify_record(request: Request) -> Response:
    """Replays a record and checks every score, winner and draw."""
    record = await _read_record(request)
    try:
        draws = await _verified(record)
    except UntrueRecord as error:
        return Json({"true": False, "draws": None, "reason": str(error)})
    return Json({"true": True, "draws": draws, "reason": None})


@api.post("/records", status_code=201, response_model=m.Kept, openapi_extra=_BODY, tags=["records"])
async def keep_record(request: Request, served: Served, me: Me) -> Response:
    """Keep a finished game; it is replayed first."""
    record = await _read_record(request)
    if record.scores is None:
        raise Refused(422, "not over", "Only finished games are kept")
    try:
        await _verified(record)
    except UntrueRecord as error:
        raise Refused(422, "untrue", str(error)) from None
    id, told = new_id(), json.dumps(record.as_dict())
    row = {"id": id, "person": me.id, "record": told, "at": served.desk.clock.now()}
    await served.store.write(lambda c: c.execute(insert(s.records), row))
    return Json({"id": id}, 201)


@api.get("/records/{id}", response_model=m.RecordTold, tags=["records"])
async def kept_record(served: Served, id: Id) -> Response:
    found = await served.store.read(lambda c: c.scalar(select(s.records.c.record).where(s.records.c.id == id)))
    if found is None:
        raise Refused(404, "no record", "There is no such record")
    return Response(found, media_type="application/json")
