"""What anything on the table is, in the context of this very game: a title, some sentences, the rules behind them.

A key names a thing: `card-7`, `site-egypt`, `knowledge-0-egypt`, `deck`. It is the name of a function's entry below,
followed by what the thing belongs to.
"""

from collections.abc import Mapping

from digsite.games.thebes.page import explain_board as board
from digsite.games.thebes.page import explain_cards as cards
from digsite.games.thebes.page import explain_player as player
from digsite.games.thebes.page.position import facts, view_of
from digsite.games.thebes.rules.state import CARDS, RESEARCHERS
from digsite.web.explanation import Entry, Explanation, explanation_of, number_in, seat_in
from digsite.web.viewer import Viewer


def explain(viewer: Viewer, key: str) -> Explanation | None:
    """Return what a key means; None where it means nothing."""
    return explanation_of(THINGS, viewer, key)


def _site(viewer: Viewer, text: str) -> str | None:
    return text if text in view_of(viewer)["sites"] else None


def _place(viewer: Viewer, text: str) -> str | None:
    return text if text in facts(viewer).places else None


def _exhibition(viewer: Viewer, text: str) -> int | None:
    return number_in(text, range(RESEARCHERS, CARDS))


def _card(viewer: Viewer, text: str) -> int | None:
    return number_in(text, range(CARDS))


THINGS: Mapping[str, Entry] = {
    "card": (cards.any_card, _card),
    "exhibition": (cards.exhibition, _exhibition),
    "site": (board.site, _site),
    "place": (board.place, _place),
    "bonus": (board.bonus, _site),
    "deck": (board.deck,),
    "discards": (board.discards,),
    "aside": (board.aside,),
    "year": (board.year,),
    "calendar": (board.calendar,),
    "marker": (board.marker, seat_in),
    "figure": (board.figure, seat_in),
    "exchange": (board.exchange,),
    "stop": (board.stop,),
    "knowledge": (player.knowledge, seat_in, _site),
    "general": (player.general, seat_in),
    "permits": (player.permits, seat_in, _site),
    "finds": (player.finds, seat_in),
    "score": (player.score, seat_in),
    "assistants": (player.assistants, seat_in),
    "shovels": (player.shovels, seat_in),
    "congresses": (player.congresses, seat_in),
    "zeppelins": (player.zeppelins, seat_in),
    "cars": (player.cars, seat_in),
    "special_permits": (player.special_permits, seat_in),
    "exhibitions": (player.exhibitions, seat_in),
}
