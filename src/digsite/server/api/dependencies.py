"""What every route shares: who asks, what is answered, and how refusals are documented."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import JSONResponse
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from pydantic_core import to_json

from digsite.server import models as m
from digsite.server.people import COOKIE, Person
from digsite.server.service import Service, service_of
from digsite.tables.refused import Refused

USUAL: dict[int | str, dict[str, Any]] = {
    status: {"model": m.Problem, "description": description}
    for status, description in {
        400: "Not readable",
        401: "A token or cookie is needed, or is not known",
        403: "Not yours to do",
        404: "Not there",
        408: "Too slow",
        413: "Too large",
        421: "Another server's name",
        422: "Not possible",
        429: "Too fast",
        503: "The database is away, or a game is not compiled yet; try again",
    }.items()
}
CONFLICT: dict[int | str, dict[str, Any]] = {
    409: {"model": m.Conflict, "description": "Not now; with the table as it is"}
}
ALSO_STRANGERS: dict[str, Any] = {"security": [{}]}  # a token or cookie is looked at, and not needed
api = APIRouter(prefix="/api", responses=USUAL)


class Json(JSONResponse):
    """As it is, not checked again on the way out."""

    def render(self, content: Any) -> bytes:
        return to_json(content)


# Who asks

_bearer = HTTPBearer(auto_error=False, description="A guest's token.")
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="What browsers have.")


async def _service(request: Request) -> Service:
    return service_of(request)  # awaited, for FastAPI takes a plain function to a thread and back


async def _caller(
    request: Request,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
    cookie: Annotated[str | None, Depends(_cookie)],
) -> Person | None:
    people = service_of(request).people
    if bearer:
        return await people.by_token(bearer.credentials)
    if "authorization" in request.headers:
        raise Refused(401, "no token", "Send: Authorization: Bearer TOKEN")
    return await people.by_cookie(cookie) if cookie else None


async def _person(caller: Annotated[Person | None, Depends(_caller)]) -> Person:
    if caller is None:
        raise Refused(401, "no token", "Become a guest first: POST /api/guests")
    return caller


Caller = Annotated[Person | None, Depends(_caller)]
Me = Annotated[Person, Depends(_person)]
ThisService = Annotated[Service, Depends(_service)]
Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,16}$")]
SeatNumber = Annotated[int, Path(ge=0, le=m.MOST_SEATS - 1)]
