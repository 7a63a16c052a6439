"""Somebody who plays Thebes on the page."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.player import Player

CHOICES = "#dock li:not(.shut) a.whole, #dock a.exchange, #dock a[href*='choose=stop']"
DIGS = 0.45  # how likely somebody digs who could


def texts_beside(page: Page) -> list[str]:
    """Everything beside a sheet or strip that could tell what a dig brought."""
    parts = ("#log", "#since", ".panels", "#status", "#year")
    return [page.title(), *(page.locator(part).inner_text() for part in parts)]


class ThebesPlayer(Player):
    def choose(self) -> tuple[str, Locator]:
        choice = self.wish()
        self.open(choice)
        if choice.startswith("dig"):
            self.set_the_wheel()
        expect(self.main).to_have_count(1)
        return choice.split("-")[0], self.main

    def reveal(self, done: str) -> None:
        if done == "dig" and self.scripted:
            self.page.locator("#finds:visible").wait_for()
            if (uncover := self.page.get_by_role("button", name="Uncover all")).is_visible():
                self.follow(uncover)

    def viewer(self, done: str) -> None:
        if done == "dig" and not self.over:
            self.see_the_finds()

    def wish(self) -> str:
        """Shows what can be shown, digs now and then, reads otherwise."""
        links: list[str] = self.page.locator(CHOICES).evaluate_all("links => links.map(link => link.search)")
        found = [match[1] for link in links if (match := re.search(r"[?&]choose=([\w-]+)", link))]
        assert found, f"it is your move, and nothing can be chosen: {self.page.locator('#status').inner_text()}"
        kinds = [[each for each in found if each.startswith(kind)] for kind in ("exhibit", "dig", "take", "exchange")]
        shows, digs, cards, exchange = kinds
        best = shows or (digs if self.dice.random() < DIGS else []) or cards or digs or exchange
        return self.dice.choice(best or found)

    def open(self, choice: str) -> None:
        place = self.page.locator(f"#map-desk:visible a[href$='choose={choice}'] circle").first
        entry = self.page.locator(f"#dock a:not(.about)[href$='choose={choice}']")
        self.follow(place if self.hand.points and choice.startswith("dig") and place.count() else entry)
        expect(self.page.locator("#choice-title")).to_be_visible()
        expect(self.page).to_have_url(re.compile(f"choose={choice}"))

    def set_the_wheel(self) -> None:
        """To another number of weeks than it proposes, if there is one."""
        radios = self.page.locator("#dial input:enabled")
        possible: list[int] = radios.evaluate_all("radios => radios.map(radio => +radio.value)")
        now = int(self.page.locator("#dial input:checked").input_value())
        others = [weeks for weeks in possible if weeks != now]
        if not others:
            return
        wanted = min(others, key=lambda weeks: (abs(weeks - 9), weeks))
        self.hand.turn(self.page, wanted)
        expect(self.page.locator(f"#weeks-{wanted}")).to_be_checked()
        expect(self.main).to_have_attribute("value", re.compile(rf"dig \w+ {wanted}\b"))

    @property
    def main(self) -> Locator:
        """The button that confirms, the only one to be seen."""
        return self.page.locator("#choice button.main:visible")

    def see_the_finds(self) -> None:
        sheet = self.page.locator("#finds:visible")
        expect(sheet).to_have_count(1)
        self.did["finds"] += 1
        self.follow(sheet.get_by_role("link", name="Continue"))
        expect(sheet).to_have_count(0)
