"""A request's id stands for one request: repeated, it is answered as before; for something else it is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.clients import ME, OPEN, Client
from tests.server.module_server import is_problem

Guests = Callable[[str], Client]


@pytest.fixture
def table(guest: Guests) -> tuple[Client, str]:
    ann = guest("Ann")
    id = ann.open_table(ME, OPEN, game="thebes", takebacks=True, bank=600_000)
    guest("Bo").sit(id)
    return ann, id


@pytest.fixture
def game(guest: Guests) -> tuple[Client, str]:
    """A game in which one person plays both seats."""
    ann = guest("Ann")
    id = ann.open_table(ME, ME)
    ann.start(id)
    return ann, id


def test_another_action_under_the_same_id_is_refused(game: tuple[Client, str]) -> None:
    ann, id = game
    before = ann.table(id)
    path, sent = f"/api/tables/{id}/actions", {"version": before["version"], "id": "same"}
    first, other = before["legal"][:2]
    done = ann.post(path, sent | {"action": first})
    assert done.status_code == 200
    assert ann.post(path, sent | {"action": first}).json() == done.json()
    refused = ann.post(path, sent | {"action": other})
    assert is_problem(refused, 422)
    assert refused.json()["code"] == "id used"
    assert ann.table(id)["version"] == done.json()["version"]


def test_the_same_action_at_a_later_version_is_something_else(game: tuple[Client, str]) -> None:
    ann, id = game
    before = ann.table(id)
    path, sent = f"/api/tables/{id}/actions", {"action": before["legal"][0], "id": "same"}
    version = ann.post(path, sent | {"version": before["version"]}).json()["version"]
    assert ann.post(path, sent | {"version": version}).json()["code"] == "id used"
    assert ann.post(path, sent | {"version": before["version"]}).status_code == 200


Step = tuple[str, dict[str, Any]]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("abandon", {"agree": True}), ("abandon", {"agree": False})),
        (("abandon", {}), ("resign", {})),
        (("seats/1/time", {"minutes": 1}), ("seats/1/time", {"minutes": 5})),
        (("seats/1/time", {}), ("abandon", {})),
        (("abandon", {}), ("actions", {"action": "take 1", "version": 4})),
        (("abandon", {}), ("undo", {})),
        (("abandon", {}), ("takeback", {})),
        (("abandon", {}), ("return", {})),
        (("abandon", {}), ("close", {})),
        (("abandon", {}), ("start", {})),
        (("abandon", {}), ("seats/1/absent", {})),
        (("start", {}), ("abandon", {})),
    ],
    ids=str,
)
def test_no_route_takes_the_id_of_another(table: tuple[Client, str], first: Step, second: Step) -> None:
    ann, id = table
    if first[0] != "start":
        ann.start(id)
    assert ann.post(f"/api/tables/{id}/{first[0]}", first[1] | {"id": "same"}).status_code == 200
    before = ann.table(id)["version"]
    refused = ann.post(f"/api/tables/{id}/{second[0]}", second[1] | {"id": "same"})
    assert (refused.status_code, refused.json()["code"]) == (422, "id used")
    assert ann.post(f"/api/tables/{id}/{first[0]}", first[1] | {"id": "same"}).status_code == 200
    assert ann.table(id)["version"] == before


def test_another_undo_under_the_same_id_is_refused(guest: Guests) -> None:
    ann = guest("Ann")
    id = ann.open_table(ME, ME, practice=True)
    ann.start(id)
    for _ in range(3):
        ann.act(id)
    first, *_, last = ann.table(id)["undo"]
    path = f"/api/tables/{id}/undo"
    done = ann.post(path, {"ply": last, "id": "same"})
    assert done.status_code == 200
    assert ann.post(path, {"ply": last, "id": "same"}).json() == done.json()
    assert ann.post(path, {"ply": first, "id": "same"}).json()["code"] == "id used"
