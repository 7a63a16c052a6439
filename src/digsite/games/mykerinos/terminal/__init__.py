"""Mykerinos at the terminal: the board, the menu, the log and the rules in short."""

from collections.abc import Sequence
from functools import cached_property

from rich.console import RenderableType
from rich.text import Text

from digsite.core.fields import Bytes
from digsite.core.game import Game, View
from digsite.core.player_labels import PlayerLabels
from digsite.core.terminal_ui import Choice
from digsite.games.mykerinos.rules.data import facts_of
from digsite.games.mykerinos.rules.decode import is_draw
from digsite.games.mykerinos.rules.notation import text
from digsite.games.mykerinos.rules.view_types import typed, view_of
from digsite.games.mykerinos.terminal import board, log
from digsite.games.mykerinos.terminal.menu import Menu


class MykerinosTerminal:
    title = "Mykerinos"
    example = "start c4"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.facts = facts_of(game)
        self.placings: list[str] = []  # what a field may be typed for in the position shown last

    def board(self, view: View, labels: PlayerLabels, width: int) -> RenderableType:
        return board.board(typed(view), labels, width)

    def menu(self, state: Bytes) -> list[Choice]:
        menu = Menu(self.game, state)
        self.placings = menu.placings
        return menu.choices()

    def tell(self, states: Sequence[Bytes], actions: Sequence[int], labels: PlayerLabels) -> list[Text]:
        before, decided, after = (view_of(self.game, state) for state in (states[0], states[1], states[-1]))
        return log.sentences_on(self.facts, before, decided, after, actions, labels)

    def score(self, state: Bytes, labels: PlayerLabels) -> RenderableType:
        return board.score(view_of(self.game, state), labels)

    def rules(self) -> RenderableType:
        from digsite.games.mykerinos.terminal.help import rules

        return rules(self.facts)

    @cached_property
    def texts(self) -> list[str]:
        """Every action of players."""
        texts = [text(self.facts.patrons, number) for number in range(self.game.actions) if not is_draw(number)]
        return [words for words in texts if words != "decline" or self.facts.may_decline]

    def completions(self, text: str) -> list[str]:
        """Return actions whose words are begun, what a lone field was typed for, or the help of a lone patron."""
        parts = text.split()
        begun = [words for words in self.texts if begins(parts, words.split())]
        return begun or [words for verb in (*self.placings, "use") if (words := f"{verb} {text}") in self.texts]


def begins(typed: list[str], words: list[str]) -> bool:
    return 0 < len(typed) <= len(words) and all(word.startswith(part) for part, word in zip(typed, words, strict=False))
