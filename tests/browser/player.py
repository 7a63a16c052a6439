"""Somebody who plays Thebes on the page, by dice, as people do: look, choose, confirm."""

import random
import re
from collections import Counter

from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import Hand

CHOICES = "#dock li:not(.shut) a.whole, #dock a.exchange, #dock a[href*='choose=stop']"
DIGS = 0.45  # how likely somebody digs who could


class Player:
    """Plays with one hand; `did` counts what was done."""

    def __init__(self, page: Page, hand: Hand, dice: int = 1, scripted: bool = True) -> None:
        self.page, self.hand, self.scripted = page, hand, scripted
        self.dice, self.did = random.Random(dice), Counter[str]()

    def play(self, moves: int = 200) -> None:
        """To the end of the game, or so many moves."""
        for _ in range(moves):
            if self.over:
                return
            self.move()

    @property
    def over(self) -> bool:
        return self.page.locator("#end").count() > 0

    @property
    def version(self) -> str:
        return self.page.locator("#page").get_attribute("data-version") or ""

    @property
    def mine(self) -> bool:
        return self.page.locator("#status.mine").count() > 0

    def move(self) -> str:
        """One turn, and what the others do then; the choice made."""
        choice = self.act()
        self.wait()
        return choice

    def act(self) -> str:
        """One turn; the choice made."""
        before, choice = self.version, self.choose()
        self.open(choice)
        if choice.startswith("dig"):
            self.set_the_wheel()
        self.confirm()
        self.did[choice.split("-")[0]] += 1
        expect(self.page.locator("#page")).not_to_have_attribute("data-version", before)
        if choice.startswith("dig"):
            self.see_the_finds()
        return choice

    def choose(self) -> str:
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

    def confirm(self) -> None:
        expect(self.main).to_have_count(1)
        self.follow(self.main)

    def follow(self, target: Locator) -> None:
        if self.scripted:
            self.hand.press(target)
        else:
            with self.page.expect_navigation():
                self.hand.press(target)

    def wait(self) -> None:
        """Until it is the player's turn again, or the game is over."""
        if self.scripted:
            self.page.locator("#page:is(:has(#status.mine), :has(#end))").wait_for(state="attached")
        while not (self.mine or self.over):
            self.follow(self.page.get_by_role("link", name="Refresh", exact=True))

    def see_the_finds(self) -> None:
        if self.over:
            return
        sheet = self.page.locator("#finds:visible")
        expect(sheet).to_have_count(1)
        self.did["finds"] += 1
        self.follow(sheet.get_by_role("link", name="Continue"))
        expect(sheet).to_have_count(0)
