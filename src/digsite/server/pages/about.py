"""What Digsite is, whose games these are, and what is kept about people."""

from fastapi import APIRouter, Response

from digsite import __version__
from digsite.core.registry import game_names
from digsite.server.pages.page_request import ThisRequest
from digsite.server.people import COOKIE_DAYS
from digsite.web.game_page import page_of
from digsite.web.i18n import listed

router = APIRouter()


@router.get("/about")
async def about(page_request: ThisRequest) -> Response:
    pages = [page_of(game) for game in game_names()]
    titles = listed([page.title for page in pages])
    credits = [(page.title, page.credits) for page in pages if page.credits]
    return page_request.html("about.html", here="about", titles=titles, credits=credits, version=__version__)


@router.get("/privacy")
async def privacy(page_request: ThisRequest) -> Response:
    return page_request.html("privacy.html", here="privacy", days=COOKIE_DAYS)
