"""The web application: routes, errors, and what runs beside them."""

import asyncio
import gzip
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import FrameType
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.routing import Match

from digsite import __version__
from digsite.core.compile_cache import NotCompiled
from digsite.core.registry import plugins
from digsite.server import models as m
from digsite.server.api import USUAL, api
from digsite.server.api.fast_actions import FailedAction, FastActions
from digsite.server.background import page_worker
from digsite.server.clock import Clock
from digsite.server.connection import Connections
from digsite.server.logs import set_up
from digsite.server.metrics_access import may_read
from digsite.server.middleware import AppMiddleware, problem
from digsite.server.pages import failed, failed_for, is_page, pages
from digsite.server.preparation import Preparation
from digsite.server.quotas import TooMuch
from digsite.server.service import Service, service_of
from digsite.server.settings import Settings, from_environment
from digsite.server.store import StoreDown
from digsite.server.watchdog import Watchdog
from digsite.tables.refused import Refused

GAMES = " and ".join(own.title for own in plugins().values())
ABOUT = f"Tables for {GAMES}, for people, bots and programs. Become a guest, open a table, start, act."
SWITCH = 0.001  # seconds a thread may keep the others waiting: the writer must not wait long for the event loop


class Application(FastAPI):
    def openapi(self) -> dict[str, Any]:
        """Return the document with errors as problems, which FastAPI does not do by itself."""
        document = super().openapi()
        for path in document["paths"].values():
            for operation in path.values():
                for status, answer in operation["responses"].items():
                    if status >= "400":
                        [content] = answer["content"].values()
                        answer["content"] = {"application/problem+json": content}
        return document


def create_app(
    settings: Settings | None = None,
    clock: Clock | None = None,
    preparation: Preparation | None = None,
    watchdog: Watchdog | None = None,
) -> FastAPI:
    """Return the application. Without a preparation that has begun, it compiles everything before it answers."""
    settings = settings or from_environment()
    service = Service(settings, clock, preparation)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        set_up(settings.log)
        sys.setswitchinterval(SWITCH)
        await service.start()
        if watchdog:
            watchdog.start()
        try:
            _close_streams_on_signals(service)
            yield
        finally:
            if watchdog:
                watchdog.stop()
            await service.stop()

    app = Application(
        title="Digsite",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # a route of our own answers with bytes made once
        telemetry={"tracing": False, "metrics": False, "logs": False},  # looked up at every request
    )
    app.state.service = service
    app.state.connections = Connections(settings.connections, settings.trusted_proxies)
    app.router.routes.insert(0, FailedAction())
    app.include_router(api)
    app.include_router(pages)
    _add_document(app)
    _add_watching(app, service)
    _add_errors(app)
    app.add_middleware(FastActions)
    app.add_middleware(AppMiddleware, settings=settings, metrics=service.metrics, answer=answer)
    return app


def _close_streams_on_signals(service: Service) -> None:
    """End all streams when the server is told to stop, as it waits for open answers."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def handle(number: int, frame: FrameType | None, before: Any = before) -> None:
            loop.call_soon_threadsafe(service.hub.close)
            if callable(before):
                before(number, frame)

        with suppress(ValueError):  # not in the main thread: somebody else looks after signals
            signal.signal(number, handle)


def _add_document(app: FastAPI) -> None:
    made: list[tuple[bytes, bytes]] = []  # as it is, and compressed

    def make() -> tuple[bytes, bytes]:
        if not made:
            plain = to_json(app.openapi())
            made.append((plain, gzip.compress(plain)))
        return made[0]

    @app.get("/openapi.json", include_in_schema=False)
    async def document(request: Request) -> Response:
        plain, packed = made[0] if made else await page_worker.do(make)
        headers = {"Vary": "Accept-Encoding", "Cache-Control": "no-cache"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, media_type="application/json", headers=headers | {"Content-Encoding": "gzip"})
        return Response(plain, media_type="application/json", headers=headers)


def _add_watching(app: FastAPI, service: Service) -> None:
    refused: dict[int | str, dict[str, Any]] = {status: USUAL[status] for status in (421, 429)}

    @app.get("/healthz", tags=["running"], responses=refused)
    async def alive() -> dict[str, str]:
        return {"status": "alive"}

    @app.get("/readyz", tags=["running"], responses=refused | {503: USUAL[503]})
    async def ready() -> m.Ready:
        """Answer 200 once the database can be written and every game can be played.

        `preparing` has the seconds until the stages that are not compiled yet are ready.
        """
        await service.readiness.check()
        if not service.preparation.playable:
            raise NotCompiled
        return m.Ready(status="ready", preparing=service.preparation.waiting())

    @app.get("/metrics", tags=["running"], response_class=PlainTextResponse, responses=refused | {403: USUAL[403]})
    async def metrics(request: Request) -> Response:
        """For Prometheus, on this machine alone unless the operator says otherwise."""
        if not may_read(request, service.settings):
            raise Refused(403, "private", "These figures are for whoever runs this server")
        with suppress(StoreDown):
            await service.readiness.check()
        return Response(generate_latest(service.metrics.registry), media_type=CONTENT_TYPE_LATEST)


def answer(path: str, error: Refused, headers: dict[str, str] | None = None, **more: object) -> Response:
    """Return an error as a page to browsers, as a problem to programs."""
    return failed(error, headers) if is_page(path) else problem(error.status, error.code, str(error), headers, **more)


async def answer_to(
    request: Request, error: Refused, headers: dict[str, str] | None = None, **more: object
) -> Response:
    """Return an error as a page that knows its reader, or as a problem to programs."""
    path = request.url.path
    return await failed_for(request, error, headers) if is_page(path) else answer(path, error, headers, **more)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        headers = {"WWW-Authenticate": "Bearer"} if error.status == 401 else {}
        if isinstance(error, TooMuch) and error.wait:
            headers["Retry-After"] = str(error.wait)
        return await answer_to(request, error, headers)

    @app.exception_handler(StoreDown)
    async def down(request: Request, error: StoreDown) -> Response:
        detail = "The database is not available; send the same request again, with the same id"
        away = Refused(503, "database away", "The database is not available; try again in a moment", detail=detail)
        return await answer_to(request, away, {"Retry-After": "1"})

    @app.exception_handler(NotCompiled)
    async def preparing(request: Request, _error: NotCompiled) -> Response:
        preparation = service_of(request).preparation
        headers = {"Retry-After": str(preparation.retry_after)}
        error = Refused(503, "preparing", "The games are being prepared after a first start; try again in a moment")
        return await answer_to(request, error, headers, preparing=preparation.waiting())

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        faults = [{"where": ".".join(map(str, each["loc"])), "message": each["msg"]} for each in error.errors()]
        detail = "; ".join(f"{fault['where']}: {fault['message']}" for fault in faults[:3])
        invalid = Refused(422, "invalid", "Something in the address is wrong", detail=detail)
        return await answer_to(request, invalid, faults=faults)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(_allowed(request))
        return await answer_to(request, _of_http(error), headers)


def _of_http(error: HTTPException) -> Refused:
    match error.status_code:
        case 404:
            return Refused(404, "http", "Page not found", detail=str(error.detail))
        case 408:
            return Refused(408, "too slow", "The request did not arrive in time")
        case 413:
            return Refused(413, "too large", "The request is too large")
    return Refused(error.status_code, "http", "That is not possible here", detail=str(error.detail))


def _allowed(request: Request) -> list[str]:
    """Return the methods of all routes of a path; Starlette itself gives only those of the first."""
    routes = [route for route in (*api.routes, *pages.routes, *request.app.routes) if isinstance(route, APIRoute)]
    found = (route.methods or () for route in routes if route.matches(request.scope)[0] is Match.PARTIAL)
    return sorted(set[str]().union(*found))
