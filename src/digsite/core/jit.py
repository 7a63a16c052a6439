"""Compiling rules with Numba, and keeping the machine code where it cannot go stale.

Numba's own file cache looks only at the file a function stands in: a changed helper in another file, or a changed
constant, would silently run the old rules. So the cache lies in a directory named by a digest of all sources that take
part in compiled code, of all data, and of the versions of everything that compiles.
"""

import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import TypeVar, cast

import llvmlite
import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

F = TypeVar("F", bound=Callable[..., object])
OWN = Path(__file__).resolve().parent.parent
IMPORT = re.compile(r"^\s*(?:import|from)\s+(\.*)([\w.]*)(?:\s+import\s+(\([^)]*\)|[^\n]*))?", re.MULTILINE)
USES_THIS = re.compile(r"^\s*from digsite\.core\.(?:jit|kernel) import", re.MULTILINE)
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
    """One name for this state of the compiled sources and data below `package` and of the compilers."""
    hashed = hashlib.sha256()
    versions = (sys.version, np.__version__, numba.__version__, llvmlite.__version__)
    hashed.update(repr(versions).encode())
    if package != OWN:
        hashed.update(digest(OWN).encode())
    for path in compiled_sources(package) + sorted((*package.rglob("*.toml"), *package.rglob("*.npy"))):
        hashed.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return hashed.hexdigest()[:24]


def compiled_sources(package: Path) -> list[Path]:
    """The files with compiled functions and all they import: a change anywhere else compiles nothing anew."""
    imports: dict[Path, set[Path]] = {}
    waiting = []
    for path in package.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        imports[path] = {
            file
            for dots, module, names in IMPORT.findall(source)
            for name in (module, *(f"{module}.{name}" for name in re.findall(r"\w+", names)))
            for file in _files(
                (path.parents[len(dots) - 1] if dots else package.parent) / name.strip(".").replace(".", "/")
            )
        }
        if USES_THIS.search(source):
            waiting.append(path)
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(place for place in imports[path] if place in imports)
    return sorted(found)


def _files(module: Path) -> tuple[Path, Path]:
    """Where a name that is imported may stand: in a module or a package."""
    return module.parent / f"{module.name}.py", module / "__init__.py"


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


def package_of(function: FunctionType) -> Path:
    """The directory of the outermost package a function stands in (for a lone module: of that module)."""
    path = Path(function.__code__.co_filename).resolve().parent
    while (path.parent / "__init__.py").exists():
        path = path.parent
    return path


def compiled(function: F, *, inline: bool = True) -> F:
    """A piece of compiled code, called from other such pieces. Not cached: entry points hold all they call.

    Pieces are inlined where they are called, which makes rules of many small functions half as fast again.
    """
    pieces = numba.njit(
        nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=inline
    )
    return cast(F, pieces(function))


def outlined(function: F) -> F:
    """A piece that is called, not inlined: for what is large, or called from many places outside the innermost loop."""
    return compiled(function, inline=False)


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Names a source's folder in the cache without its full path, so that all environments of a user share it."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).parent.name


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _FunctionCache(FunctionCache):  # type: ignore[misc]
    _impl_class = _CacheImpl


def entry_point(function: F, *, folder: str = "", package: Path | None = None) -> F:
    """Compiled code that Python calls, cached; compiled or loaded on the first call. `folder`: see `kernel.bind`."""
    numba.config.CACHE_DIR = str(cache_directory(package or package_of(cast(FunctionType, function))) / folder)
    dispatcher = numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)
    dispatcher._cache = _FunctionCache(dispatcher.py_func)
    return cast(F, dispatcher)
