"""Clocks: the one that runs counts down on the page, and everybody sees it without scrolling."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.fitting import unseen
from tests.browser.players import GAMES
from tests.browser.tables import FRIEND, ME, Friend, Seated, become_guest

LEFT = "all => all.map(clock => clock.textContent.split(':').reduce((whole, part) => 60 * whole + +part, 0))"
MINUTES_5 = 300_000
NEARLY_OUT = 30  # seconds: what is left then is marked


def two_on_a_clock(visit: OpenPage, game: str, bank: int = MINUTES_5) -> tuple[Page, Page, Seated]:
    """A player and a watcher of a game of two that has just begun."""
    page = visit("", **PHONE)
    become_guest(page.request, "Ola")
    table = Seated(page.request, game, [ME, FRIEND], bank=bank)
    Friend(page.request, "Zoe", table)
    page.goto(table.start().path)
    return page, visit(table.path), table


def seconds(page: Page, selector: str) -> list[int]:
    found: list[int] = page.locator(f"time.clock{selector}").evaluate_all(LEFT)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_clock_that_runs_counts_down_and_no_other(visit: OpenPage, game: str) -> None:
    for page in two_on_a_clock(visit, game)[:2]:
        before, others = seconds(page, ".running"), seconds(page, ":not(.running)")
        assert len(before) == 3  # in the header, in the line of the players, and in the panel
        assert others == [300, 300]
        running = page.locator("#status .clock.running")
        expect(running).not_to_have_text(running.inner_text())
        assert all(now < first for now, first in zip(seconds(page, ".running"), before, strict=True))
        assert seconds(page, ":not(.running)") == others


def test_a_clock_that_is_nearly_out_is_marked_by_more_than_its_colour(visit: OpenPage) -> None:
    page, _watcher, _table = two_on_a_clock(visit, "thebes", bank=(NEARLY_OUT + 2) * 1000)
    clock = page.locator("#status .clock")
    expect(clock).to_have_text(re.compile("0:3[01]"))
    plain = clock.bounding_box()
    expect(clock).to_have_class(re.compile(r"\blow\b"))
    assert seconds(page, ".running.low")[0] < NEARLY_OUT
    marked = clock.bounding_box()
    assert plain
    assert marked
    assert marked["width"] > plain["width"] + 10  # a pill with an hourglass
    assert page.locator(".clock.low:not(.running)").count() == 0
    page.reload()
    expect(clock).to_have_class(re.compile(r"\blow\b"))


@pytest.mark.parametrize("seats", [2, 3])
def test_on_a_phone_clocks_of_others_stand_beside_their_names(visit: OpenPage, seats: int) -> None:
    page = visit("", **PHONE | {"viewport": {"width": 360, "height": 640}})
    become_guest(page.request, "Ola")
    table = Seated(page.request, "thebes", [ME] + [FRIEND] * (seats - 1), bank=(NEARLY_OUT - 1) * 1000)
    for seat in range(1, seats):
        Friend(page.request, f"Zoe {seat}", table, seat)
    page.goto(table.start().path)
    chips = page.locator("#chips .clock")
    expect(chips).to_have_count(seats)
    page.evaluate("document.fonts.ready")
    assert unseen(page, ((360, 640),), ("#chips .clock", "#chips b", "#chips strong")) == []


@pytest.mark.parametrize("game", GAMES)
def test_at_a_desk_everybody_s_clock_stands_beside_their_name(visit: OpenPage, game: str) -> None:
    page = visit("")
    become_guest(page.request, "Ola")
    table = Seated(page.request, game, [ME, FRIEND], bank=MINUTES_5)
    Friend(page.request, "Konstantina Papadopoulou-Montgomery", table)
    page.goto(table.start().path)
    page.evaluate("document.fonts.ready")
    expect(page.locator(".panels .clock")).to_have_count(2)
    assert unseen(page, ((1366, 650), (1440, 900)), (".panels .clock", ".panels .total")) == []
