"""Who would win each zone if it were scored as it stands (M4.2 to M4.5, M7.4 to M7.7). Nothing here is drawn by chance:
what is open is who passes when, so every way in which ties may still come out is told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.game import View
from digsite.games.mykerinos.data import Facts
from digsite.games.mykerinos.view import Colour

FIRST, SECOND, LEFT_OVER, REMOVES = "first choice", "second choice", "left-over", "removes a tile"
NOTHING, DONE = "nothing", "has chosen"
CHOOSERS = 2  # so many of a zone have a choice, and may go to the museum


@dataclass(frozen=True)
class Share:
    """What one colour would get, whatever those before it choose."""

    colour: Colour  # a seat, or "neutral"
    count: int  # archaeologists in the zone
    role: str
    tiles: tuple[int, int] = (0, 0)  # the fewest and the most tiles there can be left when it comes to them
    museum: bool = False  # may reserve a room instead
    named_by: int | None = None  # who says which tile the neutral player removes

    @property
    def certain(self) -> bool:
        """Whether a player can have a tile or a room, whatever the others choose."""
        return self.role in (FIRST, SECOND, LEFT_OVER) and (self.tiles[0] > 0 or self.museum)


Shares = tuple[Share, ...]


@dataclass(frozen=True)
class Zone:
    """A zone of the desert. `rankings` are all that the passes still to come allow."""

    number: int
    tiles: tuple[int, ...]  # by number, those still there
    rankings: tuple[Shares, ...]

    @property
    def now(self) -> Shares:
        """The ranking as it stands: of equals who has passed comes before who has not, and those who have not by seat.

        Where that cannot come true (two equal players about to pass before and after the neutral one), one that can.
        """
        return self.rankings[0]

    @property
    def settled(self) -> bool:
        """Whether the archaeologists that stand there now rank in one way only."""
        return len(self.rankings) == 1

    @property
    def open(self) -> list[Colour]:
        """Those whose rank the passes to come decide."""
        ranks = [[share.colour for share in shares] for shares in self.rankings]
        return [colour for place, colour in enumerate(ranks[0]) if any(rank[place] != colour for rank in ranks)]


def zones(game: CompiledGame[Facts], state: Bytes) -> list[Zone]:
    """Every zone of the desert that is not scored yet; none while there is no desert."""
    view = game.view(state)
    if view["phase"] in ("first", "wing", "deal", "over"):
        return []
    tracks = list(pass_tracks(view))
    return [zone_odds(view, zone, tracks) for zone in view["zones"] if not zone["scored"]]


def pass_tracks(view: View) -> Iterator[dict[Colour, int]]:
    """Every way in which the pass track may be filled up (M3.4, M7.2), first as if the rest passed by seat."""
    taken: dict[Colour, int] = {player["seat"]: player["space"] for player in view["players"] if player["space"]}
    spaces = [1, 3] if view["neutral"] else list(range(1, view["seats"] + 1))
    if view["neutral"]:
        taken["neutral"] = view["neutral"]["space"]
    waiting = [seat for seat in range(view["seats"]) if seat not in taken]
    for order in permutations(waiting):
        yield taken | dict(zip(order, spaces[len(spaces) - len(order) :], strict=True))


def zone_odds(view: View, zone: dict[str, Any], tracks: Sequence[dict[Colour, int]]) -> Zone:
    counts: dict[Colour, int] = {one["colour"]: one["count"] for one in zone["standing"]}
    now: list[Colour] = list(counts)  # in the order of the view, which ranks who has not passed last
    later = [sorted(counts, key=lambda colour: (-counts[colour], track[colour])) for track in tracks]
    rankings = dict.fromkeys(map(tuple, [now, *later] if now in later else later))
    scoring = view["scoring"]
    done = scoring["rank"] if scoring and scoring["zone"] == zone["zone"] else 0
    tiles = tuple(tile["tile"] for tile in zone["tiles"] if tile)
    guests = [colour for colour in now if isinstance(colour, int) and may_reserve(view, colour, zone["zone"])]
    found = (tuple(shares(ranking, counts, len(tiles), guests, done)) for ranking in rankings)
    return Zone(zone["zone"], tiles, tuple(found))


def may_reserve(view: View, seat: int, zone: int) -> bool:
    """M4.3, M5.2: a free room that one may enter now, and an archaeologist in the common pool.

    From an earlier zone one comes back in time (M4.7): what is reserved there never takes more than the zone returns.
    """
    player, rooms = view["players"][seat], view["museum"]["rooms"]
    returning = any(one["colour"] == seat for earlier in view["zones"][:zone] for one in earlier["standing"])
    return (player["common"] > 0 or returning) and any(
        room["holder"] is None and (not room["doors"] or set(room["doors"]) & set(player["rooms"])) for room in rooms
    )


def shares(
    ranking: Sequence[Colour], counts: dict[Colour, int], tiles: int, guests: Sequence[Colour], done: int
) -> Iterator[Share]:
    """What each of a ranking would get; `guests` may go to the museum, the first few have chosen already."""
    left = {tiles}  # how many there may be when it comes to each
    for rank, colour in enumerate(ranking):
        fewest_and_most = min(left), max(left)
        if rank < done:
            yield Share(colour, counts[colour], DONE)
        elif colour == "neutral":
            removes = rank < CHOOSERS and max(left) > 0  # M7.4, M7.7
            named_by = namer(ranking) if removes and len(ranking) > 1 else None
            yield Share(colour, counts[colour], REMOVES if removes else NOTHING, fewest_and_most, named_by=named_by)
            left = {max(0, number - removes) for number in left}
        else:
            museum = rank < CHOOSERS and colour in guests
            role = (FIRST, SECOND, LEFT_OVER, LEFT_OVER)[rank] if museum or max(left) else NOTHING
            yield Share(colour, counts[colour], role, fewest_and_most, museum)
            left = {max(0, number - 1) for number in left} | (left if museum else set())


def namer(ranking: Sequence[Colour]) -> int:
    """M7.5, M7.6."""
    players = [colour for colour in ranking if isinstance(colour, int)]
    if ranking[1] == "neutral":
        return players[0]
    return players[1] if len(players) > 1 else 1 - players[0]
