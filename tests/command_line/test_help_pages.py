"""Every help page: what the command does, an example that fits it, and no jargon of the programming language."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from digsite.cli import app

ROOT = Path(__file__).parents[2]


def pages() -> list[tuple[str, ...]]:
    """The words of every command."""
    group: Any = get_command(app)
    admin = group.commands["admin"].commands
    return [(name,) for name in group.commands if name != "admin"] + [("admin", name) for name in admin]


def page_of(words: tuple[str, ...]) -> str:
    done = CliRunner().invoke(
        app, [*words, "--help"], prog_name="digsite", env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"}
    )
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize("words", pages(), ids=" ".join)
def test_a_page_has_a_plain_usage_line_and_an_example(words: tuple[str, ...]) -> None:
    page = page_of(words)
    usage = re.search(r"Usage: .*", page)
    assert usage
    assert not set("{}<>") & set(usage[0])
    assert "[[" not in usage[0]
    for jargon in ("<str>", "<path>", "<bool>", "<file>", "{first}"):
        assert jargon not in page
    example = re.search(rf"Example: digsite {' '.join(words)}( \S+)*", page)
    assert example
    for option in re.findall(r"--[a-z]+", example[0]):
        assert re.search(rf"│\s.*{option}\b", page), f"{option} is no option of it"


def test_arguments_that_may_be_left_out_are_in_brackets() -> None:
    assert "digsite bench [OPTIONS] [GAME]" in page_of(("bench",))
    assert "digsite play [OPTIONS] GAME" in page_of(("play",))
    assert "digsite admin backup [OPTIONS] FILE" in page_of(("admin", "backup"))


def test_the_package_says_what_it_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["authors"]
    assert {"board games", "simulation"} <= set(project["keywords"])
    assert "Programming Language :: Python :: 3.11" in project["classifiers"]
    assert "Typing :: Typed" in project["classifiers"]
    assert (ROOT / "src" / "digsite" / "py.typed").exists()
