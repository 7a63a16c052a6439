"""Parse a typed line: the number of a menu line, an action's text, or a unique beginning of one."""

from collections.abc import Sequence
from dataclasses import dataclass

from digsite.core.errors import IllegalAction, InvalidAction
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.terminal_ui import Choice, TerminalUI

MOST_SHOWN = 5


class NotUnderstood(Exception):
    """The message is shown to the player."""


@dataclass(frozen=True)
class Menu:
    game: Game
    ui: TerminalUI
    state: Bytes
    choices: Sequence[Choice]

    def texts(self) -> dict[str, int]:
        """Return every legal action by its text."""
        return {self.game.text(self.state, action): action for action in self.game.legal(self.state).tolist()}

    def meaning(self, line: str) -> Choice | int:
        """Return the menu line or the action that is meant. Raises NotUnderstood."""
        if line.isascii() and line.isdigit():
            if 1 <= int(line[:9]) <= len(self.choices):
                return self.choices[int(line) - 1]
            raise NotUnderstood(f"There is no line {line[:9]}: type a number from 1 to {len(self.choices)}.")
        for choice in (*self.choices, *self._deeper()):
            if choice.typed == line:
                return choice
        texts = self.texts()
        if line in texts:
            return texts[line]
        reordered = [text for text in texts if sorted(text.split()) == sorted(line.split())]
        if len(reordered) == 1:
            return texts[reordered[0]]
        refusal = self.refusal(line)
        if refusal:
            raise NotUnderstood(refusal)
        return self._begun(line, texts)

    def _deeper(self) -> list[Choice]:
        """Return the lines that only a second question shows."""
        return [answer for choice in self.choices for answer in choice.answers.values()]

    def refusal(self, text: str) -> str | None:
        """Return why an action is not allowed; None if it is allowed, or no action at all."""
        try:
            self.game.apply(self.state, self.game.parse(self.state, text))
        except InvalidAction:
            return None
        except IllegalAction as error:
            return f"Not allowed. {error.rule}: {error.reason}."
        return None

    def _begun(self, line: str, texts: dict[str, int]) -> Choice | int:
        """Return the action or menu line that an abbreviated text means. Raises NotUnderstood."""
        candidates = [text for text in texts if begins(line, text)]
        whole = [text for text in candidates if len(text.split()) == len(line.split())]
        for found in (candidates, whole):
            if len(found) == 1:
                return texts[found[0]]
        if not candidates:
            raise NotUnderstood(self._unknown(line))
        lines = [choice for choice in self.choices if begins(line, choice.typed)]
        as_long = [choice for choice in lines if len(choice.typed.split()) == len(line.split())]
        if len(as_long) == 1:
            return as_long[0]
        numbers = {texts[text] for text in candidates}
        for choice in self.choices:
            if numbers <= set(choice.actions()):
                return choice
        shown = [choice.typed for choice in self.choices if numbers & set(choice.actions())]
        more = " …" if len(shown) > MOST_SHOWN else ""
        raise NotUnderstood(f"{line!r} may mean {', '.join(shown[:MOST_SHOWN])}{more}. Type a little more.")

    def _unknown(self, line: str) -> str:
        texts, meant = self.texts(), self.ui.completions(line)
        for text in meant:
            refusal = self.refusal(text)
            if refusal:
                return refusal
        if allowed := [text for text in meant if text in texts]:
            return f"Do you mean {' or '.join(allowed[:MOST_SHOWN])}?"
        return f"{line[:40]!r} cannot be done now: type a number from 1 to {len(self.choices)}, or ? for help."

    def why(self, text: str) -> str:
        """Return a sentence on whether an action is allowed, and if not, by which rule."""
        texts = self.texts()
        meant = [text, *self.ui.completions(text)]
        allowed = [words for words in meant if words in texts]
        if allowed:
            return f"{allowed[0]} is allowed now."
        for words in meant:
            refusal = self.refusal(words)
            if refusal:
                return f"{words}: {refusal[0].lower()}{refusal[1:]}"
        return f"{text[:40]!r} is not an action in {self.ui.title}. Actions are written as in the menu."


def begins(line: str, text: str) -> bool:
    """Return whether each typed word begins the word in its place; numbers must be whole."""
    typed, words = line.split(), text.split()
    return len(typed) <= len(words) and all(
        word == begun if begun.isdigit() else word.startswith(begun) for begun, word in zip(typed, words, strict=False)
    )
