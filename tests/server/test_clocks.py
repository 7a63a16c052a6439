"""Time: who runs out of it is gone, and nobody is charged for the time the server was away."""

from digsite.server.clock import GAP, Clock, pulse
from tests.server.databases import serving, url
from tests.server.desks import Hands, act, begin, run

__all__ = ["url"]


def test_who_runs_out_of_time_is_gone(url: str) -> None:
    hands = Hands()

    async def story() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            table = await begin(service.desk, bank=60_000, on_timeout="end")
            for _ in range(59):
                hands.seconds += 1
                service.desk.clock.outages = []
            await service.desk.run_out()
            assert (await service.desk.table(table.id)).status == "playing"
            hands.seconds += 1
            await service.desk.run_out()
            assert (await service.desk.table(table.id)).status == "over"

    run(story())


def test_a_restart_eats_nobodys_time(url: str) -> None:
    hands = Hands()

    async def story() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            table = await begin(service.desk, bank=60_000)
            hands.seconds += 1
            await service.desk.stop()
        hands.seconds += 3_600
        async with serving(url, Clock(hands, hands)) as service:
            await service.desk.run_out()
            table = await service.desk.table(table.id)
            assert table.status == "playing"
            assert service.desk.thinking(table) <= 1_000
            told = service.desk.told(table, None)
            assert told["clock"]["left"][table.to_act] >= 59_000

    run(story())


def test_a_clock_set_back_charges_nobody_and_goes_on(url: str) -> None:
    hands = Hands()

    async def story() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            table = await begin(service.desk, bank=60_000)
            before = service.desk.clock.now()
        hands.seconds -= 10_000
        async with serving(url, Clock(hands, hands)) as service:
            assert service.desk.clock.now() >= before
            assert service.desk.thinking(await service.desk.table(table.id)) == 0
            await act(service.desk, table)

    run(story())


def test_time_between_leaves_outages_out() -> None:
    clock = Clock(lambda: 0.0, lambda: 0.0, outages=[(100, 200), (300, 1_000)])
    assert clock.between(0, 50) == 50
    assert clock.between(150, 250) == 50
    assert clock.between(0, 2_000) == 2_000 - 100 - 700
    assert clock.between(400, 500) == 0


def test_only_a_gap_is_an_outage(url: str) -> None:
    hands = Hands()

    async def story() -> None:
        async with serving(url, Clock(hands, hands)) as service:
            hands.seconds += (GAP - 1) / 1000
            assert await service.store.write(lambda c: pulse(c, service.desk.clock.now())) == []
            hands.seconds += (GAP + 1) / 1000
            assert len(await service.store.write(lambda c: pulse(c, service.desk.clock.now()))) == 1

    run(story())
