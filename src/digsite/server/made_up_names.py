"""Names for those who want to play before saying who they are."""

import secrets

from digsite.web.i18n import _, later

FRIENDLY_NAMES = (
    later("Blue Scarab"), later("Quiet Heron"), later("Lucky Lamp"), later("Early Bird"), later("Old Compass"),
    later("Brass Key"), later("Desert Fox"), later("Paper Boat"), later("Red Kite"), later("Night Train"),
    later("Green Lantern"), later("Clay Jar"), later("White Ibis"), later("Long Shadow"), later("Merry Camel"),
    later("Silver Spoon"), later("Stone Cat"), later("Warm Wind"), later("Last Ferry"), later("Olive Branch"),
)  # fmt: skip


def made_up_name() -> str:
    """Return a friendly name with a number."""
    return f"{_(secrets.choice(FRIENDLY_NAMES))} {secrets.randbelow(90) + 10}"
