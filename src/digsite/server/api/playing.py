"""Everything that changes a table, its events and its chat."""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeAlias, TypeVar

from fastapi import Header, Response
from pydantic import BaseModel

from digsite.server import models as m
from digsite.server.api.dependencies import ALSO_STRANGERS, CONFLICT, Caller, Id, Json, Me, SeatNumber, ThisService, api
from digsite.server.live import EventStream
from digsite.server.middleware import problem
from digsite.server.naming import check_bot
from digsite.server.people import Person
from digsite.server.service import Service
from digsite.server.table_service import Command
from digsite.server.table_stream import table_stream
from digsite.tables import commands
from digsite.tables.commands.together import MINUTE
from digsite.tables.refused import Refused
from digsite.tables.serializers import Event, public
from digsite.tables.table import Table

Sent: TypeAlias = m.Versioned | m.Act | None
Endpoint = TypeVar("Endpoint", bound=Callable[..., Awaitable[Response]])
Brings: TypeAlias = dict[str, str | int]


async def _change(
    service: Service,
    id: str,
    me: Person,
    command: Command,
    sent: Sent = None,
    with_moves: bool = False,
    brings: Brings | None = None,
) -> tuple[Event, Table] | Response:
    """Give a command. `brings` is what its event must say: where it does not, the request's id was another's."""
    version, request = (sent.version, sent.id) if sent else (None, None)
    try:
        event, table = await service.table_service.change(
            id, command, person=me.id, version=version, request=request, with_moves=with_moves
        )
    except Refused as error:
        return await _conflict(service, id, me, error)
    said = dict[str, object](event)
    if any(said.get(name) != value for name, value in (brings or {}).items()) or (version or 0) >= event["version"]:
        raise Refused(422, "id used", "This request’s id has been used for something else")
    return event, table


async def _conflict(service: Service, id: str, me: Person, error: Refused) -> Response:
    """Return a 409 with the table as it is now; raise any other refusal."""
    if error.status != 409:
        raise error
    table = await service.table_service.table(id)
    return problem(409, error.code, str(error), table=service.table_service.view(table, me.id))


async def _answer_table(
    service: Service, id: str, me: Person, command: Command, sent: Sent = None, brings: Brings | None = None
) -> Response:
    """Give a command and answer with the table after it."""
    done = await _change(service, id, me, command, sent, brings=brings)
    return done if isinstance(done, Response) else Json(service.table_service.view(done[1], me.id))


async def _answer_event(
    service: Service, id: str, me: Person, command: Command, sent: Sent, brings: Brings, with_moves: bool = False
) -> Response:
    """Give a command and answer with the event it brings about."""
    done = await _change(service, id, me, command, sent, with_moves, brings)
    return done if isinstance(done, Response) else Json(public(done[0]))


def _route(path: str, answer: type[BaseModel] = m.EventModel, method: str = "POST") -> Callable[[Endpoint], Endpoint]:
    return api.api_route(
        f"/tables/{{id}}/{path}", methods=[method], response_model=answer, responses=CONFLICT, tags=["playing"]
    )


@_route("seats/{seat}", m.TableModel)
async def sit_down(service: ThisService, me: Me, id: Id, seat: SeatNumber, sent: m.Sit | None = None) -> Response:
    """Take an open seat, or until the start change your lucky word. The host can give an open seat to a bot."""
    word, bot = (sent.word or "", sent.bot) if sent else ("", None)
    if bot is not None:
        return await _answer_table(
            service, id, me, lambda t, now: commands.seat_bot(t, me.id, seat, bot, now.at, check_bot)
        )
    return await _answer_table(service, id, me, lambda t, now: commands.sit(t, me.id, me.name, seat, word, now.at))


@_route("seats/{seat}", m.TableModel, "DELETE")
async def get_up(service: ThisService, me: Me, id: Id, seat: SeatNumber) -> Response:
    """Leave your seat before the start. The host can empty any seat."""
    return await _answer_table(service, id, me, lambda t, now: commands.leave(t, me.id, seat, now.at))


@_route("terms", m.TableModel, "PATCH")
async def change_terms(service: ThisService, me: Me, id: Id, sent: m.TermsPatch) -> Response:
    """Change terms before the start, as the host. What is not sent stays as it is."""
    changes = sent.changes()
    return await _answer_table(
        service, id, me, lambda t, now: commands.change_terms(t, me.id, changes, now.at, check_bot)
    )


@_route("seats", m.TableModel)
async def add_seat(service: ThisService, me: Me, id: Id) -> Response:
    """Add an open seat before the start, as the host."""
    return await _answer_table(service, id, me, lambda t, now: commands.add_seat(t, me.id, now.at))


@_route("seats/{seat}/removal", m.TableModel)
async def remove_seat(service: ThisService, me: Me, id: Id, seat: SeatNumber) -> Response:
    """Remove an open seat before the start, as the host."""
    return await _answer_table(service, id, me, lambda t, now: commands.remove_seat(t, me.id, seat, now.at))


@_route("close", m.TableModel)
async def close(service: ThisService, me: Me, id: Id, sent: m.Versioned | None = None) -> Response:
    """Close the table before the start, as the host."""
    request = sent.id if sent else None
    return await _answer_table(
        service, id, me, lambda t, now: commands.close(t, me.id, now.at, request), sent, {"kind": "closed"}
    )


@_route("seats/{seat}/absent")
async def is_absent(
    service: ThisService, me: Me, id: Id, seat: SeatNumber, sent: m.Versioned | None = None
) -> Response:
    """Without a clock: replace a player who has kept the others waiting too long."""
    sent = sent or m.Versioned()
    return await _answer_event(
        service,
        id,
        me,
        lambda t, now: commands.kick(t, me.id, seat, now.thinking, now.at, sent.id),
        sent,
        {"kind": "gone", "seat": seat},
    )


@_route("start", m.TableModel)
async def start(service: ThisService, me: Me, id: Id, sent: m.Versioned | None = None) -> Response:
    request = sent.id if sent else None
    command: Command = lambda t, now: commands.start(t, me.id, now.at, request)  # noqa: E731
    return await _answer_table(service, id, me, command, sent, {"kind": "started"})


@_route("actions")
async def act(service: ThisService, me: Me, id: Id, sent: m.Act) -> Response:
    """Play an action, given by its text. What chance brings then is drawn at once."""
    return await _answer_event(
        service,
        id,
        me,
        lambda t, now: commands.act(t, me.id, sent.action, now.thinking, now.at, sent.id),
        sent,
        {"kind": "acted", "action": sent.action},
    )


@_route("undo")
async def undo(service: ThisService, me: Me, id: Id, sent: m.Undo | None = None) -> Response:
    """Undo actions that revealed nothing, until somebody else has acted; at a practice table, any of your own."""
    sent = sent or m.Undo()
    return await _answer_event(
        service,
        id,
        me,
        lambda t, now: commands.undo(t, me.id, sent.ply, now.thinking, now.at, sent.id, now.moves),
        sent,
        {"kind": "undone"} | ({} if sent.ply is None else {"to": sent.ply}),
        with_moves=True,
    )


@_route("takeback")
async def take_back(service: ThisService, me: Me, id: Id, sent: m.TakeBack | None = None) -> Response:
    """Ask to go back to before your last action, though others have acted since; with `agree`, answer who asks. It goes
    back once every person has agreed. Past what was revealed the table's terms must allow it."""
    sent = sent or m.TakeBack()
    if sent.agree is None:
        service.limit_messages(me)
    return await _answer_event(
        service,
        id,
        me,
        lambda t, now: commands.take_back(t, me.id, sent.agree, now.thinking, now.moves, now.at, sent.id),
        sent,
        {"kind": "takeback", "agree": sent.agree is not False},
        with_moves=True,
    )


@_route("seats/{seat}/time")
async def add_time(service: ThisService, me: Me, id: Id, seat: SeatNumber, sent: m.AddTime | None = None) -> Response:
    """Add time to another player's clock, also for one who has run out of it."""
    sent = sent or m.AddTime()
    service.limit_messages(me)
    return await _answer_event(
        service,
        id,
        me,
        lambda t, now: commands.add_time(t, me.id, seat, sent.minutes, now.at, sent.id),
        sent,
        {"kind": "time", "seat": seat, "added": sent.minutes * MINUTE},
    )


@_route("return")
async def come_back(service: ThisService, me: Me, id: Id, sent: m.Versioned | None = None) -> Response:
    """Take your seat again after your time ran out. At a table with a clock, another player must add time first; where
    nobody else plays any more, you come back with five minutes."""
    sent = sent or m.Versioned()
    return await _answer_event(
        service, id, me, lambda t, now: commands.come_back(t, me.id, me.name, now.at, sent.id), sent, {"kind": "sat"}
    )


@_route("resign")
async def resign(service: ThisService, me: Me, id: Id, sent: m.Resign | None = None) -> Response:
    """Give up a seat. With two players the game is over; with more, the table's stand-in takes the seat."""
    sent = sent or m.Resign()
    return await _answer_event(
        service,
        id,
        me,
        lambda t, now: commands.resign(t, me.id, sent.seat, now.at, sent.id, now.thinking),
        sent,
        {"kind": "gone", "why": "resigned"} | ({} if sent.seat is None else {"seat": sent.seat}),
    )


@_route("abandon")
async def abandon(service: ThisService, me: Me, id: Id, sent: m.Abandon | None = None) -> Response:
    """Offer to end the game without a winner. It ends when every person agrees."""
    sent = sent or m.Abandon()
    service.limit_messages(me)
    return await _answer_event(
        service,
        id,
        me,
        lambda t, now: commands.abandon(t, me.id, sent.agree, now.at, sent.id),
        sent,
        {"kind": "abandon", "agree": sent.agree},
    )


@_route("rematch", m.TableModel)
async def rematch(service: ThisService, me: Me, id: Id) -> Response:
    """Play again with the same players: the first who asks opens the table, the others join it."""
    try:
        table = await service.rematch(id, me)
    except Refused as error:
        return await _conflict(service, id, me, error)
    return Json(service.table_service.view(table, me.id))


# Events and chat

_EVENT = {
    "type": "object",
    "required": ["data"],
    "properties": {name: {"type": "string"} for name in ("id", "event", "data")},
}
_EVENTS = {
    "content": {"text/event-stream": {"schema": _EVENT}},
    "description": "Events of three kinds. Without a name: what happened, as JSON; `id` is the table's version. "
    "`chat`: a chat message. `turn`: it is your turn at another table.",
}


@api.get(
    "/tables/{id}/events",
    tags=["live"],
    status_code=200,
    response_class=EventStream,
    openapi_extra=ALSO_STRANGERS,
    responses={200: _EVENTS},
)
async def events(
    service: ThisService, caller: Caller, id: Id, last_event_id: Annotated[str | None, Header(max_length=20)] = None
) -> Response:
    """Events as they happen; `Last-Event-ID` resumes after it. Chat and other tables' turns have no id."""
    await service.table_service.table(id)
    service.quotas.stream(caller.id if caller else None)
    last = int(last_event_id) if last_event_id and last_event_id.isascii() and last_event_id.isdigit() else None
    return EventStream(table_stream(service, id, caller.id if caller else None, last))


@api.get("/tables/{id}/chat", response_model=list[m.ChatModel], tags=["live"])
async def chat(service: ThisService, id: Id) -> Response:
    await service.table_service.table(id)
    return Json(await service.chat.latest(id))


@api.post("/tables/{id}/chat", status_code=201, response_model=m.ChatModel, tags=["live"])
async def say(service: ThisService, me: Me, id: Id, sent: m.Say) -> Response:
    return Json(await service.post_message(id, me, sent.text), 201)
