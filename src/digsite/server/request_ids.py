"""The id of a request: its proxy's or a new one, in the answer and in every line logged about it."""

import re
from contextvars import ContextVar

from digsite.server.ids import new_id

HEADER = "X-Request-ID"
GOOD = re.compile(r"[A-Za-z0-9._-]{1,64}")  # harmless in a log and in a header

current: ContextVar[str | None] = ContextVar("request id", default=None)


def begin(sent: str | None) -> str:
    """Return the id of a request that begins: the one sent where it is harmless, else a new one."""
    id = sent if sent and GOOD.fullmatch(sent) else new_id()
    current.set(id)
    return id
