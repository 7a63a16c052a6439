"""The pages: every game in any browser. They do what the API does, by the same commands."""

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute

from digsite import web
from digsite.server.pages import files, home, live, person, rules, table, table_forms
from digsite.tables.refused import Refused
from digsite.web.i18n import _
from digsite.web.refusal import refusal_text

OTHERS = ("/api", "/static", "/healthz", "/readyz", "/metrics", "/openapi.json")  # what is no page
PARTS = (files, home, table, table_forms, live, person, rules)
pages = APIRouter(include_in_schema=False)
for part in PARTS:
    for route in part.router.routes:
        if isinstance(route, APIRoute) and route.methods == {"GET"} and part is not live:
            route.methods = {"GET", "HEAD"}
    pages.include_router(part.router)


def is_page(path: str) -> bool:
    return not path.startswith(OTHERS)


def failed(error: Refused, headers: dict[str, str] | None = None) -> Response:
    heading = _("Page not found") if error.status == 404 else _("That did not work")
    page = web.render("failed.html", heading=heading, refusal=refusal_text(error), me=None, here="")
    return HTMLResponse(page, error.status, headers)
