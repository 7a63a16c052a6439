"""A browser without scripts, for tests of pages."""

import re
from html import unescape
from itertools import product
from typing import Any

from fastapi.testclient import TestClient
from httpx import Response

from digsite.server.people import COOKIE


class Visitor:
    """A browser: it keeps one cookie, and the page it looks at."""

    def __init__(self, http: TestClient, cookie: str = "") -> None:
        self.http, self.cookie, self.page = http, cookie, ""

    def send(self, method: str, path: str, **more: Any) -> Response:
        self.http.cookies.clear()
        headers = {"Cookie": f"{COOKIE}={self.cookie}".encode()} if self.cookie else {}
        answer: Response = self.http.request(method, path, headers=headers, follow_redirects=False, **more)
        self.cookie = self.http.cookies.get(COOKIE) or self.cookie
        self.http.cookies.clear()
        if answer.status_code == 303:
            return self.see(answer.headers["location"])
        assert answer.status_code < 500, answer.text
        self.page = unescape(answer.text)
        return answer

    def see(self, path: str) -> Response:
        return self.send("GET", path)

    def post(self, path: str, **fields: Any) -> Response:
        """With what the page's forms carry."""
        return self.send("POST", path, data=self.hidden() | fields)

    def hidden(self) -> dict[str, str]:
        return dict(re.findall(r'type="hidden" name="(token|request|version)" value="([^"]*)"', self.page))

    def open(self, *seats: str, **fields: str) -> str:
        """A new table's path."""
        form = {f"seat{n}": seat for n, seat in enumerate(seats or ("me", "novice"))}
        return self.post("/tables", **{"person": "Ann", "game": "thebes"} | form | fields).url.path

    @property
    def actions(self) -> list[str]:
        return re.findall(r'name="action" value="([^"]+)"', self.page)

    def every_action(self, path: str) -> set[str]:
        """By the table's own buttons, or by choosing everything that may be chosen, with all that may be used."""
        self.see(path)
        found, used = set(self.actions), ("zeppelin", "assistant", "rumour", "shovel")
        waiting, seen = self.choices, set[str]()
        while waiting:
            choice = waiting.pop()
            seen.add(choice)
            for options in product((False, True), repeat=len(used) if choice.startswith("dig") else 1):
                more = "".join(f"&{name}=on" for name, use in zip(used, options, strict=False) if use)
                self.see(f"{path}?choose={choice}{more}")
                found |= set(self.actions)
                waiting |= self.choices - seen
        return found

    @property
    def choices(self) -> set[str]:
        return set(re.findall(r"choose=([a-z0-9-]+(?:&deed=[a-z-]+)?)", self.page))
