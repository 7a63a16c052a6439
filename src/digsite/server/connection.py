"""Connections: a client must send its request in time, and read its answer in time."""

import asyncio
import socket

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 20.0  # for the head of a request, from its first byte or from connecting
MOST_HEAD = 64 * 1024  # bytes of it
TAKING = 60  # seconds that sent data may stay unread


class TimeLimitedHttp(HttpToolsProtocol):
    """uvicorn's HTTP, with a time limit on the head of a request."""

    _slow: asyncio.TimerHandle | None = None
    _in_head, _said = True, 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
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
