"""How soon everybody who watches a table has what happens there."""

import asyncio
import random
import time
from typing import Any, cast

from benchmarks.server.figures import Advance, spread
from benchmarks.server.process import Server
from benchmarks.server.wire import Client, Mirror


class Watcher(asyncio.Protocol):
    """One stream of events; notes when each version came."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self.came: dict[int, float] = {}
        self.listening = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        for line in data.split(b"\n"):
            if line.startswith(b"id: "):
                self.came[int(line[4:])] = now
                if not self.listening.done():
                    self.listening.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.listening.done():
            self.listening.set_exception(error or ConnectionError("closed"))


async def measure_watchers(server: Server, watchers: int, actions: int, advance: Advance) -> dict[str, Any]:
    person = await Client(server.host, server.port).become_guest("Watched")
    seats = [{"kind": "me"}] * 4
    _, answer = await person.ask("POST", "/api/tables", {"game": "mykerinos", "seats": seats})
    id, mirror = answer["id"], Mirror("mykerinos", 4, random.Random(1))
    _, answer = await person.ask("POST", f"/api/tables/{id}/start")
    version = answer["version"]
    _, record = await person.ask("GET", f"/api/tables/{id}/record")
    mirror.follow(*record["actions"])

    request = f"GET /api/tables/{id}/events HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n\r\n".encode()
    memory, listening = server.memory(), list[Watcher]()
    for number in range(watchers):
        _, watcher = await asyncio.get_running_loop().create_connection(
            lambda: Watcher(request), server.host, server.port
        )
        await watcher.listening
        listening.append(watcher)
        advance("watchers", number + 1, watchers)
    memory = server.memory() - memory

    after_sending, after_answer, until_all = list[float](), list[float](), list[float]()
    for number in range(actions):
        sent = {"action": mirror.choose(), "version": version, "id": f"{number}"}
        begun = time.perf_counter()
        _, answer = await person.ask("POST", f"/api/tables/{id}/actions", sent)
        answered = time.perf_counter()
        version = answer["version"]
        mirror.follow(answer["action"], *answer["draws"])
        while any(version not in watcher.came for watcher in listening):
            await asyncio.sleep(0.01)
        came = [watcher.came[version] for watcher in listening]
        after_sending += [moment - begun for moment in came]
        after_answer += [max(moment - answered, 0) for moment in came]
        until_all.append(max(came) - begun)
        await asyncio.sleep(0.05)
        advance("actions watched", number + 1, actions)
    for watcher in listening:
        watcher.transport.abort()
    person.close()
    return {
        "watchers": watchers,
        "actions": actions,
        "ms_after_sending": spread(after_sending),
        "ms_after_the_answer": spread(after_answer),
        "ms_until_all_have_it": spread(until_all),
        "kilobytes_each": round(memory / watchers / 1024, 1),
    }
