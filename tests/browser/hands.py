"""The ways to work a page: mouse, finger, keyboard."""

import math
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from tests.browser.looking import focus_is_shown, script

FARTHEST = 400  # the most steps from one thing to another by the Tab key
TOWARDS = script("towards")


class Hand(Protocol):
    points: bool  # whether it can point at a place of the map

    def press(self, target: Locator) -> None:
        """Follows a link, pushes a button."""

    def turn(self, page: Page, weeks: int) -> None:
        """Sets the time wheel."""


class Mouse:
    """Turns the wheel in every way a mouse can, and by keys, one after the other."""

    points = True

    def __init__(self) -> None:
        self.turned: list[str] = []

    def press(self, target: Locator) -> None:
        target.click()

    def turn(self, page: Page, weeks: int) -> None:
        ways = {"keys": by_keys, "drag": by_drag, "wheel": by_wheel}
        way = list(ways)[len(self.turned) % 3]
        ways[way](page, weeks)
        self.turned.append(way)


class PlainMouse(Mouse):
    """Clicks on the wheel, since without a script nothing drags it."""

    def turn(self, page: Page, weeks: int) -> None:
        page.locator(f".turn.n{weeks}").click()


class Finger:
    points = False

    def press(self, target: Locator) -> None:
        target.tap()

    def turn(self, page: Page, weeks: int) -> None:
        page.locator(f".turn.n{weeks}").tap()


class Keys:
    """Tab, Enter and the arrows; what is focused must be seen to be."""

    points = False

    def press(self, target: Locator) -> None:
        self.reach(target)
        target.page.keyboard.press("Enter")

    def reach(self, target: Locator) -> None:
        for _ in range(FARTHEST):
            key, times = target.evaluate(TOWARDS)
            if key == "there":
                seen = any(focus_is_shown(target) for _ in range(3))  # the page may be renewed while one looks
                assert seen, f"nobody sees that this is focused: {target}"
                return
            for _ in range(times):
                target.page.keyboard.press(key)
        raise AssertionError(f"the Tab key does not lead to {target}")

    def turn(self, page: Page, weeks: int) -> None:
        self.reach(page.locator("#dial input:checked"))
        by_arrows(page, weeks)


def turned_to(page: Page) -> int:
    return int(page.locator("#dial input:checked").input_value())


def by_keys(page: Page, weeks: int) -> None:
    page.locator("#dial input:checked").focus()
    by_arrows(page, weeks)


def by_arrows(page: Page, weeks: int) -> None:
    for _ in range(12):
        if (now := turned_to(page)) == weeks:
            break
        page.keyboard.press("ArrowRight" if now < weeks else "ArrowLeft")


def by_drag(page: Page, weeks: int) -> None:
    """From where the hand points along the rim to where it shall."""
    box = page.locator("#dial").bounding_box()
    assert box
    start = turned_to(page)
    page.mouse.move(*_rim(box["x"], box["y"], box["width"], start))
    page.mouse.down()
    for step in range(1, 5):
        page.mouse.move(*_rim(box["x"], box["y"], box["width"], start + (weeks - start) * step / 4))
    page.mouse.up()


def by_wheel(page: Page, weeks: int) -> None:
    box = page.locator("#dial").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(12):
        if (now := turned_to(page)) == weeks:
            break
        page.mouse.wheel(0, 100 if weeks > now else -100)
        expect(page.locator("#dial input:checked")).not_to_have_value(str(now))


def _rim(x: float, y: float, size: float, week: float) -> tuple[float, float]:
    """A point of the dial's ring of weeks, which has twelve like a clock."""
    angle, radius = math.radians(week * 30), size * 0.4
    return x + size / 2 + radius * math.sin(angle), y + size / 2 - radius * math.cos(angle)
