"""Files: reading TOML, and writing a text whole or not at all."""

import os
import tempfile
import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path

from digsite.core.errors import BadData


def read_toml(path: str | os.PathLike[str]) -> dict[str, object]:
    """Return what a TOML file holds. Raises BadData naming the file."""
    try:
        return tomllib.loads(Path(path).read_bytes().decode("utf-8"))
    except OSError as error:
        raise BadData(f"{path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadData(f"{path}: not TOML: {error}") from None


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a text to a temporary file beside the path, then rename it: nothing half-written is ever left behind.

    Links are followed. What is no ordinary file (a device, a pipe) is written to as it is.
    """
    path = Path(path).resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:  # name the file that was asked for, not the temporary one
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).chmod(_usual_mode())
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


@cache
def _usual_mode() -> int:
    """Return the permissions of a new file. Asking for them means setting them, so it is done once."""
    mask = os.umask(0o022)
    os.umask(mask)
    return 0o666 & ~mask
