"""The zones of Mykerinos as they stand, as text and for JSON: who ranks where, and what each would get."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.company import Company, joined
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.games.mykerinos.data import Facts
from digsite.games.mykerinos.odds import DONE, FIRST, LEFT_OVER, REMOVES, SECOND, Share, Zone, zones
from digsite.games.mykerinos.terminal.words import mark, tile_name
from digsite.games.mykerinos.view import Colour, tile_view

Game = CompiledGame[Facts]
RANKS = ("1st", "2nd", "3rd", "4th")


def told(game: Game, state: Bytes) -> dict[str, Any]:
    """Every zone; `rankings` has more than one where passes to come break a tie."""
    return {
        "zones": [
            {
                "zone": zone.number,
                "tiles": [tile_view(game.facts, tile) for tile in zone.tiles],
                "settled": zone.settled,
                "open": zone.open,
                "rankings": [[share_told(share) for share in shares] for shares in zone.rankings],
            }
            for zone in zones(game, state)
        ]
    }


def share_told(share: Share) -> dict[str, Any]:
    fewest, most = share.tiles
    return vars(share) | {"tiles": {"fewest": fewest, "most": most}, "certain": share.certain}


def shown(game: Game, state: Bytes, company: Company, width: int, every: bool) -> RenderableType:
    standing = zones(game, state)
    if not standing:
        return Text("The desert is not all laid yet: there is nothing to rank.")
    parts: list[RenderableType] = [
        Text("What the zones would bring if they were scored as they stand (M4.2 to M4.5).", style="dim"),
        Text("Where passes to come break a tie, everything they allow is told.", style="dim"),
    ]
    for zone in standing:
        if zone.now or every:
            parts += [Text(), heading(game, zone), ranks(zone, company)]
    empty = [f"{zone.number + 1}" for zone in standing if not zone.now]
    if empty and not every:
        parts += [Text(), Text(f"Nobody digs in zone{'s' * (len(empty) > 1)} {joined(empty)}.")]
    return Group(*parts)


def heading(game: Game, zone: Zone) -> Text:
    tiles = [tile_name(view) for tile in zone.tiles if (view := tile_view(game.facts, tile))]
    return Text.assemble((f"Zone {zone.number + 1}", "bold"), "  ", Text(" · ").join(tiles) or "no tile left")


def ranks(zone: Zone, company: Company) -> RenderableType:
    """A line for each rank; where a tie is open, one for each thing that those who may come to it would get."""
    if not zone.now:
        return Text("  nobody: both tiles leave the game (M4.7)", style="dim")
    rows = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    for place in range(len(zone.now)):
        gets: dict[str, dict[Colour, Share]] = {}
        for share in dict.fromkeys(ranking[place] for ranking in zone.rankings):
            gets.setdefault(gets_text(share, company).plain, {})[share.colour] = share
        for line, shares in enumerate(gets.values()):
            one = next(iter(shares.values()))
            who = Text(" or ").join(tag(colour, company) for colour in shares)
            rows.add_row("   or" if line else f"  {RANKS[place]}", who, str(one.count), gets_text(one, company))
    return rows


def tag(colour: Colour, company: Company) -> Text:
    return company.tag(colour) if isinstance(colour, int) else Text.assemble(mark(colour), " neutral")


def gets_text(share: Share, company: Company) -> Text:
    fewest, most = share.tiles
    if share.role == DONE:
        return Text("has chosen")
    if share.role == REMOVES:
        if share.named_by is None:
            return Text("nobody else is there: both tiles leave the game")
        return Text.assemble(
            "removes a tile; ", company.tag(share.named_by), f" {company.does(share.named_by, 'say')} which"
        )
    if share.role in (FIRST, SECOND):
        number = " or ".join(map(str, range(fewest, most + 1)))
        museum = ", or a museum room" if share.museum else ""
        return Text(f"{share.role}: {number} tile{'s' * (most > 1)}{museum}")
    if share.role == LEFT_OVER:
        return Text("the tile that is left over" if fewest else "a tile, if one is left over")
    return Text("nothing")
