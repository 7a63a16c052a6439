"""What a page does by itself, and what can be measured on it."""

from dataclasses import dataclass, field
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page

STEADY = 0.02  # the most cumulative layout shift a page may have
FINGER = 44  # pixels


def script(name: str) -> str:
    """A script of ours, without the line that tells what it is for."""
    return Path(__file__).with_name("scripts").joinpath(f"{name}.js").read_text().partition("\n")[2].strip()


SHIFTS, MOVEMENTS, STICKING_OUT = script("shifts"), script("movements"), script("sticking_out")
TOO_SMALL, AXE = script("too_small"), script("axe")
FOCUS_SHOWN, FOCUS_UNSEEN = script("focus_shown"), script("focus_unseen")


@dataclass
class Complaints:
    """What the browser complains of, policy reports included; `expected` is what may be said."""

    heard: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()

    def listen(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._note(str(error)))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"{message.text} ({message.location.get('url', '')})")

    def _note(self, said: str) -> None:
        if not any(each in said for each in self.expected):
            self.heard.append(said)


def watch(context: BrowserContext) -> None:
    """Every page opened from now on notes how it shifts and moves."""
    for each in (SHIFTS, MOVEMENTS):
        context.add_init_script(f"(() => {{ {each} }})()")


def assert_steady(page: Page) -> None:
    """Nothing jumped about since the page was loaded."""
    shifted = page.evaluate("window.shifted")
    assert shifted["worst"] <= STEADY, f"{page.url}: {shifted}"


def movements(page: Page) -> set[str]:
    """What has moved since the page was loaded."""
    return set(page.evaluate("[...window.moving]"))


def violations(page: Page, *rules: str) -> list[str]:
    """What axe-core finds, by all of its rules or by some."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(AXE, list(rules) or None)
    return found


def sticking_out(page: Page) -> list[str]:
    found: list[str] = page.evaluate(STICKING_OUT)
    return found


def too_small(page: Page, inside: str) -> list[str]:
    """What is too small for a finger inside some elements."""
    found: list[str] = page.evaluate(TOO_SMALL, [inside, FINGER])
    return found


def focus_is_shown(focused: Locator) -> bool:
    return bool(focused.evaluate(FOCUS_SHOWN))


def focus_unseen(page: Page) -> list[str]:
    """What looks the same with the focus and without."""
    found: list[str] = page.evaluate(f"({FOCUS_UNSEEN})({FOCUS_SHOWN})")
    return found
