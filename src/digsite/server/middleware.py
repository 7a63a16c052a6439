"""Before every request: limits, headers that every answer carries, metrics and the log."""

import asyncio
import logging
import time
from collections import defaultdict
from http import HTTPStatus
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from digsite.server import request_ids
from digsite.server.addresses import UNKNOWN, current_address, set_current_address
from digsite.server.buckets import Bucket
from digsite.server.costs import DEAR, cost_of
from digsite.server.gate import Crowded, Gate
from digsite.server.head_requests import answer_head
from digsite.server.settings import Settings
from digsite.tables.refused import Refused

log = logging.getLogger("digsite.http")
MOST_BODY = 64 * 1024
MOST_RECORD = 2 * 1024 * 1024
MOST_WAITING = 64  # dear requests of one address, until it is refused more
BODY_SECONDS = 20.0  # for a client to send the whole body
OF_RECORDS = ("/api/records", "/api/verify")
SAFE = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HTTPS_FOR_GOOD = {"Strict-Transport-Security": "max-age=31536000"}  # a year


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        own = self.registry
        self.requests = Counter(
            "digsite_requests_total", "Requests answered", ["method", "route", "status"], registry=own
        )
        self.seconds = Histogram("digsite_request_seconds", "Time to answer", ["route"], registry=own)
        self.changes = Counter(
            "digsite_changes_total", "Entries written to tables' logs", ["game", "kind"], registry=own
        )
        self.streams = Gauge("digsite_streams", "Open event streams", registry=own)
        self.ready = Gauge("digsite_ready", "Whether the database can be written: 1 or 0", registry=own)
        ProcessCollector(registry=own)
        self.bots = Gauge("digsite_bots_waiting", "Tables whose bots are to act", registry=own)
        self.database = Gauge("digsite_database_bytes", "Size of the database", registry=own)
        self.free = Gauge("digsite_disk_free_bytes", "Free on the database's disk; -1: not known", registry=own)
        self.damaged = Gauge("digsite_damaged_tables", "Tables that are closed as damaged", registry=own)
        self.full = Gauge("digsite_full", "1 where there is no room for new tables and records", registry=own)


class Answer(Protocol):
    """Makes the answer to a refused request: a page for browsers, a problem for programs."""

    def __call__(self, path: str, error: Refused, headers: dict[str, str] | None = None) -> Response: ...


class TooLarge(HTTPException):
    def __init__(self) -> None:
        super().__init__(413, "The request is too large")


class TooSlow(HTTPException):
    def __init__(self) -> None:
        super().__init__(408, "The request did not arrive in time")


def problem(status: int, code: str, detail: str, headers: dict[str, str] | None = None, **more: object) -> JSONResponse:
    """Return an `application/problem+json` answer (RFC 9457)."""
    problem = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
    }
    return JSONResponse(problem | more, status, headers, media_type="application/problem+json")


class AppMiddleware:
    """The ASGI middleware around the application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, answer: Answer) -> None:
        self.app, self.settings, self.metrics, self.answer = app, settings, metrics, answer
        self.rate = Bucket(settings.requests_per_second, 2 * settings.requests_per_second)
        self.streams: dict[str, int] = defaultdict(int)
        self.proxies = settings.trusted_proxies
        self.gate = Gate(1, MOST_WAITING)
        self.headers = HEADERS | (HTTPS_FOR_GOOD if settings.https else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, status, begun = time.perf_counter(), 0, False
        id = request_ids.begin(Headers(scope=scope).get(request_ids.HEADER))
        self._find_client(scope)

        async def sending(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                headers[request_ids.HEADER] = id
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        try:
            if refusal:
                await refusal(scope, receive, sending)
            else:
                await self._answer(scope, receive, sending)
        except Exception as error:
            if not (begun and isinstance(error, TimeoutError)):  # a stream that nobody reads is no failure
                log.exception("failed", extra={"route": _route(scope), "method": scope["method"]})
            if not begun:
                error = Refused(500, "failed", "Something went wrong on our side; it has been logged")
                await self.answer(scope["path"], error)(scope, receive, sending)
        self._note(scope, status, time.perf_counter() - started)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            await answer_head(self.app, scope, receive, send)
            return
        if not _is_stream(scope):
            await self._in_turn(scope, _limited(scope, receive), send)
            return
        address = current_address()
        if self.streams[address] >= self.settings.streams:
            await problem(429, "too many", "Too many streams are open", {"Retry-After": "5"})(scope, receive, send)
            return
        self.streams[address] += 1
        self.metrics.streams.inc()
        try:
            await self.app(scope, receive, send)
        finally:
            self.metrics.streams.dec()
            self.streams[address] -= 1
            if not self.streams[address]:
                del self.streams[address]

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; of the dear ones, one of each address at a time."""
        of_records = scope["path"] in OF_RECORDS
        if _cost(scope) < DEAR or _waits(scope) or (scope["method"] not in SAFE and not of_records):
            await self.app(scope, receive, send)
            return
        try:
            async with self.gate.through(f"{current_address()} {of_records}"):
                await self.app(scope, receive, send)
        except Crowded:
            error = Refused(429, "too many", "Too many requests")
            await self.answer(scope["path"], error, {"Retry-After": "2"})(scope, receive, send)

    def _find_client(self, scope: Scope) -> None:
        """Note from whose address a request comes."""
        address = scope["client"][0] if scope.get("client") else UNKNOWN
        if self.proxies.stated:
            forwarded = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
            address = self.proxies.client(address, forwarded)
            scope["client"] = (address, 0)
        set_current_address(address)

    def _refusal(self, scope: Scope) -> Response | None:
        headers, path = Headers(scope=scope), scope["path"]
        if not self.settings.knows_host(headers.get("host", "")):
            return self.answer(path, Refused(421, "unknown host", "This server does not answer to that host name"))
        wait = self.rate.take(current_address(), _cost(scope))
        if wait:
            retry = {"Retry-After": str(int(wait) + 1)}
            return self.answer(path, Refused(429, "too fast", "Too many requests"), retry)
        if scope["method"] not in SAFE and _is_foreign(headers):
            return self.answer(path, Refused(403, "foreign page", "Pages of other sites cannot do that"))
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return self.answer(path, Refused(400, "bad length", "The length of the body is not a number"))
        if len(length) > 18 or int(length) > _most(scope):
            return self.answer(path, Refused(413, "too large", "The request is too large"))
        return None

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = _route(scope)
        self.metrics.requests.labels(scope["method"] if scope["method"] in METHODS else "?", route, status).inc()
        if not _is_stream(scope):
            self.metrics.seconds.labels(route).observe(seconds)
        if log.isEnabledFor(logging.INFO):
            fields = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            log.info("request", extra=fields)


def _route(scope: Scope) -> str:
    """Return the route's pattern, never the path itself: there may be a secret in it."""
    return getattr(scope.get("route"), "path", "none")


def _is_stream(scope: Scope) -> bool:
    return bool(scope["path"].endswith(("/events", "/live")))


def _cost(scope: Scope) -> float:
    length = dict(scope["headers"]).get(b"content-length", b"")
    size = int(length) if len(length) < 10 and length.isdigit() else 0
    return cost_of(scope["path"], scope["query_string"], size)


def _waits(scope: Scope) -> bool:
    """Return whether a request waits for a bot to think, for which there are turns of its own."""
    query = scope["query_string"]
    return scope["path"].startswith("/t/") and b"hint" in query and b"ply" not in query


def _most(scope: Scope) -> int:
    return MOST_RECORD if scope["path"] in OF_RECORDS else MOST_BODY


def _is_foreign(headers: Headers) -> bool:
    """Return whether a browser says that the request comes from another site's page."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host", "")


def _limited(scope: Scope, receive: Receive) -> Receive:
    """Return `receive` with a limit on the size of the body and on its time."""
    left, deadline = _most(scope), time.monotonic() + BODY_SECONDS
    done = False

    async def receiving() -> Message:
        nonlocal left, done
        if done:
            return await receive()
        try:
            async with asyncio.timeout(max(deadline - time.monotonic(), 0.001)):
                message = await receive()
        except TimeoutError:
            raise TooSlow from None
        left -= len(message.get("body", b""))
        done = not message.get("more_body", False)
        if left < 0:
            raise TooLarge
        return message

    return receiving
