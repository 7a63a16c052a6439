"""Where machine code is cached, and whether this process compiles what is not there.

Apart from `jit`, since whoever imports that takes part in compiled code.
"""

import os
import tempfile
from pathlib import Path

from digsite.core.errors import DigsiteError


class NotCompiled(DigsiteError):
    """A function that is not in the cache yet, where this process must not compile (see `let_compile`)."""


class Compiling:
    allowed = True


def let_compile(allowed: bool) -> None:
    """Say whether this process compiles what the cache does not have, or raises NotCompiled instead."""
    Compiling.allowed = allowed


def cache_root() -> Path:
    """Return the cache folder: DIGSITE_CACHE_DIR, else the user's cache, else a private temporary folder."""
    named = os.environ.get("DIGSITE_CACHE_DIR")
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    for root in (Path(named) if named else None, Path(home).expanduser() / "digsite"):
        if root is not None and _writable(root):
            return root
    return Path(tempfile.gettempdir()) / f"digsite-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


def _writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return True
    except OSError:
        return False
