"""Hints at the terminal."""

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from digsite.analysis.hints import Hint, reason
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.player_labels import PlayerLabels, label_players

WIDEST = 100


def hint_table(game: Game, state: Bytes, hint: Hint, labels: PlayerLabels, width: int) -> RenderableType:
    """Return a line for each action with its reason below it, and columns for the chance to win and final points."""
    seat, seats = game.to_act(state), range(int(state[1]))
    lines = Table(box=None, padding=(0, 0, 0, 2), pad_edge=False, width=min(width, WIDEST), header_style="dim")
    lines.add_column(Text("Best now", style="dim"), ratio=1)
    lines.add_column(Text.assemble(labels.mark(seat), " wins"), justify="right", no_wrap=True)
    for each in seats:
        lines.add_column(Text.assemble(labels.mark(each), " ends"), justify="right", no_wrap=True)
    for option, why in hint.options:
        cell: list[RenderableType] = [Text(game.text(state, option.action), style="cyan")]
        if why:
            cell.append(Padding(Text(why), (0, 0, 0, 2)))
        wins = f"{100 * option.win_chances[seat]:.0f}%"
        lines.add_row(Group(*cell), wins, *(f"{option.points[each]:.1f}" for each in seats))
    note = f"Win chances and final points as the master sees them, {hint.simulations:,} simulations."
    return Group(lines, Text(note, style="dim"))


def only_action(game: Game, state: Bytes) -> str:
    """Return a sentence about the only legal action, "" where there is a choice."""
    only, *more = game.legal(state).tolist()
    return "" if more else f"Only {game.text(state, only)} is possible. {reason(game, state, only)}".rstrip()


def print_hint(game: Game, state: Bytes, hint: Hint, names: Sequence[str] | None) -> None:
    """Print a hint for a position."""
    console = Console()
    labels = label_players(["human"] * int(state[1]), names)
    only = only_action(game, state)
    console.print(Text(only) if only else hint_table(game, state, hint, labels, console.width), highlight=False)
