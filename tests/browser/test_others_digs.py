"""Bots dig one after the other: nothing tells what they found before it is shown, and nothing is lost."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.looking import script
from tests.browser.tables import BOT, ME, Seated, become_guest
from tests.browser.thebes import texts_beside

NOTE_STRIPS = script("note_strips")
STOPPED = "{ const real = setTimeout; window.setTimeout = (does, after) => after > 300 ? 0 : real(does, after); }"
ARRIVED = "document.addEventListener('arrived', ({ detail: [name, data] }) => { window.arrived = data.version; })"
SEED, PLY, ACTION, DIGS = "digs 1", 194, "take 3", 3  # then all three bots dig before it is one's turn again
APART = 60  # milliseconds between what bots do, so that each comes by itself
CARD = "#dock li.open-card:not(.shut, .empty) a.whole"
MOST = 3500  # milliseconds

BOTH = pytest.mark.parametrize("pause", [APART, 0], ids=["one by one", "at once"])


def looking_on(visit: OpenPage, pause: int = APART, at: str = "", first: str = "", **how: Any) -> tuple[Page, Seated]:
    """Somebody with the page open, and the table, at which the bots are about to dig."""
    page = visit("", **how)
    become_guest(page.context.request, "Noor")
    table = Seated(page.context.request, "thebes", [ME, BOT, BOT, BOT], SEED, pause=pause).start()
    table.play(lambda view: view["ply"] >= PLY)
    for each in (ARRIVED, first):
        page.add_init_script(each)
    page.goto(table.path + at)
    expect(page.locator("#status.mine")).to_be_visible()
    page.evaluate(NOTE_STRIPS)
    return page, table


def digs(table: Seated) -> dict[str, Any]:
    """The table once the bots have dug."""
    table.act(ACTION, table.view)
    return table.now()


def heard(page: Page, table: Seated) -> None:
    """Until the stream has brought all of it."""
    while page.evaluate("window.arrived") != table.view["version"]:
        page.wait_for_timeout(20)


def noted(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("noted")
    return found


def assert_up_to_date(page: Page, table: Seated, visit: OpenPage) -> None:
    """The page tells what one tells that is opened now."""
    expect(page.locator("#page")).to_have_attribute("data-version", str(table.view["version"]))
    fresh = visit(page.url, storage_state=page.context.storage_state())
    assert texts_beside(page) == texts_beside(fresh)


@BOTH
@pytest.mark.parametrize("at", ["", "?choose=exchange"], ids=["free", "planning"])
def test_others_digs_turn_one_after_the_other_and_nothing_tells_before(visit: OpenPage, at: str, pause: int) -> None:
    """Also where something is chosen, and the page asks for what has changed instead of taking it from the stream."""
    page, table = looking_on(visit, pause, at)
    digs(table)
    expect(page.locator("#page")).to_have_attribute("data-version", str(table.view["version"]))
    seen = noted(page)
    in_order = page.locator("#others-digs [data-dig]").evaluate_all("digs => digs.map(dig => dig.dataset.dig)")
    assert len(in_order) == DIGS
    assert max(each["strips"] for each in seen) == 1
    assert [dig for dig, _notes in groupby(each["turning"] for each in seen) if dig] == in_order
    for dig, notes in groupby(seen, lambda each: each["turning"]):
        if dig:
            beside = list(notes)
            assert all(each["tells"] == beside[0]["tells"] and dig not in each["known"] for each in beside)
    assert_up_to_date(page, table, visit)


@BOTH
def test_digs_in_a_row_hold_up_the_rest_for_a_few_seconds_at_most(visit: OpenPage, pause: int) -> None:
    page, table = looking_on(visit, pause)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    digs(table)
    heard(page, table)
    expect(page.locator(".dig-strip")).to_have_count(1)
    page.clock.run_for(MOST)
    assert page.locator("#page").get_attribute("data-version") == str(table.view["version"])


ACTS: dict[str, Callable[[Page], None]] = {
    "click": lambda page: page.locator(CARD).first.click(),
    "key": lambda page: page.keyboard.press("1"),
}


@BOTH
@pytest.mark.parametrize("act", ACTS)
def test_who_acts_waits_for_no_strip(visit: OpenPage, act: str, pause: int) -> None:
    """Of strips that would never end."""
    page, table = looking_on(visit, pause, first=STOPPED)
    digs(table)
    heard(page, table)
    expect(page.locator(".dig-strip")).to_have_count(1)
    assert page.locator("#page").get_attribute("data-version") != str(table.view["version"])
    ACTS[act](page)
    expect(page.locator("#choice button.main:visible")).to_have_attribute("value", "take 1")
    expect(page.locator(".dig-strip")).to_have_count(0)
    assert_up_to_date(page, table, visit)


@BOTH
def test_who_wants_it_calm_sees_all_at_once(visit: OpenPage, pause: int) -> None:
    page, table = looking_on(visit, pause, reduced_motion="reduce")
    digs(table)
    assert_up_to_date(page, table, visit)
    assert {each["strips"] for each in noted(page)} == {0}
