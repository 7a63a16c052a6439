"""The pages: every game in any browser. They do what the API does, by the same commands."""

from contextlib import suppress

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute

from digsite import web
from digsite.server.damage import Damaged
from digsite.server.pages import about, files, home, live, person, preparing, rules, table, table_forms
from digsite.server.pages.page_request import reader_of
from digsite.server.store import StoreDown
from digsite.tables.refused import Refused
from digsite.web.i18n import _, later
from digsite.web.refusal import refusal_text

OTHERS = ("/api", "/static", "/healthz", "/readyz", "/metrics", "/openapi.json")  # what is no page
PARTS = (files, home, preparing, table, table_forms, live, person, rules, about)
HEADINGS: dict[str | int, str] = {  # of errors, by code or status
    "bad form": later("This page is out of date"),
    "damaged": later("This is damaged"),
    400: later("That cannot be read"),
    401: later("Sign in first"),
    403: later("That is not allowed"),
    404: later("Page not found"),
    405: later("That is not possible here"),
    408: later("That took too long"),
    409: later("That is not possible now"),
    413: later("That is too large"),
    421: later("Wrong address"),
    422: later("Something is not right"),
    429: later("Not so fast"),
    500: later("Something went wrong"),
    503: later("Back in a moment"),
    "preparing": later("Preparing the games"),
}
pages = APIRouter(include_in_schema=False)
for part in PARTS:
    for route in part.router.routes:
        if isinstance(route, APIRoute) and route.methods == {"GET"} and part is not live:
            route.methods = {"GET", "HEAD"}
    pages.include_router(part.router)


def is_page(path: str) -> bool:
    return not path.startswith(OTHERS)


async def failed_for(request: Request, error: Refused, headers: dict[str, str] | None = None) -> Response:
    """Return the page of an error, with the reader's name and settings where they can be read."""
    by_itself = error.code == "preparing" and request.method == "GET"
    with suppress(StoreDown, Damaged):
        reader = await reader_of(request)
        return failed(error, headers, me=reader.me, settings=reader.settings, comes_by_itself=by_itself)
    return failed(error, headers, comes_by_itself=by_itself)


def failed(error: Refused, headers: dict[str, str] | None = None, **reader: object) -> Response:
    heading = _(HEADINGS.get(error.code) or HEADINGS.get(error.status, HEADINGS[500]))
    usual: dict[str, object] = {"me": None, "here": "", "settings": {}, "comes_by_itself": False}
    context = {"heading": heading, "refusal": refusal_text(error), "advice": _advice(error)}
    return HTMLResponse(web.render("failed.html", **usual | reader | context), error.status, headers)


def _advice(error: Refused) -> str:
    """Return what helps on after an error."""
    match error.code:
        case "no table":
            return _("Check the link, or ask whoever sent it for a new one. Your own tables are on the home page.")
        case "damaged":
            return _("Tell whoever runs this server. Everything else goes on.")
        case "no link":
            return _("Make a new link on your other device: open your name there, then “Another device”.")
        case "preparing":
            return _("Rules, bots and hints are compiled once after the install. Try again in a moment.")
    if error.status == 404:
        return _("Perhaps the address was cut off. Your tables are on the home page.")
    return _("Your tables are safe. Go back and try again, or start from the home page.")
