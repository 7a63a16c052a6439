"""Everything that changes a table, and listening to it."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Header, Response

from digsite.server import commands
from digsite.server import models as m
from digsite.server.api.asking import ALSO_STRANGERS, CONFLICT, Caller, Id, Json, Me, SeatNumber, Served, api
from digsite.server.desk import Command
from digsite.server.guard import problem
from digsite.server.live import EventStream
from digsite.server.naming import clean_name
from digsite.server.people import Person
from digsite.server.service import Service
from digsite.server.table import Refused, Table
from digsite.server.telling import public


async def _change(
    served: Service, id: str, me: Person, command: Command, sent: m.Do | m.Act | None = None, **more: Any
) -> tuple[dict[str, Any], Table] | Response:
    version, request = (sent.version, sent.id) if sent else (None, None)
    try:
        return await served.desk.change(id, command, person=me.id, version=version, request=request, **more)
    except Refused as error:
        return await _conflict(served, id, me, error)


async def _conflict(served: Service, id: str, me: Person, error: Refused) -> Response:
    """A refusal for now, with the table as it is; any other is raised."""
    if error.status != 409:
        raise error
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


@_route("terms", m.TableTold, "PATCH")
async def agree(served: Served, me: Me, id: Id, sent: m.Agreed) -> Response:
    """Until the start, who opened the table may change what was agreed; what is not sent stays."""
    changes = sent.model_dump(exclude_unset=True)
    if "name" in changes:
        changes["name"] = clean_name(sent.name)
    return await _and_tell_table(served, id, me, lambda t, now: commands.agree(t, me.id, changes, now.at))


@_route("seats", m.TableTold)
async def widen(served: Served, me: Me, id: Id) -> Response:
    """Until the start, who opened the table may add an open seat."""
    return await _and_tell_table(served, id, me, lambda t, now: commands.widen(t, me.id, now.at))


@_route("seats/{seat}/removal", m.TableTold)
async def narrow(served: Served, me: Me, id: Id, seat: SeatNumber) -> Response:
    """Until the start, who opened the table may take an open seat away."""
    return await _and_tell_table(served, id, me, lambda t, now: commands.narrow(t, me.id, seat, now.at))


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
        return commands.undo(table, me.id, sent.ply, now.thinking, now.at, sent.id)

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
    served.may_speak(me)
    return await _and_tell_event(
        served, id, me, lambda t, now: commands.abandon(t, me.id, sent.agree, now.at, sent.id), sent
    )


@_route("rematch", m.TableTold)
async def rematch(served: Served, me: Me, id: Id) -> Response:
    """Another game of the same company: the first who asks opens the table, the others sit down at it."""
    try:
        table = await served.rematch(id, me)
    except Refused as error:
        return await _conflict(served, id, me, error)
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
