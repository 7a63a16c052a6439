"""Connections: a client must say in time what it wants, and take in time what it is sent."""

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 20.0  # for a client to say what it wants, from its first byte or its coming
MOST_HEAD = 64 * 1024  # bytes of it
TAKING = 60  # seconds the network may be full of what a client does not take


class Impatient(HttpToolsProtocol):
    """HTTP as uvicorn speaks it; who begins a request and does not go on is not waited for."""

    _slow: asyncio.TimerHandle | None = None
    _in_head, _said = True, 0

    def connection_made(self, transport: Any) -> None:
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
    """The system gives up clients that take nothing, also those whose answers nobody waits for any more."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TAKING * 1000)
