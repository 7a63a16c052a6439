"""Connections: a client must send its request in time, and read its answer in time. An answer is sent in one piece."""

import asyncio
import socket
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 20.0  # for the head of a request, from its first byte or from connecting
MOST_HEAD = 64 * 1024  # bytes of it
TAKING = 60  # seconds that sent data may stay unread
MOST_JOINED = 64 * 1024  # bytes that wait to be sent together


class JoinedWrites:
    """A transport that sends what is written in one turn of the event loop in one piece: mostly head and body.

    Each piece is a call of the system, and wakes the client: a tenth of what a small answer costs.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._pieces: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._pieces:
            self._loop.call_soon(self._send)
        self._pieces.append(data)
        self._size += len(data)
        if self._size > MOST_JOINED:
            self._send()

    def close(self) -> None:
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._pieces:
            data = b"".join(self._pieces)
            self._pieces, self._size = [], 0
            self._transport.write(data)


class TimeLimitedHttp(HttpToolsProtocol):
    """uvicorn's HTTP, with a time limit on the head of a request."""

    _slow: asyncio.TimerHandle | None = None
    _in_head, _said = True, 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(cast(asyncio.Transport, JoinedWrites(transport, self.loop)))
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head:
            self._said += len(data)
            if self._said > MOST_HEAD:
                self.transport.abort()
            elif self._slow is None:
                self._wait_for_head()

    def on_message_begin(self) -> None:
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head, self._said = False, 0
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._slow is not None:
            self._slow.cancel()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._slow = self.loop.call_later(HEAD_SECONDS, self.transport.abort)


def limit_waiting(listening: socket.socket) -> None:
    """Let the system drop clients that read nothing."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TAKING * 1000)
