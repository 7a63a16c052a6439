"""How much one client that asks for what costs most, as fast as it can, delays another's actions.

Both come from addresses of their own, and the server has its usual limits.
"""

import asyncio
import json
import random
import time
from collections.abc import Iterator
from itertools import cycle
from multiprocessing import get_context
from typing import Any

from benchmarks.server.figures import Advance, spread
from benchmarks.server.process import Server
from benchmarks.server.wire import Client, Connection, Mirror, Unanswered

CONNECTIONS = 16
ADDRESS = "127.0.0.2"  # of the hostile client: all of 127/8 is this machine
PAUSE = 0.05  # seconds between two actions of the other client
SEATS = 2
_context = get_context("spawn")
Request = bytes


async def measure_hostile(server: Server, seconds: float, advance: Advance) -> dict[str, Any]:
    person = await Client(server.host, server.port).become_guest("Player")
    id, record = await _whole_game(person)
    routes = _requests(server, id, record)
    playing = _Playing(person)
    before = await playing.play(seconds)
    figures: dict[str, Any] = {"connections": CONNECTIONS, "ms_alone": spread(before)}
    for number, (name, requests) in enumerate(routes.items(), 1):
        figures[name] = await _beside(server, playing, requests, seconds)
        figures[name]["p95_raised_by_ms"] = round(figures[name]["ms"]["p95"] - figures["ms_alone"]["p95"], 2)
        advance("hostile clients", number, len(routes))
    figures["ms_alone_afterwards"] = spread(await playing.play(seconds))
    person.close()
    return figures


async def _beside(server: Server, playing: "_Playing", requests: list[Request], seconds: float) -> dict[str, Any]:
    """Let somebody play while a process of its own sends the requests."""
    ours, its = _context.Pipe()
    process = _context.Process(target=_hammer, args=(server.host, server.port, requests, its), daemon=True)
    process.start()
    await asyncio.to_thread(ours.recv)  # it is connected
    begun = time.perf_counter()
    ours.send("go")
    waited = await playing.play(seconds)
    ours.send("stop")
    answered, refused = await asyncio.to_thread(ours.recv)
    passed = time.perf_counter() - begun
    process.join()
    return {
        "ms": spread(waited),
        "answered_per_second": round(answered / passed, 1),
        "refused_per_second": round(refused / passed, 1),
    }


def _requests(server: Server, id: str, record: dict[str, Any]) -> dict[str, list[Request]]:
    """Return the requests of each route, which are sent in turn."""
    body = json.dumps(record).encode()
    plies = range(1, len(record["actions"]))

    def get(path: str) -> Request:
        return f"GET {path} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n\r\n".encode()

    verify = (
        f"POST /api/verify HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return {
        "openapi.json": [get("/openapi.json")],
        "past positions": [get(f"/t/{id}?ply={ply}") for ply in plies],
        "home": [get("/")],
        "pictures": [get(f"/t/{id}/picture.svg?ply={ply}") for ply in plies],
        "verify": [verify.encode() + body],
    }


async def _whole_game(person: Client) -> tuple[str, dict[str, Any]]:
    """Return a table whose game is over, and its record."""
    playing = _Playing(person)
    while True:
        id = await playing.act()
        _, table = await person.ask("GET", f"/api/tables/{id}")
        if table["status"] == "over":
            _, record = await person.ask("GET", f"/api/tables/{id}/record")
            return id, record


class _Playing:
    """Somebody who plays both seats of one table after the other."""

    def __init__(self, person: Client) -> None:
        self.person, self.rng = person, random.Random(1)
        self.id, self.version, self.mirror = "", 0, Mirror("thebes", SEATS, self.rng)

    async def _open(self) -> None:
        _, answer = await self.person.ask("POST", "/api/tables", {"game": "thebes", "seats": [{"kind": "me"}] * SEATS})
        self.id, self.mirror = str(answer["id"]), Mirror("thebes", SEATS, self.rng)
        _, answer = await self.person.ask("POST", f"/api/tables/{self.id}/start")
        self.version = answer["version"]
        _, record = await self.person.ask("GET", f"/api/tables/{self.id}/record")
        self.mirror.follow(*record["actions"])

    async def act(self) -> str:
        """Play one action. Return its table."""
        if not self.id:
            await self._open()
        id = self.id
        sent = {"action": self.mirror.choose(), "version": self.version, "id": str(self.version)}
        status, answer = await self.person.ask("POST", f"/api/tables/{id}/actions", sent)
        assert status == 200, answer
        self.version = answer["version"]
        self.mirror.follow(answer["action"], *answer["draws"])
        self.id = "" if answer["status"] == "over" else id
        return id

    async def play(self, seconds: float) -> list[float]:
        """Play for some time. Return how long each action waited for its answer."""
        waited, end = list[float](), time.perf_counter() + seconds
        while time.perf_counter() < end:
            if not self.id:
                await self._open()
            begun = time.perf_counter()
            await self.act()
            waited.append(time.perf_counter() - begun)
            await asyncio.sleep(PAUSE)
        return waited


def _hammer(host: str, port: int, requests: list[Request], pipe: Any) -> None:
    """Send requests on all connections as fast as they are answered, until told to stop; for a process of its own."""
    asyncio.run(_hammering(host, port, cycle(requests), pipe))


async def _hammering(host: str, port: int, requests: Iterator[Request], pipe: Any) -> None:
    connections = [await Connection.to(host, port, ADDRESS) for _ in range(CONNECTIONS)]
    counts = [0, 0]
    pipe.send("ready")
    await asyncio.to_thread(pipe.recv)

    async def go(connection: Connection) -> None:
        while True:
            try:
                status, _ = await connection.ask(next(requests))
            except Unanswered:
                connection = await Connection.to(host, port, ADDRESS)
                continue
            counts[status in (429, 503)] += 1

    tasks = [asyncio.create_task(go(connection)) for connection in connections]
    await asyncio.to_thread(pipe.recv)
    for task in tasks:
        task.cancel()
    pipe.send(counts)
