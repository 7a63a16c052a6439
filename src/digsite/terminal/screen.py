"""Print and ask. What is typed comes from the keyboard, a pipe, or (in tests) a function."""

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from digsite.core.terminal_ui import Choice

PROMPT = "> "
MOST_COMPLETED = 200
TYPED_WIDTH = 26

Ask = Callable[[str], str]
"""Shows a prompt and returns the line typed. Raises EOFError at the end of input, KeyboardInterrupt at Ctrl-C."""


class Screen:
    def __init__(self, console: Console, ask: Ask | None = None) -> None:
        self.console = console
        self.interactive = ask is None and sys.stdin.isatty()
        self._ask = ask or read_line
        self._words: list[str] = []
        for stream in (console.file, sys.stdin):  # what cannot be written or read becomes ? instead
            with suppress(AttributeError, ValueError):
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        if self.interactive:
            complete_lines(self._completions)

    def ask(self, question: str = "", words: Iterable[str] = ()) -> str:
        """Return one line as typed. The tab key completes `words`."""
        self._words = list(words)
        if question:
            self.say(Text(question, style="bold"))
        line = self._ask(PROMPT).strip()
        if not self.interactive:
            self.say(Text(f"{PROMPT}{line}", style="dim"))
        return line

    def show(self, *what: RenderableType) -> None:
        for each in what:
            self.console.print(each, highlight=False)

    @property
    def width(self) -> int:
        return self.console.width

    def say(self, text: str | Text, indent: int = 0) -> None:
        shown = text if isinstance(text, Text) else Text(text)
        self.console.print(Padding(shown, (0, 0, 0, indent)) if indent else shown, highlight=False)

    def waiting(self, text: Text) -> AbstractContextManager[object]:
        """Show a message while something takes long, if the output is a terminal."""
        return self.console.status(text) if self.console.is_terminal else nullcontext()

    def refuse(self, text: str) -> None:
        self.say(Text.assemble(("✗ ", "bold red3"), text))

    def headline(self, title: Text | str) -> None:
        self.console.print(Rule(title, style="dim", align="left", characters="─"))

    def menu(self, choices: Sequence[Choice], keys: Sequence[str] | None = None) -> None:
        """Print the choices with the number to type for each, under their headings."""
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", style="bold", no_wrap=True)
        table.add_column(max_width=TYPED_WIDTH)
        table.add_column()
        table.add_column(justify="right")
        heading = cost_heading = ""
        for key, choice in zip(keys or [str(n) for n in range(1, len(choices) + 1)], choices, strict=True):
            if choice.heading != heading:
                costs = "" if choice.cost_heading == cost_heading else choice.cost_heading
                heading, cost_heading = choice.heading, choice.cost_heading
                table.add_row("", Text(heading, style="italic"), "", Text(costs, style="dim"))
            table.add_row(key, Text(choice.typed, style="cyan"), choice.text, Text(choice.cost))
        self.console.print(Padding(table, (0, 0, 0, 1)), highlight=False)

    def _completions(self, begun: str) -> list[str]:
        return [word for word in self._words if word.startswith(begun)][:MOST_COMPLETED]


def read_line(prompt: str) -> str:
    if sys.stdin.isatty():
        return input(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def complete_lines(find: Callable[[str], list[str]]) -> None:
    """Turn on completion and history of typed lines, where the platform has them."""
    try:
        import readline
    except ImportError:
        return

    def complete(begun: str, number: int) -> str | None:
        found = find(begun)
        return found[number] if number < len(found) else None

    readline.set_completer_delims("\n")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
