"""Start a game at the terminal, a new one or a saved one, and look after the file it is saved to."""

from collections.abc import Sequence
from pathlib import Path

from digsite.bots.player import BadBudget
from digsite.core.errors import BadRecord, DigsiteError, UntrueRecord
from digsite.core.game import Game
from digsite.core.record import Record, read
from digsite.terminal.loop import play
from digsite.terminal.players import UnknownPlayer, saved_players

DEFAULT_PLAYERS = ("human", "novice")


def run(
    game: Game,
    players: Sequence[str] | None = None,
    *,
    seed: int | None = None,
    resume: Path | None = None,
    save: Path | None = None,
) -> Record:
    """Play a new game or a saved one, and return its record. Without `players` a saved game keeps its own.

    The game is saved to `save`, or to the file it was resumed from. Raises DigsiteError.
    """
    if save and save != resume:
        _check_free(save)
    if resume is None:
        return play(game, players or DEFAULT_PLAYERS, seed=seed, path=save)
    record = read(resume)
    if record.options and not game.options:
        game = game.with_options(record.options)
    own = None if record.chance else resume  # what a committed seed has drawn is never written over
    wrong: tuple[type[DigsiteError], ...] = (BadRecord, UntrueRecord)
    if not players:
        wrong += (UnknownPlayer, BadBudget)
    try:
        return play(game, players or saved_players(record), seed=seed, record=record, path=save or own)
    except wrong as error:
        raise type(error)(f"{resume}: {error}") from None


def _check_free(path: Path) -> None:
    """Check before the game that it can be saved there. Raises DigsiteError."""
    if path.exists():
        raise DigsiteError(f"{path} exists; go on with it by --resume, or name another file")
    if not path.absolute().parent.is_dir():
        raise DigsiteError(f"{path}: there is no such folder")
