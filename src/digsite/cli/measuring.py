"""Commands that play many games and measure them."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digsite.cli.shared import Data, Failure, GameName, Json, Seats, Seed, load, make_directory, read_data

if TYPE_CHECKING:
    from digsite.bots.crew import Played

MOST_GAMES = 10**9
MOST_RECORDS = 10**6

OneOrAll = Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all if not given.")]
Records = Annotated[Path | None, typer.Option("--records", metavar="DIR", help="Write every game there as a record.")]
Workers = Annotated[int | None, typer.Option("--workers", min=1, max=1024, help="All cores if not given.")]


def simulate(
    game: GameName,
    seats: Seats = 2,
    games: Annotated[int, typer.Option("--games", metavar="G", min=1, max=MOST_GAMES, help="How many games.")] = 10_000,
    seed: Seed = 0,
    bot: Annotated[
        str, typer.Option("--bot", metavar="NAME", help="Who plays every seat: random, novice, master:50ms …")
    ] = "random",
    records: Records = None,
    threads: Annotated[int | None, typer.Option("--threads", min=1, max=1024, help="All cores if not given.")] = None,
    as_json: Json = False,
    data: Data = None,
) -> None:
    """Play many games at once and tell the scores of each seat.

    The same seed gives the same games on every machine and with any number of threads. Ctrl-C ends it with what has
    been played so far.
    """
    from digsite.bots import entrant
    from digsite.bots.crew import Crew, Table
    from digsite.printing import ProgressBar, print_statistics
    from digsite.simulation import simulate_bots, simulate_random

    entrant(bot)
    if records and games > MOST_RECORDS:
        raise Failure(f"--records: {games} files are too many, at most {MOST_RECORDS}")
    rules = load(game, data)
    rules.new(seats)
    if records:
        make_directory(records)
    result, stopped = None, False
    with ProgressBar(games) as advance, Crew(threads) as crew:
        if bot == "random":
            growing = simulate_random(rules, seats, games, seed, threads=threads, records=records, progress=advance)
        else:
            table = Table(game, (bot,) * seats, seed, read_data(data), rotated=False)
            growing = simulate_bots(table, games, crew, records=records, progress=advance)
        try:
            for so_far in growing:
                result = so_far
        except KeyboardInterrupt:
            stopped = True
        except OSError as error:
            raise Failure(f"{error.filename or records}: {error.strerror}") from None
    if result is not None:
        told = result.told()
        if as_json:
            typer.echo(json.dumps(told))
        else:
            print_statistics(told)
    if stopped:
        typer.echo(f"digsite: stopped after {result.games if result else 0} of {games} games", err=True)
        raise typer.Exit(130)


def arena(
    game: GameName,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B", help="Who plays, a bot for each seat; the last repeats.")
    ],
    seats: Seats = 2,
    games: Annotated[int, typer.Option("--games", metavar="G", min=1, max=MOST_RECORDS, help="How many games.")] = 100,
    seed: Seed = 0,
    sure: Annotated[
        float | None,
        typer.Option("--sure", metavar="P", min=0.5, max=0.9999, help="End once the best is sure, such as 0.99."),
    ] = None,
    records: Records = None,
    workers: Workers = None,
    as_json: Json = False,
    data: Data = None,
) -> None:
    """Let bots play each other and tell who is stronger, and how sure that is.

    A bot is named with its time to think: novice, scholar, master:50ms, master:800sims. Every deal is played once with
    each rotation of the seats and the same luck. A bot with several seats has the mean of them. Thinking is timed by
    its own work, whatever else the machine does. Ctrl-C ends it with what has been played so far.
    """
    from digsite.bots.arena import arena as contest
    from digsite.bots.crew import Crew, Table, line_up
    from digsite.core.record import write
    from digsite.printing import ProgressBar, print_standing

    rules = load(game, data)
    rules.new(seats)
    table = Table(game, line_up([name.strip() for name in bots.split(",")], seats), seed, read_data(data))
    if records:
        make_directory(records)

    def keep(played: "Played") -> None:
        if records:
            write(played.record(table, rules), records / f"{table.name}-{seed}-{played.number}.json")

    standing, stopped = None, False
    with ProgressBar(games) as advance, Crew(workers) as crew:
        try:
            for standing in contest(table, games, crew, sure=sure, keep=keep):
                advance(min(standing.games, 1), standing.line())
        except KeyboardInterrupt:
            stopped = True
        except OSError as error:
            raise Failure(f"{error.filename or records}: {error.strerror}") from None
    if standing is not None:
        told = standing.told(games, sure)
        if as_json:
            typer.echo(json.dumps(told))
        elif standing.games:
            print_standing(told, sure)
    if stopped:
        typer.echo(f"digsite: stopped after {standing.games if standing else 0} of {games} games", err=True)
        raise typer.Exit(130)


def ladder(
    game: OneOrAll = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where games and results are kept.")] = Path(
        "ladder"
    ),
    hours: Annotated[
        float | None, typer.Option("--hours", metavar="H", min=0, max=1000, help="Stop after so many hours.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A tenth of the games.")] = False,
    mixed: Annotated[
        bool, typer.Option("--mixed", help="Go on even with games that other versions of the bots have played.")
    ] = False,
    table: Annotated[bool, typer.Option("--table", help="Only print the kept results, as Markdown.")] = False,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Measure all bots: every level against the next, and strength by thinking time. This takes hours.

    It can be stopped at any time; started again, it goes on where it was. Every game is kept, and the results are in
    DIR/results.json.
    """
    from digsite.bots.crew import Crew
    from digsite.bots.ladder import Ladder, pairings, read_results
    from digsite.bots.report import tables
    from digsite.games import GAMES
    from digsite.printing import ProgressBar, print_ladder

    if table:
        typer.echo(tables(read_results(out)))
        return
    names = [load(name, None).name for name in ([game] if game else GAMES)]
    make_directory(out)
    stopped = False
    try:
        climbing = Ladder(out, pairings(names, quick), mixed)
        with ProgressBar(round(climbing.seconds_left), "seconds") as advance, Crew(workers) as crew:
            try:
                finished = sum(1 for _ in climbing.climb(crew, hours, advance))
            except KeyboardInterrupt:
                stopped = True
    except OSError as error:
        raise Failure(f"{error.filename or out}: {error.strerror}") from None
    if as_json:
        typer.echo(json.dumps(climbing.results))
    else:
        print_ladder(climbing.results)
    if stopped:
        typer.echo("digsite: stopped; the same command goes on from here", err=True)
        raise typer.Exit(130)
    if finished < len(climbing.shelves):
        typer.echo("digsite: the time is up; the same command goes on from here", err=True)


def bench(
    game: OneOrAll = None,
    as_json: Json = False,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, max=600, help="Time for each measurement.")] = 1.0,
) -> None:
    """Measure the speed of the rules on this machine, for every number of players."""
    from digsite import bench as measuring
    from digsite.games import GAMES
    from digsite.printing import ProgressBar

    rules = [load(name, None) for name in ([game] if game else GAMES)]
    results = []
    with ProgressBar(len(rules) * measuring.STEPS, "measuring") as advance:
        for one in rules:
            results += measuring.measure(one, seconds, advance)
    if as_json:
        typer.echo(json.dumps({"results": results}))
    else:
        measuring.show(results)


def compile(
    game: OneOrAll = None,
) -> None:
    """Compile the rules now, so that nothing waits for it later."""
    from digsite import bench as measuring
    from digsite.games import GAMES

    for name in [game] if game else GAMES:
        measuring.warm(load(name, None))
