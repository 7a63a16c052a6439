"""Help texts, with the names of the installed games and bots.

`{games}`, `{titles}`, `{first}`, `{options}` and `{bots}` in a text are filled in when help is printed. So games and
bots are looked up then, and not when any other command runs.
"""

from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption


def flag(name: str, help: str) -> Any:
    """Return an option that is on or off; help shows it without a type."""
    return typer.Option(name, metavar="", help=help)


def fill_in(text: str | None) -> str | None:
    """Return a help text with the names of the installed games and bots."""
    if not text or "{" not in text:
        return text
    from digsite.bots import names
    from digsite.core.registry import plugins

    games = plugins()
    values = {
        "games": ", ".join(games),
        "titles": " and ".join(game.title for game in games.values()),
        "first": next(iter(games), "GAME"),
        "options": ", ".join(
            f"{option.name}={reading.value}"
            for game in games.values()
            for option in game.options
            for reading in option.readings[1:]
        ),
        "bots": ", ".join(names()),
    }
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _fill_in(command: TyperCommand | TyperGroup) -> None:
    command.help = fill_in(command.help)
    for param in command.params:
        if isinstance(param, TyperOption | TyperArgument):
            param.help = fill_in(param.help)
        if isinstance(param, TyperArgument):
            param.display_type_rich = _no_type  # type: ignore[method-assign]


def _no_type(ctx: Any) -> str | None:
    """Show no Python type: an argument's name says what it is."""
    return None


class Command(TyperCommand):
    """A command whose help names the installed games and bots."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _fill_in(self)
        super().format_help(ctx, formatter)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the usage line's parts: GAME where an argument is needed, [GAME] where it can be left out."""
        arguments = [param for param in self.params if isinstance(param, TyperArgument)]
        names = [(str(param.metavar), param.required) for param in arguments]
        return ["[OPTIONS]", *(name if required else f"[{name}]" for name, required in names)]

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        return _without_type(super().get_help_option(ctx))


class Group(TyperGroup):
    """A group of such commands."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _fill_in(self)
        super().format_help(ctx, formatter)

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        return _without_type(super().get_help_option(ctx))


def _without_type(option: TyperOption | None) -> TyperOption | None:
    if option is not None:
        option.metavar = ""
    return option
