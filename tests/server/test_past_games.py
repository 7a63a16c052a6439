"""A person's games: which of them are found, in what order, and how the page tells each."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

from digsite.server import table_store
from digsite.server.clock import Clock
from digsite.server.service import Service
from digsite.tables import commands
from digsite.tables.entries import AnyEntry
from digsite.tables.table import Seat, Table, Terms
from digsite.web.past_games import ON_A_PAGE, past_game, wanted
from tests.server.databases import serving, url
from tests.server.service_helpers import Hands, begin, run
from tests.server.tabletop import ANN, BO, CY, Tabletop, lay, person
from tests.server.visitor import Visitor

__all__ = ["url"]


async def ids(service: Service, game: str = "", status: str = "", most: int = ON_A_PAGE, skip: int = 0) -> list[str]:
    asked = wanted({"game": game, "status": status})
    found = await service.table_service.played(ANN, asked.game, asked.status, most, skip)
    assert await service.table_service.count_played(ANN, asked.game, asked.status) >= len(found) + skip
    return [table.id for table, _changed in found]


async def change(service: Service, table: Table, command: Callable[..., AnyEntry], who: str = ANN) -> None:
    await service.table_service.change(table.id, lambda t, now: command(t, who, at=now.at), person=who)


def test_own_games_are_found_by_game_and_status_the_latest_first(url: str) -> None:
    async def scenario() -> None:
        hands = Hands()
        async with serving(url, Clock(hands, hands)) as service:
            tables = service.table_service
            digging, over = await begin(tables, "mykerinos"), await begin(tables, "thebes")
            hands.seconds += 60
            waiting = await tables.open(Terms("thebes"), [person(ANN), Seat("open")], ANN)
            hands.seconds += 60
            await change(service, over, partial(commands.resign, seat=None))
            closed = await tables.open(Terms("thebes"), [person(ANN), Seat("open")], ANN)
            await change(service, closed, commands.close)
            await tables.open(Terms("thebes"), [person(BO), person(CY)], BO)

            assert await ids(service) == [over.id, waiting.id, digging.id]
            assert await ids(service, "thebes") == [over.id, waiting.id]
            assert await ids(service, "mykerinos") == [digging.id]
            assert await ids(service, "", "over") == [over.id]
            assert await ids(service, "", "playing") == [digging.id]
            assert await ids(service, "thebes", "open") == [waiting.id]
            assert await ids(service, "mykerinos", "open") == []
            assert await ids(service, most=2, skip=1) == [waiting.id, digging.id]
            assert await tables.count_played(ANN, "", None) == 3

    run(scenario())


def test_other_peoples_tables_are_not_read(tmp_path: Path) -> None:
    """However many tables there are, the database goes from the person's places to those tables alone."""

    async def scenario() -> None:
        async with serving(f"sqlite:///{tmp_path}/digsite.db") as service:
            query = table_store.has_played(ANN, "thebes", "over")
            compiled = query.compile(service.store.engine, compile_kwargs={"literal_binds": True})
            steps = service.store.now(lambda c: [row[3] for row in c.execute(text(f"EXPLAIN QUERY PLAN {compiled}"))])
            assert len(steps) == 2
            assert all(step.startswith("SEARCH") for step in steps), steps

    run(scenario())


# What an address asks for


@pytest.mark.parametrize("page", ["", "0", "-1", "two", "²", "9" * 30])
def test_a_wrong_page_is_the_first_and_one_too_far_the_last(page: str) -> None:
    assert wanted({"page": page}).page == 1
    assert wanted({"page": "12"}).within(2 * ON_A_PAGE + 1).page == 3
    assert wanted({"page": "12"}).within(0).page == 1


def test_filters_that_mean_nothing_are_left_out_and_others_go_on_to_the_next_page() -> None:
    assert wanted({"game": "chess", "status": "won"}) == wanted({})
    assert wanted({"game": "thebes", "status": "over"}).link(2) == "/me/games?game=thebes&status=over&page=2"
    assert wanted({"game": "thebes"}).link(1) == "/me/games?game=thebes"


# How a game is told

MARCH = 1_773_300_000_000  # 12 March 2026


def outcome(top: Tabletop, who: str) -> tuple[str, str, str]:
    game = past_game(top.table, MARCH, who)
    return game.kind, game.result, game.how


def test_who_resigned_has_lost_and_the_other_has_won() -> None:
    top = lay()
    top.do(commands.resign, ANN, None)
    assert outcome(top, ANN) == ("lost", "Lost", "You resigned")
    assert outcome(top, BO) == ("won", "Won", "Ann resigned")
    assert outcome(top, CY) == ("", "Bo won", "Ann resigned")  # who had left before the end
    game = past_game(top.table, MARCH, BO)
    assert (game.date, game.day, game.replay) == ("12 March 2026", "2026-03-12", f"/t/{top.table.id}?ply=0")
    assert [(each.name, each.won) for each in game.players] == [("Ann", False), ("You", True)]
    assert [each.points for each in game.players] == top.table.result()[0]  # type: ignore[index]


def test_a_game_that_goes_on_tells_whose_turn_it_is_and_has_no_replay() -> None:
    top = lay()
    assert top.table.actor is not None
    mover = top.table.actor.person
    assert outcome(top, mover)[:2] == ("yours", "Your turn")
    assert outcome(top, BO if mover == ANN else ANN)[1] == f"{top.table.actor.name} to move"
    game = past_game(top.table, MARCH, ANN)
    assert (game.replay, [each.points for each in game.players]) == ("", [None, None])


def test_a_game_nobody_won_is_neither_won_nor_lost() -> None:
    top = lay()
    top.do(commands.abandon, ANN, True)
    top.do(commands.abandon, BO, True)
    assert outcome(top, ANN) == ("", "Abandoned", "")


# The page


def names_shown(page: str) -> list[str]:
    return re.findall(r'<div class="what">\s*<a href="/t/[^"]+"><b>([^<]*)</b>', page)


def test_the_page_lists_filters_and_pages_ones_games(ann: Visitor) -> None:
    assert ann.see("/me/games").url.path == "/"
    for number in range(ON_A_PAGE + 1):
        ann.see("/")
        path = ann.open("me", "open", name=f"Dig {number}", game="mykerinos" if number == 3 else "thebes")
    ann.post(path, do="bot", seat="1", bot="novice")
    ann.see(path)
    ann.post(path, do="start")
    ann.see(path)
    ann.post(path, do="resign")

    ann.see("/me/games")
    assert "<title>Your games · Digsite</title>" in ann.page
    assert "<footer" in ann.page
    assert f"{ON_A_PAGE + 1} games, the latest first" in ann.page
    assert len(names_shown(ann.page)) == ON_A_PAGE
    assert names_shown(ann.page)[0] == f"Dig {ON_A_PAGE}"
    assert "Lost" in ann.page
    assert f'href="{path}?ply=0"' in ann.page
    older = re.search(r'href="([^"]+)">Older', ann.page)
    assert older
    assert "Newer" not in ann.page

    ann.see(older[1])
    assert names_shown(ann.page) == ["Dig 0"]
    assert "Page 2 of 2" in ann.page
    assert "Older" not in ann.page

    ann.see("/me/games?game=mykerinos&status=open")
    assert names_shown(ann.page) == ["Dig 3"]
    ann.see("/me/games?status=over")
    assert names_shown(ann.page) == [f"Dig {ON_A_PAGE}"]
    ann.see("/me/games?game=mykerinos&status=over")
    assert "Show all games" in ann.page
    assert 'value="mykerinos" checked' in ann.page


def test_a_page_without_games_says_so_and_the_first_page_leads_there(ann: Visitor, bo: Visitor) -> None:
    ann.open("novice", "novice")
    ann.see("/me/games")
    assert "None yet." in ann.page
    bo.see("/")
    bo.open()
    bo.see("/")
    assert 'href="/me/games">All your games' in bo.page
