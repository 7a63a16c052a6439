"""Print one position of a game."""

from collections.abc import Sequence

from rich.console import Console

from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.generic_terminal_ui import load_terminal_ui
from digsite.core.player_labels import label_players


def show(game: Game, state: Bytes, names: Sequence[str] | None = None) -> None:
    """Print a position."""
    console = Console()
    view = game.view(state)
    labels = label_players(["human"] * int(state[1]), names)
    console.print(load_terminal_ui(game).board(view, labels, console.width), highlight=False)
