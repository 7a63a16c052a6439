"""Take-backs by consent: past what was revealed, if everybody at the table agrees, and nothing is drawn anew."""

from typing import Any

import pytest

from digsite.core.verify import verify
from digsite.server.admin import table_fault
from digsite.tables import commands
from digsite.tables.serializers import event_of, table_view
from digsite.tables.snapshots import restore, snapshot
from digsite.tables.table import Seat, TakenBack
from tests.server.clients import ME, OPEN, bot, play_out
from tests.server.people_at_tables import Players, players
from tests.server.tabletop import ANN, BO, CY, Tabletop, lay, person

__all__ = ["players"]
THREE = [person(ANN), person(BO), person(CY)]


def with_a_draw(seats: list[Seat] | None = None, **terms: Any) -> Tabletop:
    """A table where somebody has just taken a card, and another was drawn."""
    top = lay("thebes", seats, takebacks=True, **terms)
    top.act(text="take 1")
    return top


def decided(top: Tabletop, *seats: int) -> int:
    """The ply of the last decision of some seats, or -1."""
    return max((ply for ply, move in enumerate(top.moves) if move.seat in seats), default=-1)


def asking_seat(top: Tabletop) -> int:
    return max(range(len(top.table.seats)), key=lambda seat: decided(top, seat))


def asker(top: Tabletop) -> str:
    return top.table.seats[asking_seat(top)].person


def others(top: Tabletop) -> list[str]:
    return sorted(top.table.people - {asker(top)})


def vote(top: Tabletop, who: str, agree: bool | None = None, thinking: int = 0) -> None:
    top.do(commands.take_back, who, agree, thinking)
    assert top.refold() == top.table
    kept = snapshot(top.table)
    table = top.table
    assert restore(table.id, table.version, table.status, table.seed, table.state, kept) == table


def test_it_goes_back_past_a_draw_once_everybody_has_agreed() -> None:
    top = lay("thebes", THREE, takebacks=True)
    before, ply = top.table.state, top.table.ply
    top.act(text="take 1")
    who, (one, two) = asker(top), others(top)
    vote(top, who)
    assert top.table.ply > ply
    seat = top.moves[ply].seat
    assert seat is not None
    assert table_view(top.table, None)["takeback"] == {"seat": seat, "to": ply, "agreed": [seat]}
    vote(top, one, True)
    assert top.table.ply > ply
    vote(top, two, True)
    assert (top.table.state, top.table.ply) == (before, ply)
    assert top.table.actor == next(seat for seat in top.table.seats if seat.person == who)
    assert "takeback" not in table_view(top.table, None)


def test_nothing_is_drawn_anew() -> None:
    top = with_a_draw()
    moves, state = list(top.moves), top.table.state
    vote(top, asker(top))
    vote(top, others(top)[0], True)
    assert len(top.moves) < len(moves)
    top.act(text="take 1")
    assert (top.moves, top.table.state) == (moves, state)


def test_it_goes_back_past_what_others_did_since() -> None:
    top = with_a_draw()
    who, ply = asker(top), decided(top, 0, 1)
    while top.table.actor and top.table.actor.person == who:
        ply = top.table.ply
        top.act()
    other = others(top)[0]
    top.act(other)
    vote(top, who)
    vote(top, other, True)
    assert top.table.ply == ply
    assert top.table.actor
    assert top.table.actor.person == who


def test_asked_again_it_goes_further_back_until_nothing_is_left() -> None:
    top = with_a_draw([person(ANN), Seat("bot", bot="novice")])
    while top.table.ply < 40:
        top.act()
    plies = [top.table.ply]
    while decided(top, 0) >= 0:
        vote(top, ANN)
        plies.append(top.table.ply)
    assert plies == sorted(plies, reverse=True)
    assert top.refused(commands.take_back, ANN, None, 0).code == "nothing to undo"


def test_one_no_ends_the_request_and_so_does_who_asked() -> None:
    top = with_a_draw(THREE)
    who, (one, two) = asker(top), others(top)
    ply = top.table.ply
    vote(top, who)
    vote(top, one, True)
    vote(top, two, False)
    assert top.table.takeback is None
    vote(top, who)
    vote(top, who, False)
    assert (top.table.takeback, top.table.ply) == (None, ply)
    for answer in (True, False):
        assert top.refused(commands.take_back, one, answer, 0).code == "not asked"


def test_nobody_agrees_by_asking_at_the_same_moment() -> None:
    top = with_a_draw()
    vote(top, asker(top))
    assert top.refused(commands.take_back, others(top)[0], None, 0).code == "asked already"
    assert top.refused(commands.take_back, asker(top), True, 0).code == "said already"


@pytest.mark.parametrize("ends", ["act", "resign", "timeout"])
def test_what_a_person_does_ends_a_request(ends: str) -> None:
    top = with_a_draw(THREE, bank=60_000)
    vote(top, asker(top))
    if ends == "act":
        top.act()
    elif ends == "resign":
        top.do(commands.resign, others(top)[0], None)
    else:
        top.do(commands.run_out)
    assert top.table.takeback is None
    assert top.refold() == top.table


def test_an_undo_ends_a_request() -> None:
    top = lay(takebacks=True)
    while not top.table.undoable_plies:
        top.act(text=top.legal()[0])
    vote(top, asker(top))
    top.undo(top.table.seats[top.table.undo_seat].person)
    assert top.table.takeback is None
    assert top.refold() == top.table


def test_what_a_bot_does_leaves_a_request_as_it_is() -> None:
    top = with_a_draw([person(ANN), person(BO), Seat("bot", bot="novice")])
    while top.table.actor and top.table.actor.kind != "bot":
        top.act()
    who = max((ANN, BO), key=lambda each: decided(top, (ANN, BO).index(each)))
    ply = decided(top, 0, 1)
    vote(top, who)
    top.act(commands.BOT)
    assert top.table.takeback
    vote(top, BO if who == ANN else ANN, True)
    assert top.table.ply == ply


def test_who_plays_only_with_bots_need_not_wait_for_an_answer() -> None:
    top = lay("thebes", [person(ANN), Seat("bot", bot="novice")], takebacks=True)
    while decided(top, 0) < 0:
        top.act()
    ply = decided(top, 0)
    vote(top, ANN)
    assert (top.table.ply, top.table.takeback) == (ply, None)


def test_past_what_was_drawn_it_must_be_agreed_before_the_start_and_is_off_at_first() -> None:
    top = lay("thebes")
    top.act(text="take 1")
    assert top.refused(commands.take_back, asker(top), None, 0).code == "no takebacks"
    assert "takebacks" not in table_view(top.table, ANN)["terms"]
    waiting = lay("thebes", start=False)
    waiting.do(commands.change_terms, ANN, {"takebacks": True})
    waiting.do(commands.start, ANN)
    assert waiting.table.terms.takebacks
    assert waiting.refold() == waiting.table


def test_strangers_and_those_who_have_not_played_ask_in_vain() -> None:
    top = lay("thebes", THREE, takebacks=True)
    assert top.refused(commands.take_back, "di", None, 0).status == 403
    assert top.refused(commands.take_back, ANN, None, 0).code == "nothing to undo"


def test_whoever_s_clock_ran_pays_and_no_time_is_given_back() -> None:
    top = lay("thebes", takebacks=True, bank=60_000)
    first = top.table.to_act
    assert first is not None
    top.act(text="take 1", thinking=5_000)
    vote(top, asker(top))
    running = top.table.to_act
    assert running is not None
    banks = [seat.bank for seat in top.table.seats]
    top.now += 7_000
    vote(top, others(top)[0], True, thinking=7_000)
    banks[running] -= 7_000
    assert [seat.bank for seat in top.table.seats] == banks
    assert top.table.seats[first].bank <= 55_000
    assert top.table.since == top.now


def test_it_stays_in_the_log_and_in_the_record_which_still_verifies() -> None:
    top = with_a_draw()
    ply, to, seat = top.table.ply, decided(top, 0, 1), asking_seat(top)
    vote(top, asker(top))
    vote(top, others(top)[0], True)
    assert top.table.taken_back == (TakenBack(seat, ply, to),)
    event = event_of(top.table, top.log[-1])
    assert (event["kind"], event["ply"], event["seat"]) == ("takeback", to, seat)
    while top.table.status == "playing":
        top.act()
    record = top.table.record(top.moves)
    assert record.meta["takebacks"] == [{"seat": seat, "ply": ply, "to": to}]
    assert verify(top.table.game, record)
    assert "takebacks" not in lay("thebes").table.record([]).meta


# Where nothing was revealed


def answered(seats: list[Seat] | None = None, **terms: Any) -> tuple[Tabletop, str, int]:
    """A table where somebody has acted, another player has answered, and nothing was drawn: with who, and the ply."""
    top = lay("mykerinos", seats, **terms)
    who, ply = top.table.actor, top.table.ply
    while top.table.actor == who:
        ply = top.table.ply
        top.act(text=top.legal()[0])
    assert who
    top.act(text=top.legal()[0])
    assert all(move.seat is not None for move in top.moves[ply:])
    return top, who.person, ply


def test_where_nothing_was_revealed_one_may_ask_without_the_setting_and_everybody_answers() -> None:
    top, who, ply = answered(THREE)
    assert top.refused(commands.undo, who, None, 0).code == "nothing to undo"
    before = table_view(top.table, ANN)
    one, two = sorted({ANN, BO, CY} - {who})
    vote(top, who)
    vote(top, one, True)
    assert top.table.ply > ply
    vote(top, two, True)
    assert top.table.ply == ply
    assert top.table.actor
    assert top.table.actor.person == who
    [taken_back] = top.table.taken_back
    assert top.table.record(top.moves).meta["takebacks"] == [{"seat": taken_back.seat, "ply": before["ply"], "to": ply}]
    assert table_view(top.table, ANN).keys() == before.keys()


def test_what_can_be_undone_needs_no_asking() -> None:
    top = lay("mykerinos")
    who = top.table.actor
    assert who
    top.act()
    assert top.refused(commands.take_back, who.person, None, 0).code == "can undo"


def test_without_undo_and_the_setting_nobody_asks() -> None:
    top, who, _ = answered(undo=False)
    assert top.refused(commands.take_back, who, None, 0).code == "no takebacks"
    top, who, ply = answered(undo=False, takebacks=True)
    vote(top, who)
    vote(top, BO if who == ANN else ANN, True)
    assert top.table.ply == ply


@pytest.mark.parametrize("reveals", [True, False])
def test_what_a_bot_reveals_ends_a_request_that_may_not_go_past_it(reveals: bool) -> None:
    first = lay("mykerinos", THREE).table.to_act
    assert first is not None
    seats = [person(ANN), person(BO)]
    seats.insert((first + 2) % 3, Seat("bot", bot="novice"))
    top = lay("mykerinos", seats)
    one, two = top.table.seats[first].person, top.table.seats[(first + 1) % 3].person
    top.act(one, "pass")
    top.act(two, "pass" if reveals else top.legal()[0])
    while top.table.actor and top.table.actor.kind == "person":
        top.act(two, top.legal()[0])
    vote(top, one)
    top.act(commands.BOT, "pass" if reveals else top.legal()[0])
    assert (top.moves[-1].seat is None) == reveals
    assert (top.table.takeback is None) == reveals
    assert top.refold() == top.table


def test_a_table_that_was_kept_with_more_than_today_is_still_read() -> None:
    top = with_a_draw()
    table, kept = top.table, {**snapshot(top.table), "decided": [-1, 7]}
    assert restore(table.id, table.version, table.status, table.seed, table.state, kept) == table  # type: ignore[arg-type]


def test_by_the_api_three_people_go_back_and_the_record_verifies(players: Players) -> None:
    people = {"ann": players.ann, "bo": players.bo, "di": players.di}
    table = players.ann.open_table(ME, OPEN, OPEN, game="thebes", takebacks=True)
    players.bo.sit(table, 1)
    players.di.sit(table, 2)
    players.ann.start(table)
    path = f"/api/tables/{table}/takeback"
    who = list(people.values())[players.ann.table(table)["to_act"]]
    before = who.table(table)
    assert who.act(table, "take 1").status_code == 200
    drawn = who.table(table)["view"]
    assert who.post(path).json()["kind"] == "takeback"
    one, two = (each for each in people.values() if each is not who)
    assert one.post(path, {"agree": True}).json()["ply"] > before["ply"]
    assert two.post(path, {"agree": True}).json()["ply"] == before["ply"]
    assert who.table(table)["view"] == before["view"]
    assert who.act(table, "take 1").status_code == 200
    assert who.table(table)["view"] == drawn
    for each in people.values():
        if who.table(table)["status"] == "playing":
            each.post(f"/api/tables/{table}/abandon")
    record = players.ann.get(f"/api/tables/{table}/record").json()
    assert len(record["meta"]["takebacks"]) == 1
    assert players.ann.post("/api/verify", record).json()["true"]


def test_bots_play_on_after_a_take_back_and_the_table_verifies(players: Players) -> None:
    table = players.ann.open_table(ME, bot(), game="thebes", takebacks=True)
    players.ann.start(table)
    asked = 0

    def ask() -> None:
        nonlocal asked
        asked += 1
        if asked in (3, 6):
            players.sleep(10)
            assert players.ann.post(f"/api/tables/{table}/takeback").status_code in (200, 409)

    assert play_out(table, players.ann, after=ask)["status"] == "over"
    assert players.service.store.now(lambda c: table_fault(c, table)) is None
    record = players.ann.get(f"/api/tables/{table}/record").json()
    assert record["meta"]["takebacks"]
    assert players.ann.post("/api/verify", record).json()["true"]
