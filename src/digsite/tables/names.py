"""The names of a table's players, made distinct."""

from collections.abc import Sequence
from unicodedata import normalize

STAND_IN = "%(bot)s for %(name)s"  # in English, for records and programs


def player_name(name: str, bot: str, stand_in: str = STAND_IN) -> str:
    """Return what whoever really plays a seat is called, "" for nobody: a person, a bot, or a bot for one who left."""
    return stand_in % {"bot": bot, "name": name} if name and bot else name or bot


def distinct_names(names: Sequence[str]) -> list[str]:
    """Return names by seat, with the seat's number where two look the same, as often as they do."""
    found = list(names)
    while len({_look(name) for name in found}) < len(found):
        looks = [_look(name) for name in found]
        found = [
            f"{name} {seat}" if looks.count(look) > 1 else name
            for seat, (name, look) in enumerate(zip(found, looks, strict=True), 1)
        ]
    return found


def _look(name: str) -> str:
    """Return the same for names that look the same at first sight: capitals, widths and joiners count for nothing."""
    return normalize("NFKC", name).casefold().replace("\u200c", "").replace("\u200d", "")
