"""The names of a table's players, made distinct."""

from collections.abc import Sequence

STAND_IN = "%(bot)s for %(name)s"  # in English, for records and programs


def player_name(name: str, bot: str, stand_in: str = STAND_IN) -> str:
    """Return what whoever really plays a seat is called, "" for nobody: a person, a bot, or a bot for one who left."""
    return stand_in % {"bot": bot, "name": name} if name and bot else name or bot


def distinct_names(names: Sequence[str]) -> list[str]:
    """Return names by seat, with the seat's number where two share one."""
    return [f"{name} {seat}" if names.count(name) > 1 else name for seat, name in enumerate(names, 1)]
