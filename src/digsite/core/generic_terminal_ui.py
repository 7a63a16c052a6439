"""The terminal UI of a game, and a generic one for games that have none: everything in the notation of records."""

from collections.abc import Mapping, Sequence
from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.fields import Bytes
from digsite.core.game import Game, View
from digsite.core.player_labels import PlayerLabels
from digsite.core.plugin import load_part
from digsite.core.registry import game_names, plugin
from digsite.core.terminal_ui import Choice, TerminalUI, score_table


def load_terminal_ui(game: Game) -> TerminalUI:
    """Return the terminal UI of a game: its own, or the generic one."""
    own = plugin(game.name).terminal if game.name in game_names() else ""
    return cast(TerminalUI, load_part(own)(game)) if own else GenericTerminalUI(game)


class GenericTerminalUI:
    """A terminal UI that needs nothing but the interface every game has, whatever its view looks like."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.title = plugin(game.name).title if game.name in game_names() else game.name.title()
        self.example = "ACTION"

    def board(self, view: View, labels: PlayerLabels, width: int) -> RenderableType:
        """Return the view, a line for each of its entries; `players`, a list by seat, goes to the seats."""
        lines = Table.grid(padding=(0, 2))
        for key, value in view.items():
            if key != "players":
                lines.add_row(Text(key, style="dim"), Text(plain(value)))
        for seat, player in enumerate(view.get("players", ())):
            lines.add_row(labels.tag(seat), Text(plain(player)))
        return lines

    def menu(self, state: Bytes) -> list[Choice]:
        actions = self.game.legal(state).tolist()
        return [Choice(self.game.text(state, action), Text(), action=action) for action in actions]

    def tell(self, states: Sequence[Bytes], actions: Sequence[int], labels: PlayerLabels) -> list[Text]:
        texts = [self.game.text(state, action) for state, action in zip(states, actions, strict=False)]
        seat = self.game.to_act(states[0])
        if seat >= len(labels.names):
            return [Text(f"To begin with: {', '.join(texts)}.")]
        drawn = f" ({', '.join(texts[1:])})" if texts[1:] else ""
        return [Text.assemble(labels.tag(seat), f": {texts[0]}{drawn}.")]

    def score(self, state: Bytes, labels: PlayerLabels) -> RenderableType:
        scores = self.game.score(state)
        return score_table(labels, [(part, [plain(score[part]) for score in scores]) for part in scores[0]])

    def rules(self) -> RenderableType:
        return Group()

    def completions(self, text: str) -> list[str]:
        return []


def plain(value: object, name: str = "") -> str:
    """Return any JSON value as readable text, after its name."""
    if isinstance(value, Mapping):
        return name + ", ".join(f"{key} {plain(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        parts = [f"({plain(part)})" if isinstance(part, Mapping) else plain(part) for part in value]
        return name + (", ".join(parts) or "–")
    return name + ("–" if value is None else str(value))
