"""Compiling rules with Numba, and keeping the machine code where it cannot go stale.

Numba's own file cache looks only at the file a function stands in: a changed helper in another file, or a changed
constant, would silently run the old rules. So the cache lies in a directory named by a digest of all sources and data
of the package and of the versions of everything that takes part in compiling.
"""

import functools
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])
STALE_AFTER = 30 * 24 * 3600.0


def cache_root() -> Path:
    """Where machine code is kept: DIGSITE_CACHE_DIR, else the user's cache, else a private temporary directory."""
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


@functools.cache
def digest(package: Path) -> str:
    """One name for this state of the sources and data below `package` and of the compilers."""
    told = hashlib.sha256()
    versions = (sys.version, np.__version__, numba.__version__, llvmlite.__version__)
    told.update(repr(versions).encode())
    for path in sorted(path for ending in ("*.py", "*.toml") for path in package.rglob(ending)):
        told.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return told.hexdigest()[:24]


@functools.cache
def cache_directory(package: Path) -> Path:
    root = cache_root()
    directory = root / f"{package.name}-{digest(package)}"
    if not directory.exists():
        directory.mkdir(parents=True, exist_ok=True)
        _forget_stale(root)
    return directory


def _forget_stale(root: Path) -> None:
    oldest = time.time() - STALE_AFTER
    for entry in root.iterdir():
        if entry.is_dir() and entry.stat().st_mtime < oldest:
            shutil.rmtree(entry, ignore_errors=True)


def package_of(function: Callable[..., Any]) -> Path:
    """The directory of the outermost package a function stands in (for a lone module: of that module)."""
    path = Path(function.__code__.co_filename).resolve().parent
    while (path.parent / "__init__.py").exists():
        path = path.parent
    return path


def compiled(function: F, *, room: str = "") -> F:
    """Compile on first call, without the GIL, cached; `room` keeps apart what was compiled twice from one source."""
    numba.config.CACHE_DIR = str(cache_directory(package_of(function)) / room)
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
