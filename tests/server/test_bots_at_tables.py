"""Bots at tables: they play by themselves, go on after a restart, and hold up nobody."""

import asyncio
from functools import partial
from typing import Any

import pytest

from digsite.core.verify import verify
from digsite.server import bot_runner
from digsite.server.clock import Clock
from digsite.tables import commands
from digsite.tables.table import Seat
from tests.server.databases import serving, url
from tests.server.service_helpers import act, begin, run, until_over
from tests.server.tabletop import ANN, person

__all__ = ["url"]


@pytest.mark.parametrize("game", ["thebes", "mykerinos"])
def test_a_table_of_bots_plays_by_itself(url: str, game: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            bots = [Seat("bot", bot=name) for name in ("novice", "random", "scholar", "novice")]
            table = await begin(service.table_service, game, bots)
            table = await until_over(service.table_service, table.id)
            verify(table.game, table.record(await service.table_service.moves(table)))
            assert service.bots.waiting == 0

    run(scenario())


def test_after_a_restart_bots_go_on(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            table = await begin(
                service.table_service, seats=[Seat("bot", bot="novice"), Seat("bot", bot="novice")], pause=20
            )
            await asyncio.sleep(0.2)
        async with serving(url, Clock(wall=lambda: 4e9)) as service:
            await until_over(service.table_service, table.id)

    run(scenario())


def test_a_search_is_cancelled_when_the_game_ends(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            table = await begin(service.table_service, seats=[person(ANN), Seat("bot", bot="master:10s")])
            while table.to_act == 0:
                table = (await act(service.table_service, table))[1]
            while not service.bots._cancels:
                await asyncio.sleep(0.01)
            resign = partial(commands.resign, person=ANN, seat=None)
            await service.table_service.change(table.id, lambda t, now: resign(t, at=now.at), person=ANN)
            while service.bots.waiting:
                await asyncio.sleep(0.01)
            assert (await service.table_service.table(table.id)).status == "over"

    run(scenario())


def test_a_bot_that_fails_gives_its_seat_to_another_and_holds_up_nobody(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = bot_runner._choose

    def choose(seated: Any, *rest: Any) -> int:
        if type(seated.player).__name__ == "Scholar":
            raise RuntimeError("no idea")
        return real(seated, *rest)

    monkeypatch.setattr(bot_runner, "_choose", choose)

    async def scenario() -> None:
        async with serving(url) as service:
            broken = await begin(service.table_service, seats=[Seat("bot", bot="scholar"), Seat("bot", bot="scholar")])
            sound = await begin(service.table_service, seats=[Seat("bot", bot="random"), Seat("bot", bot="random")])
            await until_over(service.table_service, sound.id)
            table = await until_over(service.table_service, broken.id)
            assert [seat.bot for seat in table.seats] == ["novice", "novice"]

    run(scenario())
