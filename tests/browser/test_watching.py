"""Bots play and somebody watches: as fast as one likes, paused, and with time to read."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.tables import BOT, Seated, become_guest

FAST = "#watch-pace input[value='200']"
ENOUGH = 40  # moves that wait to be shown


def watching(visit: OpenPage) -> Page:
    """Somebody who watches a game that has just begun."""
    page = visit("/")
    page.locator(".bots").get_by_role("button", name="Thebes").click()
    expect(page.get_by_text("You are watching")).to_be_visible()
    return page


def paused(visit: OpenPage) -> tuple[Page, Seated]:
    """Somebody who has paused near the beginning, and the table, where the bots have played to the end meanwhile."""
    page = visit("")
    become_guest(page.request, "Ola")
    table = Seated(page.request, "thebes", [BOT, BOT], pause=100).start()
    page.goto(table.path)
    page.get_by_role("button", name="Pause").click()
    while table.view["status"] == "playing":
        page.wait_for_timeout(200)
    return page, table


def played_on(page: Page, moves: int) -> None:
    """Until the bots are so many moves ahead of what the page shows."""
    while page.request.get(page.url.replace("/t/", "/api/tables/")).json()["version"] < version(page) + moves:
        page.wait_for_timeout(50)


def version(page: Page) -> int:
    return int(page.locator("#page").get_attribute("data-version") or 0)


def step(page: Page) -> None:
    before = version(page)
    page.get_by_role("button", name="One move").press("Enter")  # also where what is read lies over it
    expect(page.locator("#page")).not_to_have_attribute("data-version", str(before))


def test_bots_are_paused_stepped_and_go_on(visit: OpenPage) -> None:
    page = watching(visit)
    expect(page.locator("#watch [data-watchers]")).to_have_text("Watching: 1")
    page.get_by_role("button", name="Pause").click()
    before = version(page)
    played_on(page, 10)
    assert version(page) == before
    step(page)
    page.locator(FAST).check(force=True)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#log li")).not_to_have_count(2)


def test_the_space_bar_pauses_and_goes_on(visit: OpenPage) -> None:
    page = watching(visit)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


@pytest.mark.parametrize("link", [".panels .total", "#board a.years", ".panels .known"])
def test_what_is_read_while_paused_leaves_the_table_as_it_is(visit: OpenPage, link: str) -> None:
    """An explanation tells of the position that is shown."""
    page, table = paused(visit)
    for _ in range(12):
        step(page)
    before, board = version(page), page.locator("#board").inner_html()
    explanation = page.locator(link).first.get_attribute("href") or ""
    page.locator(link).first.click()
    expect(page.locator("#side-title")).to_be_focused()
    shown = page.locator("#side").inner_text()
    assert version(page) == before
    assert page.locator("#board").inner_html() == board
    then = visit(f"{explanation}&ply={page.locator('#page').get_attribute('data-ply')}")
    assert then.locator("#side").inner_text() == shown
    page.keyboard.press("Escape")
    expect(page.locator("#side")).to_be_hidden()
    assert version(page) == before
    expect(page).to_have_url(re.compile(f"{table.path}$"))
    step(page)


def test_rules_stay_open_while_one_steps_on(visit: OpenPage) -> None:
    page, _table = paused(visit)
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.locator("#side-title")).to_be_visible()
    step(page)
    step(page)
    expect(page.locator("#side-title")).to_be_visible()


def test_an_explanation_goes_along_while_one_steps_on(visit: OpenPage) -> None:
    page, _table = paused(visit)
    page.locator("#board a.years").click()
    expect(page.locator("#side-title")).to_be_visible()
    for _ in range(12):
        step(page)
    ply = page.locator("#page").get_attribute("data-ply")
    then = visit(f"{page.url}&ply={ply}")
    expect(page.locator("#side")).to_have_text(then.locator("#side").inner_text(), use_inner_text=True)


def test_the_whole_log_of_a_paused_game_ends_where_it_is_paused(visit: OpenPage) -> None:
    page, _table = paused(visit)
    for _ in range(20):
        step(page)
    before, newest, lines = version(page), page.locator("#log li").first.inner_text(), page.locator("#log li").count()
    page.get_by_role("link", name="Show the whole log").click()
    expect(page.locator("#log.whole")).to_be_visible()
    assert page.locator("#log li").first.inner_text() == newest
    assert page.locator("#log li").count() > lines
    assert version(page) == before


def test_after_looking_back_one_steps_on_from_the_newest(visit: OpenPage) -> None:
    page = watching(visit)
    page.get_by_role("button", name="Pause").click()
    played_on(page, 5)
    page.locator("#log li a").first.click()
    page.get_by_role("link", name="Back to now").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    played_on(page, 2)
    step(page)


def test_fast_is_fast(visit: OpenPage) -> None:
    """Of many moves that wait, as many are shown in a second as one can follow."""
    page, _table = paused(visit)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    before = version(page)
    page.locator(FAST).check(force=True)
    page.get_by_role("button", name="Go on").click()
    page.clock.run_for(2000)
    assert before + 8 <= version(page) < before + ENOUGH
