"""Every kind of page, each at its own address; the tables behind them are always the same games."""

from playwright.sync_api import BrowserContext, StorageState

from tests.browser.screens_of_mykerinos import MykerinosScreens
from tests.browser.screens_of_thebes import ThebesScreens
from tests.browser.tables import Seated, become_guest

PLAIN = {
    "welcome": "/", "home": "/", "rules": "/rules/thebes", "me": "/me", "games": "/me/games",
    "settings": "/me/settings", "about": "/about", "privacy": "/privacy", "error": "/t/nowhere",
}  # fmt: skip
OF_MYKERINOS = "mykerinos"
NAMES = (
    "welcome", "home", "lobby", "table", "ticket", "refusal", "dig", "finds", "end", "sealed-end", "watching", "replay",
    "rules-panel", "explanation", "hint", "guide", "rules", "me", "games", "settings", "about", "privacy", "error",
    "mykerinos", "mykerinos-lobby",
    "mykerinos-start", "mykerinos-field", "mykerinos-extending", "mykerinos-patron", "mykerinos-scoring",
    "mykerinos-museum", "mykerinos-last-round", "mykerinos-replay", "mykerinos-explanation", "mykerinos-rules-panel",
    "mykerinos-hint", "mykerinos-guide", "mykerinos-rules", "mykerinos-end",
)  # fmt: skip
STRANGERS = ("welcome", "error")  # seen by somebody without a name


class Screens:
    """The addresses of all pages, for who has `state`."""

    def __init__(self, context: BrowserContext) -> None:
        become_guest(context.request, "Ola")
        self.state: StorageState = context.storage_state()
        self.thebes, self.mykerinos = ThebesScreens(context.request), MykerinosScreens(context.request)

    def path(self, name: str) -> str:
        """Where the page of that name is."""
        if name in PLAIN:
            return PLAIN[name]
        game, _dash, screen = name.partition("-") if name.startswith(OF_MYKERINOS) else ("thebes", "", name)
        return str(getattr(getattr(self, game), (screen or "table").replace("-", "_")))

    def new(self, seed: str) -> Seated:
        """A table of Thebes besides."""
        return self.thebes.new(seed)
