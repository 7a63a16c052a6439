"""The command `digsite`. Every command imports what it needs itself, so that asking for help stays quick."""

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Annotated

import typer

from digsite import __version__
from digsite.cli import measuring, playing, records, serving
from digsite.core.errors import DigsiteError


def _unwrapped(command: Callable[..., None]) -> str:
    """What a command does, a line for each paragraph, for a terminal of any width."""
    return "\n\n".join(" ".join(part.split()) for part in (command.__doc__ or "").split("\n\n"))


app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    help="Play, study and simulate the archaeology board games Thebes and Mykerinos.\n\n"
    "Start with [bold]digsite play thebes[/bold].",
    rich_markup_mode="rich",
)
COMMANDS: dict[str, list[Callable[..., None]]] = {
    "Play": [playing.play, serving.serve],
    "Study a recorded game": [records.replay, records.legal, records.odds, records.verify],
    "Play many games and measure": [measuring.simulate, measuring.arena, measuring.ladder, measuring.bench],
    "Set up": [measuring.compile],
}
for panel, commands in COMMANDS.items():
    for command in commands:
        app.command(help=_unwrapped(command), rich_help_panel=panel)(command)
app.add_typer(serving.admin, name="admin", rich_help_panel="Set up")


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    if version:
        typer.echo(f"digsite {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())
    else:
        return
    raise typer.Exit


def main() -> None:
    """Errors are one line on standard error; status 2, or 130 after Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = typer.main.get_command(app).main(standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = _fail(error.format_message())
    except DigsiteError as error:
        code = _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _fail(f"{error.filename or 'standard output'}: {error.strerror}")
    sys.exit(code)


def _fail(message: str) -> int:
    typer.echo("digsite: " + " ".join(message.split()), err=True)
    return 2
