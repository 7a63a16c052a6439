"""The zones of Mykerinos at the terminal: who ranks where as they stand, and what each would get."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.player_labels import PlayerLabels, joined
from digsite.games.mykerinos.evaluation.odds import DONE, FIRST, LEFT_OVER, REMOVES, SECOND, Share, Zone, zones
from digsite.games.mykerinos.rules.data import facts_of
from digsite.games.mykerinos.rules.names import ROMAN, zone_heading
from digsite.games.mykerinos.rules.view import tile_view
from digsite.games.mykerinos.rules.view_types import Colour
from digsite.games.mykerinos.terminal.words import mark, tile_name

RANKS = ("1st", "2nd", "3rd", "4th")


def odds_text(game: Game, state: Bytes, labels: PlayerLabels, width: int, every: bool) -> RenderableType:
    standing = zones(game, state)
    if not standing:
        return Text("The desert is not all laid yet: there is nothing to rank.")
    parts: list[RenderableType] = [
        Text("What the zones would bring if they were scored as they stand (M4.2 to M4.5).", style="dim"),
        Text("Where passes to come break a tie, every possible result is listed.", style="dim"),
    ]
    for zone in standing:
        if zone.now or every:
            parts += [Text(), heading(game, zone), ranks(zone, labels)]
    empty = [ROMAN[zone.number] for zone in standing if not zone.now]
    if empty and not every:
        parts += [Text(), Text(f"Nobody digs in zone{'s' * (len(empty) > 1)} {joined(empty)}.")]
    return Group(*parts)


def heading(game: Game, zone: Zone) -> Text:
    tiles = [tile_name(tile_view(facts_of(game), tile)) for tile in zone.tiles]
    return Text.assemble((zone_heading(zone.number), "bold"), "  ", Text(" · ").join(tiles) or "no plot left")


def ranks(zone: Zone, labels: PlayerLabels) -> RenderableType:
    """Return a line for each rank; where a tie is open, one for each thing that those who may come to it would get."""
    if not zone.now:
        return Text("  nobody: both plots leave the game (M4.7)", style="dim")
    rows = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    for place in range(len(zone.now)):
        gets: dict[str, dict[Colour, Share]] = {}
        for share in dict.fromkeys(ranking[place] for ranking in zone.rankings):
            gets.setdefault(gets_text(share, labels).plain, {})[share.colour] = share
        for line, shares in enumerate(gets.values()):
            one = next(iter(shares.values()))
            who = Text(" or ").join(tag(colour, labels) for colour in shares)
            rows.add_row("   or" if line else f"  {RANKS[place]}", who, str(one.count), gets_text(one, labels))
    return rows


def tag(colour: Colour, labels: PlayerLabels) -> Text:
    return labels.tag(colour) if isinstance(colour, int) else Text.assemble(mark(colour), " neutral")


def gets_text(share: Share, labels: PlayerLabels) -> Text:
    fewest, most = share.tiles
    if share.role == DONE:
        return Text("has chosen")
    if share.role == REMOVES:
        if share.named_by is None:
            return Text("nobody else is there: both plots leave the game")
        return Text.assemble(
            "removes a plot; ", labels.tag(share.named_by), f" {labels.does(share.named_by, 'name')} it"
        )
    if share.role in (FIRST, SECOND):
        number = " or ".join(map(str, range(fewest, most + 1)))
        museum = ", or a museum room" if share.museum else ""
        return Text(f"{share.role}: {number} plot{'s' * (most > 1)}{museum}")
    if share.role == LEFT_OVER:
        return Text("the plot that is left" if fewest else "a plot, if one is left")
    return Text("nothing")
