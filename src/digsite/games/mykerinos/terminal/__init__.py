"""Mykerinos at the terminal: the board, the menu, the log and the rules in short."""

from collections.abc import Sequence
from functools import cached_property

from rich.console import RenderableType
from rich.text import Text

from digsite.core.company import Company
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.game import View
from digsite.core.room import Choice
from digsite.games.mykerinos.actions import FIRST_PLAYER, text
from digsite.games.mykerinos.data import Facts
from digsite.games.mykerinos.terminal import board, log
from digsite.games.mykerinos.terminal.menu import Menu


def room(game: CompiledGame[Facts]) -> "MykerinosRoom":
    return MykerinosRoom(game)


class MykerinosRoom:
    title = "Mykerinos"
    example = "start c4"

    def __init__(self, game: CompiledGame[Facts]) -> None:
        self.game = game
        self.facts = game.facts
        self.placings: list[str] = []  # what a field may be typed for in the position shown last

    def board(self, view: View, company: Company, width: int) -> RenderableType:
        return board.board(view, company, width)

    def menu(self, state: Bytes) -> list[Choice]:
        menu = Menu(self.game, state)
        self.placings = menu.placings
        return menu.choices()

    def tell(self, states: Sequence[Bytes], actions: Sequence[int], company: Company) -> list[Text]:
        before, decided, after = (self.game.view(state) for state in (states[0], states[1], states[-1]))
        return log.tell(self.facts, before, decided, after, actions, company)

    def score(self, view: View, company: Company) -> RenderableType:
        return board.score(view, company)

    def rules(self) -> RenderableType:
        from digsite.games.mykerinos.terminal.help import rules

        return rules(self.facts)

    @cached_property
    def texts(self) -> list[str]:
        """Every action of players."""
        return [text(self.facts.patrons, action) for action in range(FIRST_PLAYER)]

    def completions(self, text: str) -> list[str]:
        """Actions whose words are begun, what a lone field was typed for, or the help of a lone patron."""
        typed = text.split()
        begun = [words for words in self.texts if begins(typed, words.split())]
        return begun or [words for verb in (*self.placings, "use") if (words := f"{verb} {text}") in self.texts]


def begins(typed: list[str], words: list[str]) -> bool:
    return 0 < len(typed) <= len(words) and all(word.startswith(part) for part, word in zip(typed, words, strict=False))
