"""The web application: routes, errors, what runs beside them."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import FrameType
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import text
from starlette.exceptions import HTTPException

from digsite import __version__
from digsite.server.api import api
from digsite.server.clock import Clock
from digsite.server.guard import Guard, problem
from digsite.server.logs import set_up
from digsite.server.service import Service
from digsite.server.settings import Settings, from_environment
from digsite.server.store import StoreDown
from digsite.server.table import Refused

ABOUT = "Tables for Thebes and Mykerinos, for people, bots and programs. Become a guest, open a table, start, act."
SWITCH = 0.001  # seconds a thread may keep the others waiting: the writer must not wait long for the event loop


def create_app(settings: Settings | None = None, clock: Clock | None = None) -> FastAPI:
    settings = settings or from_environment()
    service = Service(settings, clock)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        set_up(settings.log)
        sys.setswitchinterval(SWITCH)
        await service.start()
        _close_streams_on_signals(service)
        yield
        await service.stop()

    app = FastAPI(
        title="Digsite", version=__version__, description=ABOUT, lifespan=lifespan, docs_url=None, redoc_url=None
    )
    app.state.service = service
    app.include_router(api)
    _add_watching(app, service)
    _add_errors(app)
    app.add_middleware(Guard, settings=settings, metrics=service.metrics)
    return app


def _close_streams_on_signals(service: Service) -> None:
    """A stopping server waits for open answers; streams must end for that."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def handle(number: int, frame: FrameType | None, before: Any = before) -> None:
            loop.call_soon_threadsafe(service.hub.close)
            if callable(before):
                before(number, frame)

        with suppress(ValueError):  # not in the main thread: somebody else looks after signals
            signal.signal(number, handle)


def _add_watching(app: FastAPI, service: Service) -> None:
    @app.get("/healthz", tags=["running"])
    async def alive() -> dict[str, str]:
        return {"status": "alive"}

    @app.get("/readyz", tags=["running"], responses={503: {"description": "Not now"}})
    async def ready() -> dict[str, str]:
        await service.store.read(lambda c: c.execute(text("SELECT 1")))
        return {"status": "ready"}

    @app.get("/metrics", tags=["running"], responses={200: {"content": {"text/plain": {}}}})
    async def metrics() -> Response:
        return Response(generate_latest(service.metrics.registry), media_type=CONTENT_TYPE_LATEST)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> Response:
        headers = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "2"}}.get(error.status)
        return problem(error.status, error.code, str(error), headers)

    @app.exception_handler(StoreDown)
    async def down(_: Request, error: StoreDown) -> Response:
        return problem(503, "database away", "The database is away; ask again with the same id", {"Retry-After": "1"})

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        faults = [{"where": ".".join(map(str, each["loc"])), "message": each["msg"]} for each in error.errors()]
        said = "; ".join(f"{fault['where']}: {fault['message']}" for fault in faults[:3])
        return problem(422, "invalid", said, faults=faults)

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        return problem(error.status_code, "http", str(error.detail), dict(error.headers or {}))
