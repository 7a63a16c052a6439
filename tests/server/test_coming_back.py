"""Who ran out of time gets the seat back, others add time, and results name who really played."""

import pytest

from digsite.tables import commands
from digsite.tables.snapshots import restore, snapshot
from digsite.tables.table import Seat
from tests.server.tabletop import ANN, BO, CY, Tabletop, lay, person

MINUTE = 60_000


def timed_out(**terms: object) -> tuple[Tabletop, int, str]:
    """A table whose player to act has just run out of time: with the seat and the person."""
    top = lay(**({"bank": MINUTE} | terms))  # type: ignore[arg-type]
    seat = top.table.to_act
    assert seat is not None
    who = top.table.seats[seat].person
    top.do(commands.run_out)
    return top, seat, who


def unchanged(top: Tabletop) -> None:
    table = top.table
    assert top.refold() == table
    assert restore(table.id, table.version, table.status, table.seed, table.state, snapshot(table)) == table


def test_with_a_clock_one_comes_back_with_the_time_that_another_adds_and_no_more() -> None:
    top, seat, who = timed_out(increment=10_000)
    other = BO if who == ANN else ANN
    assert top.refused(commands.come_back, who, who.title()).code == "no time"
    while top.table.actor and top.table.actor.kind == "bot":
        top.act(commands.BOT)
    top.do(commands.add_time, other, seat, 1)
    unchanged(top)
    top.do(commands.come_back, who, who.title())
    assert top.table.seats[seat] == Seat("person", who, who.title(), bank=MINUTE)
    unchanged(top)


@pytest.mark.parametrize("terms", [{"bank": 0}, {"bank": 0, "pace": "correspondence", "days": 2}])
def test_without_a_bank_of_time_one_comes_back_at_once(terms: dict[str, object]) -> None:
    top = lay(**terms)  # type: ignore[arg-type]
    seat = top.table.to_act
    assert seat is not None
    who, other = (ANN, BO) if seat == 0 else (BO, ANN)
    if terms.get("days"):
        top.do(commands.run_out)
    else:
        top.do(commands.kick, other, seat, commands.PATIENCE["live"])
    assert top.table.seats[seat].kind == "bot"
    top.do(commands.come_back, who, who.title())
    assert top.table.actor == Seat("person", who, who.title())
    unchanged(top)


def test_an_open_seat_is_no_way_round_the_clock() -> None:
    top, seat, who = timed_out(stand_in="open")
    assert top.refused(commands.sit, who, who.title(), seat, "").code == "no time"
    top.do(commands.add_time, BO if who == ANN else ANN, seat, 5)
    top.do(commands.sit, who, who.title(), seat, "")
    assert top.table.seats[seat].bank == 5 * MINUTE
    unchanged(top)


def test_nobody_takes_the_seat_of_another_and_nobody_drives_one_out() -> None:
    top, seat, who = timed_out(stand_in="open")
    other = BO if who == ANN else ANN
    assert top.refused(commands.come_back, other, "X").status == 403
    assert top.refused(commands.come_back, CY, "X").status == 403
    top.do(commands.sit, CY, "Cy", seat, "")
    assert top.refused(commands.come_back, who, who.title()).code == "taken"


def test_who_resigned_does_not_come_back() -> None:
    top = lay(seats=[person(ANN), person(BO), person(CY)])
    top.do(commands.resign, ANN, None)
    assert top.refused(commands.come_back, ANN, "Ann").status == 403


def test_a_bot_that_still_thinks_does_not_act_for_who_is_back() -> None:
    top = lay()
    seat = top.table.to_act
    assert seat is not None
    who, other = (ANN, BO) if seat == 0 else (BO, ANN)
    top.do(commands.kick, other, seat, commands.PATIENCE["live"])
    thought = top.legal()[0]
    top.do(commands.come_back, who, who.title())
    assert top.refused(commands.act, commands.BOT, thought, 0).code == "not your turn"


def test_time_is_added_to_anothers_clock_only_unless_one_is_alone() -> None:
    top = lay(bank=MINUTE)
    top.do(commands.add_time, ANN, 1, 5)
    assert top.table.seats[1].bank == 6 * MINUTE
    assert top.refused(commands.add_time, ANN, 0, 1).status == 403
    assert top.refused(commands.add_time, CY, 0, 1).status == 403
    assert top.refused(commands.add_time, ANN, 1, 2).status == 422
    assert top.refused(commands.add_time, ANN, 3, 1).status == 404
    assert lay().refused(commands.add_time, ANN, 1, 1).code == "no clock"
    alone = lay(seats=[person(ANN), Seat("bot", bot="novice")], bank=MINUTE)
    alone.do(commands.add_time, ANN, 0, 1)
    assert alone.table.seats[0].bank == 2 * MINUTE
    assert alone.refused(commands.add_time, ANN, 1, 1).code == "no player"
    unchanged(alone)


def test_a_clock_holds_a_day_at_most() -> None:
    top = lay(bank=24 * 60 * MINUTE)
    assert top.refused(commands.add_time, ANN, 1, 1).code == "enough time"


def test_the_record_names_the_bot_and_the_person_it_played_for() -> None:
    top = lay(seats=[person(ANN), person(BO), person(CY)])
    top.do(commands.resign, BO, None)
    assert top.table.record(top.moves).names == ["Ann", "novice for Bo", "Cy"]
    assert top.table.names() == ["Ann", "Novice for Bo", "Cy"]


# Closing


def test_the_host_closes_a_table_before_the_start() -> None:
    top = lay(seats=[person(ANN), Seat("open")], start=False)
    assert top.refused(commands.close, BO).status == 403
    top.do(commands.close, ANN)
    assert (top.table.status, top.table.closed, top.table.result()) == ("over", True, None)
    unchanged(top)
    for command, args in [
        (commands.close, (ANN,)),
        (commands.sit, (BO, "Bo", 1, "")),
        (commands.start, (ANN,)),
        (commands.add_seat, (ANN,)),
    ]:
        assert top.refused(command, *args).status == 409  # type: ignore[arg-type]
    assert lay().refused(commands.close, ANN).code == "started"


def test_until_the_start_one_changes_ones_own_name() -> None:
    top = lay(start=False)
    top.do(commands.sit, ANN, "Ann", 0, "heron")
    top.do(commands.rename, ANN, "Anna", 0)
    assert (top.table.seats[0].name, top.table.seats[0].word) == ("Anna", "heron")
    assert top.refused(commands.rename, ANN, "Me", 1).status == 403
    top.do(commands.start, ANN)
    assert top.refused(commands.rename, ANN, "Nan", 0).status == 409
