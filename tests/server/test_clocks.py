"""Time: who runs out of it is gone, and nobody is charged for the time the server was away."""

from digsite.server.clock import GAP, Clock, pulse
from tests.server.databases import serving, url
from tests.server.service_helpers import Hands, act, begin, run

__all__ = ["url"]


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
