"""What is written in one turn of the event loop is sent in one piece."""

import asyncio
import socket
from collections.abc import Awaitable, Callable

import uvloop

from digsite.server.connection import MOST_JOINED, JoinedWrites

PATIENCE = 20.0


class Counting(asyncio.Protocol):
    """The server's side of a connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport


def connected(scenario: Callable[[JoinedWrites, socket.socket, list[bytes]], Awaitable[None]]) -> None:
    """Run a scenario with joined writes, the other end of the connection, and the pieces that were sent so far."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        ours, other = socket.socketpair()
        transport, _ = await loop.create_connection(Counting, sock=ours)
        pieces = list[bytes]()

        class Noted:
            def write(self, data: bytes) -> None:
                pieces.append(data)
                transport.write(data)

            def close(self) -> None:
                transport.close()

        other.settimeout(PATIENCE)
        await scenario(JoinedWrites(Noted(), loop), other, pieces)  # type: ignore[arg-type]
        other.close()
        transport.abort()

    uvloop.run(run())


def read(other: socket.socket, size: int) -> bytes:
    received = b""
    while len(received) < size:
        received += other.recv(1 << 20)
    return received


def test_head_and_body_are_one_piece_and_the_next_turn_is_another() -> None:
    async def scenario(writes: JoinedWrites, other: socket.socket, pieces: list[bytes]) -> None:
        writes.write(b"head")
        writes.write(b"body")
        assert not pieces
        await asyncio.sleep(0)
        assert pieces == [b"headbody"]
        writes.write(b"more")
        await asyncio.sleep(0)
        assert pieces == [b"headbody", b"more"]
        assert await asyncio.to_thread(read, other, 12) == b"headbodymore"

    connected(scenario)


def test_much_is_sent_at_once() -> None:
    async def scenario(writes: JoinedWrites, other: socket.socket, pieces: list[bytes]) -> None:
        writes.write(b"head")
        writes.write(bytes(MOST_JOINED))
        assert pieces == [b"head" + bytes(MOST_JOINED)]
        await asyncio.sleep(0)
        assert len(pieces) == 1
        assert len(await asyncio.to_thread(read, other, MOST_JOINED + 4)) == MOST_JOINED + 4

    connected(scenario)


def test_what_waits_is_sent_before_the_end() -> None:
    async def scenario(writes: JoinedWrites, other: socket.socket, _: list[bytes]) -> None:
        writes.write(b"last")
        writes.close()
        assert await asyncio.to_thread(read, other, 4) == b"last"
        assert await asyncio.to_thread(other.recv, 1) == b""

    connected(scenario)
