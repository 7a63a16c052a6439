"""Every request of the API, and what everybody is answered who asks."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from httpx import Response

from tests.server.clients import ME, OPEN, Client, Told
from tests.server.house import House

SIGNED_IN = ("actor", "other", "host", "watcher")
NOT_KNOWN = ("unknown token", "cookie of another", "cookie signed anew", "old cookie")
ROLES = (*SIGNED_IN, "stranger", *NOT_KNOWN)
Laid = Callable[[House], str]


@dataclass(frozen=True, eq=False)
class Asked:
    """A request, and what each role is answered: `signed_in` in the order actor, other, host, watcher.

    `others` have no credentials or false ones. They are "refused"; or "known": strangers may ask, false names may not;
    or "anybody": nobody looks who asks.
    """

    route: str
    signed_in: tuple[int, int, int, int]
    others: str = "refused"
    at: Laid = House.playing
    body: Callable[[House, str], Any] = lambda house, table: None
    filled: Callable[[House, str], dict[str, str]] = field(default=lambda house, table: {})

    def expected(self, role: str) -> int:
        if role in SIGNED_IN:
            return self.signed_in[SIGNED_IN.index(role)]
        allowed = self.others == "anybody" or (self.others == "known" and role == "stranger")
        return self.signed_in[SIGNED_IN.index("watcher")] if allowed else 401

    def send(self, house: House, client: Client, table: str) -> Response:
        method, path = self.route.split(" ")
        for name, value in ({"id": table} | self.filled(house, table)).items():
            path = path.replace(f"{{{name}}}", value)
        return client.send(method, path, self.body(house, table))


def is_(told: Any) -> Callable[[House, str], Any]:
    return lambda house, table: told


def an_action(house: House, table: str) -> Told:
    told = house.to_act(table).table(table)
    return {"action": told["legal"][0], "version": told["version"], "id": f"asked-{told['version']}"}


def seat_to_act(house: House, table: str) -> dict[str, str]:
    return {"seat": str(house.ann.table(table)["to_act"])}


def a_token_of_who_acts(house: House, table: str) -> dict[str, str]:
    tokens = house.to_act(table).get("/api/me/tokens").json()
    return {"token": next(token["id"] for token in tokens if token["label"] == "spare")}


def with_a_spare_token(house: House) -> str:
    table = house.playing()
    assert house.to_act(table).post("/api/me/tokens", {"label": "spare"}).status_code == 201
    return table


def a_record(house: House, table: str) -> Told:
    told: Told = house.ann.get(f"/api/tables/{table}/record").json()
    return told


def a_kept_record(house: House, table: str) -> dict[str, str]:
    return {"id": house.ann.post("/api/records", a_record(house, table)).json()["id"]}


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
    Asked(f"POST {T}/seats/{{seat}}", (200, 409, 409, 409), at=House.opened, body=is_({"word": "luck"}), filled=SEAT_0),
    Asked(
        f"POST {T}/seats/{{seat}}", (403, 403, 409, 403), at=House.opened, body=is_({"bot": "novice"}), filled=SEAT_0
    ),
    Asked(f"POST {T}/seats/{{seat}}", (409, 409, 409, 409), filled=seat_to_act),
    Asked(f"POST {T}/seats/{{seat}}", (409, 409, 409, 409), at=House.over, filled=SEAT_0),
    Asked(f"DELETE {T}/seats/{{seat}}", (200, 403, 200, 403), at=House.opened, filled=SEAT_0),
    Asked(f"DELETE {T}/seats/{{seat}}", (409, 403, 409, 403), filled=seat_to_act),
    Asked(f"POST {T}/seats/{{seat}}/absent", (409, 409, 403, 403), filled=seat_to_act),
    Asked(f"POST {T}/seats/{{seat}}/absent", (409, 200, 403, 403), at=House.kept_waiting, filled=seat_to_act),
    Asked(f"PATCH {T}/terms", (403, 403, 200, 403), at=House.opened, body=is_({"hints": False})),
    Asked(f"PATCH {T}/terms", (403, 403, 409, 403), body=is_({"hints": False})),
    Asked(f"POST {T}/seats", (403, 403, 200, 403), at=House.opened),
    Asked(f"POST {T}/seats", (403, 403, 409, 403)),
    Asked(f"POST {T}/seats/{{seat}}/removal", (403, 403, 200, 403), at=House.wider, filled=is_({"seat": "2"})),
    Asked(f"POST {T}/seats/{{seat}}/removal", (403, 403, 409, 403), at=House.opened, filled=SEAT_0),
    Asked(f"POST {T}/start", (200, 200, 200, 403), at=House.opened),
    Asked(f"POST {T}/start", (409, 409, 409, 403)),
    Asked(f"POST {T}/actions", (200, 403, 403, 403), body=an_action),
    Asked(f"POST {T}/undo", (200, 409, 403, 403), at=House.with_something_to_undo),
    Asked(f"POST {T}/resign", PLAYERS),
    Asked(f"POST {T}/resign", (200, 403, 403, 403), body=lambda h, t: {"seat": h.ann.table(t)["to_act"]}),
    Asked(f"POST {T}/abandon", PLAYERS),
    Asked(f"POST {T}/rematch", (409, 409, 409, 403)),
    Asked(f"POST {T}/rematch", (200, 200, 200, 403), at=House.over),
    Asked(f"POST {T}/rematch", (200, 200, 200, 403), at=House.with_a_rematch),
    Asked(f"GET {T}/events", ALL, "known"),
    Asked(f"GET {T}/chat", ALL, "anybody"),
    Asked(f"POST {T}/chat", MADE, body=is_({"text": "Hello"})),
    Asked("POST /api/verify", ALL, "anybody", at=House.over, body=a_record),
    Asked("POST /api/records", MADE, at=House.over, body=a_record),
    Asked("GET /api/records/{id}", ALL, "anybody", at=House.over, filled=a_kept_record),
    Asked("GET /healthz", ALL, "anybody"),
    Asked("GET /readyz", ALL, "anybody"),
    Asked("GET /metrics", ALL, "anybody"),
]
ROUTES = list(dict.fromkeys(asked.route for asked in ASKED))
