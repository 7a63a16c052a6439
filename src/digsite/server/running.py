"""Starting a server: one process, or several on one PostgreSQL."""

import gc
import os
import resource
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import Any
from urllib.request import urlopen

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from digsite.bench import warm_bots
from digsite.core.errors import DigsiteError
from digsite.games import GAMES, load
from digsite.server.app import create_app
from digsite.server.connection import Impatient, limit_waiting
from digsite.server.settings import Settings, data_folder
from digsite.server.store import Store

NEW_OBJECTS = 20_000, 20, 20  # between two looks for garbage; requests leave little of it
MOST_CONNECTIONS = 10_000
LOADING = 8.0  # seconds that starting takes at most where everything is compiled
PATIENCE = 10  # seconds a stopping server waits for answers under way


class CannotServe(DigsiteError):
    """What keeps a server from starting."""


def run(settings: Settings, host: str, port: int, workers: int, open_browser: bool) -> None:
    if not settings.db:
        data_folder().mkdir(parents=True, exist_ok=True)
    store = Store(settings.url)
    if workers > 1 and not store.shared:
        raise CannotServe("--workers: several processes need PostgreSQL; SQLite is for one")
    try:
        store.open()  # here, so that what is wrong is said before anything starts
    finally:
        store.close()
    listening = listen(host, port)
    _compile()
    _allow_many_connections()
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}"
    _say(f"Digsite is at {address} (Ctrl-C stops it)")
    if open_browser:
        threading.Thread(target=_open_when_ready, args=[address], daemon=True).start()
    os.environ.update(settings.as_environment())
    config = configured("digsite.server.running:application" if workers > 1 else application(), settings, workers)
    server = uvicorn.Server(config)
    if workers > 1:
        Multiprocess(config, sockets=[listening]).run()
    else:
        signal.signal(signal.SIGTERM, _leave)  # uvicorn stops in good order, and then raises the signal once more
        server.run(sockets=[listening])
    if not server.started and workers == 1:
        raise CannotServe("the server could not start; the log says why")


def _compile() -> None:
    """Before anybody is let in; told where it is more than loading what was compiled once."""
    told = threading.Timer(LOADING, _say, ["Compiling the rules, once; this takes about two minutes ..."])
    told.daemon = True
    told.start()
    for name in GAMES:
        warm_bots(load(name))
    told.cancel()


def application() -> FastAPI:
    """For a process that does nothing else: all that is there by now stays, and is not looked through for garbage."""
    app = create_app()
    for name in GAMES:
        load(name)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*NEW_OBJECTS)
    return app


def configured(app: Any, settings: Settings, workers: int = 1) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        factory=workers > 1,
        workers=workers,
        http=Impatient,
        log_config=None,
        access_log=False,
        proxy_headers=settings.https,
        forwarded_allow_ips="*" if settings.https else None,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
        timeout_keep_alive=30,
        limit_concurrency=MOST_CONNECTIONS,
    )


def _allow_many_connections() -> None:
    """As many open files as the system lets this process have: every stream is one."""
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
