"""Nobody acts for another: every route of the API, asked by everybody."""

import pytest
from fastapi.routing import APIRoute

from digsite.server.api import api
from tests.server.api_requests import ASKED, ROLES, ROUTES, Asked, Laid
from tests.server.people_at_tables import Players, players
from tests.server.processes import eventually

__all__ = ["players"]


@pytest.fixture(scope="module")
def tables(players: Players) -> dict[Laid, str]:
    """Tables as they were laid out, until an answer changes them."""
    return {}


def documented_routes(players: Players) -> set[str]:
    paths = players.http.get("/openapi.json").json()["paths"]
    return {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}


def test_every_route_of_the_api_is_asked(players: Players) -> None:
    assert set(ROUTES) == documented_routes(players)


def test_no_route_of_the_api_is_left_out_of_its_document(players: Players) -> None:
    routes = [route for route in api.routes if isinstance(route, APIRoute)]
    there = {f"{method} {route.path}" for route in routes for method in route.methods or ()}
    assert there == {route for route in documented_routes(players) if " /api/" in route}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("asked", [pytest.param(asked, id=f"{i} {asked.route}") for i, asked in enumerate(ASKED)])
def test_everybody_may_do_what_is_theirs_and_nothing_else(
    players: Players, tables: dict[Laid, str], asked: Asked, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players.service.hub, "closing", True)  # so that streams end once they are up to date
    table = tables.pop(asked.at, None) or asked.at(players)
    client = players.who(role, table)
    asked.filled(players, table)
    eventually(lambda: not players.service.bots.waiting, "the end of bots' turns")  # one may have taken a seat before
    before, log = players.everything(), players.log(table)

    answer = asked.send(players, client, table)

    assert answer.status_code == asked.expected(role), answer.text
    happened = players.log(table)[len(log) :]
    assert all(entry.person == client.id for entry in happened)
    if players.everything() == before:
        tables[asked.at] = table
    elif answer.is_error:
        pytest.fail("it was refused, and changed something")
