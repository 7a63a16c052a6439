"""Kill a server again and again while people play, and prove afterwards that nothing was lost, doubled or invented.

    python -m benchmarks.server.kill [--kills 200] [--db sqlite|postgres|both]

On PostgreSQL every third time the database is killed instead, or too. Whoever was not answered asks again with the
same id.
"""

import asyncio
import random
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
import uvloop
from rich.console import Console
from rich.progress import Progress

from benchmarks.server.forked import ForkedServer
from benchmarks.server.process import Postgres, Server
from benchmarks.server.proof import Asked, Log, prove
from benchmarks.server.wire import AGAIN, Client, Unanswered

PATIENCE = 120.0  # seconds for a last game to be played to its end
BOTS = ("random", "novice", "scholar")


@dataclass
class Broken(AssertionError):
    """An answer to a client that cannot be right."""

    message: str

    def __str__(self) -> str:
        return self.message


@dataclass
class Company:
    """People who play at one table after the other: each acts when it is their turn."""

    people: list[Client]
    number: int
    log: Log
    rng: random.Random
    with_bots: bool
    table: str = ""
    finished: int = 0
    again: int = field(default=0)  # requests that had to be made again
    _made: int = 0
    _next: int = 0  # who is likely to act

    async def play(self, until: asyncio.Event, once: bool = False) -> None:
        """Play until asked to stop, which happens between two requests, or with `once` until a game is over."""
        while not until.is_set():
            if not self.table:
                await self._sit_down()
            if await self._turn() == "over":
                self.log.over.add(self.table)
                self.finished += 1
                self.table = ""
                if once:
                    return

    async def _sit_down(self) -> None:
        host, *others = self.people
        game = self.rng.choice(("thebes", "mykerinos"))
        seats = [{"kind": "me"}] + [{"kind": "open"}] * len(others)
        if self.with_bots:
            seats.append({"kind": "bot", "bot": self.rng.choice(BOTS)})
        if len(seats) == 1:
            seats.append({"kind": "me"})
        answer = await self._open(host, {"game": game, "seats": seats, "visibility": "link"})
        self.table = answer["id"]
        for seat, person in enumerate(others, 1):
            status, answer = await person.surely("POST", f"/api/tables/{self.table}/seats/{seat}", {"word": "luck"})
            if status != 200:
                raise Broken(f"{self.table}: seat {seat} was refused with {answer}")
        id = self._id()
        await self._ask(host, "start", Asked(id, host.id, "started", answer["version"]), {"id": id})

    async def _open(self, host: Client, sent: dict[str, Any]) -> dict[str, Any]:
        """Open a table. Opening has no id: without an answer it is repeated, and an unused table may be left."""
        while True:
            try:
                status, answer = await host.ask("POST", "/api/tables", sent)
            except Unanswered:
                status, answer = 503, {}
            if status == 201:
                return answer
            if status != 503:
                raise Broken(f"a table was refused with {answer}")
            self.log.unanswered += 1
            await asyncio.sleep(AGAIN)

    async def _turn(self) -> str:
        """Let somebody act if it is a person's turn. Return the status of the table."""
        person = self.people[self._next]
        _, answer = await person.surely("GET", f"/api/tables/{self.table}")
        seat = answer["to_act"]
        if answer["status"] != "playing":
            return str(answer["status"])
        if not answer["legal"]:
            if answer["seats"][seat]["kind"] == "person":
                self._next = seat
            else:
                await asyncio.sleep(0.01)  # a bot thinks
            return "playing"
        version, id = answer["version"], self._id()
        if answer["undo"] and self.rng.random() < 0.2:
            ply = self.rng.choice(answer["undo"])
            asked = Asked(id, person.id, "undone", version, to=ply)
            event = await self._ask(person, "undo", asked, {"version": version, "id": id, "ply": ply})
        else:
            action = self.rng.choice(answer["legal"])
            asked = Asked(id, person.id, "acted", version, action=action)
            event = await self._ask(person, "actions", asked, {"version": version, "id": id, "action": action})
        if event["to_act"] is not None and event["to_act"] < len(self.people):
            self._next = event["to_act"]
        return str(event["status"])

    async def _ask(self, person: Client, what: str, asked: Asked, sent: dict[str, Any]) -> dict[str, Any]:
        """Send a request until it is answered, always with the same id. Return the answer, which must fit it."""
        self.log.asked[self.table, asked.id] = asked
        while True:
            try:
                status, answer = await person.ask("POST", f"/api/tables/{self.table}/{what}", sent)
            except Unanswered:
                status, answer = 503, {}
            if status != 503:
                break
            self.again += 1
            await asyncio.sleep(AGAIN)
        if status != 200:
            raise Broken(f"{self.table}: {asked} was answered with {status} {answer.get('detail')}")
        if what != "start":
            if answer["version"] != asked.version + 1 or answer["kind"] != asked.kind:
                raise Broken(f"{self.table}: {asked} was answered with {answer}")
            self.log.answered[self.table, asked.id] = answer
        return answer

    def _id(self) -> str:
        self._made += 1
        return f"{self.number}-{self._made}"


@dataclass
class Campaign:
    """One server, its database, and what is done to them."""

    server: Server
    kills: int
    tables: int
    rng: random.Random
    postgres: Postgres | None = None
    pauses: tuple[float, float] = (0.2, 1.5)  # seconds from a start to the next kill
    last: int = 1000  # tables that are played to their end afterwards, those with people only first
    log: Log = field(default_factory=Log)

    async def run(self, advance: Any = lambda done: None) -> dict[str, Any]:
        companies = [await self._company(number) for number in range(self.tables)]
        enough = asyncio.Event()
        playing = [asyncio.create_task(company.play(enough)) for company in companies]
        for number in range(self.kills):
            await self._play_on(playing, self.rng.uniform(*self.pauses))
            await asyncio.to_thread(self._kill, number)
            advance(number + 1)
        await self._play_on(playing, 0.5)
        enough.set()
        await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)
        last = sorted(companies, key=lambda company: company.with_bots)[: self.last]
        playing = [asyncio.create_task(company.play(asyncio.Event(), once=True)) for company in last]
        await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)
        records = [await self._record(companies[0].people[0], id) for id in sorted(self.log.over)]
        status = await asyncio.to_thread(self.server.stop)
        proved = await asyncio.to_thread(prove, self.server.db, self.log, records)
        return {
            "kills": self.kills,
            "exit_status": status,
            "games_finished": sum(company.finished for company in companies),
            "asked_again": sum(company.again for company in companies),
        } | proved

    async def _company(self, number: int) -> Company:
        people = [Client(self.server.host, self.server.port) for _ in range(1 + number % 3)]
        for person in people:
            await person.become_guest(f"Guest {number}")
        return Company(people, number, self.log, random.Random(self.rng.random()), with_bots=number % 3 == 1)

    async def _play_on(self, playing: list[asyncio.Task[None]], seconds: float) -> None:
        """Let everybody play for a while. A wrong answer to anybody ends everything at once."""
        done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()

    def _kill(self, number: int) -> None:
        """Kill the server, the database, or both, and start them again."""
        database = self.postgres is not None and number % 3 > 0
        if database and self.postgres:
            self.postgres.kill()
        if not database or number % 3 == 2:
            self.server.kill()
        if database and self.postgres:
            self.postgres.start()
        if not self.server.running:
            self.server.start()

    async def _record(self, person: Client, id: str) -> dict[str, Any]:
        return (await person.surely("GET", f"/api/tables/{id}/record"))[1]


def main(
    kills: Annotated[int, typer.Option(help="Number of kills for each database.")] = 200,
    db: Annotated[str, typer.Option(help="sqlite, postgres or both.")] = "both",
    tables: Annotated[int, typer.Option(help="Played at the same time.")] = 24,
    seed: Annotated[int, typer.Option(help="Seed of what is played and when something is killed.")] = 1,
    forked: Annotated[bool, typer.Option("--forked", help="Fork servers that have imported everything.")] = False,
) -> None:
    """Kill a server again and again while people play."""
    for kind in ("sqlite", "postgres") if db == "both" else (db,):
        with (
            tempfile.TemporaryDirectory(prefix="digsite-", ignore_cleanup_errors=True) as temporary,
            Progress(console=Console(stderr=True)) as progress,
        ):
            folder, bar = Path(temporary), progress.add_task(f"kills, {kind}", total=kills)
            postgres = Postgres(folder / "postgres").start() if kind == "postgres" else None
            url = postgres.new_database("killed") if postgres else f"sqlite:///{folder / 'killed.db'}"
            try:
                with (ForkedServer if forked else Server)(url, folder / "log") as server:
                    campaign = Campaign(server, kills, tables, random.Random(seed), postgres)
                    proved = uvloop.run(campaign.run(lambda done, bar=bar: progress.update(bar, completed=done)))
            finally:
                if postgres:
                    postgres.stop()
        sys.stdout.write(f"{kind}: " + ", ".join(f"{value} {key}" for key, value in proved.items()) + "\n")


if __name__ == "__main__":
    typer.run(main)
