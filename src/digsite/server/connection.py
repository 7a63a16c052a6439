"""Connections: a client must send its request in time, and read its answer in time. An answer is sent in one piece."""

import asyncio
import socket
from collections import Counter
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from digsite.server.addresses import UNKNOWN, Proxies, limit_key

HEAD_SECONDS = 20.0  # for the head of a request, from its first byte or from connecting
MOST_HEAD = 64 * 1024  # bytes of it
TAKING = 60  # seconds that sent data may stay unread
MOST_JOINED = 64 * 1024  # bytes that wait to be sent together
_PROBLEM = (
    b'{"type":"about:blank","title":"Too Many Requests","status":429,"code":"too many","detail":"Too many connections"}'
)
TOO_MANY = (
    b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/problem+json\r\nRetry-After: 30\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(_PROBLEM), _PROBLEM)
)


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


class Connections:
    """The open connections of each address, of which it may have so many; proxies may have any number."""

    def __init__(self, most: int, proxies: Proxies) -> None:
        self.most, self.proxies = most, proxies
        self._open = Counter[str]()

    def enter(self, peer: str) -> bool:
        """Note a new connection; return whether it may stay."""
        key = limit_key(peer)
        self._open[key] += 1
        return self._open[key] <= self.most or self.proxies.is_proxy(peer)

    def leave(self, peer: str) -> None:
        key = limit_key(peer)
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


class TimeLimitedHttp(HttpToolsProtocol):
    """uvicorn's HTTP, with a time limit on the head of a request, and so many connections of an address."""

    _slow: asyncio.TimerHandle | None = None
    _in_head, _said = True, 0
    _peer, _refused = UNKNOWN, False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        joined = JoinedWrites(transport, self.loop)
        super().connection_made(cast(asyncio.Transport, joined))
        self._peer = self.client[0] if self.client else UNKNOWN
        if self._of_address and not self._of_address.enter(self._peer):
            self._refused = True
            joined.write(TOO_MANY)
            joined.close()
            return
        self._wait_for_head()

    @property
    def _of_address(self) -> Connections | None:
        found = getattr(getattr(self.app, "state", None), "connections", None)
        return found if isinstance(found, Connections) else None

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
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
        if self._of_address:
            self._of_address.leave(self._peer)
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._slow = self.loop.call_later(HEAD_SECONDS, self.transport.abort)


def limit_waiting(listening: socket.socket) -> None:
    """Let the system drop clients that read nothing."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TAKING * 1000)
