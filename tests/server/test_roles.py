"""Nobody acts for another: every route of the API, asked by everybody."""

import pytest
from fastapi.routing import APIRoute

from digsite.server.api import api
from tests.server.asked import ASKED, ROLES, ROUTES, Asked, Laid
from tests.server.house import House, house

__all__ = ["house"]


@pytest.fixture(scope="module")
def tables(house: House) -> dict[Laid, str]:
    """Tables as they were laid out, until an answer changes them."""
    return {}


def told_in_the_document(house: House) -> set[str]:
    paths = house.http.get("/openapi.json").json()["paths"]
    return {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}


def test_every_route_of_the_api_is_asked(house: House) -> None:
    assert set(ROUTES) == told_in_the_document(house)


def test_no_route_of_the_api_is_left_out_of_its_document(house: House) -> None:
    routes = [route for route in api.routes if isinstance(route, APIRoute)]
    there = {f"{method} {route.path}" for route in routes for method in route.methods or ()}
    assert there == {route for route in told_in_the_document(house) if " /api/" in route}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("asked", [pytest.param(asked, id=f"{i} {asked.route}") for i, asked in enumerate(ASKED)])
def test_everybody_may_do_what_is_theirs_and_nothing_else(
    house: House, tables: dict[Laid, str], asked: Asked, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.service.hub, "closing", True)  # so that streams end once they are up to date
    table = tables.pop(asked.at, None) or asked.at(house)
    client = house.who(role, table)
    asked.filled(house, table)
    before, log = house.everything(), house.log(table)

    answer = asked.send(house, client, table)

    assert answer.status_code == asked.expected(role), answer.text
    happened = house.log(table)[len(log) :]
    assert all(entry.person == client.id for entry in happened)
    if house.everything() == before:
        tables[asked.at] = table
    elif answer.is_error:
        pytest.fail("it was refused, and changed something")
