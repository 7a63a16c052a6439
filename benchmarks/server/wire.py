"""A small HTTP client that needs little processor time, since it runs on the machine that is measured."""

import asyncio
import json
import random
from typing import Any, cast

from digsite.core.registry import load

Answer = tuple[int, dict[str, Any]]
AGAIN = 0.05  # seconds until a request nobody answered is sent again


class Unanswered(ConnectionError):
    """The connection was lost before the answer: what was asked for may have happened or not."""


class Connection(asyncio.Protocol):
    """One kept-alive connection; one request at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._received = b""
        self._whole = 0  # bytes of head and body, once the head is there
        self._body = 0  # where the body begins

    @classmethod
    async def to(cls, host: str, port: int, own: str | None = None) -> "Connection":
        """Connect to a server, if need be from an address of one's own."""
        local = None if own is None else (own, 0)
        _, protocol = await asyncio.get_running_loop().create_connection(cls, host, port, local_addr=local)
        return protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        received = self._received = self._received + data
        if not self._whole:
            end = received.find(b"\r\n\r\n")
            if end < 0:
                return
            length = received.find(b"content-length: ", 0, end)
            self._body = end + 4
            self._whole = self._body + (int(received[length + 16 : received.find(b"\r", length)]) if length >= 0 else 0)
        if len(received) >= self._whole and self._answer is not None:
            answer, self._answer = self._answer, None
            status, body = int(received[9:12]), received[self._body : self._whole]
            self._received, self._whole = b"", 0
            if not answer.done():
                answer.set_result((status, body))

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Unanswered(str(error or "closed")))
        self._answer = None

    @property
    def alive(self) -> bool:
        return self._transport is not None

    def ask(self, request: bytes) -> asyncio.Future[tuple[int, bytes]]:
        if self._transport is None:
            raise Unanswered("closed")
        assert self._answer is None, "one request at a time"
        self._received, self._whole = b"", 0
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return self._answer

    def close(self) -> None:
        if self._transport:
            self._transport.abort()


class Client:
    """One person's requests, over one connection that is opened again when it is lost."""

    def __init__(self, host: str, port: int, token: str = "") -> None:
        self.host, self.port = host, port
        self.id = ""
        self._connection: Connection | None = None
        self.be(token)

    def be(self, token: str) -> None:
        own = f"Authorization: Bearer {token}\r\n" if token else ""
        self.token = token
        self._head = f"Host: {self.host}:{self.port}\r\n{own}"

    async def become_guest(self, name: str) -> "Client":
        status, answer = await self.surely("POST", "/api/guests", {"name": name})
        assert status == 201, answer
        self.id = answer["id"]
        self.be(answer["token"])
        return self

    def another(self) -> "Client":
        """Return the same person on another connection."""
        other = Client(self.host, self.port, self.token)
        other.id = self.id
        return other

    async def ask(self, method: str, path: str, sent: object = None) -> Answer:
        """Return status and JSON of an answer. Raises Unanswered."""
        body = b"" if sent is None else json.dumps(sent).encode()
        kind = "Content-Type: application/json\r\n" if body else ""
        head = f"{method} {path} HTTP/1.1\r\n{self._head}{kind}Content-Length: {len(body)}\r\n\r\n"
        if self._connection is None or not self._connection.alive:
            try:
                self._connection = await Connection.to(self.host, self.port)
            except OSError as error:
                raise Unanswered(str(error)) from None
        status, received = await self._connection.ask(head.encode() + body)
        return status, json.loads(received) if received else {}

    async def surely(self, method: str, path: str, sent: object = None) -> Answer:
        """Ask until there is an answer other than that the database is away."""
        while True:
            try:
                answer = await self.ask(method, path, sent)
            except Unanswered:
                answer = (503, {})
            if answer[0] != 503:
                return answer
            await asyncio.sleep(AGAIN)

    def close(self) -> None:
        if self._connection:
            self._connection.close()


class Mirror:
    """A game followed by the server's answers, to choose legal actions without asking for them."""

    def __init__(self, game: str, seats: int, rng: random.Random) -> None:
        self.game, self.rng = load(game), rng
        self.state = self.game.new(seats)
        self.ply = 0

    def follow(self, *texts: str) -> None:
        for text in texts:
            self.state = self.game.apply(self.state, self.game.parse(self.state, text))
        self.ply += len(texts)

    @property
    def to_act(self) -> int:
        return self.game.to_act(self.state)

    def choose(self) -> str:
        """Return the text of a random legal action."""
        return self.game.text(self.state, int(self.rng.choice(self.game.legal(self.state))))
