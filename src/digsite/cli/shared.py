"""What several commands share: their options, and reading what they are given."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digsite.core.errors import DigsiteError, UntrueRecord

if TYPE_CHECKING:
    from digsite.core.compiled import CompiledGame
    from digsite.core.fields import Bytes
    from digsite.core.record import Record


def read_seed(text: str) -> int:
    """Any number that a stream can start with."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number < 2**64:
        raise typer.BadParameter(f"{text!r} is no whole number from 0 to {2**64 - 1}")
    return number


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game: thebes or mykerinos.", show_default=False)]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A game record (JSON).", show_default=False)]
At = Annotated[int | None, typer.Option("--at", metavar="K", help="After K actions; all of them if not given.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="FILE", help="Play with other facts (TOML).")]
Seats = Annotated[int, typer.Option("--seats", metavar="N", help="How many play.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", parser=read_seed, help="The same seed, the same games.")]


class Failure(DigsiteError):
    """Something outside the game that stops a command."""


def load(name: str, data: Path | None) -> "CompiledGame[Any]":
    from digsite.games import load

    game = load(name)
    told = read_data(data)
    return game if told is None else game.with_data(told)


def read_data(path: Path | None) -> dict[str, Any] | None:
    import tomllib

    if path is None:
        return None
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Failure(f"{path}: no TOML: {error}") from None


def game_of(path: Path, told: "Record", data: Path | None) -> "CompiledGame[Any]":
    from digsite.core.errors import BadRecord, UnknownGame
    from digsite.games import of_record

    try:
        return of_record(told, read_data(data))
    except (BadRecord, UnknownGame) as error:
        raise Failure(f"{path}: {error}") from None


def replayed(path: Path, data: Path | None) -> "tuple[CompiledGame[Any], Record, list[Bytes]]":
    """A record's game and all its positions."""
    from digsite.core.record import read
    from digsite.core.record import replay as replaying

    told = read(path)
    game = game_of(path, told, data)
    try:
        return game, told, [state for state, _ in replaying(game, told)]
    except UntrueRecord as error:
        raise Failure(f"{path}: {error}") from None


def place(record: "Record", at: int | None) -> int:
    last = len(record.actions)
    if at is not None and not 0 <= at <= last:
        raise Failure(f"--at: {at} is out of range, the record has {last} actions")
    return last if at is None else at


def what_may_follow(game: "CompiledGame[Any]", record: "Record", state: "Bytes", k: int) -> dict[str, Any]:
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


def make_directory(directory: Path) -> None:
    if directory.exists() and not directory.is_dir():
        raise Failure(f"{directory}: is no folder")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"{directory}: {error.strerror}") from None
    if not os.access(directory, os.W_OK | os.X_OK):
        raise Failure(f"{directory}: may not be written to")


def write_text(path: Path, text: str) -> None:
    from digsite.core.record import write_whole

    try:
        write_whole(path, text)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from None
