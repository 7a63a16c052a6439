"""Whoever runs out of time is told so where they look: at the table, in their list, at the end."""

from digsite.core.record import End
from digsite.tables import commands
from digsite.tables.snapshots import restore, snapshot
from digsite.tables.table import Seat, Table
from digsite.web import table_page as page
from digsite.web.game_page import page_of
from digsite.web.headline import headline
from digsite.web.table_rows import row
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer
from tests.server.tabletop import ANN, BO, CY, Tabletop, lay, person

SECOND = 1000


def out_of_time(stand_in: str = "novice") -> tuple[Tabletop, str, int]:
    """A table of three whose first player has just run out of time, who that was, and where."""
    top = lay("thebes", [person(ANN), person(BO), person(CY)], bank=SECOND, stand_in=stand_in)
    seat = top.table.to_act
    assert seat is not None
    who = top.table.seats[seat].person
    top.do(commands.run_out)
    return top, who, seat


def seen_by(table: Table, who: str) -> Viewer:
    return Viewer(table, tuple(table.seats_of(who)), table.host == who, who)


def test_they_are_told_at_the_table_who_plays_on() -> None:
    top, who, seat = out_of_time()
    assert seen_by(top.table, who).lost == seat
    assert page.lost(seen_by(top.table, who)) == "Your time ran out. A gentle bot has taken your seat."
    others = {ANN, BO, CY, "", "di"} - {who}
    assert {page.lost(seen_by(top.table, other)) for other in others} == {""}


def test_they_are_told_that_their_seat_is_free_until_they_sit_there_again() -> None:
    top, who, seat = out_of_time(stand_in="open")
    assert page.lost(seen_by(top.table, who)) == "Your time ran out. Your seat is free now."
    other = next(iter(top.table.people))
    top.do(commands.add_time, other, seat, 1)
    top.do(commands.sit, who, who.title(), seat, "")
    assert page.lost(seen_by(top.table, who)) == ""
    assert top.refold() == top.table


def test_somebody_else_in_the_seat_changes_only_the_name() -> None:
    top, who, seat = out_of_time(stand_in="open")
    top.do(commands.sit, "di", "Di", seat, "")
    assert page.lost(seen_by(top.table, who)) == "Your time ran out. Di has taken your seat."


def test_the_table_stays_in_their_list_with_the_reason() -> None:
    top, who, _ = out_of_time()
    assert row(top.table, who).waits == "Your time ran out"
    other = next(seat.person for seat in top.table.seats if seat.kind == "person")
    assert row(top.table, other).waits != "Your time ran out"


def test_it_is_kept_with_the_table() -> None:
    top, _, seat = out_of_time()
    again = restore("table", top.table.version, "playing", top.table.seed, top.table.state, snapshot(top.table))
    assert again.seats[seat].lost
    assert again == top.table


def test_who_resigned_knows_it_already() -> None:
    top = lay("thebes", [person(ANN), person(BO), person(CY)])
    top.do(commands.resign, BO, None)
    assert page.lost(seen_by(top.table, BO)) == ""


def test_where_the_game_ends_with_the_time_the_headline_says_why() -> None:
    top = lay("thebes", [person(ANN), person(BO)], bank=SECOND, on_timeout="end")
    late, other = (ANN, BO) if top.table.to_act == 0 else (BO, ANN)
    top.do(commands.run_out)
    assert headline(seen_by(top.table, late)) == f"{other.title()} wins: your time ran out"
    assert headline(seen_by(top.table, other)) == "You win"
    assert row(top.table, late).waits == "Your time ran out"
    assert row(top.table, other).waits == "You won"


def test_the_others_hear_of_it_when_their_turn_comes() -> None:
    top, who, _ = out_of_time()
    while top.table.actor and top.table.actor.kind == "bot":
        top.act(commands.BOT, top.legal()[0])
    scenario = Timeline(top.table.game)
    scenario.add(top.log)
    assert top.table.actor
    assert top.table.to_act is not None
    said = [line.short for line in page.since(page_of("thebes"), seen_by(top.table, top.table.actor.person), scenario)]
    assert said[:2] == [f"{who.title()} ran out of time.", "Belzoni plays on."]
    assert [line.sentences for line in page.log(page_of("thebes"), seen_by(top.table, who), scenario)["lines"]].count(
        ["Your time ran out."]
    ) == 1


def test_what_becomes_of_a_seat_is_said_before_one_resigns() -> None:
    two, three = lay("thebes"), lay("thebes", [person(ANN), person(BO), Seat("bot", bot="novice")])
    free = lay("thebes", [person(ANN), person(BO), person(CY)], stand_in="open")
    assert page.resigning(seen_by(two.table, ANN)) == "The game ends at once, and you lose it."
    two.do(commands.resign, ANN, None)
    assert two.table.end == End("resigned", 0)
    assert page.resigning(seen_by(three.table, ANN)) == "Belzoni plays on in your seat. You cannot take it back."
    three.do(commands.resign, ANN, None)
    assert three.table.seats[0].bot == "novice"
    assert page.resigning(seen_by(free.table, ANN)).startswith("Your seat becomes free for somebody else.")
    free.do(commands.resign, ANN, None)
    assert free.table.seats[0].kind == "open"
