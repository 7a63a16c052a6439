"""The pages of Mykerinos."""

from functools import cached_property

from tests.browser.tables import Seated, Tables, both, may, over, round_of


class MykerinosScreens(Tables):
    game = "mykerinos"
    rules = "/rules/mykerinos"

    @cached_property
    def midway(self) -> Seated:
        """My move among two, with patrons to ask and somewhere to extend."""
        return self.new("proof 1").play(both(round_of(3), may("use", "start", "extend")))

    @cached_property
    def _extended(self) -> Seated:
        """The first of two is placed."""
        return self.new("proof 3", bots=2).play(may("then"))

    @cached_property
    def _scored(self) -> Seated:
        """A zone of which a plot or a room can be had."""
        return self.new("proof 4", bots=2).play(both(round_of(2), may("tile", "room")))

    @cached_property
    def ended(self) -> Seated:
        return self.new("proof 2").play(over)

    @cached_property
    def start(self) -> str:
        return self.new("proof 5", bots=2).path

    @property
    def field(self) -> str:
        """Where one may start or extend."""
        fields = {action.split()[1] for action in self.midway.legal if action.startswith("extend")}
        return f"{self.table}?choose={min(fields)}"

    @property
    def extending(self) -> str:
        return self._extended.path

    @property
    def patron(self) -> str:
        return f"{self.table}?choose={self.midway.first('use').split()[1]}"

    @property
    def scoring(self) -> str:
        return self._scored.path

    @property
    def museum(self) -> str:
        return f"{self.scoring}?choose={self._scored.first('room').replace(' ', '-')}"

    @cached_property
    def last_round(self) -> str:
        """Six zones, and four who dig there."""
        return self.new("proof 6", bots=3).play(both(round_of(4), may("start", "extend"))).path

    @property
    def explanation(self) -> str:
        return f"{self.table}?explain=patron-lemon-0"

    @property
    def rules_panel(self) -> str:
        return f"{self.table}?rules=M3.7"

    @cached_property
    def guide(self) -> str:
        return self.new("proof 7", guide=True).path

    def planned(self, legal: list[str]) -> str:
        return next(action.split()[1] for action in legal if action.startswith("start"))
