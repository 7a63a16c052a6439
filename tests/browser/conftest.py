"""People with browsers: what the browser complains of while they are here fails the test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.looking import Complaints, watch
from tests.browser.machinery import a_browser, a_server
from tests.browser.screens import Screens

PATIENCE = 60_000  # milliseconds, for a busy machine
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
expect.set_options(timeout=PATIENCE / 2)
OpenPage = Callable[..., Page]


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    with a_server() as address:
        yield address


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with a_browser() as browser:
        yield browser


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    complaints = Complaints()
    yield complaints
    assert complaints.heard == []


@pytest.fixture
def visit(browser: Browser, address: str, complaints: Complaints) -> Iterator[OpenPage]:
    """Opens a page as somebody new, in a window of desk size unless told otherwise."""
    contexts: list[BrowserContext] = []

    def opened(path: str = "/", **how: Any) -> Page:
        context = browser.new_context(base_url=address, **DESK | how)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if how.get("java_script_enabled", True):
            watch(context)
        page = context.new_page()
        complaints.listen(page)
        if path:
            page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="package")
def screens(browser: Browser, address: str) -> Iterator[Screens]:
    """Every kind of page, of one person."""
    context = browser.new_context(base_url=address)
    yield Screens(context)
    context.close()
