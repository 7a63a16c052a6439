"""A fast path for the most frequent request: an action sent with a token.

It does what `api.playing.act` does without the general machinery, which takes as long as everything else. Any unusual
request goes the general way, and so does an error, to be answered there.
"""

import json
import re

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from digsite.server import models as m
from digsite.server.api.playing import act
from digsite.server.service import Service

PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,16})/actions")
TOKEN = re.compile(rb"Bearer ([A-Za-z0-9_-]+)")
FAILURE = "digsite.failure"  # in the scope of a request: what its fast way has raised


class FastActions:
    """ASGI middleware that answers actions itself. It stands inside what limits and counts requests."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _table_and_token(scope)
        if found is None:
            await self.app(scope, receive, send)
            return
        try:
            answer = await _act(scope, receive, *found)
        except Exception as error:
            scope[FAILURE] = error
            await self.app(scope, receive, send)
            return
        scope["route"] = _route
        await answer(scope, receive, send)


class FailedAction(Route):
    """The route of actions that the fast way has not answered: it raises their error for the usual handlers."""

    def __init__(self) -> None:
        super().__init__("/api/tables/{id}/actions", _fail, methods=["POST"])

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.FULL, {"endpoint": self.endpoint, "route": self}) if FAILURE in scope else (Match.NONE, {})


async def _fail(request: Request) -> Response:
    raise request.scope[FAILURE]


_route = FailedAction()


def _table_and_token(scope: Scope) -> tuple[str, str] | None:
    """Return the table and the token of a request that is a usual action; None for any other."""
    found = PATH.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
    if not found:
        return None
    headers = dict(scope["headers"])
    if headers.get(b"content-type") != b"application/json" or b"content-encoding" in headers:
        return None
    token = TOKEN.fullmatch(headers.get(b"authorization", b""))
    return (found[1], token[1].decode()) if token else None


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body


async def _act(scope: Scope, receive: Receive, id: str, token: str) -> Response:
    service: Service = scope["app"].state.service
    me = await service.people.by_token(token)
    body = await _body(receive)
    try:
        sent = m.Act.model_validate(json.loads(body))
    except json.JSONDecodeError as error:
        raise RequestValidationError([{"loc": ("body", error.pos), "msg": "JSON decode error"}]) from None
    except ValidationError as error:
        raise RequestValidationError([fault | {"loc": ("body", *fault["loc"])} for fault in error.errors()]) from None
    except (ValueError, RecursionError):
        raise HTTPException(400, "There was an error parsing the body") from None
    answer: Response = await act(service, me, id, sent)
    return answer
