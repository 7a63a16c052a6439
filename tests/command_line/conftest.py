"""Records to read, and a game that brings nothing but its rules."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.programs import ROOT, Done, digsite

SEARCH_PATH = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))  # for the examples


def run_cave(*args: object, **more: Any) -> Done:
    """Run a command with the example game, which has no terminal UI, odds or reasons of its own."""
    return digsite(*args, env={**os.environ, "DIGSITE_GAMES": "cave=examples.cave", "PYTHONPATH": SEARCH_PATH}, **more)


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three games of Thebes for each number of players."""
    folder = tmp_path_factory.mktemp("records") / "deep" / "down"
    for seats in (2, 3, 4):
        done = digsite("simulate", "thebes", "--seats", seats, "--games", 3, "--seed", 5, "--records", folder)
        assert done.returncode == 0
    return folder


@pytest.fixture
def record(records: Path) -> Path:
    return records / "thebes-2-5-0.json"
