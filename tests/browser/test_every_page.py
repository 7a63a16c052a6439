"""Every page, light and dark, at every width: anybody can read and use it, and nothing moves that should not."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import DESK, PATIENCE, PHONE, OpenPage
from tests.browser.hands import Mouse
from tests.browser.looking import (
    Complaints,
    assert_steady,
    focus_unseen,
    movements,
    sticking_out,
    too_small,
    violations,
    watch,
)
from tests.browser.screens import NAMES, NARROW, STRANGERS, Screens
from tests.browser.thebes import ThebesPlayer
from tests.repeated import repeated

WIDTHS = (390, 768, 1024, 1440, 2560)
LIKE_OTHERS = (  # pages made of what others show, too
    "sealed-end", "watching", "rules-panel", "privacy", "mykerinos-lobby", "mykerinos-replay", "mykerinos-explanation",
    "mykerinos-rules-panel", "mykerinos-hint", "mykerinos-rules", "mykerinos-field", "mykerinos-last-round", "closed",
    "asked", "mykerinos-plan",
)  # fmt: skip
PAGES = [*(name for name in NAMES if name not in LIKE_OTHERS), *repeated(*LIKE_OTHERS)]
TOUCHED = (
    "#top, #board, #dock, #choice, #finds, #end, #begin, #together, #keys, #choose, "
    "[data-talking] #chat, .closed-table, .ways"
)


@pytest.fixture(scope="module")
def desk(browser: Browser, address: str, screens: Screens) -> Iterator[Page]:
    """One tab for all pages, of the person whose pages they are."""
    context = browser.new_context(base_url=address, storage_state=screens.state, reduced_motion="reduce", **DESK)
    context.set_default_timeout(PATIENCE)
    watch(context)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def phone(browser: Browser, address: str, screens: Screens) -> Iterator[Page]:
    context = browser.new_context(base_url=address, storage_state=screens.state, reduced_motion="reduce", **PHONE)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def go(page: Page, screens: Screens, name: str, complaints: Complaints) -> None:
    if name == "error":
        complaints.expected = ("404",)
    cookies: Any = screens.state["cookies"]
    page.context.clear_cookies()
    if name not in STRANGERS:
        page.context.add_cookies(cookies)
    screens.show(page, name)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_for_everybody(desk: Page, screens: Screens, complaints: Complaints, name: str) -> None:
    """axe-core finds nothing, in light and in dark; the focus is seen; nothing sticks out or jumps about."""
    desk.set_viewport_size({"width": 390 if name in NARROW else 1440, "height": 900})
    desk.emulate_media(color_scheme="light")
    complaints.listen(desk)
    go(desk, screens, name, complaints)
    assert_steady(desk)
    found = violations(desk)
    desk.emulate_media(color_scheme="dark")
    found += [f"dark {each}" for each in violations(desk, "color-contrast")]  # nothing but colours differs
    found += [f"focus unseen: {each}" for each in focus_unseen(desk)]
    for width in WIDTHS:
        desk.set_viewport_size({"width": width, "height": 900})
        found += [f"at {width} sticks out: {each}" for each in sticking_out(desk)]
    assert found == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_for_fingers(phone: Page, screens: Screens, complaints: Complaints, name: str) -> None:
    complaints.listen(phone)
    go(phone, screens, name, complaints)
    assert sticking_out(phone) == []
    assert too_small(phone, TOUCHED) == []


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_nothing_moves_for_who_wants_it_calm(visit: OpenPage, screens: Screens, wish: Any) -> None:
    page = visit("", storage_state=screens.state, reduced_motion=wish)
    table = screens.new(f"calm {wish}")
    table.play(lambda view: any(action.startswith("dig") for action in view["legal"]))
    page.goto(table.path)
    player = ThebesPlayer(page, Mouse())
    while not player.did["dig"]:
        player.play(1)
    assert bool(movements(page)) is (wish == "no-preference")
