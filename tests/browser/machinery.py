"""A real server in a process of its own, and a real browser."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright
from tools.find_browser import FLAGS, installed

PATIENCE = 280.0  # seconds until a server is there; the rules may have to be compiled first


@contextmanager
def a_server() -> Iterator[str]:
    """The address where a new server answers."""
    with TemporaryDirectory() as folder:
        log, database = Path(folder, "log"), f"sqlite:///{folder}/digsite.db"
        command = [sys.executable, "-m", "digsite", "serve", "--port", "0", "--db", database]
        with log.open("w") as file:
            server = subprocess.Popen(command, stdout=file, stderr=file)
        try:
            end = time.monotonic() + PATIENCE
            while not (found := re.search(r"http://\S+", log.read_text())):
                if server.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"no server: {log.read_text()}")
                time.sleep(0.05)
            yield found[0]
        finally:
            server.terminate()
            try:
                server.wait(timeout=30)
            finally:
                server.kill()


@contextmanager
def a_browser() -> Iterator[Browser]:
    path = installed()
    if path is None:
        raise RuntimeError("no Chrome or Chromium: run tools/find_browser.py")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
