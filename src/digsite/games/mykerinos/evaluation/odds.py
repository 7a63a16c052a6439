"""Who would win each zone if it were scored as it stands (M4.2 to M4.5, M7.4 to M7.7).

Nothing here is drawn by chance. What is open is who passes when, so every way in which ties may come out is listed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.games.mykerinos.rules.data import facts_of
from digsite.games.mykerinos.rules.view import tile_view
from digsite.games.mykerinos.rules.view_types import Colour, MykerinosView, ZoneView, view_of

Json = dict[str, object]

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


def zones(game: Game, state: Bytes) -> list[Zone]:
    """Return every zone of the desert that is not scored yet; none while there is no desert."""
    view = view_of(game, state)
    if view["phase"] in ("first", "wing", "deal", "rotate", "over"):
        return []
    tracks = list(pass_tracks(view))
    declines = facts_of(game).may_decline
    return [zone_odds(view, zone, tracks, declines) for zone in view["zones"] if not zone["scored"]]


def pass_tracks(view: MykerinosView) -> Iterator[dict[Colour, int]]:
    """Yield every way in which the pass track may be filled up (M3.4, M7.2), first as if the rest passed by seat."""
    taken: dict[Colour, int] = {player["seat"]: player["space"] for player in view["players"] if player["space"]}
    spaces = [1, 3] if view["neutral"] else list(range(1, view["seats"] + 1))
    if view["neutral"]:
        taken["neutral"] = view["neutral"]["space"]
    waiting = [seat for seat in range(view["seats"]) if seat not in taken]
    for order in permutations(waiting):
        yield taken | dict(zip(order, spaces[len(spaces) - len(order) :], strict=True))


def zone_odds(view: MykerinosView, zone: ZoneView, tracks: Sequence[dict[Colour, int]], declines: bool) -> Zone:
    counts = {one["colour"]: one["count"] for one in zone["standing"]}
    now = list(counts)  # in the order of the view, which ranks who has not passed last
    later = [sorted(counts, key=lambda colour: (-counts[colour], track[colour])) for track in tracks]
    rankings = dict.fromkeys(map(tuple, [now, *later] if now in later else later))
    scoring = view["scoring"]
    done = scoring["rank"] if scoring and scoring["zone"] == zone["zone"] else 0
    tiles = tuple(tile["tile"] for tile in zone["tiles"] if tile)
    guests = [colour for colour in now if isinstance(colour, int) and may_reserve(view, colour, zone["zone"])]
    found = (tuple(shares(ranking, counts, len(tiles), guests, done, declines)) for ranking in rankings)
    return Zone(zone["zone"], tiles, tuple(found))


def may_reserve(view: MykerinosView, seat: int, zone: int) -> bool:
    """Return whether a player has a free room to enter now and an archaeologist in the common pool (M4.3, M5.2).

    From an earlier zone one comes back in time (M4.7): what is reserved there never takes more than the zone returns.
    """
    player, rooms = view["players"][seat], view["museum"]["rooms"]
    returning = any(one["colour"] == seat for earlier in view["zones"][:zone] for one in earlier["standing"])
    return (player["common"] > 0 or returning) and any(
        room["holder"] is None and (not room["doors"] or set(room["doors"]) & set(player["rooms"])) for room in rooms
    )


def shares(
    ranking: Sequence[Colour],
    counts: dict[Colour, int],
    tiles: int,
    guests: Sequence[Colour],
    done: int,
    declines: bool,
) -> Iterator[Share]:
    """Yield what each of a ranking would get; `guests` may go to the museum, the first few have chosen already.

    Where a rule option says so, the third and the fourth may decline (M4.9).
    """
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
            leaves_tile = museum or (declines and rank >= CHOOSERS)
            left = {max(0, number - 1) for number in left} | (left if leaves_tile else set())


def namer(ranking: Sequence[Colour]) -> int:
    """Return who says which tile the neutral player removes (M7.5, M7.6)."""
    players = [colour for colour in ranking if isinstance(colour, int)]
    if ranking[1] == "neutral":
        return players[0]
    return players[1] if len(players) > 1 else 1 - players[0]


def odds_data(game: Game, state: Bytes) -> Json:
    """Return every zone, ready for JSON; `rankings` has more than one where passes to come break a tie."""
    return {
        "zones": [
            {
                "zone": zone.number,
                "tiles": [tile_view(facts_of(game), tile) for tile in zone.tiles],
                "settled": zone.settled,
                "open": zone.open,
                "rankings": [[share_data(share) for share in shares] for shares in zone.rankings],
            }
            for zone in zones(game, state)
        ]
    }


def share_data(share: Share) -> Json:
    fewest, most = share.tiles
    return vars(share) | {"tiles": {"fewest": fewest, "most": most}, "certain": share.certain}
