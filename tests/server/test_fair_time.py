"""Nobody gains time: not by undo, take-backs, resigning, being late, or while the server is away."""

from contextlib import suppress

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from digsite.server.clock import Clock
from digsite.tables import commands
from digsite.tables.refused import Refused
from digsite.tables.snapshots import restore, snapshot
from digsite.tables.table import DAY
from tests.server.tabletop import ANN, BO, CY, Tabletop, lay, person

BANK, INCREMENT = 60_000, 10_000


def finish_turn(top: Tabletop) -> int:
    """Play what draws nothing until it is somebody else's turn; return whose turn it was."""
    seat = top.table.to_act
    assert seat is not None
    while top.table.to_act == seat:
        top.act(text=top.legal()[0])
    return seat


def last_to_decide(top: Tabletop) -> int | None:
    return next((move.seat for move in reversed(top.moves) if move.seat is not None), None)


# Undo


def test_an_undone_turn_gives_its_increment_back() -> None:
    top = lay(bank=BANK, increment=INCREMENT)
    for _ in range(20):
        seat = finish_turn(top)
        top.undo(top.table.seats[seat].person, top.table.undoable_plies[0])
    assert [seat.bank for seat in top.table.seats] == [BANK, BANK]
    assert top.refold() == top.table


def test_an_undo_within_a_turn_gives_nothing_back() -> None:
    top = lay(bank=BANK, increment=INCREMENT)
    seat = top.table.to_act
    top.act(text=top.legal()[0])
    if top.table.to_act == seat:
        top.undo(top.table.seats[seat or 0].person)
        assert "returned" not in top.log[-1].payload


def test_a_take_back_gives_back_the_increments_of_all_undone_turns() -> None:
    top = lay("thebes", bank=BANK, increment=INCREMENT, takebacks=True)
    top.act(text="take 1")
    seat = last_to_decide(top)
    assert seat is not None
    asker, other = top.table.seats[seat].person, top.table.seats[1 - seat].person
    top.do(commands.take_back, asker, None, 0)
    top.do(commands.take_back, other, True, 0)
    assert [seat.bank for seat in top.table.seats] == [BANK, BANK]
    assert top.refold() == top.table


def test_undo_by_days_goes_on_with_the_time_that_was_left() -> None:
    top = lay(pace="correspondence", days=3)
    seat = top.table.to_act
    assert seat is not None
    top.act(text=top.legal()[0], thinking=2 * DAY)
    while top.table.to_act == seat:
        top.act(text=top.legal()[0], thinking=0)
    assert top.table.time_left() == 3 * DAY
    top.do(commands.undo, top.table.seats[seat].person, top.table.undoable_plies[0], DAY // 2)
    assert (top.table.to_act, top.table.time_left()) == (seat, DAY // 2)
    assert top.refold() == top.table
    table = top.table
    kept = restore(table.id, table.version, table.status, table.seed, table.state, snapshot(table))
    assert kept == table


def test_who_has_too_little_time_left_undoes_nothing() -> None:
    top = lay(bank=BANK)
    seat = finish_turn(top)
    refusal = top.refused(commands.undo, top.table.seats[seat].person, None, BANK)
    assert (refusal.status, refusal.code) == (409, "no time")
    top = lay(pace="correspondence", days=1)
    seat = finish_turn(top)
    assert top.refused(commands.undo, top.table.seats[seat].person, None, DAY).code == "no time"


# Too late


def test_whoever_has_no_time_left_acts_no_more() -> None:
    top = lay(bank=BANK, increment=INCREMENT)
    actor = top.table.actor
    assert actor
    refusal = top.refused(commands.act, actor.person, top.legal()[0], BANK)
    assert (refusal.status, refusal.code) == (409, "time over")
    top.act(thinking=BANK - 1)


# Resigning


def test_a_clock_goes_on_for_whoever_takes_a_seat_that_was_given_up() -> None:
    top = lay("thebes", [person(ANN), person(BO), person(CY)], bank=BANK, stand_in="open")
    actor, seat = top.table.actor, top.table.to_act
    assert actor
    assert seat is not None
    top.do(commands.resign, actor.person, None, thinking=20_000)
    assert top.refused(commands.sit, actor.person, "Ann", seat, "").code == "given up"
    top.do(commands.sit, "di", "Di", seat, "")
    assert top.table.time_left() == BANK - 20_000
    assert top.refold() == top.table


# Everything at random


class FairTime(RuleBasedStateMachine):
    """A timed table, and beside it a ledger of the time that passed while the server was there."""

    @initialize(game=st.sampled_from(["thebes", "mykerinos"]), by_days=st.booleans(), seats=st.integers(2, 3))
    def begin(self, game: str, by_days: bool, seats: int) -> None:
        self.real = 0  # milliseconds
        self.clock = Clock(lambda: 0.0, lambda: self.real / 1000)
        players = [person(each) for each in (ANN, BO, CY)[:seats]]
        self.by_days = by_days
        if by_days:
            self.top = lay(game, players, pace="correspondence", days=1, takebacks=True)
        else:
            self.top = lay(game, players, bank=BANK, increment=INCREMENT, takebacks=True)
        self.real = self.top.now
        self.up = self.begun = 0  # time the server was there, and how much of it when the turn began
        self.granted, self.charged = [0] * seats, [0] * seats
        self.used, self.used_by_ply = 0, dict[int, int]()  # by days: of this turn, and of those that can be undone

    @property
    def thinking(self) -> int:
        return self.clock.between(self.top.table.since, self.top.now)

    def charge(self, seat: int) -> int:
        passed, self.begun = self.up - self.begun, self.up
        self.charged[seat] += passed
        return passed

    def is_playing(self) -> bool:
        return self.top.table.status == "playing"

    @rule(eighths=st.integers(0, 100))
    def wait(self, eighths: int) -> None:
        passed = eighths * 125 * (1_000 if self.by_days else 1)
        self.real += passed
        self.up += passed
        self.top.now = self.clock.now()

    @rule(seconds=st.integers(1, 100_000))
    def restart(self, seconds: int) -> None:
        begun = self.clock.now()
        self.real += seconds * 1_000
        self.top.now = self.clock.now()
        self.clock.outages.append((begun, self.top.now))

    @precondition(is_playing)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        table, left = self.top.table, self.top.table.time_left()
        assert table.actor
        assert table.to_act is not None
        assert left is not None
        text = data.draw(st.sampled_from(self.top.legal()))
        if self.thinking >= left:
            assert self.top.refused(commands.act, table.actor.person, text, self.thinking).code == "time over"
            return
        seat, ply = table.to_act, table.ply
        self.top.act(table.actor.person, text, self.thinking)
        passed = self.charge(seat)
        self.used_by_ply[ply] = self.used + passed
        self.used = 0

    @precondition(is_playing)
    @rule()
    def undo(self) -> None:
        table = self.top.table
        seat, plies = table.undo_seat, table.undoable_plies
        if not plies:
            return
        with suppress(Refused):  # too late
            self.top.do(commands.undo, table.seats[seat].person, plies[0], self.thinking)
        if self.top.table is table:
            assert self.top.refused(commands.undo, table.seats[seat].person, plies[0], self.thinking).code == "no time"
            return
        passed = self.charge(seat)
        self.used = sum(self.used_by_ply[ply] for ply in plies) + passed

    @precondition(is_playing)
    @rule()
    def take_back(self) -> None:
        table = self.top.table
        seat = last_to_decide(self.top)
        if seat is None:
            return
        asker = table.seats[seat].person
        self.top.do(commands.take_back, asker, None, self.thinking)
        for other in sorted(table.people - {asker}):
            to_act = self.top.table.to_act
            self.top.do(commands.take_back, other, True, self.thinking)
        assert to_act is not None
        self.charge(to_act)
        self.used = 0

    @precondition(lambda self: self.is_playing() and not self.by_days)
    @rule(seat=st.integers(0, 2), minutes=st.sampled_from(commands.MINUTES))
    def add_time(self, seat: int, minutes: int) -> None:
        seats = self.top.table.seats
        seat %= len(seats)
        before = seats[seat].bank
        self.top.do(commands.add_time, seats[(seat + 1) % len(seats)].person, seat, minutes)
        self.granted[seat] += minutes * 60_000 + max(0, -before)  # a clock below zero begins at zero

    @invariant()
    def the_clocks_add_up_with_what_passed(self) -> None:
        if not hasattr(self, "top") or not self.is_playing():
            return
        table = self.top.table
        assert self.thinking == self.up - self.begun
        if self.by_days:
            assert table.time_left() == max(DAY - self.used, 0)
            return
        acted = [move.seat for move in self.top.moves if move.seat is not None]
        following = [*acted, table.to_act][1:]
        for number, seat in enumerate(table.seats):
            turns = sum(mine == number != then for mine, then in zip(acted, following, strict=True))
            assert seat.bank == BANK + turns * INCREMENT + self.granted[number] - self.charged[number]

    def teardown(self) -> None:
        if hasattr(self, "top"):
            assert self.top.refold() == self.top.table


FairTime.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestFairTime = FairTime.TestCase
