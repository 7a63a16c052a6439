"""The server's settings: options of `digsite serve`, or environment variables that begin with DIGSITE_."""

import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from difflib import get_close_matches
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
OTHERS = ("DIGSITE_DATA_DIR", "DIGSITE_CACHE_DIR", "DIGSITE_GAMES")  # variables that other parts read
LOCAL = {"localhost", "testserver"}
HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::[0-9]{0,5})?")
NAME = re.compile(r"[a-z0-9._-]*|\[?[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*\]?", re.IGNORECASE)  # or an address


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
    watchdog: int = 30  # seconds after which a process whose event loop hangs is ended; 0: never
    log: str = "json"  # text, or quiet: only what is wrong
    source: str = ""  # where the source code of what runs here is, a URL; empty: the package's own
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
        return {_variable(name): str(value) for name, value in asdict(self).items()}


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
        name = _variable(field.name)
        if value := environment.get(name, ""):
            values[field.name] = _parsed(name, value, field.type)
    checked_log(str(values.get("log", LOGS[0])), "DIGSITE_LOG")
    _check_choice(str(values.get("metrics", METRICS[0])), METRICS, "DIGSITE_METRICS")
    checked_proxies(str(values.get("proxies", "")), "DIGSITE_PROXIES")
    checked_source(str(values.get("source", "")), "DIGSITE_SOURCE")
    checked_hosts(str(values.get("hosts", "")), "DIGSITE_HOSTS")
    return Settings(**values)  # type: ignore[arg-type]


def _variable(setting: str) -> str:
    return f"DIGSITE_{setting.upper()}"


def misspelt_variables(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return a sentence about each environment variable that is no setting, and almost the name of one."""
    known = {variable.removeprefix("DIGSITE_") for variable in OTHERS} | {f.name.upper() for f in fields(Settings)}
    given = {name.removeprefix("DIGSITE_") for name in environment if name.startswith("DIGSITE_")}
    near = {name: get_close_matches(name, known, 1) for name in sorted(given - known)}
    return [
        f"DIGSITE_{name} is no setting, and is ignored; did you mean DIGSITE_{found[0]}?"
        for name, found in near.items()
        if found
    ]


def _parsed(name: str, value: str, kind: object) -> object:
    if kind is bool:
        if value.lower() not in BOOLEANS:
            raise BadSetting(f"{name}: {value!r} is neither yes nor no")
        return BOOLEANS[value.lower()]
    if kind is int:
        if not value.isdecimal():
            raise BadSetting(f"{name}: {value!r} is not a whole number from 0 on")
        return int(value)
    return value


def checked_source(url: str, where: str) -> str:
    if url and not url.startswith(("https://", "http://")):
        raise BadSetting(f"{where}: {url!r} is not a web address")
    return url


def checked_hosts(text: str, where: str) -> str:
    for host in text.split(","):
        if not NAME.fullmatch(host.strip()):
            raise BadSetting(f"{where}: {host.strip()!r} is no host name: give names alone, as in digsite.example.org")
    return text


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
