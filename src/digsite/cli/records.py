"""Commands that read a recorded game."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digsite.cli.help import flag
from digsite.cli.shared import (
    At,
    Data,
    Failure,
    Json,
    Options,
    RecordFile,
    RecordFiles,
    game_of,
    legal_data,
    replayed,
    write_text,
)
from digsite.core.errors import DigsiteError, UntrueRecord

if TYPE_CHECKING:
    from digsite.core.record import Record

OVER = "The game is over."


def legal(
    record: RecordFile,
    at: At = None,
    every: Annotated[bool, flag("--every", "Print a JSON line for every K, with the weights of draws.")] = False,
    as_json: Json = False,
    data: Data = None,
    option: Options = None,
) -> None:
    """List the legal actions in a position of a recorded game, or what can be drawn there.

    One action a line, in byte order; nothing when the game is over.

    Example: digsite legal game.json --at 90
    """
    if every and at is not None:
        raise Failure("--every lists all positions; it cannot be used with --at")
    game = replayed(record, data, option)
    if every:
        for k in range(len(game.record.actions) + 1):
            typer.echo(json.dumps(legal_data(game, k)))
        return
    options = legal_data(game, game.place(at))
    if as_json:
        typer.echo(json.dumps(options))
    elif options["legal"]:
        typer.echo("\n".join(options["legal"]))


def replay(
    record: RecordFile,
    at: At = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write a picture of the position; - prints it.")
    ] = None,
    theme: Annotated[str, typer.Option("--theme", metavar="NAME", help="Colours of the picture: light or dark.")] = (
        "light"
    ),
    as_json: Json = False,
    data: Data = None,
    option: Options = None,
) -> None:
    """Show a position of a recorded game: as text, as JSON, or as a picture.

    Example: digsite replay game.json --at 90 --svg position.svg
    """
    if theme not in ("light", "dark"):
        raise Failure(f"--theme: {theme!r} is neither light nor dark")
    game = replayed(record, data, option)
    rules, state, names = game.rules, game.states[game.place(at)], game.record.names
    if svg == Path("-"):
        typer.echo(rules.picture(state, theme=theme, names=names).svg)
    elif svg:
        write_text(svg, rules.picture(state, theme=theme, names=names).svg)
    if as_json:
        typer.echo(json.dumps(rules.view(state), ensure_ascii=False))
    elif not svg:
        from digsite.terminal.position import show

        show(rules, state, names)


def hint(record: RecordFile, at: At = None, as_json: Json = False, data: Data = None, option: Options = None) -> None:
    """Show the best actions in a position of a recorded game: chances to win, points expected, and reasons.

    The strongest bot searches for a second, on all cores.

    Example: digsite hint game.json --at 90
    """
    from threading import Event

    from digsite.analysis.hints import find_hint, hint_data

    game = replayed(record, data, option)
    k = game.place(at)
    state, actor = game.states[k], legal_data(game, k)["to_act"]
    found = find_hint(game.rules, state, Event()) if isinstance(actor, int) else None
    if as_json:
        options = hint_data(game.rules, state, found) if found else {"simulations": 0, "options": []}
        typer.echo(json.dumps({"game": game.rules.name, "at": k, "to_act": actor} | options, ensure_ascii=False))
    elif found:
        from digsite.terminal.hints import print_hint

        print_hint(game.rules, state, found, game.record.names)
    else:
        typer.echo(OVER if actor == "over" else "Something is drawn next: there is nothing to choose.")


def odds(
    record: RecordFile,
    at: At = None,
    every: Annotated[bool, flag("--all", "Show everything, not only what matters most.")] = False,
    as_json: Json = False,
    data: Data = None,
    option: Options = None,
) -> None:
    """Show the exact odds in a position of a recorded game.

    What there is depends on the game: what a dig may bring and which card comes next, say, or who would win what.

    Example: digsite odds game.json --at 90 --all
    """
    from digsite.analysis.odds import odds as find_odds
    from digsite.terminal.odds import print_odds

    game = replayed(record, data, option)
    k = game.place(at)
    actor = legal_data(game, k)["to_act"]
    known = find_odds(game.rules, game.states[k]) if as_json and actor != "over" else {}
    if as_json:
        typer.echo(json.dumps({"game": game.rules.name, "at": k, "to_act": actor} | known, ensure_ascii=False))
    elif actor == "over":
        typer.echo(OVER)
    else:
        print_odds(game.rules, game.states[k], game.record.names, every)


def verify(record: RecordFiles, as_json: Json = False, data: Data = None, option: Options = None) -> None:
    """Check that records are true: every action, the scores and winners, and every draw if the seed is known.

    Exit status 0: all of it is true. 1: something is not. 2: a file is not a readable record.

    Example: digsite verify game.json
    """
    if len(record) == 1:
        status = verify_file(record[0], "", as_json, data, option)
    else:
        status = max(verify_or_refuse(path, as_json, data, option) for path in record)
    if status:
        raise typer.Exit(status)


def verify_or_refuse(path: Path, as_json: bool, data: Path | None, option: list[str] | None) -> int:
    """Verify one file of several: say what is wrong with it and return status 2 where it is no readable record."""
    try:
        return verify_file(path, f"{path}: ", as_json, data, option)
    except DigsiteError as error:
        typer.echo(f"digsite: {error}", err=True)
        return 2


def verify_file(path: Path, prefix: str, as_json: bool, data: Path | None, option: list[str] | None) -> int:
    """Verify one file, print what was found, and return the exit status. Raises DigsiteError."""
    from digsite.core import verify as checking
    from digsite.core.record import read

    read_record = read(path)
    rules = game_of(path, read_record, data, option)
    untrue, draws = None, None
    try:
        draws = checking.verify(rules, read_record)
    except UntrueRecord as error:
        untrue = str(error)
    count = len(read_record.actions)
    if as_json:
        found = {"true": untrue is None, "actions": count, "draws": draws, "fault": untrue}
        typer.echo(json.dumps({"record": str(path)} | found if prefix else found))
    elif untrue is None:
        typer.echo(f"{prefix}True: {count} actions replayed, {result_line(read_record)}.")
        typer.echo(prefix + draws_line(read_record, draws))
    if untrue is not None:
        typer.echo(f"digsite: {path}: not true: {untrue}", err=True)
    return int(untrue is not None)


def result_line(record: "Record") -> str:
    """Return how a recorded game ended, in a few words."""
    if record.scores is None:
        return "the game is not over"
    names = [name or f"seat {seat}" for seat, name in enumerate(record.names or [""] * record.seats)]
    points = ", ".join(f"{name} {score}" for name, score in zip(names, record.scores, strict=True))
    ended = f" ({record.end.reason})" if record.end else ""
    won = " and ".join(names[seat] for seat in record.winners or []) or "nobody"
    return f"{points}; won by {won}{ended}"


def draws_line(record: "Record", draws: int | None) -> str:
    """Return whether the draws of a record were checked, as a sentence."""
    if draws is not None:
        return f"All {draws} draws are those of the seed, and the seed is the one committed to."
    if record.chance:
        return "The seed is not published yet, so the draws could not be checked."
    return "There is no seed in it, so the draws could not be checked."
