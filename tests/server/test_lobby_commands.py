"""What the host may still arrange before the start: terms, and how many seats there are."""

from collections.abc import Callable

import pytest

from digsite.tables import commands
from digsite.tables.table import Seat
from tests.server.clients import ME, OPEN, Client
from tests.server.tabletop import ANN, BO, lay, person


def test_terms_change_and_everything_else_stays() -> None:
    top = lay("thebes", start=False, name="Blue scarab")
    after = top.do(commands.change_terms, ANN, {"bank": 600_000, "hints": False})
    assert (after.terms.bank, after.terms.hints, after.terms.name) == (600_000, False, "Blue scarab")
    assert after.terms.game == "thebes"
    assert top.refold() == after


def test_seats_come_and_go() -> None:
    top = lay("thebes", [person(ANN), Seat("open")], start=False)
    assert [seat.kind for seat in top.do(commands.add_seat, ANN).seats] == ["person", "open", "open"]
    top.do(commands.add_seat, ANN)
    assert top.refused(commands.add_seat, ANN).code == "bad seats"
    top.do(commands.sit, BO, "Bo", 3, "")
    after = top.do(commands.remove_seat, ANN, 1)
    assert [seat.name for seat in after.seats] == ["Ann", "", "Bo"]
    assert top.refused(commands.remove_seat, ANN, 2).code == "taken"
    top.do(commands.remove_seat, ANN, 1)
    assert top.refused(commands.remove_seat, ANN, 1).status == 409
    assert top.do(commands.start, BO).status == "playing"
    assert top.refold() == top.table


@pytest.mark.parametrize(
    ("command", "args"),
    [(commands.change_terms, ({"undo": False},)), (commands.add_seat, ()), (commands.remove_seat, (1,))],
)
def test_only_the_host_arranges_and_only_before_the_start(command: Callable[..., object], args: tuple[object]) -> None:
    waiting = lay("thebes", [person(ANN), Seat("open")], start=False)
    assert waiting.refused(command, BO, *args).status == 403  # type: ignore[arg-type]
    assert lay("thebes").refused(command, ANN, *args).status == 409  # type: ignore[arg-type]


def test_a_stand_in_must_exist_and_two_must_stay() -> None:
    top = lay("thebes", [person(ANN), Seat("open")], start=False)
    assert top.refused(commands.change_terms, ANN, {"stand_in": "nobody"}).code == "no bot"
    assert top.refused(commands.remove_seat, ANN, 1).code == "bad seats"


def test_a_practice_table_has_no_seat_for_others() -> None:
    top = lay("thebes", [person(ANN), Seat("bot", bot="novice")], start=False, practice=True)
    assert top.refused(commands.add_seat, ANN).code == "bad seats"


def test_by_the_api(guest: Callable[[str], Client]) -> None:
    ann, bo = guest("Ann"), guest("Bo")
    id = ann.open_table(ME, OPEN)
    view = ann.send("PATCH", f"/api/tables/{id}/terms", {"name": " Blue  scarab ", "hints": False}).json()
    assert (view["terms"]["name"], view["terms"]["hints"], view["terms"]["undo"]) == ("Blue scarab", False, True)
    assert len(ann.post(f"/api/tables/{id}/seats").json()["seats"]) == 3
    assert ann.post(f"/api/tables/{id}/seats/2/removal").status_code == 200
    assert bo.post(f"/api/tables/{id}/seats").status_code == 403
    assert bo.send("PATCH", f"/api/tables/{id}/terms", {"undo": False}).status_code == 403
    for bad in ({"bank": -1}, {"game": "mykerinos"}, {"pace": "fast"}, {"stand_in": "nobody"}, {"name": "\u202e"}):
        assert ann.send("PATCH", f"/api/tables/{id}/terms", bad).status_code in (200, 422)
    assert ann.table(id)["game"] == view["game"]


def test_who_finds_a_table_changes_with_its_terms(guest: Callable[[str], Client]) -> None:
    ann, bo = guest("Ann"), guest("Bo")
    id = ann.open_table(ME, OPEN)
    for visibility, listed in (("public", [id]), ("link", []), ("public", [id])):
        view = ann.send("PATCH", f"/api/tables/{id}/terms", {"visibility": visibility}).json()
        assert view["terms"]["visibility"] == visibility
        assert [row["id"] for row in bo.get("/api/tables").json()] == listed
