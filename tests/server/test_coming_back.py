"""Who ran out of time gets the seat back, others add time, and results name who really played."""

import pytest

from digsite.tables import commands
from digsite.tables.snapshots import restore, snapshot
from digsite.tables.table import Seat
from tests.server.tabletop import ANN, BO, CY, Tabletop, lay, person

MINUTE = 60_000


def timed_out(first: str = "", **terms: object) -> tuple[Tabletop, int, str]:
    """A table where a person, by default the first to act, has just run out of time: with the seat and the person."""
    top = lay(**({"bank": MINUTE} | terms))  # type: ignore[arg-type]
    while top.table.actor and first not in ("", top.table.actor.person):
        top.act()
    seat = top.table.to_act
    assert seat is not None
    who = top.table.seats[seat].person
    top.do(commands.run_out)
    return top, seat, who


def both_timed_out(top: Tabletop) -> int:
    """Let the next person to act run out of time, too: the seat."""
    while top.table.actor and top.table.actor.kind == "bot":
        top.act(commands.BOT)
    seat = top.table.to_act
    assert seat is not None
    top.do(commands.run_out)
    return seat


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


def test_who_plays_alone_with_a_bot_comes_back_without_anybodys_help() -> None:
    top, seat, who = timed_out(seats=[person(ANN), Seat("bot", bot="novice")], first=ANN)
    assert top.table.people == set()
    top.do(commands.come_back, who, "Ann")
    assert top.table.seats[seat] == Seat("person", ANN, "Ann", bank=5 * MINUTE)
    assert top.log[-1].payload == {"seat": seat, "name": "Ann", "back": True, "returns_with": 5 * MINUTE}
    unchanged(top)
    top.now += 5 * MINUTE
    while top.table.to_act != seat:
        top.act(commands.BOT)
    top.do(commands.run_out)
    top.do(commands.come_back, who, "Ann")
    assert top.table.seats[seat].bank == 5 * MINUTE
    unchanged(top)


def test_of_two_who_both_ran_out_of_time_the_first_back_may_help_the_other() -> None:
    top, seat, who = timed_out()
    second = both_timed_out(top)
    top.do(commands.come_back, who, who.title())
    assert top.table.seats[seat].bank == 5 * MINUTE
    other = BO if who == ANN else ANN
    assert top.refused(commands.come_back, other, other.title()).code == "no time"
    top.do(commands.add_time, who, second, 1)
    top.do(commands.come_back, other, other.title())
    assert [top.table.seats[each].bank for each in (seat, second)] == [5 * MINUTE, MINUTE]
    assert "returns_with" not in top.log[-1].payload
    unchanged(top)


def test_time_that_another_added_before_is_what_one_comes_back_with() -> None:
    top, seat, who = timed_out()
    top.do(commands.add_time, BO if who == ANN else ANN, seat, 1)
    both_timed_out(top)
    top.do(commands.come_back, who, who.title())
    assert top.table.seats[seat].bank == MINUTE
    unchanged(top)


def test_by_correspondence_everybody_gets_a_fresh_turn() -> None:
    top, _, who = timed_out(bank=0, pace="correspondence", days=2)
    second = both_timed_out(top)
    other = BO if who == ANN else ANN
    top.now += MINUTE
    for each in (other, who):
        top.do(commands.come_back, each, each.title())
        assert "returns_with" not in top.log[-1].payload
        unchanged(top)
    assert top.table.seats[second].person == other


def test_while_another_person_sits_nobody_gains_time() -> None:
    top, seat, who = timed_out(seats=[person(ANN), person(BO), person(CY)])
    second = both_timed_out(top)
    lost = [who, *({ANN, BO, CY} - top.table.people - {who})]
    for each in lost:
        assert top.refused(commands.come_back, each, each.title()).code == "no time"
        assert top.refused(commands.add_time, each, seat, 5).status == 403
    [left] = top.table.people
    assert top.refused(commands.add_time, left, top.table.seats_of(left)[0], 5).status == 403
    top.do(commands.add_time, left, second, 1)
    assert top.refused(commands.come_back, who, who.title()).code == "no time"


def test_who_is_back_first_adds_no_time_to_their_own_clock_while_another_may_come_back() -> None:
    top, seat, who = timed_out()
    both_timed_out(top)
    top.do(commands.come_back, who, who.title())
    assert top.refused(commands.add_time, who, seat, 5).status == 403


def test_who_has_two_seats_adds_no_time_to_the_one_they_lost_while_another_sits() -> None:
    top, seat, who = timed_out(seats=[person(ANN), person(ANN), person(BO)], first=ANN)
    assert top.table.people == {ANN, BO}
    assert top.refused(commands.add_time, who, seat, 5).status == 403
    assert top.refused(commands.come_back, who, "Ann").code == "no time"
    top.do(commands.add_time, BO, seat, 1)
    top.do(commands.come_back, who, "Ann")
    assert top.table.seats[seat].bank == MINUTE


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
