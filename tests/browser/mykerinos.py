"""Somebody who plays Mykerinos on the page."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.player import Player

FIELDS = "#board a.field:not(.quiet)"
LIT = ".field.lit, #choice.way .ways button"  # touching one plays it
SHEET, BAR = "#choice button.main:visible", "#dock button.main:visible"
PRIZES = "#dock .prize .buttons button"
ROOMS = ":is(#dock .prize .rooms, #museum) a[href*='choose=room-']"
HELPS, VERBS = "#dock a[id^='help-']:not(.cannot)", "#dock a[id^='verb-']:not(#verb-pass)"
PASS, SKIP = "#verb-pass", "#skip"
EXTENDING = "#verb-extend"
LIT_FOR_MORE = "#board a.field.following"  # where a patron helps, or the next of a chain goes
LIT_TO_EXTEND = f"{LIT_FOR_MORE}:has(.mark-extend)"
LISTED = "#choice .rooms a"
OTHER_WAYS = ":is(#dock .deciding a.mean, #choice a.row):not(.chosen)"
# How likely somebody passes, leaves the neutrals, reserves a room, says first what to do, and does what is not proposed
PASSES, LEAVES, RESERVES, VERB_FIRST, OTHERWISE = 0.25, 0.5, 0.3, 0.5, 0.5
AT_ONCE = 0.5  # how likely the next step is planned with the first


class MykerinosPlayer(Player):
    def choose(self) -> tuple[str, Locator]:
        """What is under way comes first, then what zones ask for, then the turn's own things."""
        button = self.going_on() or self.scoring() or self.skipping() or self.turn()
        first, *further = [step.split()[0] for step in (button.get_attribute("value") or "").split("; ")]
        self.did.update(further)
        return first, button

    def viewer(self, done: str) -> None:
        """The desert shows it all."""

    def going_on(self) -> Locator | None:
        return self.one_of(LIT)

    def scoring(self) -> Locator | None:
        """A plot, or a room of the museum: the one as good as the other."""
        plot, room = self.one_of(PRIZES), self.one_of(ROOMS)
        return self.confirmed(room) if room and (self.dice.random() < RESERVES or not plot) else plot

    def skipping(self) -> Locator | None:
        skip = self.one_of(SKIP)
        return skip if skip and (self.dice.random() < LEAVES or not self.seen(FIELDS).count()) else None

    def turn(self) -> Locator:
        """Asks a patron who can help; passes now and then; touches a field, or says first what shall be done there."""
        if patron := self.one_of(HELPS):
            return self.helped(patron)
        passing = self.one_of(PASS)
        if passing and (self.dice.random() < PASSES or not self.seen(FIELDS).count()):
            return self.confirmed(passing)
        verbs = EXTENDING if self.extends else VERBS
        if self.dice.random() < VERB_FIRST and (verb := self.one_of(verbs)):
            self.ask(verb)
        return self.at_a_field()

    @property
    def extends(self) -> bool:
        """Both are to be done: what was done less often comes next."""
        return self.did["extend"] < self.did["start"]

    def helped(self, patron: Locator) -> Locator:
        """By a patron, at a lit field or in a room."""
        self.ask(patron)
        extending = self.one_of(LIT_TO_EXTEND) if self.extends else None
        where = self.one_of(LISTED) or extending or self.one_of(LIT_FOR_MORE)
        assert where, "a patron helps nowhere"
        self.ask(where)
        return self.going_further()

    def going_further(self) -> Locator:
        """The button for what is planned, now and then with the next steps too."""
        while self.dice.random() < AT_ONCE and (further := self.one_of(LIT_FOR_MORE)):
            self.ask(further)
        return self.main

    def at_a_field(self) -> Locator:
        field = self.one_of(FIELDS)
        assert field, f"it is your move, and nothing can be chosen: {self.page.locator('#status').inner_text()}"
        self.ask(field)
        if self.dice.random() < OTHERWISE and (other := self.one_of(OTHER_WAYS)):
            self.ask(other)
        return self.going_further()

    def seen(self, what: str) -> Locator:
        return self.page.locator(f"{what} >> visible=true")

    def one_of(self, what: str) -> Locator | None:
        """One of those that are seen, by dice."""
        found = self.seen(what)
        number = found.count()
        return found.nth(self.dice.randrange(number)) if number else None

    def confirmed(self, link: Locator) -> Locator:
        """The button that a link leads to."""
        self.ask(link)
        return self.main

    def ask(self, link: Locator) -> None:
        address = link.get_attribute("href") or ""
        self.follow(link)
        expect(self.page).to_have_url(re.compile(re.escape(address) + "$"))

    @property
    def main(self) -> Locator:
        """The button that confirms, the only one to be seen: a sheet on a phone lies over what it repeats."""
        expect(self.page.locator(f":is({SHEET}, {BAR})")).not_to_have_count(0)
        found = self.page.locator(SHEET if self.page.locator(SHEET).count() else BAR)
        expect(found).to_have_count(1)
        return found
