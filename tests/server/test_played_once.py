"""An action at a table is parsed and applied once; whoever needs the positions gets them handed on."""

from collections import Counter
from typing import Any

import pytest

from digsite.core.registry import load
from digsite.server.table_service import TableService
from digsite.tables import commands
from digsite.tables.fold import MissingMoves, fold
from digsite.tables.table import Seat, Table
from tests.server.databases import new_database, serving
from tests.server.service_helpers import act, begin, run
from tests.server.tabletop import ANN, BO, lay, person


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the game of Thebes was asked to parse and to apply something."""
    counted: Counter[str] = Counter()
    game = load("thebes")
    for name in ("parse", "apply"):
        real = getattr(game, name)

        def spy(*args: Any, name: str = name, real: Any = real) -> Any:
            counted[name] += 1
            return real(*args)

        monkeypatch.setattr(game, name, spy)
    return counted


async def begin_with_a_person(table_service: TableService, seats: list[Seat]) -> Table:
    """Begin a game in which chance lets a person move first, and the bot pauses longer than a test takes."""
    for _ in range(100):
        table = await begin(table_service, "thebes", seats, pause=600_000)
        if table.actor and table.actor.kind == "person":
            return table
    raise AssertionError("the bot moved first a hundred times")


def test_one_action_is_parsed_and_applied_once_for_log_bots_and_pages(tmp_path: Any, calls: Counter[str]) -> None:
    async def scenario() -> None:
        async with serving(new_database("sqlite", tmp_path)) as service:
            seats = [person(ANN), person(BO), Seat("bot", bot="random")]
            table = await begin_with_a_person(service.table_service, seats)
            await service.page_cache.timeline(table)
            service.bots._kept.clear()
            service.bots._seat(table, 2, await service.table_service.moves(table))
            calls.clear()
            event, after = await act(service.table_service, table)
            timeline = await service.page_cache.timeline(after)
            seen = Counter(calls)
            assert service.bots._kept[table.id, 2].unobserved[-1][1] == timeline.actions[-1]
            assert len(timeline.actions) == after.ply
            assert seen == Counter(parse=1, apply=1 + len(event["draws"]))

    run(scenario())


def test_a_log_is_replayed_once(calls: Counter[str]) -> None:
    top = lay("thebes")
    for _ in range(5):
        top.act()
    calls.clear()
    assert top.refold() == top.table
    assert calls == Counter(parse=len(top.moves), apply=len(top.moves))


def test_an_undo_without_the_moves_of_the_game_is_refused() -> None:
    top = lay()
    top.act(text=top.legal()[0])
    entry = commands.undo(top.table, top.table.seats[top.table.undo_seat].person, None, 0, 0)
    with pytest.raises(MissingMoves, match=f"all {top.table.ply} moves"):
        fold(top.table, entry)
    with pytest.raises(MissingMoves):
        fold(top.table, entry, top.moves[:-1])
    assert fold(top.table, entry, top.moves).ply == entry.payload["to"]


def test_an_undo_without_the_moves_of_the_game_is_not_written(tmp_path: Any) -> None:
    async def scenario() -> None:
        async with serving(new_database("sqlite", tmp_path)) as service:
            _, table = await act(service.table_service, await begin(service.table_service))
            who = table.seats[table.undo_seat].person
            with pytest.raises(MissingMoves):
                await service.table_service.change(
                    table.id, lambda t, now: commands.undo(t, who, None, 0, now.at), person=who
                )
            assert await service.table_service.table(table.id) == table

    run(scenario())
