"""Every request of the API, and what everybody is answered who asks."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from httpx import Response

from tests.server.clients import ME, OPEN, Client, Json
from tests.server.people_at_tables import Players

SIGNED_IN = ("actor", "other", "host", "watcher")
NOT_KNOWN = ("unknown token", "cookie of another", "cookie signed anew", "old cookie")
ROLES = (*SIGNED_IN, "stranger", *NOT_KNOWN)
Laid = Callable[[Players], str]


@dataclass(frozen=True, eq=False)
class Asked:
    """A request, and what each role is answered: `signed_in` in the order actor, other, host, watcher.

    `others` have no credentials or false ones. They are "refused"; or "known": strangers may ask, false names may not;
    or "anybody": nobody looks who asks.
    """

    route: str
    signed_in: tuple[int, int, int, int]
    others: str = "refused"
    at: Laid = Players.playing
    body: Callable[[Players, str], Any] = lambda players, table: None
    filled: Callable[[Players, str], dict[str, str]] = field(default=lambda players, table: {})

    def expected(self, role: str) -> int:
        if role in SIGNED_IN:
            return self.signed_in[SIGNED_IN.index(role)]
        allowed = self.others == "anybody" or (self.others == "known" and role == "stranger")
        return self.signed_in[SIGNED_IN.index("watcher")] if allowed else 401

    def send(self, players: Players, client: Client, table: str) -> Response:
        method, path = self.route.split(" ")
        for name, value in ({"id": table} | self.filled(players, table)).items():
            path = path.replace(f"{{{name}}}", value)
        return client.send(method, path, self.body(players, table))


def is_(body: Any) -> Callable[[Players, str], Any]:
    return lambda players, table: body


def an_action(players: Players, table: str) -> Json:
    view = players.to_act(table).table(table)
    return {"action": view["legal"][0], "version": view["version"], "id": f"asked-{view['version']}"}


def seat_to_act(players: Players, table: str) -> dict[str, str]:
    return {"seat": str(players.ann.table(table)["to_act"])}


def a_token_of_who_acts(players: Players, table: str) -> dict[str, str]:
    tokens = players.to_act(table).get("/api/me/tokens").json()
    return {"token": next(token["id"] for token in tokens if token["label"] == "spare")}


def with_a_spare_token(players: Players) -> str:
    table = players.playing()
    assert players.to_act(table).post("/api/me/tokens", {"label": "spare"}).status_code == 201
    return table


def a_record(players: Players, table: str) -> Json:
    record: Json = players.ann.get(f"/api/tables/{table}/record").json()
    return record


def a_kept_record(players: Players, table: str) -> dict[str, str]:
    return {"id": players.ann.post("/api/records", a_record(players, table)).json()["id"]}


ALL, MADE, PLAYERS = (200, 200, 200, 200), (201, 201, 201, 201), (200, 200, 403, 403)
SEAT_0, A_WORD, A_BOT = is_({"seat": "0"}), is_({"word": "luck"}), is_({"bot": "novice"})
T = "/api/tables/{id}"
ASKED = [
    Asked("POST /api/guests", MADE, "anybody", body=is_({"name": "Eve"})),
    Asked("GET /api/me", ALL),
    Asked("PATCH /api/me", ALL, body=is_({"colour": "rose"})),
    Asked("GET /api/me/tables", ALL),
    Asked("GET /api/me/tokens", ALL),
    Asked("POST /api/me/tokens", MADE, body=is_({"label": "new"})),
    Asked("DELETE /api/me/tokens/{token}", (204, 404, 404, 404), at=with_a_spare_token, filled=a_token_of_who_acts),
    Asked("POST /api/me/link", MADE),
    Asked("POST /api/links", (404, 404, 404, 404), "anybody", body=is_({"secret": "guessed"})),
    Asked("GET /api/games", ALL, "anybody"),
    Asked("GET /api/bots", ALL, "anybody"),
    Asked("GET /api/tables", ALL, "known"),
    Asked("POST /api/tables", MADE, body=is_({"game": "thebes", "seats": [ME, OPEN]})),
    Asked(f"GET {T}", ALL, "known"),
    Asked(f"GET {T}/record", ALL, "anybody"),
    Asked(f"GET {T}/picture.svg", ALL, "anybody"),
    Asked(
        f"POST {T}/seats/{{seat}}", (200, 409, 409, 409), at=Players.opened, body=is_({"word": "luck"}), filled=SEAT_0
    ),
    Asked(
        f"POST {T}/seats/{{seat}}", (403, 403, 409, 403), at=Players.opened, body=is_({"bot": "novice"}), filled=SEAT_0
    ),
    Asked(f"POST {T}/seats/{{seat}}", (409, 409, 409, 409), filled=seat_to_act),
    Asked(f"POST {T}/seats/{{seat}}", (409, 409, 409, 409), at=Players.over, filled=SEAT_0),
    Asked(f"DELETE {T}/seats/{{seat}}", (200, 403, 200, 403), at=Players.opened, filled=SEAT_0),
    Asked(f"DELETE {T}/seats/{{seat}}", (409, 403, 409, 403), filled=seat_to_act),
    Asked(f"POST {T}/seats/{{seat}}/absent", (409, 409, 403, 403), filled=seat_to_act),
    Asked(f"POST {T}/seats/{{seat}}/absent", (409, 200, 403, 403), at=Players.kept_waiting, filled=seat_to_act),
    Asked(f"PATCH {T}/terms", (403, 403, 200, 403), at=Players.opened, body=is_({"hints": False})),
    Asked(f"PATCH {T}/terms", (403, 403, 409, 403), body=is_({"hints": False})),
    Asked(f"POST {T}/seats", (403, 403, 200, 403), at=Players.opened),
    Asked(f"POST {T}/seats", (403, 403, 409, 403)),
    Asked(f"POST {T}/seats/{{seat}}/removal", (403, 403, 200, 403), at=Players.wider, filled=is_({"seat": "2"})),
    Asked(f"POST {T}/seats/{{seat}}/removal", (403, 403, 409, 403), at=Players.opened, filled=SEAT_0),
    Asked(f"POST {T}/close", (403, 403, 200, 403), at=Players.opened),
    Asked(f"POST {T}/close", (403, 403, 409, 403)),
    Asked(f"POST {T}/start", (200, 200, 200, 403), at=Players.opened),
    Asked(f"POST {T}/start", (409, 409, 409, 403)),
    Asked(f"POST {T}/actions", (200, 403, 403, 403), body=an_action),
    Asked(f"POST {T}/undo", (200, 409, 403, 403), at=Players.with_something_to_undo),
    Asked(f"POST {T}/takeback", (409, 409, 403, 403)),
    Asked(f"POST {T}/takeback", (200, 409, 403, 403), at=Players.with_take_backs),
    Asked(f"POST {T}/takeback", (409, 200, 403, 403), at=Players.asked_to_take_back, body=is_({"agree": True})),
    Asked(f"POST {T}/takeback", (200, 200, 403, 403), at=Players.asked_to_take_back, body=is_({"agree": False})),
    Asked(f"POST {T}/seats/{{seat}}/time", (409, 409, 403, 403), filled=seat_to_act),
    Asked(f"POST {T}/seats/{{seat}}/time", (403, 200, 403, 403), at=Players.with_a_clock, filled=seat_to_act),
    Asked(f"POST {T}/return", (403, 403, 403, 403)),
    Asked(f"POST {T}/return", (200, 403, 403, 403), at=Players.out_of_time),
    Asked(f"POST {T}/resign", PLAYERS),
    Asked(f"POST {T}/resign", (200, 403, 403, 403), body=lambda h, t: {"seat": h.ann.table(t)["to_act"]}),
    Asked(f"POST {T}/abandon", PLAYERS),
    Asked(f"POST {T}/rematch", (409, 409, 409, 403)),
    Asked(f"POST {T}/rematch", (200, 200, 200, 403), at=Players.over),
    Asked(f"POST {T}/rematch", (200, 200, 200, 403), at=Players.with_a_rematch),
    Asked(f"GET {T}/events", ALL, "known"),
    Asked(f"GET {T}/chat", ALL, "anybody"),
    Asked(f"POST {T}/chat", MADE, body=is_({"text": "Hello"})),
    Asked("POST /api/verify", ALL, "anybody", at=Players.over, body=a_record),
    Asked("POST /api/records", MADE, at=Players.over, body=a_record),
    Asked("DELETE /api/records/{id}", (404, 404, 404, 404), filled=is_({"id": "guessed"})),
    Asked("GET /api/records/{id}", ALL, "anybody", at=Players.over, filled=a_kept_record),
    Asked("GET /healthz", ALL, "anybody"),
    Asked("GET /readyz", ALL, "anybody"),
    Asked("GET /metrics", (403, 403, 403, 403), "anybody"),
]
ROUTES = list(dict.fromkeys(asked.route for asked in ASKED))
