"""A bot of your own at a table of a server: `python remote_bot.py http://localhost:8000 TABLE`.

It becomes a guest, takes the first open seat, waits for the start and plays: here, whatever comes first.
"""

import json
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from uuid import uuid4


class Seat:
    """One guest at one table, by nothing but the documented API."""

    def __init__(self, server: str, table: str, name: str) -> None:
        self.server, self.table, self.token = server, f"/api/tables/{table}", ""
        self.token = self.ask("POST", "/api/guests", {"name": name})["token"]

    def open(self, method: str, path: str, sent: Any = None) -> Any:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {self.token}"} if self.token else {}
        )
        body = None if sent is None else json.dumps(sent).encode()
        return urllib.request.urlopen(urllib.request.Request(self.server + path, body, headers, method=method))

    def ask(self, method: str, path: str, sent: Any = None) -> Any:
        with self.open(method, path, sent) as answer:
            return json.load(answer)

    def changes(self) -> Iterator[None]:
        """Once for everything that happens at the table, and once at first."""
        with self.open("GET", f"{self.table}/events") as lines:
            yield from (None for line in lines if line.startswith(b"id:"))

    def play(self) -> dict[str, Any]:
        seats = self.ask("GET", self.table)["seats"]
        place = next(number for number, seat in enumerate(seats) if seat["kind"] == "open")
        self.ask("POST", f"{self.table}/seats/{place}", {"word": "lucky"})
        for _ in self.changes():
            table: dict[str, Any] = self.ask("GET", self.table)
            if table["legal"]:
                sent = {"action": choose(table), "version": table["version"], "id": uuid4().hex}
                with suppress(HTTPError):  # 409: something has happened meanwhile, and its event is on the way
                    self.ask("POST", f"{self.table}/actions", sent)
            elif table["status"] == "over":
                return table
        raise ConnectionError("the stream ended")


def choose(table: dict[str, Any]) -> str:
    """Your idea goes here: `table["view"]` is all there is to see, `table["legal"]` what may be done."""
    return str(table["legal"][0])


if __name__ == "__main__":
    over = Seat(sys.argv[1].rstrip("/"), sys.argv[2], "Remote bot").play()
    sys.stdout.write(f"winners: seats {over['winners']}\n")
