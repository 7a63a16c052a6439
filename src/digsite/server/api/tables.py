"""Find, open and look at tables."""

from typing import Annotated

from fastapi import Query, Response

from digsite import bots
from digsite.core.registry import game_names, load, plugin
from digsite.server import models as m
from digsite.server.api.dependencies import ALSO_STRANGERS, Caller, Id, Json, Me, ThisService, api
from digsite.server.opening import requested
from digsite.server.records import record_of
from digsite.tables.refused import Refused
from digsite.tables.serializers import table_row

Theme = Annotated[str, Query(pattern="^(light|dark)$")]


class Picture(Response):
    media_type = "image/svg+xml"


@api.get("/games", response_model=list[m.GameModel], tags=["tables"])
async def games() -> Response:
    """The games, how many play each, and their rule options; the first reading of an option is the default."""
    return Json([_game_json(name) for name in game_names()])


def _game_json(name: str) -> dict[str, object]:
    game = load(name)
    options = [
        {
            "name": option.name,
            "rule": option.rule,
            "title": option.title,
            "readings": [reading._asdict() for reading in option.readings],
        }
        for option in plugin(name).options
    ]
    return {"name": name, "version": game.version, "seats": list(game.seats), "options": options}


@api.get("/bots", response_model=list[str], tags=["tables"])
async def levels() -> Response:
    return Json(bots.names())


@api.get("/tables", response_model=list[m.RowModel], openapi_extra=ALSO_STRANGERS, tags=["tables"])
async def public_tables(
    service: ThisService,
    caller: Caller,
    status: Annotated[str, Query(pattern="^(open|playing|over)$")] = "open",
    game: m.GameName | None = None,
) -> Response:
    """The public tables: the latest of each host, then the next of each, and so on."""
    found = await service.table_service.listed_tables(status, game)
    return Json([table_row(table, caller.id if caller else None) for table in found])


@api.post("/tables", status_code=201, response_model=m.TableModel, tags=["tables"])
async def open_table(service: ThisService, me: Me, sent: m.NewTable) -> Response:
    terms, seats, seed = requested(sent, me)
    table = await service.table_service.open(terms, seats, me.id, seed)
    return Json(service.table_service.view(table, me.id), 201)


@api.get("/tables/{id}", response_model=m.TableModel, openapi_extra=ALSO_STRANGERS, tags=["tables"])
async def see_table(service: ThisService, caller: Caller, id: Id) -> Response:
    return Json(service.table_service.view(await service.table_service.current(id), caller.id if caller else None))


@api.get("/tables/{id}/record", response_model=m.RecordModel, tags=["tables"])
async def see_record(service: ThisService, id: Id) -> Response:
    """The game so far, with its seed once it is over."""
    record = await record_of(service.table_service, id)
    return Json(record.as_dict(), headers={"Content-Disposition": f'attachment; filename="{record.game}-{id}.json"'})


@api.get("/tables/{id}/picture.svg", tags=["tables"], response_class=Picture)
async def see_picture(service: ThisService, id: Id, theme: Theme = "light", phone: bool = False) -> Response:
    """A picture of the position; `phone` draws it tall and narrow."""
    table = await service.table_service.table(id)
    if not table.state or table.outdated:
        raise Refused(404, "no picture", "There is no position to show yet")
    drawn = await service.pictures.picture(table, table.position, theme, table.names(), phone)
    if drawn is None:
        raise Refused(404, "no picture", "This game has no pictures")
    headers = {"Cache-Control": "no-cache", "ETag": f'"{table.id}-{table.version}-{theme}-{phone:d}"'}
    return Picture(drawn, headers=headers)
