"""A game is one plug-in: nothing outside its folder names it, and other packages bring theirs by an entry point."""

import os
import re
import sys
from pathlib import Path

import pytest

from digsite.core.registry import game_names, load, plugins
from digsite.games.mykerinos.rules.data import facts_of as facts_of_mykerinos
from digsite.games.thebes.rules.data import facts_of as facts_of_thebes
from tests.programs import ROOT, Done, run_program, run_python

SOURCE = Path(__file__).parents[1] / "src" / "digsite"
TEXTS = (".py", ".html", ".css", ".js", ".toml", ".mako")
# Words that only one game has, from its data. "Brown" is a patron too, but also a colour.
SPECIAL = {*facts_of_thebes(load("thebes")).sites, *facts_of_mykerinos(load("mykerinos")).patrons} - {"brown"}
NAMES = {*game_names(), *(own.title.lower() for own in plugins().values()), *SPECIAL}
EXAMPLES = (SOURCE / "__init__.py", SOURCE / "match.py")  # their docstrings show how a game is loaded, so they name one
SHARED = sorted(
    file
    for file in SOURCE.rglob("*")
    if file.suffix in TEXTS and file.relative_to(SOURCE).parts[0] != "games" and file not in EXAMPLES
)


def test_the_names_looked_for_are_those_of_the_games() -> None:
    assert {"thebes", "mykerinos", "egypt", "mesopotamia", "lemon", "blackmore"} <= NAMES


@pytest.mark.parametrize("file", SHARED, ids=lambda file: str(file.relative_to(SOURCE)))
def test_nothing_outside_its_folder_names_a_game(file: Path) -> None:
    named = re.compile(rf"({'|'.join(sorted(NAMES))})", re.IGNORECASE)
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [f"line {number}: {line.strip()[:80]}" for number, line in enumerate(lines, 1) if named.search(line)] == []


# Games of other packages


def installed(folder: Path, name: str, module: str) -> None:
    """Write a package with one game, as an installer would leave it."""
    (folder / f"{name}.py").write_text(module, encoding="utf-8")
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[digsite.games]\n{name} = {name}:PLUGIN\n", encoding="utf-8")


def run(folder: Path, code: str) -> Done:
    path = os.pathsep.join([str(folder), str(SOURCE.parent), os.environ.get("PYTHONPATH", "")])
    return run_python(code, env={**os.environ, "PYTHONPATH": path, "DIGSITE_GAMES": ""})


GOOD = """
from digsite.core.plugin import GamePlugin
PLUGIN = GamePlugin("pebbles", "Pebbles", range(1, 7), rules="pebbles:load")
def load():
    return "the rules of Pebbles"
"""


def test_a_game_of_another_package_is_found_by_its_entry_point(tmp_path: Path) -> None:
    installed(tmp_path, "pebbles", GOOD)
    code = "from digsite.core.registry import *; print(game_names(), plugin('pebbles').seats, load('pebbles'))"
    assert run(tmp_path, code).stdout.strip() == f"{[*game_names(), 'pebbles']} range(1, 7) the rules of Pebbles"


def test_a_game_that_cannot_be_imported_is_left_out_with_a_warning(tmp_path: Path) -> None:
    installed(tmp_path, "broken", "raise RuntimeError('no board found')")
    done = run(tmp_path, "from digsite.core.registry import game_names; print(game_names())")
    assert done.stdout.strip() == str(game_names())
    assert "the game 'broken' cannot be loaded from broken:PLUGIN: no board found" in done.stderr


@pytest.mark.long
def test_the_conformance_suite_runs_for_a_game_in_one_file() -> None:
    """As CONTRIBUTING says in the recipe for a game."""
    environment = os.environ | {"DIGSITE_GAMES": "cave=examples.cave"}
    done = run_program(
        [sys.executable, "-m", "pytest", "tests/conformance", "-k", "cave", "-q"], cwd=ROOT, env=environment
    )
    assert done.returncode == 0, done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) > 100
