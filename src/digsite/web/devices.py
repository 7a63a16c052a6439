"""Where a person is signed in, and the tokens of their programs, as their own page lists them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict

from digsite.web.i18n import _

DAY = 86_400_000
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "CriOS": "Chrome"}
BROWSERS |= {"Chrome": "Chrome", "Safari": "Safari"}  # in this order: many say that they are others, too
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "CrOS": "ChromeOS", "Windows": "Windows"}
SYSTEMS |= {"Mac OS X": "macOS", "Linux": "Linux"}


class Held(TypedDict):
    """A device or token as it is kept."""

    id: str
    label: str
    created: int
    used: int | None


@dataclass(frozen=True)
class Line:
    """A device or token in its list."""

    id: str
    name: str
    history: str
    is_this: bool = False


def device_label(agent: str) -> str:
    """Return what is kept of a browser's own description: "Firefox/Linux", "" where it says nothing of use."""
    browser = next((name for sign, name in BROWSERS.items() if f"{sign}/" in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    return f"{browser}/{system}" if browser and system else ""


def listed(held: Iterable[Held], this: str, now: int) -> list[Line]:
    """Return the devices of a person: the one that is looked with first, then the latest used."""
    lines = sorted(held, key=lambda one: (one["id"] != this, -(one["used"] or 0)))
    return [Line(one["id"], _device_name(one["label"]), _history(one, now), one["id"] == this) for one in lines]


def tokens(held: Iterable[Held], now: int) -> list[Line]:
    """Return the tokens of a person."""
    return [Line(one["id"], one["label"] or _("no label"), _history(one, now)) for one in held]


def _device_name(label: str) -> str:
    browser, slash, system = label.partition("/")
    return _("%(browser)s on %(system)s", browser=browser, system=system) if slash else _("A browser")


def _history(one: Held, now: int) -> str:
    """Return when something was added and used last."""
    return _("%(added)s, %(used)s", added=_added(one["created"], now), used=_used(one["used"], now))


def _added(at: int, now: int) -> str:
    match max(now - at, 0) // DAY:
        case 0:
            return _("Added today")
        case 1:
            return _("Added yesterday")
        case days:
            return _("Added %(days)s days ago", days=days)


def _used(at: int | None, now: int) -> str:
    if at is None:
        return _("never used")
    match max(now - at, 0) // DAY:
        case 0:
            return _("used today")
        case 1:
            return _("used yesterday")
        case days:
            return _("used %(days)s days ago", days=days)
