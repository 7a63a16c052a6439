"""What several explanations share."""

from collections.abc import Mapping, Sequence
from typing import Any

from digsite.games.thebes.data import Facts
from digsite.games.thebes.reckoning import Player, journey, total_knowledge
from digsite.games.thebes.state import MOST_WEEKS
from digsite.games.thebes.view import find_view
from digsite.web.look import Look
from digsite.web.thebes import names
from digsite.web.words import _, listed, n_, weeks

SAMPLES = (4, 8, 12)  # weeks of digs that sentences tell about
SAMPLE = 6  # … and compare


def facts(look: Look) -> Facts:
    known: Facts = look.game.facts
    return known


def player(look: Look, seat: int) -> Player:
    told: Player = look.view["players"][seat]
    return told


def own(look: Look) -> Player | None:
    """The viewer's player."""
    return None if look.you is None else player(look, look.you)


def worth(table: Sequence[int], count: int) -> int:
    """What so many cards are worth; the last entry holds for all greater numbers."""
    return table[min(count, len(table) - 1)]


def way(look: Look, place: str) -> str:
    """How far you are from a place."""
    me = own(look)
    if me is None:
        return ""
    if me["place"] == place:
        return _("You are there.")
    far = weeks(journey(facts(look), me, place))
    return _("From %(here)s it is %(weeks)s away for you.", here=names.place(me["place"]), weeks=far)


def artifacts(numbers: Mapping[str, int]) -> str:
    """So many of each site, as a list."""
    one, many = "%(number)s %(adjective)s artifact", "%(number)s %(adjective)s artifacts"
    return listed([n_(one, many, number, adjective=names.adjective(site)) for site, number in numbers.items()])


def artifacts_of(player: Player, site: str) -> int:
    return sum(find["kind"] == "artifact" and find["site"] == site for find in player["finds"])


def tokens_drawn(look: Look, player: Player, site: str, weeks: int, more: int = 0) -> int:
    """What a dig draws with everything that is not used up, and `more` knowledge."""
    known = dict(player["knowledge"][site])
    changed = {**player, "knowledge": {**player["knowledge"], site: known | {"books": known["books"] + more}}}
    total = total_knowledge(facts(look), changed, site, 0)
    drawn = facts(look).wheel[total - 1][weeks - 1] if total else 0
    return drawn + worth(facts(look).sets, player["shovels"]) if drawn else 0


def shortest_dig(look: Look, player: Player, site: str) -> int:
    """The fewest weeks that draw a token; 0 where none do."""
    drawing = (weeks for weeks in range(1, MOST_WEEKS + 1) if tokens_drawn(look, player, site, weeks))
    return next(drawing, 0)


def find_of(look: Look, site: str, number: int) -> dict[str, Any]:
    return find_view(facts(look), facts(look).sites.index(site), number)
