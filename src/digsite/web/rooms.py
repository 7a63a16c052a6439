"""What a game's page brings, and which game has one of its own."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from markupsafe import Markup

from digsite.core.fields import Bytes
from digsite.web.look import Look
from digsite.web.story import Story


class Composed(str):
    """A part made of pieces that have ids of their own: where only some of them change, only those are sent."""

    pieces: Mapping[str, str]

    def __new__(cls, html: str, pieces: Mapping[str, str]) -> "Composed":
        made = super().__new__(cls, html)
        made.pieces = pieces
        return made


class Room(Protocol):
    """How one game is shown and played on the page. Parts are HTML with one root element, which has the part's name as
    its id; they depend on the look alone."""

    @property
    def name(self) -> str: ...
    @property
    def sprite(self) -> Markup:
        """The symbols of its drawings."""

    def parts(self, look: Look) -> dict[str, str]:
        """The board, what may be touched, and a panel for each player: `status`, `board`, `dock`, `panel-0` …"""

    def chosen(self, look: Look) -> dict[str, str]:
        """The parts that look otherwise while something is chosen."""

    def mood(self, look: Look) -> str:
        """Words about the position that the stylesheet must know; the page has them as `data-mood`."""

    def choice(self, look: Look) -> str:
        """What the player is about to do, before confirming it: `choice`; nothing where nothing is chosen."""

    def action(self, look: Look, form: Mapping[str, str]) -> str:
        """The text of the action a form describes."""

    def found(self, look: Look, story: Story, ply: int) -> str:
        """What came of the decision that begins at a ply, where there is more to see than the board; else nothing."""

    def sentences(self, look: Look, states: list[Bytes], actions: list[int]) -> list[str]:
        """A decision and the luck after it."""

    def short(self, look: Look, states: list[Bytes], actions: list[int]) -> str:
        """The same in one short line."""

    def when(self, look: Look, state: Bytes, seat: int | None) -> str:
        """When in the game something happened, in a word."""

    def explanation(self, look: Look, key: str) -> Any:
        """What something on the table is, with its rules; None for what is not there."""

    def guide(self, look: Look, story: Story) -> str:
        """Who explains a first game: `guide`."""

    def end(self, look: Look, story: Story, verified: bool | None) -> str:
        """The counting: `end`."""


@cache
def room(game: str) -> Room:
    if game == "thebes":
        from digsite.web.thebes.page import ThebesRoom

        return ThebesRoom()
    if game == "mykerinos":
        from digsite.web.mykerinos.page import MykerinosRoom

        return MykerinosRoom()
    from digsite.web.plain import PlainRoom

    return PlainRoom(game)
