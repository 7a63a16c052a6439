"""The layers of the code: what each folder may import, lazy imports included. docs/architecture.md draws them."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "digsite"
MAY_IMPORT = {
    "core": set(),
    "bots": {"core"},
    "analysis": {"core", "bots"},
    "tables": {"core"},
    "web": {"core", "tables", "analysis"},
    "terminal": {"core", "bots", "analysis"},
    "games/rules": {"core"},
    "games/evaluation": {"core", "games/rules"},
    "games/draw": {"core", "games/rules"},
    "games/terminal": {"core", "terminal", "games/rules", "games/evaluation"},
    "games/page": {"core", "tables", "analysis", "web", "games/rules", "games/evaluation", "games/draw"},
    "games": {"core", "games/rules", "games/evaluation", "games/draw"},  # the plug-in, and the game put together
    "server": {"core", "bots", "analysis", "tables", "web"},
    "server/api": {"core", "bots", "tables", "web", "server"},
    "server/pages": {"core", "bots", "analysis", "tables", "web", "server"},
    "server/app": {"core", "analysis", "tables", "web", "server", "server/api", "server/pages"},
    "match": {"core", "bots", "analysis"},
    "bench": {"core", "bots", "analysis"},
    "cli": {"core", "bots", "analysis", "tables", "web", "terminal", "server", "server/app", "match", "bench"},
    "__init__": {"core", "bots", "match"},
    "__main__": {"cli"},
}
FILES = sorted(SOURCE.rglob("*.py"))


def layer(parts: tuple[str, ...]) -> str:
    """The layer of a module, from its path below the package: games/thebes/rules/state is games/rules."""
    inner = parts[2:] if parts[0] == "games" else parts[1:]
    folder = "/".join((parts[0], *inner[:1]))
    return folder if folder in MAY_IMPORT else parts[0]


def game_of(parts: tuple[str, ...]) -> str:
    return parts[1] if parts[0] == "games" and len(parts) > 1 else ""


def imports(source: str, own: tuple[str, ...], types: bool = True) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every module of the package that a module imports, at its top or inside a function, with the line.

    Without `types`, what is imported for type checkers alone is left out.
    """
    tree = ast.parse(source)
    for block in ast.walk(tree):
        if not types and isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
            block.body = []
    for node in ast.walk(tree):
        names, line = list[tuple[str, ...]](), getattr(node, "lineno", 0)
        if isinstance(node, ast.Import):
            names = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            folder = ("digsite", *own[: -node.level]) if node.level else ()
            module = (*folder, *(node.module or "").split("."))
            names = [tuple(filter(None, (*module, alias.name))) for alias in node.names]
        for first, *rest in names:
            if first == "digsite" and (rest and rest[0] != "__version__"):
                yield line, tuple(rest)


def test_imports_are_found_however_they_are_written() -> None:
    source = """
import numpy, digsite.core.svg
from digsite.bots import match
from . import bits
from .rng import stream
def lazy():
    from ..web.i18n import _
if TYPE_CHECKING:
    from digsite.tables import table
"""
    found = [parts for _, parts in imports(source, ("core", "history"))]
    assert found == [
        ("core", "svg"),
        ("bots", "match"),
        ("core", "bits"),
        ("core", "rng", "stream"),
        ("web", "i18n", "_"),
        ("tables", "table"),
    ]
    assert [parts for _, parts in imports(source, ("core", "history"), types=False)] == found[:-1]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_module_imports_only_what_its_layer_may(file: Path) -> None:
    own = file.relative_to(SOURCE).with_suffix("").parts
    allowed = MAY_IMPORT[layer(own)] | {layer(own)}
    wrong = []
    for line, parts in imports(file.read_text(encoding="utf-8"), own):
        if layer(parts) not in allowed or (game_of(parts) and game_of(parts) != game_of(own)):
            wrong.append(f"line {line}: digsite.{'.'.join(parts)}")
    assert wrong == []


def test_no_layer_reaches_itself_through_others() -> None:
    """The allowed imports have no cycle, so neither have the folders."""
    done: set[str] = set()
    while len(done) < len(MAY_IMPORT):
        ready = {name for name, below in MAY_IMPORT.items() if name not in done and below <= done}
        assert ready, f"a cycle among {sorted(set(MAY_IMPORT) - done)}"
        done |= ready


# Real folders and modules, as they are on disk


def module_of(file: Path) -> str:
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


MODULES = {module_of(file): file for file in FILES}


def folder_of(module: str) -> str:
    """The folder of a module; the files beside the folders (`__main__`, `match` …) stand each for itself."""
    folder = MODULES[module].parent.relative_to(SOURCE).as_posix()
    return module if folder == "." else folder


def imported(file: Path) -> set[str]:
    """The modules a file imports, lazily too; what `from package import name` names may be a module of the package."""
    own = file.relative_to(SOURCE).with_suffix("").parts
    found = set[str]()
    for _, parts in imports(file.read_text(encoding="utf-8"), own, types=False):
        name = ".".join(parts)
        while name and name not in MODULES:
            name = name.rpartition(".")[0]
        found.add(name or "__init__")
    return found - {module_of(file)}


def cycle(edges: Iterable[tuple[str, str]]) -> list[str]:
    """A cycle among things that lead to others; empty where there is none."""
    graph: dict[str, set[str]] = {}
    for start, end in edges:
        graph.setdefault(start, set()).add(end)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_a_cycle_is_found() -> None:
    assert cycle([("a", "b"), ("b", "c")]) == []
    assert set(cycle([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])) == {"a", "b", "c"}


@cache
def edges() -> list[tuple[str, str]]:
    """Which module imports which."""
    return [(module, other) for module, file in MODULES.items() for other in sorted(imported(file))]


def test_no_module_imports_itself_through_others() -> None:
    assert cycle(edges()) == []


def test_no_folder_imports_itself_through_others() -> None:
    assert len({folder_of(module) for module in MODULES}) > 20
    between = {(folder_of(start), folder_of(end)) for start, end in edges()}
    assert cycle((start, end) for start, end in between if start != end) == []
