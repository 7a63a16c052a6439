"""What a table costs that nobody looks at, and how soon a long one is opened when nothing of it is in memory."""

import random
import time
from typing import Any

from benchmarks.server.figures import Advance, spread
from benchmarks.server.process import Server
from benchmarks.server.wire import Client, Mirror

WARM = 2_000  # tables before memory is measured: whatever is kept for speed is full by then
LONG = 400  # entries of a long table's log


async def measure_idle(server: Server, tables: int, advance: Advance) -> dict[str, Any]:
    person = await Client(server.host, server.port).become_guest("Idler")
    warm, before = min(WARM, tables), 0
    for number in range(warm + tables):
        if number == warm:
            before = server.memory()
        game = ("thebes", "mykerinos")[number % 2]
        _, answer = await person.ask("POST", "/api/tables", {"game": game, "seats": [{"kind": "me"}] * 2})
        status, answer = await person.ask("POST", f"/api/tables/{answer['id']}/start")
        assert status == 200, answer
        advance("idle tables", number + 1, warm + tables)
    grown = server.memory() - before
    person.close()
    return {"tables": tables, "kilobytes_each": round(grown / tables / 1024, 3), "megabytes": server.memory() // 2**20}


async def measure_opening(server: Server, tables: int, advance: Advance) -> dict[str, Any]:
    """Long tables, each opened once after a restart: what is done and taken back makes the log long."""
    person, long = await Client(server.host, server.port).become_guest("Reader"), list[str]()
    for number in range(tables):
        long.append(await _long_table(person, random.Random(number)))
        advance("long tables", number + 1, tables)
    assert server.stop() is not None
    server.start()
    person = person.another()
    await person.ask("GET", "/api/me")
    opened, records = list[float](), list[float]()
    for id in long:
        begun = time.perf_counter()
        status, _ = await person.ask("GET", f"/api/tables/{id}")
        opened.append(time.perf_counter() - begun)
        assert status == 200
        begun = time.perf_counter()
        await person.ask("GET", f"/api/tables/{id}/record")
        records.append(time.perf_counter() - begun)
    person.close()
    return {"tables": tables, "entries": LONG, "ms_to_open": spread(opened), "ms_for_the_record": spread(records)}


async def _long_table(person: Client, rng: random.Random) -> str:
    _, answer = await person.ask("POST", "/api/tables", {"game": "mykerinos", "seats": [{"kind": "me"}] * 4})
    id, mirror = str(answer["id"]), Mirror("mykerinos", 4, rng)
    _, answer = await person.ask("POST", f"/api/tables/{id}/start")
    _, record = await person.ask("GET", f"/api/tables/{id}/record")
    mirror.follow(*record["actions"])
    while answer["version"] < LONG:
        before = mirror.state
        sent = {"action": mirror.choose(), "version": answer["version"], "id": f"{answer['version']}"}
        _, answer = await person.ask("POST", f"/api/tables/{id}/actions", sent)
        mirror.follow(answer["action"], *answer["draws"])
        if answer["status"] == "over":
            return await _long_table(person, rng)
        if not answer["draws"] and rng.random() < 0.7:
            _, answer = await person.ask("POST", f"/api/tables/{id}/undo", {"version": answer["version"]})
            mirror.state = before
    return id
