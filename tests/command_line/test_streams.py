"""Standard streams that are closed, full, or not UTF-8."""

import os
import sys
from pathlib import Path

from tests.programs import Done, digsite, run_program

DIGSITE = f"{sys.executable} -m digsite"


def in_bash(command: str) -> Done:
    return run_program(["bash", "-c", command])


def test_a_full_disk_gets_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = digsite("simulate", "thebes", "--games", 5, "--json", stdout=full)
    assert (done.returncode, done.stderr) == (2, "digsite: standard output: No space left on device\n")


def test_a_closed_pipe_is_no_error(record: Path) -> None:
    for command in (f"legal {record} --every", f"replay {record} --at 40", "simulate --help"):
        done = in_bash(f"{DIGSITE} {command} | head -1; exit ${{PIPESTATUS[0]}}")
        assert (done.returncode, done.stderr) == (0, "")


def test_closed_standard_streams_get_one_line_or_nothing(record: Path) -> None:
    """Closed, not redirected: what is to be printed cannot be, and no other file may take its place."""

    def closed(command: str, streams: str) -> Done:
        return in_bash(f"{DIGSITE} {command} {streams}")

    for command in (f"legal {record} --at 3", f"replay {record} --at 40", f"verify {record}"):
        done = closed(command, ">&-")
        assert (done.returncode, done.stderr) == (2, "digsite: standard output: Bad file descriptor\n")
    assert closed(f"legal {record}", ">&-").returncode == 0  # over: nothing is printed
    quiet = closed("legal nowhere.json", "2>&-")
    assert (quiet.returncode, quiet.stdout) == (2, "")
    assert closed(f"verify {record}", "<&- >&- 2>&-").returncode == 2


def test_plain_ascii_output_is_readable(record: Path) -> None:
    def printed(*args: object) -> str:
        done = digsite(*args, env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"})
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    board = printed("replay", record, "--at", 40)
    assert "?" not in board
    assert "P Greece" in board.replace("  ", " ")
    for mark in ("o ", "# "):  # the two players
        assert mark in board
    assert "?" not in printed("odds", record, "--at", 40)
    assert "?" not in printed("--help")
