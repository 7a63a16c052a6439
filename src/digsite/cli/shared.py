"""What several commands share: their options, and reading what they are given."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

import typer

from digsite.cli.help import flag
from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from digsite.core.fields import Bytes
    from digsite.core.game import Game
    from digsite.core.history import History
    from digsite.core.record import Record


def read_seed(text: str) -> int:
    """Return the seed that a text names. Raises BadParameter."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number < 2**64:
        raise typer.BadParameter(f"{text!r} is not a whole number from 0 to {2**64 - 1}")
    return number


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game: {games}.", show_default=False)]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A game record (JSON).", show_default=False)]
RecordFiles = Annotated[
    list[Path], typer.Argument(metavar="RECORD...", help="Game records (JSON).", show_default=False)
]
At = Annotated[
    int | None, typer.Option("--at", metavar="K", help="The position after K actions; after all by default.")
]
Json = Annotated[bool, flag("--json", "Print JSON instead of text.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="FILE", help="Use other game data (TOML).")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Choose another reading of a rule: {options}."),
]
Seats = Annotated[int, typer.Option("--seats", metavar="N", help="Number of players.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", parser=read_seed, help="The same seed gives the same games.")]


class Failure(DigsiteError):
    """Something outside the game that stops a command."""


class LegalData(TypedDict):
    """What `digsite legal --json` prints; `weights` only where something is drawn."""

    at: int
    to_act: int | str
    legal: list[str]
    weights: NotRequired[list[int]]


@dataclass(frozen=True)
class Replayed:
    """A record and the history of its game."""

    record: "Record"
    history: "History"

    @property
    def rules(self) -> "Game":
        return self.history.game

    @property
    def states(self) -> "list[Bytes]":
        """All positions, from the start."""
        return self.history.states

    def place(self, at: int | None) -> int:
        """Return the number of actions that `--at` asks for, all by default. Raises Failure."""
        last = len(self.record.actions)
        if at is not None and not 0 <= at <= last:
            raise Failure(f"--at: {at} is out of range, the record has {last} actions")
        return last if at is None else at


def load(name: str, data: Path | None, options: list[str] | None = None) -> "Game":
    """Return the game of a name, with these rule options, and with other data if a file is given."""
    from digsite.core.registry import load

    return load(name).with_setup(options=read_options(options), data=read_data(data))


def read_options(given: list[str] | None) -> dict[str, str] | None:
    """Return the rule options that `--option NAME=VALUE` chooses; None where it was not given. Raises Failure."""
    options: dict[str, str] = {}
    for entry in given or []:
        name, equals, value = entry.partition("=")
        if not equals:
            raise Failure(f"--option: {entry!r} is not of the form NAME=VALUE")
        if name in options:
            raise Failure(f"--option: {name} is given twice")
        options[name] = value
    return options if given else None


def read_data(path: Path | None) -> dict[str, object] | None:
    """Return the content of a TOML file. Raises Failure."""
    import tomllib

    if path is None:
        return None
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Failure(f"{path}: not TOML: {error}") from None


def game_of(path: Path, record: "Record", data: Path | None, options: list[str] | None = None) -> "Game":
    """Return the game a record was made with. Raises Failure."""
    from digsite.core.errors import BadRecord, UnknownGame
    from digsite.core.registry import of_record

    try:
        return of_record(record, read_data(data), read_options(options))
    except (BadRecord, UnknownGame) as error:
        raise Failure(f"{path}: {error}") from None


def replayed(path: Path, data: Path | None, options: list[str] | None = None) -> Replayed:
    """Return a record with its rules and positions. Raises Failure."""
    from digsite.core.errors import UntrueRecord
    from digsite.core.history import History
    from digsite.core.record import read

    record = read(path)
    game = game_of(path, record, data, options)
    try:
        return Replayed(record, History.of_record(game, record))
    except UntrueRecord as error:
        raise Failure(f"{path}: {error}") from None


def legal_data(game: Replayed, k: int) -> LegalData:
    """Return what can follow after k actions, by text in byte order."""
    from digsite.core.game import CHANCE, OVER

    rules, state = game.rules, game.states[k]
    actor = rules.to_act(state)
    if actor == OVER or (game.record.end and k == len(game.record.actions)):
        return {"at": k, "to_act": "over", "legal": []}
    if actor != CHANCE:
        texts = sorted((rules.text(state, action) for action in rules.legal(state)), key=str.encode)
        return {"at": k, "to_act": actor, "legal": texts}
    draws = sorted(
        ((rules.text(state, action), int(weight)) for action, weight in zip(*rules.chance(state), strict=True)),
        key=lambda draw: draw[0].encode(),
    )
    return {"at": k, "to_act": "chance", "legal": [text for text, _ in draws], "weights": [n for _, n in draws]}


def make_directory(directory: Path) -> None:
    """Make a folder with its parents. Raises Failure where that is not possible or it cannot be written to."""
    if directory.exists() and not directory.is_dir():
        raise Failure(f"{directory}: is not a folder")
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"{directory}: {error.strerror}") from None
    if not os.access(directory, os.W_OK | os.X_OK):
        raise Failure(f"{directory}: cannot be written to")


def write_text(path: Path, text: str) -> None:
    """Write a file as a whole. Raises Failure."""
    from digsite.core.files import write_whole

    try:
        write_whole(path, text)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from None
