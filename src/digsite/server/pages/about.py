"""What Digsite is, whose games these are, and what is kept about people."""

from importlib.metadata import PackageNotFoundError, metadata

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
    source = page_request.service.settings.source or package_source()
    return page_request.html(
        "about.html", here="about", titles=titles, credits=credits, version=__version__, source=source
    )


@router.get("/privacy")
async def privacy(page_request: ThisRequest) -> Response:
    return page_request.html("privacy.html", here="privacy", days=COOKIE_DAYS)


def package_source() -> str:
    """Return where the installed package says that its source is; "" where it says nothing."""
    try:
        urls: list[str] = metadata("digsite").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    named = {name.strip().lower(): url.strip() for name, _comma, url in (entry.partition(",") for entry in urls)}
    return named.get("source") or named.get("repository") or ""
