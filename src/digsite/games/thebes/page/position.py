"""What a viewer looks at, with its types."""

from typing import TypeGuard

from digsite.games.thebes.rules.data import Facts, facts_of
from digsite.games.thebes.rules.view_types import CardView, ExhibitionView, PlayerView, ThebesView, typed
from digsite.web.viewer import Viewer


def view_of(viewer: Viewer) -> ThebesView:
    """Return the view of the position looked at."""
    return typed(viewer.view)


def facts(viewer: Viewer) -> Facts:
    """Return the data of the game that is played."""
    return facts_of(viewer.game)


def player(viewer: Viewer, seat: int) -> PlayerView:
    """Return the player in a seat."""
    return view_of(viewer)["players"][seat]


def own_player(viewer: Viewer) -> PlayerView | None:
    """Return the viewer's player, None for somebody who watches."""
    return None if viewer.you is None else player(viewer, viewer.you)


def is_researcher(card: CardView | ExhibitionView | None) -> TypeGuard[CardView]:
    """Return whether it is a card of the researchers' deck."""
    return card is not None and "size" not in card


def is_exhibition(card: CardView | ExhibitionView | None) -> TypeGuard[ExhibitionView]:
    """Return whether it is an exhibition."""
    return card is not None and "size" in card
