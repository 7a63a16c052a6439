"""The rules of each game, to be read."""

from fastapi import APIRouter, Response

from digsite.server.pages.page_request import ThisRequest
from digsite.tables.refused import Refused
from digsite.web.rules import context, games

router = APIRouter()
LONGEST_QUERY = 80


@router.get("/rules/{game}")
async def rules(page_request: ThisRequest, game: str, q: str = "") -> Response:
    if game not in games():
        raise Refused(404, "no game", "There is no rulebook for that game")
    return page_request.html("rules.html", here="rules", **context(game, q[:LONGEST_QUERY]))
