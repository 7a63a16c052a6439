"""What an operator can set: options of `digsite serve`, or environment variables beginning with DIGSITE_."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path

from digsite.core.errors import DigsiteError

LOGS = ("json", "text", "quiet")
BOOLEANS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
LOCAL = {"localhost", "testserver"}


class BadSetting(DigsiteError, ValueError):
    """Something an operator has set that cannot be."""


def data_folder() -> Path:
    """Where a person's games are kept."""
    if told := os.environ.get("DIGSITE_DATA_DIR"):
        return Path(told)
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
    log: str = "json"  # text, or quiet: only what is wrong

    @property
    def url(self) -> str:
        return self.db or f"sqlite:///{data_folder() / 'digsite.db'}"

    @lru_cache(maxsize=1000)  # noqa: B019  # settings are few and stay
    def knows_host(self, header: str) -> bool:
        """Whether a Host header is one of ours: addresses cannot be rebound, names must be known."""
        name = header.strip().lower()
        name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
        if name in LOCAL or name in {host.strip().lower() for host in self.hosts.split(",") if host.strip()}:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def as_environment(self) -> dict[str, str]:
        """For processes that are started anew."""
        return {f"DIGSITE_{name.upper()}": str(value) for name, value in asdict(self).items()}


def from_environment(told: Mapping[str, str] = os.environ) -> Settings:
    values: dict[str, object] = {}
    for field in fields(Settings):
        name = f"DIGSITE_{field.name.upper()}"
        if name not in told or told[name] == "":
            continue
        if field.type is bool:
            if told[name].lower() not in BOOLEANS:
                raise BadSetting(f"{name}: {told[name]!r} is neither yes nor no")
            values[field.name] = BOOLEANS[told[name].lower()]
        elif field.type is int:
            if not told[name].isdigit():
                raise BadSetting(f"{name}: {told[name]!r} is no whole number")
            values[field.name] = int(told[name])
        else:
            values[field.name] = told[name]
    checked_log(str(values.get("log", LOGS[0])), "DIGSITE_LOG")
    return Settings(**values)  # type: ignore[arg-type]


def checked_log(kind: str, where: str) -> str:
    if kind not in LOGS:
        raise BadSetting(f"{where}: {kind!r} is none of {', '.join(LOGS)}")
    return kind
