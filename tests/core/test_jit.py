"""The compile cache: kept between processes, never stale."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.programs import run_program

HELPER = "from digsite.core.jit import compiled\n\n\n@compiled\ndef grown(n):\n    return n {change}\n"
MAIN = """
import tomllib
from pathlib import Path
from digsite.core.jit import entry_point
from tinyrules.helper import grown

FACTOR = tomllib.loads(Path(__file__).with_name("data.toml").read_text())["factor"]


@entry_point
def answer(n):
    return grown(n) * FACTOR


print(answer(4), sum(answer.stats.cache_hits.values()))
"""


class Package:
    """A tiny package of compiled rules, run in a process of its own each time."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / "tinyrules"
        self.folder.mkdir()
        (self.folder / "__init__.py").touch()
        (self.folder / "main.py").write_text(MAIN)
        (self.folder / "unrelated.py").write_text("WORDS = 'one'\n")
        self.helper("+ 1")
        self.data(10)

    def helper(self, change: str) -> None:
        (self.folder / "helper.py").write_text(HELPER.format(change=change))

    def data(self, factor: int) -> None:
        (self.folder / "data.toml").write_text(f"factor = {factor}\n")

    def run(self, **more: str) -> tuple[int, int]:
        """The answer, and how often it came from the cache."""
        env = {**os.environ, "PYTHONPATH": str(self.home), "DIGSITE_CACHE_DIR": str(self.home / "cache"), **more}
        env["PYTHONDONTWRITEBYTECODE"] = "1"  # bytecode of the same size and second would not be noticed
        done = run_program([sys.executable, "-m", "tinyrules.main"], env=env)
        assert done.returncode == 0, done.stderr
        answer, hits = done.stdout.split()
        return int(answer), int(hits)


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return Package(tmp_path)


def test_a_second_process_loads_what_the_first_compiled(package: Package) -> None:
    assert package.run() == (50, 0)
    assert package.run() == (50, 1)


def test_another_environment_of_the_same_user_loads_it_too(package: Package, tmp_path: Path) -> None:
    package.run()
    elsewhere = tmp_path / "another" / "environment"
    shutil.copytree(package.folder, elsewhere / "tinyrules")
    assert package.run(PYTHONPATH=str(elsewhere)) == (50, 1)


def test_a_changed_helper_is_noticed(package: Package) -> None:
    package.run()
    package.helper("* 3")
    assert package.run() == (120, 0)


def test_changed_data_are_noticed(package: Package) -> None:
    package.run()
    package.data(7)
    assert package.run() == (35, 0)


def test_other_sources_may_change_without_compiling_anew(package: Package) -> None:
    package.run()
    (package.folder / "unrelated.py").write_text("WORDS = 'two'\n")
    assert package.run() == (50, 1)


def test_a_cache_that_may_not_be_written_is_done_without(package: Package, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    assert package.run(DIGSITE_CACHE_DIR=str(blocked / "x"), XDG_CACHE_HOME=str(blocked))[0] == 50
