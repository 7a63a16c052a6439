"""A Chrome or Chromium for the tests in a browser: the one installed, else Debian's, else Playwright's own.

`make test` runs this first; it installs what is missing where it may, and otherwise says what to do.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The shell is Chromium without windows: a page costs it a third of the processor time
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
# No graphics card to imitate, which takes most of the time; and texts as wide as where people read them
FLAGS = ("--no-sandbox", "--disable-gpu", "--font-render-hinting=none")
PLACES = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",)


def installed() -> str | None:
    """Return the browser to use: DIGSITE_BROWSER, one of the system's, or Playwright's own; None if there is none."""
    if chosen := os.environ.get("DIGSITE_BROWSER"):
        return chosen
    for name in (*NAMES, *PLACES):
        if found := shutil.which(name):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def install() -> None:
    """Install Debian's Chromium where that needs no password, else Playwright's own."""
    if shutil.which("apt-get"):
        sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
        if (not sudo or shutil.which("sudo")) and _works([*sudo, "true"]):
            _works([*sudo, "apt-get", "update", "-qq"])
            install = [*sudo, "apt-get", "install", "-y", "-qq", "--no-install-recommends"]
            if _works([*install, "chromium-headless-shell"]) or _works([*install, "chromium"]):
                return
    _works([sys.executable, "-m", "playwright", "install", "chromium"])


def _works(command: list[str]) -> bool:
    return subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0


if __name__ == "__main__":
    if installed() is None:
        sys.stderr.write("No Chrome or Chromium is here: installing one, once ...\n")
        install()
        if installed() is None:
            sys.exit("The tests need Chrome or Chromium: install one, or set DIGSITE_BROWSER=/path/to/it")
