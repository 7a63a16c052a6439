"""The colour each seat is shown in: people may wish for one. The stylesheet has a class for every seat and colour."""

from collections.abc import Mapping, Sequence

from digsite.core.palette import COLOURS, SEAT_COLOURS
from digsite.core.registry import most_seats
from digsite.tables.table import Table


def settled(wishes: Sequence[str]) -> list[str]:
    """Return the colour of each seat: the lowest seat that wishes for a colour has it; all others keep their own where
    it is free, else take the first that is."""
    found: dict[int, str] = {}
    for seat, wish in enumerate(wishes):
        if wish and wish not in found.values():
            found[seat] = wish
    for seat in range(len(wishes)):
        if seat not in found:
            choices = (SEAT_COLOURS[seat], *SEAT_COLOURS)
            found[seat] = next(colour for colour in choices if colour not in found.values())
    return [found[seat] for seat in range(len(wishes))]


def colour_classes(table: Table, wished: Mapping[str, str]) -> list[str]:
    """Return the classes of a table's page for the seats that are not shown in their own colour."""
    wishes = [wished.get(seat.person, "") if seat.kind == "person" else "" for seat in table.seats]
    colours = settled(wishes)
    return [f"seat{seat}-{colour}" for seat, colour in enumerate(colours) if colour != SEAT_COLOURS[seat]]


def colour_style() -> str:
    """Return the rules of all those classes, for as many seats as any game has."""
    colours = SEAT_COLOURS[: max(most_seats(), len(COLOURS))]
    own = "".join(f"--own-{name}:var(--{name});" for colour in colours for name in (colour, f"{colour}-hat"))
    rules = [
        f".seat{seat}-{colour}{{--{of}:var(--own-{colour});--{of}-hat:var(--own-{colour}-hat)}}"
        for seat, of in enumerate(colours)
        for colour in colours
        if colour != of
    ]
    return f":root{{{own}}}" + "".join(rules)
