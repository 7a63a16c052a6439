"""The rules of each game, to be read."""

from fastapi import APIRouter, Response

from digsite.server.pages.visit import Visiting
from digsite.server.table import Refused
from digsite.web.rules import games, told

router = APIRouter()


@router.get("/rules/{game}")
async def rules(visit: Visiting, game: str) -> Response:
    if game not in games():
        raise Refused(404, "no game", "There are no rules of such a game here")
    return visit.show("rules.html", here="rules", **told(game))
