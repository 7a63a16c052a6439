"""Programs run by tests, `digsite` above all, as real processes.

None can hold up the tests or outlive them: every wait has a bound, output goes to files and not to pipes that a
grandchild may keep open, and at the end the whole process group is killed.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Self

ROOT = Path(__file__).parent.parent
PATIENCE = 280.0  # seconds for one command; the rules may have to be compiled first, on a busy machine
DIGSITE = [sys.executable, "-m", "digsite"]
INTERRUPTIBLE = """import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv[0] = "digsite"
from digsite.cli import main
if __name__ == "__main__":
    main()
"""  # whatever our parent does with SIGINT, as nohup does

Done = subprocess.CompletedProcess[str]


def eventually(is_so: Callable[[], Any], what: str = "it", patience: float = 60.0) -> Any:
    """Return what a condition gives once it holds."""
    end = time.monotonic() + patience
    while not (found := is_so()):
        assert time.monotonic() < end, f"{what} did not come about"
        time.sleep(0.02)
    return found


class Running:
    """A program in a process group of its own. Leaving the `with` block kills whatever is left of it."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        typed: str | bytes = "",
        stdout: IO[str] | None = None,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._output, self._errors = TemporaryFile(), TemporaryFile()  # noqa: SIM115
        with _pipe_with(typed) as stdin:
            self.process = subprocess.Popen(
                command, stdin=stdin, stdout=stdout or self._output, stderr=self._errors, cwd=cwd, env=env,
                start_new_session=True,
            )  # fmt: skip

    def interrupt(self) -> None:
        """Send SIGINT to all its processes, as a terminal does for Ctrl-C."""
        os.killpg(self.process.pid, signal.SIGINT)

    def finish(self) -> Done:
        """Wait for its end, and return its status and what it printed."""
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self.process.args!r} does not end; so far it printed: {self.printed()}") from None
        return Done(self.process.args, status, *self.printed())

    def kill(self) -> None:
        """End it with all that it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def printed(self) -> tuple[str, str]:
        """Return what it has printed so far, on standard output and on standard error."""
        return _content(self._output), _content(self._errors)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._output.close()
        self._errors.close()


def _content(file: IO[bytes]) -> str:
    """Return what is in a file, which another process may still write to, and leave its position alone."""
    return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode()


def _pipe_with(typed: str | bytes) -> IO[bytes]:
    """Return the end of a pipe from which this is read, and then the end of input; a pipe holds 64 KB."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(typed.encode() if isinstance(typed, str) else typed)
    return os.fdopen(reading, "rb")


def run_program(command: Sequence[str], **more: Any) -> Done:
    """Run a program to its end; `more` is for `Running`."""
    with Running(command, **more) as running:
        return running.finish()


def run_python(code: str, **more: Any) -> Done:
    """Run a piece of Python in a process of its own, which must succeed."""
    done = run_program([sys.executable, "-c", code], **more)
    assert done.returncode == 0, done.stderr
    return done


def digsite(*args: object, **more: Any) -> Done:
    """Run a command as a user does."""
    return run_program([*DIGSITE, *map(str, args)], **more)


def digsite_json(*args: object) -> Any:
    """Return what a command prints, as JSON; it has nothing to complain about."""
    done = digsite(*args)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def refusal_of(*args: object, status: int = 2) -> str:
    """Return the one line on standard error with which a command is refused."""
    done = digsite(*args)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


def interruptible(*args: object) -> Running:
    """Start a command that can be interrupted even if our parent ignores SIGINT."""
    return Running([sys.executable, "-c", INTERRUPTIBLE, *map(str, args)])
