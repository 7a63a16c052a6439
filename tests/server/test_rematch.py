"""Another game with the same: at once where nobody has to be waited for."""

from pathlib import Path

from digsite.server.people import Person
from digsite.server.service import Service
from digsite.tables import commands
from digsite.tables.table import Seat, Table, Terms
from tests.server.databases import serving
from tests.server.service_helpers import run
from tests.server.tabletop import ANN, BO, person

ANN_HERSELF, BO_HIMSELF = Person(ANN, "Ann", "rose"), Person(BO, "Bo", "petrol")


async def played(service: Service, *seats: Seat) -> Table:
    """A table whose game Ann has ended by resigning."""
    table = await service.table_service.open(Terms("mykerinos", pause=10_000), seats, ANN)
    await service.table_service.change(table.id, lambda t, now: commands.start(t, ANN, now.at), person=ANN)
    return (
        await service.table_service.change(table.id, lambda t, now: commands.resign(t, ANN, None, now.at), person=ANN)
    )[1]


def test_against_a_bot_the_next_game_begins_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(f"sqlite:///{tmp_path}/digsite.db") as service:
            table = await played(service, person(ANN), Seat("bot", bot="novice"))
            again = await service.rematch(table.id, ANN_HERSELF, at_once=True)
            assert again.status == "playing"
            assert [seat.kind for seat in again.seats] == ["person", "bot"]
            assert (await service.rematch(table.id, ANN_HERSELF, at_once=True)).id == again.id

    run(scenario())


def test_people_are_waited_for_until_the_last_has_agreed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(f"sqlite:///{tmp_path}/digsite.db") as service:
            table = await played(service, person(ANN), person(BO))
            assert (await service.rematch(table.id, ANN_HERSELF, at_once=True)).status == "open"
            assert (await service.rematch(table.id, BO_HIMSELF, at_once=True)).status == "playing"

    run(scenario())


def test_a_program_starts_for_itself(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(f"sqlite:///{tmp_path}/digsite.db") as service:
            table = await played(service, person(ANN), Seat("bot", bot="novice"))
            assert (await service.rematch(table.id, ANN_HERSELF)).status == "open"

    run(scenario())


def test_a_bot_that_played_for_somebody_plays_for_itself_the_next_time(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(f"sqlite:///{tmp_path}/digsite.db") as service:
            table = await played(service, person(ANN), person(BO), Seat("bot", bot="novice"))
            assert table.record([]).names == ["novice for Ann", "Bo", "novice"]
            await service.table_service.change(
                table.id, lambda t, now: commands.abandon(t, BO, True, now.at), person=BO
            )
            again = await service.rematch(table.id, BO_HIMSELF)
            assert [(seat.kind, seat.name) for seat in again.seats] == [("bot", ""), ("person", "Bo"), ("bot", "")]

    run(scenario())
