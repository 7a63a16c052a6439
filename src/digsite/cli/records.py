"""Commands that read a recorded game."""

import json
from pathlib import Path
from typing import Annotated

import typer

from digsite.cli.shared import (
    At,
    Data,
    Failure,
    Json,
    RecordFile,
    game_of,
    place,
    replayed,
    what_may_follow,
    write_text,
)
from digsite.core.errors import UntrueRecord


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
    rules, told, states = replayed(record, data)
    if every:
        for k, state in enumerate(states):
            typer.echo(json.dumps(what_may_follow(rules, told, state, k)))
        return
    k = place(told, at)
    options = what_may_follow(rules, told, states[k], k)
    if as_json:
        typer.echo(json.dumps(options))
    elif options["legal"]:
        typer.echo("\n".join(options["legal"]))


def replay(
    record: RecordFile,
    at: At = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the position into a file.")] = None,
    theme: Annotated[str, typer.Option("--theme", help="Colours of the picture: light or dark.")] = "light",
    as_json: Json = False,
    data: Data = None,
) -> None:
    """Show a position of a recorded game: as text, as JSON, or as a picture."""
    rules, told, states = replayed(record, data)
    state = states[place(told, at)]
    if theme not in ("light", "dark"):
        raise Failure(f"--theme: {theme!r} is neither light nor dark")
    if svg == Path("-"):
        typer.echo(rules.picture(state, theme=theme, names=told.names).svg)
    elif svg:
        write_text(svg, rules.picture(state, theme=theme, names=told.names).svg)
    if as_json:
        typer.echo(json.dumps(rules.view(state), ensure_ascii=False))
    elif not svg:
        from digsite.terminal import show

        show(rules, state, told.names)


def odds(
    record: RecordFile,
    at: At = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every length of every dig, and zones where nobody digs.")
    ] = False,
    as_json: Json = False,
    data: Data = None,
) -> None:
    """Tell the exact odds in a recorded position.

    Thebes: what every dig brings, and which card comes next. Mykerinos: who would win which zone.
    """
    from digsite import studying

    rules, told, states = replayed(record, data)
    k = place(told, at)
    actor = what_may_follow(rules, told, states[k], k)["to_act"]
    if as_json:
        known = {} if actor == "over" else studying.told(rules, states[k])
        typer.echo(json.dumps({"game": rules.name, "at": k, "to_act": actor} | known, ensure_ascii=False))
    elif actor == "over":
        typer.echo("The game is over.")
    else:
        studying.show(rules, states[k], told.names, every)


def verify(record: RecordFile, as_json: Json = False, data: Data = None) -> None:
    """Check that a record is true: every action, the scores and winners, and every draw where the seed is told.

    Status 0: all true. 1: something in it is not so. 2: the file is no readable record.
    """
    from digsite.core import verify as checking
    from digsite.core.record import read
    from digsite.printing import draws_line, result_line

    told = read(record)
    rules = game_of(record, told, data)
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
