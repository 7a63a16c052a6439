"""Game records: verify, keep and return them."""

import json

from fastapi import Request, Response
from sqlalchemy import insert

from digsite.core import record as records
from digsite.core.errors import BadRecord, UntrueRecord
from digsite.server import models as m
from digsite.server import schema as s
from digsite.server.api.dependencies import Id, Json, Me, ThisService, api
from digsite.server.damage import sound_row
from digsite.server.ids import new_id
from digsite.server.records import verified
from digsite.tables.refused import Refused

_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


async def _read_record(request: Request) -> records.Record:
    try:
        return records.loads(await request.body())
    except BadRecord as error:
        raise Refused(422, "no record", "This is not a record", detail=str(error)) from None


@api.post("/verify", response_model=m.VerdictModel, openapi_extra=_BODY, tags=["records"])
async def verify_record(request: Request) -> Response:
    """Replay a record and check every score, winner and draw."""
    record = await _read_record(request)
    try:
        draws = await verified(record)
    except UntrueRecord as error:
        return Json({"true": False, "draws": None, "reason": str(error)})
    return Json({"true": True, "draws": draws, "reason": None})


@api.post("/records", status_code=201, response_model=m.KeptModel, openapi_extra=_BODY, tags=["records"])
async def keep_record(request: Request, service: ThisService, me: Me) -> Response:
    """Keep a finished game, after replaying and checking it."""
    record = await _read_record(request)
    if record.scores is None:
        raise Refused(422, "not over", "Only finished games can be kept")
    try:
        await verified(record)
    except UntrueRecord as error:
        raise Refused(422, "untrue", "The record is not true", detail=str(error)) from None
    id = new_id()
    row = {"id": id, "person": me.id, "record": json.dumps(record.as_dict()), "at": service.table_service.clock.now()}
    await service.store.write(lambda c: c.execute(insert(s.records), row))
    return Json({"id": id}, 201)


@api.get("/records/{id}", response_model=m.RecordModel, tags=["records"])
async def kept_record(service: ThisService, id: Id) -> Response:
    found = await service.store.read(lambda c: sound_row(c, s.records, s.records.c.id == id))
    if found is None:
        raise Refused(404, "no record", "There is no such record")
    return Response(found["record"], media_type="application/json")
