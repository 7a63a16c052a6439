"""Game records: verify, keep and return them."""

from fastapi import Request, Response
from sqlalchemy import delete, select

from digsite.core.errors import UntrueRecord
from digsite.server import models as m
from digsite.server import schema as s
from digsite.server.api.dependencies import Id, Json, Me, ThisService, api
from digsite.server.records import read, verified
from digsite.tables.refused import Refused

_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


@api.post("/verify", response_model=m.VerdictModel, openapi_extra=_BODY, tags=["records"])
async def verify_record(request: Request) -> Response:
    """Replay a record and check every score, winner and draw."""
    record = await read(await request.body())
    try:
        draws = await verified(record)
    except UntrueRecord as error:
        return Json({"true": False, "draws": None, "reason": str(error)})
    return Json({"true": True, "draws": draws, "reason": None})


@api.post("/records", status_code=201, response_model=m.KeptModel, openapi_extra=_BODY, tags=["records"])
async def keep_record(request: Request, service: ThisService, me: Me) -> Response:
    """Keep a finished game, after replaying and checking it."""
    record = await read(await request.body())
    if record.scores is None:
        raise Refused(422, "not over", "Only finished games can be kept")
    try:
        await verified(record)
    except UntrueRecord as error:
        raise Refused(422, "untrue", "The record is not true", detail=str(error)) from None
    return Json({"id": await service.keep_record(me, record)}, 201)


@api.delete("/records/{id}", status_code=204, tags=["records"])
async def forget_record(service: ThisService, me: Me, id: Id) -> Response:
    """Delete a record that you keep."""
    own = delete(s.records).where(s.records.c.id == id, s.records.c.person == me.id)
    if await service.store.write(lambda c: c.execute(own).rowcount) != 1:
        raise Refused(404, "no record", "You keep no such record")
    return Response(status_code=204)


@api.get("/records/{id}", response_model=m.RecordModel, tags=["records"])
async def kept_record(service: ThisService, id: Id) -> Response:
    found = await service.store.read(lambda c: c.scalar(select(s.records.c.record).where(s.records.c.id == id)))
    if found is None:
        raise Refused(404, "no record", "There is no such record")
    return Response(found, media_type="application/json")
