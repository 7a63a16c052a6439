"""Compile rules with Numba, and cache the machine code so that it is never out of date.

Numba's own file cache only looks at the file that a function is in: after a change to a helper in another file, or to a
constant, it would silently run the old rules. So the cache is in a directory named by a digest of all sources that take
part in compiled code, of all data, and of the versions of everything that compiles.
"""

import functools
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import TypeVar, cast

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

from digsite.core.compile_cache import Compiling, NotCompiled, cache_root
from digsite.core.source_digest import digest

F = TypeVar("F", bound=Callable[..., object])
STALE_AFTER = 30 * 24 * 3600.0


@functools.cache
def cache_directory(package: Path) -> Path:
    """Return the folder for the machine code of a package, made if needed."""
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
    """Return the folder of the outermost package that a function is in; for a lone module, the module's folder."""
    path = Path(function.__code__.co_filename).resolve().parent
    while (path.parent / "__init__.py").exists():
        path = path.parent
    return path


def compiled(function: F, *, inline: bool = True) -> F:
    """Return a function compiled for calls from other compiled functions only.

    It is not cached by itself: an entry point contains all it calls. It is inlined where it is called, which makes
    rules made of many small functions half as fast again.
    """
    pieces = numba.njit(
        nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=inline
    )
    return cast(F, pieces(function))


def outlined(function: F) -> F:
    """Return such a function that is called, not inlined: for large ones outside the innermost loop."""
    return compiled(function, inline=False)


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Name a source's cache folder without its full path, so that all environments of a user share it."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).parent.name


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _FunctionCache(FunctionCache):  # type: ignore[misc]
    _impl_class = _CacheImpl

    def load_overload(self, sig: object, target_context: object) -> object:
        found = super().load_overload(sig, target_context)
        if found is None and not Compiling.allowed:
            raise NotCompiled(f"{self._name} is not compiled yet")
        return found


def entry_point(function: F, *, folder: str = "", package: Path | None = None) -> F:
    """Return a function compiled for calls from Python, cached in `folder`. Its first call compiles or loads it."""
    numba.config.CACHE_DIR = str(cache_directory(package or package_of(cast(FunctionType, function))) / folder)
    dispatcher = numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)
    dispatcher._cache = _FunctionCache(dispatcher.py_func)
    return cast(F, dispatcher)
