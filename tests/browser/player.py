"""Somebody who plays on the page, by dice, as people do: look, choose, confirm."""

import random
from abc import ABC, abstractmethod
from collections import Counter
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.hands import Hand


class Player(ABC):
    """Plays with one hand; `did` counts what was done."""

    def __init__(self, page: Page, hand: Hand, dice: int = 1, scripted: bool = True) -> None:
        self.page, self.hand, self.scripted = page, hand, scripted
        self.dice, self.did = random.Random(dice), Counter[str]()

    @abstractmethod
    def choose(self) -> tuple[str, Locator]:
        """What to do next, and the button that does it."""

    @abstractmethod
    def viewer(self, done: str) -> None:
        """At what came of it, where something is shown."""

    def reveal(self, done: str) -> None:  # noqa: B027 - most games have nothing to uncover
        """What lies face down at first."""

    def play(self, moves: int = 400) -> None:
        """To the end of the game, or so many moves."""
        for _ in range(moves):
            if self.over:
                return
            self.act()
            self.wait()

    def act(self) -> None:
        """One thing, and no waiting for what the others do then."""
        before, (done, button) = self.version, self.choose()
        self.follow(button)
        self.did[done] += 1
        self.reveal(done)
        expect(self.page.locator("#page")).not_to_have_attribute("data-version", before)
        self.viewer(done)

    @property
    def over(self) -> bool:
        return self.page.locator("#end").count() > 0

    @property
    def version(self) -> str:
        return self.page.locator("#page").get_attribute("data-version") or ""

    @property
    def mine(self) -> bool:
        return self.page.locator("#status.mine").count() > 0

    @property
    def situation(self) -> dict[str, object]:
        """What the page shows and what the server says, to find out why they differ."""
        shown = {part: self.page.locator(part).text_content() for part in ("#status", "#connection")}
        table = self.page.request.get(f"/api{urlsplit(self.page.url).path.replace('/t/', '/tables/')}").json()
        server = {name: table[name] for name in ("version", "status", "to_act")}
        return {"url": self.page.url, "version": self.version, **shown, "server": server}

    def follow(self, target: Locator) -> None:
        if self.scripted:
            self.hand.press(target)
        else:
            with self.page.expect_navigation():
                self.hand.press(target)

    def wait(self) -> None:
        """Until it is the player's turn again, or the game is over."""
        if self.scripted:
            turn = self.page.locator("#page:is(:has(#status.mine), :has(#end))")
            try:
                turn.wait_for(state="attached")
            except TimeoutError as error:
                raise AssertionError(f"the turn never came: {self.situation}") from error
        while not (self.mine or self.over):
            self.follow(self.page.get_by_role("link", name="Refresh", exact=True))
