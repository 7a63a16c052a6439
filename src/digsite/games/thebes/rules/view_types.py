"""The types of what `game.view` returns for Thebes. A view is made of plain dicts and lists, ready for JSON.

Sites, cities and kinds of cards are named as in `data.toml`; players are seats, counted from 0.
"""

from typing import Literal, NotRequired, TypedDict, cast

from digsite.core.fields import Bytes
from digsite.core.game import Game, View

Actor = int | Literal["chance", "over"]
KitField = Literal["assistants", "shovels", "congresses", "zeppelins", "cars", "special_permits"]
KIT: dict[KitField, str] = {  # entries of a player that count cards, with the kind of card
    "assistants": "assistant",
    "shovels": "shovel",
    "congresses": "congress",
    "zeppelins": "zeppelin",
    "cars": "car",
    "special_permits": "permit",
}


class CardView(TypedDict):
    """A card of the researcher's deck."""

    card: int
    kind: str
    city: str
    weeks: int
    value: int
    site: str | None


class ExhibitionView(TypedDict):
    card: int
    size: str
    city: str
    weeks: int
    points: int
    needs: dict[str, int]


class FindView(TypedDict):
    """A token out of a bag that is not sand."""

    site: str
    number: int
    kind: Literal["artifact", "book", "general"]
    name: str
    value: int
    on: NotRequired[str]  # the site a found book is about


class KnowledgeView(TypedDict):
    """What a player knows of one site."""

    books: int
    found: int
    rumours: int


class GeneralView(TypedDict):
    """A player's general knowledge."""

    books: int
    found: int


class ScoreParts(TypedDict):
    artifacts: int
    exhibitions: int
    congresses: int
    majorities: dict[str, int]
    total: int


class PlayerView(TypedDict):
    seat: int
    place: str
    year: int
    week: int
    time: int
    done: bool
    knowledge: dict[str, KnowledgeView]
    general: GeneralView
    assistants: int
    shovels: int
    congresses: int
    zeppelins: int
    cars: int
    special_permits: int
    permits: dict[str, bool]
    cards: list[int]
    exhibitions: list[ExhibitionView]
    finds: list[FindView]
    score: ScoreParts


class ExchangesView(TypedDict):
    """Exchanges in a row by one player (T5.2)."""

    seat: int
    count: int


class SiteView(TypedDict):
    """A site's bag, and whether its first dig is still to come."""

    bonus: bool
    left: int
    tokens: list[int]
    sand: int


class DigView(TypedDict):
    """The dig under way: what it has brought so far."""

    seat: int
    site: str
    left: int
    found: list[FindView]
    sand: int


class ThebesView(TypedDict):
    game: str
    seats: int
    phase: str
    to_act: Actor
    year: int
    years: list[int]
    order: list[int]
    cards: list[CardView | None]
    exhibitions: list[ExhibitionView | None]
    deck: int
    aside: int
    discards: list[int]
    exchanges: ExchangesView | None
    sites: dict[str, SiteView]
    dig: DigView | None
    players: list[PlayerView]


def typed(view: View) -> ThebesView:
    """Return a view of a game that is known to be Thebes, with its type."""
    return cast(ThebesView, view)


def view_of(game: Game, state: Bytes) -> ThebesView:
    """Return the view of a position of Thebes."""
    return typed(game.view(state))


def seat_to_act(view: ThebesView) -> int | None:
    """Return the seat to act, None when chance is to act or the game is over."""
    actor = view["to_act"]
    return actor if isinstance(actor, int) else None


def player_to_act(view: ThebesView) -> PlayerView:
    """Return the player to act. Raises ValueError when no player is."""
    seat = seat_to_act(view)
    if seat is None:
        raise ValueError(f"no player is to act: {view['to_act']}")
    return view["players"][seat]
