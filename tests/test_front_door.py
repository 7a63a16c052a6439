"""Importing digsite: quick, and no more than what is used. The README's examples run."""

import re
import sys
from pathlib import Path

import pytest

import digsite
from tests.programs import run_program, run_python

ROOT = Path(__file__).parents[1]
HEAVY = ("numpy", "numba")
NOT_FOR_RULES = ("rich", "fastapi", "starlette", "sqlalchemy", "typer", "jinja2", "openskill", "uvicorn", "pydantic")
BLOCKS = re.findall(
    r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
)


def loaded_after(code: str) -> set[str]:
    """The outermost packages that a new process has loaded after some code."""
    tell = "import sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    run = run_python(f"{code}\n{tell}")
    return set(run.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "code", ["import digsite", "import digsite; digsite.list_games()", "import digsite; dir(digsite)"]
)
def test_importing_and_listing_loads_neither_numpy_nor_numba(code: str) -> None:
    assert loaded_after(code).isdisjoint(HEAVY)


def test_importing_loads_one_file() -> None:
    """So it takes milliseconds, on any machine."""
    code = "import sys; before = set(sys.modules); import digsite; print(*set(sys.modules) - before)"
    assert run_python(code).stdout == "digsite\n"


@pytest.mark.parametrize("name", ["thebes", "mykerinos"])
def test_rules_and_bots_load_nothing_of_pages_terminals_and_servers(name: str) -> None:
    code = (
        f"import digsite; match = digsite.play({name!r}, seats=2, seed=1); match.push(match.legal[0]); match.pop();"
        "match.push(match.ask('novice')); match.push(match.ask('master:4sims')); match.record(); match.scores"
    )
    assert loaded_after(code).isdisjoint(NOT_FOR_RULES)


def test_every_public_name_is_there_and_described() -> None:
    for name in digsite.__all__:
        assert name in dir(digsite)
        if name != "__version__":
            assert getattr(digsite, name).__doc__
    with pytest.raises(AttributeError, match="'digsite' has no attribute 'chess'"):
        digsite.chess  # type: ignore[attr-defined]  # noqa: B018


def test_the_methods_of_a_match_are_described() -> None:
    for name, method in vars(digsite.Match).items():
        if not name.startswith("_"):
            assert method.__doc__, name


def test_the_readme_has_examples() -> None:
    assert len(BLOCKS) >= 2


def test_the_examples_of_the_readme_run() -> None:
    """One after the other, as a reader would type them."""
    code = "\n".join(BLOCKS)
    run = run_program([sys.executable, "-c", code], cwd=ROOT)
    assert run.returncode == 0, run.stderr
    assert run.stdout
