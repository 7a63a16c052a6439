"""The server's settings: options of `digsite serve`, or environment variables that begin with DIGSITE_."""

import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

from digsite.core.errors import DigsiteError
from digsite.core.files import read_toml
from digsite.core.registry import game_names, use_data, use_own_data
from digsite.server.addresses import Proxies
from digsite.server.limits import Limits

LOGS = ("json", "text", "quiet")
METRICS = ("local", "open")
BOOLEANS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
LOCAL = {"localhost", "testserver"}
HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::[0-9]{0,5})?")


class BadSetting(DigsiteError, ValueError):
    """A setting with an impossible value."""


def data_folder() -> Path:
    """Return the folder of the default database."""
    if folder := os.environ.get("DIGSITE_DATA_DIR"):
        return Path(folder)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "digsite"


@dataclass(frozen=True)
class Settings(Limits):
    db: str = ""  # a URL; empty: a file in the user's data folder
    hosts: str = ""  # names the server answers to besides localhost and addresses, with commas
    secret: str = ""  # signs cookies; empty: see secret_file
    secret_file: str = ""  # holds the key that signs cookies; empty: a file beside the database, or in the data folder
    https: bool = False  # behind a proxy that speaks HTTPS: cookies are sent only there
    proxies: str = ""  # before the server: how many, or their networks with commas; else no X-Forwarded-For is believed
    bot_threads: int = 0  # 0: one for each core
    metrics: str = "local"  # who may read /metrics: clients on this machine, or everybody ("open")
    metrics_token: str = ""  # … and whoever sends this as a bearer
    log: str = "json"  # text, or quiet: only what is wrong
    data: str = ""  # GAME=FILE, with commas: tables of these games are played with the data of a TOML file

    @property
    def url(self) -> str:
        return self.db or f"sqlite:///{data_folder() / 'digsite.db'}"

    @property
    def trusted_proxies(self) -> Proxies:
        return checked_proxies(self.proxies, "DIGSITE_PROXIES")

    @lru_cache(maxsize=1000)  # noqa: B019  # settings are few and stay
    def knows_host(self, header: str) -> bool:
        """Return whether a Host header is ours: any address (it cannot be rebound), or a known name."""
        found = HOST.fullmatch(header.strip().lower())
        if not found:
            return False
        if found["six"]:
            return _is_address(found["six"], IPv6Address)
        known = LOCAL | {host.strip().lower() for host in self.hosts.split(",")}
        return found["name"] in known or _is_address(found["name"], IPv4Address)

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


def _is_address(text: str, kind: type[IPv4Address] | type[IPv6Address]) -> bool:
    try:
        kind(text)
    except ValueError:
        return False
    return True


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings that environment variables give. Raises BadSetting."""
    values: dict[str, object] = {}
    for field in fields(Settings):
        name = f"DIGSITE_{field.name.upper()}"
        if value := environment.get(name, ""):
            values[field.name] = _parsed(name, value, field.type)
    checked_log(str(values.get("log", LOGS[0])), "DIGSITE_LOG")
    _check_choice(str(values.get("metrics", METRICS[0])), METRICS, "DIGSITE_METRICS")
    checked_proxies(str(values.get("proxies", "")), "DIGSITE_PROXIES")
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
    return _check_choice(kind, LOGS, where)


def _check_choice(value: str, choices: tuple[str, ...], where: str) -> str:
    if value not in choices:
        raise BadSetting(f"{where}: {value!r} is not one of {', '.join(choices)}")
    return value


def checked_proxies(text: str, where: str) -> Proxies:
    try:
        return Proxies.parse(text)
    except ValueError as error:
        raise BadSetting(f"{where}: {text!r} is neither a number of proxies nor their networks: {error}") from None
