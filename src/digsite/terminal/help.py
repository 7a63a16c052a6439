"""The help that is printed for players: the game's rules in short, and what can be typed."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.terminal_ui import TerminalUI

COMMANDS = {
    "help": "this page; ? does the same",
    "board": "draw the position and the list again",
    "log": "what has happened so far",
    "score": "the points as they stand, part by part",
    "why": "why an action is not allowed, say: why {example}",
    "hint": "the three best actions, what they may lead to, and why",
    "undo": "take back the last action of a person, as often as you like; later draws are then made anew",
    "save": "save FILE keeps the game in a file",
    "quit": "leave; you can save first",
}


def help_text(ui: TerminalUI) -> RenderableType:
    """Return the game's rules in short, how to answer, and the commands."""
    example = ui.example
    typed = Table.grid(padding=(0, 2, 0, 1))
    for word, meaning in COMMANDS.items():
        typed.add_row(Text(word, style="cyan"), Text(meaning.format(example=example)))
    answer = Text.assemble(
        "Answer with the ", ("number", "bold"), " of a line, with the action's own words (", (example, "cyan"),
        "), or with the beginning of them. Enter takes you back from a second question. Besides:",
    )  # fmt: skip
    return Group(ui.rules(), Text(), Text("What to type", style="bold"), answer, typed)
