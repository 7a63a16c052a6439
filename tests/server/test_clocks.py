"""Time: who runs out of it is gone, and nobody is charged for the time the server was away."""

import json
import time
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from sqlalchemy import create_engine, delete, insert, select

from digsite.server import schema as s
from digsite.server.clock import GAP, Clock, pulse
from digsite.server.clock_correction import correct, moved_moments
from digsite.server.service import Service
from tests.server.databases import new_database, serving, url
from tests.server.service_helpers import Hands, act, begin, run

__all__ = ["url"]
DAYS = 86_400


def test_who_runs_out_of_time_is_gone(url: str) -> None:
    hands = Hands()

    async def scenario() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            table = await begin(service.table_service, bank=60_000, on_timeout="end")
            for _ in range(59):
                hands.seconds += 1
                service.table_service.clock.outages = []
            await service.timeouts.run_out()
            assert (await service.table_service.table(table.id)).status == "playing"
            hands.seconds += 1
            await service.timeouts.run_out()
            assert (await service.table_service.table(table.id)).status == "over"

    run(scenario())


def test_a_restart_eats_nobodys_time(url: str) -> None:
    hands = Hands()

    async def scenario() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            table = await begin(service.table_service, bank=60_000)
            hands.seconds += 1
            await service.table_service.stop()
        hands.seconds += 3_600
        async with serving(url, Clock(hands, hands)) as service:
            await service.timeouts.run_out()
            table = await service.table_service.table(table.id)
            assert table.status == "playing"
            assert service.table_service.thinking(table) <= 1_000
            clock = service.table_service.view(table, None)["clock"]
            assert clock
            assert clock["running"] == table.to_act
            assert (clock["left"][table.to_act or 0] or 0) >= 59_000

    run(scenario())


def test_a_clock_set_back_charges_nobody_and_goes_on(url: str) -> None:
    hands = Hands()

    async def scenario() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            table = await begin(service.table_service, bank=60_000)
            before = service.table_service.clock.now()
        hands.seconds -= 10_000
        async with serving(url, Clock(hands, hands)) as service:
            assert service.table_service.clock.now() >= before
            assert service.table_service.thinking(await service.table_service.table(table.id)) == 0
            await act(service.table_service, table)

    run(scenario())


async def live(service: Service, hands: Hands, seconds: int) -> None:
    """Let time pass while the server is there."""
    for _ in range(0, seconds, 5):
        hands.seconds += 5
        await service.table_service._beat()


@pytest.mark.parametrize("ahead", [30 * DAYS, 2 * 3_600])
@pytest.mark.parametrize("when", ["before", "while ahead"])
def test_a_start_with_the_clock_ahead_leaves_nothing_behind(url: str, ahead: int, when: str) -> None:
    hands = Hands()

    async def scenario() -> None:
        begun_before = when == "before"
        async with serving(url, Clock(hands, hands)) as service:
            if begun_before:
                table = await begin(service.table_service, pace="correspondence", days=1)
                await live(service, hands, 60)
            await service.table_service.stop()
        hands.seconds += 10 + ahead
        async with serving(url, Clock(hands, hands)) as service:
            if not begun_before:
                table = await begin(service.table_service, pace="correspondence", days=1)
            await live(service, hands, 120)
            await service.table_service.stop()
        hands.seconds += 5 - ahead
        thought = (60 if begun_before else 0) + 120
        async with serving(url, Clock(hands, hands)) as service:
            await service.table_service.stop()  # no pulse from here on, and so no outage
            clock = service.table_service.clock
            assert abs(clock.now() - hands.seconds * 1000) <= 1
            table = await service.table_service.table(table.id)
            assert abs(service.table_service.thinking(table) - thought * 1000) <= 10
            await service.timeouts.run_out()
            assert (await service.table_service.table(table.id)).status == "playing"
            hands.seconds += DAYS - thought - 1  # as long as a day in all, and then no more
            await service.timeouts.run_out()
            assert (await service.table_service.table(table.id)).actor == table.actor
            hands.seconds += 2
            await service.timeouts.run_out()
            assert (await service.table_service.table(table.id)).actor != table.actor

    run(scenario())


def test_a_long_outage_hides_no_other(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            begun = service.table_service.clock.now()
            day = DAYS * 1000
            await service.store.write(lambda c: pulse(c, begun + day))
            found = await service.store.write(lambda c: pulse(c, begun + 401 * day))
            assert [ended - begun > DAYS for begun, ended in found[-2:]] == [True, True]

    run(scenario())


def test_a_clock_that_is_behind_without_a_reason_goes_on_from_where_it_was(url: str) -> None:
    hands = Hands()

    async def scenario() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            before = service.table_service.clock.now()
        hands.seconds = 1_000.0  # a machine without a battery
        async with serving(url, Clock(hands, hands)) as service:
            assert service.table_service.clock.now() >= before

    run(scenario())


def test_a_server_that_comes_later_keeps_the_time_of_those_that_are_there(tmp_path: Path) -> None:
    hands, right = Hands(), Hands()
    hands.seconds += 30 * DAYS
    url = new_database("postgresql", tmp_path)

    async def scenario() -> None:
        async with serving(url, Clock(right, right)):
            pass
        async with serving(url, Clock(hands, time.monotonic)) as one, serving(url, Clock(right, right)) as two:
            assert two.table_service.clock.now() >= 30 * DAYS * 1000
            assert abs(two.table_service.clock.now() - one.table_service.clock.now()) < 30_000

    run(scenario())


class WrongClocks(RuleBasedStateMachine):
    """Starts with a wall clock that is now right, now wrong. Beside it the time that a server was there."""

    def __init__(self) -> None:
        super().__init__()
        self.engine = create_engine("sqlite://")
        s.metadata.create_all(self.engine)
        self.real = 10_000 * DAYS * 1000  # milliseconds
        self.turns = dict[str, int]()  # of tables: how long a server was there since the turn began
        self.start(0)

    def start(self, wrong: int) -> None:
        begun = self.real
        self.clock = Clock(lambda: (begun + wrong) / 1000, lambda: (self.real - begun) / 1000)
        with self.engine.begin() as connection:
            self.clock.not_before(correct(connection, self.clock.now()))
            self.clock.moved = moved_moments(connection)
            self.clock.outages = pulse(connection, self.clock.now(), 0)

    @rule(seconds=st.integers(0, 100_000))
    def run(self, seconds: int) -> None:
        self.real += seconds * 1000
        self.turns = {id: turn + seconds * 1000 for id, turn in self.turns.items()}
        with self.engine.begin() as connection:
            pulse(connection, self.clock.now(), 10**15)  # as every two seconds

    @rule(down=st.integers(1, 100_000), wrong=st.sampled_from([0, 0, 0, 3_600, 30 * DAYS, 400 * DAYS, -3_600, -DAYS]))
    def restart(self, down: int, wrong: int) -> None:
        self.real += down * 1000
        self.start(wrong * 1000)

    @rule(id=st.sampled_from("abc"))
    def begin_a_turn(self, id: str) -> None:
        row = dict.fromkeys(("version", "leased_until", "created", "changed"), 1)
        kept = {"id": id, "status": "playing", "game": "", "public": False, "seed": b"", "state": b""}
        kept |= {"snapshot": json.dumps({"since": self.clock.now()}), "bot_to_act": False}
        with self.engine.begin() as connection:
            connection.execute(delete(s.tables).where(s.tables.c.id == id))
            connection.execute(insert(s.tables), row | kept)
        self.turns[id] = 0

    @invariant()
    def nobody_gains_or_loses_time(self) -> None:
        with self.engine.begin() as connection:
            rows = connection.execute(select(s.tables.c.id, s.tables.c.snapshot)).all()
        for id, snapshot in rows:
            since = self.clock.counted(id, json.loads(snapshot)["since"])
            assert self.clock.between(since, self.clock.now()) == self.turns[id]


WrongClocks.TestCase.settings = hypothesis.settings(max_examples=100, stateful_step_count=25, deadline=None)
TestWrongClocks = WrongClocks.TestCase


def test_time_between_leaves_outages_out() -> None:
    clock = Clock(lambda: 0.0, lambda: 0.0, outages=[(100, 200), (300, 1_000)])
    assert clock.between(0, 50) == 50
    assert clock.between(150, 250) == 50
    assert clock.between(0, 2_000) == 2_000 - 100 - 700
    assert clock.between(400, 500) == 0


def test_only_a_gap_is_an_outage(url: str) -> None:
    hands = Hands()

    async def scenario() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            hands.seconds += (GAP - 1) / 1000
            assert await service.store.write(lambda c: pulse(c, service.table_service.clock.now())) == []
            hands.seconds += (GAP + 1) / 1000
            assert len(await service.store.write(lambda c: pulse(c, service.table_service.clock.now()))) == 1

    run(scenario())
