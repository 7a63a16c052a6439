"""The museum as text: five wings in a ring. A free room shows its number, a taken one its holder."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from digsite.games.mykerinos.rules.state import PATRONS
from digsite.games.mykerinos.rules.view_types import MykerinosView, RoomView
from digsite.games.mykerinos.terminal.words import mark, patron_name, room_name


def rooms_of(view: MykerinosView, value: int, *wings: int) -> Sequence[RoomView]:
    """Return the rooms of a value that belong to exactly these wings."""
    return [room for room in view["museum"]["rooms"] if set(room["wings"]) == set(wings) and room["value"] == value]


def cells(rooms: Sequence[RoomView]) -> Text:
    return Text(" ").join(
        Text.assemble(
            "[", Text(str(room["room"]), style="dim") if room["holder"] is None else mark(room["holder"]), "]"
        )
        for room in rooms
    )


def wing_name(view: MykerinosView, wing: int) -> Text:
    wings = view["museum"]["wings"]
    return patron_name(wings[wing]) if wing < len(wings) else Text("?", style="dim")


def before(view: MykerinosView, wing: int) -> Sequence[RoomView]:
    """Return the rooms between a wing and the one before it in the ring."""
    return rooms_of(view, 2, wing, (wing - 1) % PATRONS)


def museum_across(view: MykerinosView) -> RenderableType:
    """Return the wings side by side; what lies after the last is what lies before the first."""
    grid = Table.grid()
    grid.add_column(no_wrap=True, width=len("value 5 "))
    for column in range(2 * PATRONS + 1):
        grid.add_column(justify="center", no_wrap=True, width=9 if column % 2 else 4)
    wings = range(PATRONS)
    for value in (5, 3):
        rooms = [cells(rooms_of(view, value, wing)) for wing in wings]
        grid.add_row(Text(f"value {value}", style="dim"), *spread(rooms))
    grid.add_row(Text("Museum", style="bold"), *spread([wing_name(view, wing) for wing in wings]))
    grid.add_row(Text("value 2", style="dim"), *spread([cells(before(view, wing)) for wing in (*wings, 0)])[1:])
    return Group(grid, *others(view))


def spread(parts: Sequence[Text]) -> list[Text]:
    """Return texts with a gap before each."""
    return [part for each in parts for part in (Text(), each)]


def museum_down(view: MykerinosView) -> RenderableType:
    """Return the wings one below the other, for the space beside the desert."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_row(Text("Museum", style="bold"), *(Text(f" {value}", style="dim") for value in (5, 3, 2)))
    for wing in range(PATRONS):
        grid.add_row("", "", "", cells(before(view, wing)))
        own = [cells(rooms_of(view, value, wing)) for value in (5, 3)]
        grid.add_row(wing_name(view, wing), *own, "")
    grid.add_row("", "", "", cells(before(view, 0)))
    return Group(grid, *others(view))


def others(view: MykerinosView) -> list[Text]:
    """Return the rooms that have no place in the drawing, in a museum of other data."""
    wings = range(PATRONS)
    drawn = [room for wing in wings for value in (5, 3) for room in rooms_of(view, value, wing)]
    drawn += [room for wing in wings for room in before(view, wing)]
    rest = [room for room in view["museum"]["rooms"] if room not in drawn]
    return [Text.assemble(cells([room]), " ", room_name(view, room["room"])) for room in rest]
