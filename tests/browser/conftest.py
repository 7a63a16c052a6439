"""A real server in a process of its own, and a real browser in which no script runs."""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tools.find_browser import installed

PATIENCE = 60_000  # milliseconds, for a busy machine


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server is."""
    folder: Path = tmp_path_factory.mktemp("server")
    command = [sys.executable, "-m", "digsite", "serve", "--port", "0", "--db", f"sqlite:///{folder / 'digsite.db'}"]
    log = folder / "log"
    with log.open("w") as file:
        server = subprocess.Popen(command, stdout=file, stderr=file)
    try:
        while not (found := re.search(r"http://\S+", log.read_text())):
            assert server.poll() is None, log.read_text()
            time.sleep(0.05)
        yield found[0]
    finally:
        server.terminate()
        server.wait(timeout=30)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = installed()
    if path is None:
        pytest.fail("no Chrome or Chromium: run tools/find_browser.py")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens a page as somebody new; what the browser complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(path: str = "/", wide: int = 1440, high: int = 900) -> Page:
        context = browser.new_context(
            base_url=address, viewport={"width": wide, "height": high}, java_script_enabled=False
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
