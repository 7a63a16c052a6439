"""How many actions a second a server keeps durably, and how long each takes."""

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Any

from benchmarks.server.figures import Advance, spread
from benchmarks.server.process import Postgres, Server
from benchmarks.server.wire import Client, Mirror

KINDS = [("thebes", 2), ("mykerinos", 3), ("thebes", 4), ("mykerinos", 2)]


@dataclass
class Measurement:
    """What happened while it was measured."""

    begun: float = field(default_factory=time.perf_counter)
    seconds: list[float] = field(default_factory=list)
    refused: int = 0
    games: int = 0


class Playing:
    """One table after the other, all seats taken by people who share a connection."""

    def __init__(self, people: list[Client], number: int) -> None:
        self.people = people
        self.game, self.seats = KINDS[number % len(KINDS)]
        self.rng = random.Random(number)
        self.sent = 0
        self.table, self.version = "", 0

    async def begin(self) -> None:
        """Open a table and start it: the first person alone, or with the others."""
        host, *others = self.people[: self.seats]
        seats = [{"kind": "me"}] + [{"kind": "open" if others else "me"}] * (self.seats - 1)
        status, answer = await host.ask("POST", "/api/tables", {"game": self.game, "seats": seats})
        assert status == 201, answer
        self.table = answer["id"]
        for seat in range(1, self.seats):
            if others:
                await others[(seat - 1) % len(others)].ask("POST", f"/api/tables/{self.table}/seats/{seat}")
        status, answer = await host.ask("POST", f"/api/tables/{self.table}/start")
        assert status == 200, answer
        self.version, self.mirror = answer["version"], Mirror(self.game, self.seats, self.rng)
        _, record = await host.ask("GET", f"/api/tables/{self.table}/record")
        self.mirror.follow(*record["actions"])

    async def act(self, measurement: Measurement, due: float | None = None) -> None:
        """One action; the time is counted from when it was due."""
        owners = self.people[: self.seats]
        actor = owners[self.mirror.to_act if self.mirror.to_act < len(owners) else -1]
        self.sent += 1
        sent = {"action": self.mirror.choose(), "version": self.version, "id": f"{self.sent}"}
        begun = time.perf_counter() if due is None else due
        status, answer = await actor.ask("POST", f"/api/tables/{self.table}/actions", sent)
        measurement.seconds.append(time.perf_counter() - begun)
        if status != 200:
            measurement.refused += 1
            return
        self.version = answer["version"]
        self.mirror.follow(answer["action"], *answer["draws"])
        if answer["status"] == "over":
            measurement.games += 1
            await self.begin()


async def seat_everybody(server: Server, tables: int, advance: Advance) -> list[Playing]:
    """Half of the tables are played by one person each, the others by a company of guests."""
    playing = []
    for number in range(tables):
        people = [Client(server.host, server.port) for _ in range(1 if number % 2 else 4)]
        for person in people:
            await person.become_guest(f"Guest {number}")
        playing.append(Playing(people, number // 2))
        await playing[-1].begin()
        advance("tables", number + 1, tables)
    return playing


async def at_a_pace(playing: list[Playing], rate: float, seconds: float, advance: Advance) -> Measurement:
    """So many actions a second in all, each due at its time whether the others were answered or not."""
    measurement, every = Measurement(), len(playing) / rate

    async def go(number: int, table: Playing) -> None:
        due = measurement.begun + every * number / len(playing)
        while due < measurement.begun + seconds:
            await asyncio.sleep(max(due - time.perf_counter(), 0))
            await table.act(measurement, due)
            due += every

    await _with_progress(
        f"{rate:.0f} actions/s", measurement, seconds, [go(i, table) for i, table in enumerate(playing)], advance
    )
    return measurement


async def at_full_speed(playing: list[Playing], seconds: float, advance: Advance) -> Measurement:
    """Everybody acts as soon as the last action is answered."""
    measurement = Measurement()

    async def go(table: Playing) -> None:
        while time.perf_counter() < measurement.begun + seconds:
            await table.act(measurement)

    await _with_progress("full speed", measurement, seconds, [go(table) for table in playing], advance)
    return measurement


async def _with_progress(
    what: str, measurement: Measurement, seconds: float, tasks: list[Any], advance: Advance
) -> None:
    done = asyncio.gather(*tasks)
    while not done.done():
        await asyncio.wait([done], timeout=0.5)
        advance(what, min(time.perf_counter() - measurement.begun, seconds), seconds)
    await done


async def measure_load(
    server: Server, tables: int, rate: float, seconds: float, advance: Advance, database: Postgres | None = None
) -> dict[str, Any]:
    """Measure both paces. `database` is the server's, whose processor time is then told, too."""
    playing = await seat_everybody(server, tables, advance)
    figures: dict[str, Any] = {"tables": tables}
    for what in ("at_a_pace", "at_full_speed"):
        server_cpu, client_cpu, begun = server.cpu_seconds(), time.process_time(), time.perf_counter()
        database_cpu = database.cpu_seconds() if database else 0.0
        if what == "at_a_pace":
            measurement = await at_a_pace(playing, rate, seconds, advance)
        else:
            measurement = await at_full_speed(playing, seconds, advance)
        passed, worked = time.perf_counter() - begun, server.cpu_seconds() - server_cpu
        figures[what] = {
            "actions_per_second": round(len(measurement.seconds) / passed, 1),
            "refused": measurement.refused,
            "games_finished": measurement.games,
            "ms": spread(measurement.seconds),
            "server_cpu": round(worked / passed, 2),
            "server_ms_per_action": round(1000 * worked / len(measurement.seconds), 2),
            "database_ms_per_action": round(
                1000 * (database.cpu_seconds() - database_cpu) / len(measurement.seconds) if database else 0, 2
            ),
            "client_cpu": round((time.process_time() - client_cpu) / passed, 2),
        }
    figures["at_a_pace"]["asked_for"] = rate
    for table in playing:
        for person in table.people:
            person.close()
    return figures
