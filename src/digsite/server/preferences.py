"""What people may choose for themselves: how pages look, move and answer. Kept with the person, else in a cookie."""

import json
from collections.abc import Mapping
from urllib.parse import quote, unquote

from digsite.core.palette import COLOURS

Preferences = Mapping[str, str]
COOKIE = "digsite_settings"  # of somebody without a name
COOKIE_DAYS = 365
CHOICES: Mapping[str, tuple[str, ...]] = {  # the first is what holds where nothing is chosen
    "theme": ("system", "light", "dark"),
    "motion": ("usual", "quick", "none"),
    "confirm": ("on", "off"),
    "keys": ("on", "off"),
    "sound": ("off", "on"),
}
KEPT: Mapping[str, tuple[str, ...]] = {
    **CHOICES,
    "colour": ("", *COLOURS),  # wished for at tables; without one, the seat's own
    "name": ("own", "made-up"),  # whether the person's name was made up for them
}


def cleaned(found: Mapping[str, object]) -> dict[str, str]:
    """Return what is known of some preferences and differs from the usual."""
    return {name: value for name, known in KEPT.items() if (value := found.get(name)) in known[1:]}


def decode(text: str) -> dict[str, str]:
    """Return the preferences that a text holds, whoever wrote it."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return cleaned(found) if isinstance(found, dict) else {}


def encode(preferences: Preferences) -> str:
    return json.dumps(preferences, sort_keys=True)


def of_cookie(cookie: str) -> dict[str, str]:
    return decode(unquote(cookie)) if cookie else {}


def to_cookie(preferences: Preferences) -> str:
    return quote(encode({name: preferences[name] for name in CHOICES if name in preferences}))
