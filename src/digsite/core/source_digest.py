"""Which sources and data take part in compiled code, and a digest of them."""

import functools
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import llvmlite
import numba
import numpy as np

OWN = Path(__file__).resolve().parent.parent
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(\((?:[^)#]|#[^\n]*)*\)|(?:[^\n\\]|\\\n)*)"
    r"|import[ \t]+((?:[^\n\\]|\\\n)*))",
    re.MULTILINE,
)
COMPILERS = {"digsite.core.jit", "digsite.core.kernel"}  # who imports one of them takes part in compiled code
IN_EVERY_DIGEST = {"digsite", "llvmlite", "numba", "numpy"}


@functools.cache
def digest(package: Path) -> str:
    """Return a digest of the compiled sources and data below `package` and of the compilers' versions."""
    hashed = hashlib.sha256()
    versions = (sys.version, np.__version__, numba.__version__, llvmlite.__version__)
    hashed.update(repr(versions).encode())
    if package != OWN:
        hashed.update(digest(OWN).encode())
    sources = compiled_sources(package)
    for path in sources + _data(package, sources):
        hashed.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return hashed.hexdigest()[:24]


def compiled_sources(package: Path) -> list[Path]:
    """Return the files with compiled functions and all they import. Only a change to these compiles again."""
    lone = _is_lone(package)
    files = list(package.glob("*.py" if lone else "**/*.py"))
    known = {path.as_posix() for path in files}
    waiting = [path.as_posix() for path in files if _takes_part(path.read_bytes())]
    found: set[str] = set()
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            imported = _imported(file, package, lone)
            waiting.extend(other for other in imported if other in known or (lone and Path(other).is_file()))
    return sorted(map(Path, found))


def _is_lone(package: Path) -> bool:
    """Return whether it is a folder of lone modules, with anything else in it, as `site-packages` is."""
    return not (package / "__init__.py").exists()


def _data(package: Path, sources: list[Path]) -> list[Path]:
    """Return the data files of a package, or those beside lone modules and what they import."""
    lone = _is_lone(package)
    folders = {package, *(path.parent for path in sources)} if lone else {package}
    patterns = ("*.toml", "*.npy") if lone else ("**/*.toml", "**/*.npy")
    return sorted(path for folder in folders for pattern in patterns for path in folder.glob(pattern))


def _takes_part(source: bytes) -> bool:
    if b"digsite.core" not in source or (b"jit" not in source and b"kernel" not in source):
        return False  # as most do: this is read at every start
    return any(name in COMPILERS for dots, name in _names(source) if not dots)


def _names(source: bytes) -> Iterator[tuple[int, str]]:
    """Yield the modules that a source imports, and the names from them, each after the number of dots before it."""
    for dots, module, names, modules in IMPORT.findall(source.decode("utf-8", "replace")):
        for name in re.findall(r"(?:^|,)[\s\\]*([\w.]+)", modules):
            yield 0, name
        if module or dots:
            yield len(dots), module
            yield from ((len(dots), f"{module}.{name}".strip(".")) for name in re.findall(r"\w+", names))


def _imported(file: str, package: Path, lone: bool) -> Iterator[str]:
    """Yield the files below `package` that what a source imports may be in."""
    root = package.as_posix()
    for dots, name in set(_names(Path(file).read_bytes())):
        parts = name.split(".")
        modules = [[file.rsplit("/", dots)[0], *parts]] if dots else [[root, *p] for p in _inside(package, parts, lone)]
        for module in ("/".join(each).rstrip("/") for each in modules):
            yield from (each for each in (f"{module}.py", f"{module}/__init__.py") if each.startswith(f"{root}/"))


def _inside(package: Path, parts: list[str], lone: bool) -> Iterator[list[str]]:
    """Yield a name as seen from `package`: it may begin with the names of the package and of folders above it."""
    if lone and parts[0] not in IN_EVERY_DIGEST:
        yield parts
    for known in range(1, len(parts) + 1):
        if list(package.parts[-known:]) == parts[:known]:
            yield parts[known:]
