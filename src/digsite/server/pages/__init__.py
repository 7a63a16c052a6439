"""The pages: both games in any browser. They do what the API does, by the same commands."""

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute

from digsite import web
from digsite.server.pages import files, home, live, person, rules, table
from digsite.server.table import Refused
from digsite.web.refusal import said

OTHERS = ("/api", "/static", "/healthz", "/readyz", "/metrics", "/openapi.json")  # what is no page
pages = APIRouter(include_in_schema=False)
for part in (files, home, table, live, person, rules):
    pages.include_router(part.router)
for route in pages.routes:
    if isinstance(route, APIRoute) and route.methods == {"GET"} and not route.path.endswith("/live"):
        route.methods = {"GET", "HEAD"}


def is_page(path: str) -> bool:
    return not path.startswith(OTHERS)


def failed(error: Refused, headers: dict[str, str] | None = None) -> Response:
    return HTMLResponse(web.render("failed.html", said=said(error), me=None, here=""), error.status, headers)
