"""What rooms and plots are worth to those who hold them, as the museum stands."""

from collections.abc import Iterable
from dataclasses import dataclass

from digsite.games.mykerinos.rules.data import Facts
from digsite.games.mykerinos.rules.view_types import MykerinosView, PlayerView, RoomView, TileView


@dataclass(frozen=True)
class Change:
    """What one plot of a patron is worth, and what it would be worth otherwise."""

    patron: str
    tiles: int
    worth: int
    otherwise: int

    @property
    def lost(self) -> int:
        return self.tiles * (self.worth - self.otherwise)


def worth_with(facts: Facts, view: MykerinosView, rooms: Iterable[int], patron: str) -> int:
    """Return what each plot of a patron is worth to whoever holds these rooms (M6.1)."""
    values = [
        room["value"] for room in view["museum"]["rooms"] if room["room"] in rooms and patron in patrons(view, room)
    ]
    return max([facts.no_room, *values])


def patrons(view: MykerinosView, room: RoomView) -> list[str]:
    wings = view["museum"]["wings"]
    return [wings[wing] for wing in room["wings"] if wing < len(wings)]


def without_room(facts: Facts, view: MykerinosView, seat: int, room: int) -> list[Change]:
    """Return what a player would lose without a room, patron by patron."""
    player = view["players"][seat]
    return changes(facts, view, player, set(player["rooms"]), set(player["rooms"]) - {room}, room)


def with_room(facts: Facts, view: MykerinosView, seat: int, room: int) -> list[Change]:
    """Return what a player would gain by a room."""
    player = view["players"][seat]
    return changes(facts, view, player, {*player["rooms"], room}, set(player["rooms"]), room)


def changes(
    facts: Facts, view: MykerinosView, player: PlayerView, held: set[int], otherwise: set[int], room: int
) -> list[Change]:
    return [
        Change(
            patron,
            player["patrons"][patron]["tiles"],
            worth_with(facts, view, held, patron),
            worth_with(facts, view, otherwise, patron),
        )
        for patron in patrons(view, view["museum"]["rooms"][room])
    ]


def sets(player: PlayerView, **more: int) -> int:
    """Return how many sets are complete, with so many plots more of some patrons (M6.2)."""
    return min(held["tiles"] + more.get(patron, 0) for patron, held in player["patrons"].items())


def without_plot(facts: Facts, player: PlayerView, tile: TileView) -> tuple[int, int, int]:
    """Return the points that a plot of the player's brings: at once, in the museum, for a set."""
    return worth_of(facts, player, tile, 0)


def with_plot(facts: Facts, player: PlayerView, tile: TileView) -> tuple[int, int, int]:
    """Return the points that a plot would bring."""
    return worth_of(facts, player, tile, 1)


def worth_of(facts: Facts, player: PlayerView, tile: TileView, after: int) -> tuple[int, int, int]:
    patron = tile["patron"]
    if not patron:  # M6.3
        return tile["points"], 0, 0
    more = sets(player, **{patron: after}) - sets(player, **{patron: after - 1})
    return tile["points"], player["patrons"][patron]["worth"], more * facts.set_of_five
