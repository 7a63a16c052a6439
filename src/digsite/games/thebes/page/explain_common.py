"""What several explanations share."""

from digsite.games.thebes.page import names
from digsite.games.thebes.page.position import facts, own_player
from digsite.games.thebes.rules.costs import journey, total_knowledge
from digsite.games.thebes.rules.data import worth_of
from digsite.games.thebes.rules.state import MOST_WEEKS
from digsite.games.thebes.rules.view import find_view
from digsite.games.thebes.rules.view_types import FindView, PlayerView
from digsite.web.i18n import _, weeks
from digsite.web.viewer import Viewer

SAMPLES = (4, 8, 12)  # weeks of digs that sentences give as examples
SAMPLE = 6  # … and compare


def way(viewer: Viewer, place: str) -> str:
    """Return how far you are from a place."""
    me = own_player(viewer)
    if me is None:
        return ""
    if me["place"] == place:
        return _("You are there.")
    far = weeks(journey(facts(viewer), me, place))
    return _("From %(here)s it takes you %(weeks)s to get there.", here=names.place(me["place"]), weeks=far)


def artifacts_of(player: PlayerView, site: str) -> int:
    return sum(find["kind"] == "artifact" and find["site"] == site for find in player["finds"])


def tokens_drawn(viewer: Viewer, player: PlayerView, site: str, weeks: int, more: int = 0) -> int:
    """Return what a dig draws with everything that is not used up, and `more` knowledge."""
    known = player["knowledge"][site]
    known = {"books": known["books"] + more, "found": known["found"], "rumours": known["rumours"]}
    changed: PlayerView = {**player, "knowledge": {**player["knowledge"], site: known}}
    total = total_knowledge(facts(viewer), changed, site, 0)
    drawn = facts(viewer).wheel[total - 1][weeks - 1] if total else 0
    return drawn + worth_of(facts(viewer).sets, player["shovels"]) if drawn else 0


def shortest_dig(viewer: Viewer, player: PlayerView, site: str) -> int:
    """Return the fewest weeks that draw a token; 0 where none do."""
    drawing = (weeks for weeks in range(1, MOST_WEEKS + 1) if tokens_drawn(viewer, player, site, weeks))
    return next(drawing, 0)


def find_of(viewer: Viewer, site: str, number: int) -> FindView:
    return find_view(facts(viewer), facts(viewer).sites.index(site), number)
