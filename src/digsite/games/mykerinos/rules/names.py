"""English names of patrons, zones, plots and rooms of Mykerinos, for the terminal, hints and descriptions of pictures.

Pages have names of their own, since those are translated.
"""

from collections.abc import Sequence

ROMAN = ("I", "II", "III", "IV", "V", "VI")
FULL_NAMES = {
    "violet": "Lady Violet",
    "lemon": "Lord Lemon",
    "brown": "Sir Brown",
    "blackmore": "Mrs Blackmore",
    "tangerine": "Colonel Tangerine",
}


def patron_name(patron: str | None) -> str:
    """Return the short name of a patron: "Violet", or "No patron"."""
    return patron.title() if patron else "No patron"


def zone_name(zone: int) -> str:
    """Return "zone II" for zone 1, as on the board."""
    return f"zone {ROMAN[zone]}"


def zone_heading(zone: int) -> str:
    """Return "Zone II" for zone 1, as at the beginning of a line."""
    return f"Zone {ROMAN[zone]}"


def room_place(patrons: Sequence[str]) -> str:
    """Return where a room lies: "of Lemon", "between Lemon and Brown"."""
    names = " and ".join(patron_name(patron) for patron in patrons)
    return f"{'between' if len(patrons) > 1 else 'of'} {names}"
