"""What `--help` prints, and how quickly it can be had."""

import sys

import pytest

from tests.command_line.conftest import run_cave
from tests.programs import digsite, run_program


def test_help_is_printed_for_every_command() -> None:
    overview = digsite("--help").stdout
    for command in ("play", "simulate", "legal", "replay", "hint", "verify", "bench"):
        assert command in overview
        page = digsite(command, "--help").stdout
        assert "--help" in page
        assert "<bool>" not in page
    assert "simulate" in digsite().stdout


def test_help_names_the_installed_games_and_bots() -> None:
    assert "Thebes and Mykerinos" in digsite("--help").stdout
    assert "thebes, mykerinos, cave" in run_cave("simulate", "--help").stdout
    assert "random, novice, scholar" in digsite("arena", "--help").stdout
    for page in (digsite("--help"), digsite("arena", "--help"), digsite("admin", "backup", "--help")):
        assert "{" not in page.stdout.replace("{GAME}", "").replace("{FILE}", "")


def test_a_group_without_a_command_prints_its_help_alone() -> None:
    done = digsite("admin")
    assert (done.returncode, done.stderr) == (0, "")
    assert "backup" in done.stdout


@pytest.mark.parametrize("args", [["--help"], ["play", "--help"]])
def test_help_does_not_import_numba(args: list[str]) -> None:
    code = f"import sys\nsys.argv = ['digsite', *{args}]\nfrom digsite.cli import main\n"
    code += "try:\n    main()\nfinally:\n    print('numba' in sys.modules, 'numpy' in sys.modules, file=sys.stderr)"
    done = run_program([sys.executable, "-c", code])
    assert done.stderr == "False False\n"


def test_the_help_of_play_names_the_bots_and_how_budgets_are_written() -> None:
    help_text = " ".join(digsite("play", "--help").stdout.replace("│", " ").split())
    for word in ("random, novice, scholar", "master", "master:50ms", "master:2s", "master:800sims", "--against"):
        assert word in help_text
