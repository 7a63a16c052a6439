"""The rules of each game, to be read."""

from fastapi import APIRouter, Response

from digsite.games import GAMES
from digsite.server.pages.visit import Visiting
from digsite.server.table import Refused
from digsite.web.rules import told

router = APIRouter()


@router.get("/rules/{game}")
async def rules(visit: Visiting, game: str) -> Response:
    if game not in GAMES:
        raise Refused(404, "no game", "There is no such game here")
    return visit.show("rules.html", here="rules", **told(game))
