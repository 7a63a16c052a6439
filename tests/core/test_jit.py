"""The compile cache: kept between processes, never stale."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from digsite.core.source_digest import compiled_sources, digest
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


@pytest.mark.parametrize(
    "line",
    [
        "from digsite.core.jit import compiled",
        "from digsite.core import jit",
        "from digsite.core import (  # (compiles)\n    fields,\n    jit,\n)",
        "from digsite.core import fields, \\\n    kernel",
        "import digsite.core.jit",
        "import math, digsite.core.kernel as loops",
        "if True:\n    from digsite.core import jit as compiler",
    ],
)
def test_whoever_imports_the_compiler_takes_part(tmp_path: Path, line: str) -> None:
    folder = files(tmp_path / "rules", {"__init__.py": "", "main.py": line + "\n", "other.py": "import math\n"})
    assert named(folder) == ["main.py"]


@pytest.mark.parametrize(
    "line",
    [
        "from .constants import A",
        "from . import constants",
        "from rules.constants import A",
        "from rules import constants",
        "import rules.constants as c",
        "import math, rules.constants",
    ],
)
def test_what_compiled_code_imports_takes_part(tmp_path: Path, line: str) -> None:
    main = f"import digsite.core.jit\n{line}\n"
    folder = files(tmp_path / "rules", {"__init__.py": "", "main.py": main, "constants.py": "A = 1\n"})
    assert named(folder) in (["constants.py", "main.py"], ["__init__.py", "constants.py", "main.py"])


@pytest.fixture
def site_packages(tmp_path: Path) -> Path:
    """A folder of installed modules and packages, with a game of one file and its constants among them."""
    folder = files(
        tmp_path / "site-packages",
        {
            "game.py": "import numpy\nfrom digsite.core import jit\nimport constants\nfrom more.facts import B\n",
            "constants.py": "A = 1\n",
            "more/facts.py": "B = 2\n",
            "more/facts.toml": "b = 2\n",
            "unrelated.py": "C = 3\n",
            "numpy/__init__.py": "from digsite.core import jit\n",
            "other/__init__.py": "from digsite.core import jit\n",
            "other/data.toml": "d = 4\n",
        },
    )
    (folder / "other" / "old.py").write_bytes("from digsite.core import jit  # é".encode("latin-1"))
    return folder


def test_a_lone_modules_sources_are_those_it_imports(site_packages: Path) -> None:
    assert named(site_packages) == ["constants.py", "game.py", "more/facts.py"]


@pytest.mark.parametrize(
    ("changed", "noticed"),
    [("constants.py", True), ("more/facts.toml", True), ("unrelated.py", False), ("other/data.toml", False)],
)
def test_a_lone_module_compiles_anew_for_its_own_sources_and_data(
    site_packages: Path, changed: str, noticed: bool
) -> None:
    before = digest(site_packages)
    (site_packages / changed).write_text("A = 5\n")
    digest.cache_clear()
    assert (digest(site_packages) != before) is noticed


def test_a_source_in_another_encoding_is_read(site_packages: Path) -> None:
    (site_packages / "constants.py").write_bytes("import unrelated  # é\n".encode("latin-1"))
    assert named(site_packages) == ["constants.py", "game.py", "more/facts.py", "unrelated.py"]


def files(folder: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def named(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in compiled_sources(folder)]
