"""The pages of Thebes."""

from functools import cached_property

from tests.browser.tables import BOT, ME, Seated, Tables, both, may, over, week

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
        return table.play(lambda told: table.found >= MANY)

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

    @cached_property
    def watching(self) -> str:
        """A game of bots, which takes its time."""
        return Seated(self.api, "thebes", [BOT, BOT], pause=10_000).start().path
