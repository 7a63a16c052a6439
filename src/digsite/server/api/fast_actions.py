"""A fast path for the most frequent request: an action sent with a token.

It does what `api.playing.act` does without FastAPI's general machinery, which takes as long as everything else. Any
unusual request goes the general way.
"""

import json
import re

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from digsite.server import models as m
from digsite.server.api.playing import act
from digsite.server.service import service_of

PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,16})/actions")
TOKEN = re.compile(rb"Bearer [A-Za-z0-9_-]+")


class ActionRoute(Route):
    def __init__(self) -> None:
        super().__init__("/api/tables/{id}/actions", _act, methods=["POST"])

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or scope["method"] != "POST":
            return Match.NONE, {}
        found = PATH.fullmatch(scope["path"])
        if not found:
            return Match.NONE, {}
        headers = dict(scope["headers"])
        if headers.get(b"content-type") != b"application/json" or b"content-encoding" in headers:
            return Match.NONE, {}
        if not TOKEN.fullmatch(headers.get(b"authorization", b"")):
            return Match.NONE, {}
        return Match.FULL, {"endpoint": self.endpoint, "path_params": {"id": found[1]}, "route": self}


async def _act(request: Request) -> Response:
    service = service_of(request)
    me = await service.people.by_token(request.headers["authorization"].removeprefix("Bearer "))
    body = await request.body()
    try:
        sent = m.Act.model_validate(json.loads(body))
    except json.JSONDecodeError as error:
        raise RequestValidationError([{"loc": ("body", error.pos), "msg": "JSON decode error"}]) from None
    except ValidationError as error:
        raise RequestValidationError([fault | {"loc": ("body", *fault["loc"])} for fault in error.errors()]) from None
    except (ValueError, RecursionError):
        raise HTTPException(400, "There was an error parsing the body") from None
    answer: Response = await act(service, me, request.path_params["id"], sent)
    return answer
