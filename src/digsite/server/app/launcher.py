"""Starts a server: one process, or several on one PostgreSQL."""

import gc
import logging
import os
import resource
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from urllib.request import urlopen

import uvicorn
from fastapi import FastAPI
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from digsite import web
from digsite.core.errors import DigsiteError
from digsite.core.registry import game_names, load
from digsite.server.app import create_app
from digsite.server.connection import TimeLimitedHttp, limit_waiting
from digsite.server.cookie_key import cookie_key
from digsite.server.logs import set_up
from digsite.server.preparation import Preparation
from digsite.server.preparation_shown import shown
from digsite.server.settings import Settings, data_folder, from_environment, misspelt_variables
from digsite.server.store import Store
from digsite.server.watchdog import Watchdog

log = logging.getLogger("digsite.server")
NEW_OBJECTS = 20_000, 20, 20  # new objects before the garbage collector runs; requests leave little garbage
MOST_CONNECTIONS = 10_000
PATIENCE = 10  # seconds a stopping server waits for open answers


class CannotServe(DigsiteError):
    """The reason why a server cannot start."""


def run(settings: Settings, host: str, port: int, workers: int, open_browser: bool) -> None:
    set_up(settings.log)  # first, so that warnings are shown
    for line in misspelt_variables():
        log.warning(line)
    settings.use_data()  # here, so that errors are shown before anything starts
    if not settings.db:
        data_folder().mkdir(parents=True, exist_ok=True)
    store = Store(settings.url)
    if workers > 1 and not store.shared:
        raise CannotServe("--workers: several processes need PostgreSQL; SQLite is for one")
    try:
        store.open()  # here, so that errors are shown before anything starts
        cookie_key(settings, store)
    finally:
        store.close()
    listening = listen(host, port)
    if not sys.stderr.isatty():  # there the command has said so before it loaded all this
        _say("Starting Digsite ...")
    preparation = Preparation()
    preparation.begin()
    _allow_many_connections()
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}"
    _say(f"Digsite is at {address} (Ctrl-C stops it)")
    if settings.https and not settings.trusted_proxies.stated:
        _say("Without --proxies all who come through the proxy share the limits of one address; see --help")
    if open_browser:
        threading.Thread(target=_open_when_ready, args=[address], daemon=True).start()
    os.environ.update(settings.as_environment())
    app = "digsite.server.app.launcher:application" if workers > 1 else application(preparation)
    config = configured(app, settings, workers)
    server = uvicorn.Server(config)
    with shown(preparation):
        if workers > 1:
            supervisor = Multiprocess(config, sockets=[listening])
            supervisor.run()
            if any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes):
                raise CannotServe("the server could not start; the log says why")
        else:
            signal.signal(signal.SIGTERM, _leave)  # uvicorn stops in good order, and then raises the signal once more
            server.run(sockets=[listening])
    if not server.started and workers == 1:
        raise CannotServe("the server could not start; the log says why")


def application(preparation: Preparation | None = None) -> FastAPI:
    """Return the application, for a process of its own: what is there by now is never searched for garbage."""
    if preparation is None:
        preparation = Preparation()
        preparation.begin()
    settings = from_environment()
    watchdog = Watchdog(settings.watchdog) if settings.watchdog else None
    app = create_app(settings, preparation=preparation, watchdog=watchdog)
    for name in game_names():
        load(name)
    web.load_pages()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*NEW_OBJECTS)
    return app


def configured(app: FastAPI | str, settings: Settings, workers: int = 1) -> uvicorn.Config:
    """Return how uvicorn serves the application."""
    return uvicorn.Config(
        app,
        factory=workers > 1,
        workers=workers,
        http=TimeLimitedHttp,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # the middleware reads them
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
        timeout_keep_alive=30,
        limit_concurrency=MOST_CONNECTIONS,
    )


def _allow_many_connections() -> None:
    """Allow as many open files as the system permits: every stream is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + 1_000 if hard == resource.RLIM_INFINITY else min(MOST_CONNECTIONS + 1_000, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _open_when_ready(address: str) -> None:
    with suppress(OSError):
        urlopen(f"{address}/healthz", timeout=60).close()
        webbrowser.open(address)


def _leave(_: int, __: object) -> None:
    raise SystemExit(0)


def listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        limit_waiting(listening)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        raise CannotServe(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    listening.set_inheritable(True)
    return listening


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
