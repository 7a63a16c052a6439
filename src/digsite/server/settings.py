"""The server's settings: options of `digsite serve`, or environment variables that begin with DIGSITE_."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path

from digsite.core.errors import DigsiteError
from digsite.core.files import read_toml
from digsite.core.registry import game_names, use_data, use_own_data

LOGS = ("json", "text", "quiet")
BOOLEANS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
LOCAL = {"localhost", "testserver"}


class BadSetting(DigsiteError, ValueError):
    """A setting with an impossible value."""


def data_folder() -> Path:
    """Return the folder of the default database."""
    if folder := os.environ.get("DIGSITE_DATA_DIR"):
        return Path(folder)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "digsite"


@dataclass(frozen=True)
class Settings:
    db: str = ""  # a URL; empty: a file in the user's data folder
    hosts: str = ""  # names the server answers to besides localhost and addresses, with commas
    secret: str = ""  # signs cookies; empty: one is made and kept in the database
    https: bool = False  # behind a proxy that speaks HTTPS: cookies are sent only there
    bot_threads: int = 0  # 0: one for each core
    requests_per_second: int = 2_000  # of one address
    guests_per_minute: int = 600  # new guests of one address
    streams: int = 2_000  # open at once of one address
    watchdog: int = 30  # seconds after which a process whose event loop hangs is ended; 0: never
    log: str = "json"  # text, or quiet: only what is wrong
    data: str = ""  # GAME=FILE, with commas: tables of these games are played with the data of a TOML file

    @property
    def url(self) -> str:
        return self.db or f"sqlite:///{data_folder() / 'digsite.db'}"

    @lru_cache(maxsize=1000)  # noqa: B019  # settings are few and stay
    def knows_host(self, header: str) -> bool:
        """Return whether a Host header is ours: any address (it cannot be rebound), or a known name."""
        name = header.strip().lower()
        name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
        if name in LOCAL or name in {host.strip().lower() for host in self.hosts.split(",") if host.strip()}:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def use_data(self) -> None:
        """Let tables of this process be played with the data of the files. Raises BadSetting or BadData."""
        use_own_data()
        for entry in filter(None, (part.strip() for part in self.data.split(","))):
            game, equals, file = entry.partition("=")
            if not equals or game not in game_names():
                known = ", ".join(game_names())
                raise BadSetting(f"--data: {entry!r} is not of the form GAME=FILE with a game of {known}")
            use_data(game, read_toml(file))

    def as_environment(self) -> dict[str, str]:
        """Return the settings as environment variables, for worker processes."""
        return {f"DIGSITE_{name.upper()}": str(value) for name, value in asdict(self).items()}


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings that environment variables give. Raises BadSetting."""
    values: dict[str, object] = {}
    for field in fields(Settings):
        name = f"DIGSITE_{field.name.upper()}"
        if value := environment.get(name, ""):
            values[field.name] = _parsed(name, value, field.type)
    checked_log(str(values.get("log", LOGS[0])), "DIGSITE_LOG")
    return Settings(**values)  # type: ignore[arg-type]


def _parsed(name: str, value: str, kind: object) -> object:
    if kind is bool:
        if value.lower() not in BOOLEANS:
            raise BadSetting(f"{name}: {value!r} is neither yes nor no")
        return BOOLEANS[value.lower()]
    if kind is int:
        if not value.isdigit():
            raise BadSetting(f"{name}: {value!r} is not a whole number")
        return int(value)
    return value


def checked_log(kind: str, where: str) -> str:
    if kind not in LOGS:
        raise BadSetting(f"{where}: {kind!r} is not one of {', '.join(LOGS)}")
    return kind
