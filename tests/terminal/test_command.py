"""`digsite play` as a program: through pipes and in a terminal of its own."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from digsite.core.record import read

COMMAND = [sys.executable, "-m", "digsite", "play", "thebes"]
PATIENCE = 240  # seconds: the rules may have to be compiled first


def piped(typed: str, *options: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *options], input=typed, capture_output=True, text=True, cwd=folder, timeout=PATIENCE,
        env={**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", **variables}, check=False,
    )  # fmt: skip


def test_piped_input_that_ends_is_no_error(tmp_path: Path) -> None:
    done = piped("1\nnonsense\n2\n", "--seed", "1", "--save", "game.json", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The input has ended." in done.stdout
    assert "\x1b" not in done.stdout
    assert max(len(line.rstrip()) for line in done.stdout.splitlines()) <= 80
    kept = read(tmp_path / "game.json")
    assert "take 1" in kept.actions
    again = piped("log\n", "--resume", "game.json", folder=tmp_path)
    assert again.returncode == 0
    assert read(tmp_path / "game.json").actions == kept.actions


def test_bots_play_to_the_end_and_the_record_is_true(tmp_path: Path) -> None:
    done = piped("", "--players", "random,random", "--seed", "5", "--save", "game.json", folder=tmp_path)
    assert done.returncode == 0
    assert read(tmp_path / "game.json").winners


@pytest.mark.parametrize(
    ("options", "players"),
    [
        ([], "human,novice"),
        (["--seats", "3"], "human,novice,novice"),
        (["--against", "scholar,novice"], "human,scholar,novice"),
        (["--against", "novice,scholar", "--seats", "4"], "human,novice,scholar,scholar"),
        (["--players", "human,master:10sims,random"], "human,master:10sims,random"),
    ],
)
def test_opponents_are_named_or_usual(options: list[str], players: str, tmp_path: Path) -> None:
    done = piped("", *options, "--seed", "4", "--save", "game.json", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert read(tmp_path / "game.json").meta["players"] == players.split(",")


def test_input_and_output_in_other_encodings_are_no_error(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "--seed", "1"], input=b"\xff\xfe\n1\n", capture_output=True, cwd=tmp_path, timeout=PATIENCE,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"}, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_a_bad_file_or_player_is_one_line_and_status_2(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{}")
    ghost = piped("take 1\n", "--players", "human,human", "--save", "ghost.json", folder=tmp_path)
    assert ghost.returncode == 0
    (tmp_path / "ghost.json").write_text((tmp_path / "ghost.json").read_text().replace('"human"', '"ghost"'))
    files = [["--resume", f"{name}.json"] for name in ("bad", "none", "ghost")]
    for options in (*files, ["--players", "human,nobody"], ["--against", "nobody"]):
        done = piped("", *options, folder=tmp_path)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


class Terminal:
    """The program in a pseudo-terminal."""

    running: ClassVar[list["Terminal"]] = []

    def __init__(self, folder: Path, *options: str, **variables: str) -> None:
        self.shown = ""
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # our parent may ignore it, as nohup does
            os.chdir(folder)
            environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "50", **variables}
            os.execve(sys.executable, [*COMMAND, *options], environment)
        self.running.append(self)

    def wait_for(self, text: str, since: int = 0) -> int:
        """Read until the text is shown; the place after it."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.shown[since:]:
            if time.monotonic() > deadline:
                raise AssertionError(f"{text!r} never came:\n{self.shown[-2000:]}")
            if select.select([self.file], [], [], 1)[0]:
                try:
                    self.shown += os.read(self.file, 65536).decode(errors="replace")
                except OSError:  # the program has ended
                    assert text in self.shown[since:], self.shown[-2000:]
        return self.shown.index(text, since) + len(text)

    def type(self, line: str) -> None:
        os.write(self.file, line.encode())

    def status(self) -> int:
        self.running.remove(self)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.status()


@pytest.fixture(autouse=True)
def _leave_no_process_behind() -> Iterator[None]:
    yield
    for terminal in list(Terminal.running):
        terminal.kill()


def test_a_game_in_a_terminal_with_colour_undo_and_an_interrupt(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "2")
    place = terminal.wait_for("what next?")
    place = terminal.wait_for("> ", place)
    terminal.type("tak\t 1\r")
    place = terminal.wait_for("what next?", place)
    place = terminal.wait_for("> ", place)
    terminal.type("undo\r")
    place = terminal.wait_for("Taken back: take 1", place)
    place = terminal.wait_for("> ", terminal.wait_for("what next?", place))
    terminal.type("2\r")
    place = terminal.wait_for("> ", terminal.wait_for("what next?", place))
    time.sleep(1)  # a signal between the prompt and waiting for a line would go unnoticed until the next key
    os.kill(terminal.pid, signal.SIGINT)
    terminal.wait_for("thebes-saved.json", place)
    assert terminal.status() == 0
    assert "take 2" in read(tmp_path / "thebes-saved.json").actions
    assert "\x1b[" in terminal.shown


def test_an_interrupt_while_a_bot_thinks_saves_the_game(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--against", "master:120s", "--seed", "2")
    place = terminal.wait_for("> ", terminal.wait_for("what next?"))
    terminal.type("take 1\r")
    place = terminal.wait_for(" thinks", place)
    begun = time.monotonic()
    os.kill(terminal.pid, signal.SIGINT)
    terminal.wait_for("thebes-saved.json", place)
    assert terminal.status() == 0
    assert time.monotonic() - begun < 60  # and not the two minutes it was allowed to think
    kept = read(tmp_path / "thebes-saved.json")
    assert "take 1" in kept.actions
    assert kept.meta["players"] == ["human", "master:120s"]


def test_no_colour_where_none_is_wanted(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seed", "2", NO_COLOR="1")
    terminal.wait_for("> ", terminal.wait_for("what next?"))
    terminal.type("\x04")
    terminal.wait_for("The input has ended")
    assert terminal.status() == 0
    assert not re.search(r"\x1b\[[0-9;]*(3[0-9]|38;[0-9;]+)m", terminal.shown)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", ["80", "120"])
def test_the_position_fits_the_terminal(tmp_path: Path, size: str) -> None:
    done = piped("?\nscore\n", "--players", "human,human,human,human", "--seed", "3", folder=tmp_path, COLUMNS=size)
    assert max(len(line.rstrip()) for line in done.stdout.splitlines()) <= int(size)
