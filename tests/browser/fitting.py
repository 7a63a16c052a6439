"""What is on the screen without scrolling the page, at common sizes of screens."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, StorageState

from tests.browser.conftest import PATIENCE
from tests.browser.looking import script

Sizes = tuple[tuple[int, int], ...]
DESKS: dict[str, Sizes] = {
    "every": ((1366, 650), (1440, 780), (1536, 730), (1920, 950), (1920, 1080), (2560, 1300)),
    "extreme": ((1366, 650), (2560, 1300)),
}
PHONES: dict[str, Sizes] = {
    "every": ((820, 1100), (390, 664), (360, 640), (844, 390)),
    "extreme": ((820, 1100), (360, 640), (844, 390)),
}
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
UNSEEN = script("unseen")
SETTLED = "scrollTo(0, 0), new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


@contextmanager
def a_tab(browser: Browser, address: str, state: StorageState, **how: Any) -> Iterator[Page]:
    """One for many scenes, of somebody."""
    context = browser.new_context(base_url=address, storage_state=state, reduced_motion="reduce", **how)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SETTLED)


def unseen(page: Page, sizes: Sizes, needed: tuple[str, ...]) -> list[str]:
    """What of that is not on the screen. A leading "?" marks what need not be there; of what " | " parts, one is
    enough: chips on a phone, panels on a desk."""
    found: list[str] = []
    for width, height in sizes:
        resize(page, width, height)
        found += [f"at {width}x{height} {each}" for each in page.evaluate(UNSEEN, needed)]
    return found
