"""What a game's page brings, and which game has one of its own."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from markupsafe import Markup

from digsite.core.fields import Bytes
from digsite.core.palette import Palettes
from digsite.core.plugin import GamePlugin, load_part
from digsite.core.registry import plugin
from digsite.tables.table import Table
from digsite.web.explanation import Explanation
from digsite.web.figures import Figure
from digsite.web.i18n import _
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer

GENERIC_PAGE = "digsite.web.generic_page:GenericPage"  # of a game that brings none; found as a game's own is
NO_COLOURS: Palettes = {"light": {}, "dark": {}}


class Composed(str):
    """A part made of pieces that have ids of their own: where only some of them change, only those are sent."""

    pieces: Mapping[str, str]

    def __new__(cls, html: str, pieces: Mapping[str, str]) -> "Composed":
        made = super().__new__(cls, html)
        made.pieces = pieces
        return made


class Hidden(str):
    """The empty place of a part that has nothing to show now."""

    def __new__(cls, name: str) -> "Hidden":
        return super().__new__(cls, f'<section id="{name}" hidden></section>')


class GamePage:
    """How one game is shown and played in a browser: the base of each game's own page.

    Templates, styles (`static/css`), scripts (`static/js`) and messages (`locale`) lie in the folder of the page's
    module; styles and scripts join those of the other games in the order of their file names.

    Parts are HTML with one root element, whose id is the part's name. They depend on the viewer alone.
    """

    palettes: ClassVar[Palettes] = NO_COLOURS  # colours of its drawings, beside those every page has
    drawing_style: ClassVar[str] = ""  # the rules its drawings are drawn by
    above_board: ClassVar[Sequence[str]] = ()  # names of its own parts that stand above the board …
    below_dock: ClassVar[Sequence[str]] = ()  # … and below what may be chosen

    name: str  # of the game

    @property
    def plugin(self) -> GamePlugin:
        return plugin(self.name)

    # Before a game

    @property
    def title(self) -> str:
        """The game's name in the reader's language."""
        return self.plugin.title

    @property
    def about(self) -> str:
        """The game in a sentence or two, for the home page."""
        return self.plugin.about

    @property
    def credits(self) -> str:
        """The sentence that names who designed and published the game."""
        return ""

    @property
    def draws_note(self) -> str:
        """The sentences of the lobby on where draws come from and what lucky words do."""
        return _(
            "All draws follow from the sealed seed and your words together. A word that nobody can guess keeps even "
            "this site from choosing them; without any word, it could have picked the seed."
        )

    def cover(self) -> Markup:
        """Return the large picture of the home page and the lobby: an element of the class `scene`."""
        return Markup('<div class="scene" aria-hidden="true"></div>')

    def thumbnail(self) -> Markup:
        """Return the small picture of lists: the inside of an SVG of 40 by 40."""
        return Markup("")

    def figures(self) -> Mapping[str, Figure]:
        """Return drawings that stand beside its rules, by the number of the rule."""
        return {}

    def files(self) -> Mapping[str, bytes]:
        """Return more files that its pages ask for, by name."""
        return {}

    # At the table

    @property
    def sprite(self) -> Markup:
        """The symbols of its drawings, once for the whole page."""
        return Markup("")

    def progress(self, table: Table) -> str:
        """Return how far a game is, in a word or two."""
        return points(table)

    def parts(self, viewer: Viewer) -> dict[str, str]:
        """Return the board, what may be chosen, and a panel for each player: `status`, `board`, `dock`, `panel-0` …"""
        raise NotImplementedError

    def chosen(self, viewer: Viewer) -> dict[str, str]:
        """Return the parts that look otherwise while something is chosen."""
        return {}

    def mood(self, viewer: Viewer) -> str:
        """Return words about the position that the stylesheet must know; the page has them as `data-mood`."""
        return ""

    def choice(self, viewer: Viewer) -> str | None:
        """Return what the player is about to do, before confirming it: `choice`; None where nothing is chosen."""
        return None

    def action(self, viewer: Viewer, form: Mapping[str, str]) -> str:
        """Return the text of the action a form describes."""
        return str(form.get("action", ""))

    def found(self, viewer: Viewer, timeline: Timeline, ply: int) -> str | None:
        """Return what came of the decision that begins at a ply: `finds`; None where the board shows it all."""
        return None

    def sentences(self, viewer: Viewer, states: list[Bytes], actions: list[int]) -> Sequence[str]:
        """Return a decision and the draws after it in words."""
        raise NotImplementedError

    def short(self, viewer: Viewer, states: list[Bytes], actions: list[int]) -> str:
        """Return a decision and the draws after it in one short line."""
        return next(iter(self.sentences(viewer, states, actions)), "")

    def weight(self, actions: list[int]) -> int:
        """Return how much a decision matters to the others: of several the weightiest is told first."""
        return 0

    def when(self, viewer: Viewer, state: Bytes, seat: int | None) -> str:
        """Return when in the game something happened, in a word."""
        return ""

    def explanation(self, viewer: Viewer, key: str) -> Explanation | None:
        """Return what something on the table is, with its rules; None for what is not there."""
        return None

    def hint_title(self, viewer: Viewer, number: int, then: Sequence[int] = ()) -> str:
        """Return an action in a few words; `then` is how it best goes on."""
        return viewer.game.text(viewer.state, number)

    def hint_query(self, viewer: Viewer, number: int, then: Sequence[int] = ()) -> Mapping[str, object]:
        """Return what the address must ask for to choose an action; {} where it can only be played."""
        return {}

    def guide(self, viewer: Viewer, timeline: Timeline) -> str:
        """Return the guide of a first game: `guide`, or its hidden place where it says nothing."""
        return Hidden("guide")

    def end(self, viewer: Viewer, timeline: Timeline, verified: bool | None) -> str:
        """Return the result of a game that is over: `end`."""
        raise NotImplementedError


def points(table: Table) -> str:
    """Return everybody's points now, in the order of the seats."""
    return " : ".join(str(score["total"]) for score in table.game.score(table.position))


@cache
def page_of(game: str) -> GamePage:
    """Return the page of a game: its own, else the generic one. Raises UnknownGame."""
    own = plugin(game).page
    page: GamePage = load_part(own)() if own else load_part(GENERIC_PAGE)(game)
    return page
