"""What a viewer looks at, with its types."""

from digsite.games.mykerinos.rules.data import Facts, facts_of
from digsite.games.mykerinos.rules.view_types import Colour, MykerinosView, PlayerView, ScoringView, TileView, typed
from digsite.web.i18n import _
from digsite.web.viewer import Viewer

PATRON_PHASES = ("violet", "lemon", "brown", "blackmore", "tangerine")


def view_of(viewer: Viewer) -> MykerinosView:
    """Return the view of the position looked at."""
    return typed(viewer.view)


def facts(viewer: Viewer) -> Facts:
    """Return the data of the game that is played."""
    return facts_of(viewer.game)


def player(viewer: Viewer, seat: int) -> PlayerView:
    """Return the player in a seat."""
    return view_of(viewer)["players"][seat]


def colour_name(viewer: Viewer, colour: Colour) -> str:
    """Return what the viewer calls a colour: "You", a player's name, or "Neutral"."""
    return _("Neutral") if isinstance(colour, str) else viewer.name(colour)


def others_name(viewer: Viewer, colour: Colour) -> str:
    """Return a player's name, the viewer's own too, or "Neutral"."""
    return _("Neutral") if isinstance(colour, str) else viewer.names[colour]


def scoring_of(viewer: Viewer) -> ScoringView:
    """Return which zone is scored and who chooses. Raises ValueError while none is scored."""
    scoring = view_of(viewer)["scoring"]
    if scoring is None:
        raise ValueError("no zone is scored")
    return scoring


def scored_tiles(viewer: Viewer) -> list[TileView | None]:
    """Return the two plots of the zone that is scored; None for one that is taken."""
    return view_of(viewer)["zones"][scoring_of(viewer)["zone"]]["tiles"]
