"""Every kind of page, each at its own address; the tables behind them are always the same games."""

from collections.abc import Callable, Mapping

from playwright.sync_api import BrowserContext, Page, StorageState

from tests.browser.screens_of_mykerinos import MykerinosScreens
from tests.browser.screens_of_thebes import ThebesScreens
from tests.browser.tables import Seated, become_guest

PLAIN = {
    "welcome": "/", "home": "/", "rules": "/rules/thebes", "me": "/me", "games": "/me/games",
    "settings": "/me/settings", "about": "/about", "privacy": "/privacy", "error": "/t/nowhere", "home-options": "/",
}  # fmt: skip
OF_MYKERINOS = "mykerinos"
NAMES = (
    "welcome", "home", "lobby", "table", "ticket", "refusal", "dig", "finds", "end", "sealed-end", "watching", "replay",
    "rules-panel", "explanation", "hint", "guide", "rules", "me", "games", "settings", "about", "privacy", "error",
    "home-options", "waiting-room", "closed", "link", "plan", "asking", "asked", "talk", "shortcuts", "covered",
    "mykerinos", "mykerinos-lobby", "mykerinos-plan",
    "mykerinos-start", "mykerinos-field", "mykerinos-extending", "mykerinos-patron", "mykerinos-scoring",
    "mykerinos-museum", "mykerinos-last-round", "mykerinos-replay", "mykerinos-explanation", "mykerinos-rules-panel",
    "mykerinos-hint", "mykerinos-guide", "mykerinos-rules", "mykerinos-end",
)  # fmt: skip
STRANGERS = ("welcome", "error")  # seen by somebody without a name
NARROW = ("talk",)  # what looks different only where there is little room


def dig(page: Page) -> None:
    """What it brings lies face down; whoever wants it calm sees it at once."""
    page.emulate_media(reduced_motion="no-preference")
    page.locator("#choice button.main:visible").click()
    page.locator("#finds.covered").wait_for()
    page.emulate_media(reduced_motion="reduce")


def talk(page: Page) -> None:
    page.locator('#top .to-chat:visible, #top .spare[href="#chat"]:visible').click()


OPENED: Mapping[str, Callable[[Page], None]] = {  # what is done on the page before it is looked at
    "home-options": lambda page: page.locator("#choose > summary").click(),
    "shortcuts": lambda page: page.keyboard.press("?"),
    "talk": talk,
    "covered": dig,
}


class Screens:
    """The addresses of all pages, for who has `state`."""

    def __init__(self, context: BrowserContext) -> None:
        become_guest(context.request, "Ola")
        self.state: StorageState = context.storage_state()
        self.thebes, self.mykerinos = ThebesScreens(context.request), MykerinosScreens(context.request)

    def show(self, page: Page, name: str) -> None:
        """Open the page of that name."""
        page.goto(self.path(name))
        page.evaluate("document.fonts.ready")
        if name in OPENED:
            OPENED[name](page)

    def path(self, name: str) -> str:
        """Where the page of that name is."""
        if name in PLAIN:
            return PLAIN[name]
        game, _dash, screen = name.partition("-") if name.startswith(OF_MYKERINOS) else ("thebes", "", name)
        return str(getattr(getattr(self, game), (screen or "table").replace("-", "_")))

    def new(self, seed: str) -> Seated:
        """A table of Thebes besides."""
        return self.thebes.new(seed)
