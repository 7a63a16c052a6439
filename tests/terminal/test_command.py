"""`digsite play` as a program: through pipes and in a terminal of its own."""

import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from digsite.core.record import read
from tests.programs import DIGSITE, PATIENCE, Done, run_program

COMMAND = [*DIGSITE, "play", "thebes"]


def piped(typed: str | bytes, *options: str, folder: Path, **variables: str) -> Done:
    env = {**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", **variables}
    return run_program([*COMMAND, *options], typed=typed, cwd=folder, env=env)


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
    done = piped(b"\xff\xfe\n1\n", "--seed", "1", folder=tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


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
            if not self._read():
                assert text in self.shown[since:], self.shown[-2000:]
        return self.shown.index(text, since) + len(text)

    def _read(self) -> bool:
        """Read what is shown within a second; False if nothing can come any more."""
        if not select.select([self.file], [], [], 1)[0]:
            return True
        try:
            shown = os.read(self.file, 65536)
        except OSError:  # the program has ended
            return False
        self.shown += shown.decode(errors="replace")
        return bool(shown)

    def type(self, line: str) -> None:
        os.write(self.file, line.encode())

    def status(self) -> int:
        """Return the exit status, reading on: a program whose output nobody reads may not end."""
        deadline, reading = time.monotonic() + PATIENCE, True
        while not (found := os.waitpid(self.pid, os.WNOHANG))[0]:
            assert time.monotonic() < deadline, f"it does not end:\n{self.shown[-2000:]}"
            reading = reading and self._read()
            time.sleep(0 if reading else 0.02)
        self.running.remove(self)
        os.close(self.file)
        return os.waitstatus_to_exitcode(found[1])

    def kill(self) -> None:
        """End it with all that it has started: it leads a process group."""
        os.killpg(self.pid, signal.SIGKILL)
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
    """It does not think on for the hour it was given."""
    terminal = Terminal(tmp_path, "--against", "master:3600s", "--seed", "2")
    place = terminal.wait_for("> ", terminal.wait_for("what next?"))
    terminal.type("take 1\r")
    place = terminal.wait_for(" thinks", place)
    os.kill(terminal.pid, signal.SIGINT)
    terminal.wait_for("thebes-saved.json", place)
    assert terminal.status() == 0
    kept = read(tmp_path / "thebes-saved.json")
    assert "take 1" in kept.actions
    assert kept.meta["players"] == ["human", "master:3600s"]


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
