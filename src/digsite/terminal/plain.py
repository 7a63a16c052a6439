"""A plain room for games that bring none: everything in the notation of the records."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.company import Company
from digsite.core.fields import Bytes
from digsite.core.game import Game, Score, View
from digsite.core.room import Choice, Room, score_table
from digsite.games import GAMES


def load_room(game: Game) -> Room:
    """The game's own room where it has one."""
    if game.name not in GAMES:
        return PlainRoom(game)
    name = f"{GAMES[game.name]}.terminal"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return PlainRoom(game)
    return cast(Room, module.room(game))


class PlainRoom:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.title = game.name.title()
        self.example = "ACTION"

    def board(self, view: View, company: Company, width: int) -> RenderableType:
        lines = Table.grid(padding=(0, 2))
        for key, value in view.items():
            if key != "players":
                lines.add_row(Text(key, style="dim"), Text(plain(value)))
        for seat, player in enumerate(view.get("players", [])):
            lines.add_row(company.tag(seat), Text(plain(player)))
        return lines

    def menu(self, state: Bytes) -> list[Choice]:
        actions = self.game.legal(state).tolist()
        return [Choice(self.game.text(state, action), Text(), action=action) for action in actions]

    def tell(self, states: Sequence[Bytes], actions: Sequence[int], company: Company) -> list[Text]:
        texts = [self.game.text(state, action) for state, action in zip(states, actions, strict=False)]
        seat = self.game.to_act(states[0])
        if seat >= len(company.names):
            return [Text(f"To begin with: {', '.join(texts)}.")]
        drawn = f" ({', '.join(texts[1:])})" if texts[1:] else ""
        return [Text.assemble(company.tag(seat), f": {texts[0]}{drawn}.")]

    def score(self, view: View, company: Company) -> RenderableType:
        scores: list[Score] = [player["score"] for player in view["players"]]
        return score_table(company, [(part, [plain(score[part]) for score in scores]) for part in scores[0]])

    def rules(self) -> RenderableType:
        return Group()

    def completions(self, text: str) -> list[str]:
        return []


def plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {plain(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(f"({plain(part)})" if isinstance(part, Mapping) else plain(part) for part in value) or "–"
    return "–" if value is None else str(value)
