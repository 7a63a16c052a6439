"""Records: checked, kept, given back."""

import asyncio
import json

from fastapi import Request, Response
from sqlalchemy import insert, select

from digsite.core import record as records
from digsite.core.errors import BadRecord, DigsiteError, UntrueRecord
from digsite.core.verify import verify
from digsite.games import of_record
from digsite.server import models as m
from digsite.server import schema as s
from digsite.server.api.asking import Id, Json, Me, Served, api
from digsite.server.api.tables import record_of
from digsite.server.desk import Desk, new_id
from digsite.server.table import Refused

_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


async def _read_record(request: Request) -> records.Record:
    try:
        return records.loads(await request.body())
    except BadRecord as error:
        raise Refused(422, "no record", "This is no record", detail=str(error)) from None


async def _verified(record: records.Record) -> int | None:
    def job() -> int | None:
        return verify(of_record(record), record)

    try:
        return await asyncio.to_thread(job)
    except UntrueRecord:
        raise
    except DigsiteError as error:
        raise Refused(422, "no record", "This is no record", detail=str(error)) from None


async def true_draws(desk: Desk, id: str) -> bool:
    """Whether a table's game is what its seed and its words make of it."""
    try:
        await _verified(await record_of(desk, id))
    except UntrueRecord:
        return False
    return True


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
        raise Refused(422, "untrue", "The record is not true", detail=str(error)) from None
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
