"""The pages of Thebes."""

import re
from functools import cached_property
from urllib.parse import urlsplit

from tests.browser.tables import BOT, FRIEND, ME, Seated, Tables, answered, both, may, over, week

MANY = 3  # finds of one dig


class ThebesScreens(Tables):
    game = "thebes"

    @cached_property
    def midway(self) -> Seated:
        """My move among three, with much to dig for and something to show."""
        return self.new("three 19", bots=2).play(both(week(70), may("exhibit", "dig", "take")))

    @cached_property
    def _dug(self) -> Seated:
        """After a dig that was worth it."""
        table = self.new("proof 3")
        return table.play(lambda view: table.found >= MANY)

    @cached_property
    def ended(self) -> Seated:
        return self.new("three 25", bots=2).play(over)

    @cached_property
    def _beginning(self) -> Seated:
        return self.new("proof 5")

    @property
    def ticket(self) -> str:
        return f"{self.table}?choose={self.midway.first('take').replace(' ', '-')}"

    @property
    def refusal(self) -> str:
        """A dig that is not possible yet, at the beginning of a game."""
        return f"{self._beginning.path}?choose=dig-egypt"

    @property
    def dig(self) -> str:
        return f"{self.table}?choose=dig-{self.midway.first('dig', 'rumour').split()[1]}"

    @property
    def finds(self) -> str:
        return f"{self._dug.path}?found={self._dug.dug}"

    @cached_property
    def sealed_end(self) -> str:
        """Of a game whose draws can be proved, and are others each time."""
        return Seated(self.api, "thebes", [ME, BOT]).start().play(over).path

    @property
    def rules_panel(self) -> str:
        return f"{self.table}?rules=T6.4"

    @property
    def explanation(self) -> str:
        return f"{self.table}?explain=site-egypt"

    @cached_property
    def guide(self) -> str:
        return self.new("proof 2", guide=True).path

    @property
    def covered(self) -> str:
        """A dig to be done, of a table of its own each time: what it brings is uncovered only once."""
        table = self.new("proof 3")
        table.play(may("dig"))
        return f"{table.path}?choose=dig-{table.first('dig').split()[1]}"

    @property
    def waiting_room(self) -> str:
        """While nobody looks at it, it closes after a minute; then there is a new one."""
        token = re.search('name="token" value="([^"]+)"', self.api.get("/").text())
        assert token
        return urlsplit(self.api.post("/pair", form={"game": "thebes", "token": token[1]}).url).path

    @cached_property
    def closed(self) -> str:
        table = Seated(self.api, "thebes", [ME, FRIEND])
        answered(self.api.post(f"/api/tables/{table.id}/close", data={}))
        return table.path

    @property
    def link(self) -> str:
        """To be followed on another device."""
        return str(answered(self.api.post("/api/me/link"))["path"])

    @cached_property
    def asking(self) -> str:
        """I have asked to take something back."""
        table, friend = self.with_friend(takebacks=True)
        friend.follow()
        table.act_by_dice()
        answered(self.api.post(f"/api/tables/{table.id}/takeback", data={}))
        return table.path

    @cached_property
    def asked(self) -> str:
        """A friend has asked to take something back."""
        table, friend = self.with_friend(takebacks=True)
        friend.begin()
        friend.act()
        friend.post("takeback")
        return table.path

    @cached_property
    def talk(self) -> str:
        table, friend = self.with_friend()
        for text in ("Egypt is mine", "We shall see about that, as soon as I have read a little more on it"):
            friend.post("chat", text=text)
        return table.path

    @property
    def shortcuts(self) -> str:
        return self.table

    def planned(self, legal: list[str]) -> str:
        return next(action.replace(" ", "-") for action in legal if action.startswith("take"))

    @cached_property
    def watching(self) -> str:
        """A game of bots, which takes its time."""
        return Seated(self.api, "thebes", [BOT, BOT], pause=10_000).start().path
