"""The command `digsite`. Every command imports what it needs itself, so that asking for help stays quick."""

import json
import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digsite import __version__
from digsite.bots import OWN
from digsite.core.errors import DigsiteError, UntrueRecord

if TYPE_CHECKING:
    from digsite.bots.crew import Played
    from digsite.core.compiled import CompiledGame
    from digsite.core.fields import Bytes
    from digsite.core.record import Record

MOST_GAMES = 10**9
MOST_RECORDS = 10**6

app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    help="Play, study and simulate the archaeology board games Thebes and Mykerinos.\n\n"
    "Start with [bold]digsite play thebes[/bold].",
    rich_markup_mode="rich",
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game: thebes or mykerinos.", show_default=False)]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A game record (JSON).", show_default=False)]
At = Annotated[int | None, typer.Option("--at", metavar="K", help="After K actions; all of them if not given.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="FILE", help="Play with other facts (TOML).")]
Seats = Annotated[int, typer.Option("--seats", metavar="N", help="How many play.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", min=0, max=2**64 - 1, help="The same seed, the same games.")]


class Failure(DigsiteError):
    """Something outside the game that stops a command."""


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


@app.command()
def play(
    game: GameName,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="A,B", help=f"Your opponents: {', '.join(OWN)}. \\[default: novice]"),
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
        int | None, typer.Option("--seed", metavar="S", min=0, max=2**64 - 1, help="For a repeatable game.")
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
    rules = _load(game, data)
    company = ["human", *against.split(",")] if against else players.split(",") if players else None
    if seats and not resume:
        company = company or [*DEFAULT_PLAYERS]
    if seats and company:
        rules.new(seats)
        if len(company) > seats:
            raise Failure(f"{len(company)} players are named, --seats says {seats}")
        company += company[-1:] * (seats - len(company))
    run(rules, company, seed=seed, resume=resume, save=save)


@app.command()
def simulate(
    game: GameName,
    seats: Seats = 2,
    games: Annotated[int, typer.Option("--games", metavar="G", min=1, max=MOST_GAMES, help="How many games.")] = 10_000,
    seed: Seed = 0,
    bot: Annotated[
        str, typer.Option("--bot", metavar="NAME", help="Who plays every seat: random, novice, master:50ms …")
    ] = "random",
    records: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help="Write every game there as a record.")
    ] = None,
    threads: Annotated[int | None, typer.Option("--threads", min=1, max=1024, help="All cores if not given.")] = None,
    as_json: Json = False,
    data: Data = None,
) -> None:
    """Play many games at once and tell the scores of each seat.

    The same seed gives the same games on every machine and with any number of threads. Ctrl-C ends it with what has
    been played so far.
    """
    from digsite import simulation
    from digsite.bots import entrant
    from digsite.printing import ProgressBar, print_statistics

    entrant(bot)
    if records and games > MOST_RECORDS:
        raise Failure(f"--records: {games} files are too many, at most {MOST_RECORDS}")
    rules = _load(game, data)
    rules.new(seats)
    if records:
        _make_directory(records)
    result, stopped = None, False
    with ProgressBar(games) as advance:
        try:
            growing = simulation.simulate(
                rules, seats, games, seed, bot=bot, threads=threads, records=records, progress=advance
            )
            while (more := next(growing, None)) is not None:
                result = more
        except KeyboardInterrupt:
            stopped = True
        except OSError as error:
            raise Failure(f"{error.filename or records}: {error.strerror}") from None
    if result is not None:
        told = result.told()
        if as_json:
            typer.echo(json.dumps(told))
        else:
            print_statistics(told, bot)
    if stopped:
        typer.echo(f"digsite: stopped after {result.games if result else 0} of {games} games", err=True)
        raise typer.Exit(130)


@app.command()
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
    records: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help="Write every game there as a record.")
    ] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, max=1024, help="All cores if not given.")] = None,
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
    from digsite.simulation import record_path

    rules = _load(game, data)
    rules.new(seats)
    table = Table(game, line_up([name.strip() for name in bots.split(",")], seats), seed, _read_data(data))
    if records:
        _make_directory(records)

    def keep(played: "Played") -> None:
        if records:
            write(played.record(table, rules), record_path(records, game, seats, seed, played.number))

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


@app.command()
def ladder(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all if not given.")] = None,
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
    workers: Annotated[int | None, typer.Option("--workers", min=1, max=1024, help="All cores if not given.")] = None,
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
    names = [_load(name, None).name for name in ([game] if game else GAMES)]
    _make_directory(out)
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


@app.command()
def legal(
    record: RecordFile,
    at: At = None,
    every: Annotated[
        bool, typer.Option("--every", help="A JSON line for every K, with the weights of chance.")
    ] = False,
    as_json: Json = False,
    data: Data = None,
) -> None:
    """List what may be done in a recorded position, or what chance may bring there.

    One text a line, in byte order; nothing when the game is over.
    """
    if every and at is not None:
        raise Failure("--every goes through all places; it does not go with --at")
    rules, told, states = _replayed(record, data)
    if every:
        for k, state in enumerate(states):
            typer.echo(json.dumps(_options(rules, told, state, k)))
        return
    k = _place(told, at)
    options = _options(rules, told, states[k], k)
    if as_json:
        typer.echo(json.dumps(options))
    elif options["legal"]:
        typer.echo("\n".join(options["legal"]))


@app.command()
def replay(
    record: RecordFile,
    at: At = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the position into a file.")] = None,
    theme: Annotated[str, typer.Option("--theme", help="Colours of the picture: light or dark.")] = "light",
    as_json: Json = False,
    data: Data = None,
) -> None:
    """Show a position of a recorded game: as text, as JSON, or as a picture."""
    rules, told, states = _replayed(record, data)
    state = states[_place(told, at)]
    if theme not in ("light", "dark"):
        raise Failure(f"--theme: {theme!r} is neither light nor dark")
    if svg == Path("-"):
        typer.echo(rules.picture(state, theme=theme, names=told.names).svg)
    elif svg:
        _write_text(svg, rules.picture(state, theme=theme, names=told.names).svg)
    if as_json:
        typer.echo(json.dumps(rules.view(state), ensure_ascii=False))
    elif not svg:
        from digsite.terminal import show

        show(rules, state, told.names)


@app.command()
def odds(
    record: RecordFile,
    at: At = None,
    every: Annotated[bool, typer.Option("--all", help="Every dig and every zone, not only those that matter.")] = False,
    as_json: Json = False,
    data: Data = None,
) -> None:
    """Tell the exact odds in a recorded position.

    Thebes: what every dig brings, and which card comes next. Mykerinos: who would win which zone.
    """
    from digsite import studying

    rules, told, states = _replayed(record, data)
    k = _place(told, at)
    actor = _options(rules, told, states[k], k)["to_act"]
    if as_json:
        known = {} if actor == "over" else studying.told(rules, states[k])
        typer.echo(json.dumps({"game": rules.name, "at": k, "to_act": actor} | known, ensure_ascii=False))
    elif actor == "over":
        typer.echo("The game is over.")
    else:
        studying.show(rules, states[k], told.names, every)


@app.command()
def verify(record: RecordFile, as_json: Json = False, data: Data = None) -> None:
    """Check that a record is true: every action, the scores and winners, and every draw where the seed is told.

    Status 0: all true. 1: something in it is not so. 2: the file is no readable record.
    """
    from digsite.core import verify as checking
    from digsite.core.record import read
    from digsite.printing import draws_line, result_line

    told = read(record)
    rules = _game_of(record, told, data)
    untrue, draws = None, None
    try:
        draws = checking.verify(rules, told)
    except UntrueRecord as error:
        untrue = str(error)
    if as_json:
        typer.echo(json.dumps({"true": untrue is None, "actions": len(told.actions), "draws": draws, "fault": untrue}))
    elif untrue is None:
        typer.echo(f"True: {len(told.actions)} actions replayed, {result_line(told)}.")
        typer.echo(draws_line(told, draws))
    if untrue is not None:
        typer.echo(f"digsite: {record}: not true: {untrue}", err=True)
        raise typer.Exit(1)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all if not given.")] = None,
    as_json: Json = False,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, max=600, help="Time for each measurement.")] = 1.0,
) -> None:
    """Measure the speed of the rules on this machine, for every number of players."""
    from digsite import bench as measuring
    from digsite.games import GAMES
    from digsite.printing import ProgressBar

    rules = [_load(name, None) for name in ([game] if game else GAMES)]
    results = []
    with ProgressBar(len(rules) * measuring.STEPS, "measuring") as advance:
        for one in rules:
            results += measuring.measure(one, seconds, advance)
    if as_json:
        typer.echo(json.dumps({"results": results}))
    else:
        measuring.show(results)


@app.command()
def compile(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all if not given.")] = None,
) -> None:
    """Compile the rules now, so that nothing waits for it later."""
    from digsite import bench as measuring
    from digsite.games import GAMES

    for name in [game] if game else GAMES:
        measuring.warm(_load(name, None))


def _load(name: str, data: Path | None) -> "CompiledGame[Any]":
    from digsite.games import load

    game = load(name)
    told = _read_data(data)
    return game if told is None else game.with_data(told)


def _read_data(path: Path | None) -> dict[str, Any] | None:
    import tomllib

    if path is None:
        return None
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Failure(f"{path}: no TOML: {error}") from None


def _replayed(path: Path, data: Path | None) -> "tuple[CompiledGame[Any], Record, list[Bytes]]":
    """A record's game and all its positions."""
    from digsite.core.record import read
    from digsite.core.record import replay as replaying

    told = read(path)
    game = _game_of(path, told, data)
    try:
        return game, told, [state for state, _ in replaying(game, told)]
    except UntrueRecord as error:
        raise Failure(f"{path}: {error}") from None


def _game_of(path: Path, told: "Record", data: Path | None) -> "CompiledGame[Any]":
    from digsite.core.errors import BadRecord, UnknownGame
    from digsite.games import of_record

    try:
        return of_record(told, _read_data(data))
    except (BadRecord, UnknownGame) as error:
        raise Failure(f"{path}: {error}") from None


def _place(record: "Record", at: int | None) -> int:
    last = len(record.actions)
    if at is not None and not 0 <= at <= last:
        raise Failure(f"--at: {at} is out of range, the record has {last} actions")
    return last if at is None else at


def _options(game: "CompiledGame[Any]", record: "Record", state: "Bytes", k: int) -> dict[str, Any]:
    """What may follow after k actions, by text in byte order."""
    from digsite.core.game import CHANCE, OVER

    actor = game.to_act(state)
    if actor == OVER or (record.end and k == len(record.actions)):
        return {"at": k, "to_act": "over", "legal": []}
    if actor != CHANCE:
        texts = sorted((game.text(state, action) for action in game.legal(state)), key=str.encode)
        return {"at": k, "to_act": actor, "legal": texts}
    drawn = sorted(
        ((game.text(state, action), int(weight)) for action, weight in zip(*game.chance(state), strict=True)),
        key=lambda draw: draw[0].encode(),
    )
    return {"at": k, "to_act": "chance", "legal": [text for text, _ in drawn], "weights": [n for _, n in drawn]}


def _make_directory(directory: Path) -> None:
    if directory.exists() and not directory.is_dir():
        raise Failure(f"{directory}: is no folder")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"{directory}: {error.strerror}") from None
    if not os.access(directory, os.W_OK | os.X_OK):
        raise Failure(f"{directory}: may not be written to")


def _write_text(path: Path, text: str) -> None:
    from digsite.core.record import write_whole

    try:
        write_whole(path, text)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from None


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
