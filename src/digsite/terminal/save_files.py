"""Save games to record files; no other file is overwritten without asking."""

from pathlib import Path

from digsite.core.record import Record, write
from digsite.terminal.screen import Screen


def free_path(game: str) -> Path:
    """Return a file name that is free in the current folder."""
    number = 1
    while True:
        path = Path(f"{game}-saved.json" if number == 1 else f"{game}-saved-{number}.json")
        if not path.exists():
            return path
        number += 1


def offer(screen: Screen, name: str, own: Path | None, game: str) -> Path | None:
    """Return the file to save to: the one named, the game's own, or a free one. None if the player said no."""
    try:
        path = Path(name).expanduser() if name else own or free_path(game)
    except RuntimeError:  # nobody's home
        path = Path(name)
    if path == own or not path.exists():
        return path
    if screen.ask(f"{path} exists. Overwrite it? (yes or no)").lower() in ("y", "yes"):
        return path
    screen.say("Not saved.")
    return None


def save(screen: Screen, record: Record, path: Path, quietly: bool = False) -> bool:
    """Write the record and print where, or why not. Return whether it was written."""
    try:
        write(record, path)
    except (OSError, ValueError) as error:  # ValueError: no possible name of a file
        screen.refuse(f"Not saved to {path}: {getattr(error, 'strerror', None) or error}.")
        return False
    if not quietly:
        data = " --data FILE" if record.data else ""
        on = "" if record.scores else f" Go on with: digsite play {record.game} --resume {path}{data}"
        screen.say(f"Saved to {path}.{on}")
    return True
