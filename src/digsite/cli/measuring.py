"""Commands that play many games and measure them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from digsite.cli.help import flag
from digsite.cli.shared import Data, Failure, GameName, Json, Options, Seats, Seed, load, make_directory, read_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.bots.arena_stats import ArenaResult
    from digsite.bots.simulation import Result
    from digsite.bots.workers import GameResult, Lineup
    from digsite.core.game import Game

MOST_GAMES = 10**9
MOST_RECORDS = 10**6

OneOrAll = Annotated[str | None, typer.Argument(metavar="GAME", help="One of {games}; all by default.")]
Records = Annotated[
    Path | None, typer.Option("--records", metavar="DIR", help="Write a record of every game into this folder.")
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", min=1, max=1024, help="Number of processes; one for each core by default."),
]


def simulate(
    game: GameName,
    seats: Seats = 2,
    games: Annotated[
        int, typer.Option("--games", metavar="G", min=1, max=MOST_GAMES, help="Number of games.")
    ] = 10_000,
    seed: Seed = 0,
    bot: Annotated[
        str,
        typer.Option(
            "--bot",
            metavar="NAME",
            help="The bot in every seat: {bots}. Those that search take a time, as in master:50ms.",
        ),
    ] = "random",
    records: Records = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads", metavar="N", min=1, max=1024, help="Number of threads; one for each core by default."
        ),
    ] = None,
    as_json: Json = False,
    data: Data = None,
    option: Options = None,
) -> None:
    """Play many games and print the scores of each seat.

    The same seed gives the same games on every machine and with any number of threads. Ctrl-C stops and prints the
    results so far.

    Example: digsite simulate {first} --seats 3 --games 1000000
    """
    from digsite.bots import entrant
    from digsite.bots.simulation import simulate_bots, simulate_random
    from digsite.bots.workers import Lineup, WorkerPool
    from digsite.cli.printing import ProgressBar, print_statistics

    entrant(bot)
    if records and games > MOST_RECORDS:
        raise Failure(f"--records: {games} files are too many, at most {MOST_RECORDS}")
    rules = load(game, data, option)
    rules.new(seats)
    if records:
        make_directory(records)
    result, stopped = None, False
    with ProgressBar(games) as advance, WorkerPool(threads) as pool:
        if bot == "random":
            growing = simulate_random(rules, seats, games, seed, threads=threads, records=records, progress=advance)
        else:
            lineup = Lineup(game, (bot,) * seats, seed, read_data(data), rules.options, rotated=False)
            growing = simulate_bots(lineup, games, pool, records=records, progress=advance)
        try:
            for so_far in growing:
                result = so_far
        except KeyboardInterrupt:
            stopped = True
        except OSError as error:
            raise Failure(f"{error.filename or records}: {error.strerror}") from None
    if result is not None:
        statistics = result.to_json() | _options_of(rules)
        if as_json:
            typer.echo(json.dumps(statistics))
        else:
            print_statistics(statistics)
    if stopped:
        _exit_stopped(result, games)


def arena(
    game: GameName,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B", help="A bot for each seat; the last one fills the rest.")
    ],
    seats: Seats = 2,
    games: Annotated[int, typer.Option("--games", metavar="G", min=1, max=MOST_RECORDS, help="Number of games.")] = 100,
    seed: Seed = 0,
    sure: Annotated[
        float | None,
        typer.Option(
            "--sure",
            metavar="P",
            min=0.5,
            max=0.9999,
            help="Stop once the best bot is known with this confidence, say 0.99.",
        ),
    ] = None,
    records: Records = None,
    workers: Workers = None,
    as_json: Json = False,
    data: Data = None,
    option: Options = None,
) -> None:
    """Let bots play each other and print which is stronger, and how sure that is.

    Bots: {bots}. Those that search take a time or a number of simulations for each move: master:50ms, master:800sims.

    Every deal is played once in each rotation of the seats, with the same luck. A bot with several seats gets their
    mean. Thinking time is CPU time, so other programs do not weaken a bot. Ctrl-C stops and prints the results so far.

    Example: digsite arena {first} --bots master:50ms,scholar --sure 0.99
    """
    from digsite.bots.arena import arena as contest
    from digsite.bots.workers import Lineup, WorkerPool, fill_seats
    from digsite.cli.printing import ProgressBar, print_arena

    rules = load(game, data, option)
    rules.new(seats)
    seated = fill_seats([name.strip() for name in bots.split(",")], seats)
    lineup = Lineup(game, seated, seed, read_data(data), rules.options)
    if records:
        make_directory(records)

    result, stopped = None, False
    with ProgressBar(games) as advance, WorkerPool(workers) as pool:
        try:
            for result in contest(lineup, games, pool, sure=sure, keep=_record_writer(records, lineup, rules)):
                advance(min(result.games, 1), result.line())
        except KeyboardInterrupt:
            stopped = True
        except OSError as error:
            raise Failure(f"{error.filename or records}: {error.strerror}") from None
    if result is not None:
        results = result.to_json(games, sure) | _options_of(rules)
        if as_json:
            typer.echo(json.dumps(results))
        elif result.games:
            print_arena(results, sure)
    if stopped:
        _exit_stopped(result, games)


def _record_writer(directory: Path | None, lineup: "Lineup", rules: "Game") -> "Callable[[GameResult], None]":
    """Return a function that writes each game as a record into a folder; without a folder, one that does nothing."""
    from digsite.core.record import write

    def keep(played: "GameResult") -> None:
        if directory:
            write(played.record(lineup, rules), directory / f"{lineup.name}-{lineup.seed}-{played.number}.json")

    return keep


def _options_of(rules: "Game") -> "dict[str, dict[str, str]]":
    """Return the rule options as part of a result; nothing where they are the defaults."""
    return {"options": dict(rules.options)} if rules.options else {}


def _exit_stopped(reached: "Result | ArenaResult | None", games: int) -> NoReturn:
    """Say how far an interrupted command got, and exit."""
    typer.echo(f"digsite: stopped after {reached.games if reached else 0} of {games} games", err=True)
    raise typer.Exit(130)


def ladder(
    game: OneOrAll = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for games and results.")] = Path(
        "ladder"
    ),
    hours: Annotated[
        float | None, typer.Option("--hours", metavar="H", min=0, max=1000, help="Stop after this many hours.")
    ] = None,
    quick: Annotated[bool, flag("--quick", "Play a tenth of the games.")] = False,
    mixed: Annotated[bool, flag("--mixed", "Add to games that other versions of the bots have played.")] = False,
    table: Annotated[bool, flag("--table", "Only print the results so far, as Markdown.")] = False,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Measure all bots: every level against the next, and strength by thinking time. This takes hours.

    Stop it at any time; the same command continues where it was. Every game is kept, and the results are in
    DIR/results.json.

    Example: digsite ladder {first} --quick --hours 1
    """
    from digsite.bots.ladder import Ladder, pairings, read_results
    from digsite.bots.report import tables
    from digsite.bots.workers import WorkerPool
    from digsite.cli.printing import ProgressBar, print_ladder
    from digsite.core.registry import game_names

    if table:
        typer.echo(tables(read_results(out)))
        return
    names = [load(name, None).name for name in ([game] if game else game_names())]
    make_directory(out)
    stopped = False
    try:
        contest = Ladder(out, pairings(names, quick), mixed)
        with ProgressBar(round(contest.seconds_left), "seconds") as advance, WorkerPool(workers) as pool:
            try:
                finished = sum(1 for _ in contest.play(pool, hours, advance))
            except KeyboardInterrupt:
                stopped = True
    except OSError as error:
        raise Failure(f"{error.filename or out}: {error.strerror}") from None
    if as_json:
        typer.echo(json.dumps(contest.results))
    else:
        print_ladder(contest.results)
    if stopped:
        typer.echo("digsite: stopped; the same command continues from here", err=True)
        raise typer.Exit(130)
    if finished < len(contest.files):
        typer.echo("digsite: the time is up; the same command continues from here", err=True)


def bench(
    game: OneOrAll = None,
    as_json: Json = False,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="T", min=0.01, max=600, help="Time for each measurement.")
    ] = 1.0,
) -> None:
    """Measure the speed of rules and bots on this machine, for every number of players.

    This takes a few minutes: rules and bots are also compiled again, to see how long that takes.

    Example: digsite bench {first} --seconds 0.2
    """
    from digsite import bench as measuring
    from digsite.cli.printing import ProgressBar
    from digsite.core.registry import game_names

    rules = [load(name, None) for name in ([game] if game else game_names())]
    results = []
    with ProgressBar(len(rules) * measuring.STEPS, "measuring") as advance:
        for one in rules:
            results += measuring.measure(one, seconds, advance)
    if as_json:
        typer.echo(json.dumps({"results": results}))
    else:
        measuring.show(results)


def compile(game: OneOrAll = None) -> None:
    """Compile rules and bots now, so that no command has to wait for it later.

    It takes a minute or two, all games side by side, and next to nothing once that is done.

    Example: digsite compile {first}
    """
    from digsite import bench as measuring
    from digsite.core.registry import game_names

    if game or len(game_names()) == 1:
        measuring.warm(load(game or game_names()[0], None))
        return
    running = [subprocess.Popen([sys.executable, "-m", "digsite", "compile", name]) for name in game_names()]
    statuses = [process.wait() for process in running]
    if any(statuses):
        raise typer.Exit(1)
