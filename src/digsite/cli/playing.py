"""Commands to play."""

from pathlib import Path
from typing import Annotated

import typer

from digsite.bots import OWN
from digsite.cli.shared import Data, Failure, GameName, load, read_seed


def play(
    game: GameName,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="A,B",
            help=f"Your opponents: {', '.join(OWN)} or one you installed. \\[default: novice]",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="A,B", help="Who plays, by seat, instead: human or an opponent."),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option("--seats", metavar="N", help="How many play, if fewer are named: the last repeats."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", parser=read_seed, help="For a repeatable game.")
    ] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where to save the game.")] = None,
    data: Data = None,
) -> None:
    """Play in the terminal, alone against bots or several people at one screen.

    Bots that search may be told how long to think: master:50ms, master:2s, or
    master:800sims for so many simulations, repeatable with --seed.

    Save and resume at any time; saved games are records that every other command reads.
    """
    from digsite.terminal import DEFAULT_PLAYERS, run

    if against and players:
        raise Failure("--against and --players both say who plays: give one of them")
    rules = load(game, data)
    company = ["human", *against.split(",")] if against else players.split(",") if players else None
    if seats and not resume:
        company = company or [*DEFAULT_PLAYERS]
    if seats and company:
        rules.new(seats)
        if len(company) > seats:
            raise Failure(f"{len(company)} players are named, --seats says {seats}")
        company += company[-1:] * (seats - len(company))
    run(rules, company, seed=seed, resume=resume, save=save)
