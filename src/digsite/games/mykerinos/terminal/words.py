"""Mykerinos in words for the terminal: patrons, tiles, rooms, and who stands how in a zone."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from digsite.core.company import MARKS, STYLES
from digsite.core.game import View
from digsite.games.mykerinos.view import Colour

NEUTRAL_MARK = "○"
NOT_PASSED = 9  # later than any space of the pass track
PATRON_STYLES = {
    "violet": "#a578bd", "lemon": "#cdb12c", "brown": "#b0794a", "blackmore": "#8c939c", "tangerine": "#e0813a",
}  # fmt: skip
TITLES = {
    "violet": "Lady Violet", "lemon": "Lord Lemon", "brown": "Sir Brown", "blackmore": "Mrs Blackmore",
    "tangerine": "Colonel Tangerine",
}  # fmt: skip
HELPS = {
    "violet": "one more at hand, then start or extend (M3.6)",
    "lemon": "start on a pyramid, or extend over one (M3.7)",
    "brown": "reserve a museum room (M3.8)",
    "blackmore": "start with two side by side (M3.9)",
    "tangerine": "extend with three (M3.10)",
}


def plural(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def patron_name(patron: str) -> Text:
    return Text.assemble((patron.title(), PATRON_STYLES[patron]))


def tile_name(tile: Mapping[str, Any]) -> Text:
    """Its patron and its points."""
    name = patron_name(tile["patron"]) if tile["patron"] else Text("no patron")
    return Text.assemble(name, f" {tile['points']}")


def mark(colour: Colour) -> Text:
    return Text(NEUTRAL_MARK) if isinstance(colour, str) else Text.assemble((MARKS[colour], STYLES[colour]))


def room_name(view: View, number: int) -> Text:
    """What a museum room gives, and where."""
    room, wings = view["museum"]["rooms"][number], view["museum"]["wings"]
    patrons = [patron_name(wings[wing]) for wing in room["wings"] if wing < len(wings)]
    return Text.assemble(f"a {room['value']} ", "between " if len(patrons) > 1 else "of ", Text(" and ").join(patrons))


def zone_of(view: View, field: str) -> int:
    return next(int(one["zone"]) for one in view["fields"] if one["field"] == field)


def ranking(view: View, zone: int, placed: Colour | None = None) -> list[tuple[Colour, int]]:
    """M4.2: who has how many in a zone, the first to choose first, perhaps with one more just placed."""
    counts: dict[Colour, int] = {one["colour"]: one["count"] for one in view["zones"][zone]["standing"]}
    if placed is not None:
        counts[placed] = counts.get(placed, 0) + 1
    return sorted(counts.items(), key=lambda one: (-one[1], space_of(view, one[0])))


def space_of(view: View, colour: Colour) -> int:
    """The space of the pass track."""
    if isinstance(colour, str):
        return int(view["neutral"]["space"])
    return view["players"][colour]["space"] or NOT_PASSED


def contest(view: View, ranks: Sequence[tuple[Colour, int]]) -> Text:
    """A ranking with the marks; an equals sign where the pass track has yet to break the tie."""
    told = Text()
    for place, (colour, count) in enumerate(ranks):
        if place:
            before = ranks[place - 1]
            told.append(" = " if count == before[1] and undecided(view, before[0], colour) else " > ", style="dim")
        told.append_text(mark(colour)).append(f" {count}")
    return told


def undecided(view: View, one: Colour, other: Colour) -> bool:
    """Whether a tie of two can still be broken either way: while neither has passed, nor anybody before the neutral."""
    spaces = sorted([space_of(view, one), space_of(view, other)])
    if spaces[0] == NOT_PASSED:
        return True
    passed = any(player["space"] for player in view["players"])
    return "neutral" in (one, other) and spaces[1] == NOT_PASSED and not passed
