"""Commands to play."""

from pathlib import Path
from typing import Annotated

import typer

from digsite.cli.shared import Data, Failure, GameName, Options, load, read_seed


def play(
    game: GameName,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="A,B",
            help="Your opponents: {bots}. \\[default: novice]",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="A,B", help="All players by seat instead: human or a bot."),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option("--seats", metavar="N", help="Number of players; the last one named fills the rest."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", parser=read_seed, help="The same seed gives the same draws.")
    ] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Continue a saved game.")] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save the game to this file.")] = None,
    data: Data = None,
    option: Options = None,
) -> None:
    """Play in the terminal, alone against bots or with several people at one screen.

    Bots that search take a time for each move, master:50ms or master:2s, or a number of simulations, master:800sims,
    which plays the same every time with --seed.

    You can save and resume at any time. Saved games are records, which other commands can read.

    Example: digsite play {first} --against scholar,novice
    """
    from digsite.terminal.start import DEFAULT_PLAYERS, run

    if against and players:
        raise Failure("--against and --players both say who plays: use one of them")
    rules = load(game, data, option)
    lineup = ["human", *against.split(",")] if against else players.split(",") if players else None
    if seats and not resume:
        lineup = lineup or [*DEFAULT_PLAYERS]
    if seats and lineup:
        rules.new(seats)
        if len(lineup) > seats:
            raise Failure(f"{len(lineup)} players are named, --seats says {seats}")
        lineup += lineup[-1:] * (seats - len(lineup))
    run(rules, lineup, seed=seed, resume=resume, save=save)
