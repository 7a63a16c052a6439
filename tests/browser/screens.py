"""Every kind of page, each at its own address; the tables behind them are always the same games."""

from functools import cached_property

from playwright.sync_api import BrowserContext, StorageState

from tests.browser.tables import BOT, FRIEND, ME, Seated, become_guest, both, may, over, week

NEAR_THE_END = "proof 18"  # the words of a game with an exhibition, digs and cards to choose from in its last year
LAST_WEEKS = 135
MANY = 3  # finds of one dig
NAMES = (
    "welcome", "home", "lobby", "table", "ticket", "refusal", "dig", "finds", "end", "sealed-end", "watching", "replay",
    "rules-panel", "explanation", "hint", "guide", "rules", "me", "error", "mykerinos", "mykerinos-end",
)  # fmt: skip
STRANGERS = ("welcome", "error")  # seen by somebody without a name


class Screens:
    """The addresses of all pages, for who has `state`."""

    def __init__(self, context: BrowserContext) -> None:
        self.api = context.request
        become_guest(self.api, "Ola")
        self.state: StorageState = context.storage_state()

    def path(self, name: str) -> str:
        """Where the page of that name is."""
        plain = {"welcome": "/", "home": "/", "rules": "/rules/thebes", "me": "/me", "error": "/t/nowhere"}
        if name in plain:
            return plain[name]
        found = getattr(self, name.replace("-", "_"))
        return str(found() if callable(found) else found)

    def new(self, seed: str, game: str = "thebes", bots: int = 1) -> Seated:
        return Seated(self.api, game, [ME, *[BOT] * bots], seed).start()

    # Thebes

    @cached_property
    def _midway(self) -> Seated:
        """My move among three, with much to dig for and something to show."""
        table = self.new("three 19", bots=2)
        table.play(both(week(70), may("exhibit", "dig", "take")))
        return table

    @cached_property
    def _dug(self) -> Seated:
        """After a dig that was worth it."""
        table = self.new("proof 3")
        table.play(lambda told: table.found >= MANY)
        return table

    @cached_property
    def _over(self) -> Seated:
        table = self.new("three 25", bots=2)
        table.play(over)
        return table

    @property
    def table(self) -> str:
        return self._midway.path

    @property
    def ticket(self) -> str:
        return f"{self.table}?choose={self._first('take').replace(' ', '-')}"

    @property
    def refusal(self) -> str:
        """A dig or an exhibition that is not possible yet, at the beginning of a game."""
        return f"{self._beginning.path}?choose=exhibit-a"

    @property
    def dig(self) -> str:
        return f"{self.table}?choose=dig-{self._first('dig', 'rumour').split()[1]}"

    def _first(self, kind: str, using: str = "") -> str:
        legal: list[str] = self._midway.now()["legal"]
        return next(action for action in legal if action.startswith(kind) and using in action)

    @property
    def finds(self) -> str:
        return f"{self._dug.path}?found={self._dug.dug}"

    @property
    def end(self) -> str:
        return self._over.path

    @cached_property
    def sealed_end(self) -> str:
        """Of a game whose draws can be proved, and are others each time."""
        table = Seated(self.api, "thebes", [ME, BOT]).start()
        table.play(over)
        return table.path

    @property
    def replay(self) -> str:
        return f"{self.end}?ply=90"

    @property
    def rules_panel(self) -> str:
        return f"{self.table}?rules=T6.4"

    @property
    def explanation(self) -> str:
        return f"{self.table}?explain=site-egypt"

    @property
    def hint(self) -> str:
        return f"{self.table}?hint"

    @cached_property
    def _beginning(self) -> Seated:
        return self.new("proof 5")

    @cached_property
    def guide(self) -> str:
        return Seated(self.api, "thebes", [ME, BOT], "proof 2", guide=True).start().path

    @cached_property
    def lobby(self) -> str:
        return Seated(self.api, "thebes", [ME, FRIEND, BOT]).path

    @cached_property
    def watching(self) -> str:
        """A game of bots, which takes its time."""
        return Seated(self.api, "thebes", [BOT, BOT], pause=10_000).start().path

    # Mykerinos

    @cached_property
    def mykerinos(self) -> str:
        table = self.new("proof 1", "mykerinos")
        table.play(lambda told: bool(told["ply"] > 30))
        return table.path

    @cached_property
    def mykerinos_end(self) -> str:
        table = self.new("proof 2", "mykerinos")
        table.play(over)
        return table.path
