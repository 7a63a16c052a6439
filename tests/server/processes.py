"""Servers and databases for tests that stop, kill and starve them."""

import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from benchmarks.server.process import Postgres, Server
from fastapi import FastAPI

from digsite.server.app import launcher
from digsite.server.service import Service
from digsite.server.settings import Settings
from tests.programs import eventually

PATIENCE = 60.0

__all__ = ["PATIENCE", "Inside", "Postgres", "Server", "eventually", "postgres_of_its_own", "served_inside"]


@contextmanager
def postgres_of_its_own() -> Iterator[Postgres]:
    """A database server in a folder with a short name, as sockets need."""
    with (
        tempfile.TemporaryDirectory(prefix="digsite-", ignore_cleanup_errors=True) as folder,
        Postgres(Path(folder) / "postgres") as postgres,
    ):
        yield postgres


class Inside:
    """A server in a thread of this process, whose parts a test can reach."""

    def __init__(self, app: FastAPI, server: uvicorn.Server, port: int) -> None:
        self.service: Service = app.state.service
        self.server, self.port = server, port
        self.loop = self.service.store._loop

    def do(self, job: Callable[[], object]) -> None:
        """In the server's own thread, as all it does."""
        self.loop.call_soon_threadsafe(job)

    @property
    def connections(self) -> int:
        return len(self.server.server_state.connections)


@contextmanager
def served_inside(app: FastAPI, settings: Settings) -> Iterator[Inside]:
    """An application served as `digsite serve` does."""
    listening = launcher.listen("127.0.0.1", 0)
    server = uvicorn.Server(launcher.configured(app, settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    eventually(lambda: server.started, "a server")
    try:
        yield Inside(app, server, int(listening.getsockname()[1]))
    finally:
        server.should_exit = True
        app.state.service.hub.close()
        thread.join(PATIENCE)
        listening.close()


def connect(port: int, said: bytes, buffer: int | None = None) -> socket.socket:
    """A plain connection on which something has been said."""
    connection = socket.socket()
    if buffer is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", port))
    connection.sendall(said)
    return connection
