"""Mykerinos in words for the terminal: patrons, tiles, rooms, and who stands how in a zone."""

from collections.abc import Sequence

from rich.text import Text

from digsite.core.player_labels import MARKS, STYLES
from digsite.games.mykerinos.rules import names
from digsite.games.mykerinos.rules.view_types import Colour, MykerinosView, TileView

NEUTRAL_MARK = "○"
NOT_PASSED = 9  # later than any space of the pass track
PATRON_STYLES = {
    "violet": "#a578bd", "lemon": "#cdb12c", "brown": "#b0794a", "blackmore": "#8c939c", "tangerine": "#e0813a",
}  # fmt: skip
HELPS = {
    "violet": "one more in your pool, then start or extend (M3.6)",
    "lemon": "start on a pyramid, or extend with one of the two on a pyramid (M3.7)",
    "brown": "reserve a museum room (M3.8)",
    "blackmore": "start with two side by side (M3.9)",
    "tangerine": "extend with three (M3.10)",
}


def patron_name(patron: str) -> Text:
    return Text.assemble((names.patron_name(patron), PATRON_STYLES[patron]))


def tile_name(tile: TileView) -> Text:
    """Return its patron and its points."""
    name = patron_name(tile["patron"]) if tile["patron"] else Text("no patron")
    return Text.assemble(name, f" {tile['points']}")


def mark(colour: Colour) -> Text:
    return Text(NEUTRAL_MARK) if isinstance(colour, str) else Text.assemble((MARKS[colour], STYLES[colour]))


def room_name(view: MykerinosView, number: int) -> Text:
    """Return what a museum room gives, and where."""
    room, wings = view["museum"]["rooms"][number], view["museum"]["wings"]
    patrons = [patron_name(wings[wing]) for wing in room["wings"] if wing < len(wings)]
    return Text.assemble(f"a {room['value']} ", "between " if len(patrons) > 1 else "of ", Text(" and ").join(patrons))


def zone_of(view: MykerinosView, field: str) -> int:
    return next(one["zone"] for one in view["fields"] if one["field"] == field)


def ranking(view: MykerinosView, zone: int, placed: Colour | None = None) -> list[tuple[Colour, int]]:
    """Return who has how many in a zone, the first to choose first, perhaps with one more just placed (M4.2)."""
    counts: dict[Colour, int] = {one["colour"]: one["count"] for one in view["zones"][zone]["standing"]}
    if placed is not None:
        counts[placed] = counts.get(placed, 0) + 1
    return sorted(counts.items(), key=lambda one: (-one[1], space_of(view, one[0])))


def space_of(view: MykerinosView, colour: Colour) -> int:
    """Return the space of the pass track."""
    if isinstance(colour, str):
        return view["neutral"]["space"] if view["neutral"] else NOT_PASSED
    return view["players"][colour]["space"] or NOT_PASSED


def contest(view: MykerinosView, ranks: Sequence[tuple[Colour, int]]) -> Text:
    """Return a ranking with the marks; an equals sign where the pass track has yet to break the tie."""
    words = Text()
    for place, (colour, count) in enumerate(ranks):
        if place:
            before = ranks[place - 1]
            words.append(" = " if count == before[1] and undecided(view, before[0], colour) else " > ", style="dim")
        words.append_text(mark(colour)).append(f" {count}")
    return words


def undecided(view: MykerinosView, one: Colour, other: Colour) -> bool:
    """Return whether a tie of two can still go either way: neither has passed, nor anybody before the neutral."""
    spaces = sorted([space_of(view, one), space_of(view, other)])
    if spaces[0] == NOT_PASSED:
        return True
    passed = any(player["space"] for player in view["players"])
    return "neutral" in (one, other) and spaces[1] == NOT_PASSED and not passed
