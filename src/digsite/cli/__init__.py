"""The command `digsite`. Every command imports what it needs when it runs, so that help stays quick."""

import os
import sys
import warnings
from collections.abc import Callable
from typing import Annotated

import typer

from digsite import __version__
from digsite.cli import measuring, playing, records, serving
from digsite.cli.help import Command, Group, flag
from digsite.core.errors import DigsiteError
from digsite.terminal.ascii_fallback import never_fail


def _unwrapped(command: Callable[..., None]) -> str:
    """Return the docstring of a command with a line for each paragraph, for a terminal of any width."""
    return "\n\n".join(" ".join(part.split()) for part in (command.__doc__ or "").split("\n\n"))


app = typer.Typer(
    cls=Group,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    help="Play, study and simulate the board games {titles}.\n\nStart with [bold]digsite play {first}[/bold].",
    rich_markup_mode="rich",
)
COMMANDS: dict[str, list[Callable[..., None]]] = {
    "Play": [playing.play, serving.serve],
    "Study a recorded game": [records.replay, records.legal, records.hint, records.odds, records.verify],
    "Play many games and measure": [measuring.simulate, measuring.arena, measuring.ladder, measuring.bench],
    "Set up": [measuring.compile],
}
for panel, commands in COMMANDS.items():
    for command in commands:
        app.command(cls=Command, help=_unwrapped(command), rich_help_panel=panel)(command)
app.add_typer(serving.admin, name="admin", rich_help_panel="Set up")


@app.callback(invoke_without_command=True)
def root(context: typer.Context, version: Annotated[bool, flag("--version", "Print the version.")] = False) -> None:
    if version:
        typer.echo(f"digsite {__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())
    else:
        return
    raise typer.Exit


def main() -> None:
    """Run the command line. Errors are one line on standard error, with status 2; Ctrl-C gives status 130."""
    _open_closed_streams()
    warnings.showwarning = _show_warning
    for stream in (sys.stdout, sys.stderr):
        never_fail(stream)
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        code = _discard_output()
    except OSError as error:
        _discard_output()
        code = _fail(f"{error.filename or 'standard output'}: {error.strerror}")
    sys.exit(code)


def _run() -> int:
    """Return the exit status of the command given; an OSError is for the caller."""
    try:
        return typer.main.get_command(app).main(standalone_mode=False) or 0
    except typer.TyperException as error:
        message = error.format_message()
        return _fail(message) if message else 0  # without one, help was printed because a command is missing
    except DigsiteError as error:
        return _fail(str(error))
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # typer and rich exit in this way
            return _discard_output()
        raise


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: object = None,
) -> None:
    """Print a warning as one line, without the source line it came from."""
    typer.echo(f"digsite: {message}", err=True)


def _open_closed_streams() -> None:
    """Open standard streams that were closed when we started (`>&-`), before another file gets their number.

    Writing to standard output then raises OSError, as on a full disk.
    """
    if sys.stdin is None:
        sys.stdin = open(os.open(os.devnull, os.O_RDONLY), closefd=False)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.open(os.devnull, os.O_WRONLY), "w", closefd=False)  # noqa: SIM115


def _discard_output() -> int:
    """Send what is left to print nowhere, and return status 0: whoever reads has seen enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


def _fail(message: str) -> int:
    typer.echo("digsite: " + " ".join(message.split()), err=True)
    return 2
