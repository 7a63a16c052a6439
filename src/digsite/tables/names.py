"""What the players of a table are called."""

from collections.abc import Sequence

from digsite.tables.table import Table


def distinct_names(names: Sequence[str]) -> list[str]:
    """Return names by seat, with the seat's number where two share one."""
    return [f"{name} {seat}" if names.count(name) > 1 else name for seat, name in enumerate(names, 1)]


def display_names(table: Table) -> list[str]:
    """Return everybody's name, bots under the name they are registered by: for the API, in English."""
    return distinct_names([seat.name or seat.bot.partition(":")[0].title() or "Nobody" for seat in table.seats])
