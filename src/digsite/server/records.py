"""Records of tables, and whether a record is true."""

from collections.abc import Callable
from typing import TypeVar

from digsite.core import record as records
from digsite.core.errors import BadRecord, DigsiteError, UntrueRecord
from digsite.core.registry import of_record, table_data
from digsite.core.verify import verify
from digsite.server.background import record_worker
from digsite.server.gate import Crowded, Gate
from digsite.server.quotas import TooMuch
from digsite.server.table_service import TableService
from digsite.tables.refused import Refused

T = TypeVar("T")
_gate = Gate(1, 64)


async def record_of(table_service: TableService, id: str) -> records.Record:
    """Return the game of a table so far. Raises Refused if there is none."""
    table = await table_service.current(id)
    if table.closed:
        raise Refused(404, "no record", "This table was closed before its game began, so there is no record")
    return table.record(await table_service.moves(table))


async def read(body: bytes) -> records.Record:
    """Return the record of a request's body. Raises Refused."""
    try:
        return await _in_turn(lambda: records.loads(body))
    except BadRecord as error:
        raise Refused(422, "no record", "This is not a record", detail=str(error)) from None


async def _in_turn(job: Callable[[], T]) -> T:
    """Run a job when those before it are done, unless too many wait already."""
    try:
        async with _gate.through():
            return await record_worker.do(job)
    except Crowded:
        raise TooMuch("too many", "Too many records are being checked; try again in a moment", 2) from None


async def verified(record: records.Record) -> int | None:
    """Return how many draws were checked against the seed. Raises UntrueRecord, or Refused if it fits no game."""
    try:
        return await _in_turn(lambda: verify(of_record(record, table_data(record)), record))
    except UntrueRecord:
        raise
    except DigsiteError as error:
        raise Refused(422, "no record", "This is not a record", detail=str(error)) from None


async def true_draws(table_service: TableService, id: str) -> bool:
    """Return whether every draw at a table follows from its seed and lucky words."""
    try:
        await verified(await record_of(table_service, id))
    except UntrueRecord:
        return False
    return True
