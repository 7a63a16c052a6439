"""Finding, opening and looking at tables."""

import asyncio
import hashlib
from importlib import import_module
from typing import Annotated

from fastapi import Query, Response

from digsite import bots
from digsite.core import record as records
from digsite.core.chance import word_fault
from digsite.games import GAMES, OWN, load
from digsite.server import models as m
from digsite.server.api.asking import ALSO_STRANGERS, Caller, Id, Json, Me, Served, api
from digsite.server.desk import Desk
from digsite.server.naming import clean_name
from digsite.server.people import Person
from digsite.server.table import Refused, Seat, Terms
from digsite.server.telling import called

Theme = Annotated[str, Query(pattern="^(light|dark)$")]


class Picture(Response):
    media_type = "image/svg+xml"


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
    game: m.GameName | None = None,
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
    told["name"] = clean_name(sent.name)
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
async def see_picture(served: Served, id: Id, theme: Theme = "light", phone: bool = False) -> Response:
    """The position; `phone` draws it tall and narrow."""
    return await picture(served.desk, id, theme, phone)


async def picture(desk: Desk, id: str, theme: str, phone: bool) -> Response:
    table = await desk.table(id)
    if not table.state or table.outdated:
        raise Refused(404, "no picture", "There is nothing to see yet")

    def job() -> str:
        game, names = table.terms.game, called(table)
        if game not in OWN:
            return table.game.picture(table.position, theme=theme, names=names).svg
        drawn = import_module(f"{OWN[game]}.draw").picture
        return str(drawn(table.game.view(table.position), theme=theme, phone=phone, names=names).svg)

    drawn = await asyncio.to_thread(job)
    headers = {"Cache-Control": "no-cache", "ETag": f'"{table.id}-{table.version}-{theme}-{phone:d}"'}
    return Picture(drawn, headers=headers)
